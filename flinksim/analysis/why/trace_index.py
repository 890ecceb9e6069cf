"""A trace as questions read it: who is called what, what feeds what, which fact is in which step.

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
"""Operators that make watermarks anew, and take none from upstream but the last."""


def until_step(trace: Trace, steps: int) -> Trace:
    """The first *steps* steps of *trace*, with its links."""
    if steps >= len(trace):
        return trace
    end = trace.heads[steps].first_event
    beginning = Trace(trace.heads[:steps], trace.events[:end], [], dict(trace.info))
    beginning.set_links(trace.links)
    return beginning


def until_ms(trace: Trace, ms: int) -> Trace:
    """The steps of *trace* up to the virtual time *ms*."""
    return until_step(trace, sum(head.time_ms <= ms for head in trace.heads))


class Reading:
    """One run, up to the last step that it has."""

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
        """The ids of all subtasks."""
        return frozenset(one.id for one in self.plan.subtasks)

    # --- the plan --------------------------------------------------------------------------------

    @cached_property
    def fed_by(self) -> dict[int, set[int]]:
        """Of each operator's node, the nodes that feed it directly."""
        found: dict[int, set[int]] = {}
        for vertex in self.plan.vertices:
            for operator in vertex.operators:
                found.setdefault(operator.node, set()).update(operator.inputs)
        for channel in self.plan.channels:
            found.setdefault(channel.target_node, set()).add(channel.source_node)
        return found

    def upstream(self, node: int, of_time: bool = False) -> list[int]:
        """All nodes that feed *node*, and itself; *of_time*: as far as its watermarks come from."""
        classes = {
            one.operator.node: one.operator.operator_class for one in self.instances.values()
        }
        found = {node: None}
        ahead = [node]
        while ahead:
            at = ahead.pop()
            if of_time and classes.get(at) in OWN_TIME:
                continue
            for before in sorted(self.fed_by.get(at, ())):
                if before not in found:
                    found[before] = None
                    ahead.append(before)
        return list(found)

    def node(self, operator: str) -> int:
        """The node of an operator's instance."""
        return self.instances[operator].operator.node

    def instances_of(self, node: int) -> list[str]:
        """The instances of a node, by subtask."""
        return [one.id for one in self.instances.values() if one.operator.node == node]

    def subtask(self, operator: str) -> str:
        """The subtask that runs an operator's instance."""
        return self.instances[operator].subtask.id

    def operators_of(self, subtask: str) -> list[str]:
        """The operators of a subtask, its head first."""
        return [one.id for one in self.instances.values() if one.subtask.id == subtask]

    def inputs_of(self, subtask: str) -> list[PlanChannel]:
        """The channels that end at a subtask."""
        return [one for one in self.plan.channels if one.target == subtask]

    # --- words -----------------------------------------------------------------------------------

    def name(self, id_: str) -> str:
        """A task, operator or channel as the picture calls it."""
        return self.labels.name(id_)

    def time(self, timestamp: int | None) -> str:
        """A timestamp as sentences write it."""
        return self.labels.time(timestamp)

    def value(self, value: Any) -> str:
        """A record or key as sentences write it."""
        return self.labels.value(json.dumps(value))

    def window(self, window: Any) -> str:
        """A window as sentences write it."""
        return self.labels.window(window)

    def sentence(self, index: int) -> str:
        """The fact at *index* in a sentence."""
        fact = self.events[index]
        return fill(KIND_OF[type(fact)], fact, self.labels)

    def say(self, template: str, **fields: Any) -> str:
        """What is said besides facts, in the language that was asked for."""
        return say(self.labels, template, **fields)

    def word(self, word: str) -> str:
        """A word of a fact or a question, in that language."""
        return say_word(self.labels, word)

    def told(self, things: list[str]) -> str:
        """Some of *things*, in a sentence."""
        return some_of(things, self.labels)

    @property
    def language(self) -> Language:
        """What is told in."""
        return self.labels.language

    @property
    def gap(self) -> str:
        """What stands between two sentences."""
        return "" if self.language == "zh" else " "

    @property
    def stop(self) -> str:
        """What ends a sentence."""
        return "。" if self.language == "zh" else "."

    # --- facts -----------------------------------------------------------------------------------

    def step(self, index: int) -> int:
        """The step of the fact at *index*."""
        return step_of(self.trace, index)

    def at_ms(self, index: int) -> int:
        """The virtual time of the fact at *index*."""
        return self.trace.heads[self.step(index)].time_ms

    @property
    def now_ms(self) -> int:
        """The virtual time at which the trace stands."""
        return self.view.time_ms

    @cached_property
    def view(self) -> JobView:
        """The job after the last step."""
        return fold(self.trace.events)

    def task(self, subtask: str) -> TaskView:
        """A subtask after the last step."""
        return self.view.tasks[SubtaskId(subtask)]

    def operator(self, operator: str) -> OperatorView:
        """An operator's instance after the last step."""
        return self.view.operators[OperatorId(operator)]

    def channel(self, channel: str) -> ChannelView:
        """A channel after the last step."""
        return self.view.channels[ChannelId(channel)]

    def view_at(self, index: int) -> JobView:
        """The job after the facts up to that at *index*."""
        known = self._views.get(index)
        if known is None:
            known = self._views[index] = fold(self.trace.events[: index + 1])
        return known

    @cached_property
    def _views(self) -> dict[int, JobView]:
        return {}

    def of(self, *kinds: type[Any]) -> list[int]:
        """Where the facts of these kinds are, in order."""
        return [index for kind in kinds for index in self._by_kind.get(kind, ())]

    @cached_property
    def _by_kind(self) -> dict[type[Any], list[int]]:
        found: dict[type[Any], list[int]] = {}
        for index, fact in enumerate(self.events):
            found.setdefault(type(fact), []).append(index)
        return found

    def link(self, index: int, text: str | None = None) -> Link:
        """The fact at *index* as a link of a chain."""
        fact = self.events[index]
        things = []
        for field in ("subtask", "operator", "channel", "held_by"):
            found = getattr(fact, field, None)
            things += [found] if isinstance(found, str) and found else list(found or ())
        return Link(self.step(index), index, text or self.sentence(index), tuple(things))

    # --- records ---------------------------------------------------------------------------------

    @cached_property
    def offsets(self) -> dict[int, RecordId]:
        """Of each read of a record, which record of the input it is."""
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
        """The event timestamp that each record of the input had when it left its source or assigner."""
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
        """The timestamps of the records of a record's split that were read, by their places."""
        own = {one.offset: one for one in self.offsets.values()
               if (one.node, one.split) == (record.node, record.split)}  # fmt: skip
        return tuple(
            self.timestamps.get(own[place]) if place in own else None
            for place in range(max(own, default=-1) + 1)
        )

    def read_of(self, index: int) -> int | None:
        """The read of the record that the fact at *index* was told about; ``None`` if of none."""
        if isinstance(self.events[index], e.SourceRecordRead):
            return index
        for earlier in reversed(chain_of_causes(self.trace, index)):
            if isinstance(self.events[earlier], e.SourceRecordRead):
                return earlier
        found = records_in(self.trace, index)
        return found[-1] if found else None

    @cached_property
    def splits_with(self) -> Counter[int]:
        """How many records were read from each place in their splits."""
        return Counter(self.events[index].offset for index in self.of(e.SourceRecordRead))

    def reads_in(self, index: int) -> list[int]:
        """The reads of the records that the fact at *index* holds."""
        known = self._reads_in.get(index)
        if known is None:
            known = self._reads_in[index] = records_in(self.trace, index)
        return known

    @cached_property
    def _reads_in(self) -> dict[int, list[int]]:
        return {}

    def place_in(self, other: Reading, read: int) -> RecordId:
        """The place in another run of the record that was read at *read*.

        That is where its value was read there, if that was once in both; a changed record has its own
        place.
        """
        fact = self.events[read]
        there, here = (
            [
                i for i in reading.of(e.SourceRecordRead)
                if (one := reading.events[i]).value == fact.value
                and (one.operator, one.split) == (fact.operator, fact.split)
            ]
            for reading in (other, self)
        )  # fmt: skip
        return other.offsets[there[0]] if len(there) == len(here) == 1 else self.offsets[read]

    def record(self, read: int) -> Thing:
        """The record that was read at *read*, as a cause."""
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
        """The fact at *index*, as a cause."""
        return Thing("fact", self.sentence(index), self.step(index))


def duration(ms: int) -> str:
    """``2401 ms``; from a minute on also in hours, minutes and seconds."""
    if ms < 60_000:
        return f"{ms} ms"
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{hours} h"] if hours else []
    parts += [f"{minutes} min"] if minutes else []
    parts += [f"{rest / 1000:g} s"] if rest else []
    return f"{ms} ms ({' '.join(parts)})"


def moment(time_ms: int) -> str:
    """A virtual time: small ones in ms, others as date and time (UTC)."""
    told = Labels(None).time(time_ms)
    return f"{told} ms" if told.lstrip("-").isdecimal() else told
