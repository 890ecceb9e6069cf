from __future__ import annotations

import dataclasses
import datetime
import math
import warnings
from decimal import Decimal
from typing import Any

import pytest

from flinksim.common import Instant, Row, RowKind, TypeInformation, Types
from flinksim.common.typeutils.conversion import build_collection_converter, build_converter


def converted(value: Any, type_info: TypeInformation) -> Any:
    convert = build_converter(type_info)
    assert convert is not None
    return convert(value)


@pytest.mark.parametrize(
    "type_info",
    [None, Types.PICKLED_BYTE_ARRAY(), Types.INSTANT()],
)
def test_most_types_change_nothing_and_cost_nothing(type_info: TypeInformation | None) -> None:
    assert build_converter(type_info) is None


def test_a_moment_is_a_date_or_a_time_where_that_is_declared() -> None:
    moment = datetime.datetime(2020, 1, 2, 3, 4, 5, 678_901)
    assert converted(moment, Types.SQL_DATE()) == datetime.date(2020, 1, 2)
    assert converted(moment, Types.SQL_TIME()) == datetime.time(3, 4, 5, 678_000)


def test_numbers_are_what_c_makes_of_them() -> None:
    assert converted(Decimal("1.9"), Types.INT()) == 1
    assert [converted(value, Types.BOOLEAN()) for value in (0.5, 1.5, 2, 0)] == [
        False, True, True, False,
    ]  # fmt: skip
    with pytest.raises(TypeError, match="signed char"):
        converted(300, Types.BOOLEAN())


def test_numbers_of_a_collection_wrap_around_as_measured_on_pyflink() -> None:
    convert = build_collection_converter(Types.TUPLE([Types.INT(), Types.SHORT(), Types.LONG()]))
    assert convert is not None
    assert convert((9147483648, 43878, 2**63)) == (557549056, -21658, -(2**63))


@pytest.mark.parametrize(
    ("value", "type_info"),
    [
        (None, Types.INT()),
        (None, Types.STRING()),
        ("x", Types.INT()),
        (1.5, Types.LONG()),
        (("x", 1), Types.TUPLE([Types.INT(), Types.INT()])),
        ((5, None), Types.TUPLE([Types.INT(), Types.LONG()])),
    ],
)
def test_a_collection_cannot_have_null_where_java_cannot_write_it(
    value: Any, type_info: TypeInformation
) -> None:
    convert = build_collection_converter(type_info)
    assert convert is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(TypeError, match="null"):
            convert(value)


def test_moments_of_a_collection_count_their_seconds_in_32_bits() -> None:
    convert = build_collection_converter(Types.ROW([Types.SQL_TIMESTAMP()]))
    assert convert is not None
    (after,) = convert(Row(datetime.datetime(2038, 1, 19, 3, 14, 8, 123456)))
    assert after == datetime.datetime(1901, 12, 13, 20, 45, 52, 123000)
    (before,) = convert((datetime.datetime(1900, 3, 1, 12, 30),))
    assert before == datetime.datetime(2036, 4, 6, 18, 58, 16)


def test_instants_of_a_collection_keep_their_milliseconds() -> None:
    convert = build_collection_converter(Types.INSTANT())
    assert convert is not None
    assert convert(Instant(5, 7_000_006)) == Instant(5, 7_000_000)


def test_named_rows_of_a_collection_keep_their_kind_and_the_order_of_the_type() -> None:
    convert = build_collection_converter(Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.STRING()]))
    assert convert is not None
    row = convert(Row.of_kind(RowKind.DELETE, 1, 2))
    assert (list(row), row.get_row_kind()) == ([1, "2"], RowKind.DELETE)
    assert list(convert(Row(b=5, a=2**31))) == [-(2**31), "5"]


def test_a_text_in_a_tuple_and_anything_in_a_row_may_be_null() -> None:
    convert = build_collection_converter(Types.TUPLE([Types.INT(), Types.STRING()]))
    assert convert is not None
    assert convert((5, None)) == (5, None)
    to_row = build_collection_converter(Types.ROW([Types.INT()]))
    assert to_row is not None
    assert list(to_row((None,))) == [None]


@pytest.mark.parametrize(
    ("value", "type_info", "says"),
    [
        (2**31, Types.INT(), "value too large to convert to int32_t: the output was declared as"),
        (-40000, Types.SHORT(), "value too large to convert to int16_t"),
        (200, Types.BYTE(), "value too large to convert to int8_t"),
        (2**63, Types.LONG(), "Python int too large to convert to C long"),
        (2**70, Types.BIG_INT(), "Python int too large to convert to C long"),
    ],
)
def test_a_number_of_a_function_that_does_not_fit_is_refused(
    value: int, type_info: TypeInformation, says: str
) -> None:
    with pytest.raises(OverflowError, match=says):
        converted(value, type_info)


def test_floats_of_32_bits_lose_digits_and_may_become_infinite() -> None:
    assert converted(0.1, Types.FLOAT()) == 0.10000000149011612
    assert converted(-1e300, Types.FLOAT()) == -math.inf


def test_times_keep_their_milliseconds() -> None:
    moment = datetime.datetime(2024, 1, 2, 3, 4, 5, 123456)
    assert converted(moment, Types.SQL_TIMESTAMP()) == moment.replace(microsecond=123000)
    assert converted(moment.time(), Types.SQL_TIME()) == datetime.time(3, 4, 5, 123000)


def test_a_map_has_the_order_of_a_java_hash_map() -> None:
    assert list(converted({"b": 1, "a": 2}, Types.MAP(Types.STRING(), Types.INT()))) == ["a", "b"]
    numbers = converted(dict.fromkeys([9, 17, 1, 2], 0), Types.MAP(Types.INT(), Types.INT()))
    assert list(numbers) == [9, 17, 1, 2]  # 9, 17 and 1 share one of the 8 places


def test_an_array_of_bytes_arrives_as_bytes() -> None:
    octets = Types.PRIMITIVE_ARRAY(Types.BYTE())
    assert converted(b"ab", octets) == b"ab"
    assert converted([97, -1], octets) == b"a\xff"
    assert converted((1, 2), Types.PRIMITIVE_ARRAY(Types.INT())) == [1, 2]


def test_values_take_the_form_of_their_type_as_measured_on_pyflink() -> None:
    assert converted(1.7, Types.INT()) == 1
    assert converted(True, Types.INT()) == 1
    assert repr(converted(3, Types.DOUBLE())) == "3.0"
    assert converted(2, Types.BOOLEAN()) is True
    assert repr(converted(1.5, Types.BIG_DEC())) == "Decimal('1.5')"
    assert converted(None, Types.INT()) is None
    assert converted("text", Types.STRING()) == "text"


@pytest.mark.parametrize(
    ("value", "type_info", "says"),
    [
        (
            "a",
            Types.INT(),
            r"an integer is required: .*Types\.INT\(\), but the function returned 'a'",
        ),
        ("a", Types.DOUBLE(), "must be real number, not str"),
        (3, Types.STRING(), "text is required, not int"),
        ("x", Types.BOOLEAN(), "an integer is required"),
    ],
)
def test_a_value_of_another_type_is_refused(
    value: Any, type_info: TypeInformation, says: str
) -> None:
    with pytest.raises(TypeError, match=says):
        converted(value, type_info)


def test_what_java_makes_null_of_a_collection_is_told() -> None:
    convert = build_collection_converter(Types.ROW([Types.DOUBLE(), Types.INT(), Types.STRING()]))
    assert convert is not None
    assert convert((1.0, 2, "a")) == Row(f0=1.0, f1=2, f2="a")
    with pytest.warns(UserWarning, match=r"1 \(int\) was declared as Types.DOUBLE\(\)"):
        assert convert((1, 2, 3)) == Row(f0=None, f1=2, f2="3")


def test_a_tuple_list_dict_or_object_declared_as_row_arrives_as_a_named_row() -> None:
    @dataclasses.dataclass
    class Person:
        name: str
        age: int

    person = Types.ROW_NAMED(["name", "age"], [Types.STRING(), Types.INT()])
    expected = Row(name="Alice", age=11)
    for value in (("Alice", 11), ["Alice", 11], {"age": 11, "name": "Alice"}, Person("Alice", 11)):
        assert converted(value, person) == expected
    assert converted(Row(age=11, name="Alice"), person) == expected
    assert converted(Row("Alice", 11), person) == expected


def test_a_row_keeps_its_kind() -> None:
    row = converted(Row.of_kind(RowKind.DELETE, 1), Types.ROW([Types.INT()]))
    assert row.get_row_kind() is RowKind.DELETE
    assert row.f0 == 1


def test_a_list_or_row_declared_as_tuple_arrives_as_a_tuple() -> None:
    pair = Types.TUPLE([Types.STRING(), Types.SHORT()])
    assert converted(["a", 1.5], pair) == ("a", 1)
    assert converted(Row("a", 1), pair) == ("a", 1)


def test_containers_convert_what_they_hold() -> None:
    assert converted((0.1,), Types.BASIC_ARRAY(Types.FLOAT())) == [0.10000000149011612]
    assert converted([1, 2], Types.LIST(Types.INT())) == [1, 2]
    assert converted({"a": 1.5}, Types.MAP(Types.STRING(), Types.SHORT())) == {"a": 1}


def test_none_stays_none() -> None:
    assert converted(None, Types.ROW([Types.INT()])) is None
    assert converted((None,), Types.TUPLE([Types.ROW([Types.INT()])])) == (None,)


def test_a_value_that_does_not_fit_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Unexpected tuple 'abc' with TupleTypeInfo\(Integer\)"):
        converted("abc", Types.TUPLE([Types.INT()]))
    with pytest.raises(TypeError, match="3 fields does not fit the declared type with 1 fields"):
        converted((1, 2, 3), Types.TUPLE([Types.INT()]))
