"""Lesson 27, Windows and watermarks in SQL: a line of DDL decides which rows are counted.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
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
    title=("Windows and watermarks in SQL", "SQL 中的窗口与水位线"),
    misconception=("SQL has no watermarks to think about", "用 SQL 就不用考虑水位线"),
    simulate=build_clicks_query,
    program=QUERY,
    needs_sql=True,
    find_opening_step=find_first_step(e.WindowAssigned, lambda f: f.window[0] == START_MS + 10_000),
    predictions={
        "fires": Prediction(
            ("The window from 12:00:00 to 12:00:10 waits. Which click lets it fire?", "从 12:00:00 到 12:00:10 的窗口在等待。哪次点击让它触发？"),
            {
                "11": Option(("12:00:11, the first after its end", "12:00:11，窗口结束后的第一次"), ("The watermark is then 12:00:09. The window still waits.", "此时水位线是 12:00:09，窗口仍在等待。")),
                "12": Option(("12:00:12", "12:00:12")),
                "26": Option(("12:00:26, when the next window ends", "12:00:26，下一个窗口也结束时"), ("It does not wait for the next window.", "该窗口不会等待下一个窗口。")),
            },
            ("The WATERMARK clause subtracts two seconds. So the click of 12:00:12 lifts the watermark to 12:00:10, and the window fires.", "WATERMARK 子句减去两秒，因此 12:00:12 的点击使水位线推进到 12:00:10，窗口触发。"),
        ),
        "behind": Prediction(
            ("Two clicks come out of order, those of 12:00:07 and 12:00:08. What becomes of 12:00:08, the last click of this window?", "有两次点击乱序到达：12:00:07 和 12:00:08。这个窗口的最后一次点击 12:00:08 会怎样？"),
            {
                "counted": Option(("It is counted, and the result is updated", "计入，并更新结果"), ("DataStream windows can do that, with an allowed lateness. A window of SQL cannot.", "DataStream 的窗口在设置允许延迟之后可以这样，而 SQL 的窗口不可以。")),
                "dropped": Option(("It is dropped", "被丢弃")),
                "next": Option(("It is counted in the next window", "计入下一个窗口"), ("A row belongs to the window of its own time, and to no other.", "一行只属于其时间所在的窗口，不属于其他窗口。")),
            },
            ("12:00:07 came while the window was open. 12:00:08 comes after it fired, so it is dropped without a trace in the result.", "12:00:07 到达时，窗口尚未关闭。12:00:08 在窗口触发之后到达，因此被丢弃，在结果中没有任何痕迹。"),
        ),
        "kinds": Prediction(
            ("Which kinds of changes does this query write?", "这个查询写出哪几种变更？"),
            {
                "inserts": Option(("only +I", "只有 +I")),
                "updates": Option(("+I, then -U and +U for each click", "先 +I，然后每次点击一对 -U 和 +U"), ("GROUP BY without windows does that. See lesson 28.", "没有窗口的 GROUP BY 会这样写，参见第 28 课。")),
            },
            ("A window writes one row when it fires, and forgets its state. So every sink can take the result.", "窗口触发时写一行，然后清除状态。因此任何数据汇都能接收该结果。"),
        ),
    },
    exercise=Exercise(
        questions={
            "closer": ("the second of the click that lets the first window fire", "让第一个窗口触发的点击的秒数"),
            "late": ("the seconds of the clicks that are dropped", "被丢弃的点击的秒数"),
            "counts": ("for each window its count, by the second of its start", "每个窗口的计数，以起点的秒数为键"),
        },
        learner_fields=("size_s", "delay_s", "seconds"),
        draw_data=draw_data,
    ),
    tools={"query": build_clicks_query, "rows": list_rows, "late": list_late},
)  # fmt: skip
