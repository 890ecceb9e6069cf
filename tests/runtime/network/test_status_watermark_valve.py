"""The valve against a second model, and the facts it reports."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.runtime.elements import ACTIVE, IDLE, Watermark, WatermarkStatus
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.trace.events import (
    ChannelStatusChanged,
    ChannelWatermarkChanged,
    InputStatusChanged,
    InputWatermarkAdvanced,
    TraceEvent,
    WatermarkIgnored,
)
from flinksim.trace.events.event import build_emitter

C0, C1 = ChannelId("c0"), ChannelId("c1")


class Recorder:
    def __init__(self) -> None:
        self.out: list[Any] = []

    def emit_watermark(self, watermark: Watermark) -> None:
        self.out.append(watermark.timestamp)

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        self.out.append(str(status))


class Model:
    """The rules of the notes in another form: everything is derived from the history of a channel.

    A channel is a triple (watermark, active, aligned); the output is worked out from all of them.
    """

    def __init__(self, channels: int) -> None:
        self.state = [(MIN_TIMESTAMP, True, True)] * channels
        self.output = MIN_TIMESTAMP

    def watermark(self, index: int, timestamp: int) -> list[Any]:
        old, active, aligned = self.state[index]
        if not active or timestamp <= old:
            return []
        self.state[index] = (timestamp, True, aligned or timestamp >= self.output)
        return self.advance(min(self.aligned_watermarks(), default=self.output))

    def status(self, index: int, active: bool) -> list[Any]:
        watermark, was_active, _ = self.state[index]
        if active == was_active:
            return []
        if active:
            was_idle = not any(active for _, active, _ in self.state)
            self.state[index] = (watermark, True, watermark >= self.output)
            return ["ACTIVE"] if was_idle else []
        at_output = watermark == self.output
        self.state[index] = (watermark, False, False)
        if any(active for _, active, _ in self.state):
            return self.advance(min(self.aligned_watermarks(), default=self.output), at_output)
        return [*self.advance(max(w for w, _, _ in self.state), at_output), "IDLE"]

    def aligned_watermarks(self) -> list[int]:
        return [watermark for watermark, _, aligned in self.state if aligned]

    def advance(self, timestamp: int, allowed: bool = True) -> list[Any]:
        if not allowed or timestamp <= self.output:
            return []
        self.output = timestamp
        return [timestamp]


operations = st.tuples(
    st.integers(0, 3), st.one_of(st.integers(-5, 25), st.sampled_from(["idle", "active"]))
)


@given(st.integers(1, 4), st.lists(operations, max_size=60))
def test_the_valve_agrees_with_a_second_model(channels: int, ops: list[tuple[int, Any]]) -> None:
    recorder = Recorder()
    valve = StatusWatermarkValve(channels, recorder)
    model = Model(channels)

    for index, argument in ops:
        recorder.out = []
        channel = index % channels
        if isinstance(argument, int):
            valve.input_watermark(Watermark(argument), channel)
            expected = model.watermark(channel, argument)
        else:
            valve.input_watermark_status(IDLE if argument == "idle" else ACTIVE, channel)
            expected = model.status(channel, argument == "active")
        assert recorder.out == expected
        known = [(c.watermark, not c.is_idle, c.is_aligned) for c in valve.channels]
        assert known == model.state
        assert valve.last_output_watermark == model.output
        assert valve.is_idle == all(not active for _, active, _ in model.state)


@given(st.integers(1, 4), st.lists(operations, max_size=60))
def test_the_output_never_goes_back_and_its_holders_stand_at_it(
    channels: int, ops: list[tuple[int, Any]]
) -> None:
    valve, events = traced_valve(channels)
    last = MIN_TIMESTAMP
    seen = 0

    for index, argument in ops:
        if isinstance(argument, int):
            valve.input_watermark(Watermark(argument), index % channels)
        else:
            status = IDLE if argument == "idle" else ACTIVE
            valve.input_watermark_status(status, index % channels)
        for event in events[seen:]:
            if isinstance(event, InputWatermarkAdvanced):
                assert event.after > last
                last = event.after
                for name in event.held_by:
                    assert valve.channels[int(name[1:])].watermark == last
                if event.held_by == ():
                    assert all(channel.is_idle for channel in valve.channels)
        seen = len(events)


@given(st.integers(1, 4), st.lists(operations, max_size=60))
def test_the_events_tell_who_holds_the_others_back_whenever_that_changes(
    channels: int, ops: list[tuple[int, Any]]
) -> None:
    valve, events = traced_valve(channels)
    holders = dict.fromkeys(f"c{i}" for i in range(channels))
    seen = 0
    for index, argument in ops:
        if isinstance(argument, int):
            valve.input_watermark(Watermark(argument), index % channels)
        else:
            status = IDLE if argument == "idle" else ACTIVE
            valve.input_watermark_status(status, index % channels)
        for event in events[seen:]:
            if isinstance(event, ChannelWatermarkChanged | ChannelStatusChanged):
                for name in event.gained:
                    assert name not in holders, "told twice"
                    holders[name] = None
                for name in event.lost:
                    del holders[name]
                holders.pop(event.channel, None)
                if event.holds:
                    holders[event.channel] = None
        seen = len(events)
        aligned = [c.watermark for c in valve.channels if c.is_aligned]
        assert sorted(holders) == [
            f"c{i}"
            for i, channel in enumerate(valve.channels)
            if channel.is_aligned and not channel.is_idle and channel.watermark == min(aligned)
        ]


def traced_valve(channels: int) -> tuple[StatusWatermarkValve, list[TraceEvent]]:
    events: list[TraceEvent] = []
    valve = StatusWatermarkValve(
        channels,
        Recorder(),
        emit=build_emitter(events),
        subtask=SubtaskId("v2/0"),
        input_index=1,
        channel_ids=[ChannelId(f"c{i}") for i in range(channels)],
    )
    return valve, events


def test_the_trace_says_which_channel_holds_the_others_back() -> None:
    valve, events = traced_valve(2)

    valve.input_watermark(Watermark(20), 0)
    assert events == [ChannelWatermarkChanged(C0, MIN_TIMESTAMP, 20, True, False, (), ())]
    events.clear()

    valve.input_watermark(Watermark(10), 1)
    assert events == [
        ChannelWatermarkChanged(C1, MIN_TIMESTAMP, 10, True, True, (), ()),
        InputWatermarkAdvanced(SubtaskId("v2/0"), 1, MIN_TIMESTAMP, 10, (C1,)),
    ]
    events.clear()

    valve.input_watermark(Watermark(20), 1)
    assert events == [
        ChannelWatermarkChanged(C1, 10, 20, True, True, (C0,), ()),
        InputWatermarkAdvanced(SubtaskId("v2/0"), 1, 10, 20, (C0, C1)),
    ]


def test_the_trace_says_why_a_watermark_changed_nothing() -> None:
    valve, events = traced_valve(2)
    valve.input_watermark(Watermark(20), 0)
    valve.input_watermark_status(IDLE, 1)
    events.clear()

    valve.input_watermark(Watermark(20), 0)
    valve.input_watermark(Watermark(30), 1)

    assert events == [
        WatermarkIgnored(C0, 20, "not greater than before"),
        WatermarkIgnored(C1, 30, "channel is idle"),
    ]


def test_the_trace_follows_idleness_and_the_way_back_behind_the_output() -> None:
    valve, events = traced_valve(2)
    valve.input_watermark(Watermark(20), 0)
    events.clear()

    valve.input_watermark_status(IDLE, 1)
    valve.input_watermark_status(IDLE, 1)
    valve.input_watermark_status(ACTIVE, 1)
    assert events == [
        ChannelStatusChanged(C1, True, False, False, (C0,), ()),
        InputWatermarkAdvanced(SubtaskId("v2/0"), 1, MIN_TIMESTAMP, 20, (C0,)),
        ChannelStatusChanged(C1, False, False, False, (), ()),
    ]
    events.clear()

    valve.input_watermark_status(IDLE, 0)
    valve.input_watermark_status(IDLE, 1)
    valve.input_watermark_status(ACTIVE, 0)
    assert events == [
        ChannelStatusChanged(C0, True, False, False, (), ()),
        ChannelStatusChanged(C1, True, False, False, (), ()),
        InputStatusChanged(SubtaskId("v2/0"), 1, True),
        ChannelStatusChanged(C0, False, True, True, (), ()),
        InputStatusChanged(SubtaskId("v2/0"), 1, False),
    ]


def test_a_valve_needs_a_channel() -> None:
    with pytest.raises(ValueError, match="at least one channel, found 0"):
        StatusWatermarkValve(0, Recorder())


def test_the_last_channel_to_go_idle_lets_the_greatest_watermark_through() -> None:
    recorder = Recorder()
    valve = StatusWatermarkValve(4, recorder)
    for channel, timestamp in ((0, 5), (1, 9), (2, 9), (3, 7)):
        valve.input_watermark(Watermark(timestamp), channel)
    assert recorder.out == [5]
    # The last one to go idle stands at the output, and all but that one had gone before.
    for channel in (1, 2, 3, 0):
        valve.input_watermark_status(IDLE, channel)
    assert recorder.out == [5, 9, "IDLE"]
    assert valve.is_idle


def test_a_valve_begins_active_with_all_its_channels() -> None:
    valve = StatusWatermarkValve(2, Recorder())
    assert valve.is_idle is False
    assert [channel.is_idle for channel in valve.channels] == [False, False]
