"""In which order the facts of one checkpoint come on real Flink, and on flinksim.

python -m tests.conformance.judge.checkpoint_order --record   # facts/checkpoint_order.json

Real tasks are threads: what one of them does has an order, and so has what the JobMaster does; between
two there is only that of cause and effect.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from flinksim.trace import events as e
from tests.conformance.fact_files import FACTS
from tests.conformance.judge.build import run_on_flinksim
from tests.conformance.judge.checkpoint_programs import (
    ONE,
    REMEMBER,
    TUMBLING,
    TWO,
    Item,
    by_key_both,
    checkpoint,
    end,
    program,
    record,
    windowed,
)
from tests.conformance.judge.real_flink import RealFlink

JOB_MASTER = "JobMaster"
BESIDE = "AsyncOperations"
"""The threads that write what tasks have taken."""
Order = list[list[str]]
"""Who, a task such as "Map (1/2)", the JobMaster or such a thread; and what: trigger, barrier, align,
aligned, emit, snapshot (the synchronous part), async (the end of the other one), ack, complete, notify.
"""

_STEPS = {
    "CheckpointCoordinator.triggerTasks": "trigger",
    "SingleCheckpointBarrierHandler.processBarrier": "barrier",
    "CheckpointBarrierTracker.processBarrier": "barrier",
    "CheckpointBarrierHandler.markAlignmentStart": "align",
    "CheckpointBarrierHandler.markAlignmentEnd": "aligned",
    "OperatorChain.broadcastEvent": "emit",
    "RegularOperatorChain.snapshotState": "snapshot",
    "AsyncCheckpointRunnable.reportCompletedSnapshotStates": "async",
    "CheckpointCoordinator.receiveAcknowledgeMessage": "ack",
    "CheckpointCoordinator.completePendingCheckpoint": "complete",
    "RegularOperatorChain.notifyCheckpointComplete": "notify",
}
_TASK = re.compile(r"(.*) \((\d+)/(\d+)\)#\d+\Z")


def _without_failures(items: list[Item]) -> list[Item]:
    return [
        {**item, "fails": 0, "value": [*item["value"][:3], ""]} if item["do"] == "record" else item
        for item in items
    ]


_ONE_ENDS = [
    record(10, "a", 1000, 1), record(15, "b", 1200, 2, source=1), checkpoint(17), end(20, 1),
    checkpoint(30), record(40, "b", 3900, 5), record(50, "a", 7000, 7), checkpoint(60),
    record(70, "a", 13000, 9), end(80),
]  # fmt: skip

PROGRAMS = [
    program("one task", REMEMBER, _without_failures(ONE)),
    program("a sink of its own task",
            [{**REMEMBER[0], "as": "q"}, {"op": "rebalance", "on": "q", "as": "r"}],
            _without_failures(ONE)),
    program("windows, two subtasks", windowed(TUMBLING, "process"), _without_failures(ONE),
            parallelism=2),
    program("two inputs, two subtasks", by_key_both({"op": "co_process", "delta": 2000}),
            _without_failures(TWO), 2, parallelism=2),
    program("two inputs, unaligned", by_key_both({"op": "co_process", "delta": 2000}),
            _without_failures(TWO), 2, execution__checkpointing__unaligned__enabled="true"),
    program("two inputs, aligned with a timeout", by_key_both({"op": "co_process", "delta": 2000}),
            _without_failures(TWO), 2, parallelism=2,
            execution__checkpointing__unaligned__enabled="true",
            execution__checkpointing__aligned_checkpoint_timeout="1 h"),
    program("two inputs, at least once", by_key_both({"op": "co_process", "delta": 2000}),
            _without_failures(TWO), 2, execution__checkpointing__mode="AT_LEAST_ONCE"),
    program("windows in a row, one source of two has ended",
            [*by_key_both({"op": "co_process", "delta": 2000})[:2],
             {"op": "co_process", "delta": 2000, "on": "k0", "with": "k1", "as": "x"},
             {"op": "key_by", "on": "x", "as": "k"},
             {"op": "window", "assigner": TUMBLING, "function": "process", "on": "k", "as": "r"}],
            _ONE_ENDS, 2, parallelism=2),
]  # fmt: skip


def on_flinksim(program: dict[str, Any]) -> Order:
    """The order that flinksim has."""
    _, sim = run_on_flinksim(program)
    plan = sim.trace.plan
    vertices = {vertex.id: vertex for vertex in plan.vertices}
    names = {}
    for subtask in plan.subtasks:
        vertex = vertices[subtask.vertex]
        names[subtask.id] = f"{vertex.name} ({subtask.index + 1}/{vertex.parallelism})"
    order: Order = []
    taken: set[tuple[str, int]] = set()
    for event in sim.trace.events:
        match event:
            case e.CheckpointTriggered():
                order.append([JOB_MASTER, "trigger"])
            case e.BarrierReceived():
                order.append([names[event.subtask], "barrier"])
            case e.AlignmentStarted():
                order.append([names[event.subtask], "align"])
            case e.AlignmentEnded():
                order.append([names[event.subtask], "aligned"])
            case e.BarrierEmitted():
                order.append([names[event.subtask], "emit"])
                taken.discard((event.subtask, event.checkpoint))
            case e.OperatorSnapshotTaken():
                subtask = next(
                    one.subtask.id for one in plan.instances() if one.id == event.operator
                )
                if (subtask, event.checkpoint) not in taken:
                    taken.add((subtask, event.checkpoint))
                    order.append([names[subtask], "snapshot"])
            case e.SnapshotWritten():
                order.append([BESIDE, "async"])
            case e.CheckpointAcknowledged():
                order.append([JOB_MASTER, "ack"])
            case e.CheckpointCompleted():
                order.append([JOB_MASTER, "complete"])
            case e.CheckpointNotified():
                order.append([names[event.subtask], "notify"])
    return order


def order_of(entered: list[str]) -> Order:
    """What real Flink entered, in these words."""
    order: Order = []
    last: dict[str, str] = {}
    for line in entered:
        thread, method = line.split("\t")
        step = _STEPS.get(".".join(method.split(".")[-2:]))
        if step is None:
            continue
        task = _TASK.match(thread)
        beside = BESIDE if thread.startswith(BESIDE) else JOB_MASTER
        who = f"{task[1]} ({task[2]}/{task[3]})" if task else beside
        before, last[who] = last.get(who), step
        if step == "aligned" and before == "align":
            last[who] = "reset"  # markAlignmentStart() ends what may have been there before
        elif step != "aligned" or before != "aligned":
            order.append([who, step])  # markAlignmentEnd() calls markAlignmentEnd(duration)
    return order


def told_apart(real: Order, ours: Order) -> Iterator[str]:
    """Where the two contradict each other, or cause and effect."""
    everybody = dict.fromkeys(who for who, _ in [*real, *ours] if who != BESIDE)
    for who in everybody:
        theirs = [step for name, step in real if name == who]
        own = [step for name, step in ours if name == who]
        if theirs != own:
            yield f"{who}: Flink {theirs}, flinksim {own}"
    for whose, order in (("Flink", real), ("flinksim", ours)):
        yield from (f"{whose}: {what}" for what in _without_cause(order))


def _without_cause(order: Order) -> Iterator[str]:
    """An effect that comes before its cause, in runs that take one checkpoint at a time."""
    triggered = completed = 0
    counts: dict[tuple[str, str], int] = {}
    for who, step in order:
        counts[who, step] = done = counts.get((who, step), 0) + 1
        triggered += step == "trigger"
        completed += step == "complete"
        snapshots = sum(n for (_, what), n in counts.items() if what == "snapshot")
        if step in ("barrier", "align", "aligned", "emit", "snapshot") and triggered == completed:
            yield f"{step} of {who} while no checkpoint is under way"
        if step == "snapshot" and counts.get((who, "emit"), 0) < done:
            yield f"the snapshot of {who} comes before its barrier"
        if step == "async" and snapshots < done:
            yield "more is written than there are snapshots"
        if step == "ack" and snapshots < done:
            yield "more are acknowledged than there are snapshots"
        if step == "ack" and counts.get((BESIDE, "async"), 0) < done:
            yield "more are acknowledged than are written"
        if step == "complete" and counts.get((JOB_MASTER, "ack"), 0) < snapshots:
            yield "it is complete before all have acknowledged it"
        if step == "notify" and done > completed:
            yield f"{who} is told before it is complete"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    parser.add_argument("--record", action="store_true", help="write the facts")
    options = parser.parse_args()
    cases, apart = [], 0
    with RealFlink(options.jars, stacks=True) as flink:
        for each in PROGRAMS:
            real = order_of(flink.run(each)["order"])
            found = list(told_apart(real, on_flinksim(each)))
            print(f"{each['id']}: {len(real)} steps", *found, sep="\n    ")
            apart += bool(found)
            cases.append({"id": each["id"], "program": each, "order": real})
    if options.record:
        head = {"flink": "2.3.0", "about": "The order of the facts of one checkpoint",
                "schema": {"order": "who did what, one after another"}}  # fmt: skip
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        text = f'{json.dumps(head, indent=1)[:-2]},\n "cases": [\n{lines}\n]}}\n'
        (FACTS / "checkpoint_order.json").write_text(text, encoding="utf-8")
    return 1 if apart else 0


if __name__ == "__main__":
    sys.exit(main())
