"""The order in which real Flink 2.3.0 runs a job, as its INFO log has it, and whether flinksim has it.

python -m tests.conformance.judge.logs --record [--jars FOLDER]   # facts/info_logs.json

Each program is run several times. What one execution does has an exact order, and so has the job;
between executions, and between them and the processes around them, an order counts that all recordings
of all programs have: so many threads agree by chance in one recording, never in hundreds.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import flinksim as fs
from flinksim.trace import events as e
from tests.conformance.fact_files import FACTS
from tests.conformance.judge import checkpoint_programs, stack_programs
from tests.conformance.judge.build import run_to_its_end
from tests.conformance.judge.real_flink import RealFlink

RECORDINGS = 5
WITH_CHECKPOINTS = (
    "tumbling, reduce", "sliding, two subtasks", "two inputs", "broadcast", "two splits, two subtasks",
    "fails twice, at two elements", "fails for good", "is not run again",
    "no failure, the final checkpoint", "two regions",
)  # fmt: skip
IN_BATCH_TOO = (
    "evictors", "sliding", "sessions reduced", "count windows", "windows of all", "side outputs",
    "union", "rolling", "window join", "several outputs",
)  # fmt: skip
PROGRAMS = [
    *stack_programs.PROGRAMS,
    *(
        {**one, "id": f"{one['id']}, in batch", "mode": "batch"}
        for one in stack_programs.PROGRAMS
        if one["id"] in IN_BATCH_TOO
    ),
    *(one for one in checkpoint_programs.PROGRAMS if one["id"] in WITH_CHECKPOINTS),
]

LEAST = 60
"""So many pairs, in ten programs, have an order before it is taken for one of Flink's."""
LEAST_PROGRAMS = 10


class Token(NamedTuple):
    """One thing that happened: of whom, and what.

    That is the "job", the "cluster", a checkpoint ("checkpoint 1"), or an execution by the id of its
    vertex ("0a448493b4782967b150582570326227 (1/2)").
    """

    who: str
    what: str


_LINES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern), who, what)
    for pattern, who, what in (
        (r"StandaloneDispatcher Received job submission ", "cluster", "submitJob"),
        (r"JobMasterServiceLeadershipRunner .* was granted leadership", "cluster", "start"),
        (r"StandaloneResourceManager Registered job manager ", "cluster", "registerJobMaster"),
        (r"FineGrainedSlotManager Received resource requirements ", "cluster",
         "declareRequiredResources"),
        (r"TaskExecutor Receive slot request ", "cluster", "requestSlot"),
        (r"TaskExecutor Establish JobManager connection ", "cluster", "registerTaskManager"),
        (r"TaskExecutor Offer reserved slots ", "cluster", "offerSlots"),
        (r"FineGrainedSlotManager Clearing resource requirements ", "cluster",
         "declareRequiredResources none"),
        (r"JobMaster Disconnect TaskExecutor ", "cluster", "disconnectJobManager of TaskExecutor"),
        (r"StandaloneResourceManager Disconnect job manager ", "cluster", "disconnectJobManager"),
        (r"ExecutionGraph Job .* switched from state (\w+) to (\w+)\.", "job", r"\1>\2"),
        (r"ExecutionGraph .+ (\(\d+/\d+\)) \(\w{32}_(\w{32})_\d+_\d+\) switched from (\w+) to (\w+)",
         r"\2 \1", r"\3>\4"),
        (r"CheckpointCoordinator Triggering [\w ]*?(?:checkpoint|savepoint) (\d+) ", r"checkpoint \1",
         "trigger"),
        (r"CheckpointCoordinator Completed checkpoint (\d+) ", r"checkpoint \1", "complete"),
    )
)  # fmt: skip


def tokens_of(lines: Sequence[str]) -> list[Token]:
    """What a log tells; of what the cluster does, the first time in which it does that."""
    found: list[Token] = []
    seen: set[Token] = set()
    for line in lines:
        for pattern, who, what in _LINES:
            match = pattern.match(line)
            if match is None:
                continue
            token = Token(match.expand(who), match.expand(what))
            if token.who != "cluster" or token not in seen:
                found.append(token)
            seen.add(token)
    return found


def on_flinksim(program: dict[str, Any]) -> tuple[list[Token], fs.Simulation]:
    """The same of flinksim, on one TaskManager as in the recordings."""
    options = {
        **program.get("options", {}),
        "minicluster.number-of-taskmanagers": "1",
        "taskmanager.numberOfTaskSlots": "8",
    }
    _, sim = run_to_its_end({**program, "options": options})
    names = {}
    for one in sim.trace.plan_or_none.subtasks:
        vertex = sim.cluster.job_graph.find_vertex(one.vertex)
        names[one.id] = f"{vertex.id} ({one.index + 1}/{vertex.parallelism})"
    found: list[Token] = []
    seen: set[str] = set()
    for event in sim.trace.events:
        match event:
            case e.JobSubmitted():
                found.append(Token("cluster", "submitJob"))
            case e.ActorCalled():
                what = event.call
                if what == "declareRequiredResources" and not event.count:
                    what += " none"
                if what == "disconnectJobManager" and event.called != "ResourceManager":
                    what += " of TaskExecutor"
                known = any(pattern for pattern in _LINES if pattern[2] == what)
                if known and what not in seen:
                    found.append(Token("cluster", what))
                seen.add(what)
            case e.JobStatusChanged():
                found.append(Token("job", f"{event.before}>{event.after}"))
            case e.TaskStateChanged():
                found.append(Token(names[event.subtask], f"{event.before}>{event.after}"))
            case e.CheckpointTriggered():
                found.append(Token(f"checkpoint {event.checkpoint}", "trigger"))
            case e.CheckpointCompleted():
                found.append(Token(f"checkpoint {event.checkpoint}", "complete"))
    return found, sim


# --- comparing ---------------------------------------------------------------------------------------

Rule = tuple[str, str, str]
"""The first thing, the second, and how they stand to each other: the first comes before."""


def sequences(tokens: Sequence[Token]) -> dict[str, list[str]]:
    """By whom, what each does, in order."""
    found: dict[str, list[str]] = {}
    for who, what in tokens:
        found.setdefault(who, []).append(what)
    return found


def is_exact(who: str) -> bool:
    """Whether all that *who* does has one order: a job, an execution, a checkpoint; not the cluster."""
    return who != "cluster"


class Topology:
    """How the tasks of a job stand to each other."""

    def __init__(self, sim: fs.Simulation) -> None:
        plan = sim.trace.plan_or_none
        graph = sim.cluster.job_graph
        names = {vertex.id: graph.find_vertex(vertex.id).id for vertex in plan.vertices}
        of = {one.id: one.vertex for one in plan.subtasks}
        direct: dict[str, set[str]] = {}
        blocking: dict[str, set[str]] = {}
        for channel in plan.channels:
            direct.setdefault(names[of[channel.source]], set()).add(names[of[channel.target]])
            if channel.is_blocking:
                blocking.setdefault(names[of[channel.source]], set()).add(names[of[channel.target]])
        self._after = {name: _reached(name, direct) for name in names.values()}
        self._behind = {
            name: {
                two
                for one in (name, *after)
                for next_one in blocking.get(one, ())
                for two in (next_one, *self._after[next_one])
            }
            for name, after in self._after.items()
        }

    def kind(self, token: Token) -> str:
        """*token* without the name of a task or the number of a checkpoint."""
        who = "task" if token.who.endswith(")") else token.who.split(" ")[0]
        return f"{who} {token.what}"

    def relation(self, one: Token, other: Token) -> str:
        """How the second task stands to the first; "" where one of both is none.

        It is "behind" what it reads when that has been written to the end.
        """
        if not (one.who.endswith(")") and other.who.endswith(")")):
            return "same" if one.who == other.who else ""
        first, number = _split(one.who)
        second, other_number = _split(other.who)
        if first == second:
            return "same" if number == other_number else "beside"
        if second in self._behind.get(first, ()):
            return "behind"
        if first in self._behind.get(second, ()):
            return "before"
        if second in self._after.get(first, ()):
            return "downstream"
        return "upstream" if first in self._after.get(second, ()) else "apart"


def _reached(name: str, direct: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    left = [name]
    while left:
        for one in direct.get(left.pop(), ()):
            if one not in reached:
                reached.add(one)
                left.append(one)
    return reached


def _split(who: str) -> tuple[str, int]:
    name, _, part = who.rpartition(" (")
    return name, int(part.split("/")[0])


def pairs(tokens: Sequence[Token], topology: Topology) -> Iterator[tuple[Rule, bool]]:
    """Every two things of different ones, in both directions, and whether they came in that order.

    Only the first time that each of them does so counts: a restart does it again.
    """
    first: dict[Token, int] = {}
    for number, token in enumerate(tokens):
        first.setdefault(token, number)
    for one, at in first.items():
        for other, after in first.items():
            if one.who != other.who or not is_exact(one.who):
                if one == other:
                    continue
                rule = (topology.kind(one), topology.kind(other), topology.relation(one, other))
                yield rule, at < after


def learned(recordings: dict[str, list[list[Token]]], topologies: dict[str, Topology]) -> set[Rule]:
    """The orders that every recording has, wherever the two things come."""
    ordered: Counter[Rule] = Counter()
    broken: set[Rule] = set()
    programs: dict[Rule, set[str]] = {}
    for name, runs in recordings.items():
        for run in runs:
            for rule, holds in pairs(run, topologies[name]):
                if holds:
                    ordered[rule] += 1
                    programs.setdefault(rule, set()).add(name)
                else:
                    broken.add(rule)
    return {
        rule
        for rule, count in ordered.items()
        if rule not in broken and count >= LEAST and len(programs[rule]) >= LEAST_PROGRAMS
    }


def differences(
    runs: list[list[Token]], ours: list[Token], topology: Topology, rules: set[Rule]
) -> Iterator[str]:
    """Where flinksim does something else than every recording, or in another order."""
    own = sequences(ours)
    real = [sequences(run) for run in runs]
    for who in sorted({*own, *(one for run in real for one in run)}):
        if is_exact(who) and all(run.get(who) != own.get(who) for run in real):
            yield f"{who}: Flink {real[0].get(who)}, flinksim {own.get(who)}"
    for rule, holds in sorted(set(pairs(ours, topology))):
        if rule in rules and not holds:
            yield f"in Flink {rule[0]} comes before {rule[1]} ({rule[2] or 'always'})"


def recordings_in(content: dict[str, Any]) -> dict[str, list[list[Token]]]:
    """The recordings of ``facts/info_logs.json`` by program."""
    return {
        case["id"]: [[Token(*case["tokens"][n]) for n in run] for run in case["runs"]]
        for case in content["cases"]
    }


# --- recording ---------------------------------------------------------------------------------------


def record(jars: str | None) -> None:
    """Run everything, and write ``facts/info_logs.json``."""
    cases: list[dict[str, Any]] = [{"id": one["id"], "tokens": [], "runs": []} for one in PROGRAMS]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "flink.log"
        log.touch()
        with RealFlink(jars, log=log) as flink:
            for number in range(RECORDINGS):
                for program, case in zip(PROGRAMS, cases, strict=True):
                    start = log.stat().st_size
                    flink.run(program)
                    text = _when_the_job_has_gone(log, start)
                    places = {tuple(token): n for n, token in enumerate(case["tokens"])}
                    run = []
                    for token in tokens_of(text.splitlines()):
                        if token not in places:
                            places[token] = len(case["tokens"])
                            case["tokens"].append(list(token))
                        run.append(places[token])
                    case["runs"].append(run)
                print(f"recording {number + 1} of {RECORDINGS}", file=sys.stderr)
    head = {"flink": "2.3.0", "about": "INFO logs of whole runs: who did what, in their order"}
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    text = f'{json.dumps(head, indent=1)[:-2]},\n "cases": [\n{lines}\n]}}\n'
    (FACTS / "info_logs.json").write_text(text, encoding="utf-8")


def _when_the_job_has_gone(log: Path, start: int) -> str:
    """What was logged from *start* on, once the ResourceManager has seen the last of the job."""
    for _ in range(1200):
        with log.open(encoding="utf-8") as file:
            file.seek(start)
            text = file.read()
        if "Disconnect job manager" in text:
            return text
        time.sleep(0.05)
    raise RuntimeError(f"the job never went: {text[-2000:]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", action="store_true", help="write facts/info_logs.json")
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    options = parser.parse_args()
    if options.record:
        record(options.jars)
    content = json.loads((FACTS / "info_logs.json").read_text(encoding="utf-8"))
    recordings = recordings_in(content)
    ours = {one["id"]: on_flinksim(one) for one in PROGRAMS}
    topologies = {name: Topology(sim) for name, (_, sim) in ours.items()}
    rules = learned(recordings, topologies)
    different = 0
    for name, runs in recordings.items():
        for line in differences(runs, ours[name][0], topologies[name], rules):
            different += 1
            print(f"{name}: {line}")
    print(f"{len(recordings)} programs, {len(rules)} orders, {different} differences")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
