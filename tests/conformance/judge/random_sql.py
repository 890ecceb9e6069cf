"""Random SQL queries and data: real Flink and flinksim must plan and answer alike.

    python -m tests.conformance.judge.random_sql --seed 1 --queries 100 [--jars FOLDER]

Compared are errors and their messages, operators and their attributes, the physical plan as EXPLAIN
prints it, rows with their changelog in order (where Flink's order is fixed), and the final table.
Declared: where rows of one source reach a join by two ways, only the final table is compared.
A result that differs is compared with further runs of Flink: if these differ among themselves, or one
agrees with flinksim, the case is counted as unstable in Flink.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.conformance.judge.real_sql import RealSql
from tests.conformance.judge.sql_queries import CaseWriter
from tests.conformance.sql_cases import execute_sql
from tests.conformance.sql_planning import (
    check_planned,
    check_rejected,
    compare_explain,
    compare_plans,
)

Case = dict[str, Any]
RERUNS = 3
UNORDERED = re.compile(
    r"WindowAggregate|WindowTableFunction\(window=\[SESSION|WindowRank|WindowDeduplicate|WindowJoin|OverAggregate|TemporalJoin|TemporalSort"
    r"|IntervalJoin|Deduplicate\(.*ROWTIME"
)
PARTS = {
    "plan": compare_plans,
    "result": execute_sql,
    "text": compare_explain,
}


def write_cases(seed: int, count: int, only: str = "") -> Iterator[Case]:
    """Yield *count* cases; case ``seed-n`` is the same in every list that has it.

    With *only*, families whose name contains one of its words are written.
    """
    made = 0
    for number in itertools.count():
        if made == count:
            return
        case = CaseWriter(random.Random(f"sql {seed}-{number}")).write(f"{seed}-{number}")
        if any(word in case["name"] for word in only.split(",")):
            made += 1
            yield case


def mark_free_order(case: Case) -> Case:
    """Name the order that Flink leaves open, as the recorder does."""
    explained = case.get("explain", "")
    reasons = []
    if UNORDERED.search(explained):
        reasons.append(
            "rows emitted between two consecutive sink watermarks: order between keys is free"
        )
    if "MiniBatchAssigner" in explained:
        reasons.append("mini-batch: key order is free")
    return {**case, "may_differ": reasons} if reasons else case


def compare_case(case: Case) -> dict[str, list[str]]:
    """Return the differences of each part; *case* has what Flink did."""
    if "error" in case and case["error"]["phase"] != "run":
        found = check_rejected(case)
        return {"error": found} if found else {}
    if "Invalid value for" in case.get("error", {}).get("root_message", ""):
        return {}  # the sink of the judge shows no date beyond Java's calendar
    planned = check_planned(case)
    if planned:
        return {"error": [*planned, "Flink accepts it"]}
    return {name: found for name, part in PARTS.items() if (found := part(case))}


def compare_safely(case: Case) -> dict[str, list[str]]:
    """Like :func:`compare_case`; an exception of flinksim is a difference."""
    try:
        return compare_case(case)
    except Exception as problem:
        return {"crash": [f"{type(problem).__name__}: {problem}"]}


def repeat_unstable(
    run: Callable[[Case], Case], case: Case, first: Case, found: dict[str, list[str]]
) -> tuple[dict[str, list[str]], bool]:
    """Run a case on Flink again if its result differs; return the differences, and whether it is unstable.

    It is unstable if another run of Flink gives what flinksim gives, or if Flink's own runs differ.
    Where only the order of Flink's changes differs, the table of flinksim must still be Flink's.
    """
    runs = [first]
    for _ in range(RERUNS):
        again = mark_free_order(run(case))
        compared = compare_safely(again)
        if "result" not in compared:
            return {name: lines for name, lines in found.items() if name != "result"}, True
        runs.append(again)
    tables = {_describe_outcome(one, "table") for one in runs}
    changes = {_describe_outcome(one, "changelog") for one in runs}
    is_same_table = not any(": table" in line for line in found["result"])
    if len(tables) > 1 or (len(changes) > 1 and is_same_table):
        return {name: lines for name, lines in found.items() if name != "result"}, True
    return found, False


def _describe_outcome(case: Case, part: str) -> str:
    sinks = case.get("sinks") or {"out": case}
    return json.dumps(
        [case.get("error"), {name: sorted(map(str, sink[part])) if part == "table" else sink[part]
                             for name, sink in sinks.items() if part in sink}]
    )  # fmt: skip


def main() -> int:
    """Print the cases that differ, and how many do."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--queries", "--programs", dest="queries", type=int, default=100, metavar="N"
    )
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    parser.add_argument("--only", default="", help="only these families, such as group,window")
    parser.add_argument(
        "--record", type=Path, help="write the cases with what Flink did to this file"
    )
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    recorded = []
    with RealSql(options.jars) as flink:
        for case in write_cases(options.seed, options.queries, options.only):
            print(f"\r{case['name']}", end="", file=sys.stderr, flush=True)
            complete = mark_free_order(flink.run(case))
            recorded.append(complete)
            found = compare_safely(complete)
            if "result" in found:
                found, is_unstable = repeat_unstable(flink.run, case, complete, found)
                counts["unstable in Flink"] += is_unstable
            counts[
                "cases that Flink rejects or fails" if "error" in complete else "cases that run"
            ] += 1
            for name in found:
                counts[f"differ in {name}"] += 1
            if any(name != "text" for name in found):
                print_case(complete, found)
                counts["cases that differ"] += 1
    if options.record:
        options.record.write_text(json.dumps(recorded))
    for what, count in sorted(counts.items()):
        print(f"{count} {what}")
    print(f"{options.queries} cases, {counts['cases that differ']} differ")
    return 1 if counts["cases that differ"] else 0


def print_case(case: Case, found: dict[str, list[str]]) -> None:
    """Print a case that differs, and how."""
    print(f"\n## {case['name']}: {case.get('query') or case.get('statements')}")
    for name, lines in found.items():
        if name != "text":
            print(f"   {name}: " + "\n".join(lines), flush=True)


if __name__ == "__main__":
    sys.exit(main())
