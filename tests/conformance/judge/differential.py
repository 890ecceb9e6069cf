"""Random programs on real Flink and on flinksim: what they tell must be the same.

    python -m tests.conformance.judge.differential --seed 1 --programs 500 [--jars FOLDER]

Each difference is printed with the smallest program that still differs. Those of ``DECLARED`` are
counted by their reason, and so is a difference that is gone when Flink is made to let its tasks act in
another order where several do in one millisecond, or to let all that is due in one come before a task
acts on the first of it. ``--record`` writes a sample with Flink's answers to
``facts/judged_programs.json``, which :mod:`tests.conformance.test_judged_programs` reads; with
``--cases`` the programs of :mod:`tests.conformance.judge.cases` are taken instead, and written to
``facts/judged_cases.json``.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.conformance.fact_files import FACTS
from tests.conformance.judge.build import run_on_flinksim
from tests.conformance.judge.cases import CASES
from tests.conformance.judge.compare import differences
from tests.conformance.judge.declared import reason
from tests.conformance.judge.random_programs import programs
from tests.conformance.judge.real_flink import RealFlink

Program = dict[str, Any]


def judged(flink: RealFlink, program: Program) -> tuple[dict[str, Any], list[str]]:
    """Flink's answer, and where flinksim's differs."""
    answer = flink.run(program)
    try:
        lines, _ = run_on_flinksim(program)
    except Exception as error:
        lines = []
        if answer.get("exception"):
            return answer, []  # both refuse
        return answer, [f"flinksim failed: {type(error).__name__}: {str(error)[:400]}"]
    return answer, differences(program, answer, lines)


ANOTHER_ORDER = "what happens in one millisecond: in another order Flink gives flinksim's answer"
ORDERS = 8
"""How many orders are tried, of either kind."""


def in_other_orders(program: Program) -> Iterator[Program]:
    """The program, for a judge whose tasks act in another order where several do in one millisecond."""
    for together in (False, True):
        for seed in range(1, ORDERS + 1):
            yield {**program, "order": seed, "together": together}


def excuse(flink: RealFlink, program: Program) -> str | None:
    """Why flinksim may tell something else than Flink; ``None`` if it must not."""
    why = reason(program)
    if why is None and any(not judged(flink, other)[1] for other in in_other_orders(program)):
        return ANOTHER_ORDER
    return why


def smaller(program: Program) -> Iterator[Program]:
    """The program with one thing less, for each thing that can go."""
    for number in range(len(program["items"])):
        if program["items"][number]["do"] != "end":
            yield _changed(program, lambda p, n=number: p["items"].pop(n))
    for number, statement in enumerate(program["program"]):
        if "on" in statement and "as" in statement and "with" not in statement:
            yield _changed(program, lambda p, n=number: _bridge(p, n))
        if statement["op"] == "report" and statement["name"] != "out":
            yield _changed(program, lambda p, n=number: p["program"].pop(n))
        for option in OPTIONS:
            if option in statement:
                yield _changed(program, lambda p, n=number, o=option: p["program"][n].pop(o))
    for option in ("objectReuse", "chaining"):
        if option in program:
            yield _changed(program, lambda p, o=option: p.pop(o))


def _changed(program: Program, change: Callable[[Program], object]) -> Program:
    made = copy.deepcopy(program)
    change(made)
    return made


def _bridge(program: Program, number: int) -> None:
    gone = program["program"].pop(number)
    for statement in program["program"]:
        for side in ("on", "with"):
            if statement.get(side) == gone["as"]:
                statement[side] = gone["on"]


def shrunk(flink: RealFlink, program: Program, tries: int = 120) -> Program:
    """The smallest program that is found to differ still, without a new kind of error."""
    failed = any("failed" in each for each in judged(flink, program)[1])
    again = True
    while again and tries > 0:
        again = False
        for candidate in smaller(program):
            tries -= 1
            found = judged(flink, candidate)[1]
            if (
                found
                and any("failed" in each for each in found) == failed
                and not excuse(flink, candidate)
            ):
                program, again = candidate, True
                break
            if tries <= 0:
                break
    return program


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=500, metavar="N")
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    parser.add_argument("--record", action="store_true", help="write the facts")
    parser.add_argument("--cases", action="store_true", help="the small programs, not random ones")
    parser.add_argument("--no-shrink", action="store_true", help="print differences as they are")
    options = parser.parse_args()
    undeclared = 0
    declared: Counter[str] = Counter()
    recorded = []
    milliseconds = 0
    chosen = CASES if options.cases else programs(options.seed, options.programs)
    with RealFlink(options.jars) as flink:
        for program in chosen:
            answer, found = judged(flink, program)
            milliseconds += answer["ms"]
            why = excuse(flink, program) if found else None
            if found and why:
                declared[why] += 1
            elif found:
                undeclared += 1
                print(f"## {program['id']}: {found[0]}", flush=True)
                if not options.no_shrink:
                    small = shrunk(flink, program)
                    for told in judged(flink, small)[1]:
                        print(f"   {told}")
                    print(f"   {json.dumps(small)}", flush=True)
            elif answer["lines"] and not answer.get("exception"):
                recorded.append({"id": program["id"], "program": program, "lines": answer["lines"]})
    for why, count in sorted(declared.items()):
        print(f"declared, {count}: {why}")
    print(
        f"{len(chosen)} programs, {undeclared} differ, {declared.total()} differ as declared; "
        f"{milliseconds / max(1, len(chosen)):.0f} ms of Flink for each"
    )
    if options.record and options.cases:
        _write("judged_cases", "Programs in which flinksim and Flink once parted", recorded)
    elif options.record:
        _write("judged_programs", "Random programs", sample(recorded))
    return 1 if undeclared else 0


OPTIONS = (
    "lateness",
    "late",
    "evictor",
    "trigger",
    "capacity",
    "retry",
    "delete",
    "again",
    "clear",
    "event",
    "processing",
)


def sample(cases: list[dict[str, Any]], count: int = 100) -> list[dict[str, Any]]:
    """The cases that bring something that none before them has, and then the first others.

    An option counts where it matters: where the program tells something else without it.
    """
    known: set[str] = set()
    new, others = [], []
    for case in cases:
        program = case["program"]
        words = {
            f"{key} {value}"
            for statement in program["program"]
            for key, value in _flat(statement)
            if key in ("op", "type", "function", "kind", "state")
        }
        words |= {key for key in program if key not in ("id", "sources", "items", "program")}
        words |= {word for word in _that_matter(program) if word not in known}
        (others if words <= known else new).append(case)
        known |= words
    return [*new, *others][:count]


def _that_matter(program: Program) -> Iterator[str]:
    wanted, _ = run_on_flinksim(program)
    for number, statement in enumerate(program["program"]):
        for option in OPTIONS:
            if option not in statement:
                continue
            changed = _changed(program, lambda p, n=number, o=option: p["program"][n].pop(o))
            try:
                matters = run_on_flinksim(changed)[0] != wanted
            except Exception:  # the program needs it
                matters = True
            if matters:
                assigner = statement.get("assigner", {}).get("type", "")
                yield f"{option} of {statement['op']} {assigner}"


def _flat(statement: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in statement.items():
        if isinstance(value, dict):
            yield from _flat(value)
        else:
            yield key, value if isinstance(value, str) else "given"


def _write(name: str, what: str, cases: list[dict[str, Any]]) -> None:
    head = json.dumps({"flink": "2.3.0", "about": f"{what} and what real Flink told"}, indent=1)
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (FACTS / f"{name}.json").write_text(
        f'{head[:-2]},\n "cases": [\n{lines}\n]}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main())
