"""Recording a run, and the recorded run."""

from __future__ import annotations

import pkgutil
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast, overload

from flinksim.core.gc_control import no_full_collections
from flinksim.core.validation import checked
from flinksim.trace.causality.spans import CallLog
from flinksim.trace.events import Emit, JobSubmitted, Step, TraceEvent
from flinksim.trace.events.base import Fact, fact_of
from flinksim.trace.plan import Plan
from flinksim.trace.storage.spillable_list import Piece, Rows

if TYPE_CHECKING:
    from flinksim.core.i18n.languages import Language
    from flinksim.trace.causality.causal_graph import LinkBuilder, Links
    from flinksim.trace.narration.narrator import ToldText
    from flinksim.trace.narration.verbosity import Grain
    from flinksim.trace.storage.chunk import Chunk
    from flinksim.trace.storage.compaction import Packer
    from flinksim.trace.storage.digest import RunDigest

_E = TypeVar("_E")

MOST_OPEN = 1 << 11
"""Number of open events at which a run spills them; at least as many are read back at a time."""

MOST_UNPACKED = 200_000
"""Maximum number of events that can be linked without being compacted."""

MUCH = 1 << 14
"""Minimum number of events that are compacted before a digest or a file is made."""


class StepHead(NamedTuple):
    """A step without its events, which are ``trace.events[first_event:...]``."""

    time_ms: int
    actor: str
    action: str
    first_event: int


class Trace:
    """A recorded run: the list of its steps and their events.

    ``trace[n]`` is step ``n``, and ``len(trace)`` the number of steps. Step 0 is the submission of
    the job. ``decisions`` are the choices of the scheduler, with which the run can be repeated.
    ``info`` describes how the run was made, as text. ``calls`` is the span log of a run that was
    recorded in this process.

    The older part of a run is spilled in its recorded form, which costs the run little. If columns
    are needed, or the links of many events, it is compacted into ``chunks``, in memory or in the
    trace file. Steps and events are created from there on demand.

    >>> from flinksim.trace.events import ProcessingTimeAdvanced
    >>> steps = [StepHead(0, "clock", "advance to 5", 0)]
    >>> trace = Trace(steps, [ProcessingTimeAdvanced(0, 5)], [], {})
    >>> trace[0].events
    (ProcessingTimeAdvanced(before=0, after=5),)
    """

    __slots__ = (
        "_aside",
        "_decisions",
        "_digest",
        "_links",
        "_packer",
        "_plan",
        "calls",
        "events",
        "heads",
        "info",
    )

    def __init__(
        self,
        heads: Iterable[StepHead],
        events: Iterable[TraceEvent],
        decisions: list[int] | Callable[[], list[int]],
        info: dict[str, str],
    ) -> None:
        self.heads: Rows[StepHead] = Rows(_all_of("heads", heads, StepHead), StepHead._make)
        rows = [fact.row() for fact in _all_of("events", events, Fact)]
        self.events: Rows[TraceEvent] = Rows(rows, fact_of)
        self._aside: list[tuple[int, int]] = []
        """Number of steps and of events at the time of each spill."""
        self._decisions = decisions
        self.info = info
        self.calls = CallLog(self.events.open)
        self._links: Links | None = None
        self._packer: Packer | None = None
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
    def knows_decisions(self) -> bool:
        """Whether the decisions are in memory."""
        return isinstance(self._decisions, list)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return (
            self.heads == other.heads
            and self.events == other.events
            and self.decisions == other.decisions
            and self.info == other.info
        )

    __hash__ = None  # type: ignore[assignment]

    # --- spilling and compaction -----------------------------------------------------------------

    @property
    def packer(self) -> Packer:
        """Compactor that moves the older part of the trace out of memory."""
        if self._packer is None:
            from flinksim.trace.storage.compaction import Packer

            self._packer = Packer()
        return self._packer

    @property
    def chunks(self) -> list[Chunk]:
        """The compacted part."""
        return [] if self._packer is None else self._packer.chunks

    def set_aside(self) -> None:
        """Spill the open rows in their recorded form. Call it between steps only."""
        self._plan = self.known_plan
        self.calls.set_aside(self.events.closed)
        self.heads.set_aside()
        self.events.set_aside()
        self._aside.append((self.heads.closed, self.events.closed))

    def pack(self, with_links: bool = False, keep: bool = False) -> None:
        """Compact everything recorded so far. Call it between steps only.

        Args:
            with_links: Also store the links of the events, so that they need not be found again.
            keep: Keep the rows that were open in memory as long as there is room.
        """
        self._plan = self.known_plan
        links = self.links if with_links or self._links is not None else None
        if self._aside and not keep:
            self.set_aside()  # one chunk for the open rows and those spilled before
            self._pack_aside(self._link_builder)
            return
        self._pack_aside(self._link_builder)
        first = self.events.closed
        for chunk in self.packer.pack(self, links):
            self._take_out(chunk, links, keep)
        self.calls.set_aside(first)

    def _pack_aside(self, links: LinkBuilder | None) -> None:
        """Compact the spilled rows, a few segments at a time."""
        if not self._aside:
            return
        with no_full_collections():
            self._pack_all_aside(links)

    def _pack_all_aside(self, links: LinkBuilder | None) -> None:
        while self._aside:
            steps, facts = self.packer.next_aside(self._aside)
            rows = self.events.told(self.events.packed, facts)
            if links is not None:
                links.extend_to(steps, facts, rows)
            self._take_out(self.packer.pack_to(self, links, steps, rows), links)
            del self._aside[: self._aside.index((steps, facts)) + 1]

    def _take_out(self, chunk: Chunk, links: Links | None, keep: bool = False) -> None:
        """Let *chunk* hold its steps, events and links from now on."""
        self.heads.pack(chunk.size.steps, Piece(chunk.heads, chunk.head, chunk.heads), keep)
        self.events.pack(chunk.size.facts, Piece(chunk.facts, chunk.fact, chunk.rows), keep)
        if links is not None:
            links.pack(chunk)

    @property
    def _link_builder(self) -> LinkBuilder | None:
        """Builder that links the trace as it grows; ``None`` if no links were requested."""
        if self._links is None:
            return None
        from flinksim.trace.causality.causal_graph import LinkBuilder

        return self._links if isinstance(self._links, LinkBuilder) else None

    def pack_much(self) -> None:
        """Compact the trace if it is large enough for a chunk, because the caller needs columns."""
        self._pack_aside(self._link_builder)
        if len(self.events.open) >= MUCH:
            self.pack(keep=True)

    def _add_chunk(self, chunk: Chunk, decisions: int, frames: int) -> None:
        """Add a chunk that was read from a file.

        Args:
            chunk: Next chunk of the file.
            decisions: Number of decisions in the chunk.
            frames: Number of stack frames in the chunk.
        """
        self.packer.add(chunk, decisions, frames)
        self.heads.add_packed(chunk.size.steps, Piece(chunk.heads, chunk.head, chunk.heads))
        self.events.add_packed(chunk.size.facts, Piece(chunk.facts, chunk.fact, chunk.rows))

    # --- steps and events ------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.heads)

    def __repr__(self) -> str:
        cut = f"; cut: {self.info['cut']}" if "cut" in self.info else ""
        return f"<Trace: {len(self)} steps, {len(self.events)} facts{cut}>"

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> list[Step]: ...
    def __getitem__(self, number: int | slice) -> Step | list[Step]:
        if isinstance(number, slice):
            return [self._step(n) for n in range(*number.indices(len(self.heads)))]
        count = len(self.heads)
        if not -count <= number < count:
            raise IndexError(f"step {number} does not exist: the trace has steps 0 to {count - 1}")
        return self._step(number % count)

    def __iter__(self) -> Iterator[Step]:
        return (self._step(n) for n in range(len(self.heads)))

    def _step(self, number: int) -> Step:
        head = self.heads[number]
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
        if not 0 <= number < len(self.heads):
            raise IndexError(
                f"event_range({number}): the trace has steps 0 to {len(self.heads) - 1}"
            )
        after = number + 1
        last = self.heads[after].first_event if after < len(self.heads) else len(self.events)
        return self.heads[number].first_event, last

    @property
    def plan(self) -> Plan:
        """The job that was run."""
        plan = self.known_plan
        assert plan is not None
        return plan

    @property
    def known_plan(self) -> Plan | None:
        """The job that was run; ``None`` in a trace without one (of a single operator)."""
        if self._plan is not None:
            return self._plan
        chunks = self.chunks
        if chunks and chunks[0].size.facts:  # reads only the columns of this event type
            number = number_of(JobSubmitted)
            assert number is not None
            if chunks[0].kinds()[0] == number:
                self._plan = chunks[0].facts_of(number)[0].plan
            return self._plan
        first: Any = self.events[0] if self.events else None
        return first.plan if isinstance(first, JobSubmitted) else None

    @property
    def links(self) -> Links:
        """Causes, origins and stack frames of all events recorded so far."""
        from flinksim.trace.causality.causal_graph import LinkBuilder

        if self._links is None:
            self._links = LinkBuilder(self)
        if isinstance(self._links, LinkBuilder):
            if self.events.closed - self.events.packed > MOST_UNPACKED:
                self._pack_aside(self._links)
            with no_full_collections():
                self._links.extend_to(len(self.heads), len(self.events))
        return self._links

    def set_links(self, links: Links) -> None:
        """Set the links that were read from a file."""
        self._links = links

    def of(self, kind: type[_E]) -> list[_E]:
        """Return all events of one type in order: ``trace.of(WindowFired)``.

        Raises:
            TypeError: *kind* is not a class.
        """
        if not isinstance(kind, type):
            raise TypeError(
                f"trace.of(kind): expected a kind such as fs.WindowFired, found {kind!r}"
            )
        number = number_of(kind)
        found: list[_E] = []
        for chunk in self.chunks if number is not None else ():
            found += chunk.facts_of(cast(int, number))
        return found + [fact_of(row) for row in self.events.unpacked() if row[0] is kind]

    @checked
    def steps_with(self, kind: type[Any]) -> list[int]:
        """Return the numbers of the steps that have an event of type *kind*."""
        found: dict[int, None] = {}
        number = number_of(kind)
        for chunk in self.chunks if number is not None else ():
            for at, other in enumerate(chunk.kinds()):
                if other == number:
                    found[self.step_of(chunk.first_fact + at)] = None
        for index, row in enumerate(self.events.unpacked(), self.events.packed):
            if row[0] is kind:
                found[self.step_of(index)] = None
        return list(found)

    def step_of(self, index: int) -> int:
        """Return the number of the step of the event at *index*, or -1.

        Raises:
            TypeError: *index* is not a whole number.
            ValueError: *index* is negative.
        """
        if not isinstance(index, int):
            raise TypeError(f"step_of(index): expected the index of a fact, found {index!r:.60}")
        if index < 0:
            raise ValueError(f"step_of(index): expected the index of a fact, found {index}")
        chunks, heads = self.chunks, self.heads
        first, steps = heads.packed, cast("Sequence[StepHead]", heads.open)
        if index < self.events.packed:
            chunk = chunks[bisect_right(chunks, index, key=lambda chunk: chunk.first_fact) - 1]
            first = chunk.first_step
            steps = heads.piece_at(first) if chunk.size.steps else ()
        elif self._aside:
            at = bisect_right(self._aside, index, key=itemgetter(1))
            first = self._aside[at - 1][0] if at else first
            steps = heads.open if at == len(self._aside) else heads[first : self._aside[at][0]]
        return first + bisect_right(steps, index, key=itemgetter(3)) - 1

    @checked
    def tell(
        self,
        grain: Grain = "story",
        *,
        first: int = 0,
        last: int | None = None,
        key: str | None = None,
        width: int | None = 100,
        language: Language = "en",
    ) -> ToldText:
        """Describe the run in sentences (:func:`flinksim.trace.narration.narrator.tell`)."""
        from flinksim.trace.narration.narrator import tell

        return tell(self, grain, first=first, last=last, key=key, width=width, language=language)

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
        return _questions("ask")(self, question, language=language)

    def questions(self, language: Language = "en") -> list[str]:
        """Return the questions worth asking about this run, in English or Chinese ("zh")."""
        found: list[str] = _questions("questions")(self, language)
        return found

    def digest(self) -> str:
        """Return the SHA-256 of the run: equal digests mean equal steps and events, byte for byte."""
        self.pack_much()
        return self._run_digest.of(self)

    def digest_packed(self) -> None:
        """Add the compacted part to the digest now, so that it need not be read again later."""
        self._run_digest.take_packed(self)

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


def _all_of(name: str, rows: Iterable[Any], kind: type[_E]) -> list[_E]:
    """Return *rows* as a list.

    Raises:
        TypeError: *rows* is not iterable, or one of them is not an instance of *kind*.
    """
    if not isinstance(rows, Iterable):
        raise TypeError(f"Trace({name}=...): expected rows, found {rows!r:.60}")
    found = list(rows)
    for row in found:
        if not isinstance(row, kind):
            raise TypeError(
                f"Trace({name}=...): expected each a {kind.__name__}, found {row!r:.60}"
            )
    return found


def number_of(kind: type[Any]) -> int | None:
    """Return the number of an event type; ``None`` if *kind* is not one."""
    from flinksim.trace.schema.event_kinds import KIND_OF

    declared = KIND_OF.get(kind)
    return None if declared is None else declared.number


def _questions(name: str) -> Callable[..., Any]:
    # By name, as executors are: flinksim.analysis imports flinksim.trace, and not the reverse.
    found: Callable[..., Any] = pkgutil.resolve_name(
        f"flinksim.analysis.why.answer_question:{name}"
    )
    return found


def check_question(question: Any, function: str) -> None:
    """Check that *question* is text.

    Raises:
        TypeError: It is not. The message names *function*.
    """
    if not isinstance(question, str):
        raise TypeError(
            f"{function}(question): expected a question in words, such as {function}('why did the job "
            f"fail'), found {question!r:.60}"
        )


def check_trace(trace: Any, function: str) -> None:
    """Check that *trace* is a trace, for *function* of the public API.

    Raises:
        TypeError: It is not. For a simulation the message says where its trace is.
    """
    if not isinstance(trace, Trace):
        has_one = isinstance(getattr(trace, "trace", None), Trace)
        hint = "; a simulation has one: sim.trace" if has_one else ""
        kind = type(trace).__name__
        raise TypeError(f"{function}: expected a Trace, found an object of type {kind}{hint}")


class Recorder:
    """Collects the events of one run.

    ``emit`` is a bound list method, so that recording an event costs no more than creating its row.
    ``decide`` is another one, for the decisions of the scheduler.
    """

    __slots__ = ("_actions", "_events", "_heads", "_rows", "decide", "emit", "trace")

    def __init__(self) -> None:
        self._actions: dict[str, str] = {}
        decisions: list[int] = []
        self.decide: Callable[[int], None] = decisions.append
        self.trace = Trace([], [], decisions, {})
        self._rows = self.trace.events
        self._heads, self._events = self.trace.heads.open, self.trace.events.open
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
        if count >= MOST_OPEN:
            self.trace.set_aside()
            count = 0
        self._heads.append((time_ms, actor, action, self._rows.closed + count))
