from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from flinksim import Simulation, simulate
from flinksim.common import Configuration, Types
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.datastream import MapFunction, RuntimeContext, StreamExecutionEnvironment
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.jobmaster.restart_strategies import (
    MAX_RESTARTS,
    ExponentialDelay,
    FailureRate,
    FixedDelay,
    NoRestart,
    create_restart_strategy,
)
from flinksim.runtime.jobmaster.slot_pool import SlotPool
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.events import (
    ActorCalled,
    CheckpointAborted,
    CheckpointCompleted,
    CheckpointTriggered,
    JobStatusChanged,
    RestartDecided,
    SlotReleased,
    SlotReserved,
    TaskFailed,
    TaskStateChanged,
)
from flinksim.trace.events.event import build_emitter
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS
from tests.checkpoint_jobs import JOBS, environment


def configured(**options: str) -> Configuration:
    configuration = Configuration()
    for name, value in options.items():
        configuration.set_string(
            "restart-strategy." + name.replace("__", ".").replace("_", "-"), value
        )
    return configuration


def test_a_fixed_delay_allows_so_many_attempts() -> None:
    strategy = create_restart_strategy(
        configured(type="fixed-delay", fixed_delay__attempts="2", fixed_delay__delay="3 s")
    )
    assert isinstance(strategy, FixedDelay)
    assert [strategy.compute_delay_ms(0) for _ in range(2)] == [3000, 3000]
    assert strategy.give_up_reason == ""
    assert [strategy.compute_delay_ms(0) for _ in range(2)] == [None, None]
    assert strategy.give_up_reason == (
        "Recovery is suppressed by FixedDelayRestartBackoffTimeStrategy(maxNumberRestartAttempts=2, "
        "backoffTimeMS=3000)"
    )


def test_a_failure_rate_counts_the_failures_within_its_interval() -> None:
    strategy = create_restart_strategy(
        configured(
            type="failurerate",
            failure_rate__max_failures_per_interval="2",
            failure_rate__failure_rate_interval="10 s",
            failure_rate__delay="1 s",
        )
    )
    assert isinstance(strategy, FailureRate)
    assert [strategy.compute_delay_ms(now) for now in (0, 5000, 10_001)] == [1000, 1000, 1000]
    assert strategy.give_up_reason == ""
    assert strategy.compute_delay_ms(14_000) is None
    assert strategy.give_up_reason.startswith(
        "Recovery is suppressed by FailureRateRestartBackoffTimeStra"
    )
    assert strategy.give_up_reason.endswith(
        "(failuresIntervalMS=10000,backoffTimeMS=1000,maxFailuresPerInterval=2)"
    )


@pytest.mark.parametrize(("third_ms", "delay_ms"), [(10_000, None), (10_001, 1000)])
def test_failures_as_far_apart_as_the_interval_are_within_it(
    third_ms: int, delay_ms: int | None
) -> None:
    strategy = FailureRate(2, 10_000, 1000)
    assert [strategy.compute_delay_ms(now) for now in (0, 1, third_ms)] == [1000, 1000, delay_ms]


def test_without_options_the_strategies_are_those_of_flink() -> None:
    fixed = create_restart_strategy(configured(type="fixed-delay"))
    assert [fixed.compute_delay_ms(0) for _ in range(2)] == [1000, None]
    rate = create_restart_strategy(configured(type="failure-rate"))
    assert [rate.compute_delay_ms(now) for now in (0, 60_001, 120_001)] == [1000, 1000, None]
    growing = create_restart_strategy(configured(type="exponential-delay"))
    assert [growing.compute_delay_ms(now) for now in (0, 1001, 3000, 6000)] == [
        1000,
        1500,
        2250,
        3375,
    ]


@pytest.mark.parametrize(
    ("interval", "kind"), [("0 ms", NoRestart), ("10 ms", ExponentialDelay), ("", NoRestart)]
)
def test_a_job_that_takes_checkpoints_is_run_again(interval: str, kind: type[Any]) -> None:
    configuration = Configuration()
    if interval:
        configuration.set_string("execution.checkpointing.interval", interval)
    assert isinstance(create_restart_strategy(configuration), kind)


def test_so_many_attempts_before_the_exponential_delay_begins_anew() -> None:
    strategy = create_restart_strategy(
        configured(
            type="exponential-delay",
            exponential_delay__initial_backoff="1 s",
            exponential_delay__reset_backoff_threshold="1 min",
            exponential_delay__attempts_before_reset_backoff="2",
        )
    )
    assert [strategy.compute_delay_ms(now) for now in (0, 2000)] == [1000, 1500]
    # the last restart was at 3500, and more than a minute has gone by
    assert [strategy.compute_delay_ms(now) for now in (63_501, 65_000)] == [1000, 1500]
    assert strategy.compute_delay_ms(67_000) is None


@pytest.mark.parametrize("name", ["none", "off", "disable"])
def test_other_strategies_do_not_restart(name: str) -> None:
    strategy = create_restart_strategy(configured(type=name))
    assert isinstance(strategy, NoRestart)
    assert strategy.compute_delay_ms(0) is None
    assert strategy.give_up_reason == ""


def test_an_exponential_delay_grows_until_nothing_has_failed_for_a_while() -> None:
    strategy = create_restart_strategy(
        configured(
            type="exponential-delay",
            exponential_delay__initial_backoff="1 s",
            exponential_delay__max_backoff="3 s",
            exponential_delay__backoff_multiplier="2.0",
            exponential_delay__reset_backoff_threshold="1 min",
        )
    )
    assert isinstance(strategy, ExponentialDelay)
    assert [strategy.compute_delay_ms(now) for now in (0, 2000, 5000, 9000)] == [
        1000,
        2000,
        3000,
        3000,
    ]
    assert strategy.compute_delay_ms(12_000 + 60_001) == 1000


def test_an_exponential_delay_without_end_ends_here_and_says_so() -> None:
    strategy = create_restart_strategy(configured(type="exponential-delay"))
    assert isinstance(strategy, ExponentialDelay)
    assert strategy.give_up_reason == ""
    delays = [strategy.compute_delay_ms(90_000 * n) for n in range(MAX_RESTARTS + 1)]
    assert delays[-1] is None
    assert None not in delays[:-1]
    assert "Flink would restart forever" in strategy.give_up_reason


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(ValueError, match=r"restart-strategy\.type.*found 'sometimes'"):
        create_restart_strategy(configured(type="sometimes"))


class FailsTwice(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.attempt = runtime_context.get_attempt_number()

    def map(self, value: Any) -> Any:
        if value == 2 and self.attempt < 2:
            raise RuntimeError("not yet")
        return self.attempt


def job(attempts: int, delay: str) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment(
        configured(
            type="fixed-delay", fixed_delay__attempts=str(attempts), fixed_delay__delay=delay
        )
    )
    env.from_collection([1, 2], Types.INT()).map(FailsTwice(), Types.INT()).print()
    return env


@pytest.mark.parametrize("traced", [True, False])
def test_one_run_holds_all_attempts_and_time_goes_on(
    traced: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with run_settings(RunSettings(traced=traced)) as runs:
        job(2, "7 ms").execute()
    (cluster,) = runs.clusters
    assert cluster.status == "FINISHED"
    assert [str(failure.error) for failure in cluster.failures] == ["not yet", "not yet"]
    assert cluster.clock.now_ms == 14
    assert {task.execution.attempt for task in cluster.tasks} == {2}
    assert capsys.readouterr().out.split() == ["0", "1", "2", "2"]


def test_a_simulation_restarts_as_execute_does() -> None:
    sim = simulate(job(2, "1 s")).run()
    assert sim.status == "FINISHED"
    assert sim.results[-1].value == 2
    assert [f.delay_ms for f in sim.trace.get_events(RestartDecided)] == [1000, 1000]


def test_the_last_error_is_told_when_the_attempts_are_used_up() -> None:
    with (
        run_settings(RunSettings()) as runs,
        pytest.raises(
            JobExecutionError, match=r"(?s)not yet.*suppressed by FixedDelay.*Attempts=1"
        ),
    ):
        job(1, "0 ms").execute()
    (cluster,) = runs.clusters
    assert cluster.status == "FAILED"
    assert len(cluster.failures) == 2


def test_a_failure_is_told_with_its_kind_its_words_and_its_record() -> None:
    sim = simulate(job(2, "1 s")).run()
    (first, second) = sim.trace.get_events(TaskFailed)
    assert (first.error, first.message, first.record) == ("RuntimeError", "not yet", "2")
    assert first.subtask == sim.cluster.tasks[0].subtask
    assert first.operator == sim.cluster.tasks[0].operators[1].id
    assert first.code.startswith("test_restarts.py, line ")
    assert second == first


def test_what_belongs_to_no_task_fails_as_a_whole() -> None:
    sim = simulate(job(2, "1 s"))
    sim.run(until=2)  # steps 0 and 1
    sim.cluster.job_master.fail_job("all of it")
    (failure,) = sim.cluster.failures
    assert (failure.vertex_name, str(failure.error), failure.step) == ("JobMaster", "all of it", 1)
    assert (failure.subtask, failure.operator, failure.record, failure.user_location) == ("",) * 4
    (decided,) = sim.trace.get_events(RestartDecided)
    assert (decided.subtask, decided.tasks, decided.delay_ms) == ("", 1, 1000)


@pytest.mark.parametrize("retention", ["RETAIN_ON_CANCELLATION", "NO_EXTERNALIZED_CHECKPOINTS"])
def test_a_job_that_has_finished_takes_its_checkpoints_away(retention: str, tmp_path: Path) -> None:
    env = environment(
        10,
        execution__checkpointing__dir=str(tmp_path),
        **{"execution.checkpointing.externalized-checkpoint-retention": retention},
    )
    JOBS["tumbling"](env).sink_to(TransactionalSink())
    sim = simulate(env)
    sim.step(lambda step: bool(sim.trace.get_events(CheckpointCompleted)))
    assert len(list(tmp_path.rglob("_metadata"))) == 1
    assert sim.run().status == "FINISHED"
    assert len(list(tmp_path.rglob("_metadata"))) == 0


@pytest.mark.parametrize("attempts", [0, 1])
def test_what_belongs_to_no_task_ends_the_job_when_no_attempt_is_left(attempts: int) -> None:
    sim = simulate(job(attempts, "1 s"))
    sim.run(until=2)
    sim.cluster.job_master.fail_job("all of it")
    told = [text for text in moves(sim) if text.startswith("job")]
    after = (
        ["job RUNNING RESTARTING"] if attempts else ["job RUNNING FAILING", "job FAILING FAILED"]
    )
    assert told == ["job CREATED RUNNING", *after]
    assert sim.cluster.job_master.is_over is (not attempts)
    sim.cluster.job_master.fail_job("again")
    assert len(sim.cluster.failures) == 1 + attempts


class Interrupted(MapFunction):
    def map(self, value: Any) -> Any:
        raise KeyboardInterrupt("enough")


def test_a_job_that_its_user_interrupts_is_not_run_again() -> None:
    env = StreamExecutionEnvironment.get_execution_environment(
        configured(type="fixed-delay", fixed_delay__attempts="9", fixed_delay__delay="1 s")
    )
    env.from_collection([1, 2], Types.INT()).map(Interrupted(), Types.INT()).print()
    sim = simulate(env)
    with pytest.raises((KeyboardInterrupt, JobExecutionError)):
        sim.run()
    told = [text for text in moves(sim) if text.startswith("job")]
    assert told == ["job CREATED RUNNING", "job RUNNING FAILING", "job FAILING FAILED"]
    assert not sim.trace.get_events(RestartDecided)


def test_a_checkpoint_under_way_is_given_up_when_the_job_is_cancelled() -> None:
    env = environment(10)
    JOBS["tumbling"](env).sink_to(TransactionalSink())
    sim = simulate(env)
    sim.step(lambda step: bool(sim.trace.get_events(CheckpointTriggered)))
    sim.cancel()
    (aborted,) = sim.trace.get_events(CheckpointAborted)
    assert aborted.reason == "CheckpointCoordinator shutdown."


# --- the order of things, as the log of real Flink 2.3.0 has it --------------------------------------


def two_regions(attempts: int) -> Simulation:
    env = StreamExecutionEnvironment.get_execution_environment(
        configured(
            type="fixed-delay", fixed_delay__attempts=str(attempts), fixed_delay__delay="1 s"
        )
    )
    env.set_parallelism(2)
    (
        env.from_sequence(1, 5).set_parallelism(1)
        .map(FailsOnce(), Types.LONG()).key_by(lambda v: v).map(lambda v: v).print()
    )  # fmt: skip
    other = env.from_sequence(1, 9).set_parallelism(1).rebalance()
    other.map(lambda v: time.sleep(1) or v).print()
    return simulate(env)


class FailsOnce(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.attempt = runtime_context.get_attempt_number()

    def map(self, value: Any) -> Any:
        if value == 3 and self.attempt < 1:
            raise RuntimeError("boom")
        return value


def moves(sim: Simulation) -> list[str]:
    """What became of the job and its executions, in order."""
    return [
        f"job {event.before} {event.after}"
        if isinstance(event, JobStatusChanged)
        else f"{event.subtask} #{event.attempt} {event.after}"
        for event in sim.trace.events
        if isinstance(event, JobStatusChanged | TaskStateChanged)
    ]


def test_only_the_region_that_failed_is_cancelled_and_run_again() -> None:
    sim = two_regions(1).run()
    told = moves(sim)
    names = [task.actor_id for task in sim.cluster.tasks]
    ours = [name for name in names if name in ("v1/0", "v2/0", "v2/1", "v4/0", "v4/1")]
    others = [name for name in names if name not in ours]
    # all of a region are SCHEDULED before any is DEPLOYING
    assert told[0] == "job CREATED RUNNING"
    assert told[1:9] == [f"{name} #0 SCHEDULED" for name in (*ours, *others)]
    assert told[9:17] == [f"{name} #0 DEPLOYING" for name in (*ours, *others)]
    failed = next(place for place, text in enumerate(told) if text.endswith("FAILED"))
    restarting = told.index("job RUNNING RESTARTING")
    assert restarting == failed + 1
    after = told[restarting + 1 :]
    # from the sinks to the sources, all before any is CANCELED
    canceling = [text for text in after if text.endswith("CANCELING")]
    assert canceling == [
        f"{name} #0 CANCELING" for name in reversed(ours) if f"{name} #0 CANCELING" in told
    ]
    assert after[: len(canceling)] == canceling
    again = told.index("job RESTARTING RUNNING")
    assert told[again + 1 : again + 6] == [f"{name} #1 SCHEDULED" for name in ours]
    assert told[again + 6 : again + 11] == [f"{name} #1 DEPLOYING" for name in ours]
    assert not any(text.startswith(f"{name} #1") for text in told for name in others)
    assert told[-1] == "job RUNNING FINISHED"
    sink = next(vertex for vertex in sim.plan.vertices if vertex.id == "v4")
    sinks = {f"o{sink.operators[-1].node}/{index}" for index in range(2)}
    written = sorted(event.value for event in sim.results if event.operator in sinks)
    assert written == [1, 1, 2, 2, 3, 4, 5]


def test_a_job_that_is_not_restarted_cancels_all_its_tasks_from_the_sources_on() -> None:
    sim = two_regions(0)
    with pytest.raises(JobExecutionError, match="boom"):
        sim.run()
    told = moves(sim)
    failing = told.index("job RUNNING FAILING")
    names = [task.actor_id for task in sim.cluster.tasks]
    canceling = [text for text in told if text.endswith("CANCELING")]
    assert told[failing + 1 : failing + 1 + len(canceling)] == canceling
    order = [names.index(text.split()[0]) for text in canceling]
    assert order == sorted(order)
    assert told[-1] == "job FAILING FAILED"


class LooksAtTheClock(MapFunction):
    seen: ClassVar[list[float]] = []

    def map(self, value: Any) -> Any:
        time.sleep(3)
        return value

    def close(self) -> None:
        self.seen.append(time.time())


def test_a_job_that_is_cancelled_closes_its_functions_in_the_time_of_its_tasks() -> None:
    LooksAtTheClock.seen.clear()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1, 2], Types.INT()).map(LooksAtTheClock(), Types.INT()).print()
    sim = simulate(env)
    sim.step(lambda step: bool(sim.results))
    sim.cancel()
    assert LooksAtTheClock.seen == [3.0]
    told = [text for text in moves(sim) if text.startswith("job") or "#0 CANCEL" in text]
    assert told == [
        "job CREATED RUNNING", "job RUNNING CANCELLING", "v1/0 #0 CANCELING", "v1/0 #0 CANCELED",
        "job CANCELLING CANCELED",
    ]  # fmt: skip
    assert time.time() > 10**9


class FailsInOneSubtask(MapFunction):
    def __init__(self, subtask: int) -> None:
        self.subtask = subtask

    def open(self, runtime_context: RuntimeContext) -> None:
        self.fails = (
            runtime_context.get_index_of_this_subtask() == self.subtask
            and runtime_context.get_attempt_number() < 1
        )

    def map(self, value: Any) -> Any:
        if self.fails and value > 6:
            raise RuntimeError("boom")
        return value


@pytest.mark.parametrize("subtask", [0, 1])
def test_the_subtasks_of_one_vertex_are_restarted_apart(subtask: int) -> None:
    """Forward edges join subtask to subtask: each pair is a region of its own."""
    env = StreamExecutionEnvironment.get_execution_environment(
        configured(type="fixed-delay", fixed_delay__attempts="1", fixed_delay__delay="0 s")
    )
    env.set_parallelism(2)
    env.disable_operator_chaining()
    env.from_sequence(1, 14).map(FailsInOneSubtask(subtask), Types.LONG()).print()
    sim = simulate(env).run()
    assert sim.status == "FINISHED"
    attempts = {task.actor_id: task.execution.attempt for task in sim.cluster.tasks}
    assert {name for name, attempt in attempts.items() if attempt} == {
        f"v{vertex}/{subtask}" for vertex in (1, 2, 3)
    }
    written = sorted(event.value for event in sim.results)
    assert sorted(set(written)) == list(range(1, 15))
    assert len(written) < 28  # the other half went on as it was


# --- slots -----------------------------------------------------------------------------------------


def of_slots(sim: Simulation) -> list[Any]:
    """What became of slots, when the job was restarting, and when slots were offered after that."""
    found: list[Any] = []
    for event in sim.trace.events:
        if isinstance(event, JobStatusChanged):
            found.append(event.after)
        elif isinstance(event, SlotReleased | SlotReserved):
            found.append(event)
        elif (
            isinstance(event, ActorCalled) and event.call == "offerSlots" and "RESTARTING" in found
        ):
            found.append(event.call)
    return found


def of_one_region(crash: str) -> list[Any]:
    env = StreamExecutionEnvironment.get_execution_environment(
        configured(type="fixed-delay", fixed_delay__attempts="1", fixed_delay__delay="1 s")
    )
    env.set_parallelism(2)
    env.from_sequence(1, 50).map(lambda value: value).rebalance().print()
    sim = simulate(env).run(until=20)
    sim.crash(crash).run()
    assert sim.status == "FINISHED"
    return of_slots(sim)


def test_slots_are_given_back_when_their_last_task_has_ended_and_taken_anew() -> None:
    """In the order of the log of Flink 2.3.0: RESTARTING, "Free reserved slot" for each, RUNNING, and
    "Reserve free slot" for each, which is the same one.
    """
    assert of_one_region("v1/1") == [
        "RUNNING", "RESTARTING", SlotReleased("tm0", 0, lost=False),
        SlotReleased("tm1", 0, lost=False), "RUNNING", SlotReserved("tm0", 0),
        SlotReserved("tm1", 0), "FINISHED",
    ]  # fmt: skip


def test_the_slot_of_a_lost_task_manager_is_lost_and_another_is_taken_in_its_place() -> None:
    """In the order of the log of Flink 2.3.0, of ``MiniCluster.terminateTaskManager(0)`` and then
    ``startTaskManager()``: RESTARTING, "Free reserved slot" and "Releasing slot" for the lost one,
    "Free reserved slot" for the other, RUNNING, "Reserve free slot" for the one that is left, "Received
    [SlotOffer" of the new TaskManager, and "Reserve free slot" for that one.
    """
    assert of_one_region("tm0") == [
        "RUNNING", "RESTARTING", SlotReleased("tm0", 0, lost=True),
        SlotReleased("tm1", 0, lost=False), "RUNNING", SlotReserved("tm1", 0), "offerSlots",
        SlotReserved("tm0", 0), "FINISHED",
    ]  # fmt: skip


def test_a_slot_is_lost_once() -> None:
    told: list[Any] = []
    both: Any = [SimpleNamespace(id=name, task_manager="tm0", slot=1) for name in ("v1/0", "v2/0")]
    pool = SlotPool(both, build_emitter(told))
    pool.mark_lost("v1/0")
    for order in (["offered", SlotReserved("tm0", 1)], [SlotReserved("tm0", 1), "offered"]):
        pool.release(["v2/0"])
        assert told == []  # another runs there
        pool.release(["v1/0"])
        assert told == [SlotReleased("tm0", 1, lost=order[0] == "offered")]
        told.clear()
        pool.reserve(["v1/0", "v2/0"], lambda: told.append("offered"))
        assert told == order
        told.clear()


def test_a_lost_slot_is_told_as_lost() -> None:
    assert [
        render_event(
            KINDS_BY_CLASS[SlotReleased],
            SlotReleased("tm0", 1, lost=lost),
            Formatter(two_regions(1).trace.plan),
        )
        for lost in (True, False)
    ] == [
        "Slot 1 of tm0 is lost with its TaskManager.",
        "Slot 1 of tm0 is released: no task uses it.",
    ]


def test_a_slot_in_which_another_region_runs_on_is_not_given_back() -> None:
    assert of_slots(two_regions(1).run()) == ["RUNNING", "RESTARTING", "RUNNING", "FINISHED"]
