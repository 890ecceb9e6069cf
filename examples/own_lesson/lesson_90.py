"""A lesson of one's own: how many clicks are dropped. See docs/how-to/teach-a-course.md."""

from functools import cached_property

from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction

APART_MS, DELAY_MS, SIZE_MS = 400, 2_000, 10_000


def build_job(times):
    """A click every 400 ms, each followed by a watermark."""
    clicks = [(APART_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return build_clicks_job({"clicks": clicks}, delay_ms=DELAY_MS)


class Stream:
    """One learner's data: when each click happened, in ms."""

    def __init__(self, times):
        self.times = times

    @cached_property
    def run(self):
        return run_quietly(build_job(self.times))


def draw_data(random):
    return Stream([random.randrange(1_000, 30_000, 500) for _ in range(10)])


EXERCISE = Exercise(
    questions={"dropped": ("how many clicks are dropped", "有多少次点击被丢弃")},
    learner_fields=("times", "run"),
    draw_data=draw_data,
)

LESSON = LessonDefinition(
    number="90",
    title=("How many are dropped?", "丢了多少？"),
    misconception=("what is out of order is dropped", "乱序的都会被丢"),
    simulate=lambda: build_job([3_000, 12_500, 9_000, 11_000, 8_000]),
    program=build_clicks_job,
    predictions={
        "third": Prediction(
            (
                "The click at 9 s comes after one at 12.5 s. Is it dropped?",
                "9 s 的点击在 12.5 s 之后到达。会丢吗？",
            ),
            {
                "yes": Option(("yes", "会")),
                "no": Option(
                    ("no, it is only out of order", "不会，只是乱序"),
                    (
                        "12.5 s minus 2 s is beyond 10 s: its window is over.",
                        "12.5 s 减 2 s 已超过 10 s：窗口已结束。",
                    ),
                ),
            },
            ("Its window [0 s, 10 s) had fired.", "它的窗口 [0 s, 10 s) 已触发。"),
        ),
    },
    exercise=EXERCISE,
)
