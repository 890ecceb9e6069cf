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
"""So many facts of a run are told before they are set aside, and no fewer are read back at a time."""

MOST_UNPACKED = 200_000
"""So many facts can have links without being packed."""

MUCH = 1 << 14
"""And so many before they are packed for a digest or a file."""


class StepHead(NamedTuple):
    """A step without its facts: they are ``trace.events[first_event:...]``."""

    time_ms: int
    actor: str
    action: str
    first_event: int


class Trace:
    """A run, as the list of its steps and their facts.

    ``trace[n]`` is step ``n`` (step 0 is the submission of the job), ``len(trace)`` the number of
    steps. ``decisions`` are the choices of the interleaving, by which the run can be repeated;
    ``info`` says how it was made, as text. ``calls`` is the call log of a run that was recorded here.

    The older part of a run is set aside as it was told, so that it costs the run little. Where columns
    are asked for, or links of much, it is packed: it lies in ``chunks``, in memory or in the trace's
    file. Steps and facts are made from there when they are asked for.
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
        told = [fact.row() for fact in _all_of("events", events, Fact)]
        self.events: Rows[TraceEvent] = Rows(told, fact_of)
        self._aside: list[tuple[int, int]] = []
        """How many steps and facts there were each time when something was set aside."""
        self._decisions = decisions
        self.info = info
        self.calls = CallLog(self.events.open)
        self._links: Links | None = None
        self._packer: Packer | None = None
        self._plan: Plan | None = None
        self._digest: RunDigest | None = None

    @property
    def decisions(self) -> list[int]:
        """The choices of the interleaving; of a file they are read when they are asked for."""
        if not isinstance(self._decisions, list):
            self._decisions = self._decisions()
        return self._decisions

    @decisions.setter
    def decisions(self, decisions: list[int]) -> None:
        self._decisions = decisions

    @property
    def knows_decisions(self) -> bool:
        """Whether they are in memory."""
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

    # --- packing ---------------------------------------------------------------------------------

    @property
    def packer(self) -> Packer:
        """What takes the older part out of memory."""
        if self._packer is None:
            from flinksim.trace.storage.compaction import Packer

            self._packer = Packer()
        return self._packer

    @property
    def chunks(self) -> list[Chunk]:
        """The packed part."""
        return [] if self._packer is None else self._packer.chunks

    def set_aside(self) -> None:
        """Take what is open out of the lists as it is, between steps."""
        self._plan = self.known_plan
        self.calls.set_aside(self.events.closed)
        self.heads.set_aside()
        self.events.set_aside()
        self._aside.append((self.heads.closed, self.events.closed))

    def pack(self, with_links: bool = False, keep: bool = False) -> None:
        """Pack all that there is, between steps; *with_links* so that they need not be found later.

        With *keep* what was open is not taken out of memory before there is no room for it.
        """
        self._plan = self.known_plan
        links = self.links if with_links or self._links is not None else None
        if self._aside and not keep:
            self.set_aside()  # so that it goes into one chunk with what was before
            self._pack_aside(self._link_builder)
            return
        self._pack_aside(self._link_builder)
        first = self.events.closed
        for chunk in self.packer.pack(self, links):
            self._take_out(chunk, links, keep)
        self.calls.set_aside(first)

    def _pack_aside(self, links: LinkBuilder | None) -> None:
        """Pack what was set aside, some pieces at a time."""
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
        """From now on *chunk* has its steps, facts and links."""
        self.heads.pack(chunk.size.steps, Piece(chunk.heads, chunk.head, chunk.heads), keep)
        self.events.pack(chunk.size.facts, Piece(chunk.facts, chunk.fact, chunk.rows), keep)
        if links is not None:
            links.pack(chunk)

    @property
    def _link_builder(self) -> LinkBuilder | None:
        """What links the trace as it grows, if somebody has asked for links."""
        if self._links is None:
            return None
        from flinksim.trace.causality.causal_graph import LinkBuilder

        return self._links if isinstance(self._links, LinkBuilder) else None

    def pack_much(self) -> None:
        """Pack what there is if it is enough for a chunk: who asks will need it in columns again."""
        self._pack_aside(self._link_builder)
        if len(self.events.open) >= MUCH:
            self.pack(keep=True)

    def _add_chunk(self, chunk: Chunk, decisions: int, frames: int) -> None:
        """Add a chunk that was read from a file, with so many *decisions* and *frames*."""
        self.packer.add(chunk, decisions, frames)
        self.heads.add_packed(chunk.size.steps, Piece(chunk.heads, chunk.head, chunk.heads))
        self.events.add_packed(chunk.size.facts, Piece(chunk.facts, chunk.fact, chunk.rows))

    # --- steps and facts -------------------------------------------------------------------------

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
        """The facts of step *number* as ``(first, one past the last)`` in :attr:`events`.

        Raises: TypeError or IndexError for what is no step.
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
        """The job that was run; ``None`` in a trace that knows none, of an operator alone."""
        if self._plan is not None:
            return self._plan
        chunks = self.chunks
        if chunks and chunks[0].size.facts:  # not all of its facts are needed for one
            number = number_of(JobSubmitted)
            assert number is not None
            if chunks[0].kinds()[0] == number:
                self._plan = chunks[0].facts_of(number)[0].plan
            return self._plan
        first: Any = self.events[0] if self.events else None
        return first.plan if isinstance(first, JobSubmitted) else None

    @property
    def links(self) -> Links:
        """What every fact came from and where it was told, up to the last fact there is."""
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
        """Take *links* as they were read from a file."""
        self._links = links

    def of(self, kind: type[_E]) -> list[_E]:
        """All facts of one kind, in order: ``trace.of(WindowFired)``."""
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
        """The numbers of the steps in which a fact of *kind* became true."""
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
        """The number of the step in which the fact at *index* became true, or -1."""
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
        """The run in sentences (:func:`flinksim.trace.narration.narrator.tell`)."""
        from flinksim.trace.narration.narrator import tell

        return tell(self, grain, first=first, last=last, key=key, width=width, language=language)

    def why(self, question: str, *, language: Language = "en") -> Any:
        """The answer to a question in words, from what the trace knows; nothing is tried.

        *language* is what is answered in, "en" or "zh", whatever the question is in.

        ``trace.why("why has window [0, 10000) of a not fired")`` gives an
        :class:`flinksim.analysis.why.Answer`. ``sim.why`` also repeats the run without the cause, and
        looks for the smallest change.

        Raises: ValueError for a question that is not understood; it names some that can be asked.
        """
        check_question(question, "why")
        return _questions("ask")(self, question, language=language)

    def questions(self, language: Language = "en") -> list[str]:
        """The questions worth asking of this run, in English or Chinese ("zh")."""
        found: list[str] = _questions("questions")(self, language)
        return found

    def digest(self) -> str:
        """The SHA-256 of the run: equal digests mean the same steps and facts, byte for byte."""
        self.pack_much()
        return self._run_digest.of(self)

    def digest_packed(self) -> None:
        """Take what is packed into the digest, so that it need not be read again for it."""
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
    """*rows*, each of that *kind*."""
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
    """The number of a kind of fact; ``None`` for what is none."""
    from flinksim.trace.schema.event_kinds import KIND_OF

    declared = KIND_OF.get(kind)
    return None if declared is None else declared.number


def _questions(name: str) -> Callable[..., Any]:
    # by name, as executors are: what explains a trace knows traces, and not the other way round
    found: Callable[..., Any] = pkgutil.resolve_name(
        f"flinksim.analysis.why.answer_question:{name}"
    )
    return found


def check_question(question: Any, function: str) -> None:
    """Refuse what is no text. Raises: TypeError."""
    if not isinstance(question, str):
        raise TypeError(
            f"{function}(question): expected a question in words, such as {function}('why did the job "
            f"fail'), found {question!r:.60}"
        )


def check_trace(trace: Any, function: str) -> None:
    """Refuse what is no trace, for *function* of the public API.

    Raises: TypeError; it says where a simulation has its trace.
    """
    if not isinstance(trace, Trace):
        has_one = isinstance(getattr(trace, "trace", None), Trace)
        hint = "; a simulation has one: sim.trace" if has_one else ""
        kind = type(trace).__name__
        raise TypeError(f"{function}: expected a Trace, found an object of type {kind}{hint}")


class Recorder:
    """Collects the facts of one run.

    ``emit`` is a bound list method, so that reporting a fact costs no more than making it, and
    ``decide`` another, for the decisions of the interleaving.
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
        """Facts from here on belong to a new step."""
        action = self._actions.setdefault(action, action)  # a run has few, and each is made anew
        count = len(self._events)
        if count >= MOST_OPEN:
            self.trace.set_aside()
            count = 0
        self._heads.append((time_ms, actor, action, self._rows.closed + count))
