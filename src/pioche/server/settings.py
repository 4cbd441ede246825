"""How a server is set up."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """How much one person, one address, one socket may ask for."""

    tables_per_person: int = 50  # that are not over
    tables_per_hour: int = 60  # set up by one person, rematches too
    tables_per_hour_per_address: int = 600
    people_per_hour: int = 60  # new people from one address
    links_per_hour: int = 30  # to other devices, of one person
    sockets_per_person: int = 30
    sockets_per_address: int = 300
    requests_per_second: float = 20.0  # HTTP, from one address
    requests_burst: int = 100
    files_per_second: float = 200.0  # of the page, from one address; a first visit takes about 30
    files_burst: int = 2000
    messages_per_second: float = 15.0  # on one socket
    messages_burst: int = 60
    entries_per_minute: float = 30.0  # of one person in logs of tables; moves are not counted
    entries_burst: int = 60
    table_entries_per_minute: float = 120.0  # the same, at one table
    table_entries_burst: int = 240
    address_entries_per_minute: float = 600.0  # the same, from one address
    address_entries_burst: int = 1200
    texts_per_minute: float = 30.0  # chat of one person
    texts_burst: int = 6
    films_per_minute: float = 60.0  # records looked at, from one address
    films_burst: int = 20
    studies_per_second: float = 5.0  # moves tried out, from one address
    studies_burst: int = 60
    lobby_messages_per_minute: float = 10.0  # on one socket of the lobby, which asks for nothing
    lobby_messages_burst: int = 10
    frames_per_second: float = 40.0  # on one socket, of all kinds: pings and pongs, too
    frames_burst: int = 200
    bytes_per_second: float = 16384.0  # on one socket
    bytes_burst: int = 131072
    unread_seconds: float = 20.0  # until who takes nothing of what is sent is cut off
    connections_per_second: float = 50.0  # new ones, from one address; not counted behind a proxy
    connections_burst: int = 1000
    connections_per_address: int = 500  # HTTP, beside sockets; not counted behind a proxy
    head_bytes: int = 16384  # of a request; also of chunk headers and trailers
    head_seconds: float = 10.0  # until the head of a request is complete
    body_seconds: float = 60.0  # from then until its body is
    busy_seconds: float = 0.01  # that a worker may be behind before spectators and the lobby wait
    full_seconds: float = 0.012  # that it may be behind before nobody new is let in
    message_bytes: int = 4096
    body_bytes: int = 16384
    record_bytes: int = 2097152  # of a body with a record in it
    large_bodies_per_address: int = 2  # larger than others may be, at once
    large_bodies: int = 16  # of all addresses


class ServerSettings(Struct, frozen=True):
    """Everything a worker needs to know; passed to workers as JSON."""

    database: str  # sqlite:///PATH or postgresql://…
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    origins: tuple[str, ...] = ()  # beside the server's own address
    behind_proxy: bool = False  # whether X-Forwarded-* can be believed
    secure_cookies: bool = False  # only over HTTPS
    metrics_public: bool = False  # else for this machine and private networks only
    bot_pace: float = 0.7  # seconds that a move stays before a bot makes the next
    bot_processes: int = 1
    keep_days: int = 365  # finished tables are kept this long
    confirm_clock: bool = False  # the clock is right, though the last start was long ago
    web: str | None = None  # the folder with the built page; None: there is none
    limits: Limits = Limits()
