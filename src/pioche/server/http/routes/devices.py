"""One's devices: which there are, and how to log them out."""

from litestar import Response, delete, get
from litestar.datastructures import Cookie
from litestar.params import FromPath

from pioche.server.http.error_handlers import document_problems
from pioche.server.http.routes.people import OWNER_ERRORS
from pioche.server.people.devices import Device, Devices
from pioche.server.people.identity import COOKIE, Credential, read_credential
from pioche.server.problem import Problem
from pioche.server.store.base import Person
from pioche.server.worker import AnyRequest, ServerWorker, WorkerDependency


async def require_device(worker: ServerWorker, request: AnyRequest) -> tuple[Person, Credential]:
    """Who asks, and with which key; Problem for a program and for somebody new."""
    headers = request.scope["headers"]
    person, credential = await worker.identity.require_owner(headers), read_credential(headers)
    if credential is None:
        raise Problem("no-person")
    return person, credential


@get("/me/devices", summary="My devices", responses=document_problems(*OWNER_ERRORS))
async def get_devices(worker: WorkerDependency, request: AnyRequest) -> list[Device]:
    """The browsers and programs that act as you: this one first, then the last used."""
    person, current = await require_device(worker, request)
    lang = worker.read_language(request)
    return await Devices(worker.identity).list_devices(person, current, lang)


@delete(
    "/me/devices/{id:str}",
    summary="Log a device out",
    responses=document_problems(*OWNER_ERRORS, "no-device"),
)
async def log_out_device(
    worker: WorkerDependency, request: AnyRequest, id: FromPath[str]
) -> Response[None]:
    """The device or program can't act as you any more; its sockets are closed at once."""
    person, current = await require_device(worker, request)
    removed = await Devices(worker.identity).log_out(person, id)
    gone = [Cookie(COOKIE, value="", max_age=0, path="/")] if removed == current.hash else []
    return Response(None, cookies=gone, status_code=204)


@delete("/me/devices", summary="Log all others out", responses=document_problems(*OWNER_ERRORS))
async def log_out_others(worker: WorkerDependency, request: AnyRequest) -> None:
    """All devices and programs but this one, and links that nobody has used yet."""
    person, current = await require_device(worker, request)
    await Devices(worker.identity).log_out_others(person, current)


device_routes = [get_devices, log_out_device, log_out_others]
