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
from flinksim.replay.operators.replay_clock import CURRENT_UNIT
from flinksim.replay.operators.row_batches import RowBatchBuilder
from flinksim.replay.operators.row_schema import pack
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.operators.vertex_plan import VertexPlan
from flinksim.runtime.clock_actor import ClockActor
from flinksim.runtime.interleaving import ArrivalOrder
from flinksim.runtime.operators.stream_operator import OperatorContext
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.runtime.tasks.source_task import (
    SourceOperatorStreamTask,
    SourceStreamTask,
    find_next_in_arrival_order,
)
from flinksim.runtime.virtual_clock import SimulatedClock


class _TaskChainRunner(ChainRunner):
    """Runner of the chain of a source task; the task opens the chain, feeds it and sets its time."""

    def __init__(
        self,
        plan: VertexPlan,
        subtask: int,
        rows: RowBatchBuilder,
        task: SourceOperatorStreamTask,
        coordinator_store: dict[str, Any],
    ) -> None:
        self._task = task
        self._coordinator_store = coordinator_store
        super().__init__(plan, subtask, rows)
        task.chain = self.chain

    def _create_context(self, chained: ChainedOperator) -> OperatorContext:
        return replace(
            super()._create_context(chained),
            processing_time=self._task.processing_time,
            coordinator_store=self._coordinator_store,
        )

    def _open(self) -> None:
        pass  # The task opens the chain with its first mail.


class SourceTasks:
    """All source tasks of a job, run together on one clock; their chains emit to *rows*.

    The position at which each task ends is emitted as a row of kind ``reached``, by task number.
    """

    def __init__(self, plans: Sequence[VertexPlan], rows: RowBatchBuilder) -> None:
        self._rows = rows
        self._runnable = RunnableSet()
        self._clock = SimulatedClock(plans[0].start_ms)
        self._clock_actor = ClockActor(self._clock, self._runnable, None)
        self._coordinator_store: dict[str, Any] = {}
        self._tasks: list[SourceOperatorStreamTask] = []
        self._chains: list[_TaskChainRunner] = []
        for place, plan in enumerate(plans):
            for subtask in range(plan.parallelism):
                self._add_task(place, plan, subtask)
        self._tasks_left = len(self._tasks)
        self._source_scan = SourceTimestampScan()
        self.source_mask = sum(task.bit for task in self._tasks)

    def _add_task(self, vertex_index: int, plan: VertexPlan, subtask: int) -> None:
        spec = plan.operators[0].node.spec
        assert isinstance(spec, SourceSpec)
        kind = SourceStreamTask if spec.legacy else SourceOperatorStreamTask
        name = ids.build_subtask_id(ids.VertexId(f"v{plan.operators[0].node.id}"), subtask)
        task = kind(name, plan.name, self._runnable, self._clock, None)
        task.vertex_index = vertex_index
        task.latency_interval_ms = (
            0  # Latency markers measure the network, which does not exist here.
        )
        self._tasks.append(task)
        task.bit = 1 << len(self._tasks)
        chain = _TaskChainRunner(plan, subtask, self._rows, task, self._coordinator_store)
        self._chains.append(chain)

        def finished() -> None:
            self._tasks_left -= 1
            number = plan.first_task + subtask
            self._source_scan.last_items[number] = chain.position

        task.on_finished = finished

    def run(self) -> Iterator[pa.RecordBatch]:
        """Run all tasks to their ends and iterate over batches of rows."""
        order = ArrivalOrder()
        order.start(self)
        for task in self._tasks:
            task.execution.transition_to("SCHEDULED")
            task.execution.transition_to("DEPLOYING")
            task.deploy()
        steps = 0
        while self._tasks_left:
            mask = self._runnable.mask
            if mask & 1 and not self._clock_actor.can_advance():
                mask = self._runnable.mask
            assert mask, "the sources are deadlocked"
            index = order.choose(mask)
            if index == 0:
                self._clock_actor.step()
                continue
            steps += 1
            chain = self._chains[index - 1]
            chain.outputs.begin_step(positions.from_source_step(self._clock.now_ms, steps))
            CURRENT_UNIT.clock, CURRENT_UNIT.vertex_name = self._clock, chain.plan.name
            self._tasks[index - 1].step()
            if self._rows.is_full:
                yield self._rows.flush()
        self._rows.add("reached", -1, 0, positions.FIRST, None, pack(self._source_scan))
        yield self._rows.flush()

    # --- Schedulable ------------------------------------------------------------------------------

    @property
    def clock_turns(self) -> int:
        """Number of steps that the clock of the source tasks has taken."""
        return self._clock_actor.turns

    def is_timer_due(self) -> bool:
        """Return whether a timer of a source task is due at the current time.

        Implements :class:`~flinksim.runtime.interleaving.Schedulable`.
        """
        due = self._clock.next_due_ms()
        return due is not None and due <= self._clock.now_ms

    def find_next_source(self, mask: int) -> int | None:
        """Return the source task in *mask* whose next record arrives first.

        Implements :class:`~flinksim.runtime.interleaving.Schedulable`.
        """
        return find_next_in_arrival_order(self._tasks, mask)
