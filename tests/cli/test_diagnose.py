"""``flinksim diagnose`` on logs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from flinksim.cli import main

START = 1_700_000_000_000
Captured = pytest.CaptureFixture[str]


def _write_log(
    path: Path,
    timestamp: Callable[[int, int], int] = lambda _, arrival: arrival,
    user: Callable[[int], str] = lambda n: f"u{n % 7}",
    split: Callable[[int], int] = lambda n: n % 2,
) -> str:
    rows = ["part,ts,arrived,user,amount"]
    for n in range(400):
        arrival = START + n * 500
        rows.append(f"p{split(n)},{timestamp(n, arrival)},{arrival},{user(n)},{n}")
    path.write_text("\n".join(rows) + "\n")
    return f"{path} split=part arrival=arrived unit=ms"


def _diagnose(log: str, capsys: Captured, *options: str) -> str:
    assert main(["diagnose", log, "--timestamp", "ts", "--key", "user", *options]) == 0
    return capsys.readouterr().out


def test_a_healthy_log(tmp_path: Path, capsys: Captured) -> None:
    text = _diagnose(_write_log(tmp_path / "log.csv"), capsys)
    assert text == (
        f"Examined 400 rows of {tmp_path}/log.csv as a job with event time ts, key user, tumbling "
        "windows of 1 min and a watermark delay of 0 ms.\nNothing suspicious was found.\n"
    )
    chinese = _diagnose(_write_log(tmp_path / "log.csv"), capsys, "--language", "zh")
    assert chinese.startswith(f"已把 {tmp_path}/log.csv 的 400 行作为一个作业检查")


def test_disorder_and_the_delay_that_it_needs(tmp_path: Path, capsys: Captured) -> None:
    rng = Random(3)
    log = _write_log(tmp_path / "log.csv", lambda _, arrival: arrival - rng.randrange(8_000))
    assert "disorder beyond the delay (certain)" in _diagnose(log, capsys)
    assert "Nothing suspicious" in _diagnose(log, capsys, "--delay", "9s")


@pytest.mark.parametrize(
    ("timestamp", "rule"),
    [
        (lambda _, arrival: arrival // 1_000, "timestamps in seconds (certain)"),
        (lambda _, arrival: arrival + 7_200_000, "timestamps in local time (likely)"),
        (
            lambda n, arrival: arrival + (86_400_000 if n == 100 else 0),
            "timestamp in the future (certain)",
        ),
    ],
)
def test_wrong_timestamps(
    tmp_path: Path, capsys: Captured, timestamp: Callable[[int, int], int], rule: str
) -> None:
    log = _write_log(tmp_path / "log.csv", timestamp, split=lambda _: 0)
    assert rule in _diagnose(log, capsys)


def test_keys_and_splits(tmp_path: Path, capsys: Captured) -> None:
    hot = _write_log(tmp_path / "hot.csv", user=lambda n: f"u{n % 20}" if n % 20 < 3 else "u0")
    text = _diagnose(hot, capsys)
    assert "Key 'u0' has 360 of the 400 records" in text
    unique = _write_log(tmp_path / "unique.csv", user=str)
    assert "keys never repeat" in _diagnose(unique, capsys)
    quiet = _write_log(tmp_path / "quiet.csv", split=lambda n: n % 2 * (n < 4 or n > 396))
    assert "Split “p1” of “Source: quiet.csv” had no record for" in _diagnose(quiet, capsys)


def test_an_unknown_column_is_named(tmp_path: Path, capsys: Captured) -> None:
    log = _write_log(tmp_path / "log.csv")
    assert main(["diagnose", log, "--timestamp", "ts", "--key", "usr"]) == 1
    message = capsys.readouterr().err
    assert "--key usr: no such column. The columns are ts, user, amount" in message
    assert main(["diagnose", log, "--timestamp", "time"]) == 1
    assert "time" in capsys.readouterr().err
    assert main(["diagnose", str(tmp_path / "none.csv")]) == 1
    assert "none.csv" in capsys.readouterr().err
