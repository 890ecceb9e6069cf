"""Lesson 16, Backpressure and credits: who is held up, and who is the bottleneck.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.analysis.bottlenecks import BottleneckReport
from flinksim.course.answer_parsing import build_choice_parser, build_list_parser
from flinksim.course.checks.network_checks import check_bottleneck, check_fix
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
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace import events as e

TASKS = ("parse", "enrich", "store")
READING_COUNT = 160
COSTS_MS = {"enrich": 5}
MAX_SUBTASKS = 5


def build_readings_job(
    costs: Mapping[str, int], parallelism: Mapping[str, int] | None = None, buffer_bytes: int = 32
) -> fs.Simulation:
    """Send readings through three tasks.

    Args:
        costs: The duration per reading of each task, in ms.
        parallelism: The parallelism of each task; 1 by default.
        buffer_bytes: The size of a network buffer.
    """
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    stream = env.from_collection(list(range(READING_COUNT))).name("read")
    for name in TASKS:
        work = fs.cost(lambda reading: reading, ms=costs.get(name, 0))
        stream = stream.rebalance().map(work).name(name)
        stream = stream.set_parallelism((parallelism or {}).get(name, 1))
        if name == "enrich":  # other slots, and so another TaskManager
            stream = stream.slot_sharing_group(name)
    stream.rebalance().filter(lambda n: n % 20 == 0).name("out").print().name("print")
    # Small buffers are sent immediately, so a few records fill them all.
    network = fs.NetworkSettings(segment_bytes=buffer_bytes, buffer_timeout_ms=0)
    settings = fs.RunSettings(interleaving=fs.RoundRobin(), network=network)
    return fs.simulate(env, job_name="readings", settings=settings)


class ThreeJobs:
    """The exercise's data: three jobs, each with a different task as bottleneck."""

    def __init__(self, costs: tuple[Mapping[str, int], ...]) -> None:
        self.costs = costs
        self._fixed_runs: dict[tuple[tuple[str, int], ...], fs.Simulation] = {}

    @cached_property
    def runs(self) -> list[fs.Simulation]:
        """The runs of the three jobs, each to its end."""
        return [run_quietly(build_readings_job(costs)) for costs in self.costs]

    @cached_property
    def bottleneck_reports(self) -> list[BottleneckReport]:
        """The bottlenecks of each run."""
        return [fs.find_bottlenecks(run.trace) for run in self.runs]

    def run_fixed(self, parallelism: tuple[tuple[str, int], ...]) -> fs.Simulation:
        """Return the run of the first job with another parallelism."""
        if parallelism not in self._fixed_runs:
            self._fixed_runs[parallelism] = run_quietly(
                build_readings_job(self.costs[0], dict(parallelism))
            )
        return self._fixed_runs[parallelism]

    def find_slowest(self, job: int) -> str:
        """Return the task of a job that takes most time per reading."""
        return max(TASKS, key=lambda name: self.costs[job].get(name, 0))


def draw_data(random: Random) -> ThreeJobs:
    """Draw three jobs with a different slow task each; a second task takes half as long per reading."""
    jobs = []
    for name in random.sample(TASKS, 3):
        slow = random.randrange(5, 9)
        other = random.choice([task for task in TASKS if task != name])
        jobs.append({name: slow, other: slow // 2 - 1})
    return ThreeJobs(tuple(jobs))


def parse_parallelism(data: Any, value: Any) -> tuple[tuple[str, int], ...]:
    """Parse a dict with the parallelism of some of the tasks."""
    if (
        type(value) is not dict
        or not set(map(type, value)) <= {str}
        or not set(value) <= set(TASKS)
        or not all(type(n) is int and n >= 1 for n in value.values())
        or sum({**dict.fromkeys(TASKS, 1), **value}.values()) > MAX_SUBTASKS
    ):
        raise InvalidAnswer((
            f"expected a number of subtasks for some of {', '.join(TASKS)}, at most {MAX_SUBTASKS} in total; found {value!r:.60}",
            f"给 {', '.join(TASKS)} 中的一些写子任务数，总共最多 {MAX_SUBTASKS} 个；得到的是 {value!r:.60}",
        ))  # fmt: skip
    return tuple(sorted(value.items()))


def judge_answer(data: ThreeJobs, answer: Answer) -> Verdict:
    """Check the answered bottlenecks, and that the new parallelism makes job 1 twice as fast."""
    if len(answer["culprits"]) != 3:
        return Verdict(False, ("name one task for each of the three jobs", "三个作业各说一个任务"))
    for number, (run, answered) in enumerate(zip(data.runs, answer["culprits"], strict=True)):
        verdict = check_bottleneck(data.bottleneck_reports[number], answered)
        if not verdict:
            return Verdict(
                False,
                (
                    f"job {number}: {verdict.message}",
                    f"作业 {number}：{answered} 不是瓶颈；看它是被反压、空闲，还是忙",
                ),
                0,
                run,
            )
    run = data.run_fixed(answer["mend"])
    verdict = check_fix(data.runs[0].trace, run.trace, min_speedup=2)
    if not verdict:
        return Verdict(
            False,
            (f"the changed job: {verdict.message}", "改过的作业还不到两倍快：现在瓶颈是哪个任务？"),
            0,
            run,
        )
    return Verdict(True, (verdict.message, "找对了三个瓶颈，改过的作业至少快一倍"))


def solve(data: ThreeJobs) -> dict[str, Any]:
    """Return the slowest task of each job, and a parallelism of 3 for that of the first job."""
    return {"culprits": [data.find_slowest(n) for n in range(3)], "mend": {data.find_slowest(0): 3}}


def _find_predecessor(name: str) -> str:
    return TASKS[max(0, TASKS.index(name) - 1)]


def _build_answer_rule(choose_task: Any) -> Any:
    return lambda d: {**solve(d), "culprits": [choose_task(d, n) for n in range(3)]}


MISCONCEPTIONS = {
    "the backpressured task is the bottleneck": Misconception(
        ("A backpressured task waits itself. Look further downstream for a busy task.", "被反压的任务自己也在等。继续往下游找忙的任务。"),
        _build_answer_rule(lambda d, n: _find_predecessor(d.find_slowest(n))),
    ),
    "the last task is the bottleneck": Misconception(
        ("The last task may be idle, because it waits for input.", "最后的可能是空闲的：它在等迟迟不来的数据。"),
        _build_answer_rule(lambda d, n: TASKS[-1]),
    ),
    "the idle task is the bottleneck": Misconception(
        ("An idle task is not the bottleneck.", "空闲的任务不是瓶颈。"),
        _build_answer_rule(lambda d, n: min(TASKS, key=lambda name: d.costs[n].get(name, 0))),
    ),
    "more subtasks for who waits": Misconception(
        ("More waiting subtasks do not help.", "多几个等待的子任务没有用。"),
        lambda d: {**solve(d), "mend": {min(TASKS, key=lambda n: d.costs[0].get(n, 0)): 3}},
    ),
    "a little of everything": Misconception(
        ("One more subtask for each of two tasks is not enough: the slowest task then has only two.", "两个任务各加一个，最慢的仍只有两个，不到两倍快。"),
        lambda d: {**solve(d), "mend": {name: 2 for name in TASKS if name != d.find_slowest(0)}},
    ),
    "it mends itself": Misconception(
        ("The parallelism is not changed.", "什么也没改。"),
        lambda d: {**solve(d), "mend": {}},
    ),
}  # fmt: skip


def _build_state_finder(name: str) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        load = next(one for one in fs.find_bottlenecks(run.trace).loads if one.name == name)
        times = {"busy": load.busy, "idle": load.idle, "backpressured": load.backpressured}
        return max(times, key=lambda word: times[word]), None

    return truth


def _compare_doubled_buffers(run: fs.Simulation) -> tuple[str, int | None]:
    more = run_quietly(build_readings_job(COSTS_MS, buffer_bytes=64))
    durations = [one.trace.get_events(e.ProcessingTimeAdvanced)[-1].after for one in (run, more)]
    return ("queues" if durations[0] == durations[1] else "faster"), None


_STATE_OPTIONS = {
    "busy": Option(("busy", "忙"), ("It works only briefly, and then waits for its output or for input.", "它只工作一会儿，然后等待输出或输入。")),
    "idle": Option(("idle", "空闲"), ("Its input always has records.", "它的输入里总有东西。")),
    "backpressured": Option(("backpressured", "被反压"), ("The task after it reads its output immediately.", "它后面的随写随取。")),
}  # fmt: skip

LESSON = LessonDefinition(
    number="16",
    title=("Backpressure and credits", "反压与信用"),
    misconception=("the backpressured task is the bottleneck", "被反压的任务就是瓶颈"),
    simulate=lambda: build_readings_job(COSTS_MS),
    program=build_readings_job,
    predictions={
        "before": Prediction(
            ("enrich takes 5 ms for each reading, all other tasks take no time. What is the state of parse, before it, most of the time?", "enrich 每条要 5 ms，其余不花时间。它前面的 parse 大部分时间是什么状态？"),
            _STATE_OPTIONS, _build_state_finder("parse"),
            ("It has no output buffer left, because enrich reads only one reading in 5 ms.", "它没有输出缓冲区了，因为 enrich 5 ms 才读一条。"),
        ),
        "behind": Prediction(
            ("And store, after it?", "它后面的 store 呢？"),
            _STATE_OPTIONS, _build_state_finder("store"),
            ("It gets one reading in 5 ms, and needs no time for it.", "5 ms 才来一条，处理又不花时间。"),
        ),
        "buffers": Prediction(
            ("The buffers have twice the size. What changes?", "缓冲区加大一倍。什么会变？"),
            {
                "faster": Option(("the job is faster", "作业变快"), ("enrich still needs 5 ms for each.", "enrich 每条仍要 5 ms。")),
                "queues": Option(("more readings wait in queues, and the job takes the same time", "更多数据在排队；作业一样久")),
                "gone": Option(("the backpressure is gone", "反压消失"), ("It only starts a little later, when the larger queues are full.", "只是晚一点，等更长的队列满了再开始。")),
            },
            _compare_doubled_buffers,
            ("A longer queue does not make a slow task faster. Its records only wait longer.", "更长的队列不会让慢任务变快，里面的记录只是等得更久。"),
        ),
    },
    exercise=Exercise(
        questions={
            "culprits": ("the bottleneck of each job", "每个作业的瓶颈任务"),
            "mend": ("subtasks for the tasks of the first job, such as {'parse': 2}; at most 5 in total", "第一个作业各任务的子任务数，例如 {'parse': 2}；总共最多 5 个"),
        },
        parsers={"culprits": build_list_parser(build_choice_parser(dict.fromkeys(TASKS, ()))), "mend": parse_parallelism},
        learner_fields=("runs",),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [{**a, "culprits": tuple(n.upper() for n in a["culprits"])}, {**a, "mend": {**dict.fromkeys(TASKS, 1), **a["mend"]}}],
        wrong_answers=lambda d: [
            {**solve(d), "mend": {"enrich_ms": 0}},
            {**solve(d), "mend": dict.fromkeys(TASKS, 9)},
            {**solve(d), "mend": {d.find_slowest(0): 0}},
            {**solve(d), "culprits": [list(TASKS)] * 3},
        ],
    ),
    tools={"readings_job": build_readings_job},
)  # fmt: skip
