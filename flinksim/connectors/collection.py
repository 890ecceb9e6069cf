"""Sources whose records are known beforehand: a list of values, a range of numbers.

Flink: ``DataGeneratorSource.fromData``, ``StreamExecutionEnvironment.fromCollection`` and
``NumberSequenceSource``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flinksim.connectors.source import Source, SourceItem, SourceRecord

_IMMUTABLE = frozenset({int, str, float, bool, bytes, complex, type(None)})


class CollectionSource(Source):
    """The values of a collection, in order, in one split.

    The collection is copied when the source is made, and each run gets copies of values that a user
    function could change; as in Flink, where they are serialised.

    Flink: ``FromElementsFunction``.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            raise TypeError(
                f"a collection source needs a list or another iterable of values, not {values!r}"
            )
        self.values = tuple(values)

    def splits(self, parallelism: int) -> Sequence[str]:
        return ("collection",)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        return (SourceRecord(own_copy(value)) for value in self.values)


def own_copy(value: Any) -> Any:
    """*value* for one run: itself where nothing can change it, else a deep copy."""
    kind = type(value)
    if kind in _IMMUTABLE:
        return value
    if kind is tuple and all(type(part) in _IMMUTABLE for part in value):
        return value
    return copy.deepcopy(value)


class NumberSequenceSource(Source):
    """The whole numbers from *start* to *end*, both included.

    As many splits as subtasks, each a range of its own, the earlier ones longer by one where the
    numbers do not divide evenly; there is no split without numbers.

    Flink: ``NumberSequenceSource``.
    """

    def __init__(self, start: int, end: int) -> None:
        if start > end:
            raise ValueError(f"'from' must be <= 'to', but the sequence goes from {start} to {end}")
        self.start = start
        self.end = end

    def splits(self, parallelism: int) -> Sequence[str]:
        size, longer = divmod(self.end - self.start + 1, parallelism)
        names = []
        first = self.start
        for i in range(min(parallelism, self.end - self.start + 1)):
            last = first + size - (0 if i < longer else 1)
            names.append(f"{first}..{last}")
            first = last + 1
        return names

    def open_split(self, split: str) -> Iterator[SourceItem]:
        first, last = split.split("..")
        return (SourceRecord(number) for number in range(int(first), int(last) + 1))
