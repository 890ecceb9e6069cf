"""Lesson 17, Checkpoints: barriers among the records, alignment, and what a snapshot holds.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

import flinksim as fs
from flinksim.core.i18n.languages import Language
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first_step
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import Formatter

INTERVAL_MS = 300


SLOW, FAST = "slow", "fast"


PROGRAM = Program(
    """\
import flinksim as fs
from flinksim.common import Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
arrivals = {"slow": range(10, $slow_end, 20), "fast": range(5, 900, $fast_every)}
script = {name: [x for time in times for x in (at(time), record((name, time, 1)))] + [at(1_200)] for name, times in arrivals.items()}
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2).set_buffer_timeout(0)
env.enable_checkpointing($interval_ms)$unaligned
source = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "clicks", CLICK)
work = fs.cost(lambda click: click, ms=lambda click: $cost_ms if click[0] == "slow" else 0)
path = source.map(work, CLICK).name("path").start_new_chain()
path.key_by(lambda click: click[0]).sum(2).name("sums").set_parallelism(1).print()
env.execute("a slow and a fast path")
""",
    interval_ms=INTERVAL_MS,
    slow_end=170,
    cost_ms=60,
    fast_every=100,
    unaligned="",
)


def build_two_paths_job(
    slow: int = 8, cost_ms: int = 60, fast_every: int = 100, unaligned: bool = False
) -> fs.Simulation:
    """Sum two sources, of which one has a slow path, with a checkpoint every 300 ms."""
    change = "\nenv.get_checkpoint_config().enable_unaligned_checkpoints()" if unaligned else ""
    return PROGRAM.build(
        slow_end=10 + slow * 20, cost_ms=cost_ms, fast_every=fast_every, unaligned=change
    )


def describe_alignments(run: fs.Simulation, language: Language = "en") -> list[str]:
    """Describe for each checkpoint how long it takes, and which task aligns how long."""
    formatter = Formatter(run.plan, language)
    messages = []
    for one in run.checkpoints:
        subtask, found = max(one.metrics.items(), key=lambda part: part[1].alignment_ms)
        message_id = "unaligned" if found.is_unaligned else "aligned"
        messages.append(
            LESSON.texts.format(
                message_id if found.alignment_ms else "not aligned",
                id=one.id,
                start=one.trigger_ms,
                duration=one.end_to_end_ms,
                task=formatter.format_id(subtask),
                alignment=found.alignment_ms,
            )
        )
    return [str(getattr(message, language)) for message in messages]


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


LESSON = LessonDefinition(
    number="17",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_first_step(e.ChannelBlocked),
    options={
        "who": ("fast", "slow", "both"),
        "how long": ("none", "slow", "interval"),
        "unaligned": ("nothing", "buffers", "sources"),
    },
    exercise=Exercise(
        fields=("aligned_ms", "held", "travels"),
        learner_fields=("slow", "cost_ms", "fast_every", "run", "unaligned"),
        draw_data=draw_data,
    ),
    tools={"two_paths": build_two_paths_job, "alignments": describe_alignments},
)
