from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flinksim.common.types import Row
from flinksim.connectors.event_log.event_log_source import (
    EventLogError,
    EventLogSource,
    RejectedRow,
    RejectedRowsWarning,
    handle_bad_rows,
    read_event_log,
)
from flinksim.connectors.event_log.event_log_writer import EventLogWriter
from flinksim.connectors.source import SourceEndOfInput, SourceRecord
from flinksim.core.resources import FLIGHTS

MakeLog = Callable[..., Path]


@pytest.fixture
def make_log(tmp_path: Path) -> MakeLog:
    def make(text: str, name: str = "log.csv") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return make


def records(source: EventLogSource, split: str) -> list[SourceRecord]:
    items = list(source.open_split(split))
    assert all(isinstance(item, SourceRecord) for item in items)
    return items


def values(source: EventLogSource, split: str) -> list[Any]:
    return [record.value for record in records(source, split)]


# --- what is read --------------------------------------------------------------------------------


def test_each_split_gives_its_own_lines_in_order(make_log: MakeLog) -> None:
    log = make_log("split,arrival,word,n\nb,10,x,1\na,11,y,2\nb,12,z,3\n")
    source = EventLogSource(log)
    assert list(source.splits(5)) == ["b", "a"]
    assert records(source, "b") == [
        SourceRecord(("x", 1), None, 10),
        SourceRecord(("z", 3), None, 12),
    ]
    assert records(source, "a") == [SourceRecord(("y", 2), None, 11)]


def test_a_source_is_read_again_from_the_beginning(make_log: MakeLog) -> None:
    source = EventLogSource(make_log("split,arrival,n\na,0,1\na,1,2\n"))
    half_read = source.open_split("a")
    next(half_read)
    assert values(source, "a") == [(1,), (2,)]


def test_columns_may_stand_in_any_order(make_log: MakeLog) -> None:
    source = EventLogSource(make_log("n,arrival,word,split\n1,5,x,a\n"))
    assert records(source, "a") == [SourceRecord((1, "x"), None, 5)]


def test_a_record_can_be_a_row_with_the_columns_names(make_log: MakeLog) -> None:
    source = EventLogSource(make_log("split,arrival,word,n\na,0,x,1\n"), value="row")
    (row,) = values(source, "a")
    assert isinstance(row, Row)
    assert (row.word, row.n, row[1], row.as_dict()) == ("x", 1, 1, {"word": "x", "n": 1})


def test_a_record_can_be_the_only_payload_column(make_log: MakeLog) -> None:
    source = EventLogSource(make_log("split,arrival,line\na,0,to be\n"), value="single")
    assert values(source, "a") == ["to be"]


def test_a_timestamp_column_is_the_sources_timestamp_and_no_payload(make_log: MakeLog) -> None:
    source = EventLogSource(make_log("split,arrival,timestamp,n\na,9,5,1\n"))
    assert records(source, "a") == [SourceRecord((1,), 5, 9)]


def test_a_payload_column_can_be_the_timestamp_too(make_log: MakeLog) -> None:
    source = EventLogSource(make_log("split,arrival,at,n\na,9,1970-01-01,1\n"), timestamp="at")
    assert records(source, "a") == [SourceRecord((0, 1), 0, 9)]


@pytest.mark.parametrize(
    ("cell", "timestamp"),
    [
        ("0", 0),
        ("-5", -5),
        ("1357102620000", 1357102620000),
        ("2013-01-02T04:57", 1357102620000),
        ("2013-01-02T04:57:00.250", 1357102620250),
        ("2013-01-02 04:57:00", 1357102620000),
        ("2013-01-02T04:57:00Z", 1357102620000),
        ("2013-01-02T04:57:00-05:00", 1357120620000),
        ("1969-12-31T23:59:59.999", -1),
    ],
)
def test_a_time_is_epoch_milliseconds_or_iso(make_log: MakeLog, cell: str, timestamp: int) -> None:
    source = EventLogSource(make_log(f"split,arrival,t:timestamp\na,{cell},{cell}\n"))
    assert records(source, "a") == [SourceRecord((timestamp,), None, timestamp)]


def test_a_column_has_the_type_that_all_its_cells_allow(make_log: MakeLog) -> None:
    log = make_log(
        "split,arrival,whole,number,flag,text,mixed,empty,holes\n"
        "a,0,1,1,true,x,1,,1\n"
        "a,0,-2,2.5,False,y,true,,\n"
    )
    source = EventLogSource(log)
    assert source.columns == {
        "whole": "int",
        "number": "float",
        "flag": "bool",
        "text": "str",
        "mixed": "str",
        "empty": "str",
        "holes": "int",
    }
    assert values(source, "a") == [
        (1, 1.0, True, "x", "1", "", 1),
        (-2, 2.5, False, "y", "true", "", None),
    ]


def test_the_header_or_the_caller_can_give_a_type(make_log: MakeLog) -> None:
    log = make_log("split,arrival,zip:str,n\na,0,00123,7\n")
    assert values(EventLogSource(log, types={"n": "float"}), "a") == [("00123", 7.0)]


def test_cells_may_hold_commas_quotes_and_line_breaks(make_log: MakeLog) -> None:
    log = make_log('split,arrival,line\na,0,"one, ""two""\nthree"\na,1,four\n')
    assert values(EventLogSource(log, value="single"), "a") == ['one, "two"\nthree', "four"]


def test_json_lines_keep_the_types_of_json(make_log: MakeLog) -> None:
    log = make_log(
        '{"split": "a", "arrival": 5, "word": "x", "n": 1, "tags": ["t"]}\n\n'
        '{"n": null, "tags": [], "word": "y", "arrival": "1970-01-01T00:00:01", "split": "b"}\n',
        "log.jsonl",
    )
    source = EventLogSource(log)
    assert records(source, "a") == [SourceRecord(("x", 1, ["t"]), None, 5)]
    assert records(source, "b") == [SourceRecord(("y", None, []), None, 1000)]


def test_with_splits_and_types_given_nothing_is_read_beforehand(make_log: MakeLog) -> None:
    log = make_log("split,arrival,n:int\na,0,1\nb,0,wrong\n")
    source = EventLogSource(log, splits=["a"])
    assert values(source, "a") == [(1,)]
    with pytest.raises(EventLogError):
        EventLogSource(log)


def test_read_event_log_gives_all_records_by_arrival(make_log: MakeLog) -> None:
    log = make_log("split,arrival,n\nb,1,1\na,1,2\nb,3,3\na,2,4\n")
    assert [record.value for record in read_event_log(log)] == [(1,), (2,), (4,), (3,)]


def test_a_run_begins_with_the_first_arrival(make_log: MakeLog) -> None:
    log = make_log("split,arrival,n:int\nb,70,1\na,50,2\na,60,3\n")
    assert EventLogSource(log).first_arrival_ms() == 50
    assert EventLogSource(log, splits=["b"]).first_arrival_ms() == 70


def test_the_bundled_day_has_all_flights_that_left() -> None:
    source = EventLogSource(FLIGHTS, value="row")
    assert list(source.splits(1)) == ["EWR", "JFK", "LGA"]
    counts = {split: len(records(source, split)) for split in source.splits(1)}
    assert counts == {"EWR": 344, "JFK": 320, "LGA": 271}
    for split in source.splits(1):
        for record in records(source, split):
            flight = record.value
            assert record.arrival_ms == flight.scheduled + flight.delay * 60_000
    late = [r.value.delay for r in read_event_log(FLIGHTS, value="row") if r.value.delay > 60]
    assert (len(late), max(late)) == (80, 379)


# --- bad input: each message names file, line, column, what was expected and what to do -----------

HEADER = "split,arrival,n:int\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "log.csv: the file is empty. Start the file with split,arrival,..."),
        ("# only a remark\n", "log.csv: the file is empty. Start the file with split,arrival,..."),
        (HEADER, "log.csv: the log has a header but no records"),
        (
            "split,n\na,1\n",
            "log.csv, line 1, column 'arrival': the column does not exist. Columns of the log: split, n. "
            "An event log needs 'split' and 'arrival'.",
        ),
        (
            "#\n#\narrival,n\n1,1\n",
            "log.csv, line 3, column 'split': the column does not exist. Columns of the log: arrival, n. "
            "An event log needs 'split' and 'arrival'.",
        ),
        ("split,arrival,n,n\n", "log.csv, line 1, column 'n': the column occurs twice"),
        ("split,arrival,\n", "log.csv, line 1: column 3 has no name"),
        (
            "split,arrival,n:long\n",
            "log.csv, line 1, column 'n': expected one of the types int, float, bool, str, "
            "timestamp, json, found 'long'",
        ),
        (
            HEADER + "a,0,1\na,0\n",
            "log.csv, line 3: expected 3 cells (split,arrival,n), found 2. Put a cell that "
            "contains a comma in double quotes. Leave a missing cell empty.",
        ),
        (
            HEADER + "a,0,1,2\n",
            "log.csv, line 2: expected 3 cells (split,arrival,n), found 4. Put a cell that "
            "contains a comma in double quotes. Leave a missing cell empty.",
        ),
        (
            HEADER + "a,soon,1\n",
            "log.csv, line 2, column 'arrival': expected epoch milliseconds or an ISO-8601 time "
            "such as 2013-01-02T05:17, found 'soon'",
        ),
        (
            HEADER + "a,,1\n",
            "log.csv, line 2, column 'arrival': expected epoch milliseconds or an ISO-8601 time "
            "such as 2013-01-02T05:17, found an empty cell",
        ),
        (
            HEADER + "a,9223372036854775808,1\n",
            "log.csv, line 2, column 'arrival': expected epoch milliseconds or an ISO-8601 time "
            "such as 2013-01-02T05:17, found '9223372036854775808'",
        ),
        (
            HEADER + "a,5,1\nb,1,1\na,4,1\n",
            "log.csv, line 4, column 'arrival': expected a time that is not earlier than line 2 of split "
            "'a' (5), found 4. Arrival must not decrease within a split. "
            "Sort the lines of the split by arrival.",
        ),
        (
            HEADER + ",5,1\n",
            "log.csv, line 2, column 'split': expected the name of a split, found an empty cell",
        ),
        (
            HEADER + "a,5,1.5\n",
            "log.csv, line 2, column 'n': expected a whole number, found '1.5'",
        ),
        (
            "split,arrival,timestamp\na,5,\n",
            "log.csv, line 2, column 'timestamp': expected epoch milliseconds or an ISO-8601 time "
            "such as 2013-01-02T05:17, found an empty cell",
        ),
        (
            "split,arrival,timestamp\na,5,noon\n",
            "log.csv, line 2, column 'timestamp': expected epoch milliseconds or an ISO-8601 time "
            "such as 2013-01-02T05:17, found 'noon'",
        ),
        (
            'split,arrival,line\na,0,"one\ntwo"\na,soon,x\n',
            "log.csv, line 4, column 'arrival': expected epoch milliseconds or an ISO-8601 time "
            "such as 2013-01-02T05:17, found 'soon'",
        ),
        (
            'split,arrival,line\na,0,"open\n',
            "log.csv, line 2: invalid CSV row: unexpected end of data. Check its quotes.",
        ),
    ],
)
def test_a_bad_csv_log_is_refused_with_the_place(
    make_log: MakeLog, text: str, message: str
) -> None:
    path = make_log(text)
    with pytest.raises(EventLogError) as caught:
        EventLogSource(path)
    assert str(caught.value) == f"{path.parent}/{message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n", "log.jsonl: the file is empty. Write one JSON object per line."),
        (
            '{"split": "a", "arrival": 1}\n{"split": "a" "arrival": 1}\n',
            "log.jsonl, line 2: invalid JSON object: Expecting ',' delimiter at character 15",
        ),
        (
            '{"split": "a", "arrival": 1}\n[1, 2]\n',
            "log.jsonl, line 2: expected a JSON object, found '[1, 2]'",
        ),
        (
            '{"split": "a", "arrival": 1, "n": 1}\n\n{"split": "a", "arrival": 1}\n',
            "log.jsonl, line 3, column 'n': expected the keys of the first line (split, arrival, "
            "n), but this line has no 'n'. Write null for a missing value.",
        ),
        (
            '{"split": "a", "arrival": 1}\n{"split": "a", "arrival": 1, "m": 1}\n',
            "log.jsonl, line 2, column 'm': expected the keys of the first line (split, arrival), "
            "but this line has the additional key 'm'. Write null for a missing value.",
        ),
        (
            '{"split": "a", "arrival": true}\n',
            "log.jsonl, line 1, column 'arrival': expected epoch milliseconds or an ISO-8601 time "
            "such as 2013-01-02T05:17, found True",
        ),
        (
            '{"split": 1, "arrival": 1}\n',
            "log.jsonl, line 1, column 'split': expected the name of a split, found 1",
        ),
        (
            '{"split": "a", "arrival": 1, "timestamp": null}\n',
            "log.jsonl, line 1, column 'timestamp': expected epoch milliseconds or an ISO-8601 "
            "time such as 2013-01-02T05:17, found an empty cell",
        ),
    ],
)
def test_a_bad_json_log_is_refused_with_the_place(
    make_log: MakeLog, text: str, message: str
) -> None:
    path = make_log(text, "log.jsonl")
    with pytest.raises(EventLogError) as caught:
        EventLogSource(path)
    assert str(caught.value) == f"{path.parent}/{message}"


def test_an_error_carries_its_place(make_log: MakeLog) -> None:
    path = make_log(HEADER + "a,0,1\na,0,x\n")
    with pytest.raises(EventLogError) as caught:
        EventLogSource(path)
    assert (caught.value.path, caught.value.line, caught.value.column) == (path, 3, "n")


def test_a_log_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(EventLogError, match=r"gone\.csv: file not found\. Current folder: "):
        EventLogSource(tmp_path / "gone.csv")


def test_another_kind_of_file_is_refused(make_log: MakeLog) -> None:
    expected = r"expected a file name that ends in \.csv, \.jsonl, \.ndjson"
    with pytest.raises(EventLogError, match=expected):
        EventLogSource(make_log("", "log.parquet"))


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes(HEADER.encode() + b"a,0,\xff\n")
    with pytest.raises(EventLogError, match=r"invalid UTF-8: .*\. Save it as UTF-8"):
        EventLogSource(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"types": {"m": "int"}}, "the payload column does not exist. Payload columns: n"),
        ({"types": {"n": "long"}}, r"types\['n'\]: expected one of int, float.*, found 'long'"),
        ({"timestamp": "when"}, "column 'when': the payload column does not exist"),
        ({"value": "list"}, r"\(value\): expected 'tuple' or 'row' or 'single', found 'list'"),
    ],
)
def test_bad_arguments_are_refused(
    make_log: MakeLog, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        EventLogSource(make_log("split,arrival,n\na,0,1\n"), **arguments)


def test_a_split_that_no_record_has_is_refused(make_log: MakeLog) -> None:
    log = make_log("split,arrival,n\na,0,1\nb,0,1\n")
    with pytest.raises(
        EventLogError, match=re.escape("no record has the split 'c'. Splits of the log")
    ):
        EventLogSource(log, splits=["a", "c"])


def test_single_needs_exactly_one_payload_column(make_log: MakeLog) -> None:
    with pytest.raises(ValueError, match="exactly one payload column, found 2: m, n"):
        EventLogSource(make_log("split,arrival,m,n\na,0,1,1\n"), value="single")


# --- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["log.csv", "log.jsonl"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    events = [
        ("a", 0, "plain", 1, True),
        ("b", 0, 'with "quotes", commas\nand lines\r\n', -2, False),
        ("a", 7, "", 3, True),
    ]
    with EventLogWriter(tmp_path / name, ["text:str", "n:int", "flag:bool"]) as writer:
        for event in events:
            writer.write(*event)
    source = EventLogSource(tmp_path / name)
    read = [(s, r.arrival_ms, *r.value) for s in source.splits(1) for r in records(source, s)]
    assert read == [events[0], events[2], events[1]]


def test_every_line_is_on_disk_at_once(tmp_path: Path) -> None:
    writer = EventLogWriter(tmp_path / "log.csv", ["n"])
    writer.write("a", 5, 1)
    assert (tmp_path / "log.csv").read_text() == "split,arrival,n\na,5,1\n"
    writer.close()


def test_a_writer_wants_a_value_for_each_column(tmp_path: Path) -> None:
    with (
        EventLogWriter(tmp_path / "log.csv", ["m", "n"]) as writer,
        pytest.raises(ValueError, match="a value for each of m, n, found 1"),
    ):
        writer.write("a", 5, 1)


@pytest.mark.parametrize("name", ["log.csv", "log.jsonl"])
def test_a_log_can_tell_when_a_split_ended(tmp_path: Path, name: str) -> None:
    with EventLogWriter(tmp_path / name, ["n:int"], with_ends=True) as writer:
        writer.write("a", 5, 1)
        writer.write_end("a", 9)
    source = EventLogSource(tmp_path / name)
    assert source.columns == {"n": "int" if name == "log.csv" else "json"}
    assert list(source.open_split("a")) == [SourceRecord((1,), None, 5), SourceEndOfInput(9)]


def test_an_end_needs_a_column_for_ends(tmp_path: Path) -> None:
    with (
        EventLogWriter(tmp_path / "log.csv", ["n"]) as writer,
        pytest.raises(ValueError, match="Use with_ends=True"),
    ):
        writer.write_end("a", 5)


def test_an_end_is_true_or_false(make_log: MakeLog) -> None:
    with pytest.raises(
        EventLogError, match="column 'split_end': expected true or false, found 'x'"
    ):
        EventLogSource(make_log("split,arrival,split_end,n\na,1,x,1\n"))


# --- bad rows that are rejected ------------------------------------------------------------------


def test_a_rejected_row_is_told_and_the_others_are_read(make_log: MakeLog) -> None:
    log = make_log("split,arrival,n:int\na,1,1\na,2,two\na,3,3\nb,0,4\na,2,5\n")
    with pytest.warns(
        RejectedRowsWarning, match=r"log\.csv: 2 rows were rejected, the first in line 3"
    ):
        source = EventLogSource(log, bad_rows="reject")
    assert values(source, "a") == [(1,), (3,)]
    assert values(source, "b") == [(4,)]
    assert list(source.rejects()) == [
        RejectedRow(str(log), 3, "a,2,two", "column 'n': expected a whole number, found 'two'"),
        RejectedRow(
            str(log),
            6,
            "a,2,5",
            "column 'arrival': expected a time that is not earlier than line 4 of split 'a' (3), found 2. "
            "Arrival must not decrease within a split. Sort the lines of the split by arrival.",
        ),
    ]


def test_an_open_quote_costs_its_own_line_alone(make_log: MakeLog) -> None:
    log = make_log(
        "split,arrival,word:str\n"
        'a,1,"open\n'
        "a,2,two\n"
        'a,3,"again\n'
        'a,4,"over\ntwo lines"\n'
        'a,5,"to the end\n'
        "a,6,six\n"
    )
    source = EventLogSource(log, splits=["a"], bad_rows="reject")
    assert values(source, "a") == [("two",), ("over\ntwo lines",), ("six",)]
    assert [(row.line, row.text) for row in source.rejects()] == [
        (2, 'a,1,"open'),
        (4, 'a,3,"again'),
        (7, 'a,5,"to the end'),
    ]


def test_bytes_that_are_no_text_cost_their_line(make_log: MakeLog) -> None:
    log = make_log("split,arrival,word:str\na,1,one\na,2,X\na,3,three\n")
    log.write_bytes(log.read_bytes().replace(b"X", b"\xff"))
    with pytest.raises(EventLogError, match=r"log\.csv, line 3: invalid UTF-8: invalid start"):
        EventLogSource(log)
    source = EventLogSource(log, splits=["a"], bad_rows="reject")
    assert values(source, "a") == [("one",), ("three",)]
    assert [row.text for row in source.rejects()] == ["a,2,\\xff"]


def test_nothing_comes_behind_the_end_of_a_split(make_log: MakeLog) -> None:
    log = make_log("split,arrival,split_end,n\na,1,,1\na,2,true,\nb,2,,5\na,3,,1\n")
    with pytest.raises(
        EventLogError, match=r"line 5, column 'split': expected no more rows of split"
    ):
        EventLogSource(log)


def test_what_to_do_with_bad_rows_can_come_from_outside(make_log: MakeLog) -> None:
    log = make_log("split,arrival,n:int\na,1,one\na,2,2\n")
    with handle_bad_rows("reject"), pytest.warns(RejectedRowsWarning):
        assert values(EventLogSource(log), "a") == [(2,)]
    with pytest.raises(EventLogError):
        EventLogSource(log)
    with pytest.raises(ValueError, match=r"bad_rows\): expected 'error' or 'reject'"):
        EventLogSource(log, bad_rows="ignore")  # type: ignore[arg-type]
