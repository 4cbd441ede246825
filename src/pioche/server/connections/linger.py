"""How a connection is ended so that the other side hears why."""

import asyncio

LINGER_SECONDS = 2.0


def linger(loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> asyncio.TimerHandle:
    """Send what was written and the end, read nothing more, and be gone a little later.

    Where something has come that nobody read, the system answers a plain close with a reset,
    and that may destroy the reason on its way. The timer must be cancelled when all is over.
    """
    transport.pause_reading()
    if transport.can_write_eof():
        transport.write_eof()
    return loop.call_later(LINGER_SECONDS, transport.abort)
