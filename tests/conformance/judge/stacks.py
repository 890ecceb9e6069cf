"""Call stacks of real Flink 2.3.0: recorded for the programs of :mod:`stack_programs`, or any other.

    python -m tests.conformance.judge.stacks --record [--jars FOLDER]  # writes facts/stacks.json
    python -m tests.conformance.judge.stacks [program.json ...]        # records and compares
    python -m tests.conformance.judge.stacks --random 20 --seed 7      # the same, random ones

Each program runs twice: on one TaskManager, and with a TaskManager for each slot, which a resource
manager asks for (``Workers.java``).

Without programs the recorded ones are run again: those of :mod:`stack_programs`, and jobs
that take checkpoints, fail, and go on from savepoints. A *contradiction* is a stack of flinksim's
(``flinksim.trace.query.get_call_stack``) whose frames are not, in their order, frames of a stack of
Flink's that ends in the same method.

A frame is "Class.method" with Flink's simple class names, "$" before a nested one; "@Class"
behind it names the class of the object where that is another one than the declaring class. Frames
of lambdas, executors, reflection, the JDK and ``org.apache.flink.util`` are left out; a user
function stands with the type of Flink that declares its method (``MapFunction.map``). Outermost
frame first.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.conformance.fact_files import FACTS
from tests.conformance.judge import (
    checkpoint_order,
    checkpoint_programs,
    savepoint_programs,
    stack_programs,
)
from tests.conformance.judge.build import run_to_its_end
from tests.conformance.judge.random_programs import programs as random_programs
from tests.conformance.judge.real_flink import RealFlink
from tests.conformance.judge.real_stacks import RealStacks, Verdict, compare, is_in_batch, mode_of

_FROM_SAVEPOINTS = (
    "a savepoint, two inputs, one to two",
    "a savepoint, state of no key, one to two",
    "a savepoint, drained",
)
CHECKPOINTED = [
    *checkpoint_programs.PROGRAMS,
    *checkpoint_order.PROGRAMS,
    *(one for one in savepoint_programs.SAVEPOINTS if one["id"] in _FROM_SAVEPOINTS),
]
PROGRAMS = [*stack_programs.PROGRAMS, *CHECKPOINTED]

SCHEMA = {
    "frames": "names of frames; stacks refer to them by position",
    "types": "for each class of a frame its supertypes in Flink, by simple name",
    "stacks": "[place, operator, frames, modes]: the place is the last frame without its receiver, "
    'the operator the class of the innermost operator on the stack ("" if there is none), frames '
    'are outermost first, modes are those of the programs that had it: "s" streaming, "b" batch',
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", nargs="*", type=Path, help="files of programs as JSON")
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="N random programs")
    parser.add_argument("--seed", type=int, default=1, help="of the random programs")
    parser.add_argument("--record", action="store_true", help="write the facts")
    options = parser.parse_args()
    programs = [json.loads(path.read_text(encoding="utf-8")) for path in options.programs]
    programs += random_programs(options.seed, options.random)
    programs = programs or PROGRAMS
    judged = [
        *_answers(options.jars, programs),
        # each mode has its cluster: TaskManagers that are there already are not asked for again
        *_answers(options.jars, [one for one in programs if not is_in_batch(one)], apart=True),
        *_answers(options.jars, [one for one in programs if is_in_batch(one)], apart=True),
    ]
    if options.record:
        types: dict[str, list[str]] = {}
        modes: dict[str, set[str]] = {}
        for program, answer in judged:
            types.update(answer.get("types", {}))
            for row in answer.get("stacks", ()):
                modes.setdefault(row, set()).add(mode_of(is_in_batch(program)))
        write(modes, types)
        return 0
    verdict = Verdict()
    real = {
        mode: RealStacks.of_answers(a for p, a in judged if is_in_batch(p) is mode)
        for mode in (False, True)
    }
    for program, answer in judged[: len(programs)]:
        if "exception" not in answer:
            _, sim = run_to_its_end(program)
            compare(sim, real[is_in_batch(program)], verdict)
    told = sum(verdict.contradictions.values())
    unknown = sum(verdict.not_recorded.values())
    print(f"{verdict.events} facts, {verdict.stacks} stacks compared, {told} contradictions")
    for what, count in verdict.contradictions.most_common():
        print(f"  {count:>6}  {what}")
    print(f"{unknown} stacks end where nothing was recorded")
    for what, count in verdict.not_recorded.most_common():
        print(f"  {count:>6}  {what}")
    return 1 if told else 0


def _answers(
    jars: str | None, programs: list[dict[str, Any]], apart: bool = False
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What Flink did with each of *programs*; what it could not run is told."""
    with RealFlink(jars, stacks=True, apart=apart) as flink:
        for program in programs:
            answer = flink.run(program)
            if "exception" in answer:
                where = " apart" if apart else ""
                print(f"{program['id']}{where}: Flink failed: {answer['exception']}")
            yield program, answer


def write(modes: dict[str, set[str]], types: dict[str, list[str]]) -> None:
    """The file of facts, one stack on each line; *modes* are those in which it was seen."""
    frames: dict[str, int] = {}
    rows = []
    for stack in sorted(modes):
        place, operator, names = stack.split("\t")
        numbers = [frames.setdefault(name, len(frames)) for name in names.split(" > ")]
        rows.append([place, operator, numbers, "".join(sorted(modes[stack]))])
    head = {"flink": "2.3.0", "about": "Call stacks of real jobs", "schema": SCHEMA}
    text = json.dumps(head, indent=1)[:-2]
    text += ',\n "frames": ' + json.dumps(list(frames), separators=(",", ":"))
    text += ',\n "types": ' + json.dumps(types, separators=(",", ":"), sort_keys=True)
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    text += f',\n "stacks": [\n{lines}\n]}}\n'
    (FACTS / "stacks.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
