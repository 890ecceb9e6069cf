"""Rows: values with optional field names and a row kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from flinksim.core.java.hash_code import combine_list_hash_codes, compute_java_hash_code, to_int32
from flinksim.core.unsupported_api import as_java_object
from flinksim.core.validation import validate_arguments

__all__ = ["Row", "RowKind"]


class RowKind(Enum):
    """The kind of change that a row describes in a changelog.

    Flink: ``org.apache.flink.types.RowKind``.
    """

    INSERT = 0
    UPDATE_BEFORE = 1
    UPDATE_AFTER = 2
    DELETE = 3

    to_j_row_kind = as_java_object

    def __str__(self) -> str:
        return _SHORT_STRINGS[self.value]


_SHORT_STRINGS = ("+I", "-U", "+U", "-D")


def _create_row(
    fields: list[str] | None, values: tuple[Any, ...], row_kind: RowKind | None = None
) -> Row:
    row = Row(*values)
    row._fields = fields
    if row_kind is not None:
        row._row_kind = row_kind
    return row


def create_named_row(names: Iterable[str], values: Iterable[Any]) -> Row:
    """Create a row with field names, for each record: the names are not checked."""
    row = Row(*values)
    row._fields = list(names)
    return row


class Row:
    """An ordered list of values with optional field names.

    ``Row(1, "a")`` has positions, ``Row(id=1, name="a")`` also has names, and ``Row("id",
    "name")(1, "a")`` creates a named row from a row of names. Values are read by position, by name
    or as attributes, and set by position or name. Two rows are equal if kind, names (in any order)
    and values are equal.

    Flink: ``pyflink.common.Row`` and ``org.apache.flink.types.Row``.

    >>> Row(id=1, name="a").name
    'a'
    """

    __slots__ = ("_fields", "_row_kind", "_values")

    _fields: list[str] | None
    _values: list[Any]
    _row_kind: RowKind

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise ValueError(
                "Can not use both args and kwargs to create Row: give either positional values or "
                f"named ones, found {len(args)} positional and the names {sorted(kwargs)}"
            )
        self._fields = list(kwargs) if kwargs else None
        self._values = list(kwargs.values()) if kwargs else list(args)
        self._row_kind = RowKind.INSERT

    @staticmethod
    def of_kind(row_kind: RowKind, *args: Any, **kwargs: Any) -> Row:
        """Create a row of kind *row_kind*."""
        row = Row(*args, **kwargs)
        row.set_row_kind(row_kind)
        return row

    def as_dict(self, recursive: bool = False) -> dict[str, Any]:
        """Return the row as a dict; *recursive* also converts nested rows.

        Raises:
            TypeError: if the row has no field names.
        """
        if self._fields is None:
            raise TypeError(f"Cannot convert a Row class into dict: {self!r} has no field names")
        convert = _to_plain if recursive else _return_unchanged
        return {
            name: convert(value) for name, value in zip(self._fields, self._values, strict=False)
        }

    def get_row_kind(self) -> RowKind:
        """Return the row's kind, ``RowKind.INSERT`` by default."""
        return self._row_kind

    def set_row_kind(self, row_kind: RowKind) -> None:
        """Set the row's kind."""
        if not isinstance(row_kind, RowKind):
            raise TypeError(f"Row.set_row_kind: expected a RowKind, found {row_kind!r}")
        self._row_kind = row_kind

    @validate_arguments
    def set_field_names(self, field_names: list[str]) -> None:
        """Set the names of the fields, in order."""
        self._fields = list(field_names)

    def get_fields_by_names(self, names: list[str]) -> list[Any]:
        """Return the values of *names*, in that order; all values if the row has no names."""
        if self._fields is None or names == self._fields:
            return self._values
        try:
            unknown = [name for name in names if name not in self._fields]
        except TypeError:
            unknown = [str(names)]
        if unknown:
            raise ValueError(f"Field names {unknown} not exist in {self._fields}.")
        return [self._values[self._fields.index(name)] for name in names]

    def __contains__(self, item: Any) -> bool:
        return item in (self._values if self._fields is None else self._fields)

    def __call__(self, *args: Any) -> Row:
        if len(args) > len(self):
            raise ValueError(
                f"Can not create Row with fields {self!r}, expected {len(self)} values "
                f"but got {len(args)}: {args!r}"
            )
        return _create_row(list(self._values), args, self._row_kind)

    def __getitem__(self, item: int | str | slice) -> Any:
        if isinstance(item, (int, slice)):
            return self._values[item]
        return self._values[self._find_index(item)]

    def __setitem__(self, item: int | str | slice, value: Any) -> None:
        if isinstance(item, (int, slice)):
            self._values[item] = value
        else:
            self._values[self._find_index(item)] = value

    def _find_index(self, name: str) -> int:
        if self._fields is None or name not in self._fields:
            known = (
                "the row has no field names"
                if self._fields is None
                else f"its fields are {self._fields}"
            )
            raise ValueError(f"Row has no field {name!r}: {known}")
        return self._fields.index(name)

    def __getattr__(self, name: str) -> Any:
        # Called only for missing attributes. A name with an underscore is never a field
        # (copy and pickle probe for such names).
        if name.startswith("_") or self._fields is None or name not in self._fields:
            raise AttributeError(f"Row has no field {name!r}")
        return self._values[self._fields.index(name)]

    def __reduce__(self) -> tuple[Any, ...]:
        return _create_row, (self._fields, tuple(self._values), self._row_kind)

    def __repr__(self) -> str:
        if self._fields is None:
            return f"<Row({', '.join(repr(value) for value in self._values)})>"
        named = zip(self._fields, self._values, strict=False)
        return f"Row({', '.join(f'{name}={value!r}' for name, value in named)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Row) or self._row_kind != other._row_kind:
            return False
        if self._fields is None or other._fields is None:
            return self._fields is other._fields and self._values == other._values
        if self._fields == other._fields:
            return self._values == other._values
        if sorted(self._fields) != sorted(other._fields):
            return False
        return all(self[name] == other[name] for name in self._fields)

    def __hash__(self) -> int:
        return hash(tuple(self._values))

    def java_hash_code(self) -> int:
        """Compute Java's ``Row.hashCode()`` of a row without names; a null field counts as 0."""
        fields = [
            0 if value is None else 31 + compute_java_hash_code(value) for value in self._values
        ]
        return to_int32(31 * self._row_kind.value + combine_list_hash_codes(fields))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _return_unchanged(value: Any) -> Any:
    return value


def _to_plain(value: Any) -> Any:
    match value:
        case Row():
            return value.as_dict(recursive=True)
        case list():
            return [_to_plain(item) for item in value]
        case dict():
            return {key: _to_plain(item) for key, item in value.items()}
        case _:
            return value
