"""What real Flink makes of checkpoints and failures, and whether flinksim does the same.

python -m tests.conformance.judge.checkpoints --record [id ...]          # facts/checkpoints.json
python -m tests.conformance.judge.checkpoints [id ...]                   # runs both, and compares
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import flinksim as fs
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.runtime.jobmaster.state_assignment import CannotRestore
from flinksim.trace.events import CheckpointRestored
from tests.conformance.fact_files import FACTS, load
from tests.conformance.judge import checkpoint_programs, savepoint_programs
from tests.conformance.judge.build import run_to_its_end
from tests.conformance.judge.compare import differences
from tests.conformance.judge.real_flink import RealFlink

PROGRAMS = [*checkpoint_programs.PROGRAMS, *savepoint_programs.PROGRAMS]
Answer = dict[str, Any]
_FOLDER = re.compile(r"(checkpoint/savepoint )(?:in memory|Checkpoint Metadata|\S+)(?=\. )")
_ID = re.compile(r"\b[0-9a-f]{32}\b")
_REFUSED = re.compile(r"(?:IllegalArgument|IllegalState|Flink)Exception: (.*)", re.DOTALL)
SCHEMA = {
    "program": "see judge/build.py and judge/checkpoint_programs.py",
    "lines": "what functions, sinks and committers told, each with the virtual time",
    "checkpoints": "[id, status, acknowledged, tasks, why it failed] of each",
    "attempts": "the last attempt number of each subtask, by vertex",
    "restores": "how often the job went back to a checkpoint",
    "failed": "whether the job failed in the end",
    "refused": "what Flink says of a job that it does not run, in place of all but the lines",
}


def on_flinksim(program: dict[str, Any]) -> Answer:
    """The answer that flinksim gives; a step without end is refused."""
    try:
        lines, sim = run_to_its_end(program)
    except (CannotRestore, JavaIllegalArgumentError, fs.BudgetSpent) as error:
        return {"lines": [], "refused": _plain(str(error))}
    return {
        "lines": lines,
        "checkpoints": [
            [one.id, one.status, one.acknowledged, one.tasks, one.reason] for one in sim.checkpoints
        ],
        "attempts": _attempts(sim),
        "restores": len(sim.trace.get_events(CheckpointRestored)),
        "failed": sim.status == "FAILED",
    }


def _plain(words: str) -> str:
    """What is said, without the folder that it is said of, the first of several ids, and the stop."""
    return _ID.sub("ID", _FOLDER.sub(r"\1", words)).removesuffix(".")


def _attempts(sim: fs.Simulation) -> list[list[int]]:
    by_vertex: dict[str, list[int]] = {}
    for task in sim.cluster.job_master.tasks:
        by_vertex.setdefault(str(task.subtask).split("/")[0], []).append(task.execution.attempt)
    return list(by_vertex.values())


def told_apart(program: dict[str, Any], real: Answer, ours: Answer) -> Iterator[str]:
    """Where the two differ."""
    if "refused" in real or "refused" in ours:
        if not ours.get("refused", "").startswith(real.get("refused", "?")):
            yield f"refused: Flink {real.get('refused')}, flinksim {ours.get('refused')}"
        return
    yield from differences(program, {"lines": real["lines"]}, ours["lines"])
    for what in ("checkpoints", "restores", "failed"):
        if real[what] != ours[what]:
            yield f"{what}: Flink {real[what]}, flinksim {ours[what]}"
    # a graph with several sources has several topological orders
    if sorted(real["attempts"]) != sorted(ours["attempts"]):
        yield f"attempts: Flink {real['attempts']}, flinksim {ours['attempts']}"


def real_answer(flink: RealFlink, program: dict[str, Any]) -> Answer:
    """Flink's, without what differs from run to run."""
    return answer_in(flink.run(program), program)


class UnreadAnswer(RuntimeError):
    """The job had failed before the judge could read its checkpoints."""


def answer_in(answer: dict[str, Any], program: dict[str, Any]) -> Answer:
    """The part of what the judge tells that does not differ from run to run."""
    refused = _REFUSED.search(answer.get("exception", ""))
    if refused is not None and (not answer.get("attempts") or "then" in program):
        return {"lines": answer["lines"], "refused": _plain(refused[1])}
    if "checkpoints" not in answer:
        raise UnreadAnswer(f"{program['id']}: {answer.get('exception')}")
    kept = {key: answer[key] for key in ("lines", "checkpoints", "attempts", "restores")}
    return {**kept, "failed": "exception" in answer}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", nargs="*", help="their ids; all unless given")
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    parser.add_argument("--record", action="store_true", help="write the facts (of these programs)")
    options = parser.parse_args()
    cases, apart = [], 0
    with RealFlink(options.jars) as flink:
        for program in PROGRAMS:
            if options.programs and program["id"] not in options.programs:
                continue
            try:
                answer = real_answer(flink, program)
            except RuntimeError as error:
                print(error, flush=True)
                apart += 1
                continue
            cases.append({"id": program["id"], "program": program, **answer})
            found = list(told_apart(program, answer, on_flinksim(program)))
            apart += bool(found)
            for each in found:
                print(f"{program['id']}: {each}", flush=True)
    print(f"{len(cases)} jobs, {apart} differ")
    if options.record:
        head = {"flink": "2.3.0", "about": "Checkpoints and failures", "schema": SCHEMA}
        if options.programs:
            recorded = {case["id"]: case for case in (*load("checkpoints")["cases"], *cases)}
            cases = [recorded[each["id"]] for each in PROGRAMS if each["id"] in recorded]
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        text = f'{json.dumps(head, indent=1)[:-2]},\n "cases": [\n{lines}\n]}}\n'
        (FACTS / "checkpoints.json").write_text(text, encoding="utf-8")
    return 1 if apart else 0


if __name__ == "__main__":
    sys.exit(main())
