"""The judge's side of the calls: objects that stand for a learner's functions, classes and triggers.

A job of the judge uses them like the originals. Each call of a method runs in the submission's process,
and only data come back. The contexts and states of the job stay in the judge. The submission can call
those methods of theirs that the API declares. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import flinksim.datastream.functions as function_types
from flinksim.course.grading.remote_calls import RemoteCallError, RemotePeer
from flinksim.course.grading.value_messages import (
    InvalidMessage,
    Message,
    decode_value,
    encode_value,
)
from flinksim.datastream.functions import Function
from flinksim.datastream.state import (
    AppendingState,
    BroadcastState,
    ListState,
    MapState,
    ReadOnlyBroadcastState,
    ValueState,
)
from flinksim.datastream.timerservice import TimerService
from flinksim.datastream.triggers import Trigger

MAX_OBJECTS = 10_000
"""Maximum number of contexts and states that a submission can use."""

_SPECIAL_METHODS = ("__iter__", "__contains__", "__getitem__", "__setitem__", "__delitem__")
_CONTEXTS = tuple(
    getattr(kind, name)
    for kind in (Trigger, *vars(function_types).values())
    if isinstance(kind, type) and (kind is Trigger or issubclass(kind, Function))
    for name in ("OnMergeContext", "OnTimerContext", "ReadOnlyContext", "Context", "TriggerContext")
    if hasattr(kind, name)
)
_INTERFACES: tuple[type, ...] = (
    *_CONTEXTS, function_types.RuntimeContext, function_types.KeyedStateStore, TimerService,
    ValueState, ListState, MapState, BroadcastState, ReadOnlyBroadcastState, AppendingState,
)  # fmt: skip
"""Declared types of objects that a submission can use; it can call their public methods only."""


class LearnerProxies:
    """Builds and calls the proxies of one submission.

    Args:
        read_fd: The file descriptor to read from, or -1 if the submission has no functions.
        write_fd: The file descriptor to write to.
    """

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._peer = RemotePeer(read_fd, write_fd, self._serve_call)
        self._proxies: dict[tuple[str, int], Any] = {}
        self._exported: list[Any] = []
        self._numbers: dict[int, int] = {}

    def decode_answer(self, message: Message) -> Any:
        """Convert the message with an answer to its value, with proxies in place of functions.

        Raises:
            InvalidMessage: If it is not valid.
        """
        return decode_value(message, self._import)

    def call_learner(self, number: int, method: str, arguments: Iterable[Any]) -> Any:
        """Call a method of a learner's object in the submission's process.

        Raises:
            RemoteCallError: If it fails.
            InvalidMessage: If its result is not valid.
        """
        encoded = [encode_value(one, self._export) for one in arguments]
        return self.decode_answer(self._peer.call([number, method, encoded]))

    def _serve_call(self, message: Message) -> Message:
        number, method, arguments = message
        if type(number) is not int or not 0 <= number < len(self._exported):
            raise InvalidMessage("there is no such object")
        target = self._exported[number]
        if type(method) is not str or method not in _list_methods(target):
            raise InvalidMessage(f"{type(target).__name__} has no method {method!s:.40}")
        if type(arguments) is not list:
            raise InvalidMessage("expected a list of arguments")
        result = getattr(target, method)(*map(self.decode_answer, arguments))
        return encode_value(result, self._export)

    def _export(self, value: Any) -> Message:
        learner_object = getattr(value, "_learner_object", None)
        if type(learner_object) is int:
            return ["learner object", learner_object]
        if isinstance(value, _INTERFACES):
            if id(value) not in self._numbers:
                if len(self._exported) >= MAX_OBJECTS:
                    raise InvalidMessage(f"a function used more than {MAX_OBJECTS} states")
                self._numbers[id(value)] = len(self._exported)
                self._exported.append(value)
            return ["judge object", self._numbers[id(value)]]
        if isinstance(value, Iterable):
            return ["list", [encode_value(one, self._export) for one in value]]
        kind = type(value).__name__
        raise InvalidMessage(f"a {kind} is not available while a submission is graded")

    def _import(self, tag: str, content: Any) -> Any:
        if tag == "judge object":
            return self._exported[content] if 0 <= content < len(self._exported) else None
        number, base_name, name, methods = content
        if tag not in ("function", "class", "object") or type(number) is not int:
            raise InvalidMessage(f"unknown tag {tag:.20}")
        if (tag, number) not in self._proxies:
            self._proxies[tag, number] = self._build_proxy(tag, number, base_name, name, methods)
        return self._proxies[tag, number]

    def _build_proxy(self, tag: str, number: int, base_name: Any, name: Any, methods: Any) -> Any:
        shown_name = name if type(name) is str and name.isidentifier() else "Answer"
        if tag == "function":
            return self._build_function(number, shown_name[:60])
        base = Trigger if base_name == "Trigger" else getattr(function_types, str(base_name), None)
        if not isinstance(base, type) or not issubclass(base, Trigger | Function):
            raise InvalidMessage(f"unknown class {base_name!s:.40}")
        overridden = [one for one in methods if one in dir(base) and not one.startswith("_")]
        kind = self._build_class(base, shown_name[:60], overridden)
        if tag == "object":
            return kind(number)

        def construct(proxy: Any) -> None:
            proxy._learner_object = self._construct(number)

        return type(kind.__name__, (kind,), {"__init__": construct, "_learner_object": number})

    def _build_function(self, number: int, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            return self.call_learner(number, "call", arguments)

        call.__name__ = call.__qualname__ = name
        call._learner_object = number  # type: ignore[attr-defined]
        return call

    def _build_class(self, base: type, name: str, methods: Iterable[str]) -> type:
        """Build a class whose objects stand for the learner's object with the number they get."""
        proxies = self

        def initialize(proxy: Any, number: int) -> None:
            proxy._learner_object = number

        def copy_proxy(proxy: Any, memo: Any) -> Any:
            other = object.__new__(type(proxy))
            other._learner_object = proxies._construct(proxy._learner_object, "copy")
            return other

        def build_method(method: str) -> Callable[..., Any]:
            def call(proxy: Any, *arguments: Any) -> Any:
                return proxies.call_learner(proxy._learner_object, method, arguments)

            call.__name__ = method
            return call

        return type(name, (base,), {
            "__init__": initialize, "__deepcopy__": copy_proxy,
            **{method: build_method(method) for method in methods},
        })  # fmt: skip

    def _construct(self, number: int, method: str = "call") -> int:
        """Create or copy an object in the submission's process, and return its number."""
        made = self._peer.call([number, method, []])
        match made:
            case ["object", [int(created), *_]]:
                return created
        raise RemoteCallError("expected an object")


def _list_methods(target: Any) -> frozenset[str]:
    """List the methods that a submission can call: those that the API declares for the object."""
    declared = {
        name
        for interface in _INTERFACES
        if isinstance(target, interface)
        for name in dir(interface)
        if not name.startswith("_")
    }
    return frozenset(declared.union(name for name in _SPECIAL_METHODS if hasattr(target, name)))
