"""Sessions of many records at once, against the simulator; and how islands are found."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from flinksim.replay.kernel.session_split import find_islands
from flinksim.replay.replay_job import ReplaySettings
from tests.replay.conftest import MANY
from tests.replay.many_cases import differences, replayed, simulated
from tests.replay.random_programs import DELAYS, WILD, declare_native, write_log

CASES = MANY or 150


@pytest.mark.slow("Spark's random cases")
def test_random_sessions_come_to_the_same(tmp_path: Path) -> None:
    late = dropped = 0
    for seed in range(CASES):
        rng = random.Random(50_000 + seed)
        write_log(rng, tmp_path / "log.csv", WILD if seed % 2 else DELAYS)
        env = declare_native(rng, tmp_path / "log.csv", sessions=1.0)
        expected = simulated(env)
        assert expected is not None
        found = replayed(env, None, ReplaySettings(backend="native"), with_results=False)
        assert not differences(found, (*expected[:2], Counter())), f"seed {seed}"
        late += sum(firing[3] == "late" for firing in expected[0].elements())
        dropped += expected[1].total()
    assert late > CASES / 2
    assert dropped > CASES


def islands(
    rows: list[tuple[int, int, int]], gap: int, lateness: int = 0
) -> tuple[list[list[int]], list[bool], list[int]]:
    """Of (key, timestamp, watermark at arrival): places by island, which are simple, and dropped."""
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3)
    found = find_islands(columns[:, 0], columns[:, 1], columns[:, 2], None, gap, lateness)
    parts = [part.tolist() for part in np.split(found.order, found.starts[1:])]
    return parts, found.is_simple.tolist(), found.dropped.tolist()


def test_records_no_more_than_the_gap_apart_make_an_island() -> None:
    rows = [(1, 100, 0), (2, 104, 0), (1, 110, 0), (1, 121, 0), (2, 90, 0)]
    assert islands(rows, 10) == ([[0, 2], [3], [4], [1]], [True] * 4, [])


@pytest.mark.parametrize(("watermark", "simple"), [(108, True), (109, False)])
def test_what_leads_on_has_to_come_before_the_watermark_reaches_the_end(
    watermark: int, simple: bool
) -> None:
    assert islands([(1, 100, 0), (1, 108, watermark)], 10)[1] == [simple]


def test_another_record_may_lead_on_for_one_that_came_late() -> None:
    assert islands([(1, 100, 0), (1, 103, 110), (1, 106, 0)], 10)[1] == [True]


@pytest.mark.parametrize(("watermark", "dropped"), [(114, []), (115, [1])])
def test_a_record_after_the_cleanup_of_the_whole_is_dropped(
    watermark: int, dropped: list[int]
) -> None:
    parts, _, gone = islands([(1, 101, 0), (1, 99, watermark)], 10, lateness=5)
    assert gone == dropped
    assert parts == ([[0]] if dropped else [[1, 0]])


@pytest.mark.parametrize(("watermark", "simple"), [(109, True), (110, False)])
def test_a_record_that_comes_after_the_firing_makes_another_one(
    watermark: int, simple: bool
) -> None:
    assert islands([(1, 101, 0), (1, 99, watermark)], 10, lateness=5)[1] == [simple]


def test_without_records_there_is_no_island() -> None:
    assert islands([], 10) == ([[]], [], [])


def test_keys_and_times_of_any_size_are_sorted() -> None:
    far = 1 << 62
    none = -(1 << 63)
    assert islands([(far, 5, none), (-far, 7, none), (far, -far, none)], 10)[0] == [[1], [2], [0]]
