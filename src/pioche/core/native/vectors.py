"""Vectors of numbers: packed arrays once compiled, plain lists when interpreted."""

from typing import TYPE_CHECKING

from mypy_extensions import i16, i64, u8

if TYPE_CHECKING:
    from librt.vecs import vec as vec
else:
    # So that vec[i64](items) is list(items).
    vec = {i64: list, i16: list, u8: list, float: list}
