"""The solution of lesson 90: what judges an answer, and what leads to wrong ones."""

from lesson_90 import DELAY_MS, LESSON, SIZE_MS, Stream

import flinksim as fs
from flinksim.course.answer_parsing import parse_whole_number
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events

TEXTS = LESSON.texts


class SolvedStream(Stream):
    """One learner's data with the answer."""

    @property
    def dropped(self):
        return len(self.run.trace.get_events(fs.LateRecordDropped))

    def count(self, holds):
        """How many clicks a rule takes for dropped, by the latest time before each."""
        pairs = zip(
            self.times[1:], [max(self.times[:n]) for n in range(1, len(self.times))], strict=True
        )
        return sum(bool(holds(time, latest)) for time, latest in pairs)


def judge_answer(data, answer):
    if answer["dropped"] == data.dropped:
        return Verdict(True, TEXTS.format("right"))
    drops = list(iterate_events(data.run.trace, fs.LateRecordDropped))
    step = drops[0][0] if drops else None
    return Verdict(False, TEXTS.format("count again"), step, data.run)


def build_misconception(holds):
    return Misconception(lambda data: {"dropped": data.count(holds)})


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda data: SolvedStream(data.times),
    parsers={"dropped": parse_whole_number},
    truths={"third": lambda run: ("yes", find_first(run.trace, fs.LateRecordDropped)[0])},
    judge_answer=judge_answer,
    solve=lambda data: {"dropped": data.dropped},
    misconceptions={
        "out of order is late": build_misconception(lambda time, latest: time < latest),
        "behind the watermark is dropped": build_misconception(
            lambda time, latest: time <= latest - DELAY_MS - 1
        ),
        "there is no delay": build_misconception(
            lambda time, latest: time // SIZE_MS < latest // SIZE_MS
        ),
        "nothing is dropped": Misconception(lambda data: {"dropped": 0}),
    },
)
