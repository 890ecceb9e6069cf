"""Java's exceptions, and which exceptions of flinksim count as them."""

from __future__ import annotations

import traceback
from typing import Any

from tests.conformance.junit.java_collections import JavaList
from tests.conformance.junit.java_names import FOLDER, JAVA_CLASSES, NotExpressible


class JavaException(Exception):
    """An exception that a test itself throws."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._suppressed = JavaList()
        for argument in arguments:
            if isinstance(argument, BaseException):
                self.__cause__ = argument

    def getMessage(self) -> str | None:
        first = self.args[0] if self.args else None
        return None if first is None or isinstance(first, BaseException) else str(first)

    def getCause(self) -> BaseException | None:
        return self.__cause__

    def initCause(self, cause: BaseException) -> JavaException:
        self.__cause__ = cause
        return self

    def addSuppressed(self, error: BaseException) -> None:
        self._suppressed.append(error)

    def getSuppressed(self) -> JavaList:
        return self._suppressed


def declare_exceptions(base: str, *names: str) -> None:
    parent = JAVA_CLASSES.get(base, JavaException)
    for name in names:
        JAVA_CLASSES[name] = type(name, (parent,), {})


declare_exceptions("", "Throwable")
declare_exceptions("Throwable", "Exception", "Error")
declare_exceptions("Exception", "RuntimeException", "IOException", "TimeoutException")
declare_exceptions("Exception", "FlinkException", "ExecutionException", "InterruptedException")
declare_exceptions("Exception", "TestException", "JobException", "CheckpointException")
declare_exceptions("Exception", "SuppressRestartsException", "CompletionException")
declare_exceptions("Exception", "CancelTaskException", "ClosedException")
declare_exceptions("RuntimeException", "IllegalStateException", "IllegalArgumentException")
declare_exceptions("RuntimeException", "UnsupportedOperationException", "NullPointerException")
declare_exceptions("RuntimeException", "ClassCastException", "NoSuchElementException")
declare_exceptions("RuntimeException", "IndexOutOfBoundsException", "ArithmeticException")
declare_exceptions("RuntimeException", "FlinkRuntimeException", "CancellationException")
declare_exceptions("RuntimeException", "ConcurrentModificationException", "UncheckedIOException")
declare_exceptions("RuntimeException", "ExpectedTestException", "WrappingRuntimeException")
declare_exceptions("RuntimeException", "RejectedExecutionException")
declare_exceptions("IllegalStateException", "MailboxClosedException")
JAVA_CLASSES["AssertionError"] = AssertionError

PYTHON_EXCEPTIONS: dict[str, tuple[type[Exception], ...]] = {
    "IllegalArgumentException": (ValueError,),
    "NullPointerException": (TypeError, ValueError),  # a required argument is missing
    "IllegalStateException": (RuntimeError,),
    "UnsupportedOperationException": (NotImplementedError,),
    "ClassCastException": (TypeError,),
    "IndexOutOfBoundsException": (IndexError,),
    "NoSuchElementException": (StopIteration, LookupError),
    "ArithmeticException": (ArithmeticError,),
    "FlinkRuntimeException": (RuntimeError,),
    "FlinkException": (ValueError, RuntimeError),
    "IOException": (OSError,),
}
"""The exceptions of flinksim that a test may expect under a Java name."""

CHECKED_EXCEPTIONS = ("IOException", "FlinkException")

ANY_EXCEPTION = (
    JavaException,
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    StopIteration,
)
"""What ``catch (Exception e)`` catches: no failed assertion, and nothing that is not expressible."""


def find_python_classes(name: str) -> tuple[type[BaseException], ...]:
    """The Python classes that count as the Java exception class *name*."""
    if name in ("Exception", "Throwable"):
        return ANY_EXCEPTION
    own = JAVA_CLASSES.get(name)
    found: list[type[BaseException]] = []
    if isinstance(own, type) and issubclass(own, BaseException):
        found.append(own)
    found += PYTHON_EXCEPTIONS.get(name, ())
    if name == "RuntimeException":
        for java_name, classes in PYTHON_EXCEPTIONS.items():
            found += classes if java_name not in CHECKED_EXCEPTIONS else ()
    return tuple(found)


def catch(*names: str) -> tuple[type[BaseException], ...]:
    """The classes of an ``except`` for Java's ``catch``."""
    found = tuple(cls for name in names for cls in find_python_classes(name))
    if not found:
        raise NotExpressible(f"catch {names}")
    return found


def check_origin(error: BaseException) -> None:
    """Refuse an exception that the translation itself raised: it is no answer of flinksim.

    Raises:
        NotExpressible: If a file of this folder raised *error*, and not on behalf of the test.
    """
    if isinstance(error, JavaException | AssertionError):
        return
    frames = traceback.extract_tb(error.__traceback__)
    if frames and frames[-1].filename.startswith(str(FOLDER)):
        raise NotExpressible(f"{type(error).__name__}: {error} ({frames[-1].filename})") from error


NULL_CHECKS = (
    "No key set. This method should not be called outside of a keyed context.",
    "Keyed state can only be used on a 'keyed stream', i.e., after a 'keyBy()' operation.",
)
"""Texts of ``Preconditions.checkNotNull`` in Flink; flinksim raises its errors with the same text."""


def matches_exception(error: BaseException, cls: Any) -> bool:
    name = getattr(cls, "__name__", "")
    classes = find_python_classes(name) if isinstance(cls, type) else ()
    if not classes:
        raise NotExpressible(f"exception {cls!r}")
    check_origin(error)
    if name == "NullPointerException" and str(error).endswith(NULL_CHECKS):
        return isinstance(error, RuntimeError)
    return isinstance(error, classes)


def as_exception(value: Any) -> BaseException:
    """What ``throw value`` raises."""
    return value if isinstance(value, BaseException) else RuntimeError(repr(value))


def list_causes(error: BaseException | None) -> list[BaseException]:
    """*error* and its causes."""
    found = []
    while error is not None:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
