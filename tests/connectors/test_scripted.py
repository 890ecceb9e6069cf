from __future__ import annotations

from typing import Any

import pytest

from flinksim.connectors.scripted_source import (
    ScriptedSource,
    active,
    at,
    idle,
    pause,
    record,
    watermark,
)
from flinksim.connectors.source import (
    SourceEndOfInput,
    SourceRecord,
    SourceStatus,
    SourceWatermark,
)


def items(source: ScriptedSource, split: str) -> list[Any]:
    return list(source.open_split(split))


def test_each_split_follows_its_own_script() -> None:
    source = ScriptedSource(
        {
            "left": [record("a", 1000), watermark(999), pause(500), record("b", 2000), idle()],
            "right": [at(10_000), active(), record("c")],
        }
    )
    assert list(source.splits(8)) == ["left", "right"]
    assert items(source, "left") == [
        SourceRecord("a", 1000),
        SourceWatermark(999),
        SourceRecord("b", 2000, 500),
        SourceStatus(True, 500),
    ]
    assert items(source, "right") == [SourceStatus(False, 10_000), SourceRecord("c", None, 10_000)]


def test_a_list_is_the_script_of_one_split() -> None:
    source = ScriptedSource([record(1)])
    assert list(source.splits(1)) == ["script"]
    assert items(source, "script") == [SourceRecord(1)]


def test_pauses_add_up_from_the_start() -> None:
    source = ScriptedSource([pause(5), record(1), pause(7), record(2)], start_ms=100)
    assert [item.arrival_ms for item in items(source, "script")] == [105, 112]


def test_a_pause_at_the_end_keeps_the_split_open() -> None:
    assert items(ScriptedSource([record(1), pause(30)]), "script")[-1] == SourceEndOfInput(30)
    assert items(ScriptedSource([pause(30), record(1)]), "script") == [SourceRecord(1, None, 30)]


def test_every_run_gets_values_of_its_own() -> None:
    source = ScriptedSource([record([1])])
    items(source, "script")[0].value.append(2)
    assert items(source, "script")[0].value == [1]


def test_time_never_goes_back_within_a_split() -> None:
    message = r"split 'x', item 2: at\(50\) is in the past: the split is already at 100\b"
    with pytest.raises(ValueError, match=message):
        ScriptedSource({"x": [at(100), record(1), at(50)]})


def test_what_is_no_item_is_named_with_its_place() -> None:
    with pytest.raises(TypeError, match=r"split 'x', item 1: expected record\(\).*found 'b'"):
        ScriptedSource({"x": [record("a"), "b"]})


def test_a_negative_pause_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^pause: expected at least 0 ms, found -1$"):
        pause(-1)


def test_a_script_without_splits_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one split"):
        ScriptedSource({})


def test_a_run_begins_with_the_script() -> None:
    assert ScriptedSource([record(1)], start_ms=100).first_arrival_ms() is None
    assert ScriptedSource([pause(5), record(1)], start_ms=100).first_arrival_ms() == 100
