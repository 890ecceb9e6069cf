from __future__ import annotations

import copy
import pickle

import pytest

from flinksim.common import Row, RowKind


def test_a_row_is_read_by_position_name_and_attribute() -> None:
    row = Row(name="Alice", age=11)
    assert (row[0], row["age"], row.name) == ("Alice", 11, "Alice")
    assert row[0:2] == ["Alice", 11]
    assert list(row) == ["Alice", 11]
    assert len(row) == 2


def test_a_row_is_set_by_position_and_name_but_not_as_attribute() -> None:
    row = Row(name="Alice", age=11)
    row[0] = "Bob"
    row["age"] = 12
    assert row == Row(name="Bob", age=12)
    with pytest.raises(AttributeError):
        row.salary = 3  # type: ignore[attr-defined]


def test_a_row_of_names_makes_named_rows() -> None:
    person = Row("name", "age")
    assert person("Alice", 11) == Row(name="Alice", age=11)
    with pytest.raises(ValueError, match="expected 2 values but got 3"):
        person("Alice", 11, 12)


def test_rows_are_equal_by_kind_names_in_any_order_and_values() -> None:
    assert Row(a=1, b=2) == Row(b=2, a=1)
    assert Row(1, 2) == Row(1, 2)
    assert Row(1, 2) != Row(f0=1, f1=2)
    assert Row(1, 2) != Row(2, 1)
    assert Row.of_kind(RowKind.DELETE, 1) != Row(1)
    assert Row(1) != (1,)


def test_a_missing_field_says_which_fields_there_are() -> None:
    with pytest.raises(ValueError, match=r"no field 'c'.*\['a'\]"):
        Row(a=1)["c"]
    with pytest.raises(ValueError, match="no field names"):
        Row(1)["c"]
    with pytest.raises(AttributeError, match="no field 'c'"):
        _ = Row(a=1).c


def test_a_row_survives_copy_and_pickle_with_names_and_kind() -> None:
    row = Row.of_kind(RowKind.UPDATE_AFTER, a=1, b=[2])
    for twin in (copy.deepcopy(row), pickle.loads(pickle.dumps(row)), copy.copy(row)):
        assert twin == row
        assert twin.get_row_kind() is RowKind.UPDATE_AFTER


def test_a_row_is_written_as_in_pyflink() -> None:
    assert repr(Row(1, "a")) == "<Row(1, 'a')>"
    assert repr(Row(a=1, b="x")) == "Row(a=1, b='x')"
    assert [str(kind) for kind in RowKind] == ["+I", "-U", "+U", "-D"]


def test_a_row_becomes_a_dict_with_the_rows_inside_if_asked() -> None:
    row = Row(a=1, inner=[Row(b=2)])
    assert row.as_dict() == {"a": 1, "inner": [Row(b=2)]}
    assert row.as_dict(recursive=True) == {"a": 1, "inner": [{"b": 2}]}
    with pytest.raises(TypeError, match="no field names"):
        Row(1).as_dict()


def test_positional_and_named_values_cannot_be_mixed() -> None:
    with pytest.raises(ValueError, match="both args and kwargs"):
        Row(1, a=2)


def test_fields_are_fetched_by_names() -> None:
    row = Row(a=1, b=2)
    assert row.get_fields_by_names(["b", "a"]) == [2, 1]
    with pytest.raises(ValueError, match=r"\['c'\] not exist in \['a', 'b'\]"):
        row.get_fields_by_names(["c"])
