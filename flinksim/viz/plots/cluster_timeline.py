"""Timeline of several jobs on one cluster: the tasks in each slot over virtual time. Not in Flink."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.messages import Message, join_messages, translate_text
from flinksim.trace.events import (
    ActorCalled,
    ExecutionReset,
    ProcessingTimeAdvanced,
    TaskStateChanged,
)
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace

_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""One colour per job; the palette of Okabe and Ito, safe for colour-blind readers."""

_LEFT, _ROW, _TOP, _RIGHT = 110, 30, 58, 16
_WIDTHS = (320, 4000)
_EVEN_SHARE = 0.45
"""Share of the picture's width that is divided evenly between events, whatever time passes.

The rest of the width is proportional to time. Short periods therefore stay visible.
"""

_TERMINAL_STATES = frozenset({"FINISHED", "FAILED", "CANCELED"})
_TASK_MANAGER_CALLS = {
    "registerTaskExecutor": ("plan.registers", "M-5 5L0 -5L5 5z"),
    "disconnectTaskManager": ("plan.is_lost", "M-5 -5L5 5M5 -5L-5 5"),
    "disconnectResourceManager": ("plan.is_stopped", "M-5 -5h10v10h-10z"),
}


@dataclass(frozen=True, slots=True)
class SlotOccupancy:
    """A period in which a slot ran tasks of a job; ``state`` is their final state."""

    job: str
    slot: tuple[str, int]
    attempt: int
    start_ms: int
    end_ms: int
    state: str


@dataclass(frozen=True, slots=True)
class TaskManagerEvent:
    """A time at which a TaskManager registered, was lost, or was stopped."""

    task_manager: str
    time_ms: int
    call: str


def find_slot_occupancies(job: str, trace: Trace) -> list[SlotOccupancy]:
    """Find the periods in which the job occupied its slots, one per attempt, ordered by end."""
    places = {one.id: (one.task_manager, one.slot) for one in _get_plan(trace).subtasks}
    running: dict[tuple[str, int], set[str]] = {}
    since: dict[tuple[str, int], int] = {}
    worst: dict[tuple[str, int], str] = {}
    attempts: dict[tuple[str, int], int] = {}
    occupancies: list[SlotOccupancy] = []
    now = 0
    for now, event in _iterate_timed_events(trace):
        if not isinstance(event, TaskStateChanged | ExecutionReset):
            continue
        slot = places[event.subtask]
        tasks = running.setdefault(slot, set())
        after = "CREATED" if isinstance(event, ExecutionReset) else event.after
        attempts[slot] = event.attempt
        if after == "DEPLOYING":
            if not tasks:
                since[slot], worst[slot] = now, "FINISHED"
            tasks.add(event.subtask)
        elif after in _TERMINAL_STATES and event.subtask in tasks:
            tasks.discard(event.subtask)
            if after == "FAILED" or (after == "CANCELED" and worst[slot] != "FAILED"):
                worst[slot] = after
            if not tasks:
                occupancies.append(
                    SlotOccupancy(job, slot, attempts[slot], since[slot], now, worst[slot])
                )
    occupancies += [
        SlotOccupancy(job, slot, attempts[slot], since[slot], now, "RUNNING")
        for slot, tasks in running.items()
        if tasks
    ]
    return occupancies


def find_task_manager_events(trace: Trace) -> list[TaskManagerEvent]:
    """Find when TaskManagers registered, were lost, or were stopped, in a job's trace."""
    marks = []
    for now, event in _iterate_timed_events(trace):
        if isinstance(event, ActorCalled) and event.call in _TASK_MANAGER_CALLS:
            manager = event.called if event.call == "disconnectResourceManager" else event.caller
            marks.append(TaskManagerEvent(manager, now, event.call))
    return list(dict.fromkeys(marks))


def _get_plan(trace: Trace) -> Plan:
    plan = trace.plan_or_none
    assert plan is not None, "a job that was submitted has a plan"
    return plan


def _iterate_timed_events(trace: Trace) -> Iterator[tuple[int, object]]:
    now = _get_plan(trace).start_time_ms
    for event in trace.events:
        if isinstance(event, ProcessingTimeAdvanced):
            now = event.after
        yield now, event


def draw_cluster(traces: Mapping[str, Trace], width: int, language: Language = "en") -> str:
    """Draw the timeline as SVG, with a tooltip for each bar and mark.

    Args:
        traces: The trace of each job, by job name.
        width: Width of the picture in pixels.
        language: Language of the texts.

    Raises:
        ValueError: The width is too small or too large.
    """
    low, high = _WIDTHS
    if not low <= width <= high:
        raise ValueError(f"width={width}: expected {low} to {high} pixels")
    spans = [span for name, trace in traces.items() for span in find_slot_occupancies(name, trace)]
    marks = {mark for trace in traces.values() for mark in find_task_manager_events(trace)}
    places = {
        (one.task_manager, one.slot) for t in traces.values() for one in _get_plan(t).subtasks
    }
    rows = {slot: number for number, slot in enumerate(sorted(places))}
    first = min((_get_plan(trace).start_time_ms for trace in traces.values()), default=0)
    last = max([first + 1, *(span.end_ms for span in spans), *(mark.time_ms for mark in marks)])

    ends = {time for span in spans for time in (span.start_ms, span.end_ms)}
    knots = sorted({first, last, *ends, *(mark.time_ms for mark in marks)})

    def x(time_ms: int) -> float:
        """Return the horizontal position of the virtual time *time_ms*.

        A part of the width is divided evenly between events, so that short periods stay visible.
        """
        number = max(0, bisect_right(knots, time_ms) - 1)
        after = knots[min(number + 1, len(knots) - 1)]
        part = (time_ms - knots[number]) / max(1, after - knots[number])
        even = (number + part) / max(1, len(knots) - 1)
        passed = (time_ms - first) / (last - first)
        return _LEFT + (width - _LEFT - _RIGHT) * (_EVEN_SHARE * even + (1 - _EVEN_SHARE) * passed)

    colours = {name: _COLOURS[number % len(_COLOURS)] for number, name in enumerate(traces)}
    height = _TOP + _ROW * len(rows) + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="13" '
        'role="img">',
        f"<title>{escape(_describe_timeline(spans, marks, language))}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    at = float(_LEFT)
    for name, colour in colours.items():
        parts.append(f'<rect x="{at:.0f}" y="10" width="14" height="14" rx="3" fill="{colour}"/>')
        parts.append(f'<text x="{at + 20:.0f}" y="22" fill="#14202e">{escape(name)}</text>')
        at += 40 + 8 * len(name)
    for (manager, slot), row in rows.items():
        y = _TOP + _ROW * row
        where = translate_text(Message("plan.manager_slot", manager, slot), language)
        parts.append(f'<text x="{_LEFT - 10}" y="{y + 17}" text-anchor="end" fill="#43536a">'
                     f"{escape(where)}</text>")  # fmt: skip
        parts.append(f'<rect x="{_LEFT}" y="{y + 2}" width="{width - _LEFT - _RIGHT}" '
                     f'height="{_ROW - 6}" fill="#f5f7fa"/>')  # fmt: skip
    for span in spans:
        y = _TOP + _ROW * rows[span.slot] + 4
        wide = max(2.0, x(span.end_ms) - x(span.start_ms))
        dash = ' stroke-dasharray="4 3"' if span.attempt > 0 else ""
        title = translate_text(_describe_occupancy(span), language)
        parts.append(
            f'<g data-job="{escape(span.job)}" data-state="{span.state}"><title>{escape(title)}</title>'
            f'<rect x="{x(span.start_ms):.1f}" y="{y}" width="{wide:.1f}" height="{_ROW - 10}" rx="3" '
            f'fill="{colours[span.job]}" fill-opacity="0.75" stroke="{colours[span.job]}"{dash}/>'
        )
        if span.state in ("FAILED", "CANCELED"):
            end, middle = x(span.end_ms), y + (_ROW - 10) / 2
            parts.append(f'<path d="M{end - 5:.1f} {middle - 5}l10 10m0 -10l-10 10" stroke="#a84600" '
                         'stroke-width="2.4"/>')  # fmt: skip
        parts.append("</g>")
    for mark in sorted(marks, key=lambda one: (one.time_ms, one.task_manager)):
        row = min((rows[slot] for slot in rows if slot[0] == mark.task_manager), default=0)
        title, path = (
            translate_text(_describe_task_manager_event(mark), language),
            _TASK_MANAGER_CALLS[mark.call][1],
        )
        parts.append(
            f'<g transform="translate({x(mark.time_ms):.1f} {_TOP + _ROW * row - 4})" '
            f'data-mark="{mark.call}"><title>{escape(title)}</title>'
            f'<path d="{path}" fill="#43536a" stroke="#43536a" stroke-width="2"/></g>'
        )
    base = _TOP + _ROW * len(rows) + 8
    free = 0.0
    for time in knots:
        half = 4.0 * len(f"{time} ms")
        middle = min(x(time), width - half)
        if middle - half < free:
            continue
        free = middle + half + 10
        parts.append(f'<text x="{middle:.1f}" y="{base + 14}" text-anchor="middle" fill="#43536a">'
                     f"{time} ms</text>")  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def _describe_occupancy(occupancy: SlotOccupancy) -> Message:
    form = "plan.occupancy"
    return Message(
        form,
        occupancy.job,
        occupancy.attempt,
        occupancy.start_ms,
        occupancy.end_ms,
        occupancy.state,
    )


def _describe_task_manager_event(event: TaskManagerEvent) -> Message:
    return Message(_TASK_MANAGER_CALLS[event.call][0], event.task_manager, event.time_ms)


def _describe_timeline(
    occupancies: list[SlotOccupancy], events: set[TaskManagerEvent], language: Language
) -> str:
    slots = (Message("plan.manager_slot", *span.slot) for span in occupancies)
    lines: list[str] = [
        Message("plan.pair", slot, _describe_occupancy(span))
        for slot, span in zip(slots, occupancies, strict=True)
    ]
    lines += [_describe_task_manager_event(mark) for mark in sorted(events, key=_get_sort_key)]
    return translate_text(join_messages(lines) or Message("plan.nothing_ran"), language)


def _get_sort_key(event: TaskManagerEvent) -> tuple[int, str]:
    return event.time_ms, event.task_manager
