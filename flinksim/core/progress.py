"""Progress bars for runs.

The number of steps of a simulation is not known in advance, but the time at which its input ends
may be. A run on Spark has stages, and each stage has a known number of tasks.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol, TextIO

_BAR_WIDTH = 30


class ProgressSource(Protocol):
    """A run whose progress can be shown, such as ``MiniCluster``."""

    steps_taken: int

    @property
    def clock(self) -> Clock: ...


class Clock(Protocol):
    """The processing-time clock of a simulation, from which a progress bar reads the time."""

    now_ms: int


class ProgressBar:
    """A progress bar for a simulation; call it with the run from time to time.

    With the virtual times *from_ms* and *until_ms* of the start and end it shows a bar, otherwise a count
    of steps. On a terminal it redraws one line and erases it at the end. Elsewhere it writes one line per
    quarter of the run.
    """

    def __init__(
        self, stream: TextIO, from_ms: int | None = None, until_ms: int | None = None
    ) -> None:
        self._stream = stream
        self._from_ms = from_ms
        self._until_ms = until_ms
        self._last_quarter = 0
        self._drawn_width = 0

    def __call__(self, run: ProgressSource) -> None:
        done = self._compute_progress(run.clock.now_ms)
        if self._stream.isatty():
            self._draw(self._format_line(run, done))
        elif done is not None and int(done * 4) > self._last_quarter:
            self._last_quarter = int(done * 4)
            self._stream.write(self._format_line(run, done) + "\n")

    def close(self) -> None:
        """Erase the bar from the terminal."""
        if self._drawn_width:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()

    def _compute_progress(self, now_ms: int) -> float | None:
        if self._from_ms is None or self._until_ms is None or self._until_ms <= self._from_ms:
            return None
        return min(1.0, max(0.0, (now_ms - self._from_ms) / (self._until_ms - self._from_ms)))

    def _format_line(self, run: ProgressSource, progress: float | None) -> str:
        steps = f"{run.steps_taken:,} steps"
        if progress is None:
            return f"{steps}, processing time {run.clock.now_ms:,} ms"
        full = int(progress * _BAR_WIDTH)
        now = datetime.fromtimestamp(run.clock.now_ms / 1000, UTC)
        bar = "#" * full + "-" * (_BAR_WIDTH - full)
        return f"[{bar}] {progress:4.0%}  {now:%Y-%m-%d %H:%M}  {steps}"

    def _draw(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(self._drawn_width))
        self._stream.flush()
        self._drawn_width = max(self._drawn_width, len(line))


class Stage(Protocol):
    """A stage of a Spark job, with its number of tasks and how many of them are done."""

    @property
    def stage(self) -> str: ...

    @property
    def done(self) -> int: ...

    @property
    def tasks(self) -> int: ...

    @property
    def ended(self) -> bool: ...


class StageProgressBar:
    """A progress bar for each stage of a larger run; call it with a stage from time to time.

    On a terminal or in a notebook each stage has one line, which is redrawn and stays when the next
    stage begins. Elsewhere one line is written when a stage ends.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._can_redraw = can_redraw(stream)
        self._stage: str | None = None
        self._line = ""
        self._drawn_width = 0

    def __call__(self, state: Stage) -> None:
        if state.stage != self._stage:
            self.close()
            self._stage = state.stage
        if self._can_redraw:
            self._draw(_format_stage_line(state))
        elif state.ended:
            self._stream.write(_format_stage_line(state) + "\n")
        if state.ended:
            self.close()

    def close(self) -> None:
        """End the line of the last stage."""
        if self._drawn_width:
            self._stream.write("\n")
            self._stream.flush()
        self._stage, self._line, self._drawn_width = None, "", 0

    def _draw(self, line: str) -> None:
        # An exported notebook shows every line that was ever drawn, so draw only changes.
        if line != self._line:
            self._stream.write("\r" + line.ljust(self._drawn_width))
            self._stream.flush()
        self._line, self._drawn_width = line, max(self._drawn_width, len(line))


def _format_stage_line(state: Stage) -> str:
    share = state.done / state.tasks if state.tasks else 0.0
    full = int(share * _BAR_WIDTH)
    bar = "#" * full + "-" * (_BAR_WIDTH - full)
    return f"[{bar}] {share:4.0%}  {state.stage}, {state.done} of {state.tasks} tasks"


def can_redraw(stream: TextIO) -> bool:
    """Return whether the last line of *stream* can be redrawn (a terminal or a notebook)."""
    return stream.isatty() or type(stream).__module__.startswith("ipykernel")
