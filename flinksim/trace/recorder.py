"""Recording a run, and the recorded run."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from flinksim.base.checked import checked
from flinksim.trace.calls import CallLog
from flinksim.trace.events import JobSubmitted, Step, TraceEvent
from flinksim.trace.plan import Plan

if TYPE_CHECKING:
    from flinksim.trace.grains import Grain
    from flinksim.trace.labels import Language
    from flinksim.trace.links import Links
    from flinksim.trace.tell import Told

_E = TypeVar("_E")


class StepHead(NamedTuple):
    """A step without its facts: they are ``trace.events[first_event:...]``."""

    time_ms: int
    actor: str
    action: str
    first_event: int


@dataclass(slots=True)
class Trace:
    """A run, as the list of its steps and their facts.

    ``trace[n]`` is step ``n`` (step 0 is the submission of the job), ``len(trace)`` the number of
    steps. ``decisions`` are the choices of the interleaving, by which the run can be repeated;
    ``info`` says how it was made, as text. ``calls`` is the call log of a run that was recorded here.
    """

    heads: list[StepHead]
    events: list[TraceEvent]
    decisions: list[int]
    info: dict[str, str]
    calls: CallLog = field(init=False, repr=False, compare=False)
    _links: Links | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.calls = CallLog(self.events)

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
        first = self.events[0] if self.events else None
        return first.plan if isinstance(first, JobSubmitted) else None

    @property
    def links(self) -> Links:
        """What every fact came from and where it was told, up to the last fact there is."""
        from flinksim.trace.links import LinkBuilder

        if self._links is None:
            self._links = LinkBuilder(self)
        if isinstance(self._links, LinkBuilder):
            self._links.extend()
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
        return [fact for fact in self.events if type(fact) is kind]

    @checked
    def steps_with(self, kind: type[Any]) -> list[int]:
        """The numbers of the steps in which a fact of *kind* became true."""
        found = []
        for number in range(len(self.heads)):
            first, last = self.event_range(number)
            if any(type(self.events[i]) is kind for i in range(first, last)):
                found.append(number)
        return found

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
    ) -> Told:
        """The run in sentences (:func:`flinksim.trace.tell.tell`)."""
        from flinksim.trace.tell import tell

        return tell(self, grain, first=first, last=last, key=key, width=width, language=language)

    def why(self, question: str) -> Any:
        """The answer to a question in words, from what the trace knows; nothing is tried.

        ``trace.why("why has window [0, 10000) of a not fired")`` gives an
        :class:`flinksim.explain.why.Answer`. ``sim.why`` also repeats the run without the cause, and
        looks for the smallest change.

        Raises: ValueError for a question that is not understood; it names some that can be asked.
        """
        check_question(question, "why")
        return _questions("ask")(self, question)

    def questions(self) -> list[str]:
        """The questions worth asking of this run."""
        found: list[str] = _questions("questions")(self)
        return found

    def digest(self) -> str:
        """The SHA-256 of the run: equal digests mean the same steps and facts, byte for byte."""
        from flinksim.trace.encoder import digest

        return digest(self)

    def save(self, path: Any) -> None:
        """Write the trace to a file (``.flinktrace``); an existing file is replaced as a whole."""
        from flinksim.trace.codec import save_trace

        save_trace(self, path)


def _questions(name: str) -> Callable[..., Any]:
    # by name, as executors are: what explains a trace knows traces, and not the other way round
    found: Callable[..., Any] = pkgutil.resolve_name(f"flinksim.explain.why.ask:{name}")
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

    ``emit`` is a bound list method, so that reporting a fact costs no more than making it.
    """

    __slots__ = ("_actions", "emit", "trace")

    def __init__(self) -> None:
        self._actions: dict[str, str] = {}
        self.trace = Trace([], [], [], {})
        self.emit: Callable[[TraceEvent], None] = self.trace.events.append

    def begin_step(self, time_ms: int, actor: str, action: str) -> None:
        """Facts from here on belong to a new step."""
        action = self._actions.setdefault(action, action)  # a run has few, and each is made anew
        trace = self.trace
        trace.heads.append(StepHead(time_ms, actor, action, len(trace.events)))
