"""Which records let a window fire: those without which it would not have fired then.

A pane fires on time when the watermarks of all generators that count have passed its end. Of each
such generator any one of the records with a high enough timestamp would have done, if it was read
before the tick at which the watermark passed; where a generator speaks at once, any record for which it
said enough; where a split gives watermarks itself, any such *mark*. Without all of them the pane fires
later, or never. So the *cause* is a smallest set: those of one generator, of which any one would do.
What the firing *needs* besides are those of the other generators, what is in the pane, and all records
of generators that did not count, because they were idle or had ended: it may lie in them when that was.

Not in Flink.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.trace import events as e
from flinksim.trace.query import find_causal_chain, find_contained_records, find_step
from flinksim.trace.recorder import Trace

LetGoBy: TypeAlias = Literal["record", "mark", "idleness", "end", "end of input"]
_Name: TypeAlias = tuple[str, str]
"""(operator, split); the split is "" where one generator serves a whole stream."""

_SOURCES = ("SourceOperator", "StreamSource")


@dataclass(frozen=True, slots=True)
class Closing:
    """How a pane came to fire on time.

    A record is told by the index of its ``SourceRecordRead``, a mark by that of what it brought
    (``WatermarkGenerated``, ``SplitStatusChanged``). ``generator`` is (operator, split) of the one
    whose records or marks ``sufficient_reads`` are, of which any one would have done: the last to let it go.
    ``let_go_by`` says what was the last: one of them, or that another split was idle or had ended,
    which none of them made. ``needs`` are all records and marks without which something about the
    firing may differ.

    Where the input ended, or the last split that counted was silent too long, ``sufficient_reads`` is empty: the
    pane goes though nothing more is read. ``in_doubt`` are
    sets, one of each generator, where a trace cannot say: without such a set its split would have
    been silent so long that it may have been idle by then, and the pane had gone all the same. A run
    without it says; ``sufficient_reads`` is empty then, too.
    """

    firing: int
    generator: tuple[str, str]
    any_of: tuple[int, ...]
    needs: frozenset[int]
    let_go_by: LetGoBy
    in_doubt: tuple[tuple[int, ...], ...] = ()


def closing_of(trace: Trace, firing: int) -> Closing:
    """How the firing at index *firing* came about.

    Raises: TypeError if the fact is no ``WindowFired``; LookupError if no watermark let it go: it was
    early or late, or there is no generator.
    """
    event = trace.events[firing]
    if not isinstance(event, e.WindowFired):
        raise TypeError(
            f"fact {firing}: expected the type WindowFired, found {type(event).__name__}"
        )
    if event.kind != "on time" or not isinstance(event.window, tuple):
        raise LookupError(
            f"fact {firing}: the pane {event.window} fired {event.kind}, by no watermark"
        )
    end = _end_of_millisecond(trace, firing)
    if _input_has_ended(trace, end):
        needs = frozenset(find_contained_records(trace, firing))
        return Closing(firing, ("", ""), (), needs, "end of input")
    generators = _generators(trace, firing, end)
    if event.watermark == MAX_TIMESTAMP:
        return _let_go_by_the_last_that_went_out(trace, firing, generators)
    passed = {
        name: generator
        for name, generator in generators.items()
        if generator.enough(trace, firing, event.window[1] - 1)
    }
    if not passed:
        raise LookupError(f"fact {firing}: no generator of watermarks let the pane go")
    # if all are idle, the greatest watermark counts
    counting = {name: each for name, each in passed.items() if not each.is_out}
    any_of = None if counting else {one for each in passed.values() for one in each.any_of}
    name = _last_of(trace, firing, counting or passed)
    if name is None:
        sets = {tuple(sorted(one.any_of)): None for one in (counting or passed).values()}
        needs = _needs(generators, passed).union(find_contained_records(trace, firing))
        return Closing(firing, ("", ""), (), needs, "idleness", tuple(sets))
    let_go_by: LetGoBy = passed[name].let_go_by
    out = [(one.out_at, of) for of, one in generators.items() if one.is_out and of not in passed]
    if out and _time_of(trace, max(out)[0]) > passed[name].since_ms:
        at, of = max(out)
        let_go_by = generators[of].went_out_by(trace)
        if let_go_by == "mark" and any_of is None:
            name, any_of = of, {at, *generators[of].any_of}
    if any_of is None:
        any_of = {*passed[name].any_of}
        if len(passed) > 1 or _some_source_has_ended(trace, end):  # then being idle would have done
            any_of.update(passed[name].goes_idle)
    cause = tuple(sorted(any_of))
    needs = _needs(generators, passed)
    return Closing(
        firing, name, cause, needs.union(cause, find_contained_records(trace, firing)), let_go_by
    )


def _let_go_by_the_last_that_went_out(
    trace: Trace, firing: int, generators: dict[_Name, _Generator]
) -> Closing:
    """Some subtask had ended, so that its watermark was the last one, and no other counted any more."""
    at, name = max((one.out_at, of) for of, one in generators.items() if one.is_out)
    let_go_by = generators[name].went_out_by(trace)
    any_of = (at,) if let_go_by == "mark" else ()
    needs = _needs(generators, {}).union(any_of, find_contained_records(trace, firing))
    return Closing(firing, name, any_of, needs, let_go_by)


def _last_of(trace: Trace, firing: int, passed: dict[_Name, _Generator]) -> _Name | None:
    """Who passed last, or of several the one with the fewest records that would have done.

    ``None`` if each would have been silent so long without them that it may have been idle.
    """
    timeout_ms = _idle_timeout_ms(trace)
    now = _time_of(trace, firing)
    since = {
        name: one.since_ms
        for name, one in passed.items()
        if timeout_ms is None or now - one.silent_since_ms(trace, firing) <= timeout_ms
    }
    if not since:
        return None
    last = max(since.values())
    lasts = (name for name, at in since.items() if at == last)
    return min(lasts, key=lambda name: (len(passed[name].any_of), name))


def _needs(generators: dict[_Name, _Generator], passed: dict[_Name, _Generator]) -> frozenset[int]:
    """All because of which generators had passed, or did not count.

    One that does not hold the others back though it is behind was idle, and came back too late: then it
    lies in all watermarks how far the others were when it came.
    """
    is_behind = any(
        one.may_be_out and not one.is_out and name not in passed for name, one in generators.items()
    )
    needs: set[int] = set()
    for one in generators.values():
        needs.update(one.any_of)
        if one.may_be_out or is_behind:
            needs.update(one.reads, one.statuses, one.said)
    return frozenset(needs)


@dataclass(slots=True)
class _Generator:
    """What one generator, or the split that it serves, had seen and said."""

    reads: dict[int, None] = field(default_factory=dict)
    timestamps: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By record, where it was read and its timestamp."""
    said: list[int] = field(default_factory=list)
    """Its watermarks, in the course of the millisecond of the firing, too."""
    statuses: list[int] = field(default_factory=list)
    goes_idle: list[int] = field(default_factory=list)
    """In the millisecond of the firing, behind it: so it would have been let go then, too."""
    asked: int = -1
    out_at: int = -1
    is_out: bool = False
    may_be_out: bool = False
    """It was once, or its clock of idleness has run: when that was lies in all that it was given."""
    any_of: tuple[int, ...] = ()
    since_ms: int = 0
    let_go_by: LetGoBy = "record"

    def enough(self, trace: Trace, firing: int, time: int) -> bool:
        """Whether it had passed *time*; ``sufficient_reads`` is because of what, ``condition_since_ms`` since when."""
        found: dict[int, None] = {}
        passed = -1
        behind: int | None = None
        for index in self.said:
            event = trace.events[index]
            assert isinstance(event, e.WatermarkGenerated | e.GeneratedWatermarkIgnored)
            origins = trace.links.get_origins(index)
            if event.by == "tick" and origins and index < firing:
                behind = self.timestamps[origins[0]][1] - event.timestamp
            if event.timestamp < time:
                continue
            if passed < 0 and index < firing:  # so it is the first, and was not ignored
                passed = index
                self.let_go_by = "mark" if event.by == "mark" else "record"
            if event.by == "mark":
                found[index] = None
            elif event.by == "record":
                found[_read_behind(trace, index)] = None
        self.any_of = tuple(found)  # also of one that does not pass but in that millisecond
        if passed < 0:
            return False
        if behind is not None:
            until = self.asked if self.asked >= 0 else firing
            for record, (read, timestamp) in self.timestamps.items():
                if record <= until and timestamp - behind >= time:
                    found[read] = None
        self.any_of = tuple(found)
        self.since_ms = _time_of(trace, passed)
        return bool(found)

    def silent_since_ms(self, trace: Trace, firing: int) -> int:
        """When the last record before the firing was read that is not in ``sufficient_reads``."""
        others = [read for read in self.reads if read < firing and read not in self.any_of]
        return _time_of(trace, max(others)) if others else trace.plan.start_time_ms

    def went_out_by(self, trace: Trace) -> LetGoBy:
        if type(trace.events[self.out_at]) is e.SplitReleased:
            return "end"
        chain = [trace.events[index] for index in find_causal_chain(trace, self.out_at)]
        return "idleness" if any(type(event) is e.MailTaken for event in chain) else "mark"


def _some_source_has_ended(trace: Trace, end: int) -> bool:
    return any(type(event) is e.SourceFinished for event in trace.events[:end])


def _input_has_ended(trace: Trace, end: int) -> bool:
    """Whether every source had ended *end* facts from the beginning, which lets all panes go."""
    finished = {
        event.operator for event in trace.events[:end] if isinstance(event, e.SourceFinished)
    }
    sources = [one.id for one in trace.plan.instances() if one.operator.operator_class in _SOURCES]
    return finished.issuperset(sources)


def _generators(trace: Trace, firing: int, end: int) -> dict[_Name, _Generator]:
    """All generators as they were at the firing, with what they said later in its millisecond."""
    found: dict[_Name, _Generator] = defaultdict(_Generator)
    of_streams = {
        one.id: one.subtask.id
        for one in trace.plan.instances()
        if one.operator.operator_class == "TimestampsAndWatermarksOperator"
    }
    subtask_of: dict[str, str] = {one.id: one.subtask.id for one in trace.plan.instances()}
    asked: dict[str, int] = {}
    events, cause = trace.events, trace.links.cause
    for index in range(end):
        event = events[index]
        match event:
            case e.WatermarkGenerated() | e.GeneratedWatermarkIgnored():
                found[event.operator, event.split].said.append(index)
            case e.SourceRecordRead():
                generator = found[event.operator, event.split]
                generator.reads[index] = None
                if event.timestamp is not None:
                    generator.timestamps[index] = index, event.timestamp
            case e.TimestampAssigned():
                record = cause[index]
                read = _read_behind(trace, record)
                split = getattr(events[record], "split", "")
                generator = found[event.operator, split]
                generator.reads[read] = None
                generator.timestamps[record] = read, event.after
            case e.MailTaken(mail=mail) if mail == e.PERIODIC_EMIT:
                asked[event.subtask] = index
            case e.SplitStatusChanged() if index > firing:
                if event.idle:
                    found[event.operator, event.split].goes_idle.append(index)
            case _ if index >= firing:
                pass
            case e.SplitStatusChanged() | e.SplitReleased():
                generator = found[event.operator, event.split]
                generator.is_out = isinstance(event, e.SplitReleased) or event.idle
                generator.out_at = index
                generator.statuses.append(index)
                generator.may_be_out = True
            case e.StatusEmitted() if event.operator in of_streams:
                generator = found[event.operator, ""]
                generator.is_out, generator.out_at = event.idle, index
                generator.may_be_out = True
            case e.IdlenessCountdownChanged():
                found[event.operator, event.split].may_be_out = True
            case _:
                pass
    for (operator, _), generator in found.items():
        generator.asked = asked.get(subtask_of[operator], -1)
    return found


def _end_of_millisecond(trace: Trace, firing: int) -> int:
    """How many facts there are until the clock goes on behind the one at *firing*."""
    now = _time_of(trace, firing)
    for head in trace.headers[find_step(trace, firing) :]:
        if head.time_ms > now:
            return head.first_event
    return len(trace.events)


def _idle_timeout_ms(trace: Trace) -> int | None:
    """The least time-out of idleness in the job, as far as one has begun to run."""
    found = [
        event.idle_after - _time_of(trace, index)
        for index, event in enumerate(trace.events)
        if isinstance(event, e.IdlenessCountdownChanged) and event.idle_after is not None
    ]
    return min(found, default=None)


def _read_behind(trace: Trace, index: int) -> int:
    """The read of the source record in whose course the fact at *index* is, or whose copy it is of."""
    for each in reversed(find_causal_chain(trace, index)):
        if type(trace.events[each]) is e.SourceRecordRead:
            return each
    return find_contained_records(trace, index)[-1]


def _time_of(trace: Trace, index: int) -> int:
    return trace.headers[find_step(trace, index)].time_ms
