"""Lesson 17, Checkpoints: barriers among the records, alignment, and what a snapshot holds.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, ScriptItem, at, record
from flinksim.course.answer_parsing import build_dict_parser, parse_milliseconds, parse_whole_number
from flinksim.course.example_jobs import CLICK_TYPE
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, find_first_step, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace import events as e

INTERVAL_MS = 300
SLOW, FAST = "slow", "fast"


def build_two_paths_job(
    slow: int = 8, cost_ms: int = 60, fast_every: int = 100, unaligned: bool = False
) -> fs.Simulation:
    """Sum two sources, of which one has a slow path, with a checkpoint every 300 ms."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.set_buffer_timeout(0)
    env.enable_checkpointing(INTERVAL_MS)
    if unaligned:
        env.get_checkpoint_config().enable_unaligned_checkpoints()
    arrivals = {SLOW: range(10, 10 + slow * 20, 20), FAST: range(5, 900, fast_every)}
    script: dict[str, list[ScriptItem]] = {
        name: [item for time in times for item in (at(time), record((name, time, 1)))] + [at(1_200)]
        for name, times in arrivals.items()
    }
    clicks = env.from_source(
        ScriptedSource(script), WatermarkStrategy.no_watermarks(), "clicks", CLICK_TYPE
    )
    work = fs.cost(lambda click: click, ms=lambda click: cost_ms if click[0] == SLOW else 0)
    path = clicks.map(work, CLICK_TYPE).name("path").start_new_chain()
    path.key_by(lambda click: click[0]).sum(2).name("sums").set_parallelism(1).print()
    settings = fs.RunSettings(network=fs.NetworkSettings(buffer_timeout_ms=0))
    return fs.simulate(env, job_name="a slow and a fast path", settings=settings)


def find_snapshot_sums(run: fs.Simulation) -> dict[str, int]:
    """Find the sums that the snapshot of the first checkpoint contains, by key."""
    node = _find_sums_operator(run)
    found = {SLOW: 0, FAST: 0}
    for event in run.trace.events:
        if isinstance(event, e.StateUpdated) and event.operator == node:
            found[event.key] = event.value[2] if isinstance(event.value, tuple) else event.value
        if isinstance(event, e.OperatorSnapshotTaken) and event.operator == node:
            return found
    raise LookupError("no snapshot of the sums")


def _find_sums_operator(run: fs.Simulation) -> str:
    (node,) = (o.node for v in run.plan.vertices for o in v.operators if o.name == "sums")
    return f"o{node}/0"


def count_persisted_buffers(run: fs.Simulation) -> int:
    """Count the in-flight buffers that the first checkpoint persists."""
    buffer_counts = [
        event.buffers
        for event in run.trace.events
        if isinstance(event, e.InputPersisted | e.OutputPersisted) and event.checkpoint == 1
    ]
    return sum(buffer_counts)


class Paths:
    """The exercise's data: the records of the slow path, the time each takes, and the fast interval."""

    def __init__(self, slow: int, cost_ms: int, fast_every: int) -> None:
        self.slow, self.cost_ms, self.fast_every = slow, cost_ms, fast_every

    @cached_property
    def run(self) -> fs.Simulation:
        """The run with aligned checkpoints."""
        return run_quietly(build_two_paths_job(self.slow, self.cost_ms, self.fast_every))

    @cached_property
    def unaligned(self) -> fs.Simulation:
        """The run with unaligned checkpoints."""
        return run_quietly(
            build_two_paths_job(self.slow, self.cost_ms, self.fast_every, unaligned=True)
        )

    @property
    def alignment_end(self) -> tuple[int, e.AlignmentEnded]:
        """The step and the event in which the summing task completes the alignment of checkpoint 1."""
        task = next(
            v.id for v in self.run.plan.vertices if any(o.name == "sums" for o in v.operators)
        )
        (found,) = [
            (step, event)
            for step, event in iterate_events(self.run.trace, e.AlignmentEnded)
            if event.checkpoint == 1 and event.subtask == f"{task}/0"
        ]
        return found

    def find_sums_at(self, time_ms: int) -> dict[str, int]:
        """Return the sums in the state at the processing time *time_ms*."""
        found = {SLOW: 0, FAST: 0}
        for step, event in iterate_events(self.run.trace, e.StateUpdated):
            if self.run.trace.headers[
                step
            ].time_ms <= time_ms and event.operator == _find_sums_operator(self.run):
                found[event.key] = event.value[2] if isinstance(event.value, tuple) else event.value
        return found


def draw_data(random: Random) -> Paths:
    """Draw data such that records still wait on the slow path at the first checkpoint."""
    return Paths(
        random.randrange(7, 11), random.choice((50, 60, 70, 80)), random.choice((70, 90, 110))
    )


def judge_answer(data: Paths, answer: Answer) -> Verdict:
    """Check the answered alignment time, snapshot contents, and number of in-flight buffers."""
    step, ended = data.alignment_end
    if answer["aligned_ms"] != ended.duration_ms:
        return Verdict(
            False,
            (
                f"the alignment does not take {answer['aligned_ms']} ms",
                f"对齐用的不是 {answer['aligned_ms']} 毫秒",
            ),
            step,
            data.run,
        )
    found = find_snapshot_sums(data.run)
    for name, answered in answer["held"]:
        if answered != found[name]:
            at_step = find_first(
                data.run.trace,
                e.OperatorSnapshotTaken,
                lambda f: f.operator == _find_sums_operator(data.run),
            )[0]
            return Verdict(
                False,
                (
                    f"{name} in the snapshot is not {answered}",
                    f"快照里 {name} 的数不是 {answered}",
                ),
                at_step,
                data.run,
            )
    travels = count_persisted_buffers(data.unaligned)
    if answer["travels"] != travels:
        persisted = [s for s, f in iterate_events(data.unaligned.trace, e.InputPersisted)] or [0]
        return Verdict(
            False,
            (
                f"the unaligned checkpoint does not store {answer['travels']} buffers",
                f"非对齐检查点保存的不是 {answer['travels']} 个缓冲区",
            ),
            persisted[0],
            data.unaligned,
        )
    return Verdict(
        True,
        (
            f"the alignment takes {ended.duration_ms} ms, the sums are {found}, and the unaligned checkpoint stores {travels} buffers",
            f"对齐 {ended.duration_ms} 毫秒；总数 {found}；非对齐时带走 {travels} 个缓冲区",
        ),
        step,
        data.run,
    )


def solve(data: Paths) -> dict[str, Any]:
    """Return the right answer, read from the traces of the runs."""
    return {
        "aligned_ms": data.alignment_end[1].duration_ms,
        "held": find_snapshot_sums(data.run),
        "travels": count_persisted_buffers(data.unaligned),
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


MISCONCEPTIONS = {
    "a checkpoint stops the world": Misconception(
        ("Only a channel whose barrier has arrived is blocked. All others continue.", "只有屏障已到的通道被阻塞，其余照常。"),
        _build_answer_rule(aligned_ms=lambda d: 0, held=lambda d: d.find_sums_at(INTERVAL_MS)),
    ),
    "barriers overtake": Misconception(
        ("A barrier keeps its position among the records. The records before it are processed first.", "屏障守在记录中间的位置：它前面的要先处理完。"),
        _build_answer_rule(held=lambda d: d.find_sums_at(INTERVAL_MS)),
    ),
    "the snapshot is of the moment when it is complete": Misconception(
        ("Records after a barrier wait until the other barriers have arrived. They are not in the snapshot.", "屏障后面的要等其余屏障到齐，不在快照里。"),
        _build_answer_rule(held=lambda d: {**find_snapshot_sums(d.run), FAST: find_snapshot_sums(d.run)[FAST] + (count_fast_during_alignment(d) or 1)}),
    ),
    "one record long": Misconception(
        ("All records before the barrier are processed first.", "屏障前的所有记录都要先处理完。"),
        _build_answer_rule(aligned_ms=lambda d: d.cost_ms),
    ),
    "alignment takes the interval": Misconception(
        ("The interval only decides when the next checkpoint starts.", "间隔只决定下一次何时开始。"),
        _build_answer_rule(aligned_ms=lambda d: INTERVAL_MS + 1),
    ),
    "unaligned carries nothing": Misconception(
        ("The barrier overtakes the waiting records, so they have to be stored.", "屏障超过了等待的数据，所以那些数据必须保存。"),
        _build_answer_rule(travels=lambda d: 0),
    ),
    "unaligned carries everything": Misconception(
        ("Only the records in transit at that time are stored.", "只有那一刻在途的。"),
        _build_answer_rule(travels=lambda d: d.slow),
    ),
}  # fmt: skip


def count_fast_during_alignment(data: Paths) -> int:
    """Count the records of the fast path that arrive during the alignment of the first checkpoint."""
    return data.alignment_end[1].duration_ms // data.fast_every


def _find_longest_alignment(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = max(
        iterate_events(run.trace, e.AlignmentEnded), key=lambda one: one[1].duration_ms
    )
    return ("slow" if event.duration_ms > 100 else "none"), step


def _find_blocked_channel(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(
        run.trace, e.ChannelBlocked, lambda f: f.channel.endswith(">" + _find_sums_task(run))
    )
    return (
        "fast" if event.channel.split(">")[0].endswith(_find_fast_subtask(run)) else "slow"
    ), step


def _find_sums_task(run: fs.Simulation) -> str:
    return next(
        f"{v.id}/0" for v in run.plan.vertices if any(o.name == "sums" for o in v.operators)
    )


def _find_fast_subtask(run: fs.Simulation) -> str:
    _, event = find_first(run.trace, e.SourceRecordRead, lambda f: f.split == FAST)
    return "/" + event.operator.partition("/")[2]


def _find_unaligned_contents(run: fs.Simulation) -> tuple[str, int | None]:
    other = run_quietly(build_two_paths_job(unaligned=True))
    return ("buffers" if count_persisted_buffers(other) else "nothing"), None


LESSON = LessonDefinition(
    number="17",
    title=("Checkpoints", "检查点"),
    misconception=("a checkpoint stops the world", "检查点会让一切停下"),
    simulate=lambda: build_two_paths_job(),
    program=build_two_paths_job,
    find_opening_step=find_first_step(e.ChannelBlocked),
    predictions={
        "who": Prediction(
            ("Each path has a barrier. Which input channel of sums is blocked until the other barrier arrives?", "每条路上都有一个屏障。sums 的哪条输入通道会被阻塞，直到另一个屏障到达？"),
            {
                "fast": Option(("the fast one, because its barrier arrives first", "快的：它的屏障先到")),
                "slow": Option(("the slow one, because it is behind", "慢的：它落后"), ("Its records still belong to the snapshot, so they must pass.", "它的记录还属于这次快照，必须放行。")),
                "both": Option(("both", "两条都是"), ("Then no barrier could arrive.", "那什么也到不了。")),
            },
            _find_blocked_channel,
            ("A channel is blocked after its barrier, until all barriers have arrived.", "通道在自己的屏障之后被阻塞，直到所有屏障到齐。"),
        ),
        "how long": Prediction(
            ("How long does the alignment take?", "对齐要多久？"),
            {
                "none": Option(("no time, because a barrier is small", "不花时间：屏障很小"), ("It is small, but it waits behind the queued records.", "很小，但排在等待的记录后面。")),
                "slow": Option(("the time that the slow path needs for its queued records", "慢路处理完排队记录的时间")),
                "interval": Option(("300 ms, the interval", "300 毫秒，即间隔"), ("The interval is the time from one start to the next.", "间隔是从开始到开始。")),
            },
            _find_longest_alignment,
            ("Under backpressure barriers are slow, because the records before them are slow.", "反压时屏障也慢，因为记录慢。"),
        ),
        "unaligned": Prediction(
            ("In an unaligned checkpoint, the barrier overtakes waiting records. What does the checkpoint store in addition to the sums?", "非对齐时屏障超过排队的数据。除了总数，检查点还要保存什么？"),
            {
                "nothing": Option(("nothing", "什么也不用"), ("After a failure the waiting records would be lost, because the sources have already read them.", "失败后排队的记录就没了：数据源已经越过它们。")),
                "buffers": Option(("the records that were overtaken", "被超过的记录")),
                "sources": Option(("all records that the sources have read", "数据源读过的一切"), ("Records that are already in the sums need not be stored.", "已计入总数的就在总数里。")),
            },
            _find_unaligned_contents,
            ("Records in transit become part of the state.", "在途的数据成为状态的一部分。"),
        ),
    },
    exercise=Exercise(
        questions={
            "aligned_ms": ("how long sums aligns the first checkpoint, in ms", "sums 对齐第一个检查点用多久，毫秒"),
            "held": ("the sums in its snapshot: {'slow': ..., 'fast': ...}", "快照里的总数：{'slow': ..., 'fast': ...}"),
            "travels": ("how many buffers the unaligned checkpoint stores", "非对齐检查点保存几个缓冲区"),
        },
        parsers={"aligned_ms": parse_milliseconds, "held": build_dict_parser(lambda d: (SLOW, FAST), parse_whole_number), "travels": parse_whole_number},
        learner_fields=("run",),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {"aligned_ms": f"{a['aligned_ms']} ms", "held": {n: str(v) for n, v in a["held"].items()}, "travels": str(a["travels"])},
            {**a, "held": dict(reversed(a["held"].items()))},
        ],
        wrong_answers=lambda d: [{**solve(d), "held": {SLOW: find_snapshot_sums(d.run)[SLOW]}}, {**solve(d), "travels": [0, 1, 2]}],
    ),
    tools={"two_paths": build_two_paths_job},
)  # fmt: skip
