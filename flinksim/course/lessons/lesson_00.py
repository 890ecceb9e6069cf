"""Lesson 00, Reading the stepper: what is the engine, and what is the picture.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

from flinksim.course.example_jobs import Clicks, build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.simulation.simulation import Simulation

CLICKS: Clicks = {
    "left": [(100, "red", 1_000), (400, "red", 4_000), (1_000, "blue", 12_500), (2_500, "red", 15_000)],
    "right": [(200, "red", 2_000), (700, "blue", 9_000), (1_500, "blue", 13_000), (2_400, "red", 14_500)],
}  # fmt: skip


class FirstWindow:
    """A run with two splits, and why its first window fires."""

    def __init__(self, clicks: Clicks) -> None:
        self.clicks = clicks

    @cached_property
    def run(self) -> Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_clicks_job(self.clicks))


def draw_data(random: Random) -> FirstWindow:
    """Draw two splits with five clicks each.

    One split passes the end of the first window much later than the other.
    """
    splits: Clicks = {}
    ahead = random.choice(("left", "right"))
    made: dict[str, list[tuple[int, str, int]]] = {}
    for name in ("left", "right"):
        slow = 0 if name == ahead else random.randrange(600, 1_400, 100)
        colours = [random.choice(("red", "blue", "green")) for _ in range(5)]
        arrivals = [random.randrange(100, 300, 10), random.randrange(400, 600, 10)]
        arrivals += [base + slow for base in (800, 1_100, 1_500)]
        times = [random.randrange(1_000, 5_000, 500), random.randrange(6_000, 9_900, 100)]
        times += [random.randrange(10_100, 11_900, 100), random.randrange(12_500, 15_000, 100)]
        times += [random.randrange(16_000, 19_000, 100)]
        made[name] = list(zip(arrivals, colours, times, strict=True))
    splits = made
    return FirstWindow(splits)


EXERCISE = Exercise(
    questions={
        "step": ("the number of the step in which the first pane fires", "第一个窗格在第几步触发"),
        "cause": ('the record that caused it, such as ("red", 5000, 1)', '使该窗格触发的记录，例如 ("red", 5000, 1)'),
    },
    learner_fields=("clicks", "run"),
    draw_data=draw_data,
)  # fmt: skip


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
left = [(100, "red", 1_000), (400, "red", 4_000), (1_000, "blue", 12_500), (2_500, "red", 15_000)]
right = [(200, "red", 2_000), (700, "blue", 9_000), (1_500, "blue", 13_000), (2_400, "red", 14_500)]
clicks = {"left": left, "right": right}
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2_000))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
keyed = source.set_parallelism(2).key_by(lambda click: click[0])
keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness(0).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="00",
    title=("Reading the stepper", "读懂步进器"),
    misconception=("the picture is the engine", "步进器画的图就是引擎本身"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "who moves": Prediction(
            ("You press → once. What moves?", "按一次 →，什么会移动？"),
            {
                "all": Option(("all tasks, each by one record", "所有任务，各处理一条记录"),
                              ("Each task in Flink is a thread. One step here is one action of one task.",
                               "在 Flink 中，每个任务是一个线程。这里的一步是一个任务的一次动作。")),
                "one": Option(("one task (or the clock), for one action", "一个任务（或时钟），执行一次动作")),
                "record": Option(("one record, through the whole job", "一条记录，经过整个作业"),
                                 ("A record waits in a channel until the next task reads it.",
                                  "记录会在通道中等待下一个任务读取。")),
            },
            ("Every step names the component that acts. Elements wait in channels between two steps.",
             "每一步都会写明执行动作的组件。两步之间，元素在通道中等待。"),
        ),
        "fires": Prediction(
            ("The source reads a click at 12.5 s. Does the window from 0 s to 10 s fire then?",
             "数据源读到 12.5 s 的点击。此时 0 s 到 10 s 的窗口会触发吗？"),
            {
                "at once": Option(("yes, in the same step or the next", "会，就在这一步或下一步"),
                                  ("Only the source has read it. The window task has not received it yet.",
                                   "只有数据源读到了这次点击，窗口任务还没有收到。")),
                "later": Option(("no, some steps later", "不会，要过若干步才触发")),
                "never": Option(("no: it fires only at the end of the input", "不会，直到输入结束才触发"),
                                ("Look at the first pane that fires: that is long before the end.",
                                 "请看第一个触发的窗格：触发时离输入结束还很早。")),
            },
            ("First the source generates a watermark and sends it. Then the lowest watermark of all channels must reach the window's end.",
             "数据源先要生成并发出水位线。然后，所有通道中最低的水位线必须到达窗口终点。"),
        ),
        "again": Prediction(
            ("The same program runs again. Is anything different?", "同一个程序再运行一次，会有不同吗？"),
            {
                "same": Option(("no: the same steps and the same events", "没有：步骤相同，事件也相同")),
                "other": Option(("the steps are in another order", "步骤的顺序不同"),
                                ("On a cluster, yes. Here the schedule is recorded, so a run can be repeated.",
                                 "在集群上会不同。这里记录了调度顺序，因此可以重复同一次运行。")),
                "results": Option(("the results may differ", "结果可能不同"),
                                  ("Not with the same schedule. Lesson 14 runs one program under other schedules.",
                                   "调度顺序相同时，结果不会不同。第 14 课会按其他调度顺序运行同一个程序。")),
            },
            ("The program runs as usual. The stepper only reads the trace of the run.",
             "程序照常运行。步进器只读取这次运行的轨迹。"),
        ),
    },
    exercise=EXERCISE,
    tools={"clicks_job": build_clicks_job},
)  # fmt: skip
