"""The page on the protocol: what people wrote, with the made parts put in between marks."""

import re
from collections.abc import Callable, Mapping

MADE_PART = re.compile(r"(<!-- made: ([a-z-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


class BadPage(ValueError):
    """A page whose marks are not those of the parts."""


def fill_page(page: str, worker: Mapping[str, Callable[[], str]]) -> str:
    """The page with its parts made anew."""
    marks = [found[1] for found in MADE_PART.findall(page)]
    if sorted(marks) != sorted(worker):
        raise BadPage(f"the page has marks for {marks}, there are {list(worker)}")
    return MADE_PART.sub(lambda found: f"{found[1]}\n{worker[found[2]]()}\n{found[4]}", page)
