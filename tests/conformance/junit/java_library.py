"""Java's and Guava's helpers, as far as the translated tests use them."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Iterator
from typing import Any

from tests.conformance.junit.assertions import is_equal
from tests.conformance.junit.java_collections import JavaList
from tests.conformance.junit.java_exceptions import ANY_EXCEPTION
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    STATIC_IMPORTS,
    NotExpressible,
    java_class,
    java_methods,
    static_import,
)
from tests.conformance.junit.java_objects import (
    Inert,
    JavaEnum,
    JavaObject,
    as_call,
    compare,
    to_text,
)


class Whole:
    """What the classes of whole numbers have in common."""

    valueOf = parseLong = parseInt = staticmethod(int)
    compare = staticmethod(compare)
    toString = staticmethod(to_text)

    @staticmethod
    def sum(left: int, right: int) -> int:
        return left + right


for _name, _bits in (("Long", 64), ("Integer", 32), ("Short", 16), ("Byte", 8)):
    _half = 2 ** (_bits - 1)
    JAVA_CLASSES[_name] = type(_name, (Whole,), {"MAX_VALUE": _half - 1, "MIN_VALUE": -_half})


@java_class()
class String:
    valueOf = staticmethod(to_text)

    @staticmethod
    def format(pattern: str, *values: Any) -> str:
        return pattern % values

    @staticmethod
    def join(separator: str, *values: Any) -> str:
        return separator.join(values if isinstance(values[0], str) else values[0])


java_methods(
    str,
    length=len,
    isEmpty=lambda text: not text,
    charAt=lambda text, index: text[index],
    startsWith=str.startswith,
    contains=lambda text, part: part in text,
    substring=lambda text, start, end=None: text[start:end],
    split=lambda text, separator: JavaList(text.split(separator)),
)


@java_class()
class StringBuilder:
    def __init__(self, text: str = "") -> None:
        self._text = text

    def append(self, value: Any) -> StringBuilder:
        self._text += to_text(value)
        return self

    def toString(self) -> str:
        return self._text

    def length(self) -> int:
        return len(self._text)


@java_class()
class Math:
    max, min, abs, round = map(staticmethod, (max, min, abs, round))


@java_class("Optional", "OptionalLong")
class JavaOptional:
    def __init__(self, value: Any = None) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JavaOptional) and bool(self._value == other._value)

    def __hash__(self) -> int:
        return hash(self._value)

    def __iter__(self) -> Iterator[Any]:
        return iter([] if self._value is None else [self._value])

    @staticmethod
    def of(value: Any) -> JavaOptional:
        return JavaOptional(value)

    ofNullable = of

    @staticmethod
    def empty() -> JavaOptional:
        return JavaOptional()

    def isPresent(self) -> bool:
        return self._value is not None

    def isEmpty(self) -> bool:
        return self._value is None

    def get(self) -> Any:
        return self._value

    def orElse(self, other: Any) -> Any:
        return other if self._value is None else self._value


@java_class()
class Preconditions:
    @static_import("checkNotNull")
    @staticmethod
    def checkNotNull(value: Any, *message: Any) -> Any:
        if value is None:
            raise JAVA_CLASSES["NullPointerException"](*message)
        return value

    @static_import("checkArgument")
    @staticmethod
    def checkArgument(condition: bool, *message: Any) -> None:
        if not condition:
            raise JAVA_CLASSES["IllegalArgumentException"](*message)

    @static_import("checkState")
    @staticmethod
    def checkState(condition: bool, *message: Any) -> None:
        if not condition:
            raise JAVA_CLASSES["IllegalStateException"](*message)


@java_class()
class Objects:
    equals = staticmethod(is_equal)
    requireNonNull = Preconditions.checkNotNull
    hashCode = staticmethod(hash)
    toString = staticmethod(to_text)

    @staticmethod
    def hash(*values: Any) -> int:
        return hash(tuple(map(str, values)))


@java_class()
class TimeUnit(JavaEnum):
    NANOSECONDS_OF = {
        "NANOSECONDS": 1,
        "MICROSECONDS": 10**3,
        "MILLISECONDS": 10**6,
        "SECONDS": 10**9,
        "MINUTES": 60 * 10**9,
        "HOURS": 3600 * 10**9,
        "DAYS": 24 * 3600 * 10**9,
    }

    def toNanos(self, amount: int) -> int:
        return amount * self.NANOSECONDS_OF[self._name]

    def toMillis(self, amount: int) -> int:
        return self.toNanos(amount) // 10**6


for _name in TimeUnit.NANOSECONDS_OF:
    STATIC_IMPORTS[_name] = TimeUnit(_name)
    setattr(TimeUnit, _name, STATIC_IMPORTS[_name])


@java_class()
class System:
    nanoTime = staticmethod(time.perf_counter_ns)
    identityHashCode = staticmethod(id)
    out = Inert()

    @staticmethod
    def currentTimeMillis() -> int:
        return time.time_ns() // 10**6


@java_class()
class UUID:
    @staticmethod
    def randomUUID() -> str:
        return str(uuid.uuid4())


@java_class()
class Random:
    def __init__(self, *seed: int) -> None:
        self._random = random.Random(*seed)

    def nextInt(self, *bounds: int) -> int:
        return self._random.randrange(*(bounds or (-(2**31), 2**31)))

    def nextLong(self, *bounds: int) -> int:
        return self._random.randrange(*(bounds or (-(2**63), 2**63)))

    def nextBoolean(self) -> bool:
        return self._random.random() < 0.5


@java_class()
class ThreadLocalRandom:
    @staticmethod
    def current() -> Random:
        return Random()


@java_class()
class InstantiationUtil:
    @staticmethod
    def clone(value: Any) -> Any:
        raise NotExpressible("Java's serialization")


# --- threads: each runs at once, so that none can wait for another ---------------------------------


@java_class("Thread")
class ImmediateThread(JavaObject):
    _target: Any = None

    def _default_init(self, target: Any = None, *rest: Any) -> None:
        self._target = target

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ImmediateThread)

    def __hash__(self) -> int:
        return 1

    def start(self) -> None:
        (self.run if self._target is None else as_call(self._target, "run"))()

    def run(self) -> None: ...
    def join(self, *timeout: Any) -> None: ...
    def setDaemon(self, is_daemon: bool) -> None: ...
    def interrupt(self) -> None: ...
    def sleep(self, *duration: Any) -> None: ...

    def isAlive(self) -> bool:
        return False

    def currentThread(self) -> ImmediateThread:
        return ImmediateThread()


@java_class("OneShotLatch", "CountDownLatch")
class Latch:
    def __init__(self, count: int = 1) -> None:
        self._count = count

    def trigger(self) -> None:
        self._count = 0

    def countDown(self) -> None:
        self._count -= 1

    def isTriggered(self) -> bool:
        return self._count <= 0

    def await_(self, *timeout: Any) -> None:
        if self._count > 0:
            raise NotExpressible("waits for another thread")


@java_class("CompletableFuture")
class JavaFuture:
    def __init__(self) -> None:
        self._is_done = False
        self._value: Any = None
        self._error: BaseException | None = None

    @staticmethod
    def completedFuture(value: Any) -> JavaFuture:
        future = JavaFuture()
        future.complete(value)
        return future

    @staticmethod
    def supplyAsync(function: Any, *rest: Any) -> JavaFuture:
        return JavaFuture().run_now(function)

    runAsync = supplyAsync

    def run_now(self, function: Any) -> JavaFuture:
        """Complete the future with what *function* returns or raises."""
        try:
            self.complete(as_call(function, "call", "get", "run")())
        except ANY_EXCEPTION as error:
            self.completeExceptionally(error)
        return self

    def complete(self, value: Any) -> None:
        self._is_done, self._value = True, value

    def completeExceptionally(self, error: BaseException) -> None:
        self._is_done, self._error = True, error

    def cancel(self, may_interrupt: bool) -> bool:
        self.completeExceptionally(JAVA_CLASSES["CancellationException"]("cancelled"))
        return True

    def isDone(self) -> bool:
        return self._is_done

    def isCompletedExceptionally(self) -> bool:
        return self._error is not None

    def isCancelled(self) -> bool:
        if not self._is_done:
            raise NotExpressible("a mail has no future that can be cancelled")
        return isinstance(self._error, JAVA_CLASSES["CancellationException"])

    def get(self, *timeout: Any) -> Any:
        if not self._is_done:
            raise NotExpressible("a wait for a future")
        if self._error is not None:
            raise JAVA_CLASSES["ExecutionException"](self._error)
        return self._value

    join = get


@java_class()
class FutureTaskWithException(JavaFuture):
    def __init__(self, function: Any) -> None:
        super().__init__()
        self._function = function

    def run(self) -> None:
        self.run_now(self._function)


class ImmediateExecutor:
    def submit(self, function: Any, *rest: Any) -> JavaFuture:
        return JavaFuture().run_now(function)

    execute = submit

    def shutdown(self) -> None: ...

    shutdownNow = shutdown

    def awaitTermination(self, *timeout: Any) -> bool:
        return True


@java_class()
class Executors:
    @staticmethod
    def newSingleThreadExecutor(*arguments: Any) -> ImmediateExecutor:
        return ImmediateExecutor()

    newSingleThreadScheduledExecutor = newFixedThreadPool = newSingleThreadExecutor


for _name in ("SerializerConfigImpl", "ExecutionConfig", "TypeInformation", "TypeHint"):
    JAVA_CLASSES[_name] = Inert()
for _name in ("BasicTypeInfo", "StreamElementSerializer", "IntSerializer", "StringSerializer"):
    JAVA_CLASSES[_name] = Inert()
for _name in ("LongSerializer", "VoidSerializer", "AsyncCountTrigger", "TupleTypeInfo"):
    JAVA_CLASSES[_name] = Inert()
for _name in ("TypeSerializer", "GenericTypeInfo", "MetricGroup", "UnregisteredMetricsGroup"):
    JAVA_CLASSES[_name] = Inert()
for _name in ("Configuration", "VoidNamespaceSerializer", "VoidNamespace", "TestingUtils"):
    JAVA_CLASSES[_name] = Inert()
for _name in ("StreamTaskCancellationContext", "ClosureCleaner"):
    JAVA_CLASSES[_name] = Inert()
for _name in ("StreamTaskActionExecutor", "WindowOperatorBuilder"):
    JAVA_CLASSES[_name] = Inert()
