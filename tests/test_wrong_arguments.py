"""Every public function is called with wrong things: it may take them, or say in words why not.

An error is told if it is raised on purpose: by a ``raise`` in flinksim, or by Python because the call
itself has other arguments. What Python raises inside of flinksim ("'NoneType' object has no attribute
'items'") is an internal error, whatever its class.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

import flinksim as fs
from flinksim.common import Configuration, Row, Time, Types, WatermarkStrategy
from flinksim.connectors.collection_sources import DataGeneratorSource, NumberSequenceSource
from flinksim.connectors.scripted_source import record
from flinksim.core.validation import validate_arguments
from flinksim.datastream import DataStream, MapFunction, StreamExecutionEnvironment
from flinksim.datastream.evictors import CountEvictor, DeltaEvictor, TimeEvictor
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.datastream.state import (
    ListStateDescriptor,
    MapStateDescriptor,
    ValueStateDescriptor,
)
from flinksim.datastream.window import (
    CountSlidingWindowAssigner,
    TimeWindow,
    TumblingEventTimeWindows,
)

PACKAGE = Path(fs.__file__).parent

MODULES = [
    "flinksim",
    "flinksim.common",
    "flinksim.common.watermark_strategy",
    "flinksim.datastream",
    "flinksim.datastream.window",
    "flinksim.datastream.evictors",
    "flinksim.datastream.state",
    "flinksim.datastream.functions",
    "flinksim.datastream.connectors",
    "flinksim.datastream.formats.csv",
    "flinksim.connectors",
    "flinksim.connectors.scripted_source",
    "flinksim.core.atomic_files",
    "flinksim.testing",
    "flinksim.course.checks.window_checks",
    "flinksim.testing.harness",
    "flinksim.course.checks.network_checks",
    "flinksim.trace.query",
    "flinksim.trace.narration.narrator",
    "flinksim.analysis.bottlenecks",
    "flinksim.analysis.compare.schedules",
    "flinksim.analysis.compare.first_difference",
    "flinksim.runtime.budget",
    "flinksim.table",
    "flinksim.metrics",
    "flinksim.viz.plan.plan_import",
    "flinksim.course",
    "flinksim.course.grading",
    "flinksim.analysis.model_checking",
]

NOT_CALLED_BY_USERS = {
    "DataStream": "made by an environment",
    "KeyedStream": "made by key_by",
    "Simulation": "made by simulate",
    "Lesson": "made by open_lesson",
    "CheckResult": "made by a lesson",
    "Grade": "made by grading",
    "JobExecutionError": "made by a run",
    "JobExecutionResult": "made by a run",
    "TimeWindow.merge_windows": "called by the runtime, for each record",
    "long_remainder": "of the house",
    "to_long": "of the house",
    "format_duration_ms": "of the house",
    "check_memory": "of the house",
    "format_duration": "of the house",
    "format_time": "of the house",
    "create_budget_check": "of the house",
    "Labels": "of the house",
    "fill": "of the house",
    "is_told": "of the house",
    "build_key_filter": "of the house",
    "format_lines": "of the house",
    "DataType.of": "of the house, of a SQL type",
    "ResolvedSchema.of_rel": "of the house, of a plan",
    "TableSchema.of_rel": "of the house, of a plan",
    "TableResult": "made by execute_sql",
    "worth_of": "of the house",
    "TumblingEventTimeWindows.assign_windows": "called by the runtime, for each record",
    "Simulation.show": "needs a notebook",
    "Simulation.show_plan": "needs a notebook",
    "DataStream.execute_and_collect": "runs a job",
    "KeyedStream.execute_and_collect": "runs a job",
    "show_plan": "needs a notebook",
}


class Odd:
    def __repr__(self) -> str:
        return "Odd()"


WRONG: list[Any] = [None, 5, -1, 1.5, "x", b"x", "", [], {}, True, Odd(), Odd, 10**30, float("nan")]


def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment.get_execution_environment()


def pairs(of: StreamExecutionEnvironment | None = None) -> DataStream:
    kind = Types.TUPLE([Types.STRING(), Types.INT()])
    return (of or env()).from_collection([("a", 1), ("b", 2)], kind)


def keyed(of: StreamExecutionEnvironment | None = None) -> Any:
    return pairs(of).key_by(lambda pair: pair[0])


def windows() -> Any:
    return keyed().window(TumblingEventTimeWindows.of(Time.seconds(5)))


def connected() -> Any:
    one = env()
    return keyed(one).connect(keyed(one))


def joined() -> Any:
    one = env()
    return pairs(one).join(pairs(one))


def grouped() -> Any:
    one = env()
    return pairs(one).co_group(pairs(one))


def simulation() -> fs.Simulation:
    one = env()
    one.from_collection([1, 2]).print()
    return fs.simulate(one)


MADE: dict[str, Callable[[], Any]] = {
    "StreamExecutionEnvironment": env,
    "DataStream": pairs,
    "KeyedStream": keyed,
    "WindowedStream": windows,
    "AllWindowedStream": lambda: pairs().window_all(TumblingEventTimeWindows.of(Time.seconds(5))),
    "ConnectedStreams": connected,
    "JoinedStreams": joined,
    "CoGroupedStreams": grouped,
    "DataStreamSink": lambda: pairs().print(),
    "Simulation": simulation,
    "Trace": lambda: simulation().run().trace,
    "Configuration": Configuration,
    "WatermarkStrategy": WatermarkStrategy.for_monotonous_timestamps,
    "ExecutionConfig": lambda: env().get_config(),
    "CheckpointConfig": lambda: env().get_checkpoint_config(),
    "SlotSharingGroup": lambda: SlotSharingGroup.builder("g").build(),
    "MapStateDescriptor": lambda: MapStateDescriptor("m", Types.STRING(), Types.INT()),
    "ValueStateDescriptor": lambda: ValueStateDescriptor("v", Types.INT()),
    "ListStateDescriptor": lambda: ListStateDescriptor("v", Types.INT()),
    "Row": lambda: Row(a=1),
    "TumblingEventTimeWindows": lambda: TumblingEventTimeWindows.of(Time.seconds(1)),
}


def exported(module: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions, classes and static methods that *module* has for its users."""
    loaded = importlib.import_module(module)
    names = getattr(loaded, "__all__", None)
    for name in names or sorted(vars(loaded)):
        thing = getattr(loaded, name, None)
        home = str(getattr(thing, "__module__", ""))
        if name.startswith("_") or not home.startswith("flinksim" if names else module):
            continue
        if inspect.isclass(thing):
            if not inspect.isabstract(thing):
                yield name, thing
            for method in sorted(vars(thing)):
                raw = inspect.getattr_static(thing, method)
                if isinstance(raw, staticmethod | classmethod) and not method.startswith("_"):
                    yield f"{name}.{method}", getattr(thing, method)
        elif inspect.isfunction(thing):
            yield name, thing


def methods(name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The methods of a fresh object, made for each call."""
    make = MADE[name]
    cls = type(make())
    for method in dir(cls):
        if method.startswith("_") or not inspect.isfunction(inspect.getattr_static(cls, method)):
            continue

        def call(*args: Any, _method: str = method, **words: Any) -> Any:
            return getattr(make(), _method)(*args, **words)

        call.__signature__ = inspect.signature(getattr(make(), method))  # type: ignore[attr-defined]
        yield f"{name}.{method}", call


def ways_to_call(
    function: Callable[..., Any], wrong: Any
) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """With *wrong* for everything that it needs, and for one thing more."""
    parameters = list(inspect.signature(function).parameters.values())
    by_place = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [wrong for p in by_place if p.default is p.empty]
    if needed:
        yield needed, {}
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        yield [*needed, wrong], {}
    for p in parameters:
        if p in by_place[len(needed) :] or p.kind is p.KEYWORD_ONLY:
            yield needed, {p.name: wrong}


@functools.cache
def lines_that_raise(file: str) -> set[int]:
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def is_told(error: BaseException) -> bool:
    """Whether *error* was raised on purpose."""
    frames = traceback.extract_tb(error.__traceback__)
    if not any(Path(frame.filename).is_relative_to(PACKAGE) for frame in frames):
        return True  # the call itself has other arguments
    last = frames[-1]
    if not Path(last.filename).is_relative_to(PACKAGE):
        return False
    return last.lineno in lines_that_raise(last.filename) and bool(str(error))


def untold(name: str, function: Callable[..., Any]) -> Iterator[str]:
    if name in NOT_CALLED_BY_USERS:
        return
    try:
        inspect.signature(function)
    except (TypeError, ValueError):
        return
    for wrong in WRONG:
        for args, words in ways_to_call(function, wrong):
            try:
                function(*args, **words)
            except Exception as error:
                if not is_told(error):
                    frame = traceback.extract_tb(error.__traceback__)[-1]
                    place = f"{Path(frame.filename).name}:{frame.lineno}"
                    yield f"{name}(*{args}, **{words}): {type(error).__name__}: {error} ({place})"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some of what is wrong is a good name of a file


@pytest.mark.parametrize("module", MODULES)
def test_functions_and_classes_take_it_or_tell(module: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [text for name, function in exported(module) for text in untold(name, function)]
    assert found == []


@pytest.mark.parametrize("name", MADE)
def test_methods_take_it_or_tell(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [text for method, call in methods(name) for text in untold(method, call)]
    assert found == []


def test_an_internal_error_is_found() -> None:
    assert is_told(error_of(lambda: fs.simulate()))  # type: ignore[call-arg]
    assert is_told(error_of(lambda: fs.Scripted(5)))  # type: ignore[arg-type]
    from flinksim.core.java.int64 import to_long

    assert not is_told(error_of(lambda: to_long(None)))  # type: ignore[arg-type]
    from flinksim.trace.storage.codec import compute_digest

    assert not is_told(error_of(lambda: compute_digest(None)))  # type: ignore[arg-type]
    assert list(untold("to_long of another name", to_long))


def error_of(call: Callable[[], Any]) -> BaseException:
    with pytest.raises(Exception) as raised:
        call()
    return raised.value


# --- what took nearly anything --------------------------------------------------------------------

REFUSED: dict[str, Callable[[Any], Any]] = {
    "Configuration.from_dict": Configuration.from_dict,
    "Configuration.add_all": lambda wrong: Configuration().add_all(wrong),
    "Configuration.get_string": lambda wrong: Configuration().get_string(wrong, ""),
    "Scripted": fs.Scripted,
    "from_sequence": lambda wrong: env().from_sequence(wrong, wrong),
    "NumberSequenceSource": lambda wrong: NumberSequenceSource(wrong, wrong),
    "DataGeneratorSource": lambda wrong: DataGeneratorSource(len, wrong),
    "sim.view": lambda wrong: simulation().view(wrong),
    "sim.show": lambda wrong: simulation().show(wrong),
    "sim.run(progress)": lambda wrong: simulation().run(progress=wrong),
    "trace.event_range": lambda wrong: simulation().trace.event_range(wrong),
    "trace.steps_with": lambda wrong: simulation().trace.find_steps(wrong),
    "set_global_job_parameters": lambda wrong: env().get_config().set_global_job_parameters(wrong),
    "run_settings": lambda wrong: fs.run_settings(wrong).__enter__(),
    "RunSettings(network)": lambda wrong: fs.RunSettings(network=wrong),
    "RunSettings(interleaving)": lambda wrong: fs.RunSettings(interleaving=wrong),
    "RunSettings(watchers)": lambda wrong: fs.RunSettings(watchers=wrong),
    "CountEvictor.of": CountEvictor.of,
    "TimeEvictor.of": TimeEvictor.of,
    "DeltaEvictor.of": lambda wrong: DeltaEvictor.of(wrong, wrong),
    "CountSlidingWindowAssigner.of": lambda wrong: CountSlidingWindowAssigner.of(wrong, wrong),
    "scripted.record(timestamp)": lambda wrong: record(1, wrong),
    "TimeWindow": lambda wrong: TimeWindow(wrong, 5),
    "enable_time_to_live": lambda wrong: ValueStateDescriptor("v", Types.INT()).enable_time_to_live(
        wrong
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_took_nearly_anything_refuses_it(name: str) -> None:
    for wrong in (Odd(), "x", 1.5, {"a": 1}.items()):
        if (name, wrong) in (("Configuration.get_string", "x"), ("TimeWindow", 1.5)):
            continue
        error = error_of(functools.partial(REFUSED[name], wrong))
        assert isinstance(error, TypeError | ValueError), (name, wrong)
        assert is_told(error), (name, wrong, error)


# --- how kinds are read ---------------------------------------------------------------------------


@validate_arguments
def function(
    number: int = 1,
    share: float = 0.5,
    texts: list[str] | None = None,
    called: Callable[[int], int] = abs,
    kind: type[Any] = int,
    word: Literal["a", "b"] = "a",
    pair: tuple[str, int] = ("", 0),
    anything: Any = None,
    *more: MapFunction,
    **named: bool,
) -> str:
    return "taken"


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"number": 5, "share": 1, "texts": ["x"], "called": len, "kind": str, "word": "b"},
        {"pair": ("a", 1), "anything": Odd(), "one": True},
    ],
)  # fmt: skip
def test_what_fits_is_taken(words: dict[str, Any]) -> None:
    assert function(**words) == "taken"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"number": "5"}, "function(number): expected a whole number, found '5' (str)."),
        ({"number": True}, "expected a whole number, found True (bool)"),
        ({"share": "x"}, "function(share): expected a number, found 'x' (str)."),
        ({"texts": "x"}, "function(texts): expected a list of text or None, found 'x' (str)."),
        ({"texts": [1]}, "expected a list of text or None, found [1] (list)."),
        ({"called": 5}, "function(called): expected a function, found 5 (int)."),
        ({"kind": 5}, "function(kind): expected a class, found 5 (int)."),
        ({"word": 5}, "function(word): expected 'a' or 'b', found 5 (int)."),
        ({"pair": ("a",)}, "expected a tuple of text, a whole number, found ('a',) (tuple)."),
        ({"one": 5}, "function(named): expected True or False, found 5 (int)."),
        ({"number": Odd}, "expected a whole number, found the class Odd itself."),
    ],
)
def test_what_does_not_fit_is_told(words: dict[str, Any], told: str) -> None:
    with pytest.raises(TypeError) as refused:
        function(**words)
    assert told in str(refused.value)


class Same(MapFunction):
    def map(self, value: Any) -> Any:
        return value


@pytest.mark.parametrize(("name", "kind"), [("word", ""), ("word_or_none", " or None")])
def test_another_word_is_a_wrong_value(name: str, kind: str) -> None:
    with pytest.raises(ValueError) as refused:
        worded(**{name: "c"})
    assert str(refused.value) == f"worded({name}): expected 'a' or 'b'{kind}, found 'c' (str)."


@validate_arguments
def worded(word: Literal["a", "b"] = "a", word_or_none: Literal["a", "b"] | None = None) -> None:
    """Takes words."""


def test_further_arguments_are_checked_too() -> None:
    with pytest.raises(TypeError, match=r"function\(more\): expected a MapFunction, found 5"):
        function(1, 0.5, None, abs, int, "a", ("", 0), None, Same(), 5)  # type: ignore[arg-type]
