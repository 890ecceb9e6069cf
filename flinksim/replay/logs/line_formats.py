"""Formats of text files whose lines are records, and are neither CSV nor JSON.

Formats: access logs (Apache, nginx), log4j, syslog (RFC 5424), W3C extended logs (IIS, CloudFront, Zeek),
logfmt, line protocol of InfluxDB, server-sent events, lines of a fixed number of fields (load
balancers of AWS), and lines that begin with a time, such as those of Spring, PostgreSQL and Kubernetes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

TextRecord: TypeAlias = tuple[str, dict[str, Any]]
"""The text of a record, and its fields."""

LineParser: TypeAlias = Callable[[str], Iterator[TextRecord]]

_HEAD_LINES = 20
_MIN_FIELDS = 8
"""Least number of fields in a line without names: fewer are a sentence rather than fields."""

_ACCESS = re.compile(
    r'(?P<host>\S+) (?P<ident>\S+) (?P<user>\S+) \[(?P<time>[^\]]+)\] "(?P<request>[^"]*)" '
    r'(?P<status>\d{3}) (?P<size>\d+|-)(?: "(?P<referer>[^"]*)" "(?P<agent>[^"]*)")?'
)
_LOG4J = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3}) +(?:\[(?P<thread>[^\]]*)\] )?(?P<level>[A-Z]+) +"
    r"(?P<logger>\S+) +(?:\[(?P<context>[^\]]*)\] )?- (?P<message>.*)"
)
_SYSLOG = re.compile(
    r"<(?P<priority>\d{1,3})>1 (?P<time>\S+) (?P<host>\S+) (?P<app>\S+) (?P<process>\S+) "
    r"(?P<message_id>\S+) (?P<data>-|(?:\[(?:[^\]\\]|\\.)*\])+) ?(?P<message>.*)"
)
_OLD_SYSLOG = re.compile(r"(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ ")
_TIME = (
    r"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|[+-]\d\d:?\d\d|UTC|GMT))?"
)
_TIMED = re.compile(rf"\[?(?P<time>{_TIME})(?=[ \]])\]? *(?P<message>[^;|\t]*(?:[;|\t][^;|\t]*)?)$")
_LEVEL = re.compile(
    r"\b(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|LOG)\b", re.IGNORECASE
)
_WORD = r"(?:[^ ,=\\]|\\.)+"
_INFLUX = re.compile(
    rf"(?P<measurement>(?:[^ ,\\]|\\.)+)(?P<tags>(?:,{_WORD}={_WORD})*) "
    rf'(?P<fields>{_WORD}=(?:"(?:[^"\\]|\\.)*"|[^ ,"]+)(?:,{_WORD}=(?:"(?:[^"\\]|\\.)*"|[^ ,"]+))*)'
    r" (?P<time>\d{10,19})"
)
_INFLUX_PAIR = re.compile(rf'({_WORD})=("(?:[^"\\]|\\.)*"|(?:[^ ,"\\]|\\.)+)')
# a name is tried from its first letter only: a long line without "=" takes linear time
_LOGFMT_PAIR = re.compile(r'(?<![\w.@/-])([\w.@/-]++)=("(?:[^"\\]|\\.)*"|\S*)(?:\s+|$)')
_FIELD = re.compile(r'"((?:[^"\\]|\\.)*)"|\[([^\]]*)\]|(\S+)')
_FIELDS_LINES = ("#Fields:", "#fields\t")
_EVENT_STREAM = re.compile(r"(event|data|id|retry)?: ?(.*)")


@dataclass(frozen=True)
class LineFormat:
    """A format: its name, and the function that yields the records of a text."""

    name: str
    parse: LineParser


def find_line_format(head: str) -> LineFormat | None:
    """Find the format of a text that begins with *head*; ``None`` if it has none of the formats.

    Raises:
        ValueError: The format is known, but its times are not complete.
    """
    lines = [line for line in head.splitlines() if line.strip()][:_HEAD_LINES]
    if not lines:
        return None
    first = lines[0]
    if first.startswith("#") and any(line.startswith(_FIELDS_LINES) for line in lines):
        return LineFormat("W3C log", _parse_w3c)
    for name, pattern, continues in (
        ("access log", _ACCESS, False), ("syslog", _SYSLOG, False), ("log4j", _LOG4J, True),
    ):  # fmt: skip
        if pattern.match(first):
            return LineFormat(
                name,
                lambda text, p=pattern, c=continues: _parse_pattern(text, p, c),  # type: ignore[misc]
            )
    if _OLD_SYSLOG.match(first):
        raise ValueError(
            "the times of this syslog file (RFC 3164) have no year; write times with a year, for example "
            "with: journalctl -o short-iso"
        )
    if _INFLUX.fullmatch(first):
        return LineFormat("line protocol", _parse_influx)
    if first.startswith(("event:", "data:", "id:", "retry:", ":")) and "data:" in head:
        return LineFormat("server-sent events", _parse_event_stream)
    if len(_LOGFMT_PAIR.sub("", first)) == 0 and first.count("=") > 1:
        return LineFormat("logfmt", _parse_logfmt)
    if _has_fixed_fields(lines):
        return LineFormat("lines of fields", _parse_fields)
    if _TIMED.match(first):
        return LineFormat("log lines", _parse_timed)
    return None


def _parse_pattern(text: str, pattern: re.Pattern[str], continues: bool) -> Iterator[TextRecord]:
    """Yield the fields of each line; where a record *continues*, other lines belong to its message."""
    row: dict[str, Any] | None = None
    record_lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        found = pattern.match(line)
        if found is not None:
            if row is not None:
                yield "\n".join(record_lines), row
            record_lines = [line]
            row = {name: cell for name, cell in found.groupdict().items() if cell is not None}
        elif continues and row is not None:
            row["message"] += f"\n{line}"
            record_lines.append(line)
        elif line.strip():
            raise _build_misfit(number, line)
    if row is not None:
        yield "\n".join(record_lines), row


def _build_misfit(number: int, line: str) -> ValueError:
    return ValueError(f"line {number} does not fit the format of the first: {line[:60]!r}")


def _parse_timed(text: str) -> Iterator[TextRecord]:
    for record_text, row in _parse_pattern(text, _TIMED, continues=True):
        level = _LEVEL.search(row["message"][:80])
        time = re.sub(r" ?(Z|UTC|GMT)$", "+00:00", row["time"].replace("/", "-"))
        fields = {
            "time": time,
            "level": level[1].upper() if level else None,
            "message": row["message"],
        }
        yield record_text, fields


def _parse_w3c(text: str) -> Iterator[TextRecord]:
    """Yield the rows below ``#Fields:``, or ``#fields`` of Zeek; the columns date and time become one column."""
    names: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_FIELDS_LINES):
            names = line.split()[1:]
            continue
        if line.startswith("#") or not line.strip():
            continue
        cells = line.split("\t") if "\t" in line else line.split()
        if len(cells) != len(names):
            raise _build_misfit(number, line)
        row = dict(zip(names, cells, strict=True))
        if "date" in row and "time" in row:
            row = {"time": f"{row.pop('date')} {row.pop('time')}", **row}
        yield line, row


def _split_fields(line: str) -> list[str]:
    return [
        next(cell for cell in cells if cell or cell == cells[-1]) for cells in _FIELD.findall(line)
    ]


def _has_fixed_fields(lines: list[str]) -> bool:
    """Return whether all *lines* have the same number of fields, one of which is a time."""
    if "\t" in lines[0]:
        return False
    rows = [_split_fields(line) for line in lines]
    if len(rows[0]) < _MIN_FIELDS or len({len(row) for row in rows}) > 1:
        return False
    has_names = _is_header(rows[0]) and len(rows) > 1
    columns = zip(*rows[has_names:], strict=True)
    time = rf"{_TIME}|\d{{10}}|\d{{13}}" if has_names else _TIME
    return any(all(re.fullmatch(time, cell) for cell in column) for column in columns)


def _is_header(cells: list[str]) -> bool:
    """Return whether *cells* are names of columns, as in the flow logs of a network."""
    return len(set(cells)) == len(cells) and not any(re.search(r"\d", cell) for cell in cells)


def _parse_fields(text: str) -> Iterator[TextRecord]:
    names: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        cells = _split_fields(line)
        if not names and _is_header(cells):
            names = cells
            continue
        names = names or [f"c{place}" for place in range(1, len(cells) + 1)]
        if len(cells) != len(names):
            raise _build_misfit(number, line)
        yield line, dict(zip(names, cells, strict=True))


def _parse_logfmt(text: str) -> Iterator[TextRecord]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if _LOGFMT_PAIR.sub("", line):
            raise _build_misfit(number, line)
        yield line, {name: _remove_quotes(cell) for name, cell in _LOGFMT_PAIR.findall(line)}


def _parse_influx(text: str) -> Iterator[TextRecord]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _INFLUX.fullmatch(line)
        if found is None:
            raise _build_misfit(number, line)
        row: dict[str, Any] = {"measurement": _remove_escapes(found["measurement"])}
        row |= {
            _remove_escapes(k): _remove_escapes(v) for k, v in _INFLUX_PAIR.findall(found["tags"])
        }
        row |= {
            _remove_escapes(k): _parse_field(v) for k, v in _INFLUX_PAIR.findall(found["fields"])
        }
        yield line, {**row, "time": int(found["time"])}


def _parse_field(cell: str) -> Any:
    if cell.startswith('"'):
        return _remove_quotes(cell)
    if cell.lower() in ("t", "true", "f", "false"):
        return cell.lower().startswith("t")
    if re.fullmatch(r"-?\d+[iu]", cell):
        return int(cell[:-1])
    try:
        return float(cell)
    except ValueError:
        return cell


def _parse_event_stream(text: str) -> Iterator[TextRecord]:
    """Yield the data of each server-sent event: the fields of a JSON object, or the text."""
    data: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if not line.strip():
            if data:
                content = "\n".join(data)
                yield content, _parse_event_data(content)
            data = []
            continue
        found = _EVENT_STREAM.fullmatch(line)
        if found is None:
            raise _build_misfit(number, line)
        if found[1] == "data":
            data.append(found[2])


def _parse_event_data(data: str) -> dict[str, Any]:
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        content = None
    return content if isinstance(content, dict) else {"data": data}


def _remove_escapes(word: str) -> str:
    return re.sub(r"\\(.)", r"\1", word)


def _remove_quotes(cell: str) -> str:
    return _remove_escapes(cell[1:-1]) if cell.startswith('"') else cell


__all__ = ["LineFormat", "TextRecord", "find_line_format"]
