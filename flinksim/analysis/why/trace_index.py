"""Index of a trace, with which explainers look up what they need.

It has names, the plan, events by type, and the state after each step. Not in Flink.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from statistics import median
from typing import Any

from flinksim.analysis.expressions.name_resolution import format_list
from flinksim.analysis.why.answer import CausalLink, Cause, RecordId
from flinksim.analysis.why.event_lookup import EventLookup
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import quote_name, translate, translate_word
from flinksim.core.ids import ChannelId, OperatorId, SubtaskId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.causality.causal_graph import CausalGraph, get_data_predecessors
from flinksim.trace.changelog import Changelog, read_changelogs
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.plan import PlanChannel, PlanInstance
from flinksim.trace.query import find_contained_records
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from flinksim.trace.state.job_state import (
    ChannelView,
    JobView,
    OperatorView,
    TaskView,
    apply_events,
)
from flinksim.trace.state.keyframes import StateKeyframes

WATERMARK_ASSIGNERS = ("TimestampsAndWatermarksOperator", "WatermarkAssignerOperator")
"""Operator classes that generate watermarks themselves.

They ignore watermarks from upstream, except the maximum watermark at the end of the input.
"""


MAX_GAP_MS = 1_000_000_000_000
"""Maximum distance between two event times, in ms (31 years), that a sentence gives.

A larger one comes from a limit of event time, such as Long.MIN_VALUE, and says nothing.
"""


def truncate_to_steps(trace: Trace, steps: int) -> Trace:
    """Return a trace of only the first *steps* steps of *trace*, with its causal links."""
    if steps >= len(trace):
        return trace
    end = trace.headers[steps].first_event
    beginning = Trace(trace.headers[:steps], [], [], dict(trace.info))
    beginning.events = trace.events.take(end)
    beginning.set_links(trace.links_until(end - 1))
    return beginning


def truncate_to_time(trace: Trace, time_ms: int) -> Trace:
    """Return a trace of only the steps of *trace* up to the virtual time *time_ms*."""
    return truncate_to_steps(trace, sum(head.time_ms <= time_ms for head in trace.headers))


class TraceIndex:
    """Indexed view of one run up to its last step.

    Events are addressed by their index in the trace, operators, tasks and channels by their ids.
    """

    def __init__(
        self, trace: Trace, language: Language = "en", events: EventLookup | None = None
    ) -> None:
        """Index *trace*; *events* are its events, if they have been looked up before."""
        trace.compact_if_large()  # events of one type are read from columns, without all others
        self.trace = trace
        self.plan = trace.plan
        self.labels = Formatter(trace.plan, language)
        self.events = EventLookup(trace) if events is None else events
        self.instances: dict[str, PlanInstance] = {one.id: one for one in self.plan.instances()}
        self.channels: dict[str, PlanChannel] = {one.id: one for one in self.plan.channels}

    def truncate(self, steps: int) -> TraceIndex:
        """Return an index of only the first *steps* steps; the events that were read are shared."""
        beginning = truncate_to_steps(self.trace, steps)
        if beginning is self.trace:
            return self
        found = TraceIndex(beginning, self.language, self.events.truncate(len(beginning.events)))
        found._keyframes = self._keyframes
        return found

    def with_language(self, language: Language) -> TraceIndex:
        """Return this index with texts in *language*; what it has looked up so far is kept."""
        other = copy.copy(self)
        other.labels = Formatter(self.plan, language)
        return other

    def links_until(self, index: int) -> CausalGraph:
        """Return the causes and origins of the events up to one; for a whole long run they take long."""
        return self.trace.links_until(index)

    @cached_property
    def splits_by_source(self) -> dict[str, set[str]]:
        """The splits that each instance of a source was assigned; those without a split are left out."""
        found: dict[str, set[str]] = {}
        for index in self.find_events(e.SplitAssigned):
            found.setdefault(self.events[index].operator, set()).add(self.events[index].split)
        return found

    @cached_property
    def subtask_ids(self) -> frozenset[str]:
        """Ids of all subtasks."""
        return frozenset(one.id for one in self.plan.subtasks)

    # --- the plan --------------------------------------------------------------------------------

    @cached_property
    def inputs_by_node(self) -> dict[int, set[int]]:
        """Direct input nodes of each operator node."""
        found: dict[int, set[int]] = {}
        for vertex in self.plan.vertices:
            for operator in vertex.operators:
                found.setdefault(operator.node, set()).update(operator.inputs)
        for channel in self.plan.channels:
            found.setdefault(channel.target_node, set()).add(channel.source_node)
        return found

    def find_upstream_nodes(self, node: int, stop_at_assigners: bool = False) -> list[int]:
        """Return *node* and all nodes upstream of it.

        Args:
            node: The plan node to start from.
            stop_at_assigners: Whether to stop at nodes that generate watermarks.
        """
        classes = {
            one.operator.node: one.operator.operator_class for one in self.instances.values()
        }
        found = {node: None}
        pending = [node]
        while pending:
            current = pending.pop()
            if stop_at_assigners and classes.get(current) in WATERMARK_ASSIGNERS:
                continue
            for input_node in sorted(self.inputs_by_node.get(current, ())):
                if input_node not in found:
                    found[input_node] = None
                    pending.append(input_node)
        return list(found)

    def node(self, operator: str) -> int:
        """Return the plan node of an operator instance."""
        return self.instances[operator].operator.node

    def find_instances(self, node: int) -> list[str]:
        """Return the operator instances of a plan node, in order of their subtasks."""
        return [one.id for one in self.instances.values() if one.operator.node == node]

    def find_table(self, operator: str) -> str:
        """Return the table whose watermark the operator generates; "" if it is no operator of SQL."""
        if self.instances[operator].operator.operator_class != "WatermarkAssignerOperator":
            return ""
        upstream = self.find_upstream_nodes(self.node(operator))
        (first, *_) = self.find_instances(upstream[-1])
        return self.instances[first].operator.name.removeprefix("Source: ")

    def subtask(self, operator: str) -> str:
        """Return the subtask of an operator instance."""
        return self.instances[operator].subtask.id

    def find_operators(self, subtask: str) -> list[str]:
        """Return the operators of a subtask, the head of the chain first."""
        return [one.id for one in self.instances.values() if one.subtask.id == subtask]

    def find_input_channels(self, subtask: str) -> list[PlanChannel]:
        """Return the input channels of a subtask."""
        return [one for one in self.plan.channels if one.target == subtask]

    # --- text ------------------------------------------------------------------------------------

    def format_name(self, id_: str) -> str:
        """Format the name of a task, operator or channel as the pages show it."""
        return self.labels.format_id(id_)

    def format_time(self, timestamp: int | None) -> str:
        """Format a timestamp for a sentence."""
        return self.labels.format_time(timestamp)

    def format_value(self, value: Any) -> str:
        """Format a record or key for a sentence."""
        return self.labels.format_value(json.dumps(value))

    def format_window(self, window: Any) -> str:
        """Format a window for a sentence."""
        return self.labels.format_window(window)

    def describe_event(self, index: int) -> str:
        """Describe the event at *index* in one sentence."""
        event = self.events[index]
        return render_event(KINDS_BY_CLASS[type(event)], event, self.labels)

    def translate(self, message_id: str, **fields: Any) -> str:
        """Return a message of the catalogs, filled with *fields*, in the language of this index."""
        return translate(self.language, message_id, **fields)

    def translate_word(self, word: str) -> str:
        """Translate one word that an event or a question uses, such as the name of a task state."""
        return translate_word(self.language, word)

    def format_list(self, items: list[str]) -> str:
        """Format *items* as a list for a sentence; long lists are shortened."""
        return format_list(items, self.labels)

    def format_names(self, names: Iterable[str]) -> str:
        """Format names of operators or tasks as a list for a sentence, each in quotation marks."""
        return self.format_list([quote_name(name) for name in names])

    @property
    def language(self) -> Language:
        """Language of all texts that this index formats."""
        return self.labels.language

    @property
    def sentence_gap(self) -> str:
        """Text between two sentences in the language of this index: a space in English."""
        return "" if self.language == "zh" else " "

    @property
    def full_stop(self) -> str:
        """Character that ends a sentence in the language of this index."""
        return "。" if self.language == "zh" else "."

    # --- events ----------------------------------------------------------------------------------

    def step(self, index: int) -> int:
        """Return the step of the event at *index*."""
        return self.trace.find_step(index)

    def time_ms(self, index: int) -> int:
        """Return the virtual time of the event at *index*."""
        return self.trace.headers[self.step(index)].time_ms

    @property
    def now_ms(self) -> int:
        """Virtual time after the last step."""
        return self.job_state.time_ms

    @cached_property
    def job_state(self) -> JobView:
        """State of the job after the last step."""
        return self._keyframes.get_state_after(len(self.trace))

    @cached_property
    def _keyframes(self) -> StateKeyframes:
        return StateKeyframes(self.trace)

    def task_state(self, subtask: str) -> TaskView:
        """Return the state of a subtask after the last step."""
        return self.job_state.tasks[SubtaskId(subtask)]

    def operator_state(self, operator: str) -> OperatorView:
        """Return the state of an operator instance after the last step."""
        return self.job_state.operators[OperatorId(operator)]

    def channel_state(self, channel: str) -> ChannelView:
        """Return the state of a channel after the last step."""
        return self.job_state.channels[ChannelId(channel)]

    def compute_state_at(self, index: int) -> JobView:
        """Return the state of the job after the event at *index*."""
        known = self._states.get(index)
        if known is None:
            step = self.step(index)
            state = self._keyframes.get_state_after(step)
            first, _ = self.trace.event_range(step)
            known = self._states[index] = apply_events(self.trace.events[first : index + 1], state)
        return known

    @cached_property
    def _states(self) -> dict[int, JobView]:
        return {}

    def find_events(self, *event_types: type[Any]) -> list[int]:
        """Return the indices of the events of the given types, all of the first type first."""
        return [index for kind in event_types for index in self.events.find(kind)]

    def build_link(self, index: int, text: str | None = None) -> CausalLink:
        """Build a link of a causal chain from the event at *index*."""
        event = self.events[index]
        ids = []
        for field in ("subtask", "operator", "channel", "held_by"):
            found = getattr(event, field, None)
            ids += [found] if isinstance(found, str) and found else list(found or ())
        return CausalLink(self.step(index), index, text or self.describe_event(index), tuple(ids))

    @cached_property
    def changelogs(self) -> list[Changelog]:
        """The changes that each sink of a SQL job wrote."""
        return read_changelogs(self.trace)

    # --- records ---------------------------------------------------------------------------------

    @cached_property
    def record_ids(self) -> dict[int, RecordId]:
        """Ids of the input records, by the index of the ``SourceRecordRead`` event that read each."""
        return {
            index: RecordId(
                self.node(self.events[index].operator),
                self.events[index].split,
                self.events[index].offset,
            )
            for index in self.find_events(e.SourceRecordRead)
        }

    @cached_property
    def timestamps(self) -> dict[RecordId, int]:
        """Event timestamp of each input record that has one.

        The source or the timestamp assigner after it has set it.
        """
        found: dict[RecordId, int] = {}
        last_reads: dict[str, int] = {}
        for index in sorted(self.find_events(e.SourceRecordRead, e.TimestampAssigned)):
            event = self.events[index]
            read: int | None = index
            if isinstance(event, e.SourceRecordRead):
                last_reads[event.operator], timestamp = index, event.timestamp
            else:  # a source assigns it at once; for another operator, the causes tell the record
                timestamp = event.after
                read = last_reads.get(event.operator)
                read = self.find_read(index) if read is None else read
            if read is not None and timestamp not in (None, MIN_TIMESTAMP):
                found[self.record_ids[read]] = timestamp
        return found

    @cached_property
    def median_pause_ms(self) -> int | None:
        """Median time between two successive records of a split, in ms; ``None`` if there is none."""
        last_read: dict[tuple[int, str], int] = {}
        pauses = []
        for index in self.find_events(e.SourceRecordRead):
            event, time = self.events[index], self.time_ms(index)
            split = (self.node(event.operator), event.split)
            if split in last_read and time > last_read[split]:
                pauses.append(time - last_read[split])
            last_read[split] = time
        return int(median(pauses)) if pauses else None

    def find_split_timestamps(self, record: RecordId) -> tuple[int | None, ...]:
        """Return the timestamps of all records of a record's split, by offset."""
        own = {one.offset: one for one in self.record_ids.values()
               if (one.node, one.split) == (record.node, record.split)}  # fmt: skip
        return tuple(
            self.timestamps.get(own[place]) if place in own else None
            for place in range(max(own, default=-1) + 1)
        )

    def find_read(self, index: int) -> int | None:
        """Return the ``SourceRecordRead`` that the event at *index* results from, or ``None``."""
        current, links = index, self.links_until(index)
        while not isinstance(self.events[current], e.SourceRecordRead):
            before = get_data_predecessors(links, type(self.events[current]), current)
            if len(before) > 1 and before[0] != links.cause[current]:
                break  # several elements, such as those of a window
            if not before:
                break
            current = before[0]
        else:
            return current
        found = find_contained_records(self.trace, index)
        return found[-1] if found else None

    @cached_property
    def sources_by_split(self) -> dict[str, set[int]]:
        """The plan nodes of the sources that have a split of each name."""
        found: dict[str, set[int]] = {}
        for index in self.find_events(e.SplitAssigned):
            event = self.events[index]
            found.setdefault(event.split, set()).add(self.node(event.operator))
        return found

    @cached_property
    def split_count_by_offset(self) -> Counter[int]:
        """For each offset, the number of splits in which a record with that offset was read.

        If it is 1, the offset alone identifies the record.
        """
        return Counter(self.events[index].offset for index in self.find_events(e.SourceRecordRead))

    def find_contained_reads(self, index: int) -> list[int]:
        """Return the input records that are part of the event at *index*, such as those of a fired window.

        Each is the index of its ``SourceRecordRead`` event.
        """
        known = self._contained_reads.get(index)
        if known is None:
            known = self._contained_reads[index] = find_contained_records(self.trace, index)
        return known

    @cached_property
    def _contained_reads(self) -> dict[int, list[int]]:
        return {}

    def find_record_in(self, other: TraceIndex, read: int) -> RecordId:
        """Return the id of an input record in another run.

        *read* is the index of its ``SourceRecordRead`` event in this run. Its value identifies it if
        both runs read that value exactly once. Otherwise the id is the same in both runs, as for a
        record whose value was changed.
        """
        event = self.events[read]
        other_reads, own_reads = (
            [
                i for i in run.find_events(e.SourceRecordRead)
                if (one := run.events[i]).value == event.value
                and (one.operator, one.split) == (event.operator, event.split)
            ]
            for run in (other, self)
        )  # fmt: skip
        return (
            other.record_ids[other_reads[0]]
            if len(other_reads) == len(own_reads) == 1
            else self.record_ids[read]
        )

    def build_record_cause(self, read: int) -> Cause:
        """Build the cause that an input record was read by the ``SourceRecordRead`` event at *read*."""
        event = self.events[read]
        is_shared = len(self.sources_by_split.get(event.split, ())) > 1
        name = self.format_name(event.operator) if is_shared else event.split
        split = self.translate("name.of_split", split=name) if name else ""
        arrived = self.format_time(self.time_ms(read))
        text = self.translate(
            "name.record_read",
            number=str(event.offset),
            split=split,
            value=self.format_value(event.value),
            time=arrived,
        )
        return Cause("record", text, self.step(read), self.record_ids[read])

    def build_event_cause(self, index: int) -> Cause:
        """Build the cause that the event at *index* occurred."""
        return Cause("fact", self.describe_event(index), self.step(index))


def format_duration(ms: int) -> str:
    """Format a duration such as ``2401 ms``; from one minute on also in h, min and s."""
    if ms < 60_000:
        return f"{ms} ms"
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{hours} h"] if hours else []
    parts += [f"{minutes} min"] if minutes else []
    parts += [f"{rest / 1000:g} s"] if rest else []
    return f"{ms} ms ({' '.join(parts)})"


def format_time(time_ms: int) -> str:
    """Format a virtual time: small ones in ms, others as date and time (UTC)."""
    text = Formatter(None).format_time(time_ms)
    return f"{text} ms" if text.lstrip("-").isdecimal() else text
