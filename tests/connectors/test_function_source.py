"""A program's own ``SourceFunction``: what it collects, when, and how it is stopped."""

from __future__ import annotations

import _thread
import gc
import time
from typing import Any, ClassVar

import pytest

import flinksim as fs
from flinksim.common import Configuration, Types
from flinksim.connectors.source_function import SourceContext
from flinksim.core.lockstep_threads import LOCKSTEP_THREADS
from flinksim.datastream import MapFunction, SourceFunction, StreamExecutionEnvironment

SEEN: list[Any] = []


class Counts(SourceFunction):
    """Numbers, half a second from each to the next, until it is cancelled."""

    is_running = True

    def __init__(self, end: int | None = None) -> None:
        self.end = end

    def open(self, runtime_context: Any) -> None:
        SEEN.append(f"open {runtime_context.get_index_of_this_subtask()}")

    def run(self, ctx: SourceContext) -> None:
        number = 0
        while self.is_running and number != self.end:
            with ctx.get_checkpoint_lock():
                ctx.collect((number, time.time()))
            SEEN.append(f"collected {number} at {time.time()}")
            number += 1
            time.sleep(0.5)
        SEEN.append("run has ended")

    def cancel(self) -> None:
        SEEN.append("cancelled")
        self.is_running = False

    def close(self) -> None:
        SEEN.append("closed")


class Notes(MapFunction):
    def map(self, value: Any) -> Any:
        SEEN.append(f"mapped {value[0]}")
        return value


@pytest.fixture(autouse=True)
def nothing_seen() -> None:
    gc.collect()  # what tests left in the middle
    SEEN.clear()


def environment(parallelism: int = 1) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    return env


def results(sim: fs.Simulation) -> list[Any]:
    return [event.value for event in sim.trace.get_events(fs.ResultWritten)]


def test_it_sees_virtual_time_and_collects_when_it_says() -> None:
    env = environment()
    env.add_source(Counts(3)).map(Notes()).print()
    sim = fs.simulate(env)
    started = time.monotonic()
    sim.run()
    assert time.monotonic() - started < 1.0, "nobody waits"
    assert results(sim) == [(0, 0.0), (1, 0.5), (2, 1.0)]
    assert SEEN == [
        "open 0", "mapped 0", "collected 0 at 0.0", "mapped 1", "collected 1 at 0.5", "mapped 2",
        "collected 2 at 1.0", "run has ended", "closed",
    ]  # fmt: skip
    assert not LOCKSTEP_THREADS


def test_a_run_is_the_same_every_time_and_stepped_like_any_other() -> None:
    def program() -> StreamExecutionEnvironment:
        env = environment(2)
        env.add_source(Counts(4)).rebalance().map(Notes()).print()
        return env

    whole, stepped = (fs.simulate(program(), fs.Seeded(3)) for _ in range(2))
    whole.run()
    for _ in range(len(whole.trace)):
        stepped.step()
    assert len(stepped.trace) == len(whole.trace)
    assert list(stepped.trace.events) == list(whole.trace.events)


def test_what_comes_after_the_call_runs_when_the_record_is_down_the_chain() -> None:
    env = environment()
    env.add_source(Counts()).map(Notes()).print()
    sim = fs.simulate(env)
    sim.run(until=fs.ResultWritten)
    assert SEEN == ["open 0", "mapped 0", "collected 0 at 0.0"]


class Forever(SourceFunction):
    caught: ClassVar[list[str]] = []

    def run(self, ctx: SourceContext) -> None:
        try:
            while True:
                try:
                    ctx.collect(1)
                    time.sleep(1)
                except Exception as error:
                    self.caught.append(repr(error))
        finally:
            SEEN.append("left")

    def cancel(self) -> None:
        SEEN.append("cancelled")


@pytest.mark.parametrize("function", [Counts, Forever])
def test_a_failure_elsewhere_cancels_it(function: Any) -> None:
    def fail(value: Any) -> Any:
        raise ValueError("no more")

    env = environment()
    env.add_source(function()).map(fail).print()
    with pytest.raises(fs.JobExecutionError, match="no more"):
        fs.simulate(env).run()
    assert "cancelled" in SEEN
    assert SEEN[-1] in ("closed", "left")
    assert not LOCKSTEP_THREADS
    assert not Forever.caught


def test_a_simulation_that_nobody_goes_on_with_leaves_no_thread() -> None:
    env = environment()
    env.add_source(Forever()).print()
    sim = fs.simulate(env)
    sim.run(until=fs.ResultWritten)
    assert len(LOCKSTEP_THREADS) == 1
    del sim, env
    gc.collect()
    assert not LOCKSTEP_THREADS


def test_what_run_raises_fails_the_job() -> None:
    class Fails(SourceFunction):
        def run(self, ctx: SourceContext) -> None:
            ctx.collect(1)
            raise LookupError("the well is dry")

        def cancel(self) -> None:
            SEEN.append("cancelled")

    env = environment()
    env.add_source(Fails()).print()
    sim = fs.simulate(env)
    with pytest.raises(fs.JobExecutionError, match="LookupError: the well is dry"):
        sim.run()
    assert results(sim) == [1]
    assert SEEN == [], "a run that has ended is not cancelled"


def test_each_subtask_of_a_parallel_one_runs_a_copy() -> None:
    class Parallel(Counts):
        parallel = True

    env = environment(3)
    env.add_source(Parallel(1)).map(lambda value: value[0], Types.INT()).print()
    sim = fs.simulate(env)
    sim.run()
    assert results(sim) == [0, 0, 0]
    assert sorted(SEEN[:3]) == ["open 0", "open 1", "open 2"]


def test_where_there_are_no_threads_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_threads(*arguments: Any) -> int:
        raise RuntimeError("can't start new thread")

    env = environment()
    env.add_source(Counts(1)).print()
    monkeypatch.setattr(_thread, "start_new_thread", no_threads)
    with pytest.raises(fs.JobExecutionError, match=r"Counts: run\(\) needs its own thread"):
        fs.simulate(env).run()


def test_the_context_wants_whole_milliseconds_and_its_own_thread() -> None:
    class Wrong(SourceFunction):
        def run(self, ctx: SourceContext) -> None:
            ctx.collect_with_timestamp(1, 2.5)  # type: ignore[arg-type]

        def cancel(self) -> None: ...

    env = environment()
    env.add_source(Wrong()).print()
    with pytest.raises(fs.JobExecutionError, match=r"expected whole milliseconds.*found 2\.5"):
        fs.simulate(env).run()


def test_pyflink_has_no_such_thing() -> None:
    options = Configuration().set_string("flinksim.dialect", "pyflink")
    env = StreamExecutionEnvironment.get_execution_environment(options)
    with pytest.raises(TypeError, match="refers to a Java class"):
        env.add_source(Counts())


def test_both_methods_are_wanted() -> None:
    class Half:
        def run(self, ctx: SourceContext) -> None: ...

    with pytest.raises(TypeError, match=r"Half does not have the method cancel\(\)"):
        environment().add_source(Half())
