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
from flinksim.graph.rewrite import discard_sink_output, map_specs
from flinksim.runtime.budget import BudgetSpent
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.trace.recorder import Trace

MAX_RUNS = 400
MAX_EVENTS = 4_000_000
"""Limits of the reruns for one question: the number of runs, and the total number of events."""

MAX_EVENTS_ONCE_FOUND = 120_000
"""Number of events after which no other change is tried if one has been found.

So an answer about a run of 25,000 events takes some seconds, and about a small run it is complete.
"""

_STEPS_PER_CHECK = 256


@dataclass(frozen=True, slots=True)
class ProgramVariant:
    """Variant of a program, with the settings of its run."""

    pipeline: Pipeline
    settings: RunSettings


class TrialLimitExceeded(Exception):
    """A limit of the runs or events of one question is exceeded."""


class ExperimentRunner:
    """Runs changed variants of one program without output, and counts the runs.

    *start_time_ms* is the virtual start time of the run in question. All variants start at that time,
    even if the first record, which would determine it, is removed. *open_variant* creates a simulation
    of a variant.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        settings: RunSettings,
        start_time_ms: int,
        open_variant: Callable[[ProgramVariant], Any] | None = None,
    ) -> None:
        own = replace(settings, start_time_ms=start_time_ms, traced=True, trace="full")
        self.baseline = ProgramVariant(
            map_specs(pipeline, lambda one: discard_sink_output(one.spec)), own
        )
        self._open_variant = open_variant
        self.reset_counts()

    def reset_counts(self) -> None:
        """Reset the numbers of runs and events to 0, before a new question."""
        self.run_count = self._event_count = 0
        self._max_events = MAX_EVENTS

    def limit_further_trials(self) -> None:
        """Allow fewer events from now on, because a change has been found."""
        self._max_events = min(MAX_EVENTS, self._event_count + MAX_EVENTS_ONCE_FOUND)

    def run(self, variant: ProgramVariant, until_ms: int | None = None) -> Trace:
        """Run *variant* to its end, or until its clock is after *until_ms*, and return the trace.

        The trace of a failed job ends with the failure.

        Raises:
            TrialLimitExceeded: A limit is exceeded.
        """
        if self.run_count >= MAX_RUNS or self._event_count >= self._max_events:
            raise TrialLimitExceeded
        self.run_count += 1
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            # a trial is read as a whole, so a trace on demand would cost a second run
            settings = replace(variant.settings, trace="full")
            cluster = MiniCluster(build_job_graph(variant.pipeline), settings)
            max_events = min(self._event_count + MAX_EVENTS // 4, self._max_events)
            try:
                while not cluster.is_over:
                    steps_before = cluster.steps_taken
                    cluster.run(max_steps=_STEPS_PER_CHECK)
                    if until_ms is not None and cluster.clock.now_ms > until_ms:
                        break
                    if cluster.steps_taken - steps_before < _STEPS_PER_CHECK:
                        break
                    if len(cluster.trace.events) + self._event_count > max_events:
                        raise TrialLimitExceeded
            except (JobExecutionError, BudgetSpent):
                pass
        self._event_count += len(cluster.trace.events)
        return cluster.trace

    @cached_property
    def baseline_trace(self) -> Trace:
        """Trace of the unchanged program, run to its end.

        Raises:
            TrialLimitExceeded: A limit is exceeded.
        """
        return self.run(self.baseline)

    def open_simulation(self, variant: ProgramVariant) -> Any:
        """Run *variant* to its end and return it as a simulation."""
        assert self._open_variant is not None
        simulation = self._open_variant(variant)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            try:
                simulation.run()
            except JobExecutionError:
                pass
        return simulation


# --- changes of the input --------------------------------------------------------------------------


def remove_records(variant: ProgramVariant, records: frozenset[RecordId]) -> ProgramVariant:
    """Return *variant* without the given input records.

    A split ends at the same time as before.
    """

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

    return transform_items(variant, remove, {record.node for record in records})


def replace_record(
    variant: ProgramVariant, record: RecordId, update: Callable[[SourceRecord], SourceRecord]
) -> ProgramVariant:
    """Return *variant* with one input record replaced; later records of its split still follow it."""

    def update_split(node: int, split: str, split_items: Any) -> Any:
        offset, min_arrival_ms = 0, None
        for item in split_items:
            if isinstance(item, SourceRecord):
                offset += 1
                if RecordId(node, split, offset - 1) == record:
                    item = update(item)
                    min_arrival_ms = item.arrival_ms
            if (
                min_arrival_ms is not None
                and item.arrival_ms is not None
                and item.arrival_ms < min_arrival_ms
            ):
                item = replace(item, arrival_ms=min_arrival_ms)
            yield item

    return transform_items(variant, update_split, {record.node})


def transform_items(
    variant: ProgramVariant, transform: Callable[[int, str, Any], Any], nodes: set[int]
) -> ProgramVariant:
    """Return *variant* with changed input: the items of each split of some sources are transformed.

    Args:
        variant: The program.
        transform: Returns the new items for (node, split, items).
        nodes: The nodes of the sources.
    """

    def change(one: Transformation) -> Any:
        if one.id not in nodes or not isinstance(one.spec, SourceSpec):
            return one.spec
        source = copy(one.spec.source)
        open_split = one.spec.source.open_split
        source.open_split = lambda split: transform(one.id, split, open_split(split))
        return replace(one.spec, source=source)

    return replace(variant, pipeline=map_specs(variant.pipeline, change))
