"""Solution of lesson 13, What, where, when, how: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cached_property
from io import StringIO
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Time, Types
from flinksim.course.function_answers import FunctionAnswer
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lesson_texts import Text
from flinksim.course.lessons.lesson_13 import (
    LESSON,
    TIMES,
    WindowClicks,
    build_trigger_job,
    draw_data,
)
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream.state import ReducingStateDescriptor
from flinksim.datastream.triggers import (
    ContinuousEventTimeTrigger,
    CountTrigger,
    EventTimeTrigger,
    PurgingTrigger,
    Trigger,
    TriggerResult,
)
from flinksim.trace import events as e

TEXTS = LESSON.texts
NOTHING_LEFT = fs.at_end("not a timer is left and not a state is left")
COUNT_DESCRIPTOR = ReducingStateDescriptor("count", lambda a, b: a + b, Types.LONG())


class EveryThirdTrigger(Trigger[Any, Any]):
    """Fires at each third element, and once more at the end of the window."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        count = ctx.get_partitioned_state(COUNT_DESCRIPTOR)
        count.add(1)
        if count.get() < 3:
            return TriggerResult.CONTINUE
        count.clear()
        return TriggerResult.FIRE

    def on_event_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.FIRE if time == window.max_timestamp() else TriggerResult.CONTINUE

    def on_processing_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE

    def clear(self, window: Any, ctx: Any) -> None:
        ctx.get_partitioned_state(COUNT_DESCRIPTOR).clear()
        ctx.delete_event_time_timer(window.max_timestamp())


class _LeakingTrigger(EveryThirdTrigger):
    def clear(self, window: Any, ctx: Any) -> None:
        pass


class _PurgingTrigger(EveryThirdTrigger):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        found = super().on_element(element, timestamp, window, ctx)
        return TriggerResult.FIRE_AND_PURGE if found == TriggerResult.FIRE else found


class _NeverResettingTrigger(EveryThirdTrigger):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        count = ctx.get_partitioned_state(COUNT_DESCRIPTOR)
        count.add(1)
        return TriggerResult.FIRE if count.get() >= 3 else TriggerResult.CONTINUE


class _EverySecondTrigger(EveryThirdTrigger):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        count = ctx.get_partitioned_state(COUNT_DESCRIPTOR)
        count.add(1)
        return TriggerResult.FIRE if count.get() % 2 == 0 else TriggerResult.CONTINUE


class _SharedCountTrigger(EveryThirdTrigger):
    """A wrong trigger: it counts in an attribute, although one trigger object serves all windows."""

    element_count = 0

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        self.element_count += 1
        return TriggerResult.FIRE if self.element_count % 3 == 0 else TriggerResult.CONTINUE

    def clear(self, window: Any, ctx: Any) -> None:
        ctx.delete_event_time_timer(window.max_timestamp())


class _NoTimerTrigger(EveryThirdTrigger):
    """A wrong trigger: it relies on the cleanup timer, which fires later if lateness is allowed."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        count = ctx.get_partitioned_state(COUNT_DESCRIPTOR)
        count.add(1)
        if count.get() < 3:
            return TriggerResult.CONTINUE
        count.clear()
        return TriggerResult.FIRE


class _DictTrigger(EveryThirdTrigger):
    """A wrong trigger: it counts in a dict per key and window, which no checkpoint contains."""

    def __init__(self) -> None:
        self.counts: dict[Any, int] = {}

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        place = element[0], window.start
        self.counts[place] = self.counts.get(place, 0) + 1
        return TriggerResult.CONTINUE if self.counts[place] % 3 else TriggerResult.FIRE


class _ForgottenTimerTrigger(EveryThirdTrigger):
    """A wrong trigger: it registers a second timer, which stays when the window is deleted."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp() + 20_000)
        return super().on_element(element, timestamp, window, ctx)


class SolvedWindowClicks(WindowClicks):
    """The exercise's data with its answers."""

    @property
    def counts(self) -> dict[tuple[str, tuple[int, int]], int]:
        """The number of clicks in the window of each key."""
        starts = [time // 10_000 * 10_000 for time in self.times]
        return {
            (key, (start, start + 10_000)): starts.count(start)
            for key in self.keys
            for start in dict.fromkeys(starts)
        }

    @cached_property
    def unseen(self) -> list[SolvedWindowClicks]:
        """Further clicks on which a trigger is judged: two keys, lateness, and a crash."""
        random = Random(repr(self.times))
        drawn = [draw_data(random).times for _ in range(4)]
        names = random.sample("defghk", 4)
        return [
            SolvedWindowClicks(drawn[0], (names[0], names[1])),
            SolvedWindowClicks(drawn[1], (names[2],), lateness_ms=3_000),
            SolvedWindowClicks(drawn[2], (names[3],), has_crash=True),
            SolvedWindowClicks(tuple(5_000 for _ in drawn[3]), ("a",), lateness_ms=1_000),  # ties
        ]

    @cached_property
    def crash_step(self) -> int:
        """The step at which the windows crash: two clicks after a checkpoint is complete."""
        steps = [
            step
            for step, _ in iterate_events(self._run(EveryThirdTrigger()).trace, e.WindowAssigned)
        ]
        return steps[3]

    def run(self, trigger: Trigger[Any, Any]) -> fs.Simulation:
        """Run the clicks with a trigger, with a crash if there is one."""
        return self._run(trigger, self.crash_step if self.has_crash else None)

    def _run(self, trigger: Trigger[Any, Any], crash_step: int | None = None) -> fs.Simulation:
        checkpoint_ms = 250 if self.has_crash else 0
        run = build_trigger_job(self.times, trigger, self.lateness_ms, self.keys, checkpoint_ms)
        if crash_step is not None:
            with redirect_stdout(StringIO()):
                run.run(until=crash_step)
            run.crash("windows")
        return run_quietly(run)

    @cached_property
    def firings(self) -> tuple[Any, ...]:
        """The firings of a right trigger."""
        return _list_firings(self.run(EveryThirdTrigger()))


def parse_trigger(data: SolvedWindowClicks, value: Any) -> FunctionAnswer:
    """Parse a trigger, its class, or a function that creates one; compare it by its firings.

    It runs on the learner's clicks. If it is right there, it runs on the unseen clicks, too.
    """
    made = value
    try:
        if not isinstance(made, Trigger) and callable(made):
            made = made()
        if not isinstance(made, Trigger):
            raise InvalidAnswer(TEXTS.format("no trigger", value=f"{value!r:.60}"))
        runs = [data.run(made)]
        if _list_firings(runs[0]) == data.firings and _is_nothing_left(runs[0]):
            runs += [one.run(made) for one in data.unseen]
    except InvalidAnswer:
        raise
    except Exception as error:  # whatever a learner's trigger may raise
        raise InvalidAnswer(TEXTS.format("job fails", error=f"{error!s:.200}")) from None
    outcomes = tuple((_list_firings(run), _is_nothing_left(run)) for run in runs)
    data.runs[outcomes] = runs
    return FunctionAnswer(made, outcomes)


def _list_firings(run: fs.Simulation) -> tuple[Any, ...]:
    return tuple(
        (f.key, f.window, f.kind, f.count) for _, f in iterate_events(run.trace, e.WindowFired)
    )


def _is_nothing_left(run: fs.Simulation) -> bool:
    """Whether no state is left at the end, and no timer when the contents of a window are deleted.

    At the end of the input the last watermark fires all timers, so it is too late to look then.
    """
    timers: set[Any] = set()
    deleted: list[Any] = []
    for event in run.trace.events:
        if isinstance(event, e.TimerRegistered | e.TimerDeleted | e.TimerFired):
            if isinstance(event, e.TimerFired) and any(timer[:2] in deleted for timer in timers):
                return False
            timer = event.key, event.namespace, event.timestamp
            if isinstance(event, e.TimerRegistered):
                timers.add(timer)
            else:
                timers.discard(timer)
        elif isinstance(event, e.WindowCleared) and event.reason == "cleanup":
            deleted.append((event.key, event.window))
    return NOTHING_LEFT.evaluate(run.trace) and not any(timer[:2] in deleted for timer in timers)


def judge_answer(data: SolvedWindowClicks, answer: Answer) -> Verdict:
    """Check the answered trigger: it fires at each third click and at the end of the window.

    No timer or state may be left afterwards.
    """
    outcomes = answer["trigger"].outcomes
    runs = data.runs[outcomes]
    for clicks, run, (firings, clean) in zip([data, *data.unseen], runs, outcomes, strict=False):
        verdict = _judge_run(clicks, run, firings, clean)
        if verdict is not None:
            return verdict
    return Verdict(True, TEXTS.format("right", count=len(runs)), None, runs[0])


def _judge_run(
    clicks: SolvedWindowClicks, run: fs.Simulation, firings: tuple[Any, ...], clean: bool
) -> Verdict | None:
    """Return the first contradiction in one run, or None."""
    end = len(run.trace) - 1
    for (key, window), count in clicks.counts.items():
        mine = [(kind, n) for k, where, kind, n in firings if (k, where) == (key, window)]
        early = [n for kind, n in mine if kind == "early"]
        on_time = [n for kind, n in mine if kind != "early"]
        expected = list(range(3, count + 1, 3))
        if not clicks.has_crash and early != expected:
            step = find_first(run.trace, e.WindowAssigned)[0]
            return Verdict(
                False,
                _add_case(
                    clicks,
                    TEXTS.format(
                        "wrong early firings",
                        window=window,
                        key=key,
                        early=early,
                        expected=expected,
                    ),
                ),
                step,
                run,
            )
        if on_time != [count]:
            return Verdict(
                False,
                _add_case(
                    clicks,
                    TEXTS.format(
                        "wrong final firing", window=window, key=key, on_time=on_time, count=count
                    ),
                ),
                end,
                run,
            )
    if firings != clicks.firings:
        return Verdict(False, _add_case(clicks, TEXTS.format("count is lost")), end, run)
    if not clean:
        return Verdict(False, _add_case(clicks, TEXTS.format("left over")), end, run)
    return None


def _add_case(clicks: SolvedWindowClicks, problem: Text) -> Text:
    """Say what is special about the data with which the trigger has this problem."""
    if clicks.has_crash:
        return TEXTS.format("after a restore", problem=problem)
    if len(clicks.keys) > 1:
        return TEXTS.format("with two keys", problem=problem)
    if clicks.lateness_ms:
        return TEXTS.format("with lateness", lateness_ms=clicks.lateness_ms, problem=problem)
    return problem


def _build_problem_cover(is_problem: Callable[[int, list[int], list[int]], bool]) -> Any:
    """Build a function that says whether a pane of the answer has a problem, in one of the runs.

    *is_problem* gets the number of the pane's elements, and how many each early firing and each other
    firing had.
    """

    def covers(data: SolvedWindowClicks, answer: Answer) -> bool:
        return any(
            is_problem(
                count,
                [n for k, w, kind, n in firings if (k, w) == pane and kind == "early"],
                [n for k, w, kind, n in firings if (k, w) == pane and kind != "early"],
            )
            for clicks, (firings, _) in zip(
                [data, *data.unseen], answer["trigger"].outcomes, strict=False
            )
            for pane, count in clicks.counts.items()
            if not clicks.has_crash
        )

    return covers


def _build_answer_rule(trigger: Any) -> Any:
    return lambda d: {"trigger": trigger}


MISCONCEPTIONS = {
    "a trigger is added to the default trigger": Misconception(
        _build_answer_rule(lambda: CountTrigger.of(3)),
        covers=_build_problem_cover(lambda count, early, others: not others),
    ),
    "purging is tidy": Misconception(
        _build_answer_rule(lambda: PurgingTrigger.of(CountTrigger.of(3)))
    ),
    "the default counts, too": Misconception(_build_answer_rule(EventTimeTrigger.create)),
    "early is by time": Misconception(
        _build_answer_rule(lambda: ContinuousEventTimeTrigger.of(Time.seconds(3)))
    ),
    "Flink clears what I keep": Misconception(
        _build_answer_rule(_LeakingTrigger),
        covers=lambda d, a: not all(clean for _, clean in a["trigger"].outcomes),
    ),
    "fire and purge at three": Misconception(
        _build_answer_rule(_PurgingTrigger),
        covers=_build_problem_cover(lambda count, early, others: others[:1] != [count]),
    ),
    "a count restarts by itself": Misconception(_build_answer_rule(_NeverResettingTrigger)),
    "a trigger belongs to one window": Misconception(
        _build_answer_rule(_SharedCountTrigger),
        covers=lambda d, a: a["trigger"].outcomes[0] == (d.firings, True),
    ),
    "any number of elements will do": Misconception(
        _build_answer_rule(_EverySecondTrigger),
        covers=_build_problem_cover(
            lambda count, early, others: early != list(range(3, count + 1, 3))
        ),
    ),
}


def _build_firing_counter(trigger: Any) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        other = run_quietly(build_trigger_job(TIMES, trigger()))
        return str(
            len(
                [
                    f
                    for _, f in iterate_events(other.trace, e.WindowFired)
                    if f.window == (0, 10_000)
                ]
            )
        ), None

    return truth


def _count_default_firings(run: fs.Simulation) -> tuple[str, int | None]:
    fired = [
        step for step, f in iterate_events(run.trace, e.WindowFired) if f.window == (0, 10_000)
    ]
    return str(len(fired)), fired[-1]


def _find_purged_count(run: fs.Simulation) -> tuple[str, int | None]:
    other = run_quietly(build_trigger_job(TIMES, PurgingTrigger.of(CountTrigger.of(3))))
    return str([f.count for _, f in iterate_events(other.trace, e.WindowFired)][1]), None


SOLUTION = Solution(
    lesson=LESSON,
    describe_example=lambda d: TEXTS.format(
        "example", times=d.times, counts=[count for *_, count in d.firings]
    ),
    complete_data=lambda d: SolvedWindowClicks(d.times, d.keys, d.lateness_ms, d.has_crash),
    parsers={"trigger": parse_trigger},
    judge_answer=judge_answer,
    solve=lambda d: {"trigger": EveryThirdTrigger},
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"trigger": [EveryThirdTrigger()]},
        {"trigger": "EveryThree"},
        {"trigger": lambda: 1 // 0},
        {"trigger": Trigger},
        {"trigger": _NoTimerTrigger},
        {"trigger": _DictTrigger},
        {"trigger": _ForgottenTimerTrigger},
    ],
    spellings=lambda d, a: [
        {"trigger": EveryThirdTrigger()},
        {"trigger": lambda: EveryThirdTrigger()},
    ],
    truths={
        "default": _count_default_firings,
        "count": _build_firing_counter(lambda: CountTrigger.of(3)),
        "purge": _find_purged_count,
    },
)
