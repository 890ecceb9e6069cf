"""Which split held the watermark back, for how long, and what freed it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay.operators.watermark_stalls import WatermarkStall
from flinksim.replay.replay_job import ReplaySettings, replay

START = 1_700_000_000_000


def log_of(path: Path, silent: range) -> Path:
    """Two splits, a record each half second; the second is silent for some of them."""
    rows = []
    for i in range(200):
        arrival = START + i * 500
        rows.append((arrival, "a", arrival - 100, "k1", 1))
        if i not in silent:
            rows.append((arrival + 1, "b", arrival - 200, "k2", 1))
    text = "".join(f"{split},{at},{ts},{key},{v}\n" for at, split, ts, key, v in sorted(rows))
    path.write_text("split,arrival,ts:timestamp,key,v:int\n" + text)
    return path


def program(log: Path, idleness_ms: int = 0) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1000))
    if idleness_ms:
        strategy = strategy.with_idleness(Duration.of_millis(idleness_ms))
    strategy = strategy.with_timestamp_assigner(lambda value, _: value[0])
    stream = env.from_source(EventLogSource(log), strategy, "log")
    windows = TumblingEventTimeWindows.of(Time.seconds(5))
    stream.key_by(lambda value: value[1]).window(windows).sum(2).print()
    return env


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_a_silent_split_is_named_until_a_record_frees_it(lowering: Any, tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.csv", range(40, 121))
    with replay(program(log), on="local", settings=ReplaySettings(backend=lowering)) as job:
        (held,) = job.find_watermark_stalls()
        # the last record before is of 19.501 s, the first one after of 60.501 s
        assert held == WatermarkStall(
            ("b",), START + 19_600, START + 60_600, "a record of this split"
        )
        told = [time for *_, time, watermark, _ in job.iterate_watermarks() if watermark]
        assert not [time for time in told if held.from_ms < time < held.until_ms]
        assert held.until_ms in told
        late = [f for f in job.iterate_firings() if f.time - f.window[1] > 30_000]
        zoom = job.zoom(late[0].key, late[0].window)
        assert zoom.watermark_stalls == (held,)
        assert "split 'b' limited the watermark for 41 s, from 2023-11-14 22:13:39.600" in repr(
            zoom
        )
        early = next(f for f in job.iterate_firings() if f.time < START + 12_000)
        assert job.zoom(early.key, early.window).watermark_stalls == ()


def test_an_idle_split_holds_no_longer_than_its_timeout(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.csv", range(40, 121))
    with replay(program(log, 5_000), on="local") as job:
        (held,) = job.find_watermark_stalls()
        assert (held.splits, held.from_ms, held.ended_by) == (
            ("b",), START + 19_600, "its idleness",
        )  # fmt: skip
        assert 5_000 <= held.duration_ms <= 5_800


def test_the_end_of_a_split_frees_it(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.csv", range(40, 200))
    lines = log.read_text().splitlines()
    header = lines[0].replace("arrival,", "arrival,split_end,")
    cells = [line.split(",", 2) for line in lines[1:]]
    ended = [f"{split},{at},,{rest}" for split, at, rest in cells]
    ended.append(f"b,{START + 60_001},true,,,")
    ended.sort(key=lambda line: int(line.split(",")[1]))
    log.write_text("\n".join([header, *ended]) + "\n")
    with replay(program(log), on="local") as job:
        (held,) = job.find_watermark_stalls()
        assert held == WatermarkStall(("b",), START + 19_600, START + 60_200, "its end")


def test_a_sweep_names_it_for_each_idle_timeout(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.csv", range(40, 121))
    with replay(program(log), on="local") as job:
        swept = job.sweep([0, 1_000, 5_000], idleness_ms=[None, 1_000])
        assert swept.find_watermark_stalls() == job.find_watermark_stalls()
        assert swept.find_watermark_stalls(1_000) == []


def test_where_nobody_is_behind_nobody_is_named(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log.csv", range(0))
    with replay(program(log), on="local") as job:
        assert job.find_watermark_stalls() == []
