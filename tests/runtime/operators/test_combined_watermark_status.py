from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.runtime.operators.combined_watermark_status import CombinedWatermarkStatus

operations = st.lists(st.tuples(st.integers(0, 2), st.one_of(st.integers(0, 30), st.booleans())))


@given(st.integers(1, 3), operations)
def test_the_least_active_input_counts_or_the_greatest_if_all_are_idle(
    inputs: int, ops: list[tuple[int, Any]]
) -> None:
    status = CombinedWatermarkStatus(inputs)
    watermarks = [MIN_TIMESTAMP] * inputs
    idle = [False] * inputs
    combined = MIN_TIMESTAMP

    for index, argument in ops:
        i = index % inputs
        if isinstance(argument, bool):
            idle[i] = argument
            advanced = status.update_status(i, argument)
        else:
            idle[i] = False
            watermarks[i] = max(watermarks[i], argument)
            advanced = status.update_watermark(i, argument)
        active = [w for w, is_idle in zip(watermarks, idle, strict=True) if not is_idle]
        best = min(active) if active else max(watermarks)
        assert advanced == (best > combined)
        combined = max(combined, best)
        assert status.watermark == combined
        assert status.is_idle == all(idle)


def test_an_input_that_wakes_up_behind_holds_the_other_back() -> None:
    # the opposite of what a channel of a valve does
    status = CombinedWatermarkStatus(2)
    status.update_watermark(0, 10)
    assert status.update_status(1, is_idle=True)
    status.update_status(1, is_idle=False)

    assert not status.update_watermark(0, 20)
    assert status.watermark == 10
    assert status.update_watermark(1, 16)
    assert status.watermark == 16


def test_without_inputs_nothing_changes() -> None:
    status = CombinedWatermarkStatus()

    assert not status.update()
    assert status.watermark == MIN_TIMESTAMP
    assert not status.is_idle
