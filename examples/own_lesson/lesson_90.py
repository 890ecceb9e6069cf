"""A lesson of one's own: how many clicks are dropped. See docs/how-to/teach-a-course.md."""

from functools import cached_property

from flinksim.course.example_jobs import write_clicks_program
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job

APART_MS, DELAY_MS, SIZE_MS = 400, 2_000, 10_000


def write_program(times):
    """A click every 400 ms, each followed by a watermark."""
    clicks = [(APART_MS * n, "a", time) for n, time in enumerate(times, 1)]
    return write_clicks_program({"clicks": clicks}, delay_ms=DELAY_MS)


class Stream:
    """One learner's data: when each click happened, in ms."""

    def __init__(self, times):
        self.times = times

    @cached_property
    def run(self):
        return run_quietly(build_program_job(write_program(self.times)))


def draw_data(random):
    return Stream([random.randrange(1_000, 30_000, 500) for _ in range(10)])


EXERCISE = Exercise(
    fields=("dropped",),
    learner_fields=("times", "run"),
    draw_data=draw_data,
)

PROGRAM = write_program([3_000, 12_500, 9_000, 11_000, 8_000])

LESSON = LessonDefinition(
    number="90",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    options={"third": ("yes", "no")},
    exercise=EXERCISE,
)
