"""Types of compiled plans are parsed from both of their forms."""

from __future__ import annotations

import pytest

from flinksim.table.logical_types import LogicalType, parse_logical_type


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
