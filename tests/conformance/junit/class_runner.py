"""Run the test methods of a translated JUnit class and count what they say."""

from __future__ import annotations

import re
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from tests.conformance.junit.java_collections import JavaList
from tests.conformance.junit.java_names import (
    CURRENT_TESTS,
    TRANSLATED,
    MissingClass,
    NotExpressible,
    assign_static_fields,
    create_uninitialized,
    find_class,
    java_class,
    load_translated,
)

SECONDS_PER_TEST = 20


class TestTooLong(BaseException):
    """A test ran for more than :data:`SECONDS_PER_TEST`."""

    __test__ = False


class ParameterRow(tuple[Any, ...]):
    """The arguments of one run of a parameterized test."""

    __slots__ = ()


@java_class("Arguments")
class RowFactory:
    @staticmethod
    def of(*values: Any) -> ParameterRow:
        return ParameterRow(values)

    arguments = of


def _as_row(value: Any) -> ParameterRow:
    is_row = isinstance(value, JavaList | ParameterRow)
    return ParameterRow(value if is_row else (value,))


@dataclass
class ClassResult:
    """The methods of one class: passed, failed, or not expressible, with the reason."""

    name: str
    passed: list[str] = field(default_factory=list)
    in_part: dict[str, str] = field(default_factory=dict)
    """Passed methods of which some parameters are not expressible, and why."""
    failed: dict[str, str] = field(default_factory=dict)
    not_expressible: dict[str, str] = field(default_factory=dict)

    @property
    def methods(self) -> int:
        return len(self.passed) + len(self.failed) + len(self.not_expressible)


def run_class(name: str, pattern: str = "") -> ClassResult:
    """Run the methods of the translated class *name* whose names match *pattern*."""
    module = load_translated(name)
    if module is None:
        raise FileNotFoundError(f"{name} is not translated: {TRANSLATED / name}.py")
    cls = getattr(module, name)
    result = ClassResult(name)
    for method in _list_marked(cls, "is_test"):
        if re.search(pattern, method):
            _run_method(module, cls, method, result)
    return result


def _list_marked(cls: type, mark: str) -> list[str]:
    return [name for name in dir(cls) if getattr(getattr(cls, name, None), mark, False) is True]


def _run_method(module: ModuleType, cls: type, method: str, result: ClassResult) -> None:
    passed, missing = 0, ""
    try:
        rows = [
            (of_class, of_method)
            for of_class in _list_class_parameters(cls)
            for of_method in _list_method_parameters(module, cls, method)
        ]
    except NotExpressible as reason:
        result.not_expressible[method] = str(reason)
        return
    for of_class, of_method in rows:
        assign_static_fields(module.__name__)
        try:
            _run_limited(lambda a=of_class, b=of_method: _run_once(cls, method, a, b))
            passed += 1
        except NotExpressible as reason:
            missing = str(reason)
        except (Exception, TestTooLong) as error:
            arguments = str(of_class + of_method) if of_class + of_method else ""
            result.failed[method] = f"{arguments} {_describe(error)}".strip()
            return
    if passed:
        result.passed.append(method)
        if missing:
            result.in_part[method] = missing
    else:
        result.not_expressible[method] = missing


def _run_once(cls: type, method: str, of_class: ParameterRow, of_method: ParameterRow) -> None:
    instance = cls.__new__(cls)
    CURRENT_TESTS.clear()
    CURRENT_TESTS[cls] = instance
    has_constructor = any("__jinit__" in base.__dict__ for base in cls.__mro__)
    instance.__init__(*(of_class if has_constructor else ()))  # type: ignore[misc]
    for before in _list_marked(cls, "runs_before"):
        getattr(instance, before)()
    try:
        getattr(instance, method)(*of_method)
    finally:
        for after in _list_marked(cls, "runs_after"):
            getattr(instance, after)()


def _run_limited(run: Callable[[], None]) -> None:
    def stop(*arguments: Any) -> None:
        raise TestTooLong(f"more than {SECONDS_PER_TEST} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS_PER_TEST)
    try:
        run()
    finally:
        signal.alarm(0)


def _describe(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [f"{frame.lineno}" for frame in frames if str(TRANSLATED) in frame.filename]
    last = frames[-1]
    place = f"line {', '.join(own[-2:])} of the translation; {last.filename}:{last.lineno}"
    return f"{type(error).__name__}: {str(error)[:300]} ({place})"


def _list_class_parameters(cls: type) -> list[ParameterRow]:
    sources = _list_marked(cls, "gives_parameters")
    if not sources:
        return [ParameterRow()]
    return [_as_row(row) for row in getattr(create_uninitialized(cls), sources[0])()]


def _list_method_parameters(module: ModuleType, cls: type, method: str) -> list[ParameterRow]:
    sources = getattr(getattr(cls, method), "sources", None)
    if sources is None:
        return [ParameterRow()]
    rows: list[ParameterRow] = []
    for kind, given in sources:
        value = given.get("value") if isinstance(given, dict) and kind != "ValueSource" else given
        if kind == "ValueSource":
            for values in value.values():
                values = values if isinstance(values, list) else [values]
                rows += [ParameterRow((one,)) for one in values]
        elif kind == "MethodSource":
            source = value[0] if isinstance(value, list) else value or method
            rows += [_as_row(row) for row in getattr(create_uninitialized(cls), source)()]
        elif kind == "EnumSource":
            enum = find_class(value, vars(module))
            if isinstance(enum, MissingClass):
                raise NotExpressible(f"enum {value}")
            rows += [ParameterRow((one,)) for one in enum]
        else:
            raise NotExpressible(kind)
    return rows
