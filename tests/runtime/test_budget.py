"""A run that takes more than its budget is ended, and says which limit, and where."""

from __future__ import annotations

import itertools
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.cli import main
from flinksim.common import Configuration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import SourceFunction
from flinksim.datastream.window import Trigger, TriggerResult, TumblingEventTimeWindows
from flinksim.runtime.budget import format_duration, format_time

clock = time.perf_counter  # time.monotonic would be the virtual clock in a function
YEAR_MS = 31_556_952_000


def bench(
    values: Iterable[Any], function: Callable[[Any], Any], traced: bool = True, **budget: Any
) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection(list(values)).map(function).print()
    return fs.simulate(env, settings=fs.RunSettings(traced=traced, budget=fs.Budget(**budget)))


def spent(sim: fs.Simulation) -> fs.BudgetSpent:
    with pytest.raises(fs.BudgetSpent) as raised:
        sim.run()
    return raised.value


def endless(value: int) -> int:
    while value == 2:
        pass
    return value


LINE = endless.__code__.co_firstlineno + 1


def test_steps_end_a_run_after_a_whole_one() -> None:
    sim = bench(range(1000), lambda n: n, steps=20)
    error = spent(sim)
    assert (error.limit, str(error)) == ("steps", "stopped by a limit: 20 steps")
    assert sim.status == "CANCELED"
    assert sim.cluster.steps_taken == 20
    assert sim.step() is None
    assert spent(sim) is error  # it stays so


def test_steps_taken_one_by_one_are_counted_too() -> None:
    sim = bench(range(1000), lambda n: n, steps=5)
    taken = 0
    while sim.step():
        taken += 1
    assert taken == 5
    assert sim.cluster.budget_error is not None


def test_events() -> None:
    sim = bench(range(1000), lambda n: n, events=100)
    assert spent(sim).limit == "events"
    *before, end = sim.trace
    assert end.action == "cancel"
    assert 100 <= sum(len(step.events) for step in before) < 130


class Forever(Trigger):
    """Registers a timer that is due, from each timer: Flink goes on with them in one go."""

    @staticmethod
    def again(ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(ctx.get_current_watermark() - next(TIMERS))
        return TriggerResult.CONTINUE

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(0)
        return TriggerResult.CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return self.again(ctx)

    def on_processing_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_merge(self, window: Any, ctx: Any) -> None:
        """No window merges."""

    def clear(self, window: Any, ctx: Any) -> None:
        """Timers stay."""


TIMERS = itertools.count(1)


def timers_without_end(**settings: Any) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    (
        env.from_collection([1, 2])
        .assign_timestamps_and_watermarks(
            WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(lambda v, _: v)
        )
        .key_by(lambda v: v)
        .window(TumblingEventTimeWindows.of(Time.seconds(1)))
        .trigger(Forever())
        .reduce(lambda a, b: a)
        .print()
    )
    return fs.simulate(env, settings=fs.RunSettings(**settings))


def test_a_step_without_end_is_ended_by_its_events() -> None:
    sim = timers_without_end(budget=fs.Budget(events=50_000))
    error = spent(sim)
    assert (error.limit, str(error)) == (
        "events",
        "stopped by a limit: 50,000 events within one step",
    )
    assert sim.status == "FAILED"
    assert "stopped by a limit: 50,000 events within" in str(sim.trace.tell())


def test_a_step_without_end_is_ended_without_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flinksim.runtime.watchdog.MAX_EVENTS_PER_STEP", 60_000)
    assert str(spent(timers_without_end())) == "stopped by a limit: 60,000 events within one step"


def test_a_budget_that_is_enough_changes_nothing() -> None:
    free = bench(range(50), lambda n: n).run()
    bound = bench(
        range(50),
        lambda n: n,
        steps=10_000,
        events=100_000,
        call_s=60,
        memory_mb=1e6,
        output_chars=10_000,
        virtual_time_ms=1_000_000,
    ).run()
    assert bound.status == "FINISHED"
    assert bound.digest == free.digest


# --- real time ------------------------------------------------------------------------------------


def assert_is_stopped(sim: fs.Simulation) -> None:
    begun = clock()
    error = spent(sim)
    assert 0.2 < clock() - begun < 5
    assert error.limit == "call_s"
    assert str(error) in [
        f"stopped by a limit: 0.3 s in endless, line {line}" for line in (LINE, LINE + 1)
    ]
    assert sim.status == "FAILED"
    assert sim.failure is not None
    assert "stopped by a limit: 0.3 s in endless" in str(sim.failure)
    assert "stopped by a limit: 0.3 s in endless" in str(sim.trace.tell())
    assert [result.value for result in sim.results] == [1]


def test_an_endless_loop_is_stopped_by_signals() -> None:
    before = signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGINT)
    assert_is_stopped(bench([1, 2, 3], endless, call_s=0.3))
    assert (signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGINT)) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_endless_loop_is_stopped_in_another_thread() -> None:
    found: list[BaseException | None] = []

    def work() -> None:
        try:
            assert_is_stopped(bench([1, 2, 3], endless, call_s=0.3))
        except BaseException as error:
            found.append(error)
        else:
            found.append(None)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(30)
    assert found == [None]


def test_an_endless_loop_is_stopped_where_there_is_no_timer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(signal, "setitimer")
    assert_is_stopped(bench([1, 2, 3], endless, call_s=0.3))
    assert sys.gettrace() is None


def test_steps_that_are_taken_one_by_one_are_stopped_too() -> None:
    sim = bench([1, 2, 3], endless, call_s=0.3)
    while sim.step():
        pass
    assert sim.cluster.budget_error is not None
    assert sim.cluster.budget_error.limit == "call_s"


def test_many_short_calls_are_no_long_one() -> None:
    def short(value: int) -> int:
        until = clock() + 0.04
        while clock() < until:
            pass
        return value

    assert bench(range(20), short, call_s=0.3).run().status == "FINISHED"


def test_no_except_exception_holds_a_call_up() -> None:
    def stubborn(value: int) -> int:
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    assert str(spent(bench([1], stubborn, call_s=0.2))).startswith(
        "stopped by a limit: 0.2 s in stubborn"
    )


def restarting(function: Callable[[int], int], **budget: Any) -> fs.Simulation:
    configuration = Configuration()
    configuration.set_string("restart-strategy.type", "fixed-delay")
    configuration.set_integer("restart-strategy.fixed-delay.attempts", 3)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_collection([1, 2, 3]).map(function).print()
    return fs.simulate(env, settings=fs.RunSettings(budget=fs.Budget(**budget)))


def test_what_was_stopped_is_not_run_again() -> None:
    sim = restarting(endless, call_s=0.3)
    assert spent(sim).limit == "call_s"
    assert (sim.status, len(sim.cluster.failures)) == ("FAILED", 1)

    def pressed(value: int) -> int:
        raise KeyboardInterrupt

    sim = restarting(pressed, steps=1000)
    with pytest.raises(KeyboardInterrupt):
        sim.run()
    assert (sim.status, len(sim.cluster.failures)) == ("FAILED", 1)


def test_what_fails_by_itself_is(capsys: pytest.CaptureFixture[str]) -> None:
    def leaves(value: int) -> int:
        raise SystemExit(0)

    sim = restarting(leaves, steps=1000)
    with pytest.raises(fs.JobExecutionError, match="SystemExit: 0"):
        sim.run()
    assert len(sim.cluster.failures) == 4


class Endless(SourceFunction):
    def run(self, context: Any) -> None:
        context.collect(1)
        while not self.stopped:
            pass

    def cancel(self) -> None:
        self.stopped = True

    stopped = False


def test_a_source_that_gives_nothing_is_stopped() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.add_source(Endless()).print()
    settings = fs.RunSettings(budget=fs.Budget(call_s=0.3))
    assert str(spent(fs.simulate(env, settings=settings))).startswith(
        "stopped by a limit: 0.3 s in run, line "
    )


# --- virtual time, output, memory -----------------------------------------------------------------


def quiet(ms: int, **budget: Any) -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_source(
        ScriptedSource([record(1), pause(ms), record(2)]),
        WatermarkStrategy.no_watermarks(),
        "quiet",
    ).print()
    return fs.simulate(env, settings=fs.RunSettings(budget=fs.Budget(**budget)))


def test_what_comes_in_a_thousand_years_is_told() -> None:
    sim = quiet(1000 * YEAR_MS, virtual_time_ms=60_000)
    error = spent(sim)
    assert error.limit == "virtual_time_ms"
    assert str(error) == (
        "stopped by a limit: 60,000 ms of virtual time; the clock advanced by 999 years to 2969-12-31 12:00:00"
    )
    assert [result.value for result in sim.results] == [1]
    assert quiet(1000 * YEAR_MS, virtual_time_ms=1001 * YEAR_MS).run().status == "FINISHED"


def test_a_clock_that_would_have_to_go_too_far_stays() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_auto_watermark_interval(0)
    source = ScriptedSource([record(1), pause(10 * YEAR_MS), record(2)])
    env.from_source(source, WatermarkStrategy.no_watermarks(), "quiet").print()
    sim = fs.simulate(env, settings=fs.RunSettings(budget=fs.Budget(virtual_time_ms=60_000)))
    assert str(spent(sim)) == (
        "stopped by a limit: 60,000 ms of virtual time; the next event is due in 10 years, "
        "at 1980-01-01 10:12:00"
    )
    assert sim.cluster.clock.now_ms == 0


def test_times_are_told_in_what_suits_them() -> None:
    assert [format_duration(ms) for ms in (5, 5_000, 7_200_000, 3 * 86_400_000)] == [
        "5 ms", "5 s", "2 hours", "3 days",
    ]  # fmt: skip
    assert format_time(1 << 62) == f"{1 << 62:,} ms"


def test_output(capsys: pytest.CaptureFixture[str]) -> None:
    sim = bench(range(1000), lambda n: n, output_chars=10)
    error = spent(sim)
    assert (error.limit, str(error)) == (
        "output_chars",
        "stopped by a limit: 10 characters of output",
    )
    assert capsys.readouterr().out == "0\n1\n2\n3\n4\n"


def test_memory() -> None:
    held: list[bytearray] = []

    def hoard(value: int) -> int:
        while len(held) < 40:
            held.append(bytearray(b"x" * 20_000_000))
        return value

    with open("/proc/self/statm") as stream:
        now_mb = int(stream.read().split()[1]) * 4096 / 1e6
    error = spent(bench([1], hoard, memory_mb=now_mb + 200))
    assert error.limit == "memory_mb"
    assert "MB of memory (" in str(error)
    assert len(held) < 40


# --- arguments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, -1, "5", True, 1.5, float("nan"), [], object()])
def test_wrong_budgets_are_refused(value: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"Budget\(steps\): expected a whole number"):
        fs.Budget(steps=value)


def test_events_are_those_of_a_trace() -> None:
    with pytest.raises(ValueError, match="events"):
        bench([1], lambda n: n, traced=False, events=5)


def test_the_command_has_them_as_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from flinksim.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.from_collection([1, 2, 3]).print()\n"
        "try:\n    env.execute('small')\nexcept Exception:\n    pass\n"
    )
    trace = tmp_path / "run.flinktrace"
    options = ["--max-steps", "3", "--trace", str(trace)]
    assert main(["run", str(program), *options]) == 1  # though the program has caught it
    err = capsys.readouterr().err
    assert "small: canceled, 3 steps" in err
    assert f"trace written to {trace} (the run was stopped by a limit: 3 steps)" in err
    assert fs.load_trace(trace).info["cut"] == "the run was stopped by a limit: 3 steps"
    assert main(["run", str(program), "--max-events", "1_000_000"]) == 0
    with pytest.raises(SystemExit):
        main(["run", str(program), "--max-call-s", "soon"])
    assert "expected a number above 0, found 'soon'" in capsys.readouterr().err
