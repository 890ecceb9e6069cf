from __future__ import annotations

import pytest

from flinksim.common import TypeInformation, Types


def test_equal_types_are_equal_and_others_are_not() -> None:
    assert Types.INT() == Types.INT()
    assert Types.INT() != Types.LONG()
    assert Types.TUPLE([Types.INT()]) == Types.TUPLE([Types.INT()])
    assert Types.TUPLE([Types.INT()]) != Types.ROW([Types.INT()])
    assert Types.MAP(Types.STRING(), Types.INT()) == Types.MAP(Types.STRING(), Types.INT())
    assert hash(Types.LIST(Types.INT())) == hash(Types.LIST(Types.INT()))


def test_the_names_of_a_row_type_take_no_part_in_equality_as_in_flink() -> None:
    assert Types.ROW_NAMED(["a"], [Types.INT()]) == Types.ROW([Types.INT()])


@pytest.mark.parametrize(
    ("type_info", "text"),
    [
        (Types.INT(), "Integer"),
        (Types.BIG_DEC(), "BigDecimal"),
        (Types.SQL_DATE(), "DateTypeInfo"),
        (Types.PICKLED_BYTE_ARRAY(), "PickledByteArrayTypeInfo"),
        (Types.ROW([Types.INT(), Types.STRING()]), "RowTypeInfo(Integer, String)"),
        (Types.ROW_NAMED(["a"], [Types.INT()]), "RowTypeInfo(a: Integer)"),
        (Types.TUPLE([Types.LONG()]), "TupleTypeInfo(Long)"),
        (Types.LIST(Types.INT()), "ListTypeInfo<Integer>"),
        (Types.BASIC_ARRAY(Types.INT()), "BasicArrayTypeInfo<Integer>"),
        (Types.MAP(Types.STRING(), Types.INT()), "MapTypeInfo<String, Integer>"),
    ],
)
def test_a_type_is_written_as_in_pyflink(type_info: TypeInformation, text: str) -> None:
    assert str(type_info) == text


def test_unnamed_fields_get_names() -> None:
    row = Types.ROW([Types.INT(), Types.STRING()])
    assert row.get_field_names() == ["f0", "f1"]
    assert row.get_field_index("f0") == -1
    named = Types.ROW_NAMED(["x", "y"], [Types.INT(), Types.STRING()])
    assert named.get_field_index("y") == 1


def test_what_is_no_type_is_refused_by_place() -> None:
    with pytest.raises(TypeError, match=r"TupleTypeInfo\(field_types\)\[1\].*found 3"):
        Types.TUPLE([Types.INT(), 3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="expected a list of TypeInformation"):
        Types.ROW(Types.INT())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"expected as many names as field types .2., found 1"):
        Types.ROW_NAMED(["a"], [Types.INT(), Types.INT()])
