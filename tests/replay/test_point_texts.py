"""The points of a sweep as people read them."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from flinksim.replay.sweep.sweep_table import format_html, format_table


def test_each_figure_stands_under_its_name() -> None:
    point: Any = SimpleNamespace(
        delay_ms=2_000, idleness_ms=None, lateness_ms=60_000, on_time_share=0.5, counted_share=0.75,
        late=7, lost=8, dropped=9, delay_p50=11, delay_p95=12_000, delay_p99=13_000_000,
        panes_mean=14.25, panes_max=15,
    )  # fmt: skip
    head, row = (re.split(" {2,}", line.strip()) for line in format_table([point]).splitlines())
    assert dict(zip(head, row, strict=True)) == {
        "delay": "2 s", "idle after": "never", "lateness": "1 min", "on time": "50.000%",
        "counted": "75.000%", "late": "7", "dropped": "9", "p50": "11 ms", "p95": "12 s",
        "p99": "3 h 36 min 40 s", "windows": "14.2", "at most": "15",
    }  # fmt: skip
    in_html = re.findall("<t[hd]>(.*?)</t", format_html([point]))
    assert in_html == [*head, *row]
