"""Vectors of numbers: packed 64-bit arrays once compiled, plain lists when interpreted."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from librt.vecs import vec as vec
else:
    vec = {i64: list, float: list}  # so that vec[i64](items) is list(items)
