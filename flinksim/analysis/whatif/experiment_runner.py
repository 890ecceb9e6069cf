"""Where changed programs are run: the program and settings of the asked run, and how much may be tried.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from io import StringIO
from typing import Any

from flinksim.analysis.why.answer import RecordId
from flinksim.connectors.source import SourcePause, SourceRecord
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SourceSpec, Transformation
from flinksim.graph.rewrite import changed, unwritten
from flinksim.runtime.budget import BudgetSpent
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace.recorder import Trace

MOST_RUNS = 400
MOST_FACTS = 4_000_000
"""How much may be tried for one question, in runs and in facts of all of them."""

_BURST = 256


@dataclass(frozen=True, slots=True)
class Case:
    """A program and how it is run."""

    pipeline: Pipeline
    settings: RunSettings


class TriedEnough(Exception):
    """What may be tried for one question has been."""


class Bench:
    """Runs changed programs of one run, quietly, and counts them.

    *start_time_ms* is when the asked run began: the clock of all others begins there as well, also if
    the first record is taken away. *open_run* makes a simulation of a case.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        settings: RunSettings,
        start_time_ms: int,
        open_run: Callable[[Case], Any] | None = None,
    ) -> None:
        own = replace(settings, start_time_ms=start_time_ms, traced=True)
        self.case = Case(changed(pipeline, lambda one: unwritten(one.spec)), own)
        self._open = open_run
        self.runs = 0
        self._facts = 0

    def begin(self) -> None:
        """Count what is tried from here on."""
        self.runs = self._facts = 0

    def run(self, case: Case, until_ms: int | None = None) -> Trace:
        """The trace of *case*, up to its end or until its clock is beyond *until_ms*.

        A job that fails leaves the trace of what it did. Raises: TriedEnough.
        """
        if self.runs >= MOST_RUNS or self._facts >= MOST_FACTS:
            raise TriedEnough
        self.runs += 1
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            cluster = MiniCluster(job_graph_of(case.pipeline), case.settings)
            most = self._facts + MOST_FACTS // 4
            try:
                while not cluster.is_over:
                    taken = cluster.steps_taken
                    cluster.run(max_steps=_BURST)
                    if until_ms is not None and cluster.clock.now_ms > until_ms:
                        break
                    if cluster.steps_taken - taken < _BURST:
                        break
                    if len(cluster.trace.events) + self._facts > most:
                        raise TriedEnough
            except (JobExecutionError, BudgetSpent):
                pass
        self._facts += len(cluster.trace.events)
        return cluster.trace

    @cached_property
    def unchanged(self) -> Trace:
        """The trace of the asked program, up to its end. Raises: TriedEnough."""
        return self.run(self.case)

    def open(self, case: Case) -> Any:
        """A simulation of *case*, run to its end."""
        assert self._open is not None
        simulation = self._open(case)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            try:
                simulation.run()
            except JobExecutionError:
                pass
        return simulation


# --- the input, changed ----------------------------------------------------------------------------


def without_records(case: Case, records: frozenset[RecordId]) -> Case:
    """*case* without some records of its input; splits that had them last as long as they did."""

    def items(node: int, split: str, given: Any) -> Any:
        offset = 0
        for item in given:
            if isinstance(item, SourceRecord):
                offset += 1
                if RecordId(node, split, offset - 1) in records:
                    if item.arrival_ms is not None:
                        yield SourcePause(item.arrival_ms)
                    continue
            yield item

    return with_items(case, items, {record.node for record in records})


def with_record(
    case: Case, record: RecordId, change: Callable[[SourceRecord], SourceRecord]
) -> Case:
    """*case* with another record in the place of one; what comes after it still comes after it."""

    def items(node: int, split: str, given: Any) -> Any:
        offset, least = 0, None
        for item in given:
            if isinstance(item, SourceRecord):
                offset += 1
                if RecordId(node, split, offset - 1) == record:
                    item = change(item)
                    least = item.arrival_ms
            if least is not None and item.arrival_ms is not None and item.arrival_ms < least:
                item = replace(item, arrival_ms=least)
            yield item

    return with_items(case, items, {record.node})


def with_items(case: Case, items: Callable[[int, str, Any], Any], nodes: set[int]) -> Case:
    """*case* whose sources with these *nodes* give what *items* makes of (node, split, items)."""

    def change(one: Transformation) -> Any:
        if one.id not in nodes or not isinstance(one.spec, SourceSpec):
            return one.spec
        source = copy(one.spec.source)
        given = one.spec.source.open_split
        source.open_split = lambda split: items(one.id, split, given(split))
        return replace(one.spec, source=source)

    return replace(case, pipeline=changed(case.pipeline, change))
