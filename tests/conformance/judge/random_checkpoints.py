"""Random programs of :mod:`random_programs` that also take checkpoints, fail, and go on.

    python -m tests.conformance.judge.random_checkpoints --seed 1 --programs 100 [--jars FOLDER]

Real Flink and flinksim must commit the same, restore as often, and number attempts and checkpoints
alike.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter

from tests.conformance.judge.checkpoint_programs import OPTIONS
from tests.conformance.judge.checkpoints import (
    Answer,
    UnreadAnswer,
    answer_in,
    on_flinksim,
    told_apart,
)
from tests.conformance.judge.differential import ANOTHER_ORDER, in_other_orders
from tests.conformance.judge.random_programs import Program, Writer
from tests.conformance.judge.real_flink import RealFlink

CHECKPOINTING = "execution.checkpointing."
MODES = (
    {}, {}, {},
    {CHECKPOINTING + "unaligned.enabled": "true"},
    {CHECKPOINTING + "mode": "AT_LEAST_ONCE"},
)  # fmt: skip


def programs(seed: int, count: int) -> list[Program]:
    """*count* programs; program ``seed-n`` is the same in every list that holds it."""
    return [_program(random.Random(f"checkpoints {seed}-{n}"), f"{seed}-{n}") for n in range(count)]


def _program(chance: random.Random, name: str) -> Program:
    program = Writer(chance).write(name)
    while not _can_fail(program):
        program = Writer(chance).write(name)
    program["options"] = {**program.get("options", {}), **OPTIONS, **chance.choice(MODES)}
    _let_sources_fail(program)
    (result,) = (each["on"] for each in program["program"] if each.get("name") == "out")
    program["program"].append({"op": "commit", "name": "committed", "on": result})
    _take_checkpoints(chance, program)
    return program


def _can_fail(program: Program) -> bool:
    """A batch job takes no checkpoints; behind windows that fire at the end tasks start late; a full
    asynchronous queue lets no barrier by until time goes on, for which the judge waits; a subtask
    without a split ends at a time of its own.
    """
    statements = str(program["program"])
    if program.get("mode") == "batch" or any(
        word in statements for word in ("GlobalWindowsAtEnd", "'async'")
    ):
        return False
    splits = min(source["splits"] for source in program["sources"])
    return splits >= int(program["parallelism"])


def _let_sources_fail(program: Program) -> None:
    """Behind each source stands a function that fails at the records that say so."""
    statements = program["program"]
    for source in [each for each in statements if each["op"] == "source"]:
        name = source["as"]
        for each in statements:
            for side in ("on", "with"):
                if each.get(side) == name:
                    each[side] = f"{name}f"
        place = statements.index(source) + 1
        statements.insert(place, {"op": "map", "fn": "fail", "on": name, "as": f"{name}f"})


def _take_checkpoints(chance: random.Random, program: Program) -> None:
    """Between its items checkpoints are taken, and at one or two records the job fails."""
    items = program["items"]
    records = [number for number, item in enumerate(items) if item["do"] == "record"]
    most = chance.choice(
        (0, 1, 1, 2 - (program["parallelism"] > 1))
    )  # subtasks may fail by themselves
    failing = sorted(chance.sample(records, min(len(records), most)))
    for attempt, number in enumerate(failing, 1):
        items[number]["fails"] = 1  # once, in the attempt before this one
        items[number]["value"][3] = f"!{attempt}"
    first_end = next(number for number, item in enumerate(items) if item["do"] == "end")
    places = chance.sample(range(1, first_end), min(first_end - 1, chance.choice((1, 2, 3))))
    for number in sorted(places, reverse=True):
        items.insert(number, {"at": items[number - 1]["at"] + 4, "do": "checkpoint"})


NO_ANSWER = (
    "does not run again", "does not end", "does not start", "does not rest", "is not read", "endless",
)  # fmt: skip
"""What the judge says where it has waited for Flink, or told lines, for too long."""


TRIES = 3
"""How often Flink is asked: under load time may go on there before the last checkpoint is taken."""


def judged(flink: RealFlink, program: Program, ours: Answer) -> tuple[Answer, list[str]]:
    """Flink's answer, empty if the judge has none, and where flinksim's differs."""
    outcome = flink.run(program)
    if any(words in outcome.get("exception", "") for words in NO_ANSWER):
        return {}, []
    try:
        answer = answer_in(outcome, program)
    except UnreadAnswer:
        return {}, []
    return answer, list(told_apart(program, answer, ours))


def agrees_in_another_order(flink: RealFlink, program: Program, ours: Answer) -> bool:
    """Whether Flink gives flinksim's answer in another order of one millisecond: all timers that were
    due while a job did not run are due when it does.
    """
    answers = (judged(flink, other, ours) for other in in_other_orders(program))
    return any(answer and not found for answer, found in answers)


FAILS_BY_ITSELF = "it fails where no item makes it, and the judge hands out nothing again there"


def fails_by_itself(program: Program, answer: Answer) -> bool:
    """Whether Flink has restored more often than items make a job fail: from a timer, as it seems."""
    return answer.get("restores", 0) > sum(item.get("fails", 0) for item in program["items"])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=100, metavar="N")
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    options = parser.parse_args()
    apart = 0
    counts: Counter[str] = Counter()
    with RealFlink(options.jars) as flink:
        for program in programs(options.seed, options.programs):
            print(f"\r{program['id']}", end="", file=sys.stderr, flush=True)
            ours = on_flinksim(program)
            answer, found = judged(flink, program, ours)
            tries = 1
            while (found or not answer) and tries < TRIES:
                tries += 1
                answer, found = judged(flink, program, ours)
            if not answer:
                counts["programs without an answer of the judge"] += 1
                continue
            counts["checkpoints completed"] += sum(
                one[1] == "COMPLETED" for one in answer.get("checkpoints", ())
            )
            counts["restores"] += answer.get("restores", 0)
            counts["lines"] += len(answer["lines"])
            if not found:
                counts["programs that Flink answered otherwise at first"] += tries > 1
            elif fails_by_itself(program, answer):
                counts[f"programs that differ: {FAILS_BY_ITSELF}"] += 1
            elif agrees_in_another_order(flink, program, ours):
                counts[f"programs that differ: {ANOTHER_ORDER}"] += 1
            else:
                apart += 1
                print(f"## {program['id']}: {' | '.join(found)}", flush=True)
                print(f"   {json.dumps(program)}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count} {what}")
    print(f"{options.programs} programs, {apart} differ")
    return 1 if apart else 0


if __name__ == "__main__":
    sys.exit(main())
