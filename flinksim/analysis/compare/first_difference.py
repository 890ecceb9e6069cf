"""Alignment of two runs of one job by virtual time, with their first difference.

The runs may have different networks, flow control or schedules. They are compared at the end of
each virtual millisecond, just before the clock of either run advances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flinksim.core.ids import ChannelId, SubtaskId
from flinksim.core.validation import validate_arguments
from flinksim.trace.events import ProcessingTimeAdvanced
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView

RunCells = tuple[str, ...]
"""State of each subtask of one run at one virtual time, as the text of a table cell."""


@dataclass(frozen=True, slots=True)
class AlignedState:
    """State of both runs at the end of one virtual millisecond."""

    time_ms: int
    left: RunCells
    right: RunCells

    @property
    def is_different(self) -> bool:
        """Whether any subtask is in different states in the two runs at this virtual time."""
        return self.left != self.right


@dataclass(frozen=True, slots=True)
class RunAlignment:
    """Two runs, aligned by virtual time."""

    names: tuple[str, str]
    subtasks: tuple[SubtaskId, ...]
    subtask_names: tuple[str, ...]
    """Names of the subtasks as tables show them, by subtask id."""
    states: tuple[AlignedState, ...]

    @property
    def first_difference(self) -> int | None:
        """First virtual time in ms at which the runs differ; ``None`` if they never do."""
        return next((moment.time_ms for moment in self.states if moment.is_different), None)

    def find_differing_subtasks(self, state: AlignedState) -> list[SubtaskId]:
        """Return the subtasks whose states in the two runs differ at the virtual time of *state*."""
        columns = zip(self.subtasks, state.left, state.right, strict=True)
        return [subtask for subtask, left, right in columns if left != right]

    def format_table(self, center_ms: int | None = None, max_rows: int = 8) -> str:
        """Format the aligned states as a table.

        Args:
            center_ms: The virtual time in ms to start at, with two rows before it; unless given, the
                first difference.
            max_rows: The maximum number of rows.
        """
        times = [moment.time_ms for moment in self.states]
        center = self.first_difference if center_ms is None else center_ms
        start = (
            0
            if center is None
            else max(0, next((i for i, t in enumerate(times) if t >= center), 0) - 2)
        )
        shown = self.states[start : start + max_rows]
        width = max(
            [len(cell) for m in shown for cell in (*m.left, *m.right)]
            + [len(name) for name in self.subtask_names],
            default=1,
        )
        heads = "  ".join(f"{name:{width}}" for name in self.subtask_names)
        lines = [
            f"{'':12}{self.names[0]:{len(heads)}} | {self.names[1]}",
            f"{'ms':>9}   {heads} | {heads}",
        ]
        for moment in shown:
            mark = ">>" if moment.time_ms == self.first_difference else "  "
            sides = (
                "  ".join(f"{cell:{width}}" for cell in side)
                for side in (moment.left, moment.right)
            )
            lines.append(f"{mark}{moment.time_ms:7}   {' | '.join(sides)}".rstrip())
        return "\n".join(lines)

    def __str__(self) -> str:
        if self.first_difference is None:
            return f"{self.names[0]} and {self.names[1]} do not differ"
        moment = next(each for each in self.states if each.is_different)
        names = dict(zip(self.subtasks, self.subtask_names, strict=True))
        where = ", ".join(names[one] for one in self.find_differing_subtasks(moment))
        return f"first difference at {moment.time_ms} ms, in {where}\n{self.format_table()}"


@validate_arguments
def align_runs(
    left: Trace, right: Trace, names: tuple[str, str] = ("left", "right")
) -> RunAlignment:
    """Align two runs of one job by virtual time.

    Args:
        left: The first run.
        right: The second run.
        names: The names of the runs in tables.

    Raises:
        ValueError: The runs have different subtasks or channels.
    """
    subtasks = tuple(subtask.id for subtask in left.plan.subtasks)
    channels = tuple(channel.id for channel in left.plan.channels)
    right_subtasks = tuple(subtask.id for subtask in right.plan.subtasks)
    if subtasks != right_subtasks or channels != tuple(
        channel.id for channel in right.plan.channels
    ):
        raise ValueError(
            f"the runs belong to different jobs: {left.plan.job_name!r} has the "
            f"subtasks {_format_subtasks(left)}, {right.plan.job_name!r} has "
            f"{_format_subtasks(right)}"
        )
    histories = [_record_history(trace, subtasks) for trace in (left, right)]
    times = sorted({time for history in histories for time, _ in history})
    columns = [_sample_history(history, times) for history in histories]
    moments = [AlignedState(time, *cells) for time, *cells in zip(times, *columns, strict=True)]
    labels = Formatter(left.plan)
    called = tuple(labels.format_id(subtask) for subtask in subtasks)
    return RunAlignment(names, subtasks, called, tuple(moments))


def _format_subtasks(trace: Trace) -> str:
    labels = Formatter(trace.plan)
    return ", ".join(labels.format_id(subtask.id) for subtask in trace.plan.subtasks)


def _record_history(trace: Trace, subtasks: Sequence[SubtaskId]) -> list[tuple[int, RunCells]]:
    """Return the state texts of all subtasks at the end of each virtual millisecond of the run.

    Each entry is the virtual time in ms and the texts, taken just before the clock advances.
    """
    state = JobView()
    inputs: dict[SubtaskId, list[ChannelId]] = {}
    for channel in trace.plan.channels:
        inputs.setdefault(channel.target, []).append(channel.id)
    history: list[tuple[int, RunCells]] = []

    def record_state() -> None:
        cell = tuple(
            _format_subtask(state, subtask, inputs.get(subtask, [])) for subtask in subtasks
        )
        history.append((state.time_ms, cell))

    for event in trace.events:
        if isinstance(event, ProcessingTimeAdvanced):
            record_state()
        state.apply(event)
    record_state()
    return history


def _format_subtask(job_state: JobView, subtask: SubtaskId, channels: Sequence[ChannelId]) -> str:
    """Format the state of a subtask: what it waits for, and how many elements it has read.

    Elements are records, watermarks and other stream elements from its input channels.
    """
    task = job_state.tasks[subtask]
    words = {None: "runs", "no input": "idle", "no output buffer": "backpressured"}
    condition = words.get(task.suspended, task.suspended) if task.state == "RUNNING" else task.state
    if not channels:
        return str(condition).lower()
    read = sum(job_state.channels[channel].read for channel in channels)
    return f"{str(condition).lower()}, {read} read"


def _sample_history(history: list[tuple[int, RunCells]], times: Sequence[int]) -> list[RunCells]:
    """Return the state texts at each of *times*: the last ones recorded at or before that time."""
    cells: list[RunCells] = []
    place = 0
    for time in times:
        while place + 1 < len(history) and history[place + 1][0] <= time:
            place += 1
        cells.append(history[place][1])
    return cells
