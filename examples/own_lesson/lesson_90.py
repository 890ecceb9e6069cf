"""An exercise of one's own: how many clicks are dropped. See docs/how-to/teach-a-course.md."""

from functools import cached_property

import flinksim as fs
from flinksim.course.answer_parsing import parse_whole_number
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, iterate_events

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

    @property
    def dropped(self):
        return len(self.run.trace.get_events(fs.LateRecordDropped))

    def count(self, holds):
        """How many clicks a rule takes for dropped, by the latest time before each."""
        pairs = zip(
            self.times[1:], [max(self.times[:n]) for n in range(1, len(self.times))], strict=True
        )
        return sum(bool(holds(time, latest)) for time, latest in pairs)


def draw_data(random):
    return Stream([random.randrange(1_000, 30_000, 500) for _ in range(10)])


def judge_answer(data, answer):
    if answer["dropped"] == data.dropped:
        return Verdict(True, ("that is the number of dropped clicks", "正是这么多"))
    drops = list(iterate_events(data.run.trace, fs.LateRecordDropped))
    step = drops[0][0] if drops else None
    told = (
        "count again: a click is dropped when its window is over",
        "再数一遍：窗口已结束的点击才会丢",
    )
    return Verdict(False, told, step, data.run)


def build_misconception(words, holds):
    return Misconception(words, lambda data: {"dropped": data.count(holds)})


EXERCISE = Exercise(
    questions={"dropped": ("how many clicks are dropped", "有多少次点击被丢弃")},
    parsers={"dropped": parse_whole_number},
    learner_fields=("times", "run"),
    draw_data=draw_data,
    judge_answer=judge_answer,
    solve=lambda data: {"dropped": data.dropped},
    misconceptions={
        "out of order is late": build_misconception(
            (
                "Out of order is not late: the window may still be open.",
                "乱序不等于迟到：窗口可能还开着。",
            ),
            lambda time, latest: time < latest,
        ),
        "behind the watermark is dropped": build_misconception(
            (
                "The watermark drops nothing; a window that is over does.",
                "水位线不丢数据；是已结束的窗口在丢。",
            ),
            lambda time, latest: time <= latest - DELAY_MS - 1,
        ),
        "there is no delay": build_misconception(
            ("The watermark is 2 s behind the latest click.", "水位线比最晚的点击落后 2 s。"),
            lambda time, latest: time // SIZE_MS < latest // SIZE_MS,
        ),
        "nothing is dropped": Misconception(
            ("Look for the first click whose window has fired.", "找第一个窗口已触发的点击。"),
            lambda data: {"dropped": 0},
        ),
    },
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
            lambda run: ("yes", find_first(run.trace, fs.LateRecordDropped)[0]),
            ("Its window [0 s, 10 s) had fired.", "它的窗口 [0 s, 10 s) 已触发。"),
        ),
    },
    exercise=EXERCISE,
)
