"""The files of the page that browsers load: read once, sent from memory.

The build packs what is worth it and leaves `FILE.br` and `FILE.gz` beside. Nothing is packed
here, and no path of a request ever reaches the disk.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pioche.server.problem import parse_quality

INDEX_PATH = "/index.html"
HASHED_ASSETS = "/assets/"  # another content has another name, so browsers may keep them
IMMUTABLE, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
CODINGS = {"br": ".br", "gzip": ".gz"}  # the smaller first
UNENCODED = ""
DEFAULT_MEDIA_TYPE = "application/octet-stream"
# Not those of the system: they differ, and a browser takes no script of another type.
MEDIA_TYPES = {
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


class EncodedFile(NamedTuple):
    """A file as it is sent in one coding, and the tag of just these bytes."""

    body: bytes
    tag: str


class StaticFile(NamedTuple):
    """A file in all its codings, the smallest first."""

    type: str
    cache_control: str  # what a browser may keep of it, and how long
    encodings: Mapping[str, EncodedFile]

    def choose_encoding(self, accepted: str) -> tuple[str, EncodedFile]:
        """The smallest form that an Accept-Encoding header allows, and its coding."""
        good = (each for each in self.encodings if each == UNENCODED or accepts(accepted, each))
        coding = next(good)
        return coding, self.encodings[coding]


class StaticFiles:
    """Every file of a folder, by its path."""

    def __init__(self, files: Mapping[str, StaticFile]) -> None:
        self.files = files

    @staticmethod
    def read(folder: Path) -> "StaticFiles":
        """The files of a folder; hidden ones are nobody's business."""
        found = {}
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder).as_posix()
            packed = file.suffix in CODINGS.values()
            hidden = any(part.startswith(".") for part in PurePosixPath(name).parts)
            if file.is_file() and not packed and not hidden:
                found[f"/{name}"] = read_file(file, f"/{name}")
        return StaticFiles(found)

    def find(self, path: str) -> StaticFile | None:
        """What a path leads to. What looks like no file is a place within the page."""
        file = self.files.get(path)
        if file is not None or looks_like_a_file(path):
            return file
        return self.files[INDEX_PATH]


def read_file(file: Path, path: str) -> StaticFile:
    """A file, with what the build has packed of it."""
    packed = {coding: file.with_name(file.name + end) for coding, end in CODINGS.items()}
    forms = {coding: read_encoded(each) for coding, each in packed.items() if each.is_file()}
    kept = IMMUTABLE if path.startswith(HASHED_ASSETS) else REVALIDATE
    return StaticFile(
        MEDIA_TYPES.get(file.suffix, DEFAULT_MEDIA_TYPE),
        kept,
        forms | {UNENCODED: read_encoded(file)},
    )


def read_encoded(file: Path) -> EncodedFile:
    """The bytes of a file and their tag."""
    body = file.read_bytes()
    return EncodedFile(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def looks_like_a_file(path: str) -> bool:
    """Whether somebody who asks for this wants a file and not the page.

    >>> looks_like_a_file("/icons/none.png"), looks_like_a_file("/tables/k7tm-4rx9-w2hf")
    (True, False)
    """
    return path.startswith(HASHED_ASSETS) or "." in path.rpartition("/")[2]


def accepts(header: str, coding: str) -> bool:
    """Whether an Accept-Encoding header names a coding.

    >>> accepts("gzip, br;q=0", "gzip"), accepts("gzip, br;q=0", "br")
    (True, False)
    """
    wishes = (wish.partition(";") for wish in header.lower().split(","))
    return any(name.strip() == coding and parse_quality(weight) > 0 for name, _, weight in wishes)


def matches_etag(header: str, tag: str) -> bool:
    """Whether an If-None-Match header names a tag, or any; proxies may have called it weak."""
    tags = [each.strip().removeprefix("W/") for each in header.split(",")]
    return tag in tags or tags == ["*"]
