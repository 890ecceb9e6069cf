"""Lesson 19, Flink and Spark, two watermarks: output modes are not firing modes.

Not in Flink.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import whole_number
from flinksim.course.demo import simulate_flights
from flinksim.course.demo.flights import declare
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonParts,
    NotAnAnswer,
    Option,
    Prediction,
    Rule,
    Seen,
)
from flinksim.course.replay_fixtures import HOUR, MIDNIGHT, both


def batch_ends(mode: str) -> list[str]:
    """List the ends of the batches of an output mode, as times of day."""
    from flinksim.replay.structured_streaming.comparison import time_of_day

    return [time_of_day(batch.arrived_ms) for batch in both().runs[mode].batches]


class Window:
    """The window of one carrier and one hour."""

    def __init__(self, carrier: str, hour: int) -> None:
        self.carrier, self.hour = carrier, hour
        self.window = (MIDNIGHT + hour * HOUR, MIDNIGHT + (hour + 1) * HOUR)

    def first(self, mode: str) -> tuple[str, int]:
        """Return when an output mode first emits a result, and its value."""
        from flinksim.replay.structured_streaming.comparison import time_of_day

        time, values = both().spark(mode, self.carrier, self.window)[0]
        return time_of_day(time), values[0]

    @property
    def flink(self) -> int:
        """The first result of Flink."""
        return int(both().flink(self.carrier, self.window)[0][2][0])

    def __repr__(self) -> str:
        return f"{self.carrier}, {self.hour}:00 to {self.hour + 1}:00"


@cache
def windows() -> list[tuple[str, int]]:
    """List the carriers and hours for which append mode, update mode and Flink have results."""
    return [
        (str(key), (window[0] - MIDNIGHT) // HOUR)
        for key, window in both().windows()
        if window[0] >= MIDNIGHT + 6 * HOUR
        and both().spark("append", key, window)
        and both().spark("update", key, window)
        and both().flink(key, window)
    ]


def drawn(random: Random) -> Window:
    """Draw one of the windows."""
    return Window(*random.choice(windows()))


def a_time(data: Any, value: Any) -> str:
    """Parse a time of day: ``"16:57"``."""
    if type(value) is str and value.strip() and value.strip().replace(":", "").isdigit():
        hours, _, minutes = value.strip().partition(":")
        return f"{int(hours):02}:{minutes}"
    raise NotAnAnswer(
        (
            f"expected a time such as '16:57', found {value!r:.60}",
            f"这里要一个时刻，例如 '16:57'，得到的是 {value!r:.60}",
        )
    )


def judged(data: Window, answer: Answer) -> Seen:
    """Check the first result of each engine, and the number of lost records."""
    from flinksim.course.checks.replay import check_first_result

    if answer["flink_says"] != data.flink:
        return Seen(
            False,
            (
                f"Flink's first firing of {data} does not say {answer['flink_says']}",
                f"Flink 对 {data} 的第一次触发不是 {answer['flink_says']}",
            ),
        )
    verdict = check_first_result(
        both(),
        "append",
        data.carrier,
        data.window,
        at=answer["append_at"],
        says=answer["append_says"],
    )
    if not verdict:
        return Seen(
            False, (f"append: {verdict.message}", "append 模式的时刻或值不对：看每个批次的水位线")
        )
    right = both().lost("update", data.carrier, data.window)
    if (answer["flink_loses"], answer["spark_loses"]) != right:
        return Seen(
            False,
            (
                f"of {data} they do not lose {answer['flink_loses']} and {answer['spark_loses']}",
                f"{data} 丢的不是 {answer['flink_loses']} 和 {answer['spark_loses']}",
            ),
        )
    return Seen(
        True,
        (
            f"{verdict.message} Flink loses {right[0]}, Spark's update mode {right[1]}.",
            f"append 在 {answer['append_at']} 说 {answer['append_says']}；Flink 丢 {right[0]}，Spark 的 update 丢 {right[1]}",
        ),
    )


def solved(data: Window) -> dict[str, Any]:
    """Return the answer of the two engines."""
    at, says = data.first("append")
    flink, spark = both().lost("update", data.carrier, data.window)
    return {
        "flink_says": data.flink,
        "append_at": at,
        "append_says": says,
        "flink_loses": flink,
        "spark_loses": spark,
    }


def _but(**changes: Any) -> Any:
    return lambda d: {**solved(d), **{name: make(d) for name, make in changes.items()}}


def _next_batch(data: Window) -> str:
    ends = batch_ends("append")
    return ends[(ends.index(data.first("append")[0]) + 1) % len(ends)]


RULES = {
    "append fires when the window ends": Rule(
        ("Spark's watermark moves once per batch, and acts in the next one.", "Spark 的水位线每批动一次，下一批才生效。"),
        _but(append_at=lambda d: _batch_of(d.hour + 1)),
    ),
    "update is the first to say it, and append then, too": Rule(
        ("Update says what changed with every batch; append waits until the window is over.", "update 每批都说变化；append 要等窗口结束。"),
        _but(append_at=lambda d: d.first("update")[0]),
    ),
    "append is one batch later still": Rule(
        ("It is handed out with the first batch that runs at a watermark behind the hour.", "第一个以越过该小时的水位线运行的批次就会给出。"),
        _but(append_at=_next_batch),
    ),
    "Flink says nothing before it is complete": Rule(
        ("Flink fires once its watermark passes the hour; who is later is lost.", "Flink 的水位线过了这一小时就触发；更晚的就丢了。"),
        _but(flink_says=lambda d: d.flink + 1 + sum(both().lost("update", d.carrier, d.window))),
    ),
    "both lose what is late": Rule(
        ("Each drops by a watermark of its own.", "各自按自己的水位线丢弃。"),
        _but(spark_loses=lambda d: both().lost("update", d.carrier, d.window)[1] + 1),
    ),
    "Flink loses nothing": Rule(
        ("Count what Flink dropped of this hour.", "数一数 Flink 在这一小时丢了多少。"),
        _but(flink_loses=lambda d: 0 if both().lost("update", d.carrier, d.window)[0] else 1),
    ),
}  # fmt: skip


def _batch_of(hour: int) -> str:
    """Return the end of the first batch that ends at or after an hour."""
    ends = batch_ends("append")
    return next((end for end in ends if end >= f"{hour:02}:00"), ends[-1])


UA = Window("UA", 15)


def _append_later(run: fs.Simulation) -> tuple[str, int | None]:
    return ("later" if UA.first("append")[0] > "17:00" else "same"), None


def _how_many(run: fs.Simulation) -> tuple[str, int | None]:
    return ("each" if len(both().spark("update", UA.carrier, UA.window)) >= 1 else "once"), None


def _loses(run: fs.Simulation) -> tuple[str, int | None]:
    lost = [both().lost("update", key, window) for key, window in both().windows()]
    return ("flink" if sum(a for a, _ in lost) > sum(b for _, b in lost) else "spark"), None


LESSON = LessonParts(
    number="19",
    title=("Flink and Spark, two watermarks", "Flink 与 Spark：两种水位线"),
    misconception=("append, update, complete are firing modes", "append、update、complete 是触发方式"),
    simulate=lambda: simulate_flights(parallelism=2),
    program=declare,
    needs_spark=True,
    predictions={
        "append": Prediction(
            ("Flink says UA 15:00 to 16:00 at 16:49. Spark's append mode, with batches of three hours?", "Flink 在 16:49 给出 UA 15:00 到 16:00。批次为三小时的 Spark append 模式呢？"),
            {
                "same": Option(("at about the same time", "差不多同时"), ("Its watermark moves only after a batch.", "它的水位线只在批次之后才动。")),
                "later": Option(("hours later", "晚几个小时")),
                "never": Option(("never", "永不"), ("A later batch runs at a watermark behind 16:00.", "之后某批的水位线会越过 16:00。")),
            },
            _append_later,
            ("A batch runs at the watermark of the batches before it.", "每批以之前各批的水位线运行。"),
        ),
        "update": Prediction(
            ("In update mode, when does a window say something?", "update 模式下，窗口什么时候输出？"),
            {
                "once": Option(("once, when it is over", "结束时一次"), ("That is append.", "那是 append。")),
                "each": Option(("with each batch that changed it", "每个改变了它的批次")),
                "record": Option(("with each record", "每条记录"), ("Spark does not look at single records.", "Spark 不逐条看记录。")),
            },
            _how_many,
            ("An output mode says what of the result table is handed out after a batch; no trigger fires.", "输出模式说的是每批之后交出结果表的哪部分；没有触发器触发。"),
        ),
        "lost": Prediction(
            ("Who loses more records of this day?", "这一天谁丢的记录更多？"),
            {
                "flink": Option(("Flink", "Flink")),
                "spark": Option(("Spark's update mode, with batches of three hours", "批次三小时的 Spark update"), ("Its watermark stands still for three hours.", "它的水位线三小时不动。")),
                "same": Option(("both the same: both have 30 minutes", "一样：都是 30 分钟"), ("The same delay, but not the same watermark.", "延迟相同，水位线却不同。")),
            },
            _loses,
            ("A large batch forgives nearly everything, and says it late.", "大批次几乎什么都容得下，但说得晚。"),
        ),
    },
    exercise=Exercise(
        asks={
            "flink_says": ("the minutes of Flink's first firing", "Flink 第一次触发的分钟数"),
            "append_at": ("the end of the batch with which append says it, such as '16:57'", "append 给出它的批次的结束时刻，例如 '16:57'"),
            "append_says": ("the minutes that append says", "append 给出的分钟数"),
            "flink_loses": ("how many records of this hour Flink loses", "Flink 丢了这一小时的几条记录"),
            "spark_loses": ("how many Spark's update mode loses", "Spark 的 update 丢了几条"),
        },
        reads={"flink_says": whole_number, "append_at": a_time, "append_says": whole_number, "flink_loses": whole_number, "spark_loses": whole_number},
        data=drawn,
        judge=judged,
        solve=solved,
        rules=RULES,
        spellings=lambda d, a: [{**a, "append_says": str(a["append_says"])}, {**a, "flink_loses": str(a["flink_loses"])}],
        cheats=lambda d: [{**solved(d), "append_at": "25:99"}, {**solved(d), "spark_loses": -1}],
    ),
    tools={"both": both},
)  # fmt: skip
