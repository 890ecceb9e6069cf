"""Which user functions keep their task busy: ``time.sleep``, and ``flinksim.cost``.

Records that wait for a busy task come later, and others with them; only the simulator follows that.
So such a program is refused before it runs, as far as one can tell by reading its functions; what is
not found so is found when it sleeps.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from flinksim.common.cost import CostlyCallable, _Meter

_DEEPEST = 12
_REAL_SLEEP = time.sleep


def what_keeps_busy(spec: Any) -> str | None:
    """The function of *spec* that sleeps or has a cost, in words; ``None`` if there is none."""
    return _Search().look(spec, 0)


class _Search:
    """Follows functions, their closures and globals, and the fields and methods of objects."""

    def __init__(self) -> None:
        self._seen: dict[int, Any] = {}

    def look(self, thing: Any, depth: int) -> str | None:
        if depth > _DEEPEST or id(thing) in self._seen:
            return None
        self._seen[id(thing)] = thing  # kept, so that no other thing gets its id
        if isinstance(thing, CostlyCallable | _Meter):
            return "has a cost (flinksim.cost)"
        if isinstance(thing, MethodType):
            return self.look(thing.__func__, depth) or self.look(thing.__self__, depth + 1)
        if isinstance(thing, FunctionType):
            return self._in_function(thing, depth)
        for part in _parts(thing):
            found = self.look(part, depth + 1)
            if found:
                return found
        return None

    def _in_function(self, function: FunctionType, depth: int) -> str | None:
        if function.__module__.startswith(("flinksim.", "pyspark.")):
            # Of ours only what a closure holds can be the user's.
            names: list[str] = []
        else:
            names = list(_names(function.__code__))
        for name in names:
            found = function.__globals__.get(name)
            if found is _REAL_SLEEP or (found is time and "sleep" in names):
                return f"calls time.sleep in {function.__qualname__}"
        cells = [cell.cell_contents for cell in function.__closure__ or () if _is_full(cell)]
        called = [function.__globals__[name] for name in names if name in function.__globals__]
        for other in [*cells, *called]:
            told = self.look(other, depth + 1)
            if told:
                return told
        return None


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _is_full(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # raises where nothing was put yet
    except ValueError:
        return False
    return True


def _parts(thing: Any) -> Iterator[Any]:
    """The fields of an object, and the methods of its class if that is the user's."""
    if isinstance(thing, ModuleType | BuiltinFunctionType | str | bytes | int | float):
        return
    if isinstance(thing, list | tuple):
        yield from thing[:100]
        return
    if isinstance(thing, dict):
        yield from list(thing.values())[:100]
        return
    kind = thing if isinstance(thing, type) else type(thing)
    if thing is not kind:
        yield from vars(thing).values() if hasattr(thing, "__dict__") else ()
        for name in getattr(kind, "__slots__", ()):
            yield getattr(thing, name, None)
    for base in kind.__mro__:
        if not base.__module__.startswith(("flinksim.", "pyspark.", "builtins", "typing", "abc")):
            yield from (v for v in vars(base).values() if isinstance(v, FunctionType))
