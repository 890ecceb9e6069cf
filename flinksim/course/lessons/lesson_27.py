"""Lesson 27, Windows and watermarks in SQL: a line of DDL decides which rows are counted.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.query_jobs import build_query_job
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.trace import events as e

SECONDS = (1, 4, 9, 7, 11, 12, 8, 26)
SIZE_S, DELAY_S = 10, 2
START_MS = 1_767_268_800_000
"""2026-01-01 12:00:00, the time from which the seconds of clicks are counted."""

QUERY = """SET 'table.optimizer.agg-phase-strategy' = 'ONE_PHASE';
CREATE TABLE clicks (
  page STRING, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '2' SECOND
) WITH ('connector' = 'kafka', 'topic' = 'clicks', 'format' = 'json', 'scan.bounded.mode' = 'latest-offset');

SELECT window_start, window_end, COUNT(*) AS clicks
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND))
GROUP BY window_start, window_end;
"""


def write_query(size_s: int = SIZE_S, delay_s: int = DELAY_S) -> str:
    """Write the query with another window size and watermark delay."""
    text = QUERY.replace("INTERVAL '2' SECOND", f"INTERVAL '{delay_s}' SECOND")
    return text.replace("INTERVAL '10' SECOND", f"INTERVAL '{size_s}' SECOND")


def build_clicks_query(
    seconds: Sequence[int] = SECONDS, size_s: int = SIZE_S, delay_s: int = DELAY_S
) -> fs.Simulation:
    """Count clicks in windows with SQL; a click has the second of its event time."""
    rows = [{"page": "home", "ts": f"2026-01-01 12:{s // 60:02}:{s % 60:02}"} for s in seconds]
    return build_query_job("clicks.sql", write_query(size_s, delay_s), {"clicks": rows})


def list_rows(run: fs.Simulation) -> list[str]:
    """List the results of a query as it wrote them."""
    return [event.text for _, event in iterate_events(run.trace, e.ResultWritten)]


def list_late(run: fs.Simulation, seconds: Sequence[int]) -> list[int]:
    """List the seconds of the rows that were dropped as late."""
    found, read = [], -1
    for event in run.trace.events:
        if isinstance(event, e.SourceRecordRead):
            read = event.offset
        elif isinstance(event, e.LateRecordDropped):
            found.append(seconds[read])
    return found


class QueryClicks:
    """The exercise's data: a window size, a watermark delay, and the seconds of clicks as they arrive."""

    def __init__(self, size_s: int, delay_s: int, seconds: tuple[int, ...]) -> None:
        self.size_s, self.delay_s, self.seconds = size_s, delay_s, seconds

    def get_start(self, second: int) -> int:
        """Return the start of the window of a second."""
        return second // self.size_s * self.size_s

    @property
    def starts(self) -> list[int]:
        """The starts of the windows of all clicks."""
        return sorted({self.get_start(second) for second in self.seconds})


def draw_data(random: Random) -> QueryClicks:
    """Draw clicks of which one is out of order and counted, and one is late."""
    while True:
        size_s, delay_s = random.choice((8, 10, 12)), random.randrange(2, 5)
        early, middle, highest, late, later = random.sample(range(1, size_s), 5)
        closes = size_s + delay_s
        seconds = (
            *(min(early, middle), highest, max(early, middle)),
            *(size_s + random.randrange(delay_s), late, closes, later),
            closes + random.randrange(1, size_s),
            random.randrange(2 * size_s, 3 * size_s),
            random.randrange(size_s, 2 * size_s),
            random.randrange(3 * size_s, 4 * size_s),
        )
        if len(set(seconds)) == len(seconds):
            return QueryClicks(size_s, delay_s, seconds)


LESSON = LessonDefinition(
    number="27",
    texts=load_texts(__file__),
    simulate=build_clicks_query,
    program=QUERY,
    needs_sql=True,
    find_opening_step=find_first_step(e.WindowAssigned, lambda f: f.window[0] == START_MS + 10_000),
    options={
        "fires": ("11", "12", "26"),
        "behind": ("counted", "dropped", "next"),
        "kinds": ("inserts", "updates"),
    },
    exercise=Exercise(
        fields=("closer", "late", "counts"),
        learner_fields=("size_s", "delay_s", "seconds"),
        draw_data=draw_data,
    ),
    tools={"query": build_clicks_query, "rows": list_rows, "late": list_late},
)
