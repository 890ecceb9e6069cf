"""Tables of generated rows: the ``datagen`` connector. Equal options give equal rows.

Flink: ``DataGenTableSource``. Differs: the random numbers come from a fixed seed
(``fields.#.seed`` changes it), and a table without an end stops after 100 rows.
"""

from __future__ import annotations

import copy
import random
import string
from collections.abc import Callable, Iterator, Sequence
from decimal import Context, Decimal
from typing import Any

from flinksim.connectors.source import Source, SourceItem, SourceRecord
from flinksim.table.compiled_plan.option_values import parse_duration_ms
from flinksim.table.compiled_plan.plan_document import CompiledPlanError
from flinksim.table.compiled_plan.table_connectors import SOURCE_FACTORIES, PlanTable
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.sql_values import (
    NANOS_PER_MILLI,
    Date,
    MapValue,
    TimeOfDay,
    Timestamp,
    TimestampLtz,
)

UNBOUNDED_ROWS = 100
"""How many rows a table has whose options set no end."""
START_MS = 1_704_067_200_000
"""2024-01-01: the processing time of the first row, for generated timestamps."""
Generator = Callable[[random.Random, int], Any]

_LIMITS = {"TINYINT": 2**7, "SMALLINT": 2**15, "INT": 2**31, "BIGINT": 2**63}


class DataGenTable(Source):
    """Rows that are generated column by column."""

    def __init__(self, table: PlanTable) -> None:
        options = table.options
        names = table.type.names
        self._rate = float(options.get("rows-per-second", "10000"))
        ends = []
        self._generators: list[Generator] = []
        for name, kind in zip(names, table.type.children, strict=True):
            prefix = f"fields.{name}."
            given = {k.removeprefix(prefix): v for k, v in options.items() if k.startswith(prefix)}
            self._generators.append(_create_generator(name, kind, given))
            if given.get("kind") == "sequence":
                ends.append(int(given["end"]) - int(given["start"]) + 1)
        rows = int(options["number-of-rows"]) if "number-of-rows" in options else UNBOUNDED_ROWS
        self._count = min([rows, *ends]) if "number-of-rows" in options or not ends else min(ends)
        self._names = names

    def limit_rows(self, count: int) -> DataGenTable:
        """Return a table with at most *count* rows."""
        limited = copy.copy(self)
        limited._count = min(count, self._count)
        return limited

    def splits(self, parallelism: int) -> Sequence[str]:
        return ("datagen",)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        randoms = [random.Random(f"flinksim:{name}") for name in self._names]
        for number in range(self._count):
            values = tuple(
                generate(source, number)
                for generate, source in zip(self._generators, randoms, strict=True)
            )
            yield SourceRecord(ChangeRow(values), arrival_ms=int(number * 1000 / self._rate))


_WIDE = Context(prec=50)
"""Enough digits for each DECIMAL."""


def _create_generator(name: str, kind: LogicalType, options: dict[str, str]) -> Generator:
    if options.get("kind") == "sequence":
        if "start" not in options or "end" not in options:
            raise CompiledPlanError(
                f"the sequence of the column {name!r} needs fields.{name}.start and fields.{name}.end"
            )
        start = int(options["start"])
        if kind.root in {"CHAR", "VARCHAR"}:
            return lambda _, number: str(start + number)
        if kind.root == "DECIMAL":
            return lambda _, number: Decimal(start + number).scaleb(0)
        return lambda _, number: start + number
    return _create_random(kind, options)


def _create_random(kind: LogicalType, options: dict[str, str]) -> Generator:
    root = kind.root
    if root in _LIMITS:
        low = int(options.get("min", -_LIMITS[root]))
        high = int(options.get("max", _LIMITS[root] - 1))
        return lambda source, _: source.randint(low, high)
    if root in {"FLOAT", "DOUBLE"}:
        least, most = float(options.get("min", 0)), float(options.get("max", 1e9))
        return lambda source, _: source.uniform(least, most)
    if root == "DECIMAL":
        limit = 10 ** (kind.precision - kind.scale) - 1
        lowest, highest = float(options.get("min", 0)), float(options.get("max", limit))
        unit = Decimal(1).scaleb(-kind.scale)
        return lambda source, _: _WIDE.quantize(Decimal(source.uniform(lowest, highest)), unit)
    if root in {"CHAR", "VARCHAR"}:
        length = int(options.get("length", kind.precision if root == "CHAR" else 100))
        return lambda source, _: "".join(source.choices("0123456789abcdef", k=length))
    if root == "BOOLEAN":
        return lambda source, _: source.random() < 0.5
    if root in {"TIMESTAMP", "TIMESTAMP_LTZ"}:
        past = parse_duration_ms(options.get("max-past", "0 ms"))
        make = Timestamp if root == "TIMESTAMP" else TimestampLtz
        return lambda source, number: make(
            (START_MS + number - source.randint(0, past)) * NANOS_PER_MILLI
        )
    if root == "DATE":
        return lambda source, _: Date(START_MS // 86_400_000 - source.randint(0, 365))
    if root == "TIME":
        return lambda source, _: TimeOfDay(source.randrange(86_400) * 1000)
    if root in {"BINARY", "VARBINARY"}:
        return lambda source, _: source.randbytes(int(options.get("length", 16)))
    return _create_nested(kind, options)


def _create_nested(kind: LogicalType, options: dict[str, str]) -> Generator:
    inner = [
        _create_random(child, _select_options(options, name))
        for child, name in zip(kind.children, kind.names or string.ascii_lowercase, strict=False)
    ]
    if kind.root == "ROW":
        return lambda source, number: tuple(make(source, number) for make in inner)
    length = int(options.get("length", 3))
    if kind.root == "ARRAY":
        return lambda source, number: tuple(inner[0](source, number) for _ in range(length))
    if kind.root == "MAP":
        return lambda source, number: MapValue(
            (inner[0](source, number), inner[1](source, number)) for _ in range(length)
        )
    raise CompiledPlanError(f"datagen has no values of the type {kind}")


def _select_options(options: dict[str, str], name: str) -> dict[str, str]:
    prefix = f"{name}."
    return {k.removeprefix(prefix): v for k, v in options.items() if k.startswith(prefix)}


SOURCE_FACTORIES["datagen"] = DataGenTable
