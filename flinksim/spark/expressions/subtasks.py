"""The subtask that owns a key, by Spark's own expressions: what
:func:`~flinksim.java.key_groups.assign_key_to_parallel_operator` gives.

No step needs more than 63 bits, so that it does not matter whether Spark checks for overflow.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable

from pyspark.sql import Column
from pyspark.sql import functions as sql

from flinksim.java.hash_code import NULL_KEY_MESSAGE, boolean_hash_code
from flinksim.spark.expressions.key_kinds import HashedAs
from flinksim.spark.expressions.shaped_values import names_of
from flinksim.spark.expressions.symbolic import Shape

_MASK = 0xFFFFFFFF
_SIGN = 0x80000000

HASHES_TO_ZERO = -1693959553
"""Spark's ``hash`` begins with the seed 42 and goes on from what the column before gave. Behind this
number it begins with 0, as Flink's murmur step does; the two are the same otherwise."""


def subtask_of(
    shape: Shape,
    key: Column,
    max_parallelism: int,
    parallelism: int,
    kinds: tuple[HashedAs, ...] | None = None,
) -> Column:
    """The index of the subtask that owns the *key*, whose values have that *shape*.

    *kinds* say as what its fields are hashed, by default as what they are.

    Errors: Spark's, with Flink's words, where a key is NULL.
    """
    subtask = sql.lit(0)
    if parallelism > 1:
        mixed = sql.hash(sql.lit(HASHES_TO_ZERO), _signed(_hash_code(shape, key, kinds)))
        # Java leaves the least number, which has no positive, as 0.
        positive = sql.abs(mixed.cast("bigint")) % sql.lit(_SIGN)
        group = positive % sql.lit(max_parallelism)
        subtask = sql.floor(group * parallelism / max_parallelism).cast("int")
    refused = sql.raise_error(sql.lit(NULL_KEY_MESSAGE)).cast("int")
    return sql.when(key.isNull(), refused).otherwise(subtask)


def _hash_code(shape: Shape, key: Column, kinds: tuple[HashedAs, ...] | None) -> Column:
    """``hashCode()`` as a number from 0 to 2**32 - 1."""
    if kinds is None:
        kinds = tuple(kind for _, kind in shape.fields)
    if shape.form == "single":
        return _HASH_CODES[kinds[0]](key)
    assert shape.form == "tuple", "a row as key is not run natively"
    code = sql.lit(0).cast("bigint")
    for name, kind in zip(names_of(shape), kinds, strict=True):
        field = sql.coalesce(_HASH_CODES[kind](key.getField(name)), sql.lit(0))
        code = _masked(code * 31 + field)
    return code


def _masked(number: Column) -> Column:
    return number.bitwiseAND(sql.lit(_MASK))


def _signed(code: Column) -> Column:
    return (code.bitwiseXOR(sql.lit(_SIGN)) - sql.lit(_SIGN)).cast("int")


def _of_whole_number(number: Column) -> Column:
    """``Integer.hashCode()`` where 32 bits are enough, else ``Long.hashCode()``."""
    is_integer = number.between(sql.lit(-_SIGN), sql.lit(_SIGN - 1))
    return _masked(sql.when(is_integer, number).otherwise(_halves_of(number)))


def _of_long(number: Column) -> Column:
    """``Long.hashCode()``."""
    return _masked(_halves_of(number))


def _halves_of(number: Column) -> Column:
    return number.bitwiseXOR(sql.shiftright(number, 32))


def _of_text(text: Column) -> Column:
    """``String.hashCode()``; a character beyond U+FFFF counts as its two surrogates."""
    characters = sql.transform(sql.split(text, ""), lambda character: sql.ascii(character))

    def add(code: Column, character: Column) -> Column:
        beyond = character - 0x10000
        high = 0xD800 + sql.shiftright(beyond, 10)
        low = 0xDC00 + beyond.bitwiseAND(sql.lit(0x3FF))
        both = _masked(code * 31 + high) * 31 + low
        return _masked(sql.when(beyond < 0, code * 31 + character).otherwise(both))

    return sql.aggregate(characters, sql.lit(0).cast("bigint"), add)


def _of_truth(value: Column) -> Column:
    code = sql.when(value, boolean_hash_code(True)).when(~value, boolean_hash_code(False))
    return code.cast("bigint")


_HASH_CODES: dict[HashedAs, Callable[[Column], Column]] = {
    "int": _of_whole_number, "long": _of_long, "str": _of_text, "bool": _of_truth,
}  # fmt: skip

__all__ = ["HASHES_TO_ZERO", "subtask_of"]
