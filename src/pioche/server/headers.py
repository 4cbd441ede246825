"""The headers of every answer, which tell browsers what pages of this server may do."""

from functools import lru_cache

Raw = tuple[bytes, bytes]

# Table codes are in addresses, so no address is told to anybody. Styles of elements are set by
# the web app (where cards fly to); a style element or a script can only come from our files.
POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "media-src": "'self' data:",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
FIXED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(
        f"{what}=()"
        for what in (
            *("camera", "microphone", "geolocation", "payment", "usb", "serial", "hid", "midi"),
            *("accelerometer", "gyroscope", "magnetometer", "display-capture"),
        )
    ),
}
A_YEAR = "max-age=31536000"
FRESH = ("/api", "/schema", "/healthz", "/metrics")  # answers that nobody may keep


@lru_cache(256)
def safe_headers(host: str, secure: bool) -> tuple[Raw, ...]:
    """The headers of all answers of a server that goes by this name."""
    headers = FIXED | {"content-security-policy": policy(host, secure)}
    if secure:
        headers["strict-transport-security"] = A_YEAR
    return tuple((name.encode(), value.encode("latin-1")) for name, value in headers.items())


def policy(host: str, secure: bool) -> str:
    """What a page may load, and from where. Not all browsers count sockets to 'self'."""
    socket = f" {'wss' if secure else 'ws'}://{host}" if host else ""
    rules = POLICY | {"connect-src": f"'self'{socket}"}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def dressed(headers: list[Raw], path: str, host: str, secure: bool) -> list[Raw]:
    """An answer's headers with those it lacks."""
    own = {name.lower() for name, _ in headers}
    added = [header for header in safe_headers(host, secure) if header[0] not in own]
    if path.startswith(FRESH) and b"cache-control" not in own:
        added.append((b"cache-control", b"no-store"))
    return [*headers, *added]
