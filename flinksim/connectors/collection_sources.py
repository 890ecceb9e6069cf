"""Sources whose records are known in advance: collections, number sequences, generated records.

Flink: ``DataGeneratorSource``, ``StreamExecutionEnvironment.fromCollection`` and
``NumberSequenceSource``.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from flinksim.connectors.source import Source, SourceItem, SourceRecord
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.core.validation import validate_arguments

_IMMUTABLE_TYPES = frozenset({int, str, float, bool, bytes, complex, type(None)})


class CollectionSource(Source):
    """The values of a collection, in order, in one split.

    The collection is copied when the source is created. Each run gets copies of mutable values, as
    Flink serializes them.

    If Flink cannot read the serialized collection back, *problem* says why, and the job fails at its
    start.

    Flink: ``FromElementsFunction``.
    """

    is_in_memory = True

    def __init__(self, values: Iterable[Any], problem: str = "") -> None:
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            raise TypeError(
                f"a collection source needs a list or another iterable of values, found {values!r}"
            )
        self.values = tuple(values)
        self._is_immutable = all(map(is_immutable, self.values))
        self.problem = problem

    def splits(self, parallelism: int) -> Sequence[str]:
        return ("collection",)

    def count_items(self) -> int:
        return len(self.values)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        if self.problem:
            raise ValueError(self.problem)
        if self._is_immutable:
            return map(SourceRecord, self.values)
        return (SourceRecord(copy_unless_immutable(value)) for value in self.values)


def is_immutable(value: Any) -> bool:
    """Return whether *value* is an immutable value of Python, or a tuple of such values."""
    kind = type(value)
    return kind in _IMMUTABLE_TYPES or (
        kind is tuple and _IMMUTABLE_TYPES.issuperset(map(type, value))
    )


def copy_unless_immutable(value: Any) -> Any:
    """Return *value* if it is immutable, else a deep copy."""
    return value if is_immutable(value) else copy.deepcopy(value)


class NumberSequenceSource(Source):
    """The whole numbers from *start* to *end*, both included.

    There is one split per subtask, with a range of its own. If the numbers do not divide evenly,
    earlier splits have one number more. There is no empty split.

    Flink: ``NumberSequenceSource``.
    """

    is_in_memory = True

    @validate_arguments
    def __init__(self, start: int, end: int) -> None:
        if start > end:
            raise JavaIllegalArgumentError(
                f"'from' must be <= 'to', but the sequence goes from {start} to {end}"
            )
        self.start = start
        self.end = end

    def splits(self, parallelism: int) -> Sequence[str]:
        size, remainder = divmod(self.end - self.start + 1, parallelism)
        names = []
        first = self.start
        for i in range(min(parallelism, self.end - self.start + 1)):
            last = first + size - (0 if i < remainder else 1)
            names.append(f"{first}..{last}")
            first = last + 1
        return names

    def count_items(self) -> int:
        return self.end - self.start + 1

    def has_split(self, split: str) -> bool:
        match = re.fullmatch(r"(-?\d{1,20})\.\.(-?\d{1,20})", split)
        return match is not None and self.start <= int(match[1]) <= int(match[2]) <= self.end

    def open_split(self, split: str) -> Iterator[SourceItem]:
        first, last = split.split("..")
        return (SourceRecord(number) for number in range(int(first), int(last) + 1))


class DataGeneratorSource(NumberSequenceSource):
    """Records that *generator_function* generates from the numbers 0 to *count* - 1.

    The function is a callable or an object with a method ``map``. Its result should depend on the
    number only, so that every run gets the same records. Splits are those of
    :class:`NumberSequenceSource`.

    Flink: ``DataGeneratorSource``, ``GeneratorFunction``. Not in PyFlink.
    Differs: there is no rate limiter; use ``ScriptedSource`` for records with arrival times.
    """

    @validate_arguments
    def __init__(self, generator_function: Callable[[int], Any] | Any, count: int) -> None:
        if count < 1:
            raise ValueError(
                f"DataGeneratorSource(count): expected at least 1 record, found {count}"
            )
        generate = getattr(generator_function, "map", generator_function)
        if not callable(generate):
            raise TypeError(
                "DataGeneratorSource(generator_function): expected a function from a number to a "
                f"record, such as lambda n: (n % 3, n), found {generator_function!r}"
            )
        super().__init__(0, count - 1)
        self._generate: Callable[[int], Any] = generate

    def open_split(self, split: str) -> Iterator[SourceItem]:
        first, last = split.split("..")
        generate = self._generate
        return (SourceRecord(generate(number)) for number in range(int(first), int(last) + 1))
