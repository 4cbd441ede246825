"""The files of the page that browsers load: read once, sent from memory.

The build packs what is worth it and leaves `FILE.br` and `FILE.gz` beside. Nothing is packed
here, and no path of a request ever reaches the disk.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pioche.server.problem import quality

FRONT = "/index.html"
NAMED_BY_CONTENT = "/assets/"  # another content has another name, so browsers may keep them
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
CODINGS = {"br": ".br", "gzip": ".gz"}  # the smaller first
PLAIN = ""
UNKNOWN = "application/octet-stream"
# Not those of the system: they differ, and a browser takes no script of another type.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


class Form(NamedTuple):
    """A file as it is sent in one coding, and the tag of just these bytes."""

    body: bytes
    tag: str


class File(NamedTuple):
    """A file in all its codings, the smallest first."""

    type: str
    kept: str  # what a browser may keep of it, and how long
    forms: Mapping[str, Form]

    def form(self, accepted: str) -> tuple[str, Form]:
        """The smallest form that an Accept-Encoding header allows, and its coding."""
        good = (each for each in self.forms if each == PLAIN or accepts(accepted, each))
        coding = next(good)
        return coding, self.forms[coding]


class Files:
    """Every file of a folder, by its path."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self.files = files

    @staticmethod
    def read(folder: Path) -> "Files":
        """The files of a folder; hidden ones are nobody's business."""
        found = {}
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder).as_posix()
            packed = file.suffix in CODINGS.values()
            hidden = any(part.startswith(".") for part in PurePosixPath(name).parts)
            if file.is_file() and not packed and not hidden:
                found[f"/{name}"] = read_file(file, f"/{name}")
        return Files(found)

    def at(self, path: str) -> File | None:
        """What a path leads to. What looks like no file is a place within the page."""
        file = self.files.get(path)
        if file is not None or looks_like_a_file(path):
            return file
        return self.files[FRONT]


def read_file(file: Path, path: str) -> File:
    """A file, with what the build has packed of it."""
    packed = {coding: file.with_name(file.name + end) for coding, end in CODINGS.items()}
    forms = {coding: read_form(each) for coding, each in packed.items() if each.is_file()}
    kept = FOR_EVER if path.startswith(NAMED_BY_CONTENT) else ASK_AGAIN
    return File(TYPES.get(file.suffix, UNKNOWN), kept, forms | {PLAIN: read_form(file)})


def read_form(file: Path) -> Form:
    """The bytes of a file and their tag."""
    body = file.read_bytes()
    return Form(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def looks_like_a_file(path: str) -> bool:
    """Whether somebody who asks for this wants a file and not the page.

    >>> looks_like_a_file("/icons/none.png"), looks_like_a_file("/tables/k7tm-4rx9-w2hf")
    (True, False)
    """
    return path.startswith(NAMED_BY_CONTENT) or "." in path.rpartition("/")[2]


def accepts(header: str, coding: str) -> bool:
    """Whether an Accept-Encoding header names a coding.

    >>> accepts("gzip, br;q=0", "gzip"), accepts("gzip, br;q=0", "br")
    (True, False)
    """
    wishes = (wish.partition(";") for wish in header.lower().split(","))
    return any(name.strip() == coding and quality(weight) > 0 for name, _, weight in wishes)


def is_known(header: str, tag: str) -> bool:
    """Whether an If-None-Match header names a tag, or any; proxies may have called it weak."""
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return tag in tags or tags == ["*"]
