"""Lesson 17, Checkpoints: barriers among the records, alignment, and what a snapshot holds.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, ScriptItem, at, record
from flinksim.course.example_jobs import CLICK_TYPE
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first_step
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


def draw_data(random: Random) -> Paths:
    """Draw data such that records still wait on the slow path at the first checkpoint."""
    return Paths(
        random.randrange(7, 11), random.choice((50, 60, 70, 80)), random.choice((70, 90, 110))
    )


PROGRAM = """\
import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
arrivals = {"slow": range(10, 170, 20), "fast": range(5, 900, 100)}
script = {name: [x for time in times for x in (at(time), record((name, time, 1)))] + [at(1_200)] for name, times in arrivals.items()}
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2).set_buffer_timeout(0)
env.enable_checkpointing(300)
source = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "clicks", CLICK)
work = fs.cost(lambda click: click, ms=lambda click: 60 if click[0] == "slow" else 0)
path = source.map(work, CLICK).name("path").start_new_chain()
path.key_by(lambda click: click[0]).sum(2).name("sums").set_parallelism(1).print()
env.execute("a slow and a fast path")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="17",
    title=("Checkpoints", "检查点"),
    misconception=("a checkpoint stops the world", "做检查点时，整个作业会停下"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.ChannelBlocked),
    predictions={
        "who": Prediction(
            ("Each path has a barrier. Which input channel of sums is blocked until the other barrier arrives?", "每条路径上都有一个屏障。在另一个屏障到达之前，sums 的哪条输入通道会被阻塞？"),
            {
                "fast": Option(("the fast one, because its barrier arrives first", "快的通道，因为其屏障先到")),
                "slow": Option(("the slow one, because it is behind", "慢的通道，因为该通道落后"), ("Its records still belong to the snapshot, so they must pass.", "慢通道上的记录仍属于这次快照，因此必须放行。")),
                "both": Option(("both", "两条都会"), ("Then no barrier could arrive.", "如果这样，任何屏障都无法到达。")),
            },
            ("A channel is blocked after its barrier, until all barriers have arrived.", "通道在其屏障到达之后被阻塞，直到所有屏障都到达。"),
        ),
        "how long": Prediction(
            ("How long does the alignment take?", "对齐需要多长时间？"),
            {
                "none": Option(("no time, because a barrier is small", "不需要时间，因为屏障很小"), ("It is small, but it waits behind the queued records.", "屏障很小，但排在等待的记录之后。")),
                "slow": Option(("the time that the slow path needs for its queued records", "慢路径处理完排队记录所需的时间")),
                "interval": Option(("300 ms, the interval", "300 ms，即检查点间隔"), ("The interval is the time from one start to the next.", "检查点间隔是两次检查点启动之间的时间。")),
            },
            ("Under backpressure barriers are slow, because the records before them are slow.", "在反压下，屏障也会变慢，因为排在前面的记录很慢。"),
        ),
        "unaligned": Prediction(
            ("In an unaligned checkpoint, the barrier overtakes waiting records. What does the checkpoint store in addition to the sums?", "在非对齐检查点中，屏障会越过等待的记录。除了总和，检查点还要保存什么？"),
            {
                "nothing": Option(("nothing", "不需要保存其他内容"), ("After a failure the waiting records would be lost, because the sources have already read them.", "如果这样，失败之后等待的记录就会丢失，因为数据源已经读取过这些记录。")),
                "buffers": Option(("the records that were overtaken", "被越过的记录")),
                "sources": Option(("all records that the sources have read", "数据源读取过的所有记录"), ("Records that are already in the sums need not be stored.", "已计入总和的记录不需要保存。")),
            },
            ("Records in transit become part of the state.", "在途的记录成为状态的一部分。"),
        ),
    },
    exercise=Exercise(
        questions={
            "aligned_ms": ("how long sums aligns the first checkpoint, in ms", "sums 对齐第一个检查点的时间（ms）"),
            "held": ("the sums in its snapshot: {'slow': ..., 'fast': ...}", "快照中的总和：{'slow': ..., 'fast': ...}"),
            "travels": ("how many buffers the unaligned checkpoint stores", "非对齐检查点保存几个缓冲区"),
        },
        learner_fields=("slow", "cost_ms", "fast_every", "run", "unaligned"),
        draw_data=draw_data,
    ),
    tools={"two_paths": build_two_paths_job},
)  # fmt: skip
