"""Java's collections and boxes, as far as the translated tests use them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from tests.conformance.junit.java_names import JAVA_CLASSES, java_class
from tests.conformance.junit.java_objects import COMMON_METHODS, add, as_call


class JavaList(list[Any]):
    """A list, queue or array."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    @property
    def length(self) -> int:
        return len(self)

    def add(self, *arguments: Any) -> bool:
        if len(arguments) == 2:
            self.insert(*arguments)
        else:
            self.append(arguments[0])
        return True

    def addAll(self, values: Iterable[Any]) -> bool:
        self.extend(values)
        return True

    def get(self, index: int) -> Any:
        return self[index]

    def set(self, index: int, value: Any) -> None:
        self[index] = value

    def isEmpty(self) -> bool:
        return not self

    def contains(self, value: Any) -> bool:
        return value in self

    def poll(self) -> Any:
        return self.pop(0) if self else None

    pollFirst = poll

    def removeFirst(self) -> Any:
        return self.pop(0)

    take = removeFirst

    def getFirst(self) -> Any:
        return self[0]

    def peek(self) -> Any:
        return self[0] if self else None

    def offer(self, value: Any) -> bool:
        self.append(value)
        return True

    addLast = offer

    def clear(self) -> None:
        del self[:]

    def remove(self, *arguments: Any) -> Any:
        if not arguments:
            return self.pop(0)
        if type(arguments[0]) is int:
            return self.pop(arguments[0])
        if arguments[0] not in self:
            return False
        list.remove(self, arguments[0])
        return True

    def sort(self, *comparators: Any) -> None:  # type: ignore[override]
        key = comparators[0] if comparators and isinstance(comparators[0], SortKey) else None
        list.sort(self, key=key)

    def iterator(self) -> JavaIterator:
        return JavaIterator(self)

    spliterator = iterator

    def stream(self) -> JavaStream:
        return JavaStream(self)

    def subList(self, start: int, end: int) -> JavaList:
        return JavaList(self[start:end])

    def toArray(self, *arguments: Any) -> JavaList:
        return JavaList(self)

    clone = toArray


class JavaIterator:
    def __init__(self, source: Iterable[Any]) -> None:
        self._source = source
        self._values = list(source)
        self._next = 0

    def hasNext(self) -> bool:
        return self._next < len(self._values)

    def next(self) -> Any:
        self._next += 1
        return self._values[self._next - 1]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values[self._next :])

    def remove(self) -> None:
        list.remove(self._source, self._values[self._next - 1])  # type: ignore[arg-type]


COMMON_METHODS["iterator"] = JavaIterator


class JavaStream(list[Any]):
    def map(self, function: Any) -> JavaStream:
        return JavaStream(function(value) for value in self)

    mapToObj = mapToLong = mapToInt = map

    def sum(self) -> int:
        return sum(self)

    def boxed(self) -> JavaStream:
        return self

    def filter(self, predicate: Any) -> JavaStream:
        return JavaStream(value for value in self if predicate(value))

    def sorted(self, *comparators: Any) -> JavaStream:
        return JavaStream(sorted(self))

    def collect(self, collector: Any = None) -> Any:
        return JavaList(self) if collector is None else collector(self)

    def toArray(self, *arguments: Any) -> JavaList:
        return JavaList(self)

    def count(self, *arguments: Any) -> int:  # type: ignore[override]
        return len(self)


class JavaMap(dict[Any, Any]):
    def put(self, key: Any, value: Any) -> Any:
        before = self.get(key)
        self[key] = value
        return before

    def containsKey(self, key: Any) -> bool:
        return key in self

    def isEmpty(self) -> bool:
        return not self

    def getOrDefault(self, key: Any, default: Any) -> Any:
        return dict.get(self, key, default)

    def keySet(self) -> JavaList:
        return JavaList(self.keys())

    def entrySet(self) -> JavaList:
        return JavaList(JavaEntry(key, value) for key, value in self.items())

    def remove(self, key: Any) -> Any:
        return self.pop(key, None)

    def computeIfAbsent(self, key: Any, function: Any) -> Any:
        if key not in self:
            self[key] = function(key)
        return self[key]

    def putAll(self, other: Any) -> None:
        self.update(other)

    def putIfAbsent(self, key: Any, value: Any) -> Any:
        if key in self:
            return self[key]
        self[key] = value
        return None


@java_class("Entry", "Map.Entry")
class JavaEntry(tuple[Any, ...]):
    def __new__(cls, key: Any, value: Any) -> JavaEntry:
        return tuple.__new__(cls, (key, value))

    def getKey(self) -> Any:
        return self[0]

    def getValue(self) -> Any:
        return self[1]


class JavaSet(set[Any]):
    def add(self, value: Any) -> bool:  # type: ignore[override]
        is_new = value not in self
        set.add(self, value)
        return is_new

    def contains(self, value: Any) -> bool:
        return value in self

    def isEmpty(self) -> bool:
        return not self

    def addAll(self, values: Iterable[Any]) -> None:
        self.update(values)

    def iterator(self) -> JavaIterator:
        return JavaIterator(sorted(self))

    def remove(self, value: Any) -> bool:  # type: ignore[override]
        is_there = value in self
        self.discard(value)
        return is_there


class JavaTuple(tuple[Any, ...]):
    """``Tuple1`` to ``Tuple7``."""

    def __new__(cls, *values: Any) -> JavaTuple:
        return tuple.__new__(cls, values)

    @classmethod
    def of(cls, *values: Any) -> JavaTuple:
        return tuple.__new__(cls, values)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def getField(self, index: int) -> Any:
        return self[index]

    def copy(self) -> JavaTuple:
        return self


class Box:
    """An atomic or a reference."""

    def __init__(self, value: Any = None) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Box({self.value})"

    def get(self) -> Any:
        return self.value

    intValue = get

    def set(self, value: Any) -> None:
        self.value = value

    def addAndGet(self, step: int) -> Any:
        self.value = add(self.value, step)
        return self.value

    def incrementAndGet(self) -> Any:
        return self.addAndGet(1)

    def decrementAndGet(self) -> Any:
        return self.addAndGet(-1)

    def getAndIncrement(self) -> Any:
        return self.addAndGet(1) - 1

    def getAndSet(self, value: Any) -> Any:
        before, self.value = self.value, value
        return before

    def compareAndSet(self, expected: Any, value: Any) -> bool:
        if self.value != expected:
            return False
        self.value = value
        return True


def gather_varargs(values: tuple[Any, ...]) -> JavaList:
    """The array of a method's open arguments: given as one array, or one by one."""
    one = len(values) == 1 and isinstance(values[0], JavaList)
    return values[0] if one else JavaList(values)


def _create_with(cls: Callable[..., Any]) -> Callable[..., Any]:
    def create(*arguments: Any) -> Any:  # an argument may be a capacity
        first = arguments[0] if arguments else ()
        return cls(first) if not isinstance(first, int | type(None)) else cls()

    return create


for _name in ("ArrayList", "LinkedList", "ConcurrentLinkedQueue", "LinkedBlockingQueue"):
    JAVA_CLASSES[_name] = _create_with(JavaList)
for _name in ("ArrayDeque", "CopyOnWriteArrayList", "ConcurrentLinkedDeque", "ArrayBlockingQueue"):
    JAVA_CLASSES[_name] = _create_with(JavaList)
for _name in ("HashMap", "LinkedHashMap", "ConcurrentHashMap", "TreeMap"):
    JAVA_CLASSES[_name] = _create_with(JavaMap)
for _name in ("HashSet", "LinkedHashSet", "TreeSet"):
    JAVA_CLASSES[_name] = _create_with(JavaSet)
for _name, _first in (("Integer", 0), ("Long", 0), ("Boolean", False), ("Reference", None)):
    JAVA_CLASSES[f"Atomic{_name}"] = lambda value=_first: Box(value)
for _number in range(1, 8):
    JAVA_CLASSES[f"Tuple{_number}"] = JavaTuple


# --- factories -----------------------------------------------------------------------------------


@java_class()
class Arrays:
    @staticmethod
    def asList(*values: Any) -> JavaList:
        return gather_varargs(values)

    @staticmethod
    def stream(values: Any) -> JavaStream:
        return JavaStream(values)

    @staticmethod
    def toString(values: Any) -> str:
        return str(list(values))

    @staticmethod
    def sort(values: JavaList, *comparators: Any) -> None:
        values.sort(*comparators)

    @staticmethod
    def fill(values: JavaList, value: Any) -> None:
        values[:] = [value] * len(values)


@java_class()
class Collections:
    EMPTY_LIST = JavaList()
    emptyList = staticmethod(JavaList)
    emptySet = staticmethod(JavaSet)
    emptyMap = staticmethod(JavaMap)
    sort = Arrays.sort

    @staticmethod
    def singletonList(value: Any) -> JavaList:
        return JavaList([value])

    @staticmethod
    def singleton(value: Any) -> JavaSet:
        return JavaSet([value])

    @staticmethod
    def singletonMap(key: Any, value: Any) -> JavaMap:
        return JavaMap({key: value})


@java_class("List")
class ListFactory:
    @staticmethod
    def of(*values: Any) -> JavaList:
        return JavaList(values)


@java_class("Set")
class SetFactory:
    @staticmethod
    def of(*values: Any) -> JavaSet:
        return JavaSet(values)


@java_class("Lists")
class GuavaLists:
    @staticmethod
    def newArrayList(*values: Any) -> JavaList:
        kinds = (list, set, Generator)
        is_one = len(values) == 1 and (isinstance(values[0], kinds) or type(values[0]) is tuple)
        return JavaList(values[0] if is_one else values)


@java_class("Sets")
class GuavaSets:
    @staticmethod
    def newHashSet(*values: Any) -> JavaSet:
        is_one = len(values) == 1 and isinstance(values[0], list | set)
        return JavaSet(values[0] if is_one else values)


@java_class()
class Iterables:
    @staticmethod
    def concat(*lists: Any) -> list[Any]:
        return [value for values in lists for value in values]

    @staticmethod
    def getOnlyElement(values: Any) -> Any:
        (only,) = values
        return only

    @staticmethod
    def size(values: Any) -> int:
        return len(list(values))


@java_class()
class Collectors:
    @staticmethod
    def toList() -> Any:
        return JavaList

    @staticmethod
    def toSet() -> Any:
        return JavaSet


@java_class()
class StreamSupport:
    @staticmethod
    def stream(values: Any, is_parallel: bool) -> JavaStream:
        return JavaStream(values)


@java_class()
class IntStream:
    @staticmethod
    def range(start: int, end: int) -> JavaStream:
        return JavaStream(range(start, end))


class SortKey:
    """A ``Comparator`` by one key after the other."""

    def __init__(self, key: Any) -> None:
        self._keys = [key]

    def thenComparing(self, key: Any) -> SortKey:
        self._keys.append(key)
        return self

    thenComparingInt = thenComparing

    def __call__(self, value: Any) -> Any:
        return tuple(as_call(key, "apply")(value) for key in self._keys)


@java_class()
class Comparator:
    @staticmethod
    def comparing(key: Any, *rest: Any) -> SortKey:
        return SortKey(key)


@java_class("JavaArray")
class ArrayFactory:
    """What ``String[]::new`` is translated to."""

    @staticmethod
    def make(size: int = 0) -> JavaList:
        return JavaList()
