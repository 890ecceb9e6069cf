"""Lesson 18, Exactly once: records are processed again after a crash; what counts is the output.

Not in Flink.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import redirect_stdout
from io import StringIO
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors import TransactionalSink
from flinksim.connectors.scripted_source import ScriptedSource, ScriptItem, at, record
from flinksim.course.answer_parsing import build_choice_parser, parse_whole_number
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
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace import events as e

INTERVAL_MS = 500
TIMES = tuple(range(50, 1_500, 100))
SINK_SPELLINGS = {
    "print": ("append", "打印"),
    "two phases": (
        "two-phase",
        "transactional",
        "two-phase commit",
        "TransactionalSink",
        "两阶段提交",
    ),
}


def build_counting_job(times: Any, sink: TransactionalSink | None = None) -> fs.Simulation:
    """Count clicks, with a checkpoint every 500 ms; print the counts or commit them to *sink*."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.enable_checkpointing(INTERVAL_MS)
    script: list[ScriptItem] = [
        item for time in times for item in (at(time), record(("a", time, 1)))
    ]
    counts = (
        env.from_source(
            ScriptedSource([*script, at(2_500)]),
            WatermarkStrategy.no_watermarks(),
            "clicks",
            CLICK_TYPE,
        )
        .key_by(lambda click: click[0])
        .sum(2)
        .name("counts")
    )
    if sink is None:
        counts.print()
    else:
        counts.sink_to(sink)
    return fs.simulate(env, job_name="a running count")


def run_with_crash(times: Any, step: int, sink: TransactionalSink | None = None) -> fs.Simulation:
    """Run the counting job and crash the counting task at the step *step*."""
    run = build_counting_job(times, sink)
    with redirect_stdout(StringIO()):
        run.run(until=step)
        run.crash("counts")
        return run.run()


class Clicks:
    """The exercise's data: arrivals of clicks; the learner chooses at which step to crash."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times
        self.whole = run_quietly(build_counting_job(times))
        self._cache: dict[int, tuple[fs.Simulation, list[str], int]] = {}

    def run_with_crash_at(self, step: int) -> tuple[fs.Simulation, list[str], int]:
        """Return the run with a crash, the rows that are printed twice, and the number of double commits."""
        if step not in self._cache:
            run = run_with_crash(self.times, step)
            rows = Counter(event.text for event in run.results)
            committed: list[Any] = []
            run_with_crash(self.times, step, TransactionalSink(committed))
            twice = [row for row, many in rows.items() if many > 1]
            self._cache[step] = run, twice, len(committed) - len(set(map(str, committed)))
        return self._cache[step]

    def find_steps(self, event_type: type[Any]) -> list[int]:
        """Return the steps of the run without a crash that have an event of *event_type*."""
        return [step for step, _ in iterate_events(self.whole.trace, event_type)]

    @property
    def doubling_step(self) -> int:
        """A step at which a crash prints rows twice.

        Before it, rows were written that the last complete checkpoint does not cover.
        """
        done = self.find_steps(e.CheckpointCompleted)[0]
        written = [step for step in self.find_steps(e.ResultWritten) if step > done]
        return written[1] + 1


def draw_data(random: Random) -> Clicks:
    """Draw the arrivals of clicks, one every 80 to 120 ms."""
    now, times = random.randrange(30, 90, 10), []
    while now < 1_400:
        times.append(now)
        now += random.randrange(80, 130, 10)
    return Clicks(tuple(times))


def judge_answer(data: Clicks, answer: Answer) -> Verdict:
    """Check that the answered crash prints exactly that row twice, and a transactional sink does not."""
    step = answer["step"]
    if not 10 <= step < len(data.whole.trace) - 5:
        return Verdict(
            False,
            (
                f"expected a step from 10 to {len(data.whole.trace) - 6}",
                f"崩溃要在第 10 到 {len(data.whole.trace) - 6} 步之间",
            ),
        )
    run, twice, committed_twice = data.run_with_crash_at(step)
    failed = find_first(run.trace, e.TaskFailed)[0]
    if not twice:
        return Verdict(
            False,
            (
                "no row is printed twice, because none was written since the restored checkpoint",
                "没有重复的行：回到的那个检查点之后什么也没写",
            ),
            failed,
            run,
        )
    if answer["row"] not in twice:
        return Verdict(
            False,
            (f"{answer['row']!r} is not printed twice", f"{answer['row']!r} 没有重复"),
            failed,
            run,
        )
    if answer["sink"] != "two phases" or committed_twice:
        return Verdict(
            False,
            (
                "that sink writes its rows immediately, and cannot take them back",
                "这种 sink 立刻写出，没人能收回",
            ),
            failed,
            run,
        )
    return Verdict(
        True,
        (
            f"{twice} are printed twice; with the two-phase commit sink, no row is",
            f"{twice} 重复了；两阶段提交则没有重复",
        ),
        failed,
        run,
    )


def parse_row(data: Any, value: Any) -> str:
    """Parse a row as it was printed, such as ``(a,50,3)``, or as a tuple."""
    if type(value) in (tuple, list) and all(type(one) in (int, str) for one in value):
        return "({})".format(",".join(map(str, value)))
    if type(value) is str:
        return "({})".format(re.sub(r"[\s'\"()]", "", value))
    raise InvalidAnswer(
        (
            f"expected a row such as '(a,50,3)', found {value!r:.60}",
            f"这里要一行，例如 '(a,50,3)'，得到的是 {value!r:.60}",
        )
    )


def solve(data: Clicks) -> dict[str, Any]:
    """Return a crash step after rows that no complete checkpoint covers, and the row printed twice."""
    return {
        "step": data.doubling_step,
        "row": data.run_with_crash_at(data.doubling_step)[1][0],
        "sink": "two phases",
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


MISCONCEPTIONS = {
    "exactly-once means that each record is processed once": Misconception(
        ("Records are processed again after every crash. Exactly-once is a guarantee for state, and for the results of a sink.", "崩溃后记录会重新处理；“精确一次”是对状态和 sink 结果的保证。"),
        _build_answer_rule(sink=lambda d: "print"),
    ),
    "a crash doubles everything": Misconception(
        ("Rows before the checkpoint are not written again.", "检查点之前的行不会再产生。"),
        _build_answer_rule(row=lambda d: d.whole.results[0].text),
    ),
    "a crash just after a checkpoint doubles": Misconception(
        ("Then there are no rows after the checkpoint to be written again.", "那之后还没有要重做的东西。"),
        _build_answer_rule(step=lambda d: d.find_steps(e.CheckpointCompleted)[0] + 1),
    ),
    "the row of the crash is doubled": Misconception(
        ("Rows that were not yet written are written once.", "还没写出的只会写一次。"),
        _build_answer_rule(row=lambda d: d.whole.results[-1].text),
    ),
    "before anything was written": Misconception(
        ("If no row was written, no row can be there twice.", "什么都没写，就没有重复。"),
        _build_answer_rule(step=lambda d: 10),
    ),
    "a count that goes on is another row": Misconception(
        ("The count is restored with the state, so the same row is written again.", "计数随状态回退：同样的行会再来。"),
        _build_answer_rule(row=lambda d: f"(a,{d.times[0]},{len(d.times) + 1})"),
    ),
}  # fmt: skip


def _build_truth_finder(find_option: Any) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        data = Clicks(TIMES)
        return find_option(data), None

    return truth


def _find_rereads(data: Clicks) -> str:
    run, _, _ = data.run_with_crash_at(data.doubling_step)
    return "again" if len(run.trace.get_events(e.SourceRecordRead)) > len(data.times) else "once"


def _compare_final_result(data: Clicks) -> str:
    run, _, _ = data.run_with_crash_at(data.doubling_step)
    return "same" if run.results[-1].text == data.whole.results[-1].text else "more"


def _find_commit_lag(data: Clicks) -> str:
    committed: list[Any] = []
    run = build_counting_job(TIMES, TransactionalSink(committed))
    with redirect_stdout(StringIO()):
        run.run(until=lambda step: step.time_ms >= 480)
    return "none" if not committed else "all"


LESSON = LessonDefinition(
    number="18",
    title=("Exactly once", "精确一次"),
    misconception=("exactly-once means that each record is processed once", "精确一次就是只处理一次"),
    simulate=lambda: run_with_crash(TIMES, Clicks(TIMES).doubling_step),
    program=build_counting_job,
    predictions={
        "again": Prediction(
            ("The counting task crashes between two checkpoints. Are records read again?", "计数的任务在两个检查点之间崩溃。记录会重读吗？"),
            {
                "once": Option(("no, because the job is exactly-once", "不会：作业是精确一次的"), ("The source also restores its position from the checkpoint.", "数据源也回到检查点里的位置。")),
                "again": Option(("yes, all since the last complete checkpoint", "会：最近一次完成的检查点之后的全部")),
                "all": Option(("yes, all from the beginning", "会：从头开始"), ("Records that are in the snapshot need not be read again.", "快照里已有的不必重读。")),
            },
            _build_truth_finder(_find_rereads),
            ("The state and the position in the input are restored together.", "状态和输入位置一起回退。"),
        ),
        "count": Prediction(
            ("Is the last count then too high?", "那最后的计数会偏大吗？"),
            {
                "more": Option(("yes, some are counted twice", "会，有些数了两次"), ("The counts are restored, too.", "计数也回退了。")),
                "same": Option(("no, it is the same as without the crash", "不会：和没崩溃时一样")),
                "less": Option(("it is too low", "偏小"), ("Nothing is lost, because the source reads again.", "什么也没丢：数据源重读。")),
            },
            _build_truth_finder(_compare_final_result),
            ("Each record is counted once in the state. That is the meaning of exactly-once.", "每条记录在状态里只计一次：这就是“精确一次”。"),
        ),
        "lag": Prediction(
            ("With a two-phase commit sink, which rows are visible just before the first checkpoint?", "用两阶段提交的 sink：第一个检查点之前能看到什么？"),
            {
                "all": Option(("all rows so far", "目前所有的行"), ("They are written, but not committed.", "写了，但没提交。")),
                "none": Option(("nothing", "什么也没有")),
                "last": Option(("the last row", "最后一行"), ("A transaction becomes visible as a whole.", "事务要么整个可见，要么不可见。")),
            },
            _build_truth_finder(_find_commit_lag),
            ("Exactly-once results are delayed by up to one checkpoint interval.", "精确一次的结果最多延迟一个检查点间隔。"),
        ),
    },
    exercise=Exercise(
        questions={
            "step": ("the step in which the counting task crashes", "在哪一步杀掉计数的任务"),
            "row": ("a row that is then printed twice", "之后会打印两次的一行"),
            "sink": ("the sink that prevents this: 'print' or 'two phases'", "能避免它的 sink：'print' 或 'two phases'"),
        },
        parsers={"step": parse_whole_number, "row": parse_row, "sink": build_choice_parser(SINK_SPELLINGS)},
        learner_fields=("times", "whole"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [{**a, "sink": name} for name in SINK_SPELLINGS["two phases"]] + [{**a, "step": str(a["step"]), "row": a["row"].replace(",", ", ")}],
        wrong_answers=lambda d: [{**solve(d), "row": [one.text for one in d.whole.results]}, {**solve(d), "step": -1}, {**solve(d), "step": 10**6}],
    ),
    tools={"counting": build_counting_job, "crashed": run_with_crash},
)  # fmt: skip
