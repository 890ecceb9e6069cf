"""A submission's side of the calls: the learner's functions, which the judge calls one record at a time.

It runs in the sandbox, together with the learner's code, so the judge does not trust it. Not in Flink.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import flinksim.datastream.functions as function_types
from flinksim.course.answer_values import simplify_value
from flinksim.course.grading.remote_calls import RemotePeer
from flinksim.course.grading.value_messages import Message, decode_value, encode_value
from flinksim.datastream.functions import Function
from flinksim.datastream.triggers import Trigger


class JudgeObject:
    """An object of the judge, such as a context or a state; its methods are calls to the judge."""

    def __init__(self, objects: LearnerObjects, number: int) -> None:
        self._objects, self._number = objects, number

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments: self._objects.call_judge(self._number, name, arguments)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._objects.call_judge(self._number, "__iter__", ()))

    def __contains__(self, key: Any) -> bool:
        return bool(self._objects.call_judge(self._number, "__contains__", (key,)))

    def __getitem__(self, key: Any) -> Any:
        return self._objects.call_judge(self._number, "__getitem__", (key,))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._objects.call_judge(self._number, "__setitem__", (key, value))

    def __delitem__(self, key: Any) -> None:
        self._objects.call_judge(self._number, "__delitem__", (key,))


class LearnerObjects:
    """The functions, classes and objects of a submission that the judge can call.

    Args:
        read_fd: The file descriptor to read calls from.
        write_fd: The file descriptor to write answers and results to.
    """

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self.peer = RemotePeer(read_fd, write_fd, self._serve_call)
        self._objects: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._judge_objects: dict[int, JudgeObject] = {}

    def encode_answer(self, value: Any) -> Message:
        """Convert an answer to a message; other objects become the names of their types."""
        return encode_value(simplify_value(value), self._describe_answer)

    def call_judge(self, number: int, method: str, arguments: Iterable[Any]) -> Any:
        """Call a method of an object of the judge."""
        encoded = [encode_value(one, self._describe) for one in arguments]
        return self._decode(self.peer.call([number, method, encoded]))

    def _serve_call(self, message: Message) -> Message:
        number, method, arguments = message
        target = self._objects[number]
        if method == "copy":
            return self._encode_result(copy.deepcopy(target))
        values = [self._decode(one) for one in arguments]
        called = target if method == "call" else getattr(target, method)
        result = called(*values)
        if isinstance(result, Iterator):
            result = list(result)
        return self._encode_result(result)

    def _encode_result(self, value: Any) -> Message:
        return encode_value(value, self._describe)

    def _decode(self, message: Message) -> Any:
        return decode_value(message, self._import)

    def _import(self, tag: str, number: int) -> Any:
        if tag == "learner object":
            return self._objects[number]
        return self._judge_objects.setdefault(number, JudgeObject(self, number))

    def _describe_answer(self, value: Any) -> Message:
        try:
            return self._describe(value)
        except TypeError:
            return f"<{type(value).__name__[:60]}>"

    def _describe(self, value: Any) -> Message:
        """Describe a function, a class or an object, so that the judge can build a proxy of it."""
        if type(value) is JudgeObject:
            return ["judge object", value._number]
        kind = value if isinstance(value, type) else type(value)
        base = _find_base(kind)
        if base is None and not callable(value):
            raise TypeError(f"a {kind.__name__} is not available while a submission is graded")
        shape = "function" if base is None else "class" if value is kind else "object"
        name = getattr(value, "__name__", kind.__name__)
        methods = [] if base is None else _list_overridden_methods(kind, base)
        return [
            shape,
            [self._number(value), "" if base is None else base.__name__, str(name), methods],
        ]

    def _number(self, value: Any) -> int:
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self._objects)
            self._objects.append(value)
        return self._numbers[id(value)]


def _find_base(kind: type) -> type | None:
    """Find the class of the API that *kind* is a subclass of, or None if there is none."""
    for base in kind.__mro__:
        is_function = base is not Function and issubclass(base, Function)
        if base is Trigger or (
            is_function and getattr(function_types, base.__name__, None) is base
        ):
            return base
    return None


def _list_overridden_methods(kind: type, base: type) -> list[str]:
    return [
        name
        for name in dir(base)
        if not name.startswith("_") and getattr(kind, name) is not getattr(base, name)
    ]
