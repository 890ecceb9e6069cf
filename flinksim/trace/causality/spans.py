"""Which of Flink's methods are running while a run is recorded.

Facts say what became true; the *call log* beside them says in which call. It is an array of marks in
the order of the run: a call begins, or the one that began last ends, and how many facts there were
by then. So a fact costs nothing more to report, and where it stands, and what it came from, is read
off later (:mod:`flinksim.trace.causality.causal_graph`).

Who is called is put in from outside: :mod:`flinksim.runtime.tracing.instrumentation` wraps the methods of traced
tasks and operators. Not in Flink.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence
from types import MethodType
from typing import Any, NamedTuple, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

BITS = 12
"""The low bits of a mark are the number of the call that begins, or 0: the last one ends."""

HELD = (1 << BITS) - 1
"""In their place: something is put off here, to go on later."""

GOES_ON = HELD - 1
"""And: a call begins that goes on where something was put off; the next entry is the number of that."""

COMES_OF = HELD - 2
"""The same, but it is called from elsewhere now."""


_MARKED = """
def call({arguments}):
    mark(len(events) * EACH + number)
    try:
        return function({arguments})
    finally:
        mark(len(events) * EACH)
"""
"""A call between two marks. It is text so that it can have as many arguments as what it calls: with
``*args`` each of these calls, of which there are several for a record, takes a quarter longer; shifts
are slower than products."""


def _arguments_of(function: Callable[..., Any]) -> str:
    """What *function* takes, by position; "*args" where that is not plain."""
    inner = getattr(function, "__func__", function)
    code = getattr(inner, "__code__", None)
    if code is None or code.co_kwonlyargcount or code.co_flags & 12 or inner.__defaults__:
        return "*args"
    count = code.co_argcount - (inner is not function)
    return ", ".join(f"a{n}" for n in range(count))


class CallFrames(NamedTuple):
    """The methods of Flink that lie between a call and what called it, ``"Class.method"`` each.

    With *from_bottom* they stand at the bottom of a stack: what called ours is not what calls
    Flink's.
    """

    frames: tuple[str, ...]
    from_bottom: bool


class CallLog:
    """The marks of one run; ``calls[n - 1]`` are the frames of the calls with the number *n*.

    ``marks`` count the facts in *events*, which are those that are not packed yet. Those among packed
    facts are in ``packed``, with the number of the fact from which they count.
    """

    __slots__ = ("_events", "_held", "_numbers", "calls", "marks", "packed")

    def __init__(self, events: MutableSequence[Any]) -> None:
        self.marks = array("q")
        self.packed: list[tuple[int, array[int]]] = []
        self.calls: list[CallFrames] = []
        self._numbers: dict[str, int] = {}
        self._events = events
        self._held = 0

    def set_aside(self, first: int) -> None:
        """The facts so far, of which the first had the number *first*, are taken out of their list."""
        self.packed.append((first, self.marks[:]))
        del self.marks[:]

    def going_on(self, function: _F, in_place: bool) -> _F:
        """*function*, to be called later: what it does then goes on from what is done now.

        With *in_place* Flink's thread waits meanwhile, so its stack is the same then; otherwise
        *function* is called from elsewhere.
        """
        mark, events = self.marks.append, self._events
        goes_on = GOES_ON if in_place else COMES_OF
        number = self._held
        self._held += 1
        mark(len(events) << BITS | HELD)

        def call(*args: Any) -> Any:
            mark(len(events) << BITS | goes_on)
            mark(number)
            try:
                return function(*args)
            finally:
                mark(len(events) << BITS)

        return call  # type: ignore[return-value]  # it takes and gives the same

    def around(self, frames: str, function: _F) -> _F:
        """*function*, which tells the log when it begins and ends.

        *frames* are its methods in Flink with " > " between caller and callee; a "/" before them says
        that they stand at the bottom of the stack.
        """
        inner = getattr(function, "__func__", function)
        told = getattr(inner, "told", None)
        if told is not None:  # one call in the log for both: each mark costs the run something
            inner_frames, plain = told
            frames = inner_frames if inner_frames.startswith("/") else f"{frames} > {inner_frames}"
            owner = getattr(function, "__self__", None)
            function = plain if owner is None else MethodType(plain, owner)  # type: ignore[assignment]
        call = self._marked(self._number(frames), function)
        call.told = frames, function
        call.__name__ = getattr(function, "__name__", call.__name__)
        return call  # type: ignore[no-any-return]  # it takes and gives the same

    def _marked(self, number: int, function: Callable[..., Any]) -> Any:
        known = {"mark": self.marks.append, "events": self._events, "number": number}
        known |= {"function": function, "EACH": 1 << BITS}
        text = _MARKED.format(arguments=_arguments_of(function))
        exec(compile(text, __file__, "exec"), known)  # whose frames are ours, not a user's
        return known["call"]

    def _number(self, frames: str) -> int:
        number = self._numbers.get(frames)
        if number is None:
            names = tuple(frames.removeprefix("/").split(" > "))
            self.calls.append(CallFrames(names, frames.startswith("/")))
            number = self._numbers[frames] = len(self.calls)
            assert number < COMES_OF, "more kinds of call than a mark can tell"
        return number
