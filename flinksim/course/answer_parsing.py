"""Parsers of the values that learners write as answers.

A parser accepts every right spelling and converts it to one normal form. It gets the data of the
exercise and a value, and raises :class:`~flinksim.course.solution_model.InvalidAnswer` for anything
else. Types are exact: ``True`` is not 1, and an object that equals everything equals nothing.
Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from flinksim.course.lesson_texts import COMMON_TEXTS
from flinksim.course.solution_model import AnswerParser, InvalidAnswer

_UNITS_MS = {
    name: factor
    for factor, names in {
        1: " ms msec millis millisecond milliseconds 毫秒",
        1_000: "s sec secs second seconds 秒",
        60_000: "m min mins minute minutes 分 分钟",
        3_600_000: "h hr hrs hour hours 时 小时",
        86_400_000: "d day days 天",
    }.items()
    for name in names.split(" ")
}


_GROUPED = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
"""A blank between groups of three digits."""


def parse_whole_number(data: Any, value: Any) -> int:
    """Parse a whole number: ``12``, ``"12"``, ``"step 12"``, ``"1,234"``, ``"2_000"``, ``"2 000"``.

    >>> parse_whole_number(None, "step 1,234")
    1234
    """
    if type(value) is int:
        return value
    if type(value) is str:
        text = _GROUPED.sub("", value.strip())
        found = re.fullmatch(r"\D*?(-?\d[\d,_]*)(?:\.0+)?\s*\D*", text)
        if found:
            return int(re.sub("[,_]", "", found[1]))
    raise InvalidAnswer(COMMON_TEXTS.format("no whole number", value=f"{value!r:.60}"))


def parse_milliseconds(data: Any, value: Any) -> int:
    """Parse a duration in ms: ``1500``, ``"1_500"``, ``"1.5 s"``, ``"2 minutes"``, ``"1 min 30 s"``.

    >>> parse_milliseconds(None, "1.5 s"), parse_milliseconds(None, "-1 h 30 min")
    (1500, -5400000)
    """
    if type(value) is int:
        return value
    if type(value) is str:
        text = re.sub(r"[,_]|(?<!\d)\s+|\s+(?!\d)", "", _GROUPED.sub("", value.lower()))
        parts = re.findall(r"(\d+(?:\.\d+)?)([^\d.-]*)", text)
        if re.fullmatch(r"[-+]?(?:\d+(?:\.\d+)?[^\d.-]*)+", text) and all(
            unit in _UNITS_MS and (unit or len(parts) == 1) for _, unit in parts
        ):
            # as a float, 8.05 s is not a whole number of ms
            exact = sum(Fraction(number) * _UNITS_MS[unit] for number, unit in parts)
            if exact.denominator == 1:
                return -exact.numerator if text.startswith("-") else exact.numerator
    raise InvalidAnswer(COMMON_TEXTS.format("no milliseconds", value=f"{value!r:.60}"))


def to_plain_value(value: Any) -> Any:
    """Convert an answer to tuples, ints and strings; reject values of other types."""
    if type(value) in (int, str):
        return value
    if type(value) in (tuple, list):
        return tuple(to_plain_value(one) for one in value)
    raise InvalidAnswer(COMMON_TEXTS.format("no plain value", value=f"{value!r:.60}"))


def parse_record(data: Any, value: Any) -> Any:
    """Parse a record: a tuple, a list, or its printed form ``"(red, 5000, 1)"``."""
    if type(value) is str:
        parts = re.sub(r"^[(\[]|[)\]]$", "", value.strip()).split(",")
        read = [part.strip().strip("'\"").replace("_", "") for part in parts]
        return tuple(int(part) if re.fullmatch(r"-?\d+", part) else part for part in read)
    return to_plain_value(value)


def parse_pair_of_times(data: Any, value: Any) -> tuple[int, ...]:
    """Parse two times, each with or without a unit: ``(3000, "1.5 s")``, ``"(3000, 1500)"``."""
    parts = parse_record(data, value)
    if type(parts) is not tuple or len(parts) != 2:
        raise InvalidAnswer(COMMON_TEXTS.format("no pair", value=f"{value!r:.60}"))
    return tuple(parse_milliseconds(data, one) for one in parts)


def parse_second_of_hour(data: Any, value: Any) -> int:
    """Parse a second of an hour: ``12``, ``"12 s"``, ``"12000 ms"``, ``"12:00:12"``."""
    if type(value) is str:
        time = re.fullmatch(r"(?:.*\s)?\d\d:(\d\d):(\d\d)(?:\.0+)?", value.strip())
        if time:
            return int(time[1]) * 60 + int(time[2])
        if re.search(r"\d\s*(?:ms|milli|s\b|sec|min|毫秒|秒|分)", value):
            ms = parse_milliseconds(data, value)
            if ms % 1_000 == 0:
                return ms // 1_000
    return parse_whole_number(data, value)


def parse_listed_text(value: Any) -> Any:
    """Split a text such as ``"a, timer, b"`` or ``"a -> b"`` into a list; return others unchanged.

    A dict with the positions as keys, counted from 0 or 1, is a list, too.
    """
    if type(value) is str and not re.search(r"[(\[{]", value):
        parts = re.split(r"\s*(?:[,，]\s|[;；、]|[-=]+>|→)\s*", value.strip())
        return parts if len(parts) > 1 else value
    if type(value) is dict and list(value) in ([*range(len(value))], [*range(1, len(value) + 1)]):
        return list(value.values())
    return value


def build_choice_parser(choices: Mapping[str, Iterable[Any]]) -> AnswerParser:
    """Build a parser that accepts one of *choices*, ignoring case and blanks.

    Each choice has a list of other spellings that are accepted for it.
    """
    return build_data_choice_parser(lambda data: choices)


def build_data_choice_parser(choices: Callable[[Any], Mapping[str, Iterable[Any]]]) -> AnswerParser:
    """Build a parser that accepts one of several choices, computed from the data of the exercise.

    See :func:`build_choice_parser`.
    """

    def read(data: Any, value: Any) -> str:
        known = choices(data)
        value = join_edge(value)
        for name, others in known.items():
            for spelled in (name, *others):
                if type(spelled) is type(value) is int and spelled == value:
                    return name
                if type(value) is str and is_same_text(value, str(spelled)):
                    return name
        listed = ", ".join(repr(name) for name in known)
        raise InvalidAnswer(
            COMMON_TEXTS.format("no choice", choices=listed, value=f"{value!r:.60}")
        )

    return read


def join_edge(value: Any) -> Any:
    """Join a pair of names, which is an edge of the plan, with an arrow; return others unchanged."""
    is_pair = type(value) in (tuple, list) and [*map(type, value)] == [str, str]
    return " -> ".join(value) if is_pair else value


def is_same_text(left: str, right: str) -> bool:
    """Whether two texts are equal apart from case, white space, hyphens, quotes and kinds of arrows."""
    return _normalize_text(left) == _normalize_text(right)


def _normalize_text(text: str) -> str:
    arrows = re.sub(r"\s*(?:→|⇒|-+>|=+>)\s*", ">", text.lower().strip().strip("'\""))
    return re.sub(r"[\s_‐‑–-]+", " ", arrows).strip()


def build_list_parser(parse_item: AnswerParser) -> AnswerParser:
    """Build a parser of an ordered list of values that *parse_item* parses."""

    def read_all(data: Any, value: Any) -> tuple[Any, ...]:
        value = parse_listed_text(value)
        if type(value) not in (list, tuple):
            raise InvalidAnswer(COMMON_TEXTS.format("no list", value=f"{value!r:.60}"))
        return tuple(parse_item(data, one) for one in value)

    return read_all


def build_set_parser(parse_item: AnswerParser) -> AnswerParser:
    """Build a parser of a list or set, in any order, of values that *parse_item* parses."""

    def read_all(data: Any, value: Any) -> frozenset[Any]:
        value = parse_listed_text(value)
        if type(value) not in (list, tuple, set, frozenset):
            raise InvalidAnswer(COMMON_TEXTS.format("no list", value=f"{value!r:.60}"))
        return frozenset(parse_item(data, one) for one in value)

    return read_all


def build_dict_parser(
    keys: Callable[[Any], Iterable[Any]],
    parse_value: AnswerParser,
    *,
    parse_key: AnswerParser = parse_milliseconds,
    default: Any = None,
) -> AnswerParser:
    """Build a parser of a dict with exactly the keys that *keys* computes from the exercise's data.

    Args:
        keys: Computes the keys.
        parse_value: Parses each value.
        parse_key: Parses a key that is none of *keys* as it is written, such as ``"10 s"``.
        default: The value of keys that are left out, or None if all are needed.

    Returns:
        The parser. It also accepts the values alone, in the order of the keys, and as a key a window,
        which is known by its start.
    """

    def find_key(data: Any, known: Mapping[str, Any], key: Any) -> Any:
        if type(key) is tuple and len(key) == 2 and all(type(one) is int for one in key):
            key = key[0]
        key = join_edge(key)
        if type(key) not in (int, str):
            return None
        found = known.get(_normalize_text(str(key)))
        if found is None and type(key) is str:
            with suppress(InvalidAnswer):
                found = known.get(_normalize_text(str(parse_key(data, key))))
        return found

    def read_all(data: Any, value: Any) -> tuple[tuple[Any, Any], ...]:
        expected_keys = list(keys(data))
        if type(value) in (list, tuple) and len(value) == len(expected_keys):
            value = dict(zip(expected_keys, value, strict=True))  # the values in the order of keys
        if type(value) is not dict:
            raise InvalidAnswer(COMMON_TEXTS.format("no dict", value=f"{value!r:.60}"))
        known = {_normalize_text(str(key)): key for key in expected_keys}
        found = {find_key(data, known, key): one for key, one in value.items()}
        is_whole = len(found) == len(value) and None not in found
        if default is not None:
            found = {**dict.fromkeys(expected_keys, default), **found}
        if not is_whole or set(found) != set(expected_keys):
            listed = ", ".join(repr(key) for key in expected_keys)
            raise InvalidAnswer(COMMON_TEXTS.format("keys are missing", keys=listed))
        return tuple((key, parse_value(data, found[key])) for key in expected_keys)

    return read_all
