"""AssertJ, JUnit's assertions and Hamcrest's matchers, as far as the translated tests use them."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import Any

from tests.conformance.junit.java_collections import Box, JavaList
from tests.conformance.junit.java_exceptions import (
    JavaException,
    check_origin,
    list_causes,
    matches_exception,
)
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    STATIC_IMPORTS,
    MissingClass,
    NotExpressible,
    java_class,
    static_import,
)
from tests.conformance.junit.java_objects import JavaEnum, JavaObject, as_call, call, to_text


class AssertionFailed(AssertionError):
    """An assertion of a translated test failed."""


class Matcher:
    """A Hamcrest matcher, or one of Mockito's arguments."""

    def __init__(self, matches: Callable[[Any], bool], text: str) -> None:
        self.matches = matches
        self._text = text

    def __repr__(self) -> str:
        return self._text


def is_equal(actual: Any, expected: Any) -> bool:
    """``expected.equals(actual)`` for values of either world."""
    if isinstance(expected, Matcher):
        return expected.matches(actual)
    if isinstance(actual, bool) is not isinstance(expected, bool):
        return False
    if isinstance(actual, list | tuple) and isinstance(expected, list | tuple):
        return _are_equal(actual, expected)
    if isinstance(expected, JavaObject) and not isinstance(actual, JavaObject):
        return bool(expected == actual)
    if type(actual) is not type(expected):
        names = {type(actual).__name__, type(expected).__name__}
        if names == {"Watermark"}:  # of the API and of the runtime: tests use both under one name
            return bool(actual.timestamp == expected.timestamp)
    return bool(actual == expected)


def _are_equal(actual: Iterable[Any], expected: Iterable[Any]) -> bool:
    left, right = list(actual), list(expected)
    return len(left) == len(right) and all(map(is_equal, left, right))


def _are_equal_in_any_order(actual: Iterable[Any], expected: Iterable[Any]) -> bool:
    left = list(expected)
    for value in actual:
        match = next((i for i, other in enumerate(left) if is_equal(value, other)), None)
        if match is None:
            return False
        del left[match]
    return not left


def _spread(values: tuple[Any, ...]) -> list[Any]:
    is_one = len(values) == 1 and isinstance(values[0], JavaList)
    return list(values[0] if is_one else values)


class ValueAssertion:
    """``assertThat(value)``."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self._description = ""

    def _check(self, holds: bool, expectation: str) -> ValueAssertion:
        if not holds:
            raise AssertionFailed(f"{self._description} {expectation}; got {self._value!r}")
        return self

    def describedAs(self, description: Any, *values: Any) -> ValueAssertion:
        self._description = str(description)
        return self

    as_ = withFailMessage = describedAs

    # --- values ----------------------------------------------------------------------------------

    def isEqualTo(self, other: Any) -> ValueAssertion:
        return self._check(is_equal(self._value, other), f"expected {other!r}")

    def isNotEqualTo(self, other: Any) -> ValueAssertion:
        return self._check(not is_equal(self._value, other), f"expected not {other!r}")

    def isSameAs(self, other: Any) -> ValueAssertion:
        # what is a value here and an object in Java is the same if it is equal
        values = (int, str, float, tuple, enum.Enum, JavaEnum)
        is_value = isinstance(other, values) or type(other).__module__.startswith("flinksim")
        same = self._value is other or (is_value and self._value == other)
        return self._check(same, f"expected the same as {other!r}")

    def isNotSameAs(self, other: Any) -> ValueAssertion:
        return self._check(self._value is not other, f"expected another than {other!r}")

    def isNull(self) -> ValueAssertion:
        return self._check(self._value is None, "expected null")

    def isNotNull(self) -> ValueAssertion:
        return self._check(self._value is not None, "expected not null")

    def isTrue(self) -> ValueAssertion:
        return self._check(self._unboxed() is True, "expected true")

    def isFalse(self) -> ValueAssertion:
        return self._check(self._unboxed() is False, "expected false")

    def _unboxed(self) -> Any:
        is_box = isinstance(self._value, Box) or hasattr(self._value, "isPresent")
        return self._value.get() if is_box else self._value

    def hasValue(self, value: Any) -> ValueAssertion:
        return self._check(self._unboxed() == value, f"expected the value {value}")

    def isZero(self) -> ValueAssertion:
        return self._check(self._value == 0, "expected 0")

    def isOne(self) -> ValueAssertion:
        return self._check(self._value == 1, "expected 1")

    def isGreaterThan(self, other: Any) -> ValueAssertion:
        return self._check(self._value > other, f"expected > {other}")

    def isGreaterThanOrEqualTo(self, other: Any) -> ValueAssertion:
        return self._check(self._value >= other, f"expected >= {other}")

    def isLessThan(self, other: Any) -> ValueAssertion:
        return self._check(self._value < other, f"expected < {other}")

    def isLessThanOrEqualTo(self, other: Any) -> ValueAssertion:
        return self._check(self._value <= other, f"expected <= {other}")

    def isStrictlyBetween(self, low: Any, high: Any) -> ValueAssertion:
        return self._check(low < self._value < high, f"expected between {low} and {high}")

    def isIn(self, *values: Any) -> ValueAssertion:
        allowed = values[0] if len(values) == 1 and isinstance(values[0], list) else values
        return self._check(
            any(is_equal(self._value, value) for value in allowed), f"expected one of {values!r}"
        )

    def hasToString(self, text: str) -> ValueAssertion:
        return self._check(to_text(self._value) == text, f"expected the text {text}")

    def hasSameHashCodeAs(self, other: Any) -> ValueAssertion:
        if any(type(value).__hash__ is None for value in (self._value, other)):
            raise NotExpressible(f"{type(other).__name__} has no hash code")
        return self._check(hash(self._value) == hash(other), f"expected the hash of {other!r}")

    def hasSameClassAs(self, other: Any) -> ValueAssertion:
        return self._check(type(self._value) is type(other), f"expected {type(other)}")

    def isInstanceOf(self, cls: Any) -> ValueAssertion:
        if isinstance(self._value, BaseException):
            return self._check(matches_exception(self._value, cls), f"expected {cls}")
        return self._check(isinstance(self._value, _as_type(cls)), f"expected {cls}")

    isExactlyInstanceOf = isInstanceOf

    def isNotInstanceOf(self, cls: Any) -> ValueAssertion:
        return self._check(not isinstance(self._value, _as_type(cls)), f"expected no {cls}")

    def matches(self, predicate: Any, *description: Any) -> ValueAssertion:
        return self._check(bool(as_call(predicate, "test")(self._value)), "expected a match")

    def satisfies(self, *checks: Any) -> ValueAssertion:
        for check in checks:
            as_call(check, "accept")(self._value)
        return self

    def satisfiesAnyOf(self, *checks: Any) -> ValueAssertion:
        for check in checks:
            try:
                as_call(check, "accept")(self._value)
            except AssertionError:
                continue
            return self
        return self._check(False, "expected one of several conditions")

    def is_(self, matcher: Matcher) -> ValueAssertion:
        return self._check(matcher.matches(self._value), f"expected {matcher!r}")

    has = is_

    def extracting(self, function: Any) -> ValueAssertion:
        if isinstance(self._value, list):
            return ValueAssertion(JavaList(map(function, self._value)))
        return ValueAssertion(function(self._value))

    # --- collections -----------------------------------------------------------------------------

    def isEmpty(self) -> ValueAssertion:
        return self._check(not list(self._value), "expected nothing")

    def isNotEmpty(self) -> ValueAssertion:
        return self._check(bool(list(self._value)), "expected something")

    def hasSize(self, size: int) -> ValueAssertion:
        return self._check(len(list(self._value)) == size, f"expected {size} elements")

    def hasSameSizeAs(self, other: Any) -> ValueAssertion:
        return self.hasSize(len(list(other)))

    def size(self) -> ValueAssertion:
        return ValueAssertion(len(list(self._value)))

    def contains(self, *values: Any) -> ValueAssertion:
        if isinstance(self._value, str):
            return self._check(all(v in self._value for v in values), f"expected {values!r}")
        parts = list(values) if values and values[0] in self._value else _spread(values)
        return self._check(
            all(any(is_equal(own, part) for own in self._value) for part in parts),
            f"expected {parts!r} in it",
        )

    def containsAnyOf(self, *values: Any) -> ValueAssertion:
        found = any(is_equal(own, value) for own in self._value for value in values)
        return self._check(found, f"expected one of {values!r} in it")

    def containsAll(self, values: Iterable[Any]) -> ValueAssertion:
        return self.contains(*values)

    def doesNotContain(self, *values: Any) -> ValueAssertion:
        return self._check(
            not any(is_equal(own, value) for own in self._value for value in values),
            f"expected none of {values!r}",
        )

    def containsExactly(self, *values: Any) -> ValueAssertion:
        return self._check(_are_equal(self._value, _spread(values)), f"expected exactly {values!r}")

    def containsExactlyElementsOf(self, values: Iterable[Any]) -> ValueAssertion:
        return self.containsExactly(*values)

    def containsExactlyInAnyOrder(self, *values: Any) -> ValueAssertion:
        return self._check(
            _are_equal_in_any_order(self._value, _spread(values)), f"expected {values!r}"
        )

    def containsExactlyInAnyOrderElementsOf(self, values: Iterable[Any]) -> ValueAssertion:
        return self.containsExactlyInAnyOrder(*values)

    def containsOnly(self, *values: Any) -> ValueAssertion:
        expected = _spread(values)
        known = all(any(is_equal(own, value) for value in expected) for own in self._value)
        self._check(known, f"expected only {expected!r}")
        return self.contains(*expected)

    def containsKey(self, key: Any) -> ValueAssertion:
        return self._check(key in self._value, f"expected the key {key!r}")

    def containsKeys(self, *keys: Any) -> ValueAssertion:
        return self._check(all(key in self._value for key in keys), f"expected the keys {keys!r}")

    def doesNotContainKey(self, key: Any) -> ValueAssertion:
        return self._check(key not in self._value, f"expected no key {key!r}")

    def containsEntry(self, key: Any, value: Any) -> ValueAssertion:
        found = key in self._value and is_equal(self._value[key], value)
        return self._check(found, f"expected {key!r} -> {value!r}")

    def startsWith(self, start: Any) -> ValueAssertion:
        text = isinstance(self._value, str)
        found = self._value.startswith(start) if text else self._value[:1] == [start]
        return self._check(found, f"expected it to start with {start!r}")

    def allMatch(self, predicate: Any) -> ValueAssertion:
        return self._check(all(map(predicate, self._value)), "expected all to match")

    def allSatisfy(self, check: Any) -> ValueAssertion:
        for value in self._value:
            check(value)
        return self

    def element(self, index: int) -> ValueAssertion:
        return ValueAssertion(self._value[index])

    def first(self) -> ValueAssertion:
        return ValueAssertion(next(iter(self._value)))

    def last(self) -> ValueAssertion:
        return ValueAssertion(list(self._value)[-1])

    def singleElement(self) -> ValueAssertion:
        return self.hasSize(1).first()

    # --- objects with methods ----------------------------------------------------------------------

    def _ask(self, method: str, expected: bool) -> ValueAssertion:
        return self._check(call(self._value, method) is expected, f"{method}: not {expected}")

    def hasNext(self) -> ValueAssertion:
        return self._ask("hasNext", True)

    def isExhausted(self) -> ValueAssertion:
        return self._ask("hasNext", False)

    def isDone(self) -> ValueAssertion:
        return self._ask("isDone", True)

    isCompleted = isDone

    def isNotDone(self) -> ValueAssertion:
        return self._ask("isDone", False)

    def isCancelled(self) -> ValueAssertion:
        return self._ask("isCancelled", True)

    def isNotCancelled(self) -> ValueAssertion:
        return self._ask("isCancelled", False)

    def isCompletedExceptionally(self) -> ValueAssertion:
        return self._ask("isCompletedExceptionally", True)

    def isCompletedWithValue(self, value: Any) -> ValueAssertion:
        return self._check(self._value.get() == value, f"expected {value!r}")

    def isPresent(self) -> ValueAssertion:
        return self._ask("isPresent", True)

    isNotPresent = isEmpty

    def hasMessage(self, text: str, *values: Any) -> ValueAssertion:
        check_message(self._value, text)
        return self

    hasMessageContaining = hasMessage


def _as_type(cls: Any) -> type:
    if not isinstance(cls, type) or isinstance(cls, MissingClass):
        raise NotExpressible(f"instance of {cls!r}")
    return {"String": str, "Long": int, "Integer": int}.get(cls.__name__, cls)


# --- exceptions ----------------------------------------------------------------------------------

UNCOMPARED_MESSAGES = Box(0)
"""How many texts of flinksim's exceptions a test asked for: they are flinksim's own, and not compared."""


def check_message(error: BaseException, *texts: Any) -> None:
    """Check that the message of an exception of the test itself contains *texts*."""
    if not isinstance(error, JavaException):
        UNCOMPARED_MESSAGES.incrementAndGet()
        return
    for text in texts:
        if isinstance(text, str) and "%s" not in text and text not in str(error):
            raise AssertionFailed(f"expected the message {text!r}; got {error!r}")


class CallAssertion:
    """``assertThatThrownBy`` and ``assertThatCode``: what a call throws."""

    def __init__(self, function: Any) -> None:
        self._error: BaseException | None = None
        try:
            as_call(function, "call", "run")()
        except (NotExpressible, AssertionFailed, KeyboardInterrupt):
            raise
        except BaseException as error:
            check_origin(error)
            self._error = error

    def get_error(self) -> BaseException:
        if self._error is None:
            raise AssertionFailed("expected an exception")
        return self._error

    def describedAs(self, *description: Any) -> CallAssertion:
        return self

    as_ = withFailMessage = describedAs

    def isInstanceOf(self, cls: Any = None) -> CallAssertion:
        if cls is not None and not matches_exception(self.get_error(), cls):
            raise AssertionFailed(f"expected {cls}; got {self._error!r}")
        return self

    isExactlyInstanceOf = isInstanceOf

    def isNotNull(self) -> CallAssertion:
        self.get_error()
        return self

    def isEqualTo(self, other: BaseException) -> CallAssertion:
        if self.get_error() is not other:
            raise AssertionFailed(f"expected {other!r}; got {self._error!r}")
        return self

    isSameAs = isEqualTo

    def hasMessage(self, *texts: Any) -> CallAssertion:
        check_message(self.get_error(), *texts)
        return self

    hasMessageContaining = hasMessageStartingWith = hasMessageContainingAll = hasMessage

    def hasStackTraceContaining(self, text: str) -> CallAssertion:
        check_message(list_causes(self.get_error())[-1], text)
        return self

    hasRootCauseMessage = hasStackTraceContaining

    def hasCauseInstanceOf(self, cls: Any) -> CallAssertion:
        causes = list_causes(self.get_error())[1:]
        if not any(matches_exception(cause, cls) for cause in causes):
            raise AssertionFailed(f"expected the cause {cls}; got {causes!r}")
        return self

    hasRootCauseInstanceOf = hasCauseInstanceOf

    def hasCause(self, error: BaseException) -> CallAssertion:
        causes = list_causes(self.get_error())
        if not any(cause is error for cause in causes):
            raise AssertionFailed(f"expected the cause {error!r}; got {causes!r}")
        return self

    hasRootCause = hasCause

    def rootCause(self) -> ValueAssertion:
        return ValueAssertion(list_causes(self.get_error())[-1])

    cause = rootCause

    def satisfies(self, *checks: Any) -> CallAssertion:
        for check in checks:
            as_call(check, "accept")(self.get_error())
        return self

    def doesNotThrowAnyException(self) -> None:
        if self._error is not None:
            raise self._error


for _class in (ValueAssertion, CallAssertion):
    setattr(_class, "as", _class.as_)  # the translated name is a keyword of Python
setattr(ValueAssertion, "is", ValueAssertion.is_)


class ExceptionTypeAssertion:
    """``assertThatExceptionOfType(cls)``."""

    def __init__(self, cls: Any) -> None:
        self._cls = cls

    def isThrownBy(self, function: Any) -> CallAssertion:
        return CallAssertion(function).isNotNull().isInstanceOf(self._cls)


@java_class()
class Assertions:
    """The functions by their class; each can be imported statically."""

    assertThat = staticmethod(ValueAssertion)
    assertThatCode = staticmethod(CallAssertion)
    assertThatExceptionOfType = staticmethod(ExceptionTypeAssertion)

    @staticmethod
    def assertThatThrownBy(function: Any, *description: Any) -> CallAssertion:
        return CallAssertion(function).isNotNull()

    @staticmethod
    def assertEquals(*values: Any) -> None:
        ValueAssertion(values[-1]).isEqualTo(values[-2])

    @staticmethod
    def assertThrows(*arguments: Any) -> BaseException:
        cls = next(argument for argument in arguments if isinstance(argument, type))
        return CallAssertion(arguments[-1]).isInstanceOf(cls).get_error()

    @staticmethod
    def fail(*message: Any) -> None:
        raise AssertionFailed(f"fail{message}")


for _name in vars(Assertions):
    if _name.startswith("assert") or _name == "fail":
        STATIC_IMPORTS[_name] = getattr(Assertions, _name)


# --- Hamcrest ------------------------------------------------------------------------------------


@static_import()
def contains(*values: Any) -> Matcher:
    expected = _spread(values)
    return Matcher(lambda actual: _are_equal(actual, expected), f"contains {expected!r}")


@static_import()
def containsInAnyOrder(*values: Any) -> Matcher:
    expected = _spread(values)
    return Matcher(
        lambda actual: _are_equal_in_any_order(actual, expected), f"in any order {expected!r}"
    )


@static_import()
def matching(matcher: Matcher) -> Matcher:
    return matcher


JAVA_CLASSES["AssertionFailed"] = AssertionFailed
