"""Span log: which of Flink's methods are running while a run is recorded.

Events say what happened; the span log says in which calls. It is an array of marks in the order of
the run. A mark says that a span begins, or that the innermost one ends, and how many events had
been recorded by then. Recording an event therefore costs nothing more. Its stack and its cause are
computed later (:mod:`flinksim.trace.causality.causal_graph`).

:mod:`flinksim.runtime.tracing.instrumentation` wraps the methods of traced tasks and operators. Not
in Flink.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence
from types import MethodType
from typing import Any, NamedTuple, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

SPAN_BITS = 12
"""Number of low bits of a mark; they hold the number of the method that begins.

0 in these bits says that the innermost running method ends.
"""

DEFERRED = (1 << SPAN_BITS) - 1
"""Number in a mark which says that the running method defers work to a later call."""

CHILD_OF = DEFERRED - 1
"""Number in a mark which says that deferred work runs now, on the stack that deferred it.

The next entry of the log is the number of the deferral.
"""

FOLLOWS_FROM = DEFERRED - 2
"""Number in a mark which says that deferred work runs now, called from another place of Flink.

The next entry of the log is the number of the deferral.
"""


_SPAN_TEMPLATE = """
def call({arguments}):
    mark(len(events) * EACH + number)
    try:
        return function({arguments})
    finally:
        mark(len(events) * EACH)
"""
"""Python source of a wrapper that logs the begin and the end of each call of a function.

It is text so that the wrapper can have the same arguments as the function. With ``*args`` such
a call, of which there are several per record, takes a quarter longer. Products are used in place of
shifts, which are slower.
"""


def _build_arguments(function: Callable[..., Any]) -> str:
    """Return the positional parameters of *function* as source; "*args" if it has others."""
    inner = getattr(function, "__func__", function)
    code = getattr(inner, "__code__", None)
    if code is None or code.co_kwonlyargcount or code.co_flags & 12 or inner.__defaults__:
        return "*args"
    count = code.co_argcount - (inner is not function)
    return ", ".join(f"a{n}" for n in range(count))


class SpanFrames(NamedTuple):
    """The methods of Flink that one logged call stands for, each as ``"Class.method"``.

    With *from_bottom* they are at the bottom of a stack, because Flink calls them from another place
    than flinksim does.
    """

    frames: tuple[str, ...]
    is_at_bottom: bool


class SpanLog:
    """The span log of one run: when calls of Flink's methods began and ended, as an array of marks.

    ``calls[n - 1]`` are the methods that a mark with the number *n* begins. ``marks`` are the marks among
    the events that are still in *events*; they count these. The marks among events that were spilled
    (moved out of memory) are in ``archived_marks``, each segment with the number of the event from which
    it counts.
    """

    __slots__ = ("_deferred_count", "_events", "_numbers", "archived_marks", "marks", "span_frames")

    def __init__(self, events: MutableSequence[Any]) -> None:
        self.marks = array("q")
        self.archived_marks: list[tuple[int, array[int]]] = []
        self.span_frames: list[SpanFrames] = []
        self._numbers: dict[str, int] = {}
        self._events = events
        self._deferred_count = 0

    def archive(self, first: int) -> None:
        """Archive the marks so far, because the events between them were moved out of memory.

        Args:
            first: Number of the first of these events.
        """
        self.archived_marks.append((first, self.marks[:]))
        del self.marks[:]

    def continue_later(self, function: _F, in_place: bool) -> _F:
        """Wrap *function* for a later call, whose events count as caused by what is running now.

        Args:
            function: Deferred work.
            in_place: Whether Flink's thread waits for the work, so that the stack is the same then.
                Otherwise *function* is called from another place of Flink.
        """
        mark, events = self.marks.append, self._events
        span_number = CHILD_OF if in_place else FOLLOWS_FROM
        number = self._deferred_count
        self._deferred_count += 1
        mark(len(events) << SPAN_BITS | DEFERRED)

        def call(*args: Any) -> Any:
            mark(len(events) << SPAN_BITS | span_number)
            mark(number)
            try:
                return function(*args)
            finally:
                mark(len(events) << SPAN_BITS)

        return call  # type: ignore[return-value] # same signature

    def wrap_in_span(self, frames: str, function: _F) -> _F:
        """Wrap *function* so that each call of it is logged as calls of Flink's methods *frames*.

        Args:
            frames: Its methods in Flink, with " > " between caller and callee. A leading "/" says that
                they are at the bottom of the stack.
            function: Function or bound method to wrap. If it is wrapped already, the frames are merged.
        """
        inner = getattr(function, "__func__", function)
        inner_span = getattr(inner, "wrapped_span", None)
        if inner_span is not None:  # merge both spans: marks cost time
            inner_frames, plain = inner_span
            frames = inner_frames if inner_frames.startswith("/") else f"{frames} > {inner_frames}"
            owner = getattr(function, "__self__", None)
            function = plain if owner is None else MethodType(plain, owner)  # type: ignore[assignment]
        call = self._build_wrapper(self._get_number(frames), function)
        call.wrapped_span = frames, function
        call.__name__ = getattr(function, "__name__", call.__name__)
        return call  # type: ignore[no-any-return] # same signature

    def _build_wrapper(self, number: int, function: Callable[..., Any]) -> Any:
        known = {"mark": self.marks.append, "events": self._events, "number": number}
        known |= {"function": function, "EACH": 1 << SPAN_BITS}
        text = _SPAN_TEMPLATE.format(arguments=_build_arguments(function))
        exec(compile(text, __file__, "exec"), known)  # tracebacks show this file, not user code
        return known["call"]

    def _get_number(self, frames: str) -> int:
        number = self._numbers.get(frames)
        if number is None:
            names = tuple(frames.removeprefix("/").split(" > "))
            self.span_frames.append(SpanFrames(names, frames.startswith("/")))
            number = self._numbers[frames] = len(self.span_frames)
            assert number < FOLLOWS_FROM, "more kinds of call than a mark can tell"
        return number
