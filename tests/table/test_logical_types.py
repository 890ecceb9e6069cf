"""Types of compiled plans are parsed from both of their forms."""

from __future__ import annotations

import re
from typing import Any

import pytest

from flinksim.table import EnvironmentSettings, TableEnvironment
from flinksim.table.logical_types import LogicalType, parse_logical_type
from flinksim.table.planner.planner_errors import SqlError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("VARCHAR(2147483647) NOT NULL", "STRING NOT NULL"),
        ("DECIMAL(10, 2)", "DECIMAL(10, 2)"),
        ("TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL", "TIMESTAMP_LTZ(3) NOT NULL"),
        ("INTERVAL DAY(2) TO SECOND(3)", "INTERVAL DAY(2) TO SECOND(3)"),
        ("MAP<STRING, ROW<`a b` INT NOT NULL, `c` ARRAY<INT>>>",
         "MAP<STRING, ROW<`a b` INT NOT NULL, `c` ARRAY<INT>>>"),
    ],
)  # fmt: skip
def test_types_are_parsed_from_text(text: str, expected: str) -> None:
    assert str(parse_logical_type(text)) == expected


def test_types_are_parsed_from_json() -> None:
    rowtime = {"type": "TIMESTAMP_WITHOUT_TIME_ZONE", "precision": 3, "kind": "ROWTIME"}
    row = {"type": "ROW", "nullable": False, "fields": [{"name": "ts", "fieldType": rowtime}]}
    type_ = parse_logical_type(row)
    assert type_ == LogicalType(
        "ROW", False, names=("ts",), children=(LogicalType("TIMESTAMP", precision=3),)
    )
    assert type_.children[0].time_kind == "ROWTIME"


def test_an_invalid_type_names_the_unexpected_word() -> None:
    with pytest.raises(ValueError, match="expected '>', found the end of the text"):
        parse_logical_type("ARRAY<INT")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("DECIMAL(99999999999, 2)", "Decimal precision must be between 1 and 38"),
        ("DECIMAL(0)", "Decimal precision must be between 1 and 38"),
        ("DECIMAL(5, 9)", "Decimal scale must be between 0 and the precision 5"),
        ("TIMESTAMP(10)", "Timestamp precision must be between 0 and 9"),
        ({"type": "TIMESTAMP_WITHOUT_TIME_ZONE", "precision": 1 << 40}, "Timestamp precision must"),
    ],
)  # fmt: skip
def test_a_plan_has_no_other_precision_than_flink(text: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_logical_type(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("DECIMAL(50, 2)", "DECIMAL(38, 2)"),
        ("TIMESTAMP(12)", "TIMESTAMP(9)"),
        ("TIMESTAMP_LTZ(12)", "TIMESTAMP_LTZ(9)"),
        ("TIME(12)", "TIME(3)"),
        ("DECIMAL(0, 0)", "Decimal precision must be between 1 and 38"),
        ("DECIMAL(5, 9)", "Decimal scale must be between 0 and the precision 5"),
        ("DECIMAL(99, 45)", "Decimal scale must be between 0 and the precision 38"),
        ("DECIMAL(99999999999, 2)", "Literal '99999999999' can not be parsed to type 'java.lang.Integer'"),
    ],
)  # fmt: skip
def test_a_column_has_the_precision_of_flink(text: str, found: str) -> None:
    """As Flink 2.3.0 describes the table, or rejects it."""
    environment = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    statement = f"CREATE TABLE t (a {text}) WITH ('connector' = 'datagen')"
    if "(" in found[:14]:
        environment.execute_sql(statement)
        (row,) = environment.execute_sql("DESCRIBE t").collect()
        assert row[1] == found
    else:
        with pytest.raises(SqlError, match=re.escape(found)):
            environment.execute_sql(statement)
