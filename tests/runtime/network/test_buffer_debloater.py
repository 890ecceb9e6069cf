from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flinksim.runtime.network.buffer_debloater import BufferDebloater, BufferSizeEMA


@given(st.lists(st.tuples(st.integers(0, 10**9), st.integers(0, 100)), max_size=30))
def test_the_size_stays_within_its_bounds_and_is_announced_when_it_changes(
    rows: list[tuple[int, int]],
) -> None:
    debloater = BufferDebloater()

    for throughput, buffers_in_use in rows:
        before = debloater.last_buffer_size
        announced = debloater.recalculate_buffer_size(throughput, buffers_in_use)
        assert debloater.last_buffer_size == (before if announced is None else announced)
        assert announced is None or 256 <= announced <= 32768
        assert announced != before


def test_a_size_is_not_negative_and_there_is_a_buffer() -> None:
    average = BufferSizeEMA(1024, 32768, 256, 20)

    with pytest.raises(ValueError, match=r"^Size of buffer should be non negative$"):
        average.calculate_buffer_size(-1, 1)
    with pytest.raises(ValueError, match=r"^Number of buffers should be positive$"):
        average.calculate_buffer_size(1, 0)
