"""Whether flinksim told what Flink told, as far as Flink orders it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Program = dict[str, Any]
_LIST = re.compile(r"(?<= list \[)[^\]]*|(?<= snapshot \d of \[)[^\]]*")
_UNION = re.compile(r"(?<= union \[)[^\]]*")


def comparable(program: Program, lines: list[str]) -> dict[str, list[str]]:
    """The lines of each sink and subtask, in their order or sorted; two lists that must be equal.

    * Sinks are apart, for they may hang on different tasks.
    * With several subtasks, or more than one task that feeds a task, lines of one virtual time have no
      order (:mod:`random_programs` keeps from such programs what depends on it).
    * In batch mode a line has no time: nothing orders a source's items and the stages behind it; nor
      behind windows that fire at the end of the stream alone, for what reads them is started then; nor
      where a function sleeps, which takes real time there and virtual time here.
    * What several subtasks kept in lists comes together in any order: a ``HashMap`` by handles whose
      names are random deals it out (``RoundRobinOperatorStateRepartitioner``). Lists are dealt out
      where the parallelism changes, those of which everybody gets all at every restore.
    """
    by_sink: dict[str, list[str]] = {}
    parallelisms = {each.get("parallelism", 1) for each in _in_turn(program)}
    unordered = max(parallelisms) > 1
    joined = [_UNION] if unordered else []
    if len(parallelisms) > 1:
        joined.append(_LIST)
    text_of_program = str(program["program"])
    staged = program.get("mode") == "batch" or "GlobalWindowsAtEnd" in text_of_program
    staged = staged or "sleepsAt" in text_of_program or "'hold'" in text_of_program
    for line in lines:
        at, told = line.split(" ", 1)
        sink = told.split(" ", 1)[0]
        for kept in joined:
            told = kept.sub(lambda items: ", ".join(sorted(items[0].split(", "))), told)
        text = told if staged else f"{int(at):>8} {told}"
        by_sink.setdefault(sink, []).append(text)
    for sink, told_lines in by_sink.items():
        if unordered:  # the virtual time stands first: sorted within each
            by_sink[sink] = sorted(told_lines)
    return dict(sorted(by_sink.items()))


def _in_turn(program: Program | None) -> Iterator[Program]:
    """The program, and those that go on from its savepoint."""
    while program is not None:
        yield program
        program = program.get("then")


def differences(program: Program, real: dict[str, Any], lines: list[str]) -> list[str]:
    """Lines that only one of the two has, or the first place where the order differs."""
    wanted, found = comparable(program, real["lines"]), comparable(program, lines)
    told = []
    if real.get("exception"):
        return [f"Flink failed: {real['exception']}"]
    for sink in sorted({*wanted, *found}):
        ours, theirs = found.get(sink, []), wanted.get(sink, [])
        if ours == theirs:
            continue
        for position in range(max(len(ours), len(theirs))):
            left = theirs[position] if position < len(theirs) else "nothing more"
            right = ours[position] if position < len(ours) else "nothing more"
            if left != right:
                told.append(f"{sink}, line {position}: Flink {left!r}, flinksim {right!r}")
                break
    return told
