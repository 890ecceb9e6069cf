"""The pictures of event time, drawn in Node: in Chinese nothing of their own is left in English."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import save_trace
from tests.trace.random_runs import random_run

HERE = Path(__file__).parent
ESBUILD = HERE.parents[2] / "widgets/node_modules/esbuild"
pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not ESBUILD.is_dir(),
    reason="Node and its packages are not here",
)
OURS = {
    "idle",
    "max",
    "min",
    "barrier",
    "active",
    "created",
    "deploying",
    "initializing",
    "running",
}
OURS |= {"canceling", "canceled", "finished", "flinksim", "endofdata", "endofpartition", "quot"}
OURS |= {"cancelmarker"}
"""Flink's own words: states of tasks and statuses in the stream."""


@cache
def texts(seed: int, language: str, folder: Path) -> list[str]:
    path = folder / f"{seed}.flinktrace"
    save_trace(random_run(seed), path)
    command = ["node", str(HERE / "drawn_in_node.mjs"), str(path), language]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


def _known(trace: Trace) -> set[str]:
    """Words of the run itself: names of its plan, values and texts of its facts."""
    all_texts = [repr(trace.plan), *map(repr, trace.events)]
    return {word.lower() for text in all_texts for word in re.findall(r"[A-Za-z]+", text)} | OURS


NAMES = re.compile(r"\w+…|邮箱：.*|mailbox: .*")  # noqa: RUF001
"""Names that were cut, and those of mails, which are the run's own."""


def _left(seed: int, language: str, folder: Path) -> list[str]:
    known = _known(random_run(seed)) - {"watermark", "timers", "record", "open", "read", "channel"}
    return [
        text
        for text in texts(seed, language, folder)
        if set(re.findall(r"[a-z]{3,}", NAMES.sub("", text).lower())) - known
    ]


@pytest.mark.parametrize("seed", [0, 3, 8, 11])
def test_nothing_is_left_in_english(seed: int, tmp_path: Path) -> None:
    assert _left(seed, "zh", tmp_path) == []


def test_in_english_it_finds_what_they_say(tmp_path: Path) -> None:
    found = _left(8, "en", tmp_path)
    assert "waits for input" in found
    assert any("buffers queued" in one for one in found)
