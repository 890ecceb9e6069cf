"""Recording a run, and the recorded run."""

from __future__ import annotations

import pkgutil
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast, overload

from flinksim.core.gc_control import pause_full_gc
from flinksim.core.source_locations import shorten_in_notebook
from flinksim.core.validation import validate_arguments
from flinksim.trace.causality.spans import SpanLog
from flinksim.trace.events import Emit, JobSubmitted, Step, TraceEvent
from flinksim.trace.events.event import Event, event_from_row
from flinksim.trace.plan import Plan
from flinksim.trace.storage.spillable_list import SpillableList, SpilledSegment

if TYPE_CHECKING:
    from flinksim.core.i18n.languages import Language
    from flinksim.trace.causality.causal_graph import CausalGraph, CausalGraphBuilder
    from flinksim.trace.narration.narrator import NarrationText
    from flinksim.trace.narration.verbosity import Verbosity
    from flinksim.trace.storage.chunk import Chunk
    from flinksim.trace.storage.compaction import Compactor
    from flinksim.trace.storage.digest import RunDigest

_E = TypeVar("_E")

MAX_OPEN_EVENTS = 1 << 11
"""Number of recorded events in memory at which a run spills them (moves them out of memory).

At least as many are read back at a time.
"""

MAX_UNCOMPACTED_EVENTS = 200_000
"""Maximum number of events whose causes are found while they are not yet compacted into columns."""

MIN_COMPACTED_EVENTS = 1 << 14
"""Number of events from which on a trace is compacted before its digest or file is made."""


class StepHeader(NamedTuple):
    """A step without its events, which are ``trace.events[first_event:...]``."""

    time_ms: int
    actor: str
    action: str
    first_event: int


class Trace:
    """A recorded run: the list of its steps and their events.

    ``trace[n]`` is step ``n``, and ``len(trace)`` the number of steps. Step 0 is the submission of
    the job. ``decisions`` are the choices of the scheduler, with which the run can be repeated.
    ``info`` describes how the run was made, as text. ``calls`` is the span log (which Flink methods were
    running when) of a run that was recorded in this process.

    The older part of a long run is moved out of memory ("spilled") in the form in which it was recorded,
    which costs the run little. If it is needed as columns, or with the causes of many events, it is
    compacted into ``chunks``, in memory or in the trace file. Steps and events are created from there on
    demand.

    >>> from flinksim.trace.events import ProcessingTimeAdvanced
    >>> steps = [StepHeader(0, "clock", "advance to 5", 0)]
    >>> trace = Trace(steps, [ProcessingTimeAdvanced(0, 5)], [], {})
    >>> trace[0].events
    (ProcessingTimeAdvanced(before=0, after=5),)
    """

    __slots__ = (
        "_compactor",
        "_decisions",
        "_digest",
        "_links",
        "_plan",
        "_spill_points",
        "calls",
        "events",
        "headers",
        "info",
    )

    def __init__(
        self,
        headers: Iterable[StepHeader],
        events: Iterable[TraceEvent],
        decisions: list[int] | Callable[[], list[int]],
        info: dict[str, str],
    ) -> None:
        self.headers: SpillableList[StepHeader] = SpillableList(
            _check_items("headers", headers, StepHeader), StepHeader._make
        )
        rows = [event.to_row() for event in _check_items("events", events, Event)]
        self.events: SpillableList[TraceEvent] = SpillableList(rows, event_from_row)
        self._spill_points: list[tuple[int, int]] = []
        """The number of steps and of events that the trace had at each spill (move out of memory)."""
        self._decisions = decisions
        self.info = info
        self.calls = SpanLog(self.events.open_rows)
        self._links: CausalGraph | None = None
        self._compactor: Compactor | None = None
        self._plan: Plan | None = None
        self._digest: RunDigest | None = None

    @property
    def decisions(self) -> list[int]:
        """Choices of the scheduler; those of a file are read on first access."""
        if not isinstance(self._decisions, list):
            self._decisions = self._decisions()
        return self._decisions

    @decisions.setter
    def decisions(self, decisions: list[int]) -> None:
        self._decisions = decisions

    @property
    def has_loaded_decisions(self) -> bool:
        """Whether the decisions are in memory."""
        return isinstance(self._decisions, list)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return (
            self.headers == other.headers
            and self.events == other.events
            and self.decisions == other.decisions
            and self.info == other.info
        )

    __hash__ = None  # type: ignore[assignment]

    # --- spilling and compaction -----------------------------------------------------------------

    @property
    def compactor(self) -> Compactor:
        """Compactor that moves the older part of the trace out of memory."""
        if self._compactor is None:
            from flinksim.trace.storage.compaction import Compactor

            self._compactor = Compactor()
        return self._compactor

    @property
    def chunks(self) -> list[Chunk]:
        """The older part of the trace, as chunks of typed columns."""
        return [] if self._compactor is None else self._compactor.chunks

    def spill(self) -> None:
        """Move the events in memory out of it, in the form in which they were recorded.

        Call it between steps only.
        """
        self._plan = self.plan_or_none
        self.calls.archive(self.events.closed_count)
        self.headers.spill()
        self.events.spill()
        self._spill_points.append((self.headers.closed_count, self.events.closed_count))

    def compact(self, with_links: bool = False, keep_cached: bool = False) -> None:
        """Store everything recorded so far as typed columns. Call it between steps only.

        Args:
            with_links: Also store the causes, origins and stacks of the events, so that they need not be
                found again.
            keep_cached: Keep the events that were in memory there as long as there is room.
        """
        self._plan = self.plan_or_none
        links = self.links if with_links or self._links is not None else None
        if self._spill_points and not keep_cached:
            self.spill()  # one chunk for the open rows and those spilled before
            self._compact_spilled(self._link_builder)
            return
        self._compact_spilled(self._link_builder)
        first = self.events.closed_count
        for chunk in self.compactor.compact(self, links):
            self._replace_by_chunk(chunk, links, keep_cached)
        self.calls.archive(first)

    def _compact_spilled(self, links: CausalGraphBuilder | None) -> None:
        """Store the spilled events (those moved out of memory) as typed columns, a few segments at a time."""
        if not self._spill_points:
            return
        with pause_full_gc():
            self._compact_all_spilled(links)

    def _compact_all_spilled(self, links: CausalGraphBuilder | None) -> None:
        while self._spill_points:
            steps, events = self.compactor.find_next_spill_point(self._spill_points)
            rows = self.events.read_raw(self.events.compacted_count, events)
            if links is not None:
                links.extend_to(steps, events, rows)
            self._replace_by_chunk(self.compactor.compact_to(self, links, steps, rows), links)
            del self._spill_points[: self._spill_points.index((steps, events)) + 1]

    def _replace_by_chunk(
        self, chunk: Chunk, links: CausalGraph | None, keep_cached: bool = False
    ) -> None:
        """Release the steps, events, causes and origins that *chunk* contains; they are read from it now."""
        self.headers.compact(
            chunk.size.steps,
            SpilledSegment(chunk.headers, None, chunk.headers),
            keep_cached,
        )
        self.events.compact(
            chunk.size.events, SpilledSegment(chunk.events, chunk.event, chunk.rows), keep_cached
        )
        if links is not None:
            links.compact(chunk)

    @property
    def _link_builder(self) -> CausalGraphBuilder | None:
        """Builder of the causal graph as the trace grows; ``None`` until the graph was requested."""
        if self._links is None:
            return None
        from flinksim.trace.causality.causal_graph import CausalGraphBuilder

        return self._links if isinstance(self._links, CausalGraphBuilder) else None

    def compact_if_large(self) -> None:
        """Store the trace as typed columns if it is large enough; for a caller that reads columns."""
        self._compact_spilled(self._link_builder)
        if len(self.events.open_rows) >= MIN_COMPACTED_EVENTS:
            self.compact(keep_cached=True)

    def _add_chunk(self, chunk: Chunk, decision_count: int, frame_count: int) -> None:
        """Add a chunk that was read from a file.

        Args:
            chunk: Next chunk of the file.
            decision_count: Number of decisions in the chunk.
            frame_count: Number of stack frames in the chunk.
        """
        self.compactor.add_chunk(chunk, decision_count, frame_count)
        self.headers.add_compacted(
            chunk.size.steps, SpilledSegment(chunk.headers, None, chunk.headers)
        )
        self.events.add_compacted(
            chunk.size.events, SpilledSegment(chunk.events, chunk.event, chunk.rows)
        )

    # --- steps and events ------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.headers)

    def __repr__(self) -> str:
        cut = f"; cut: {self.info['cut']}" if "cut" in self.info else ""
        return f"<Trace: {len(self)} steps, {len(self.events)} events{cut}>"

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> list[Step]: ...
    def __getitem__(self, number: int | slice) -> Step | list[Step]:
        if isinstance(number, slice):
            return [self._step(n) for n in range(*number.indices(len(self.headers)))]
        count = len(self.headers)
        if not -count <= number < count:
            raise IndexError(f"there is no step {number}: the trace has steps 0 to {count - 1}")
        return self._step(number % count)

    def __iter__(self) -> Iterator[Step]:
        return (self._step(n) for n in range(len(self.headers)))

    def _step(self, number: int) -> Step:
        head = self.headers[number]
        first, last = self.event_range(number)
        return Step(number, head.time_ms, head.actor, head.action, tuple(self.events[first:last]))

    def event_range(self, number: int) -> tuple[int, int]:
        """Return the events of step *number* as ``(first, one past the last)`` in :attr:`events`.

        Raises:
            TypeError: *number* is not a whole number.
            IndexError: The step does not exist.
        """
        if type(number) is not int:
            raise TypeError(f"event_range(number): expected a whole number, found {number!r:.60}.")
        if not 0 <= number < len(self.headers):
            raise IndexError(
                f"event_range({number}): the trace has steps 0 to {len(self.headers) - 1}"
            )
        after = number + 1
        last = self.headers[after].first_event if after < len(self.headers) else len(self.events)
        return self.headers[number].first_event, last

    @property
    def plan(self) -> Plan:
        """The job that was run."""
        plan = self.plan_or_none
        assert plan is not None
        return plan

    @property
    def plan_or_none(self) -> Plan | None:
        """The job that was run; ``None`` in a trace without one (of a single operator)."""
        if self._plan is not None:
            return self._plan
        chunks = self.chunks
        if chunks and chunks[0].size.events:  # reads only the columns of this event type
            number = find_kind_number(JobSubmitted)
            assert number is not None
            if chunks[0].kinds()[0] == number:
                self._plan = chunks[0].get_events(number)[0].plan
            return self._plan
        first: Any = self.events[0] if self.events else None
        return first.plan if isinstance(first, JobSubmitted) else None

    @property
    def links(self) -> CausalGraph:
        """Causes, origins and stack frames of all events recorded so far."""
        from flinksim.trace.causality.causal_graph import CausalGraphBuilder

        if self._links is None:
            self._links = CausalGraphBuilder(self)
        if isinstance(self._links, CausalGraphBuilder):
            if self.events.closed_count - self.events.compacted_count > MAX_UNCOMPACTED_EVENTS:
                self._compact_spilled(self._links)
            with pause_full_gc():
                self._links.extend_to(len(self.headers), len(self.events))
        return self._links

    def links_until(self, event_index: int) -> CausalGraph:
        """Return causes, origins and stack frames of the events up to one, and perhaps of later ones.

        Raises:
            TypeError: *event_index* is not a whole number.
        """
        if not isinstance(event_index, int):
            raise TypeError(
                f"links_until(event_index): expected a number, found {event_index!r:.60}"
            )
        from flinksim.trace.causality.causal_graph import CausalGraphBuilder

        if self._links is None:
            self._links = CausalGraphBuilder(self)
        if isinstance(self._links, CausalGraphBuilder) and len(self._links) <= event_index:
            step = self.find_step(event_index)
            _, end = self.event_range(step)
            with pause_full_gc():
                self._links.extend_to(step + 1, end)
        return self._links

    def set_links(self, links: CausalGraph) -> None:
        """Set the links that were read from a file."""
        self._links = links

    def get_events(self, kind: type[_E]) -> list[_E]:
        """Return all events of one type in order, as in ``trace.get_events(WindowFired)``.

        Raises:
            TypeError: *kind* is not a class.
        """
        if not isinstance(kind, type):
            raise TypeError(
                f"get_events(kind): expected an event type such as fs.WindowFired, found {kind!r}"
            )
        number = find_kind_number(kind)
        found: list[_E] = []
        for chunk in self.chunks if number is not None else ():
            found += chunk.get_events(cast(int, number))
        return found + [
            event_from_row(row) for row in self.events.iterate_uncompacted() if row[0] is kind
        ]

    def get_indexed_events(self, *kinds: type[Any]) -> list[tuple[int, Any]]:
        """Return the events of some types in order, each with its index.

        Raises:
            TypeError: One of *kinds* is not a class.
        """
        for kind in kinds:
            if not isinstance(kind, type):
                raise TypeError(
                    "get_indexed_events(*kinds): expected event types such as fs.WindowFired, "
                    f"found {kind!r:.60}"
                )
        numbers = {find_kind_number(kind) for kind in kinds}
        found = [
            (index, self.events[index])
            for chunk in self.chunks
            for index, number in enumerate(chunk.kinds(), chunk.first_event)
            if number in numbers
        ]
        rows = enumerate(self.events.iterate_uncompacted(), self.events.compacted_count)
        return found + [(index, event_from_row(row)) for index, row in rows if row[0] in kinds]

    @validate_arguments
    def find_steps(self, kind: type[Any]) -> list[int]:
        """Return the numbers of the steps that have an event of type *kind*."""
        found: dict[int, None] = {}
        number = find_kind_number(kind)
        for chunk in self.chunks if number is not None else ():
            for at, other in enumerate(chunk.kinds()):
                if other == number:
                    found[self.find_step(chunk.first_event + at)] = None
        for index, row in enumerate(self.events.iterate_uncompacted(), self.events.compacted_count):
            if row[0] is kind:
                found[self.find_step(index)] = None
        return list(found)

    def find_step(self, index: int) -> int:
        """Return the number of the step of the event at *index*, or -1.

        Raises:
            TypeError: *index* is not a whole number.
            ValueError: *index* is negative.
        """
        if not isinstance(index, int):
            raise TypeError(
                f"find_step(index): expected the index of an event, found {index!r:.60}"
            )
        if index < 0:
            raise ValueError(f"find_step(index): expected the index of an event, found {index}")
        chunks, heads = self.chunks, self.headers
        first, steps = heads.compacted_count, cast("Sequence[StepHeader]", heads.open_rows)
        if index < self.events.compacted_count:
            chunk = chunks[bisect_right(chunks, index, key=lambda chunk: chunk.first_event) - 1]
            first = chunk.first_step
            steps = heads.read_segment_at(first) if chunk.size.steps else ()
        elif self._spill_points:
            at = bisect_right(self._spill_points, index, key=itemgetter(1))
            first = self._spill_points[at - 1][0] if at else first
            steps = (
                heads.open_rows
                if at == len(self._spill_points)
                else heads[first : self._spill_points[at][0]]
            )
        return first + bisect_right(steps, index, key=itemgetter(3)) - 1

    @validate_arguments
    def tell(
        self,
        verbosity: Verbosity = "story",
        *,
        first: int = 0,
        last: int | None = None,
        key: str | None = None,
        width: int | None = 100,
        language: Language = "en",
    ) -> NarrationText:
        """Describe the run in sentences (:func:`flinksim.trace.narration.narrator.narrate`)."""
        from flinksim.trace.narration.narrator import narrate

        return narrate(
            self, verbosity, first=first, last=last, key=key, width=width, language=language
        )

    def why(self, question: str, *, language: Language = "en") -> Any:
        """Answer a question in words from the trace, without running the program again.

        ``trace.why("why has window [0, 10000) of a not fired")`` returns an
        :class:`flinksim.analysis.why.Answer`. ``sim.why`` also repeats the run without the cause,
        and looks for the smallest change.

        Args:
            question: The question, in English or Chinese.
            language: Language of the answer, "en" or "zh".

        Raises:
            ValueError: The question is not understood. The message suggests some.
        """
        check_question(question, "why")
        return _load_why_function("answer_question")(self, question, language=language)

    def questions(self, language: Language = "en") -> list[str]:
        """Return the questions worth asking about this run, in English or Chinese ("zh")."""
        found: list[str] = _load_why_function("list_questions")(self, language)
        return found

    def digest(self) -> str:
        """Return the SHA-256 of the run: equal digests mean equal steps and events, byte for byte."""
        self.compact_if_large()
        return self._run_digest.compute(self)

    def update_digest(self) -> None:
        """Add the compacted steps to the digest now, so that they need not be read again later."""
        self._run_digest.add_new_chunks(self)

    @property
    def _run_digest(self) -> RunDigest:
        if self._digest is None:
            from flinksim.trace.storage.digest import RunDigest

            self._digest = RunDigest()
        return self._digest

    def save(self, path: Any) -> None:
        """Write the trace to a file (``.flinktrace``); an existing file is replaced as a whole."""
        from flinksim.trace.storage.codec import save_trace

        save_trace(self, path)


def _check_items(name: str, items: Iterable[Any], cls: type[_E]) -> list[_E]:
    """Check that all *items* of the argument *name* are instances of *cls*; return them as a list.

    Raises:
        TypeError: *items* is not iterable, or one of them is not an instance of *cls*.
    """
    if not isinstance(items, Iterable):
        raise TypeError(f"Trace({name}=...): expected a list, found {items!r:.60}")
    found = list(items)
    for row in found:
        if not isinstance(row, cls):
            raise TypeError(
                f"Trace({name}=...): expected only {cls.__name__} objects, found {row!r:.60}"
            )
    return found


def find_kind_number(kind: type[Any]) -> int | None:
    """Return the number of the event class *kind*; ``None`` if it is not an event class."""
    from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS

    declared = KINDS_BY_CLASS.get(kind)
    return None if declared is None else declared.number


def _load_why_function(name: str) -> Callable[..., Any]:
    # By name, as executors are: flinksim.analysis imports flinksim.trace, and not the reverse.
    found: Callable[..., Any] = pkgutil.resolve_name(
        f"flinksim.analysis.why.answer_question:{name}"
    )
    return found


def check_question(question: Any, function: str) -> None:
    """Check that *question*, an argument of the API function *function*, is text.

    Raises:
        TypeError: It is not. The message names *function*.
    """
    if not isinstance(question, str):
        message = (
            f"{function}(question): expected a question in words, such as {function}('why did the job "
            f"fail'), found {question!r:.60}"
        )
        raise shorten_in_notebook(TypeError(message))


def check_trace(trace: Any, function: str) -> None:
    """Check that *trace* is a trace, for *function* of the public API.

    Raises:
        TypeError: It is not. For a simulation the message says where its trace is.
    """
    if not isinstance(trace, Trace):
        has_one = isinstance(getattr(trace, "trace", None), Trace)
        hint = ". The trace of a simulation is sim.trace" if has_one else ""
        kind = type(trace).__name__
        message = f"{function}: expected a Trace, found an object of type {kind}{hint}"
        raise shorten_in_notebook(TypeError(message))


class Recorder:
    """Collects the events of one run.

    ``emit`` appends the raw row of an event. It is a bound list method, so that recording costs no more
    than creating the row. ``decide`` does the same for the decisions of the scheduler.
    """

    __slots__ = ("_actions", "_events", "_headers", "_rows", "decide", "emit", "trace")

    def __init__(self) -> None:
        self._actions: dict[str, str] = {}
        decisions: list[int] = []
        self.decide: Callable[[int], None] = decisions.append
        self.trace = Trace([], [], decisions, {})
        self._rows = self.trace.events
        self._headers, self._events = self.trace.headers.open_rows, self.trace.events.open_rows
        self.emit: Emit = self._events.append

    def begin_step(self, time_ms: int, actor: str, action: str) -> None:
        """Begin a new step; events recorded from here on belong to it.

        Args:
            time_ms: Processing time at the start of the step.
            actor: A subtask id, "clock", "flusher" or a link.
            action: What the actor does, such as "processInput".
        """
        action = self._actions.setdefault(action, action)  # share equal texts
        count = len(self._events)
        if count >= MAX_OPEN_EVENTS:
            self.trace.spill()
            count = 0
        self._headers.append((time_ms, actor, action, self._rows.closed_count + count))
