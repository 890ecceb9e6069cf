"""Runner of experiments: changed programs with the settings of one run, within limits.

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
"""Limits of one question: number of runs, and number of events of all runs."""

_BURST = 256


@dataclass(frozen=True, slots=True)
class Case:
    """Variant of a program, with the settings of its run."""

    pipeline: Pipeline
    settings: RunSettings


class TriedEnough(Exception):
    """A limit of the runs or events of one question is exceeded."""


class Bench:
    """Runs changed variants of one program without output, and counts the runs.

    *start_time_ms* is the start of the run in question. All variants start at that time, even
    without the first record. *open_run* creates a simulation of a variant.
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
        """Reset the counts of runs and events."""
        self.runs = self._facts = 0

    def run(self, case: Case, until_ms: int | None = None) -> Trace:
        """Run *case* to its end, or until its clock is after *until_ms*, and return the trace.

        The trace of a failed job ends with the failure.

        Raises:
            TriedEnough: A limit is exceeded.
        """
        if self.runs >= MOST_RUNS or self._facts >= MOST_FACTS:
            raise TriedEnough
        self.runs += 1
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            cluster = MiniCluster(job_graph_of(case.pipeline), case.settings)
            max_events = self._facts + MOST_FACTS // 4
            try:
                while not cluster.is_over:
                    steps_before = cluster.steps_taken
                    cluster.run(max_steps=_BURST)
                    if until_ms is not None and cluster.clock.now_ms > until_ms:
                        break
                    if cluster.steps_taken - steps_before < _BURST:
                        break
                    if len(cluster.trace.events) + self._facts > max_events:
                        raise TriedEnough
            except (JobExecutionError, BudgetSpent):
                pass
        self._facts += len(cluster.trace.events)
        return cluster.trace

    @cached_property
    def unchanged(self) -> Trace:
        """Trace of the unchanged program, run to its end.

        Raises:
            TriedEnough: A limit is exceeded.
        """
        return self.run(self.case)

    def open(self, case: Case) -> Any:
        """Run *case* to its end and return it as a simulation."""
        assert self._open is not None
        simulation = self._open(case)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            try:
                simulation.run()
            except JobExecutionError:
                pass
        return simulation


# --- changes of the input --------------------------------------------------------------------------


def without_records(case: Case, records: frozenset[RecordId]) -> Case:
    """Return *case* without some records; a split still ends at the time it ended before."""

    def remove(node: int, split: str, split_items: Any) -> Any:
        offset = 0
        for item in split_items:
            if isinstance(item, SourceRecord):
                offset += 1
                if RecordId(node, split, offset - 1) in records:
                    if item.arrival_ms is not None:
                        yield SourcePause(item.arrival_ms)
                    continue
            yield item

    return with_items(case, remove, {record.node for record in records})


def with_record(
    case: Case, record: RecordId, change: Callable[[SourceRecord], SourceRecord]
) -> Case:
    """Return *case* with one record replaced; the records after it still arrive after it."""

    def update_split(node: int, split: str, split_items: Any) -> Any:
        offset, min_arrival_ms = 0, None
        for item in split_items:
            if isinstance(item, SourceRecord):
                offset += 1
                if RecordId(node, split, offset - 1) == record:
                    item = change(item)
                    min_arrival_ms = item.arrival_ms
            if (
                min_arrival_ms is not None
                and item.arrival_ms is not None
                and item.arrival_ms < min_arrival_ms
            ):
                item = replace(item, arrival_ms=min_arrival_ms)
            yield item

    return with_items(case, update_split, {record.node})


def with_items(case: Case, items: Callable[[int, str, Any], Any], nodes: set[int]) -> Case:
    """Return *case* with the items of some sources transformed.

    Args:
        case: The program.
        items: Returns the new items for (node, split, items).
        nodes: The nodes of the sources.
    """

    def change(one: Transformation) -> Any:
        if one.id not in nodes or not isinstance(one.spec, SourceSpec):
            return one.spec
        source = copy(one.spec.source)
        open_split = one.spec.source.open_split
        source.open_split = lambda split: items(one.id, split, open_split(split))
        return replace(one.spec, source=source)

    return replace(case, pipeline=changed(case.pipeline, change))
