"""A bar that shows how far a run has come, in processing time.

How many steps a run will take nobody knows beforehand; where its input ends in time may be known.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol, TextIO

_WIDTH = 30


class Run(Protocol):
    """What a bar looks at; ``MiniCluster`` has it."""

    steps_taken: int

    @property
    def clock(self) -> Clock: ...


class Clock(Protocol):
    """Processing time."""

    now_ms: int


class ProgressBar:
    """Called with a run, now and then, it shows how far the run has come.

    With *until_ms* (and *from_ms*) it is a bar, else a count of steps. On a terminal one line is
    drawn over and over and is wiped in the end; elsewhere a line is written for each quarter.
    """

    def __init__(
        self, stream: TextIO, from_ms: int | None = None, until_ms: int | None = None
    ) -> None:
        self._stream = stream
        self._from_ms = from_ms
        self._until_ms = until_ms
        self._quarter = 0
        self._drawn = 0

    def __call__(self, run: Run) -> None:
        done = self._done(run.clock.now_ms)
        if self._stream.isatty():
            self._draw(self._line(run, done))
        elif done is not None and int(done * 4) > self._quarter:
            self._quarter = int(done * 4)
            self._stream.write(self._line(run, done) + "\n")

    def close(self) -> None:
        """Wipe what was drawn."""
        if self._drawn:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()

    def _done(self, now_ms: int) -> float | None:
        if self._from_ms is None or self._until_ms is None or self._until_ms <= self._from_ms:
            return None
        return min(1.0, max(0.0, (now_ms - self._from_ms) / (self._until_ms - self._from_ms)))

    def _line(self, run: Run, done: float | None) -> str:
        steps = f"{run.steps_taken:,} steps"
        if done is None:
            return f"{steps}, processing time {run.clock.now_ms:,} ms"
        full = int(done * _WIDTH)
        now = datetime.fromtimestamp(run.clock.now_ms / 1000, UTC)
        bar = "#" * full + "-" * (_WIDTH - full)
        return f"[{bar}] {done:4.0%}  {now:%Y-%m-%d %H:%M}  {steps}"

    def _draw(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(self._drawn))
        self._stream.flush()
        self._drawn = max(self._drawn, len(line))
