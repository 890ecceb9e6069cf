"""Buffer debloating: a slow task gets smaller buffers, and so what it has waiting is read sooner."""

from __future__ import annotations

from typing import Any

import pytest

import flinksim as fs
from flinksim import NetworkSettings, RunSettings
from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.tasks.buffer_debloating import ThroughputCalculator, read_debloating_settings
from flinksim.trace.events import BufferSent, BufferSizeAnnounced, MailTaken

ON = "taskmanager.network.memory.buffer-debloat.enabled"


def slow_reader(enabled: bool, ms: int = 2) -> fs.Simulation:
    """A source that never waits before a map that takes *ms* for a record of about 100 bytes."""
    configuration = Configuration.from_dict({ON: enabled})
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    texts = env.from_collection([f"{number:090}" for number in range(2500)])
    mapped = texts.rebalance().map(fs.cost(lambda value: value, ms=ms)).slot_sharing_group("far")
    mapped.print()
    network = NetworkSettings(buffer_timeout_ms=-1, segment_bytes=4096)
    return fs.simulate(env, settings=RunSettings(fs.RoundRobin(), network=network)).run()


def test_a_slow_task_asks_for_smaller_buffers() -> None:
    sim = slow_reader(enabled=True, ms=10)
    announced = sim.trace.get_events(BufferSizeAnnounced)
    assert announced
    # a record of 105 bytes every 10 ms; whole buffers are counted when they are opened
    assert all(5_000 < event.throughput < 11_000 for event in announced)
    sizes = [event.bytes for event in announced]
    assert 1024 > sizes[0] > sizes[1] >= 256, "a second of data is less than 18 times 1 KB"
    assert sizes[-1] > sizes[-2], "at the end few buffers are left, which may be larger"
    sent = [event.bytes for event in sim.trace.get_events(BufferSent) if event.bytes > 100]
    assert max(sent) == 1024, "no buffer is larger than the starting size"
    assert any(event.bytes in sizes for event in sim.trace.get_events(BufferSent))
    assert sim.view().tasks["v3/0"].inputs[0].buffer_bytes == sizes[-1]  # type: ignore[index]


def test_results_are_the_same_and_nothing_happens_unless_it_is_switched_on() -> None:
    on, off = slow_reader(enabled=True), slow_reader(enabled=False)
    assert [event.value for event in on.results] == [event.value for event in off.results]
    assert not off.trace.get_events(BufferSizeAnnounced)
    assert not [event for event in off.trace.get_events(MailTaken) if "Buffer size" in event.mail]
    assert max(event.bytes for event in off.trace.get_events(BufferSent)) == 4096


def test_the_throughput_is_that_of_the_time_with_something_to_read() -> None:
    now = [0]
    calculator = ThroughputCalculator(lambda: now[0])
    assert calculator.calculate_throughput() == 0
    calculator.pause_measurement()
    now[0] = 1000
    calculator.incoming_data_size(500)
    now[0] = 1100
    calculator.pause_measurement()
    now[0] = 2000
    assert calculator.calculate_throughput() == 5000, "500 bytes in the 100 ms before the pause"
    assert calculator.calculate_throughput() == 5000, "no time has passed since"


@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, None), ({ON: "false"}, None), ({ON: "true"}, (200, 1000, 20, 25, 1024, 256, 32768))],
    ids=str,
)
def test_the_settings_are_flinks_unless_they_are_set(
    options: dict[str, Any], expected: Any
) -> None:
    found = read_debloating_settings(Configuration.from_dict(options), 32768)
    if expected is None:
        assert found is None
    else:
        assert found is not None
        assert tuple(getattr(found, name) for name in found.__slots__) == expected
