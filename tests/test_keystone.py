"""The keystone: folding the first n steps of a trace gives the state of the live runtime after n steps.

Random small jobs, random input, random decisions. And the same decisions give the same trace, byte for
byte, in two processes with different hash seeds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flinksim import (
    ArrivalOrder,
    Interleaving,
    RoundRobin,
    RunSettings,
    Scripted,
    Seeded,
    Simulation,
    simulate,
)
from flinksim.common import Configuration, Duration, WatermarkStrategy
from flinksim.common.time import Time
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.runtime.live_view import build_job_state
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.trace.state.job_state import JobView
from tests.failing import Fails, restarts


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


DEFAULT_NETWORK = NetworkSettings()


@dataclass(frozen=True)
class Job:
    """A small job: what hypothesis draws."""

    splits: dict[str, list[tuple[str, int]]]
    pauses: dict[str, list[int]]
    source_parallelism: int
    parallelism: int
    assigner: str
    lateness_ms: int
    delay_ms: int
    idleness_ms: int
    rebalance: bool
    chaining: bool
    segment_bytes: int
    sleep_s: float = 0.0
    network: NetworkSettings = DEFAULT_NETWORK
    latency_markers_ms: int = 0
    debloating: bool = False
    failures: int = 0
    fails_at: int = 1
    restarts_after_ms: int = 0

    def environment(self) -> StreamExecutionEnvironment:
        configuration = Configuration.from_dict(
            {"taskmanager.network.memory.buffer-debloat.enabled": self.debloating}
        )
        restarts(configuration, self.failures, self.restarts_after_ms)
        env = StreamExecutionEnvironment.get_execution_environment(configuration)
        env.get_config().set_latency_tracking_interval(self.latency_markers_ms)
        env.set_parallelism(self.parallelism)
        if not self.chaining:
            env.disable_operator_chaining()
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(self.delay_ms))
        if self.idleness_ms:
            strategy = strategy.with_idleness(Duration.of_millis(self.idleness_ms))
        script = {
            name: [
                item
                for (key, timestamp), wait_ms in zip(records, self.pauses[name], strict=True)
                for item in (pause(wait_ms), record((key, timestamp, 1)))
            ]
            for name, records in self.splits.items()
        }
        stream = env.from_source(
            ScriptedSource(script), strategy.with_timestamp_assigner(SecondField()), "script"
        ).set_parallelism(self.source_parallelism)
        stream = stream.filter(lambda value: value[1] % 7 != 0)
        if self.sleep_s:
            stream = stream.map(lambda value: time.sleep(self.sleep_s) or value).start_new_chain()
        if self.rebalance:
            stream = stream.rebalance().map(Fails(self.failures, self.fails_at))
        windows = {
            "tumbling": TumblingEventTimeWindows.of(Time.milliseconds(1000)),
            "sliding": SlidingEventTimeWindows.of(Time.milliseconds(1000), Time.milliseconds(400)),
            "session": EventTimeSessionWindows.with_gap(Time.milliseconds(500)),
        }
        (
            stream.key_by(lambda value: value[0])
            .window(windows[self.assigner])
            .allowed_lateness(self.lateness_ms)
            .sum(2)
            .print()
        )
        return env


networks = st.builds(
    NetworkSettings,
    buffer_timeout_ms=st.sampled_from([None, 0, 7, 100, -1]),
    latency_ms=st.sampled_from([0, 0, 3]),
    bytes_per_s=st.sampled_from([None, None, 20_000]),
    flow_control=st.sampled_from(["credits", "before credits"]),
)


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    names = draw(st.sampled_from([("s0",), ("s0", "s1"), ("s0", "s1", "s2")]))
    pair = st.tuples(st.sampled_from("abc"), st.integers(0, 4000))
    splits = {name: draw(st.lists(pair, max_size=12)) for name in names}
    wait_ms = st.sampled_from([0, 0, 50, 200, 450])
    return Job(
        splits=splits,
        pauses={name: [draw(wait_ms) for _ in records] for name, records in splits.items()},
        source_parallelism=draw(st.integers(1, 3)),
        parallelism=draw(st.integers(1, 3)),
        assigner=draw(st.sampled_from(["tumbling", "sliding", "session"])),
        lateness_ms=draw(st.sampled_from([0, 700])),
        delay_ms=draw(st.sampled_from([0, 300])),
        idleness_ms=draw(st.sampled_from([0, 400])),
        rebalance=draw(st.booleans()),
        chaining=draw(st.booleans()),
        segment_bytes=draw(st.sampled_from([32, 64, 32768])),
        sleep_s=draw(st.sampled_from([0.0, 0.0, 0.03, 0.25])),
        network=draw(networks),
        latency_markers_ms=draw(st.sampled_from([0, 0, 90])),
        debloating=draw(st.sampled_from([False, False, True])),
        failures=draw(st.sampled_from([0, 0, 1, 2])),
        fails_at=draw(st.integers(1, 9)),
        restarts_after_ms=draw(st.sampled_from([0, 30, 1000])),
    )


schedules = st.one_of(
    st.just(ArrivalOrder()),
    st.just(RoundRobin()),
    st.integers(0, 10_000).map(Seeded),
    st.lists(st.integers(0, 5), max_size=150).map(Scripted),
    st.lists(st.integers(0, 5), max_size=150).map(lambda script: Scripted(script, Seeded(1))),
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs(), interleaving=schedules, steps=st.integers(1, 40))
def test_what_is_shown_is_this_run_to_its_end(
    job: Job, interleaving: Interleaving, steps: int
) -> None:
    sim = bench(job, interleaving).run(until=steps)
    shown = sim._run_ahead(100_000)
    assert shown.events[: len(sim.trace.events)] == sim.trace.events
    assert sim.run().digest == shown.digest()


def bench(job: Job, interleaving: Interleaving) -> Simulation:
    network = replace(job.network, segment_bytes=job.segment_bytes)
    return simulate(
        job.environment(), settings=RunSettings(interleaving=interleaving, network=network)
    )


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs(), interleaving=schedules)
def test_the_fold_of_the_trace_is_the_live_runtime_after_every_step(
    job: Job, interleaving: Interleaving
) -> None:
    sim = bench(job, interleaving)
    folded = JobView()
    seen = 0
    while True:
        for event in sim.trace.events[seen:]:
            folded.apply(event)
        seen = len(sim.trace.events)
        assert folded == build_job_state(sim.cluster), f"after step {len(sim.trace) - 1}"
        if sim.step() is None:
            break
    assert sim.status == "FINISHED"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs(), interleaving=schedules)
def test_the_decisions_of_a_run_repeat_it(job: Job, interleaving: Interleaving) -> None:
    first = bench(job, interleaving).run()
    script = Scripted(first.trace.decisions, interleaving)
    again = bench(job, script).run()
    assert again.digest == first.digest
    assert again.trace.decisions == first.trace.decisions


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs(), interleaving=schedules, data=st.data())
def test_a_fork_has_the_same_beginning(job: Job, interleaving: Interleaving, data: Any) -> None:
    sim = bench(job, interleaving).run()
    at = data.draw(st.integers(1, len(sim.trace)))
    fork = sim.fork(at=at, interleaving=Seeded(5))
    first, last = 0, sim.trace.event_range(at - 1)[1]
    assert fork.trace.events[first:last] == sim.trace.events[first:last]
    assert len(fork.trace) == at
    fork.run()
    assert fork.status == "FINISHED"
    assert Simulation(fork._pipeline, fork._settings).run().digest == fork.digest


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(job=jobs(), interleaving=schedules, at=st.floats(0, 1))
def test_a_view_from_a_keyframe_is_the_fold_from_the_start(
    job: Job, interleaving: Interleaving, at: float
) -> None:
    from flinksim.trace.state.job_state import apply_events
    from flinksim.trace.state.keyframes import StateKeyframes

    trace = bench(job, interleaving).run().trace
    steps = round(at * len(trace))
    end = trace.event_range(steps - 1)[1] if steps else 0
    assert StateKeyframes(trace, interval=7).get_state_after(steps) == apply_events(
        trace.events[:end]
    )


def test_the_keystone_fails_if_a_event_is_forgotten() -> None:
    job = Job(
        {"s0": [("a", 100), ("b", 2500)]}, {"s0": [0, 300]}, 1, 1, "tumbling", 0, 0, 0, False, True,
        32768,
    )  # fmt: skip
    sim = bench(job, ArrivalOrder()).run()
    live = build_job_state(sim.cluster)
    for kind in ("TimerRegistered", "InputWatermarkAdvanced", "ElementReceived", "CreditChanged"):
        folded = JobView()
        try:
            for event in sim.trace.events:
                if type(event).__name__ != kind:
                    folded.apply(event)
        except KeyError:
            continue  # the fold itself noticed
        assert folded != live or kind not in {type(f).__name__ for f in sim.trace.events}


PROGRAM = """
from tests.test_keystone import Job, bench
from flinksim import Seeded
job = Job({"s0": [("a", 100), ("b", 900), ("c", 2500)], "s1": [("b", 10), ("a", 1200)]},
          {"s0": [0, 250, 300], "s1": [100, 0]}, 2, 2, "sliding", 700, 300, 400, True, True, 64)
print(bench(job, Seeded(11)).run().digest)
"""


def test_two_processes_with_different_hash_seeds_give_one_digest() -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    digests = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout.strip())
    assert len(digests) == 1
