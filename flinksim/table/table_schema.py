"""PyFlink: ``TableSchema``, the older form of ``ResolvedSchema``."""

from __future__ import annotations

from typing import Any

from flinksim.table.planner.rel_nodes import Rel
from flinksim.table.types import DataType

__all__ = ["TableSchema"]


class TableSchema:
    """Names and types of the columns of a table."""

    def __init__(self, field_names: list[str], data_types: list[Any]) -> None:
        self._names = field_names
        self._types = data_types

    @staticmethod
    def of_rel(rel: Rel) -> TableSchema:
        """Return the schema of a relational tree."""
        return TableSchema([f.name for f in rel.fields], [DataType.of(f.type) for f in rel.fields])

    def get_field_names(self) -> list[str]:
        """Return the names."""
        return list(self._names)

    def get_field_data_types(self) -> list[Any]:
        """Return the types."""
        return list(self._types)

    def get_field_name(self, field_index: int) -> str | None:
        """Return a name."""
        return self._names[field_index] if 0 <= field_index < len(self._names) else None

    def get_field_data_type(self, field: int | str) -> Any:
        """Return a type, by position or name."""
        if isinstance(field, str):
            return self._types[self._names.index(field)] if field in self._names else None
        return self._types[field]

    def get_field_count(self) -> int:
        """Return the number of columns."""
        return len(self._names)

    def __str__(self) -> str:
        lines = [f" |-- {n}: {t}" for n, t in zip(self._names, self._types, strict=True)]
        return "\n".join(["root", *lines])
