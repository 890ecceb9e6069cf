"""Mockito, as far as the translated tests use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.conformance.junit.assertions import AssertionFailed, Matcher, is_equal
from tests.conformance.junit.java_collections import JavaList
from tests.conformance.junit.java_exceptions import as_exception
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    STATIC_IMPORTS,
    MissingClass,
    NotExpressible,
    static_import,
    to_camel_case,
)
from tests.conformance.junit.java_objects import JavaObject, as_call


@dataclass
class Invocation:
    """One call of a method of a mock."""

    mock: Any
    name: str
    arguments: tuple[Any, ...]
    is_verified: bool = False

    def getArguments(self) -> JavaList:
        return JavaList(self.arguments)

    def getArgument(self, index: int, *cls: Any) -> Any:
        return self.arguments[index]

    def getMock(self) -> Any:
        return self.mock

    def matches(self, name: str, patterns: tuple[Any, ...]) -> bool:
        return (
            self.name == name
            and len(self.arguments) == len(patterns)
            and all(map(is_equal, self.arguments, patterns))
        )


Action = Callable[[Invocation], Any]


@dataclass
class MockLog:
    """What a mock was asked, and what it answers."""

    calls: list[Invocation] = field(default_factory=list)
    answers: list[tuple[str, tuple[Any, ...], Action]] = field(default_factory=list)


_MOCKS: dict[int, tuple[Any, MockLog]] = {}
_LAST_CALL: list[Invocation] = []

MOCK_DEFAULTS: dict[type, dict[str, Any]] = {}
"""What the methods of a mocked class answer unless a test says so."""


def is_mock(value: Any) -> bool:
    return id(value) in _MOCKS


def _get_log(mock: Any) -> MockLog:
    return _MOCKS[id(mock)][1]


def _invoke(mock: Any, name: str, arguments: tuple[Any, ...]) -> Any:
    log = _get_log(mock)
    invocation = Invocation(mock, to_camel_case(name), arguments)
    _LAST_CALL[:] = [invocation]
    log.calls.append(invocation)
    for answered, patterns, action in reversed(log.answers):
        if invocation.matches(answered, patterns):
            return action(invocation)
    for base in type(mock).__mro__:
        if invocation.name in MOCK_DEFAULTS.get(base, ()):
            return MOCK_DEFAULTS[base][invocation.name]
    return None


def _create_method(name: str) -> Callable[..., Any]:
    return lambda self, *arguments: _invoke(self, name, arguments)


def _get_missing(self: Any, name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    return lambda *arguments: _invoke(self, name, arguments)


@static_import()
def mock(cls: Any = None, *settings: Any) -> Any:
    base = cls if isinstance(cls, type) and not isinstance(cls, MissingClass) else object
    members: dict[str, Any] = {
        "__init__": lambda self: None,
        "__getattr__": _get_missing,
        "__repr__": lambda self: f"Mock of {base.__name__}",
        "__eq__": lambda self, other: self is other,
        "__hash__": lambda self: id(self),
    }
    for parent in base.__mro__:
        for name, value in parent.__dict__.items():
            if callable(value) and not name.startswith("_") and not isinstance(value, type):
                members[name] = members[to_camel_case(name)] = _create_method(name)
    created = type(f"Mock{base.__name__}", (base,), members)
    created.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    instance = object.__new__(created)
    _MOCKS[id(instance)] = instance, MockLog()
    return instance


class Stubbing:
    """``when(call)``: the call that was just recorded is none of the test's."""

    def __init__(self, invocation: Invocation) -> None:
        self._call = invocation
        self._log = _get_log(invocation.mock)
        if self._log.calls and self._log.calls[-1] is invocation:
            self._log.calls.pop()

    def _answer(self, action: Action) -> Stubbing:
        self._log.answers.append((self._call.name, self._call.arguments, action))
        return self

    def thenReturn(self, *values: Any) -> Stubbing:
        left = list(values)
        return self._answer(lambda call: left.pop(0) if len(left) > 1 else left[0])

    def thenAnswer(self, answer: Any) -> Stubbing:
        return self._answer(as_call(answer, "answer"))


class PreparedAnswer:
    """``doAnswer(...).when(mock).method(...)``."""

    def __init__(self, action: Action) -> None:
        self._action = action

    def when(self, target: Any) -> Any:
        return MethodRecorder(
            lambda name, patterns: _get_log(target).answers.append((name, patterns, self._action))
        )


class MethodRecorder:
    """Passes the name and the arguments of one call to *receive*."""

    def __init__(self, receive: Callable[[str, tuple[Any, ...]], Any]) -> None:
        self._receive = receive

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self._receive(to_camel_case(name), arguments)


@dataclass(frozen=True)
class Times:
    low: int
    high: int


@static_import()
def when(value: Any) -> Stubbing:
    return Stubbing(_LAST_CALL[0])


@static_import()
def doAnswer(answer: Any) -> PreparedAnswer:
    return PreparedAnswer(as_call(answer, "answer"))


@static_import()
def doReturn(value: Any) -> PreparedAnswer:
    return PreparedAnswer(lambda call: value)


@static_import()
def doNothing() -> PreparedAnswer:
    return PreparedAnswer(lambda call: None)


@static_import()
def doThrow(error: Any) -> PreparedAnswer:
    def throw(call: Invocation) -> None:
        raise as_exception(error)

    return PreparedAnswer(throw)


@static_import()
def times(number: int) -> Times:
    return Times(number, number)


@static_import()
def never() -> Times:
    return Times(0, 0)


@static_import()
def atLeast(number: int) -> Times:
    return Times(number, 10**9)


@static_import()
def atLeastOnce() -> Times:
    return Times(1, 10**9)


@static_import()
def atMost(number: int) -> Times:
    return Times(0, number)


@static_import()
def verify(target: Any, expected: Times = Times(1, 1)) -> MethodRecorder:
    def check(name: str, patterns: tuple[Any, ...]) -> None:
        calls = [call for call in _get_log(target).calls if call.name == name]
        found = [call for call in calls if call.matches(name, patterns)]
        for call in found:
            call.is_verified = True
        if not expected.low <= len(found) <= expected.high:
            arguments = [call.arguments for call in calls[:6]]
            raise AssertionFailed(
                f"verify {name}{patterns}: {len(found)} calls, {expected}; all: {arguments}"
            )

    return MethodRecorder(check)


@static_import()
def verifyNoMoreInteractions(*targets: Any) -> None:
    for target in targets:
        calls = [call for call in _get_log(target).calls if not call.is_verified]
        if calls:
            raise AssertionFailed(f"unexpected: {[(c.name, c.arguments) for c in calls]}")


@static_import()
def reset(*targets: Any) -> None:
    for target in targets:
        _get_log(target).calls.clear()
        _get_log(target).answers.clear()


@static_import()
def spy(target: Any) -> Any:
    raise NotExpressible("spy")


# --- arguments -----------------------------------------------------------------------------------


@static_import("any", "anyString", "anyCollection", "anyTimeWindow", "anyTriggerContext")
def match_anything(*cls: Any) -> Matcher:
    return Matcher(lambda value: True, "anything")


for _name in ("anyOnMergeContext", "anyAssignerContext"):
    STATIC_IMPORTS[_name] = match_anything


@static_import("anyInt", "anyLong")
def match_number() -> Matcher:
    return Matcher(lambda value: type(value) is int, "a number")


@static_import("eq")
def match_equal(expected: Any) -> Matcher:
    return Matcher(lambda value: is_equal(value, expected), f"{expected!r}")


@static_import("isA")
def match_instance(cls: Any) -> Matcher:
    return Matcher(lambda value: isinstance(value, cls), f"a {cls}")


@static_import("argThat", "intThat")
def match_by(matcher: Any) -> Matcher:
    if isinstance(matcher, Matcher):
        return matcher
    return Matcher(as_call(matcher, "matches"), "argThat")


JAVA_CLASSES["Answer"] = JavaObject
for _name in ("Mockito", "ArgumentMatchers"):
    JAVA_CLASSES[_name] = type(
        _name, (), {name: staticmethod(function) for name, function in STATIC_IMPORTS.items()}
    )
