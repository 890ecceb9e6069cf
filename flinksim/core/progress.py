"""Bars that show how far a run has come.

How many steps a simulation will take nobody knows beforehand; where its input ends in time may be
known. A run on Spark has stages, and each stage has tasks that can be counted.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol, TextIO

_WIDTH = 30


class RunInProgress(Protocol):
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

    def __call__(self, run: RunInProgress) -> None:
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

    def _line(self, run: RunInProgress, done: float | None) -> str:
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


class Stage(Protocol):
    """What a bar of stages looks at; :class:`~flinksim.replay.spark.job_monitor.StageState` is one."""

    @property
    def stage(self) -> str: ...

    @property
    def done(self) -> int: ...

    @property
    def tasks(self) -> int: ...

    @property
    def ended(self) -> bool: ...


class StageBar:
    """A bar for each stage of a larger run: called with a stage, now and then.

    On a terminal or in a notebook each stage has one line, drawn over and over, which stays when the
    next stage begins; elsewhere a line is written when a stage is done.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._draws = can_be_drawn_over(stream)
        self._stage: str | None = None
        self._line = ""
        self._drawn = 0

    def __call__(self, state: Stage) -> None:
        if state.stage != self._stage:
            self.close()
            self._stage = state.stage
        if self._draws:
            self._draw(_stage_line(state))
        elif state.ended:
            self._stream.write(_stage_line(state) + "\n")
        if state.ended:
            self.close()

    def close(self) -> None:
        """End the line of the last stage."""
        if self._drawn:
            self._stream.write("\n")
            self._stream.flush()
        self._stage, self._line, self._drawn = None, "", 0

    def _draw(self, line: str) -> None:
        # a notebook that is exported shows every line that was ever drawn
        if line != self._line:
            self._stream.write("\r" + line.ljust(self._drawn))
            self._stream.flush()
        self._line, self._drawn = line, max(self._drawn, len(line))


def _stage_line(state: Stage) -> str:
    share = state.done / state.tasks if state.tasks else 0.0
    full = int(share * _WIDTH)
    bar = "#" * full + "-" * (_WIDTH - full)
    return f"[{bar}] {share:4.0%}  {state.stage}, {state.done} of {state.tasks} tasks"


def can_be_drawn_over(stream: TextIO) -> bool:
    """Whether a line of *stream* can be drawn again: on a terminal, and in a notebook."""
    return stream.isatty() or type(stream).__module__.startswith("ipykernel")
