from __future__ import annotations

import copy

import pytest

from flinksim.common import Configuration
from flinksim.common.configuration import (
    format_duration_ms,
    parse_duration_ms,
    parse_memory_bytes,
)


def test_values_are_read_in_the_type_that_is_asked_for() -> None:
    configuration = Configuration()
    configuration.set_string("a", "17").set_boolean("b", True).set_float("c", 0.5)
    assert configuration.get_integer("a", 0) == 17
    assert configuration.get_string("b", "") == "true"
    assert configuration.get_boolean("b", False) is True
    assert configuration.get_float("c", 0.0) == 0.5
    assert configuration.get_integer("missing", 3) == 3


def test_a_value_that_cannot_be_read_names_the_option() -> None:
    configuration = Configuration.from_dict({"a": "x"})
    with pytest.raises(ValueError, match="option 'a': expected a whole number, found 'x'"):
        configuration.get_integer("a", 0)
    with pytest.raises(ValueError, match="option 'a': expected true or false, found 'x'"):
        configuration.get_boolean("a", False)
    with pytest.raises(ValueError, match="option 'a': expected a duration"):
        configuration.get_duration_ms("a", 0)


def test_a_value_of_another_type_is_refused_when_it_is_set() -> None:
    with pytest.raises(TypeError, match=r"set_integer\('a'\).*found '3'"):
        Configuration().set_integer("a", "3")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="found True"):
        Configuration().set_integer("a", True)


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [("200 ms", 200), ("5 s", 5000), ("2min", 120_000), ("1 d", 86_400_000), (7, 7)],
)
def test_durations_are_read_as_flink_writes_them(text: str | int, milliseconds: int) -> None:
    assert parse_duration_ms(text, "here") == milliseconds


@pytest.mark.parametrize(("text", "size"), [("32kb", 32768), ("1 mb", 1 << 20), ("5", 5)])
def test_sizes_are_read_as_flink_writes_them(text: str, size: int) -> None:
    assert parse_memory_bytes(text, "here") == size


def test_configurations_copy_merge_and_compare() -> None:
    first = Configuration.from_dict({"a": "1"})
    twin = copy.deepcopy(first)
    assert twin == first
    assert hash(twin) == hash(first)
    twin.set_string("a", "2")
    assert first.get_string("a", "") == "1"
    merged = Configuration(first).add_all(twin, "x.")
    assert merged.to_dict() == {"a": "1", "x.a": "2"}
    assert merged.remove_config("a") is True
    assert merged.remove_config("a") is False
    assert merged.key_set() == {"x.a"}


def test_lists_are_read_in_both_of_flinks_forms() -> None:
    assert Configuration.parse_list_value("a;b") == ["a", "b"]
    assert Configuration.parse_list_value("[a, 'b']") == ["a", "b"]
    assert Configuration.parse_list_value("") == []


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0 ms"), (999, "999 ms"), (1_000, "1 s"), (30_000, "30 s"), (120_000, "2 min"),
     (3_600_000, "1 h"), (86_400_000, "1 d")],
)  # fmt: skip
def test_a_duration_of_one_unit_is_read_as_it_is_written(milliseconds: int, text: str) -> None:
    assert format_duration_ms(milliseconds) == text
    assert parse_duration_ms(text, "here") == milliseconds


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(90_000, "1 min 30 s"), (5_400_000, "1 h 30 min"), (18_900_001, "5 h 15 min 1 ms"),
     (90_061_001, "1 d 1 h 1 min 1 s 1 ms"), (-90_000, "-1 min 30 s")],
)  # fmt: skip
def test_a_longer_duration_is_written_exactly_in_units_that_a_person_reads(
    milliseconds: int, text: str
) -> None:
    assert format_duration_ms(milliseconds) == text
