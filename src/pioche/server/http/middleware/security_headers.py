"""The headers of every answer, which tell browsers what pages of this server may do."""

from functools import lru_cache

RawHeader = tuple[bytes, bytes]

# Table codes are in addresses, so no address is told to anybody. Styles of elements are set by
# the web app (where cards fly to); a style element or a script can only come from our files.
CSP_DIRECTIVES = {
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
FIXED_HEADERS = {
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
HSTS_VALUE = "max-age=31536000"
UNCACHED_PATHS = ("/api", "/schema", "/healthz", "/metrics")  # answers that nobody may keep


@lru_cache(256)
def build_security_headers(host: str, secure: bool) -> tuple[RawHeader, ...]:
    """The headers of all answers of a server that goes by this name."""
    headers = FIXED_HEADERS | {"content-security-policy": build_csp(host, secure)}
    if secure:
        headers["strict-transport-security"] = HSTS_VALUE
    return tuple((name.encode(), value.encode("latin-1")) for name, value in headers.items())


def build_csp(host: str, secure: bool) -> str:
    """What a page may load, and from where. Not all browsers count sockets to 'self'."""
    socket = f" {'wss' if secure else 'ws'}://{host}" if host else ""
    rules = CSP_DIRECTIVES | {"connect-src": f"'self'{socket}"}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def add_security_headers(
    headers: list[RawHeader], path: str, host: str, secure: bool
) -> list[RawHeader]:
    """An answer's headers with those it lacks."""
    own = {name.lower() for name, _ in headers}
    added = [header for header in build_security_headers(host, secure) if header[0] not in own]
    if path.startswith(UNCACHED_PATHS) and b"cache-control" not in own:
        added.append((b"cache-control", b"no-store"))
    return [*headers, *added]
