"""What several views of one state show together: the table with all cards open."""

from collections.abc import Sequence
from typing import Any

from pioche.core.schema import View


def merge_all_views(views: Sequence[View], first: int) -> View:
    """What all views show; where two differ, the first of them in turn counts."""
    seen: Any = views[first]
    for view in views:
        seen = merge_views(seen, view)
    shown: View = seen
    return shown


def merge_views(one: Any, other: Any) -> Any:
    """What two views show together.

    >>> merge_views({"hands": [[1], None]}, {"hands": [None, [2]]})
    {'hands': [[1], [2]]}
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return {**other, **{key: merge_views(value, other.get(key)) for key, value in one.items()}}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [merge_views(a, b) for a, b in zip(one, other, strict=True)]
    return other if one is None else one
