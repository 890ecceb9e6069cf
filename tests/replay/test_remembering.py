"""Functions that remember something by themselves are not spread over copies, and not guessed."""

from __future__ import annotations

import itertools
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import (
    FilterFunction,
    KeyedProcessFunction,
    MapFunction,
    ProcessWindowFunction,
)
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.transformations import MapSpec
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.graph.statefulness import find_hidden_state, find_mutated_global
from flinksim.replay import NotReproducible, ReplaySettings, SparkJob
from flinksim.replay.expressions.symbolic_execution import compile_function
from flinksim.replay.expressions.symbolic_values import NotExpressible, RecordShape
from flinksim.replay.extract.extractor import NotExtractable
from tests.replay.many_cases import differences, simulated
from tests.replay.random_programs import outcome_of_job
from tests.replay.test_zoom import firings_in, firings_of, run

RATES = {"a": 2, "b": 3}
SEEN: set[Any] = set()
LATEST: list[Any] = []
NUMBERS = itertools.count()
DICE = random.Random(1)
COUNT = 0


class Numbered(MapFunction):
    def __init__(self) -> None:
        self.count = 0

    def map(self, value: Any) -> Any:
        self.count += 1
        return (*value[:2], value[2] * 1000 + self.count)


class Dedup(FilterFunction):
    def __init__(self) -> None:
        self.seen: list[Any] = []

    def filter(self, value: Any) -> bool:
        if value[1] in self.seen:
            return False
        self.seen.append(value[1])
        return True


class OpenedDedup(FilterFunction):
    def open(self, runtime_context: Any) -> None:
        self.seen = set()

    def filter(self, value: Any) -> bool:
        is_new = value[1:] not in self.seen
        self.seen.add(value[1:])
        return is_new


class OpenedRecent(FilterFunction):
    def open(self, runtime_context: Any) -> None:
        self.recent = deque(maxlen=3)

    def filter(self, value: Any) -> bool:
        self.recent.append(value[2])
        return sum(self.recent) % 3 != 0


class Added(MapFunction):
    """Adds what it has got in ``open``."""

    def __init__(self) -> None:
        self.k = 10

    def open(self, runtime_context: Any) -> None:
        self.k += 100

    def map(self, value: Any) -> Any:
        return (*value[:2], value[2] + self.k)


class Next(MapFunction):
    def __init__(self) -> None:
        self.n = 0

    def next(self) -> int:
        self.n += 1
        return self.n

    def map(self, value: Any) -> Any:
        return (*value[:2], value[2] * 1000 + self.next())


class CalledBySuper(Numbered):
    def map(self, value: Any) -> Any:
        return super().map(value)


class Rolled(MapFunction):
    def __init__(self) -> None:
        self.dice = random.Random(7)

    def map(self, value: Any) -> Any:
        return (*value[:2], value[2] + self.dice.randrange(1000))


class Tally(KeyedProcessFunction):
    """Counts over all keys of its task."""

    def __init__(self) -> None:
        self.total = 0

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.total += 1
        yield (value[1], self.total)


class WindowTally(ProcessWindowFunction):
    def __init__(self) -> None:
        self.windows: dict[str, int] = {}

    def process(self, key: Any, context: Any, elements: Any) -> Any:
        self.windows["all"] = self.windows.get("all", 0) + 1
        yield (key, self.windows["all"], len(list(elements)))


class Scaled(MapFunction):
    """Remembers nothing: what it holds, it only reads."""

    FACTOR = 3

    def __init__(self) -> None:
        self.rates = {"k0": 2}
        self.offset = 7

    def map(self, value: Any) -> Any:
        return (*value[:2], value[2] * self.rates.get(value[1], self.FACTOR) + self.offset)


class Proper(KeyedProcessFunction):
    """Remembers in state, which is as it should be."""

    def open(self, runtime_context: Any) -> None:
        self.seen = runtime_context.get_state(ValueStateDescriptor("seen", Types.INT()))
        described = MapStateDescriptor("more", Types.STRING(), Types.LIST(Types.LONG()))
        self.more = runtime_context.get_map_state(described)

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        self.seen.update((self.seen.value() or 0) + 1)
        self.more.put("x", [1])
        counts = {}
        counts[value[1]] = self.seen.value()
        yield (value[1], counts[value[1]])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    rng = random.Random(3)
    lines = ["split,arrival,ts:timestamp,key,v:int"]
    for number in range(400):
        ts = 1000 + number * 10 - rng.choice([0, 0, 300])
        lines.append(f"s{number % 3},{1000 + number * 10},{ts},k{rng.randrange(9)},{number % 5}")
    path.write_text("\n".join(lines) + "\n")
    return path


def stream_of(log: Path, parallelism: int = 2) -> Any:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(50))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    return env.from_source(EventLogSource(log), strategy, "log")


def windowed(stream: Any) -> Any:
    windows = stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1)))
    return windows.allowed_lateness(100).sum(2)


def job_of(stream: Any, **settings: Any) -> SparkJob:
    stream.sink_to(CollectSink())
    pipeline = stream.get_execution_environment().pipeline("job")
    return SparkJob(None, pipeline, ReplaySettings(**settings))


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "numbered": lambda stream: windowed(stream.map(Numbered())),
    "dedup": lambda stream: windowed(stream.filter(Dedup())),
    "dedup, opened": lambda stream: windowed(stream.filter(OpenedDedup())),
    "recent, opened": lambda stream: windowed(stream.filter(OpenedRecent())),
    "by super": lambda stream: windowed(stream.map(CalledBySuper())),
    "rolled": lambda stream: windowed(stream.map(Rolled())),
    "next": lambda stream: windowed(stream.map(Next())),
    "bound": lambda stream: windowed(stream.map(Next().map)),
    "added": lambda stream: windowed(stream.map(Added())),
    "tally": lambda stream: stream.key_by(lambda v: v[1]).process(Tally()),
    "window tally": lambda stream: (
        stream.key_by(lambda v: v[1])
        .window(TumblingEventTimeWindows.of(Time.seconds(1)))
        .process(WindowTally())
    ),
    "behind keys": lambda stream: (
        stream.key_by(lambda v: v[1]).process(Proper()).map(lambda v: (0, *v)).map(Numbered())
    ),
    "scaled": lambda stream: windowed(stream.map(Scaled())),
    "proper": lambda stream: stream.key_by(lambda v: v[1]).process(Proper()),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_pieces_and_units_change_nothing(name: str, log: Path) -> None:
    stream = PROGRAMS[name](stream_of(log))
    with job_of(stream, chunks=5, units=8) as job:
        expected = simulated(job.pipeline)
        assert expected is not None
        assert expected[2].total() > 5
        assert not differences(outcome_of_job(job), expected)


@pytest.mark.parametrize("name", ["scaled", "proper"])
def test_what_remembers_nothing_runs_in_parallel(name: str, log: Path) -> None:
    with job_of(PROGRAMS[name](stream_of(log)), units=8) as job:
        splits = [stage.partitioning for stage in job.stages]
    assert splits[:2] == ["any order", "by key"]


def test_the_reason_is_told(log: Path) -> None:
    with job_of(PROGRAMS["numbered"](stream_of(log))) as job:
        assert (
            "'Map' may keep data from record to record: Numbered sets .count in map()"
        ) in job.explain()


def test_a_window_of_a_function_that_remembers_is_not_cut_out(log: Path) -> None:
    with (
        job_of(PROGRAMS["window tally"](stream_of(log))) as job,
        pytest.raises(NotExtractable, match=r"WindowTally may change the content of \.windows"),
    ):
        job.zoom("k1", (2000, 3000))


def test_a_window_behind_a_function_that_remembers_is_cut_out_with_all_before(log: Path) -> None:
    with job_of(PROGRAMS["numbered"](stream_of(log)), chunks=5) as job:
        firings = list(job.iterate_firings())
        for key in ("k1", "k5"):
            zoom = job.zoom(key, (2000, 3000))
            expected = firings_of(firings, zoom.window_node, key, (2000, 3000))
            assert expected
            assert firings_in(run(zoom), zoom.window_node, key, (2000, 3000)) == expected


def looking_up(value: Any) -> Any:
    out = {}
    out["x"] = RATES[value[1]]
    return (value[0], out["x"], RATES.get(value[1]), sorted(RATES.items()))


def assigned(value: Any) -> Any:
    global COUNT
    COUNT += 1
    return value


def latest(value: Any) -> Any:
    LATEST[0:] = [value]
    return value


def counting() -> Callable[[Any], Any]:
    count = 0

    def counted(value: Any) -> Any:
        nonlocal count
        count += 1
        return count

    return counted


def with_counter() -> Callable[[Any], Any]:
    counter: Counter[str] = Counter()

    def counted(value: Any) -> Any:
        counter[value[1]] += 1
        return counter[value[1]]

    return counted


HELPER = Next()


@pytest.mark.filterwarnings("ignore:.*Python creates this list once:UserWarning")
@pytest.mark.parametrize(
    ("function", "told"),
    [
        (lambda v: v[1] not in SEEN and not SEEN.add(v[1]), "changes SEEN"),
        (lambda v, seen=[]: seen.append(v) or v, "changes seen"),
        (lambda v: [SEEN.add(x) for x in v], "changes SEEN"),
        (lambda v: (v, next(NUMBERS)), "takes the next element of NUMBERS"),
        (lambda v: DICE.random() < 0.5, "changes DICE"),
        (lambda v: random.random() < 0.5, "changes random"),
        (lambda v: (v, HELPER.next()), "changes HELPER"),
        (SEEN.add, "add of a set"),
        (assigned, "sets COUNT"),
        (latest, "changes LATEST"),
        (counting(), "sets count"),
        (with_counter(), "changes counter"),
    ],
)
def test_a_variable_outside_that_is_changed_is_refused(
    function: Callable[[Any], Any], told: str, log: Path
) -> None:
    stream = stream_of(log).map(function).name("odd")
    with pytest.raises(NotReproducible, match=f"'odd' {told}.* a variable outside of the function"):
        job_of(stream)


@pytest.mark.parametrize(
    "function",
    [
        looking_up,
        lambda v: RATES.get(v[1], 0),
        lambda v: [x for x in v if x in SEEN],
        lambda v: v[1].add(v[2]),
        lambda v: random.Random(v[2]).random(),
        lambda v: (lambda seen: seen.append(v) or seen)([]),
        str.upper,
        Scaled().map,
    ],
)
def test_what_only_looks_is_not_refused(function: Callable[[Any], Any], log: Path) -> None:
    with job_of(stream_of(log).map(function)) as job:
        spec = job.stages[0].vertex.operators[1].node.spec
        assert isinstance(spec, MapSpec)
        assert find_mutated_global(spec) is None
        assert find_hidden_state(spec) is None


RECORD = RecordShape(
    "tuple", ((("column", "ts"), "int"), (("column", "key"), "str"), (("column", "v"), "int"))
)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (Added().map, "has its own open()"),
        (Dedup().filter, ".seen of a Dedup"),
        (Next().map, ".next of a Next"),
        (Rolled().map, ".dice of a Rolled"),
        (lambda v, seen=[]: v[1] not in seen, "an argument with a list as default"),
    ],
)
def test_what_an_object_remembers_is_no_expression(
    function: Callable[[Any], Any], reason: str
) -> None:
    with pytest.raises(NotExpressible) as refused:
        compile_function(function, RECORD)
    assert reason in str(refused.value)


class Plus(MapFunction):
    STEP = 2

    def __init__(self, more: int) -> None:
        self.more = more

    def map(self, value: Any) -> Any:
        return (value[1], value[2] * self.STEP + self.more)


def test_constant_fields_are_read() -> None:
    assert compile_function(Plus(5).map, RECORD) == compile_function(
        lambda v: (v[1], v[2] * 2 + 5), RECORD
    )


ONE_LINE = (lambda value: value, lambda value: SEEN.add(value))


def test_of_two_functions_in_one_line_each_has_its_own_text() -> None:
    told = [find_mutated_global(MapSpec(function)) for function in ONE_LINE]
    assert told[0] is None
    assert told[1] is not None
    assert told[1].startswith("changes SEEN")


def test_what_has_no_text_is_taken_to_remember() -> None:
    known: dict[str, Any] = {"__name__": __name__, "MapFunction": MapFunction}
    exec("class Typed(MapFunction):\n    def map(self, value):\n        return value\n", known)
    told = find_hidden_state(MapSpec(known["Typed"]()))
    assert told == "Typed has a method map() without source code"
