"""The status watermark valve against what Flink 2.3.0's own class put out."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.runtime.elements import ACTIVE, IDLE, Watermark, WatermarkStatus
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from tests.conformance.fact_files import cases_of


class Recorder:
    """Keeps what a valve lets through, in the form of the facts."""

    def __init__(self) -> None:
        self.out: list[list[Any]] = []

    def emit_watermark(self, watermark: Watermark) -> None:
        self.out.append(["w", watermark.timestamp])

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        self.out.append(["s", "IDLE" if status.is_idle else "ACTIVE"])


@pytest.mark.parametrize("case", cases_of("valve"))
def test_the_valve_lets_through_what_flinks_valve_does(case: dict[str, Any]) -> None:
    recorder = Recorder()
    valve = StatusWatermarkValve(case["channels"], recorder)

    out = []
    for kind, channel, argument in case["ops"]:
        recorder.out = []
        if kind == "w":
            valve.input_watermark(Watermark(argument), channel)
        else:
            valve.input_watermark_status(IDLE if argument == "IDLE" else ACTIVE, channel)
        out.append(recorder.out)

    assert out == case["out"]
