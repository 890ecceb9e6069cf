"""Sources whose records need an order: their tasks run as in the simulator, in one worker.

A custom watermark generator sees every record. With ``with_watermark_alignment`` a source ahead of
its group pauses. How long depends on the watermarks of the group, and thus on all its records.
Where it resumes among the timers and records of that millisecond depends on the mailboxes of the
tasks. So all source tasks of the job run here, on their own clock and in arrival order, because
records of several sources may arrive in the same millisecond. Downstream tasks do not run here: in
arrival order they do not affect when the sources read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from flinksim.core import ids
from flinksim.datastream.transformations import SourceSpec
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import ChainRunner
from flinksim.replay.operators.manual_clock import AT_WORK
from flinksim.replay.operators.row_batches import BlockBuffer
from flinksim.replay.operators.row_schema import pack
from flinksim.replay.operators.source_watermarks import SourceReach
from flinksim.replay.operators.vertex_plan import ChainPlan
from flinksim.runtime.clock_actor import ClockActor
from flinksim.runtime.interleaving import ArrivalOrder
from flinksim.runtime.operators.stream_operator import OperatorContext
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.source_task import (
    SourceOperatorStreamTask,
    SourceStreamTask,
    next_in_arrival_order,
)
from flinksim.runtime.virtual_clock import SimulatedClock


class _TaskChain(ChainRunner):
    """Chain of a source that belongs to a task, which opens it, feeds it and sets its time."""

    def __init__(
        self,
        plan: ChainPlan,
        subtask: int,
        rows: BlockBuffer,
        task: SourceOperatorStreamTask,
        coordinator_store: dict[str, Any],
    ) -> None:
        self._task = task
        self._coordinator_store = coordinator_store
        super().__init__(plan, subtask, rows)
        task.chain = self.chain

    def _context(self, chained: ChainedOperator) -> OperatorContext:
        return replace(
            super()._context(chained),
            processing_time=self._task.processing_time,
            coordinator_store=self._coordinator_store,
        )

    def _open(self) -> None:
        pass  # The task opens the chain with its first mail.


class SourceTasks:
    """The source tasks of a job; their chains emit to *rows*.

    The end position of each task is emitted as a row of kind ``reached``, by task number.
    """

    def __init__(self, plans: Sequence[ChainPlan], rows: BlockBuffer) -> None:
        self._rows = rows
        self._runnable = RunnableSet()
        self._clock = SimulatedClock(plans[0].start_ms)
        self._clock_actor = ClockActor(self._clock, self._runnable, None)
        self._coordinator_store: dict[str, Any] = {}
        self._tasks: list[SourceOperatorStreamTask] = []
        self._chains: list[_TaskChain] = []
        for place, plan in enumerate(plans):
            for subtask in range(plan.parallelism):
                self._add(place, plan, subtask)
        self._tasks_left = len(self._tasks)
        self._reached = SourceReach()
        self.source_mask = sum(task.bit for task in self._tasks)

    def _add(self, place: int, plan: ChainPlan, subtask: int) -> None:
        spec = plan.operators[0].node.spec
        assert isinstance(spec, SourceSpec)
        kind = SourceStreamTask if spec.legacy else SourceOperatorStreamTask
        name = ids.subtask_id(ids.VertexId(f"v{plan.operators[0].node.id}"), subtask)
        task = kind(name, plan.name, self._runnable, self._clock, None)
        task.vertex_index = place
        task.latency_interval_ms = (
            0  # Latency markers measure the network, which does not exist here.
        )
        self._tasks.append(task)
        task.bit = 1 << len(self._tasks)
        chain = _TaskChain(plan, subtask, self._rows, task, self._coordinator_store)
        self._chains.append(chain)

        def finished() -> None:
            self._tasks_left -= 1
            number = plan.first_task + subtask
            self._reached.last_items[number] = chain.position

        task.on_finished = finished

    def run(self) -> Iterator[pa.RecordBatch]:
        """Run all tasks to their ends and iterate over batches of rows."""
        order = ArrivalOrder()
        order.start(self)
        for task in self._tasks:
            task.execution.move_to("SCHEDULED")
            task.execution.move_to("DEPLOYING")
            task.deploy()
        steps = 0
        while self._tasks_left:
            mask = self._runnable.mask
            if mask & 1 and not self._clock_actor.can_advance():
                mask = self._runnable.mask
            assert mask, "the sources wait for ever"
            index = order.choose(mask)
            if index == 0:
                self._clock_actor.step()
                continue
            steps += 1
            chain = self._chains[index - 1]
            chain.outputs.begin(positions.of_source_step(self._clock.now_ms, steps))
            AT_WORK.clock, AT_WORK.vertex = self._clock, chain.plan.name
            self._tasks[index - 1].step()
            if self._rows.is_full:
                yield self._rows.take()
        self._rows.add("reached", -1, 0, positions.FIRST, None, pack(self._reached))
        yield self._rows.take()

    # --- Schedulable ------------------------------------------------------------------------------

    @property
    def clock_turns(self) -> int:
        """Number of turns of the clock."""
        return self._clock_actor.turns

    def timer_is_due(self) -> bool:
        """Implement :class:`~flinksim.runtime.interleaving.Schedulable`."""
        due = self._clock.next_due_ms()
        return due is not None and due <= self._clock.now_ms

    def next_source(self, mask: int) -> int | None:
        """Implement :class:`~flinksim.runtime.interleaving.Schedulable`."""
        return next_in_arrival_order(self._tasks, mask)
