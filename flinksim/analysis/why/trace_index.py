"""Indexed view of a trace: names, plan topology, events by type, and state after each step.

Not in Flink.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cached_property
from typing import Any

from flinksim.analysis.expressions.name_resolution import some_of
from flinksim.analysis.why.answer import Link, RecordId, Thing
from flinksim.core.i18n.languages import Language
from flinksim.core.ids import ChannelId, OperatorId, SubtaskId
from flinksim.trace import events as e
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.narration.templates import fill, say, say_word
from flinksim.trace.plan import PlanChannel, PlanInstance
from flinksim.trace.query import chain_of_causes, records_in, step_of
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KIND_OF
from flinksim.trace.state.job_state import ChannelView, JobView, OperatorView, TaskView, fold

OWN_TIME = ("TimestampsAndWatermarksOperator",)
"""Operator classes that generate watermarks and ignore upstream ones, except the last."""


def until_step(trace: Trace, steps: int) -> Trace:
    """Return the first *steps* steps of *trace*, with its links."""
    if steps >= len(trace):
        return trace
    end = trace.heads[steps].first_event
    beginning = Trace(trace.heads[:steps], trace.events[:end], [], dict(trace.info))
    beginning.set_links(trace.links)
    return beginning


def until_ms(trace: Trace, ms: int) -> Trace:
    """Return the steps of *trace* up to the virtual time *ms*."""
    return until_step(trace, sum(head.time_ms <= ms for head in trace.heads))


class Reading:
    """Indexed view of one run up to its last step.

    Events are addressed by their index in the trace, operators, tasks and channels by their ids.
    """

    def __init__(self, trace: Trace, language: Language = "en") -> None:
        self.trace = trace
        self.plan = trace.plan
        self.labels = Labels(trace.plan, language)
        self.events: list[Any] = list(trace.events)
        self.links = trace.links
        self.instances: dict[str, PlanInstance] = {one.id: one for one in self.plan.instances()}
        self.channels: dict[str, PlanChannel] = {one.id: one for one in self.plan.channels}

    @cached_property
    def plan_tasks(self) -> frozenset[str]:
        """Ids of all subtasks."""
        return frozenset(one.id for one in self.plan.subtasks)

    # --- the plan --------------------------------------------------------------------------------

    @cached_property
    def fed_by(self) -> dict[int, set[int]]:
        """Direct input nodes of each operator node."""
        found: dict[int, set[int]] = {}
        for vertex in self.plan.vertices:
            for operator in vertex.operators:
                found.setdefault(operator.node, set()).update(operator.inputs)
        for channel in self.plan.channels:
            found.setdefault(channel.target_node, set()).add(channel.source_node)
        return found

    def upstream(self, node: int, of_time: bool = False) -> list[int]:
        """Return *node* and all nodes upstream of it.

        Args:
            node: The plan node to start from.
            of_time: Whether to stop at nodes that generate watermarks.
        """
        classes = {
            one.operator.node: one.operator.operator_class for one in self.instances.values()
        }
        found = {node: None}
        pending = [node]
        while pending:
            current = pending.pop()
            if of_time and classes.get(current) in OWN_TIME:
                continue
            for input_node in sorted(self.fed_by.get(current, ())):
                if input_node not in found:
                    found[input_node] = None
                    pending.append(input_node)
        return list(found)

    def node(self, operator: str) -> int:
        """Return the plan node of an operator instance."""
        return self.instances[operator].operator.node

    def instances_of(self, node: int) -> list[str]:
        """Return the instances of a plan node, by subtask."""
        return [one.id for one in self.instances.values() if one.operator.node == node]

    def subtask(self, operator: str) -> str:
        """Return the subtask of an operator instance."""
        return self.instances[operator].subtask.id

    def operators_of(self, subtask: str) -> list[str]:
        """Return the operators of a subtask, the head of the chain first."""
        return [one.id for one in self.instances.values() if one.subtask.id == subtask]

    def inputs_of(self, subtask: str) -> list[PlanChannel]:
        """Return the input channels of a subtask."""
        return [one for one in self.plan.channels if one.target == subtask]

    # --- text ------------------------------------------------------------------------------------

    def name(self, id_: str) -> str:
        """Format the name of a task, operator or channel as the pages show it."""
        return self.labels.name(id_)

    def time(self, timestamp: int | None) -> str:
        """Format a timestamp for a sentence."""
        return self.labels.time(timestamp)

    def value(self, value: Any) -> str:
        """Format a record or key for a sentence."""
        return self.labels.value(json.dumps(value))

    def window(self, window: Any) -> str:
        """Format a window for a sentence."""
        return self.labels.window(window)

    def sentence(self, index: int) -> str:
        """Describe the event at *index* in one sentence."""
        fact = self.events[index]
        return fill(KIND_OF[type(fact)], fact, self.labels)

    def say(self, template: str, **fields: Any) -> str:
        """Translate a message template with its fields to the language of this index."""
        return say(self.labels, template, **fields)

    def word(self, word: str) -> str:
        """Translate one word of an event or question."""
        return say_word(self.labels, word)

    def told(self, things: list[str]) -> str:
        """Format *things* as a list for a sentence; long lists are shortened."""
        return some_of(things, self.labels)

    @property
    def language(self) -> Language:
        """Language of all texts."""
        return self.labels.language

    @property
    def gap(self) -> str:
        """Separator between two sentences."""
        return "" if self.language == "zh" else " "

    @property
    def stop(self) -> str:
        """Full stop of the language."""
        return "。" if self.language == "zh" else "."

    # --- events ----------------------------------------------------------------------------------

    def step(self, index: int) -> int:
        """Return the step of the event at *index*."""
        return step_of(self.trace, index)

    def at_ms(self, index: int) -> int:
        """Return the virtual time of the event at *index*."""
        return self.trace.heads[self.step(index)].time_ms

    @property
    def now_ms(self) -> int:
        """Virtual time after the last step."""
        return self.view.time_ms

    @cached_property
    def view(self) -> JobView:
        """State of the job after the last step."""
        return fold(self.trace.events)

    def task(self, subtask: str) -> TaskView:
        """Return the state of a subtask after the last step."""
        return self.view.tasks[SubtaskId(subtask)]

    def operator(self, operator: str) -> OperatorView:
        """Return the state of an operator instance after the last step."""
        return self.view.operators[OperatorId(operator)]

    def channel(self, channel: str) -> ChannelView:
        """Return the state of a channel after the last step."""
        return self.view.channels[ChannelId(channel)]

    def view_at(self, index: int) -> JobView:
        """Return the state of the job after the event at *index*."""
        known = self._views.get(index)
        if known is None:
            known = self._views[index] = fold(self.trace.events[: index + 1])
        return known

    @cached_property
    def _views(self) -> dict[int, JobView]:
        return {}

    def of(self, *kinds: type[Any]) -> list[int]:
        """Return the indices of the events of the given types, type by type."""
        return [index for kind in kinds for index in self._by_kind.get(kind, ())]

    @cached_property
    def _by_kind(self) -> dict[type[Any], list[int]]:
        found: dict[type[Any], list[int]] = {}
        for index, fact in enumerate(self.events):
            found.setdefault(type(fact), []).append(index)
        return found

    def link(self, index: int, text: str | None = None) -> Link:
        """Build a link of a causal chain from the event at *index*."""
        fact = self.events[index]
        ids = []
        for field in ("subtask", "operator", "channel", "held_by"):
            found = getattr(fact, field, None)
            ids += [found] if isinstance(found, str) and found else list(found or ())
        return Link(self.step(index), index, text or self.sentence(index), tuple(ids))

    # --- records ---------------------------------------------------------------------------------

    @cached_property
    def offsets(self) -> dict[int, RecordId]:
        """Record of the input that each ``SourceRecordRead`` event has read."""
        return {
            index: RecordId(
                self.node(self.events[index].operator),
                self.events[index].split,
                self.events[index].offset,
            )
            for index in self.of(e.SourceRecordRead)
        }

    @cached_property
    def timestamps(self) -> dict[RecordId, int]:
        """Event timestamp of each input record, after its source or timestamp assigner."""
        found: dict[RecordId, int] = {}
        for index in self.of(e.SourceRecordRead):
            if self.events[index].timestamp is not None:
                found[self.offsets[index]] = self.events[index].timestamp
        for index in self.of(e.TimestampAssigned):
            read = self.read_of(index)
            if read is not None:
                found[self.offsets[read]] = self.events[index].after
        return found

    def timestamps_with(self, record: RecordId) -> tuple[int | None, ...]:
        """Return the timestamps of all records of a record's split, by offset."""
        own = {one.offset: one for one in self.offsets.values()
               if (one.node, one.split) == (record.node, record.split)}  # fmt: skip
        return tuple(
            self.timestamps.get(own[place]) if place in own else None
            for place in range(max(own, default=-1) + 1)
        )

    def read_of(self, index: int) -> int | None:
        """Return the ``SourceRecordRead`` that the event at *index* results from, or ``None``."""
        if isinstance(self.events[index], e.SourceRecordRead):
            return index
        for earlier in reversed(chain_of_causes(self.trace, index)):
            if isinstance(self.events[earlier], e.SourceRecordRead):
                return earlier
        found = records_in(self.trace, index)
        return found[-1] if found else None

    @cached_property
    def splits_with(self) -> Counter[int]:
        """Number of splits in which each offset was read."""
        return Counter(self.events[index].offset for index in self.of(e.SourceRecordRead))

    def reads_in(self, index: int) -> list[int]:
        """Return the reads of the records that the event at *index* contains."""
        known = self._reads_in.get(index)
        if known is None:
            known = self._reads_in[index] = records_in(self.trace, index)
        return known

    @cached_property
    def _reads_in(self) -> dict[int, list[int]]:
        return {}

    def place_in(self, other: Reading, read: int) -> RecordId:
        """Return the record id that the record read at *read* has in another run.

        Its value identifies it if both runs read that value exactly once. Otherwise the id is the
        same in both runs, as for a record whose value was changed.
        """
        fact = self.events[read]
        other_reads, own_reads = (
            [
                i for i in run.of(e.SourceRecordRead)
                if (one := run.events[i]).value == fact.value
                and (one.operator, one.split) == (fact.operator, fact.split)
            ]
            for run in (other, self)
        )  # fmt: skip
        return (
            other.offsets[other_reads[0]]
            if len(other_reads) == len(own_reads) == 1
            else self.offsets[read]
        )

    def record(self, read: int) -> Thing:
        """Build a cause from the record that was read at *read*."""
        fact = self.events[read]
        split = self.say(" of split {split}", split=fact.split) if fact.split else ""
        arrived = self.time(self.at_ms(read))
        text = self.say(
            "record {number}{split}, {value}, read at {time}",
            number=str(fact.offset),
            split=split,
            value=self.value(fact.value),
            time=arrived,
        )
        return Thing("record", text, self.step(read), self.offsets[read])

    def fact(self, index: int) -> Thing:
        """Build a cause from the event at *index*."""
        return Thing("fact", self.sentence(index), self.step(index))


def duration(ms: int) -> str:
    """Format a duration such as ``2401 ms``; from one minute on also in h, min and s."""
    if ms < 60_000:
        return f"{ms} ms"
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{hours} h"] if hours else []
    parts += [f"{minutes} min"] if minutes else []
    parts += [f"{rest / 1000:g} s"] if rest else []
    return f"{ms} ms ({' '.join(parts)})"


def moment(time_ms: int) -> str:
    """Format a virtual time: small ones in ms, others as date and time (UTC)."""
    text = Labels(None).time(time_ms)
    return f"{text} ms" if text.lstrip("-").isdecimal() else text
