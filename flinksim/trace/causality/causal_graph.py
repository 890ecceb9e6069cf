"""Causal graph of a trace: the cause, the origins and the call stack of each event.

Three things are known of each event, by its index in the trace:

- its *cause*: the event during which it happened. It is an earlier event of the same step, recorded
  in a span that was still running: the nearest one of the types that are declared as ``within``.
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

from flinksim.trace.causality.provenance import OriginFinder
from flinksim.trace.causality.spans import BITS, COMES_OF, GOES_ON, HELD
from flinksim.trace.causality.stack_frames import PlaceWords, bottom_of_step, place_kinds
from flinksim.trace.causality.step_cache import (
    MOST_IN_SHAPES,
    Linked,
    StepShape,
    calls_of_step,
    is_plain,
)
from flinksim.trace.events.base import Row, fact_of, fields_of
from flinksim.trace.schema.event_kinds import KIND_NAMED, KIND_OF
from flinksim.trace.storage.columns import Column, integers
from flinksim.trace.storage.spillable_list import Piece, Rows

if TYPE_CHECKING:
    from flinksim.trace.recorder import Trace
    from flinksim.trace.storage.chunk import Chunk

_CALL = (1 << BITS) - 1
_NO_ORIGINS: tuple[int, ...] = ()
_NO_ORIGIN = array("I", [0])
_NUMBERS = {cls: kind.number for cls, kind in KIND_OF.items()}

_OUTLAST = ("StateUpdated", "StateRead", "StateEntryRead")
"""Event types of state access that stay possible causes after the span of the access has ended."""


class Frame(NamedTuple):
    """One method on the stack, called by the frame with the number ``caller``."""

    caller: int
    method: str


_Readers: TypeAlias = tuple[Rows[int], Callable[[], Sequence[int]], Callable[[int], int]]
_Held: TypeAlias = Sequence[dict[int, int]]


class _Call:
    """A running span: its frame, and the last event of each type that was recorded in it.

    For deferred work, ``held`` are the last events of the spans that were running at the deferral.
    """

    __slots__ = ("held", "last", "outlasts", "place")

    def __init__(self, place: int, held: _Held = ()) -> None:
        self.place = place
        self.outlasts = False
        self.last: dict[int, int] = {}
        self.held = held


class Earlier(Rows[int]):
    """The index of an earlier event for each event, or -1.

    Open rows contain the distance to it, or 0, as files do: similar steps then have equal rows.
    """

    __slots__ = ()

    def _given(self, rows: Sequence[int], first: int) -> Sequence[int]:
        return [index - back if back else -1 for index, back in enumerate(rows, first)]

    def distances(self, first: int, last: int) -> Sequence[int]:
        """Return the distances of the events from *first* to before *last*; 0 for none."""
        if first >= self.closed:
            return self.open[first - self.closed : last - self.closed]
        return [0 if at < 0 else i - at for i, at in enumerate(self[first:last], first)]


class Links:
    """The causes, origins and frames of the first ``len(self)`` events of a trace.

    ``cause[i]`` is -1 for an event without a cause. The first of ``origins_of(i)`` is the one that
    triggered the event. ``place[i]`` is a number in ``frames``, where 0 is the empty stack.
    """

    def __init__(self) -> None:
        self.cause = Earlier(array("I"))
        self.place: Rows[int] = Rows(array("I"))
        self.frames: list[Frame] = [Frame(-1, "")]
        self.origin = Earlier(array("I"))
        self._further: dict[int, tuple[int, ...]] = {}
        self._chunks: list[Chunk] = []
        self._read_last: tuple[Chunk | None, dict[int, tuple[int, ...]]] = None, {}
        self._came_of = _CameOf()

    def __len__(self) -> int:
        return len(self.cause)

    def add_chunk(self, chunk: Chunk) -> None:
        """Append the events of *chunk*, which contains their links."""
        self._chunks.append(chunk)
        for rows, read, one in self._of_chunk(chunk):
            rows.add_packed(chunk.size.facts, Piece(read, one, read))

    def pack(self, chunk: Chunk) -> None:
        """Move the links of the next events to *chunk*, which contains them."""
        self._chunks.append(chunk)
        for rows, read, one in self._of_chunk(chunk):
            rows.pack(chunk.size.facts, Piece(read, one, read))
        packed = self.cause.packed
        self._further = {i: origins for i, origins in self._further.items() if i >= packed}

    def _of_chunk(self, chunk: Chunk) -> list[_Readers]:
        return [
            (self.cause, chunk.causes, partial(chunk.earlier, "events.cause")),
            (self.origin, chunk.origins, partial(chunk.earlier, "events.origin")),
            (self.place, chunk.places, chunk.place),
        ]

    def _further_of(self, index: int) -> tuple[int, ...]:
        """Return the origins of the event at *index* except the first."""
        if index >= self.cause.packed:
            return self._further.get(index, ())
        at = bisect_right(self._chunks, index, key=lambda chunk: chunk.first_fact) - 1
        return self._further_in(self._chunks[at]).get(index, ())

    def _further_in(self, chunk: Chunk) -> dict[int, tuple[int, ...]]:
        if self._read_last[0] is not chunk:
            self._read_last = chunk, chunk.further_origins()
        return self._read_last[1]

    def further_between(self, first: int, last: int) -> dict[int, tuple[int, ...]]:
        """Return the origins except the first, by index, of the events that have several, in order."""
        found: dict[int, tuple[int, ...]] = {}
        for chunk in self._chunks:
            if first < chunk.first_fact + chunk.size.facts and chunk.first_fact < last:
                found.update(self._further_in(chunk))
        found.update(self._further)
        if first == 0 and last >= len(self):
            return found
        return {i: origins for i, origins in found.items() if first <= i < last}

    def origins_of(self, index: int) -> tuple[int, ...]:
        """Return the events of earlier steps that the event at *index* follows from."""
        first = self.origin[index]
        return () if first < 0 else (first, *self._further_of(index))

    def came_from(self, index: int) -> tuple[int, ...]:
        """Return the cause and the origins of the event at *index*, without duplicates."""
        cause = self.cause[index]
        origins = self.origins_of(index)
        return origins if cause < 0 or cause in origins else (cause, *origins)

    def came_of(self, index: int) -> tuple[int, ...]:
        """Return the events whose cause or origin is the event at *index*."""
        known = self._came_of
        known.extend(self)
        return known.of(index)

    def columns(self, first: int, last: int) -> list[Column]:
        """Build the columns of a chunk with the links of the events from *first* to before *last*."""
        further = [
            (index, origin)
            for index, origins in self.further_between(first, last).items()
            for origin in origins
        ]
        return [
            integers("events.cause", self.cause.distances(first, last)),
            integers("events.origin", self.origin.distances(first, last)),
            integers("events.place", self.place[first:last]),
            integers("origins.fact", [index - first for index, _ in further]),
            integers("origins.back", [index - origin for index, origin in further]),
        ]

    def stack(self, index: int) -> list[str]:
        """Return Flink's methods on the stack of the event at *index*, the outermost first."""
        methods = []
        number = self.place[index]
        while number > 0:
            number, method = self.frames[number]
            methods.append(method)
        return methods[::-1]


class _CameOf:
    """Successors of each event, as linked lists in arrays, which are compact for long traces."""

    def __init__(self) -> None:
        self._first = array("I")
        self._last = array("I")
        self._next = array("I", [0])
        self._later = array("I", [0])

    def extend(self, links: Links) -> None:
        """Add the links that are new in *links*."""
        first, last, next_, later = self._first, self._last, self._next, self._later
        for index in range(len(first), len(links)):
            first.append(0)
            last.append(0)
            for earlier in links.came_from(index):
                number = len(next_)
                next_.append(0)
                later.append(index)
                if first[earlier]:
                    next_[last[earlier]] = number
                else:
                    first[earlier] = number
                last[earlier] = number

    def of(self, index: int) -> tuple[int, ...]:
        found = []
        number = self._first[index]
        while number:
            found.append(self._later[number])
            number = self._next[number]
        return tuple(found)


class _LinkedKind(NamedTuple):
    """What is needed to link an event of one type."""

    number: int
    within: tuple[int, ...]
    may_cause: bool
    may_outlast: bool
    is_beside: bool
    from_bottom: bool
    key_of: Callable[[Row], Any] | None
    origins: Callable[[int, Row], tuple[int, ...]] | None


class LinkBuilder(Links):
    """Causal graph of a trace that may still grow; :meth:`extend_to` links what is new."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self._trace = trace
        self._add_cause, self._add_origin = self.cause.open.append, self.origin.open.append
        self._add_place = self.place.open.append
        self._add_causes, self._add_origins = self.cause.open.extend, self.origin.open.extend
        self._add_places = self.place.open.extend
        self._numbers: dict[tuple[int, str], int] = {}
        self._under: dict[tuple[int, int], int] = {}
        self._at: dict[tuple[Any, ...], int] = {}
        self._bottoms: dict[str, int] = {}
        self._outlasted: dict[int, bool] = {}
        self._step = -1
        self._step_ends = 0
        self._is_last_step = True
        self._heads: list[tuple[int, str, str, int]] = []
        """As rows (:class:`~flinksim.trace.recorder.StepHead`)."""
        self._first_head = 0
        self._marks_done = 0
        self._pieces_done = 0
        self._calls = [_Call(0)]
        self._put_off: list[tuple[int, _Held]] = []
        self._bottom = 0
        self._shapes: dict[Any, StepShape] = {}
        self._in_shapes = 0
        self._words = PlaceWords(trace.known_plan)
        self._origins = OriginFinder(trace.known_plan)
        within = {
            kind.cls: tuple(KIND_NAMED[name].number for name in kind.within)
            for kind in KIND_OF.values()
        }
        causing = {number for numbers in within.values() for number in numbers}
        self._outlast = tuple(KIND_NAMED[name].number for name in _OUTLAST)
        places = place_kinds()
        self._kinds = {
            cls: _LinkedKind(
                kind.number,
                within[cls],
                kind.number in causing,
                kind.number in self._outlast,
                *places[cls][:2],
                fields_of(cls, *places[cls][2]) if places[cls][2] else None,
                self._origins.finder_of(cls),
            )
            for cls, kind in KIND_OF.items()
        }

        self._kind_of = {kind.number: kind for kind in self._kinds.values()}

    def extend_to(self, steps: int, facts: int, rows: Sequence[Row] | None = None) -> None:
        """Link the events that were recorded since the last call.

        Args:
            steps: Number of steps to link, counted from the start of the trace.
            facts: Number of events to link, counted from the start of the trace.
            rows: The last of these events as rows, if the caller has them.
        """
        for chunk in self._trace.packer.chunks[len(self._chunks) :]:
            end = chunk.first_fact + chunk.size.facts
            self._take_until(chunk.first_step + chunk.size.steps, end)
            chunk.add_links(self.columns(chunk.first_fact, end))
            self.pack(chunk)
        self._take_until(steps, facts, rows)

    def _take_until(self, steps: int, facts: int, rows: Sequence[Row] | None = None) -> None:
        left = facts - len(self)
        if left <= 0:
            return
        self._look_at_steps(steps)
        if rows is None or left > len(rows):
            rows = self._trace.events.told(len(self), facts)
        self._take(rows[len(rows) - left :])

    def _look_at_steps(self, end: int) -> None:
        """Load the headers of the steps from the current one to one past *end*, in one read."""
        after = self._step + 1
        at_hand = self._heads[self._step - self._first_head : after - self._first_head]
        self._first_head = max(self._step, 0)
        self._heads = at_hand + self._trace.heads.told(after, end + 1)

    def _take(self, facts: Sequence[Row]) -> None:
        """Link *facts*, which come next, a step at a time where possible."""
        kinds = bytes(map(_NUMBERS.__getitem__, map(itemgetter(0), facts)))
        begin, at, end = len(self), 0, len(facts)
        while at < end:
            taken = self._take_step(facts, kinds, at, begin + at)
            if not taken:
                until = min(max(self._step_ends - begin, at + 1), end)
                for number in range(at, until):
                    self._take_with_marks(begin + number, facts[number])
                taken = until - at
            at += taken

    def _take_with_marks(self, index: int, row: Row) -> None:
        """Apply the marks before the event, then link the event of *row*."""
        while True:
            first, marks = self._marks()
            mark = self._marks_done
            if mark == len(marks) or marks[mark] >> BITS > index - first:
                break
            self._marks_done = self._take_mark(marks, mark, index)
        self._take_fact(index, row)

    def _take_step(self, facts: Sequence[Row], kinds: bytes, at: int, index: int) -> int:
        """Link the whole step that begins with the event at *index*.

        Returns:
            The number of its events. 0 if it has not ended yet, or if its links do not depend on its
            signature alone.
        """
        first, marks = self._marks()
        while len(self._calls) > 1 and self._ends_next(marks, index - first):
            self._marks_done = self._take_mark(marks, self._marks_done, index)
            first, marks = self._marks()
        if len(self._calls) > 1 or index < self._step_ends:
            return 0
        self._begin_steps(index)
        count = self._step_ends - index
        if count > min(len(facts) - at, MOST_IN_SHAPES) or self._is_last_step:
            return 0
        mark, begin = self._marks_done, index - first
        calls = calls_of_step(marks, mark, begin, begin + count)
        key = self._bottom, kinds[at : at + count], calls
        shape = self._shapes.get(key)
        if shape is None:
            if not is_plain(calls):
                return 0
            shape = self._shape(key)
        fields = shape.fields(facts, at)
        linked = shape.known.get(fields)
        if linked is None:
            for number in range(count):
                self._take_with_marks(index + number, facts[at + number])
            while self._marks()[1] is marks and self._marks_done < mark + len(calls):
                self._marks_done = self._take_mark(marks, self._marks_done, index + count)
            if len(self._calls) == 1:  # else a span continues in the next step
                causes, places = self.cause.open[-count:], self.place.open[-count:]
                shape.known[fields] = Linked(array("I", causes), array("I", places))
            return count
        self._marks_done = mark + len(calls)
        self._add_causes(linked.causes)
        self._add_places(linked.places)
        begun = len(self.origin.open)
        self._add_origins(_NO_ORIGIN * count)
        for number, find in shape.found:
            if origins := find(index + number, facts[at + number]):
                self.origin.open[begun + number] = index + number - origins[0]
                if len(origins) > 1:
                    self._further[index + number] = origins[1:]
        return count

    def _ends_next(self, marks: array[int], at: int) -> bool:
        """Return whether the next mark ends a span before the event at *at* of the segment."""
        mark = self._marks_done
        return mark < len(marks) and marks[mark] == at << BITS

    def _shape(self, key: tuple[int, bytes, tuple[int, ...]]) -> StepShape:
        """Add a signature to the cache."""
        self._in_shapes += len(key[1])
        if self._in_shapes > MOST_IN_SHAPES:
            self._shapes.clear()
            self._in_shapes = len(key[1])
        kinds = [self._kind_of[number] for number in key[1]]
        keyed = [(at, kind.key_of) for at, kind in enumerate(kinds) if kind.key_of]
        found = [(at, kind.origins) for at, kind in enumerate(kinds) if kind.origins]
        shape = self._shapes[key] = StepShape(keyed, found)
        return shape

    def _marks(self) -> tuple[int, array[int]]:
        """Return the current segment of marks, after the number of the event from which they count."""
        log = self._trace.calls
        while self._pieces_done < len(log.packed):
            first, marks = log.packed[self._pieces_done]
            if self._marks_done < len(marks):
                return first, marks
            log.packed[self._pieces_done] = first, array("q")  # free the memory
            self._pieces_done += 1
            self._marks_done = 0
        return self._trace.events.closed, log.marks

    def _take_mark(self, marks: array[int], mark: int, index: int) -> int:
        """Apply the mark at index *mark* before the event at *index*; return the index of the next."""
        number = marks[mark] & _CALL
        if not number:
            ended = self._calls.pop()
            if ended.outlasts and self._calls:
                self._go_on_after(ended)
        elif number in (GOES_ON, COMES_OF):
            self._go_on(marks[mark + 1], index, in_place=number == GOES_ON)
            return mark + 2
        else:
            self._begin_call(number, index)
        return mark + 1

    def _begin_call(self, number: int, index: int) -> None:
        if len(self._calls) == 1:
            self._begin_steps(index)
        calls = self._calls
        if number == HELD:
            self._put_off.append((calls[-1].place, [dict(call.last) for call in calls]))
            return
        frames, from_bottom = self._trace.calls.calls[number - 1]
        caller = 0 if from_bottom else calls[-1].place
        place = self._under.get((caller, number))
        if place is None:
            place = self._under[caller, number] = self._path(caller, frames)
        calls.append(_Call(place))

    def _go_on_after(self, ended: _Call) -> None:
        """Keep state access as a possible cause in the caller: a function acts on what it has read."""
        calling = self._calls[-1]
        for kind in self._outlast:
            if kind in ended.last:
                calling.last[kind] = ended.last[kind]
        calling.outlasts = self._is_outlasted(calling)

    def _is_outlasted(self, call: _Call) -> bool:
        """Return whether *call* is a span of a state, or of the function that called it."""
        found = self._outlasted.get(call.place)
        if found is None:
            of = self.frames[call.place].method.partition(".")[0]
            found = self._outlasted[call.place] = of.endswith(("State", "Function"))
        return found

    def _go_on(self, number: int, index: int, in_place: bool) -> None:
        if len(self._calls) == 1:
            self._begin_steps(index)
        place, held = self._put_off[number]
        self._calls.append(_Call(place if in_place else self._calls[-1].place, held))

    def _begin_steps(self, index: int) -> None:
        """Begin the step of the event at *index*, unless it is the current one."""
        if index < self._step_ends:
            return
        heads, step = self._heads, self._step - self._first_head
        after, count = step + 1, len(heads)
        while after < count and heads[after][3] <= index:
            step, after = after, after + 1
        self._step = step + self._first_head
        action, self._step_ends = "", index + 1
        self._is_last_step = after == count
        if step >= 0:
            action = heads[step][2]
            self._step_ends = heads[after][3] if after < count else len(self._trace.events)
        bottom = self._bottoms.get(action)
        if bottom is None:
            bottom = self._bottoms[action] = self._path(0, bottom_of_step(action))
        self._bottom = bottom
        self._calls = [_Call(bottom)]

    def _take_fact(self, index: int, row: Row) -> None:
        if index >= self._step_ends and len(self._calls) == 1:
            self._begin_steps(index)
        cls = row[0]
        calls = self._calls
        number, within, may_cause, may_outlast, is_beside, from_bottom, key_of, find = self._kinds[
            cls
        ]
        cause = before = -1
        if within:
            for call in reversed(calls):
                last = call.last
                if last:
                    for earlier in within:
                        found = last.get(earlier, -1)
                        if found > cause:
                            cause = found
                    if cause >= 0:
                        break
                if call.held:
                    before = max(_nearest(within, last) for last in call.held)
                    if before >= 0:
                        break
        self._add_cause(index - cause if cause >= 0 else 0)
        running = calls[-1]
        if may_cause:
            running.last[number] = index
            if may_outlast:
                running.outlasts = self._is_outlasted(running)
        caller = 0 if from_bottom else running.place
        if is_beside and ".process" in self.frames[caller].method:
            caller = self.frames[caller].caller
        key = (caller, number) if key_of is None else (caller, number, key_of(row))
        place = self._at.get(key)
        if place is None:
            place = self._at[key] = self._place(fact_of(row), caller)
        self._add_place(place)
        origins = _NO_ORIGINS if find is None else find(index, row)
        if before >= 0:
            origins = (before, *origins)
        if not origins:
            self._add_origin(0)
        else:
            self._add_origin(index - origins[0])
            if len(origins) > 1:
                self._further[index] = origins[1:]

    # --- frames ----------------------------------------------------------------------------------

    def _place(self, fact: Any, caller: int) -> int:
        frames = self._words.frames(fact, caller > 0)
        if frames and _method(frames[-1]) == _method(self.frames[caller].method):
            frames = ()  # the same method of another class
        return self._path(caller, frames)

    def _path(self, caller: int, frames: Sequence[str]) -> int:
        if self._ends_in(caller, frames):
            return caller  # resumed where it was deferred
        for method in frames:
            if self.frames[caller].method == method:
                continue
            number = self._numbers.get((caller, method))
            if number is None:
                number = self._numbers[caller, method] = len(self.frames)
                self.frames.append(Frame(caller, method))
            caller = number
        return caller

    def _ends_in(self, caller: int, frames: Sequence[str]) -> bool:
        for method in reversed(frames):
            if self.frames[caller].method != method:
                return False
            caller = self.frames[caller].caller
        return True


def _method(frame: str) -> str:
    return frame.rpartition(".")[2]


def _nearest(within: Sequence[int], last: dict[int, int]) -> int:
    """Return the last event in *last* whose type is in *within*, or -1."""
    nearest = -1
    if last:
        for number in within:
            found = last.get(number, -1)
            if found > nearest:
                nearest = found
    return nearest
