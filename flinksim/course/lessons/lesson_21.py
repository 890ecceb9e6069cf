"""Lesson 21, Your window never fires: seven broken programs, each fixed by one change.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.example_jobs import CLICK_TYPE
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    InvalidAnswer,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_last_step, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.triggers import CountTrigger
from flinksim.datastream.window import TumblingEventTimeWindows, TumblingProcessingTimeWindows
from flinksim.trace import events as e

HEALTHY_SETTINGS: Mapping[str, Any] = {
    "watermarks": "bounded", "delay_ms": 1_000, "idle_ms": 1_000, "unit": "ms",
    "clock": "event time", "size_ms": 10_000, "trigger": "default",
}  # fmt: skip
FAULTY_SETTINGS: Mapping[str, Any] = {
    "watermarks": "none", "delay_ms": 86_400_000, "idle_ms": 0, "unit": "s",
    "clock": "processing time", "size_ms": 3_600_000, "trigger": "count 100",
}  # fmt: skip
SETTING_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "watermarks": ("bounded", "none"), "unit": ("ms", "s"),
    "clock": ("event time", "processing time"), "trigger": ("default", "count 100"),
}  # fmt: skip
TIMES = (1_000, 4_000, 8_000, 13_000, 17_000, 24_000)


def build_patient_job(times: Any = TIMES, **changes: Any) -> fs.Simulation:
    """Count clicks in windows of 10 s, from a busy and a quiet split, with changed settings."""
    settings = {**HEALTHY_SETTINGS, **changes}
    strategy = WatermarkStrategy.no_watermarks()
    if settings["watermarks"] == "bounded":
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(
            Duration.of_millis(settings["delay_ms"])
        )
    if settings["idle_ms"]:
        strategy = strategy.with_idleness(Duration.of_millis(settings["idle_ms"]))
    scale = 1_000 if settings["unit"] == "s" else 1
    env = StreamExecutionEnvironment.get_execution_environment()
    busy = [item for n, time in enumerate(times) for item in (at(300 * n), record(("a", time, 1)))]
    clicks = env.from_source(
        ScriptedSource({"busy": [*busy, at(6_000)], "quiet": [at(6_000)]}),
        strategy.with_timestamp_assigner(lambda click, _: click[1] // scale),
        "clicks",
        CLICK_TYPE,
    ).set_parallelism(2)
    windows = {
        "event time": TumblingEventTimeWindows,
        "processing time": TumblingProcessingTimeWindows,
    }
    assigner: Any = windows[settings["clock"]]
    stream = clicks.key_by(lambda click: click[0]).window(
        assigner.of(Time.milliseconds(settings["size_ms"]))
    )
    if settings["trigger"] != "default":
        stream = stream.trigger(CountTrigger.of(100))
    stream.sum(2).name("windows").print()
    return fs.simulate(env, job_name="clicks in 10 s")


def is_cured(run: fs.Simulation, times: Any) -> tuple[bool, Any]:
    """Return whether the window [0 s, 10 s) fired once, complete, and before the end of the input.

    Returns:
        Whether it did, and all its firings.
    """
    expected = sum(time < 10_000 for time in times)
    fired = [f for _, f in iterate_events(run.trace, e.WindowFired) if f.window == (0, 10_000)]
    early = [f.count for f in fired if f.clock != "end of input"]
    return early == [expected] and not run.trace.get_events(e.LateRecordDropped), fired


def is_repaired(run: fs.Simulation) -> bool:
    """Return whether a variant of the lesson's program has the right result in time."""
    return is_cured(run, TIMES)[0]


class BrokenPrograms:
    """The exercise's data: seven variants of one program, each with a different fault."""

    def __init__(self, times: tuple[int, ...], order: tuple[str, ...]) -> None:
        self.times, self._order = times, order
        self._runs: dict[tuple[int, str, Any], fs.Simulation] = {}

    @cached_property
    def patients(self) -> list[fs.Simulation]:
        """The finished runs of the seven broken programs."""
        return [
            run_quietly(build_patient_job(self.times, **{knob: FAULTY_SETTINGS[knob]}))
            for knob in self._order
        ]

    def run_with_change(self, number: int, setting: str, value: Any) -> fs.Simulation:
        """Return the finished run of broken program *number* with one setting changed."""
        known = number, setting, value
        if known not in self._runs:
            sick = {self._order[number]: FAULTY_SETTINGS[self._order[number]]}
            self._runs[known] = run_quietly(
                build_patient_job(self.times, **{**sick, setting: value})
            )
        return self._runs[known]

    @property
    def cures(self) -> list[dict[str, Any]]:
        """For each broken program, a change of one setting that fixes it."""
        return [{knob: HEALTHY_SETTINGS[knob]} for knob in self._order]


def draw_data(random: Random) -> BrokenPrograms:
    """Draw clicks for three windows, three of them in the first, and the order of the faults."""
    times = [
        *sorted(random.sample(range(500, 9900, 100), 3)),
        random.randrange(11500, 14000, 100),
        random.randrange(15000, 19000, 100),
        random.randrange(22000, 26000, 100),
    ]
    return BrokenPrograms(tuple(times), tuple(random.sample(list(HEALTHY_SETTINGS), 7)))


def parse_changes(data: Any, value: Any) -> tuple[tuple[str, Any], ...]:
    """Parse seven dicts, each with one setting and its new value."""
    found = []
    if type(value) is dict:
        value = list(value.values())
    changes = value if type(value) in (list, tuple) and len(value) == 7 else [None]
    for change in changes:
        one: Any = change
        if type(one) in (tuple, list) and len(one) == 2 and type(one[0]) is str:
            one = dict([one])
        if type(one) is not dict or len(one) != 1:
            raise InvalidAnswer(
                (
                    "expected seven dicts with one change each, such as {'delay_ms': 2000}",
                    "这里要七个字典，每个只改一处，例如 {'delay_ms': 2000}",
                )
            )
        ((knob, setting),) = one.items()
        if type(knob) is not str or knob not in HEALTHY_SETTINGS:
            raise InvalidAnswer(
                (
                    f"no setting is called {knob!r:.40}; expected one of {', '.join(HEALTHY_SETTINGS)}",
                    f"没有 {knob!r:.40} 可改；有 {', '.join(HEALTHY_SETTINGS)}",
                )
            )
        allowed = SETTING_CHOICES.get(knob)
        if not allowed:
            setting = parse_milliseconds(data, setting)
        if not (
            type(setting) is str and setting in allowed
            if allowed
            else type(setting) is int and 0 <= setting <= 10**9
        ):
            raise InvalidAnswer(
                (
                    f"{knob}: {setting!r:.40} is not a valid value; expected {allowed or 'ms'}",
                    f"{knob}：{setting!r:.40} 不是可用的值；要 {allowed or '毫秒'}",
                )
            )
        if knob == "size_ms" and setting != HEALTHY_SETTINGS["size_ms"]:
            raise InvalidAnswer(("the windows must have 10 s", "窗口要 10 s"))
        found.append((knob, setting))
    return tuple(found)


def judge_answer(data: BrokenPrograms, answer: Answer) -> Verdict:
    """Check that each program is fixed by its change."""
    for number, (knob, value) in enumerate(answer["cures"]):
        run = data.run_with_change(number, knob, value)
        cured, fired = is_cured(run, data.times)
        if not cured:
            many = [f.count for f in fired]
            return Verdict(
                False,
                (
                    f"version {number}: [0 s, 10 s) fires with {many or 'nothing'}, not once with 3 before the end of the input",
                    f"版本 {number}：[0 s, 10 s) 触发时有 {many or '0'} 个，没有在输入结束前恰好以 3 个触发一次",
                ),
                len(run.trace) - 1,
                run,
            )
    return Verdict(
        True, ("all seven fire in time, with all of their clicks", "七个都按时触发，点击一个不少")
    )


def _build_answer_rule(**cure: Any) -> Any:
    return lambda d: {"cures": [cure] * 7}


MISCONCEPTIONS = {
    "it must be a bug in Flink": Misconception(
        ("A setting with its current value changes nothing.", "设成原来的值，什么也不会变。"),
        lambda d: {"cures": [{knob: FAULTY_SETTINGS[knob]} if knob != "size_ms" else {"delay_ms": 1_000} for (knob,) in d.cures]},
    ),
    "a window that does not fire lacks watermarks": Misconception(
        ("Only one of the seven has no watermarks.", "七个里只有一个没有水位线。"),
        _build_answer_rule(watermarks="bounded"),
    ),
    "it is always an idle source": Misconception(
        ("In only one of them the quiet split limits the watermark.", "只有一个是被安静的分片限制了水位线。"),
        _build_answer_rule(idle_ms=1_000),
    ),
    "a smaller delay makes windows fire": Misconception(
        ("Without a watermark, or with wrong timestamps, no delay helps.", "没有水位线或时间不对，延迟再小也没用。"),
        _build_answer_rule(delay_ms=0),
    ),
    "processing time always fires": Misconception(
        ("Processing time fires other windows, and not before 10 s.", "处理时间触发的是别的窗口，而且要到 10 s。"),
        _build_answer_rule(clock="processing time"),
    ),
    "the trigger is to blame": Misconception(
        ("Only one has a different trigger.", "只有一个换了触发器。"),
        _build_answer_rule(trigger="default"),
    ),
    "a timeout as long as the silence": Misconception(
        ("Then the split becomes idle only when the input ends.", "那输入结束时它才算空闲。"),
        lambda d: {"cures": [{"idle_ms": 9_000} if "idle_ms" in cure else cure for cure in d.cures]},
    ),
}  # fmt: skip


def _build_firing_finder(**changes: Any) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        other = run_quietly(build_patient_job(**changes))
        cured, fired = is_cured(other, TIMES)
        return ("in time" if cured else "end" if fired else "never"), None

    return truth


def _build_options() -> dict[str, Option]:
    return {
        "in time": Option(
            ("in time", "按时"),
            ("Look at the watermark of the window task.", "看 windows 的水位线。"),
        ),
        "end": Option(
            ("only at the end of the input", "输入结束时才触发"),
            (
                "The end of the input helps only event-time windows with the default trigger.",
                "输入结束只能帮到用默认触发器的事件时间窗口。",
            ),
        ),
        "never": Option(
            ("never", "永不"),
            (
                "At the end of the input, the watermark becomes Long.MAX_VALUE.",
                "输入结束时水位线变为 Long.MAX_VALUE。",
            ),
        ),
    }


LESSON = LessonDefinition(
    number="21",
    title=("Your window never fires", "你的窗口从不触发"),
    misconception=("it must be a bug in Flink", "一定是 Flink 的 bug"),
    simulate=lambda: build_patient_job(idle_ms=0),
    program=build_patient_job,
    find_opening_step=find_last_step(e.WindowAssigned),
    predictions={
        "quiet": Prediction(
            ("One of two splits has no data, and there is no idle timeout. When does [0 s, 10 s) fire?", "两个分片有一个没数据，也没有空闲超时。[0 s, 10 s) 何时触发？"),
            _build_options(), _build_firing_finder(idle_ms=0),
            ("The quiet split never had a watermark. So the task's watermark stays at Long.MIN_VALUE until the input ends.", "安静的分片从没有水位线；任务的水位线停在 Long.MIN_VALUE，直到输入结束。"),
        ),
        "trigger": Prediction(
            ("A trigger fires at 100 elements, but there are only six. When does the window fire?", "触发器要 100 个元素，总共六个。何时？"),
            _build_options(), _build_firing_finder(trigger="count 100"),
            ("The trigger has replaced the default trigger. Not even the end of the input makes the window fire.", "它取代了默认触发器；连输入结束也不会触发。"),
        ),
        "clock": Prediction(
            ("The windows have 10 s of processing time. The input ends after 6 s. When do they fire?", "10 s 的处理时间窗口；输入 6 s 后结束。何时？"),
            _build_options(), _build_firing_finder(clock="processing time"),
            ("The job ends before its clock reaches 10 s, and watermarks do not fire processing-time windows.", "作业在钟到 10 s 前就结束了，水位线也不会触发这种窗口。"),
        ),
    },
    exercise=Exercise(
        questions={"cures": ("one change for each of the seven, such as {'delay_ms': 2000}", "七个版本各改一处，例如 {'delay_ms': 2000}")},
        parsers={"cures": parse_changes},
        learner_fields=("times", "patients"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=lambda d: {"cures": d.cures},
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {"cures": tuple(a["cures"])},
            {"cures": [{"delay_ms": 500} if "delay_ms" in c else {"idle_ms": 700} if "idle_ms" in c else c for c in a["cures"]]},
        ],
        wrong_answers=lambda d: [
            {"cures": [dict(HEALTHY_SETTINGS)] * 7},
            {"cures": [{"size_ms": 1} if "size_ms" in c else c for c in d.cures]},
            {"cures": d.cures[:6]},
            {"cures": [{"enrich_ms": 0}] * 7},
        ],
    ),
    tools={"patient": build_patient_job, "is_repaired": is_repaired},
)  # fmt: skip
