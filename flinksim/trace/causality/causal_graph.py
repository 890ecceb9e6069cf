"""Causal graph of a trace: the cause, the origins and the call stack of each event.

Three things are known of each event, by its index in the trace:

- its *cause*: the event during which it happened. It is an earlier event of the same step, recorded
  in a span that was still running: the nearest one of the types that are declared as ``parents``.
- its *origins*: the events of earlier steps that it follows from. They are found by identity and
  never by nearness: the write of an element that is read, the registration of a timer that fires,
  the last change of a pane that fires.
- its *stack*: the methods of Flink on the stack, a path in a tree of frames.

A walk from a result to its source records therefore takes one look-up per hop, as does the reverse
walk. Everything is written into the trace file, so that a browser need not know the rules.

Not in Flink.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from flinksim.trace.causality.provenance import ProvenanceTracker
from flinksim.trace.causality.spans import CHILD_OF, DEFERRED, FOLLOWS_FROM, SPAN_BITS
from flinksim.trace.causality.stack_frames import (
    StackFrameResolver,
    classify_kinds,
    find_bottom_methods,
)
from flinksim.trace.causality.step_cache import (
    MAX_CACHED_EVENTS,
    CachedLinks,
    StepSignature,
    extract_step_marks,
    is_cacheable,
)
from flinksim.trace.events.event import Row, build_field_getter, event_from_row
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS, KINDS_BY_NAME
from flinksim.trace.storage.columns import Column, build_integer_column
from flinksim.trace.storage.spillable_list import SpillableList, SpilledSegment

if TYPE_CHECKING:
    from flinksim.trace.recorder import Trace
    from flinksim.trace.storage.chunk import Chunk

_SPAN_MASK = (1 << SPAN_BITS) - 1
_NO_ORIGINS: tuple[int, ...] = ()
_NO_ORIGIN = array("I", [0])
_KIND_NUMBERS = {cls: kind.number for cls, kind in KINDS_BY_CLASS.items()}

_OUTLASTING_KINDS = ("StateUpdated", "StateRead", "StateEntryRead")
"""Event types of state access that stay possible causes after the span of the access has ended."""


class Frame(NamedTuple):
    """One method on a call stack of Flink; ``caller`` is the number of the frame that called it."""

    caller: int
    method: str


_Readers: TypeAlias = tuple[SpillableList[int], Callable[[], Sequence[int]], Callable[[int], int]]
_DeferredEvents: TypeAlias = Sequence[dict[int, int]]


class _Span:
    """A running call of a Flink method: its frame, and the last event of each type recorded during it.

    For deferred work (a function that is called later), ``deferred`` are the last events of the calls
    that were running when the work was deferred.
    """

    __slots__ = ("deferred", "frame_number", "is_outlasting", "last_events")

    def __init__(self, frame_number: int, deferred: _DeferredEvents = ()) -> None:
        self.frame_number = frame_number
        self.is_outlasting = False
        self.last_events: dict[int, int] = {}
        self.deferred = deferred


class BackReferences(SpillableList[int]):
    """For each event of a trace, the index of one earlier event (its cause or first origin), or -1.

    Events that are not compacted yet store the distance to the earlier event, or 0, as trace files do.
    Similar steps then have equal contents.
    """

    __slots__ = ()

    def _convert_rows(self, rows: Sequence[int], first: int) -> Sequence[int]:
        return [index - back if back else -1 for index, back in enumerate(rows, first)]

    def distances(self, first: int, last: int) -> Sequence[int]:
        """Return how many events back the earlier event is, for events *first* to *last* - 1; 0 for none."""
        if first >= self.closed_count:
            return self.open_rows[first - self.closed_count : last - self.closed_count]
        return [0 if at < 0 else i - at for i, at in enumerate(self[first:last], first)]


class CausalGraph:
    """The cause, the origins and the call stack of each of the first ``len(self)`` events of a trace.

    ``cause[i]`` is the index of the cause of event ``i``, or -1 if it has none. The first of
    ``origins_of(i)`` is the event that triggered event ``i``. ``place[i]`` is the innermost frame of its
    stack, as an index into ``frames``; frame 0 is the empty stack.
    """

    def __init__(self) -> None:
        self.cause = BackReferences(array("I"))
        self.frame_numbers: SpillableList[int] = SpillableList(array("I"))
        self.frames: list[Frame] = [Frame(-1, "")]
        self.origin = BackReferences(array("I"))
        self._extra_origins: dict[int, tuple[int, ...]] = {}
        self._chunks: list[Chunk] = []
        self._last_read: tuple[Chunk | None, dict[int, tuple[int, ...]]] = None, {}
        self._successors = _SuccessorIndex()

    def __len__(self) -> int:
        return len(self.cause)

    def add_chunk(self, chunk: Chunk) -> None:
        """Append the causes, origins and stacks of the events of *chunk*, which are stored in the chunk."""
        self._chunks.append(chunk)
        for rows, read, one in self._list_readers(chunk):
            rows.add_compacted(chunk.size.events, SpilledSegment(read, one, read))

    def compact(self, chunk: Chunk) -> None:
        """Release the causes and origins of the next uncompacted events, which *chunk* now stores."""
        self._chunks.append(chunk)
        for rows, read, one in self._list_readers(chunk):
            rows.compact(chunk.size.events, SpilledSegment(read, one, read))
        packed = self.cause.compacted_count
        self._extra_origins = {
            i: origins for i, origins in self._extra_origins.items() if i >= packed
        }

    def _list_readers(self, chunk: Chunk) -> list[_Readers]:
        return [
            (self.cause, chunk.causes, partial(chunk.find_earlier, "events.cause")),
            (self.origin, chunk.origins, partial(chunk.find_earlier, "events.origin")),
            (self.frame_numbers, chunk.frame_numbers, chunk.get_frame_number),
        ]

    def _get_extra_origins(self, index: int) -> tuple[int, ...]:
        """Return the origins of the event at *index* except the first."""
        if index >= self.cause.compacted_count:
            return self._extra_origins.get(index, ())
        at = bisect_right(self._chunks, index, key=lambda chunk: chunk.first_event) - 1
        return self._read_extra_origins(self._chunks[at]).get(index, ())

    def _read_extra_origins(self, chunk: Chunk) -> dict[int, tuple[int, ...]]:
        if self._last_read[0] is not chunk:
            self._last_read = chunk, chunk.extra_origins()
        return self._last_read[1]

    def get_extra_origins(self, first: int, last: int) -> dict[int, tuple[int, ...]]:
        """Return all origins but the first, by event index, for events that have several.

        The events are *first* to *last* - 1, in order.
        """
        found: dict[int, tuple[int, ...]] = {}
        for chunk in self._chunks:
            if first < chunk.first_event + chunk.size.events and chunk.first_event < last:
                found.update(self._read_extra_origins(chunk))
        found.update(self._extra_origins)
        if first == 0 and last >= len(self):
            return found
        return {i: origins for i, origins in found.items() if first <= i < last}

    def get_origins(self, index: int) -> tuple[int, ...]:
        """Return the events of earlier steps that the event at *index* follows from."""
        first = self.origin[index]
        return () if first < 0 else (first, *self._get_extra_origins(index))

    def get_predecessors(self, index: int) -> tuple[int, ...]:
        """Return the cause and the origins of the event at *index*, without duplicates."""
        cause = self.cause[index]
        origins = self.get_origins(index)
        return origins if cause < 0 or cause in origins else (cause, *origins)

    def get_successors(self, index: int) -> tuple[int, ...]:
        """Return the events whose cause or origin is the event at *index*."""
        known = self._successors
        known.extend(self)
        return known.get(index)

    def build_columns(self, first: int, last: int) -> list[Column]:
        """Build the file columns with causes, origins and stacks of the events *first* to *last* - 1."""
        further = [
            (index, origin)
            for index, origins in self.get_extra_origins(first, last).items()
            for origin in origins
        ]
        return [
            build_integer_column("events.cause", self.cause.distances(first, last)),
            build_integer_column("events.origin", self.origin.distances(first, last)),
            build_integer_column("events.place", self.frame_numbers[first:last]),
            build_integer_column("origins.fact", [index - first for index, _ in further]),
            build_integer_column("origins.back", [index - origin for index, origin in further]),
        ]

    def get_stack(self, index: int) -> list[str]:
        """Return Flink's methods on the stack of the event at *index*, the outermost first."""
        methods = []
        number = self.frame_numbers[index]
        while number > 0:
            number, method = self.frames[number]
            methods.append(method)
        return methods[::-1]


def get_data_predecessors(links: CausalGraph, kind: type[Any], event_index: int) -> tuple[int, ...]:
    """Return the earlier events whose data an event of type *kind* continues, its cause first.

    What only made it happen, as an advance of time, and what only carried the data are left out.
    """
    cause, origins = links.cause[event_index], links.get_origins(event_index)
    if kind.ORIGIN_ROLE != "element":
        return () if cause < 0 else (cause,)
    if origins and kind.PARENT_ROLE != "element":
        return origins
    return links.get_predecessors(event_index)


class _SuccessorIndex:
    """The events that each event led to: the inverse of causes and origins.

    They are stored as linked lists in arrays, which are compact for long traces.
    """

    def __init__(self) -> None:
        self._first = array("I")
        self._last = array("I")
        self._next = array("I", [0])
        self._targets = array("I", [0])

    def extend(self, links: CausalGraph) -> None:
        """Add the causes and origins that *links* has gained since the previous call."""
        first, last, next_, later = self._first, self._last, self._next, self._targets
        for index in range(len(first), len(links)):
            first.append(0)
            last.append(0)
            for earlier in links.get_predecessors(index):
                number = len(next_)
                next_.append(0)
                later.append(index)
                if first[earlier]:
                    next_[last[earlier]] = number
                else:
                    first[earlier] = number
                last[earlier] = number

    def get(self, index: int) -> tuple[int, ...]:
        found = []
        number = self._first[index]
        while number:
            found.append(self._targets[number])
            number = self._next[number]
        return tuple(found)


class _KindRule(NamedTuple):
    """What has to be known of an event type to find the cause, origins and stack of its events."""

    number: int
    parents: tuple[int, ...]
    may_cause: bool
    may_outlast: bool
    is_before_span: bool
    is_at_bottom: bool
    extract_key: Callable[[Row], Any] | None
    find_origins: Callable[[int, Row], tuple[int, ...]] | None


class CausalGraphBuilder(CausalGraph):
    """Builds the causal graph of a trace that may still grow.

    :meth:`extend_to` adds the causes, origins and stacks of the events recorded since its last call.
    """

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self._trace = trace
        self._add_cause, self._add_origin = (
            self.cause.open_rows.append,
            self.origin.open_rows.append,
        )
        self._add_frame_number = self.frame_numbers.open_rows.append
        self._add_causes, self._add_origins = (
            self.cause.open_rows.extend,
            self.origin.open_rows.extend,
        )
        self._add_frame_numbers = self.frame_numbers.open_rows.extend
        self._frames_by_path: dict[tuple[int, str], int] = {}
        self._frames_by_span: dict[tuple[int, int], int] = {}
        self._frames_by_event: dict[tuple[Any, ...], int] = {}
        self._bottom_frames: dict[str, int] = {}
        self._outlasting_frames: dict[int, bool] = {}
        self._step = -1
        self._step_end = 0
        self._is_last_step = True
        self._headers: list[tuple[int, str, str, int]] = []
        """Headers of the steps that come next, as raw rows of :class:`~flinksim.trace.recorder.StepHeader`."""
        self._first_header = 0
        self._mark_count = 0
        self._segment_count = 0
        self._spans = [_Span(0)]
        self._deferred: list[tuple[int, _DeferredEvents]] = []
        self._bottom_frame = 0
        self._signatures: dict[Any, StepSignature] = {}
        self._cached_count = 0
        self._frame_resolver = StackFrameResolver(trace.plan_or_none)
        self._provenance = ProvenanceTracker(trace.plan_or_none)
        within = {
            kind.cls: tuple(KINDS_BY_NAME[name].number for name in kind.parent_kinds)
            for kind in KINDS_BY_CLASS.values()
        }
        causing = {number for numbers in within.values() for number in numbers}
        self._outlasting_kinds = tuple(KINDS_BY_NAME[name].number for name in _OUTLASTING_KINDS)
        places = classify_kinds()
        self._rules = {
            cls: _KindRule(
                kind.number,
                within[cls],
                kind.number in causing,
                kind.number in self._outlasting_kinds,
                *places[cls][:2],
                build_field_getter(cls, *places[cls][2]) if places[cls][2] else None,
                self._provenance.get_finder(cls),
            )
            for cls, kind in KINDS_BY_CLASS.items()
        }

        self._rules_by_number = {kind.number: kind for kind in self._rules.values()}

    def extend_to(self, steps: int, events: int, rows: Sequence[Row] | None = None) -> None:
        """Find the causes, origins and stacks of the events that were recorded since the last call.

        Args:
            steps: Number of steps to cover, counted from the start of the trace.
            events: Number of events to cover, counted from the start of the trace.
            rows: The last of these events as raw rows, if the caller has them.
        """
        for chunk in self._trace.compactor.chunks[len(self._chunks) :]:
            if chunk.first_event >= events:
                return
            end = chunk.first_event + chunk.size.events
            self._link_until(chunk.first_step + chunk.size.steps, end)
            chunk.add_links(self.build_columns(chunk.first_event, end))
            self.compact(chunk)
        self._link_until(steps, events, rows)

    def _link_until(self, steps: int, events: int, rows: Sequence[Row] | None = None) -> None:
        left = events - len(self)
        if left <= 0:
            return
        self._load_headers(steps)
        if rows is None or left > len(rows):
            rows = self._trace.events.read_raw(len(self), events)
        self._link_events(rows[len(rows) - left :])

    def _load_headers(self, end: int) -> None:
        """Load the step headers from the current step to one past step *end*, in a single read."""
        after = self._step + 1
        at_hand = self._headers[self._step - self._first_header : after - self._first_header]
        self._first_header = max(self._step, 0)
        self._headers = at_hand + self._trace.headers.read_raw(after, end + 1)

    def _link_events(self, events: Sequence[Row]) -> None:
        """Find the causes, origins and stacks of *events*, the next ones of the trace.

        Whole steps are handled together where the result of a similar step can be reused.
        """
        kinds = bytes(map(_KIND_NUMBERS.__getitem__, map(itemgetter(0), events)))
        begin, at, end = len(self), 0, len(events)
        while at < end:
            taken = self._link_step(events, kinds, at, begin + at)
            if not taken:
                until = min(max(self._step_end - begin, at + 1), end)
                for number in range(at, until):
                    self._link_with_marks(begin + number, events[number])
                taken = until - at
            at += taken

    def _link_with_marks(self, index: int, row: Row) -> None:
        """Apply the span marks recorded before the event at *index*, then find its cause and origins.

        A mark says that a call of a Flink method begins or ends (:mod:`flinksim.trace.causality.spans`).
        """
        while True:
            first, marks = self._get_marks()
            mark = self._mark_count
            if mark == len(marks) or marks[mark] >> SPAN_BITS > index - first:
                break
            self._mark_count = self._apply_mark(marks, mark, index)
        self._link_event(index, row)

    def _link_step(self, events: Sequence[Row], kinds: bytes, position: int, index: int) -> int:
        """Find the causes, origins and stacks of the whole step that begins with the event at *index*.

        Returns:
            The number of its events. 0 if the step has not ended yet, or if its causes do not depend on
            the event types and calls of the step alone.
        """
        first, marks = self._get_marks()
        while len(self._spans) > 1 and self._is_span_ending(marks, index - first):
            self._mark_count = self._apply_mark(marks, self._mark_count, index)
            first, marks = self._get_marks()
        if len(self._spans) > 1 or index < self._step_end:
            return 0
        self._begin_step(index)
        count = self._step_end - index
        if count > min(len(events) - position, MAX_CACHED_EVENTS) or self._is_last_step:
            return 0
        mark, begin = self._mark_count, index - first
        calls = extract_step_marks(marks, mark, begin, begin + count)
        key = self._bottom_frame, kinds[position : position + count], calls
        shape = self._signatures.get(key)
        if shape is None:
            if not is_cacheable(calls):
                return 0
            shape = self._add_signature(key)
        fields = shape.extract_key(events, position)
        linked = shape.cached_links.get(fields)
        if linked is None:
            for number in range(count):
                self._link_with_marks(index + number, events[position + number])
            while self._get_marks()[1] is marks and self._mark_count < mark + len(calls):
                self._mark_count = self._apply_mark(marks, self._mark_count, index + count)
            if len(self._spans) == 1:  # else a span continues in the next step
                causes, places = (
                    self.cause.open_rows[-count:],
                    self.frame_numbers.open_rows[-count:],
                )
                shape.cached_links[fields] = CachedLinks(array("I", causes), array("I", places))
            return count
        self._mark_count = mark + len(calls)
        self._add_causes(linked.causes)
        self._add_frame_numbers(linked.frame_numbers)
        begun = len(self.origin.open_rows)
        self._add_origins(_NO_ORIGIN * count)
        for number, find in shape.origin_finders:
            if origins := find(index + number, events[position + number]):
                self.origin.open_rows[begun + number] = index + number - origins[0]
                if len(origins) > 1:
                    self._extra_origins[index + number] = origins[1:]
        return count

    def _is_span_ending(self, marks: array[int], position: int) -> bool:
        """Return whether the next span mark ends a call before the event at *position* of the segment."""
        mark = self._mark_count
        return mark < len(marks) and marks[mark] == position << SPAN_BITS

    def _add_signature(self, key: tuple[int, bytes, tuple[int, ...]]) -> StepSignature:
        """Add the signature of a step (its event types and calls) to the cache of similar steps."""
        self._cached_count += len(key[1])
        if self._cached_count > MAX_CACHED_EVENTS:
            self._signatures.clear()
            self._cached_count = len(key[1])
        kinds = [self._rules_by_number[number] for number in key[1]]
        keyed = [(at, kind.extract_key) for at, kind in enumerate(kinds) if kind.extract_key]
        found = [(at, kind.find_origins) for at, kind in enumerate(kinds) if kind.find_origins]
        shape = self._signatures[key] = StepSignature(keyed, found)
        return shape

    def _get_marks(self) -> tuple[int, array[int]]:
        """Return the current segment of span marks, and the event number from which the marks count.

        The number comes first.
        """
        log = self._trace.calls
        while self._segment_count < len(log.archived_marks):
            first, marks = log.archived_marks[self._segment_count]
            if self._mark_count < len(marks):
                return first, marks
            log.archived_marks[self._segment_count] = first, array("q")  # free the memory
            self._segment_count += 1
            self._mark_count = 0
        return self._trace.events.closed_count, log.marks

    def _apply_mark(self, marks: array[int], mark: int, index: int) -> int:
        """Begin or end the call that the span mark at index *mark* stands for.

        The mark lies before the event at *index*. Return the index of the next mark.
        """
        number = marks[mark] & _SPAN_MASK
        if not number:
            ended = self._spans.pop()
            if ended.is_outlasting and self._spans:
                self._propagate_outlasting(ended)
        elif number in (CHILD_OF, FOLLOWS_FROM):
            self._resume_span(marks[mark + 1], index, in_place=number == CHILD_OF)
            return mark + 2
        else:
            self._begin_span(number, index)
        return mark + 1

    def _begin_span(self, number: int, index: int) -> None:
        if len(self._spans) == 1:
            self._begin_step(index)
        calls = self._spans
        if number == DEFERRED:
            self._deferred.append(
                (calls[-1].frame_number, [dict(call.last_events) for call in calls])
            )
            return
        frames, from_bottom = self._trace.calls.span_frames[number - 1]
        caller = 0 if from_bottom else calls[-1].frame_number
        place = self._frames_by_span.get((caller, number))
        if place is None:
            place = self._frames_by_span[caller, number] = self._add_path(caller, frames)
        calls.append(_Span(place))

    def _propagate_outlasting(self, span: _Span) -> None:
        """Keep the state access of an ended call as a possible cause of later events of its caller.

        A function acts on the state that it has read, after the read has returned.
        """
        calling = self._spans[-1]
        for kind in self._outlasting_kinds:
            if kind in span.last_events:
                calling.last_events[kind] = span.last_events[kind]
        calling.is_outlasting = self._is_outlasting(calling)

    def _is_outlasting(self, span: _Span) -> bool:
        """Return whether *span* is a call of a state object, or of the user function that called it."""
        found = self._outlasting_frames.get(span.frame_number)
        if found is None:
            of = self.frames[span.frame_number].method.partition(".")[0]
            found = self._outlasting_frames[span.frame_number] = of.endswith(("State", "Function"))
        return found

    def _resume_span(self, number: int, index: int, in_place: bool) -> None:
        if len(self._spans) == 1:
            self._begin_step(index)
        place, held = self._deferred[number]
        self._spans.append(_Span(place if in_place else self._spans[-1].frame_number, held))

    def _begin_step(self, index: int) -> None:
        """Start a new step if the event at *index* is the first one of it."""
        if index < self._step_end:
            return
        heads, step = self._headers, self._step - self._first_header
        after, count = step + 1, len(heads)
        while after < count and heads[after][3] <= index:
            step, after = after, after + 1
        self._step = step + self._first_header
        action, self._step_end = "", index + 1
        self._is_last_step = after == count
        if step >= 0:
            action = heads[step][2]
            self._step_end = heads[after][3] if after < count else len(self._trace.events)
        bottom = self._bottom_frames.get(action)
        if bottom is None:
            bottom = self._bottom_frames[action] = self._add_path(0, find_bottom_methods(action))
        self._bottom_frame = bottom
        self._spans = [_Span(bottom)]

    def _link_event(self, index: int, row: Row) -> None:
        if index >= self._step_end and len(self._spans) == 1:
            self._begin_step(index)
        cls = row[0]
        calls = self._spans
        number, within, may_cause, may_outlast, is_beside, from_bottom, key_of, find = self._rules[
            cls
        ]
        cause = before = -1
        if within:
            for call in reversed(calls):
                last = call.last_events
                if last:
                    for earlier in within:
                        found = last.get(earlier, -1)
                        if found > cause:
                            cause = found
                    if cause >= 0:
                        break
                if call.deferred:
                    before = max(_find_nearest(within, last) for last in call.deferred)
                    if before >= 0:
                        break
        self._add_cause(index - cause if cause >= 0 else 0)
        running = calls[-1]
        if may_cause:
            running.last_events[number] = index
            if may_outlast:
                running.is_outlasting = self._is_outlasting(running)
        caller = 0 if from_bottom else running.frame_number
        if is_beside and ".process" in self.frames[caller].method:
            caller = self.frames[caller].caller
        key = (caller, number) if key_of is None else (caller, number, key_of(row))
        place = self._frames_by_event.get(key)
        if place is None:
            place = self._frames_by_event[key] = self._find_frame(event_from_row(row), caller)
        self._add_frame_number(place)
        origins = _NO_ORIGINS if find is None else find(index, row)
        if before >= 0:
            origins = (before, *origins)
        if not origins:
            self._add_origin(0)
        else:
            self._add_origin(index - origins[0])
            if len(origins) > 1:
                self._extra_origins[index] = origins[1:]

    # --- frames ----------------------------------------------------------------------------------

    def _find_frame(self, event: Any, caller: int) -> int:
        frames = self._frame_resolver.resolve(event, caller > 0)
        if frames and _extract_method(frames[-1]) == _extract_method(self.frames[caller].method):
            frames = ()  # the same method of another class
        return self._add_path(caller, frames)

    def _add_path(self, caller: int, frames: Sequence[str]) -> int:
        if self._is_path_end(caller, frames):
            return caller  # resumed where it was deferred
        for method in frames:
            if self.frames[caller].method == method:
                continue
            number = self._frames_by_path.get((caller, method))
            if number is None:
                number = self._frames_by_path[caller, method] = len(self.frames)
                self.frames.append(Frame(caller, method))
            caller = number
        return caller

    def _is_path_end(self, caller: int, frames: Sequence[str]) -> bool:
        for method in reversed(frames):
            if self.frames[caller].method != method:
                return False
            caller = self.frames[caller].caller
        return True


def _extract_method(frame: str) -> str:
    return frame.rpartition(".")[2]


def _find_nearest(within: Sequence[int], last_events: dict[int, int]) -> int:
    """Return the index of the latest event in *last_events* whose type is in *within*, or -1.

    *last_events* has the last event of each type.
    """
    nearest = -1
    if last_events:
        for number in within:
            found = last_events.get(number, -1)
            if found > nearest:
                nearest = found
    return nearest
