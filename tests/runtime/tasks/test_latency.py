"""Latency markers: they wait where records wait, and measure that."""

from __future__ import annotations

from dataclasses import replace

import flinksim as fs
from flinksim import NetworkSettings, RunSettings
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace.events import ElementWritten, LatencyMeasured
from flinksim.trace.metrics.job_metrics import compute_metrics_after


def paced(interval_ms: int, parallelism: int = 1, map_ms: int = 0) -> StreamExecutionEnvironment:
    """A record every 20 ms for a second, by way of a map on another TaskManager."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().set_latency_tracking_interval(interval_ms)
    env.set_parallelism(1)
    script = [item for number in range(50) for item in (record(number), pause(20))]
    source = ScriptedSource({"numbers": script})
    numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers")
    mapped = numbers.rebalance().map(fs.cost(lambda value: value, ms=map_ms))
    mapped.set_parallelism(parallelism).slot_sharing_group("far")
    mapped.print().set_parallelism(parallelism)
    return env


def run(env: StreamExecutionEnvironment, network: NetworkSettings) -> fs.Simulation:
    return fs.simulate(env, settings=RunSettings(fs.RoundRobin(), network=network)).run()


QUICK = NetworkSettings(buffer_timeout_ms=0, latency_ms=7)


def measured(sim: fs.Simulation) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for event in sim.trace.get_events(LatencyMeasured):
        found.setdefault(event.operator, []).append(event.latency)
    return found


def test_a_marker_measures_the_link() -> None:
    found = measured(run(paced(100), QUICK))
    assert len(found) == 2, "the map and the sink behind it"
    for latencies in found.values():
        assert latencies == [7] * 11


def test_a_marker_waits_for_credit_like_a_record() -> None:
    # credit is back 24 ms after a buffer, and with markers 13 ms apart more goes than it allows
    slower = replace(QUICK, latency_ms=12)
    assert max(max(latencies) for latencies in measured(run(paced(13), slower)).values()) > 12


def test_a_marker_waits_in_buffers_like_a_record() -> None:
    found = measured(run(paced(30), replace(QUICK, buffer_timeout_ms=100)))
    for latencies in found.values():
        assert max(latencies) > 90
        assert min(latencies) < 40


def test_a_marker_waits_behind_a_slow_task() -> None:
    latencies = next(iter(measured(run(paced(100, map_ms=30), QUICK)).values()))
    assert latencies == sorted(latencies)
    assert latencies[-1] > 300


def test_markers_take_the_channels_in_turn() -> None:
    sim = run(paced(100, parallelism=2), QUICK)
    channels = [f.channel for f in sim.trace.get_events(ElementWritten) if f.element == "latency"]
    assert len(channels) == 11
    assert channels[:10] == [channels[0], channels[1]] * 5
    assert channels[0] != channels[1]


def test_markers_change_nothing_else() -> None:
    with_markers, without = run(paced(20), QUICK), run(paced(0), QUICK)
    assert [f.value for f in with_markers.results] == [f.value for f in without.results]
    assert not without.trace.get_events(LatencyMeasured)


def test_the_metric_has_them_by_operator_and_source() -> None:
    sim = run(paced(100), QUICK)
    operator, latencies = next(iter(measured(sim).items()))
    source = sim.plan.vertices[0].operators[0].instance_id(0)
    found = compute_metrics_after(sim.trace).get_latencies(operator)  # type: ignore[arg-type]
    assert found == {source: latencies}
