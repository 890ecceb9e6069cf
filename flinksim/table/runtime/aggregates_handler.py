"""All aggregate calls of one operator, as one function of rows.

The accumulators of a group are one list: for each call those of its function, for a distinct call
also a map from value to count, and at the end the number of rows. Flink keeps the maps in states of
their own (``MapView``).

Flink: ``AggsHandleFunction``, which ``AggsHandlerCodeGenerator`` generates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flinksim.table.runtime.aggregate_functions import Accumulator, BuiltInAggregate
from flinksim.table.runtime.change_rows import Values
from flinksim.trace.values import to_stable_text


@dataclass(frozen=True, slots=True)
class AggregateCall:
    """One aggregate call: its function, the columns of its arguments, and of its filter (-1: none)."""

    function: BuiltInAggregate
    arguments: tuple[int, ...]
    filter_argument: int = -1
    is_distinct: bool = False
    name: str = ""
    """The column of its result."""
    operation: str = ""
    """The SQL name of its function."""

    def describe_parts(self) -> tuple[str, ...]:
        """Return its name and the names of its accumulator's elements, for people."""
        parts = [
            self.operation.lower() if part == "value" else part for part in self.function.parts
        ]
        return (self.name, *parts, *(["distinct values"] if self.is_distinct else []))

    @property
    def width(self) -> int:
        """The number of accumulator elements, without the number of rows."""
        return self.function.width + self.is_distinct

    def create_accumulator(self) -> Accumulator:
        """Create an accumulator for no rows."""
        created = self.function.create_accumulator()
        return [*created, {}] if self.is_distinct else created

    def change(self, accumulator: Accumulator, row: Values, is_accumulate: bool) -> None:
        """Add or retract one row."""
        if self.filter_argument >= 0 and row[self.filter_argument] is not True:
            return
        arguments = [row[position] for position in self.arguments]
        if self.function.skips_nulls and arguments and arguments[0] is None:
            return
        if self.is_distinct and not _change_count(accumulator, tuple(arguments), is_accumulate):
            return
        if is_accumulate:
            self.function.accumulate(accumulator, *arguments)
        else:
            self.function.retract(accumulator, *arguments)

    def merge(self, accumulator: Accumulator, other: Accumulator) -> None:
        """Add the contents of another accumulator of this call."""
        if not self.is_distinct:
            self.function.merge(accumulator, other)
            return
        for arguments, count in other[-1].items():
            for _ in range(abs(count)):
                if _change_count(accumulator, arguments, count > 0):
                    if count > 0:
                        self.function.accumulate(accumulator, *arguments)
                    else:
                        self.function.retract(accumulator, *arguments)

    def get_value(self, accumulator: Accumulator) -> Any:
        """Return the result."""
        return self.function.get_value(accumulator[: self.function.width])


def _change_count(accumulator: Accumulator, arguments: Values, is_accumulate: bool) -> bool:
    """Count a value of a distinct call; return whether it is the first, or the last one retracted."""
    counts = accumulator[-1] = dict(accumulator[-1])
    count = counts.get(arguments, 0) + (1 if is_accumulate else -1)
    if count == 0:
        del counts[arguments]
    else:
        counts[arguments] = count
    return bool(count == 1 if is_accumulate else count == 0)


class GroupAccumulators(list[Any]):
    """The accumulators of a group, whose text names their parts: ``s: sum=7, count=2; rows=2``."""

    __slots__ = ("labels",)

    def __init__(self, values: Iterable[Any], labels: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(values)
        self.labels = labels

    def __reduce__(self) -> tuple[Any, ...]:
        return GroupAccumulators, (list(self), self.labels)

    def __str__(self) -> str:
        shown = [
            f"{label}: "
            + ", ".join(
                f"{part}={_show(value)}" for part, value in zip(parts, values, strict=False)
            )
            for (label, *parts), values in zip(self.labels, self, strict=False)
        ]
        return "; ".join([*shown, f"rows={self[-1]}"])


def _show(value: Any) -> str:
    if isinstance(value, dict):  # counted values: those of one column without their tuple
        entries = [(key[0] if _is_single(key) else key, count) for key, count in value.items()]
        return f"{{{', '.join(f'{_show(key)}: {_show(count)}' for key, count in entries)}}}"
    return "NULL" if value is None else to_stable_text(value)


def _is_single(key: Any) -> bool:
    return isinstance(key, tuple) and len(key) == 1


class AggregatesHandler:
    """The aggregate calls of an operator."""

    def __init__(self, calls: Sequence[AggregateCall]) -> None:
        self._calls = tuple(calls)
        self._labels = tuple(call.describe_parts() for call in self._calls)

    def mark_local(self) -> AggregatesHandler:
        """Mark the functions as those of a local aggregation, and return the handler."""
        for call in self._calls:
            call.function.is_local = True
        return self

    def create_accumulators(self) -> Accumulator:
        """Create the accumulators of a group without rows."""
        created = [call.create_accumulator() for call in self._calls]
        return GroupAccumulators([*created, 0], self._labels)

    def accumulate(self, accumulators: Accumulator, row: Values) -> None:
        """Add a row."""
        self._change(accumulators, row, True)

    def retract(self, accumulators: Accumulator, row: Values) -> None:
        """Retract a row."""
        self._change(accumulators, row, False)

    def _change(self, accumulators: Accumulator, row: Values, is_accumulate: bool) -> None:
        for call, accumulator in zip(self._calls, accumulators, strict=False):
            call.change(accumulator, row, is_accumulate)
        accumulators[-1] += 1 if is_accumulate else -1

    def merge(self, accumulators: Accumulator, other: Accumulator) -> None:
        """Add the rows of other accumulators."""
        for call, accumulator, added in zip(self._calls, accumulators, other, strict=False):
            call.merge(accumulator, added)
        accumulators[-1] += other[-1]

    def get_values(self, accumulators: Accumulator) -> Values:
        """Return the results of all calls."""
        return tuple(
            [
                call.get_value(accumulator)
                for call, accumulator in zip(self._calls, accumulators, strict=False)
            ]
        )

    def count_rows(self, accumulators: Accumulator) -> int:
        """Return the number of rows, less the retracted ones."""
        count: int = accumulators[-1]
        return count

    # --- accumulators as columns, between a local and a global aggregation --------------------------

    def flatten(self, accumulators: Accumulator) -> Values:
        """Return the accumulators as columns of a row."""
        columns: list[Any] = []
        for accumulator in accumulators[:-1]:
            columns += accumulator
        return (*columns, accumulators[-1])

    def restore(self, columns: Sequence[Any]) -> Accumulator:
        """Return the accumulators of the columns that :meth:`flatten` returned."""
        restored: list[Any] = []
        start = 0
        for call in self._calls:
            restored.append(list(columns[start : start + call.width]))
            start += call.width
        return [*restored, columns[start]]
