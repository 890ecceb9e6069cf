"""Lines of Python workers, put behind the lines of the operators in the JVM that called them.

A worker gets the records and timers of an operator in the order in which the JVM sends them. So its n-th
record is the n-th of the operator. A worker answers later than it is called; its lines are placed directly
behind the call, which is the earliest legal place. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from flinksim.recording.recorded_plan import RecordedTask
from flinksim.recording.recording_file import Line

_CALLS = {"pel": "el", "ptimer": "fire", "element": "el", "timer": "fire"}
"""The kind of line in the JVM for each call of a function; calls of "pcall" have a field for it."""
_WINDOWS = "WindowOperator"
"""The class of the operator in the worker; in the JVM, it is one that calls Python."""
_TIMERS = frozenset({"reg", "del", "fire"})
_ELEMENT_FILTERS = frozenset({"elements", "from", "to"})


class WorkerOperation(NamedTuple):
    """The lines of one function of an operator in a Python worker."""

    task: str
    function: str
    lines: list[Line]


def collect_worker_operations(lines: Iterable[Line]) -> list[WorkerOperation]:
    """Return the operations of the file of a worker."""
    found: dict[int, WorkerOperation] = {}
    for line in lines:
        if line.kind == "worker":
            details = line.fields[0]
            found[line.task] = WorkerOperation(
                str(details.get("task")), str(details.get("function")), []
            )
        elif line.task in found:
            found[line.task].lines.append(line)
    return list(found.values())


def insert_worker_lines(
    task: RecordedTask, lines: list[Line], operations: list[WorkerOperation], options: Iterable[str]
) -> list[Line]:
    """Return the *lines* of a task with those of its functions in Python workers.

    Args:
        task: The task; the details of its window operators are added to it.
        lines: Its lines from the JVM.
        operations: The operations of all workers.
        options: Names of the recorder's options.
    """
    name = f"{task.name} ({task.index + 1}/{task.parallelism})#{task.attempt}"
    own = [each for each in operations if each.task == name]
    for node, (_, details) in list(task.classes.items()):
        operation = _take_chain(own, details.get("python", "").split(","))
        if operation is None:
            continue
        for line in operation.lines:
            if line.kind == "pwin":
                task.classes[node] = (
                    _WINDOWS,
                    details | {k: str(v) for k, v in line.fields[1].items()},
                )
        is_counted = _ELEMENT_FILTERS.isdisjoint(options)
        lines = _insert(lines, node, operation, is_counted)
    return lines


def _take_chain(own: list[WorkerOperation], functions: list[str]) -> WorkerOperation | None:
    """Remove the operations of a chain of *functions* from *own*; return all their lines as one.

    Functions after the first one are called by it, so their lines have no call in the JVM.
    """
    found: list[WorkerOperation] = []
    for function in functions:
        operation = next((each for each in own if each.function == function), None)
        if operation is None and not found:
            return None
        if operation is not None:
            own.remove(operation)
            found.append(operation)
    first = found[0]
    inner = [
        line._replace(kind="inner call") if line.kind == "pcall" else line
        for each in found[1:]
        for line in each.lines
    ]
    return first._replace(lines=sorted([*first.lines, *inner], key=lambda line: line.number))


def _insert(
    lines: list[Line], node: int, operation: WorkerOperation, is_counted: bool
) -> list[Line]:
    keys = {line.fields[1]: line.fields[2] for line in operation.lines if line.kind == "pkey"}
    lines = [_replace_key(line, node, keys) for line in lines]
    calls: dict[str, list[int]] = {kind: [] for kind in _CALLS.values()}
    for at, line in enumerate(lines):
        if line.kind in calls and line.fields[0] == node:
            calls[line.kind].append(at)
    behind: dict[int, list[Line]] = {}
    counts = dict.fromkeys(_CALLS, 0)
    at = 0
    opened = next((at for at, line in enumerate(lines) if line.kind == "setup"), 0)
    for line in operation.lines:
        call = line.fields[2] if line.kind == "pcall" else line.kind
        if call in _CALLS:
            found = calls[_CALLS[call]]
            place = counts[call]
            counts[call] += 1
            if is_counted and place < len(found):
                at = max(at, found[place])
            else:
                at = _find_by_clock(lines, at, line.ms)
        fields = line.fields if line.kind == "added" else (node, *line.fields[1:])
        kind = "pcall" if line.kind == "inner call" else line.kind
        moved = line._replace(number=lines[at].number, ms=lines[at].ms, kind=kind, fields=fields)
        behind.setdefault(max(at, opened), []).append(moved)
    merged: list[Line] = []
    for at, line in enumerate(lines):
        merged.append(line)
        merged.extend(behind.get(at, ()))
    return merged


def _find_by_clock(lines: list[Line], at: int, ms: int) -> int:
    """Return the last place from *at* that is not later than *ms*; both run on the same machine."""
    while at + 1 < len(lines) and lines[at + 1].ms <= ms:
        at += 1
    return at


def _replace_key(line: Line, node: int, keys: dict[Any, Any]) -> Line:
    """Return a line with the key and the value of the program.

    The JVM sees a row with bytes as the key, and a pair of key and value as the record.
    """
    if line.kind == "el" and line.fields[0] == node and keys:
        input_, value, timestamp = line.fields[1:]
        if isinstance(value, tuple) and len(value) == 2:
            return line._replace(fields=(node, input_, value[1], timestamp))
    if line.kind not in _TIMERS or line.fields[0] != node:
        return line
    domain, key, *rest = line.fields[1:]
    if isinstance(key, tuple) and len(key) == 1:
        (key,) = key
    return line._replace(fields=(node, domain, keys.get(key, key), *rest))
