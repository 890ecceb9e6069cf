"""Lesson 20, From ten records to ten million: measure the delay instead of guessing it.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import milliseconds
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
from flinksim.course.replay_fixtures import HOUR, MIDNIGHT, MINUTE, flights, sweep

SHARES = (0.96, 0.97, 0.975, 0.98, 0.985, 0.99, 0.993, 0.995, 0.999)


@cache
def losses() -> Counter[tuple[str, int]]:
    """Count the dropped flights of each carrier and hour, with a delay of 30 minutes."""
    return Counter(
        (str(drop.key), (drop.timestamp - MIDNIGHT) // HOUR) for drop in flights().iterate_dropped()
    )


@cache
def smallest(share: float) -> int:
    """Find the smallest delay, to the minute, with this share of the flights on time."""
    low, high = 0, 24 * 60
    while low < high:
        middle = (low + high) // 2
        if sweep().point(middle * MINUTE, None, 0).on_time_share >= share:
            high = middle
        else:
            low = middle + 1
    return low * MINUTE


def worst() -> list[tuple[str, int]]:
    """List the windows that lose most."""
    most = max(losses().values())
    return sorted(pane for pane, lost in losses().items() if lost == most)


class Wanted:
    """The share of the flights that must be on time."""

    def __init__(self, share: float) -> None:
        self.share = share

    def __repr__(self) -> str:
        return f"{self.share:.1%}"


def drawn(random: Random) -> Wanted:
    """Draw one of the shares."""
    return Wanted(random.choice(SHARES))


def a_pane(data: Any, value: Any) -> tuple[str, int]:
    """Parse a carrier and an hour: ``("UA", 15)``, ``("UA", "15:00")``."""
    if type(value) in (tuple, list) and len(value) == 2 and type(value[0]) is str:
        hour = value[1]
        if type(hour) is str and hour.partition(":")[0].isdigit():
            hour = int(hour.partition(":")[0])
        if type(hour) is int:
            return value[0].upper(), hour
    raise NotAnAnswer(
        (
            f"expected a carrier and an hour such as ('UA', 15), found {value!r:.60}",
            f"这里要航司和小时，例如 ('UA', 15)，得到的是 {value!r:.60}",
        )
    )


def judged(data: Wanted, answer: Answer) -> Seen:
    """Check that the delay is the smallest, and the window one of those that lose most."""
    from flinksim.course.checks.replay import check_smallest_delay

    if not 0 <= answer["delay_ms"] <= 24 * HOUR:
        return Seen(False, ("a delay is from 0 to a day", "延迟在 0 到一天之间"))
    if answer["delay_ms"] % MINUTE:
        return Seen(False, ("give it in whole minutes", "要整分钟"))
    verdict = check_smallest_delay(sweep(), data.share, delay_ms=answer["delay_ms"])
    if not verdict:
        return Seen(False, (verdict.message, "这个延迟不够，或还可以更小"))
    if answer["worst"] not in worst():
        lost = losses()[answer["worst"]]
        return Seen(
            False,
            (
                f"{answer['worst']} loses {lost} with 30 minutes; another pane loses more",
                f"{answer['worst']} 在 30 分钟延迟下丢 {lost} 条；有窗格丢得更多",
            ),
        )
    return Seen(
        True, (verdict.message, f"{data} 按时，最小延迟 {answer['delay_ms'] // MINUTE} 分钟")
    )


def solved(data: Wanted) -> dict[str, Any]:
    """Return the delay found in the sweep, and a window with most drops."""
    return {"delay_ms": smallest(data.share), "worst": worst()[0]}


def _delay(make: Any) -> Any:
    return lambda d: {**solved(d), "delay_ms": make(d)}


RULES = {
    "pick it by feel": Rule(
        ("30 minutes is what somebody once wrote there.", "30 分钟只是有人随手写的。"),
        _delay(lambda d: 30 * MINUTE if smallest(d.share) != 30 * MINUTE else 45 * MINUTE),
    ),
    "nearly enough is enough": Rule(
        ("A minute less than is needed.", "比需要的少一分钟。"),
        _delay(lambda d: smallest(d.share) - MINUTE),
    ),
    "a minute to be sure": Rule(
        ("Every minute more makes every result a minute later.", "每多一分钟，每个结果都晚一分钟。"),
        _delay(lambda d: smallest(d.share) + MINUTE),
    ),
    "wait for the last one": Rule(
        ("For the last flight all would wait for hours.", "为了最后一班，大家要等几个小时。"),
        _delay(lambda d: 24 * HOUR),
    ),
    "the share of time is the share of flights": Rule(
        ("The delays are not spread evenly.", "晚点并不均匀分布。"),
        _delay(lambda d: round(d.share * 60) * MINUTE if round(d.share * 60) * MINUTE != smallest(d.share) else HOUR + MINUTE),
    ),
    "the worst pane is that of the longest delay": Rule(
        ("The longest delay is one flight; count flights.", "最长的晚点只是一班；要数班次。"),
        lambda d: {**solved(d), "worst": next(p for p in sorted(losses()) if p not in worst())},
    ),
}  # fmt: skip


def _thirty(run: fs.Simulation) -> tuple[str, int | None]:
    share = sweep().point(30 * MINUTE, None, 0).on_time_share
    return ("most" if 0.9 < share < 0.995 else "all"), None


def _double(run: fs.Simulation) -> tuple[str, int | None]:
    lost = [1 - sweep().point(minutes * MINUTE, None, 0).on_time_share for minutes in (30, 60)]
    return ("some" if lost[1] > 0 else "none"), None


def _later(run: fs.Simulation) -> tuple[str, int | None]:
    delays = [sweep().point(minutes * MINUTE, None, 0).delay_p50 for minutes in (30, 120)]
    return ("later" if delays[1] - delays[0] > 45 * MINUTE else "same"), None


LESSON = LessonParts(
    number="20",
    title=("From ten records to ten million", "从十条记录到一千万条"),
    misconception=("pick the delay by feel", "凭感觉定延迟"),
    simulate=lambda: simulate_flights(parallelism=2),
    program=declare,
    needs_spark=True,
    predictions={
        "thirty": Prediction(
            ("A delay of 30 minutes: how many of the day's flights are in their hour's first result?", "延迟 30 分钟：当天有多少航班进了所属小时的第一个结果？"),
            {
                "all": Option(("all but one or two", "只差一两班"), ("Look at the row of 30 minutes.", "看 30 分钟那一行。")),
                "most": Option(("more than nine of ten", "九成以上")),
                "half": Option(("about half", "一半左右"), ("Most flights leave nearly in time.", "多数航班几乎准点。")),
            },
            _thirty,
            ("Most come in time; the longest delays, which matter most to a sum, do not.", "多数按时；对总和影响最大的长晚点却没有。"),
        ),
        "double": Prediction(
            ("With twice the delay, an hour, what is lost?", "延迟加倍到一小时，还丢吗？"),
            {
                "none": Option(("nothing", "不丢"), ("There are flights that are six hours late.", "有晚点六小时的航班。")),
                "some": Option(("less, but still some", "少一些，但还丢")),
                "same": Option(("as much", "一样多"), ("Some come between 30 and 60 minutes late.", "有些晚 30 到 60 分钟。")),
            },
            _double,
            ("A tail that long is not to be covered: look what each minute buys.", "这么长的尾巴盖不住：看每多一分钟换来什么。"),
        ),
        "price": Prediction(
            ("And with two hours instead of 30 minutes: when do results come?", "从 30 分钟到两小时：结果何时出来？"),
            {
                "same": Option(("as before, but for the late ones", "除了迟到的，和以前一样"), ("A window waits for the watermark, whoever is late.", "窗口等的是水位线，不管谁迟到。")),
                "later": Option(("all about an hour and a half later", "全部晚约一个半小时")),
                "fewer": Option(("fewer results", "结果变少"), ("The same windows, later.", "同样的窗口，只是更晚。")),
            },
            _later,
            ("Everybody pays for the last one.", "大家都在为最后那个付出。"),
        ),
    },
    exercise=Exercise(
        asks={
            "delay_ms": ("the smallest delay, in whole minutes (as ms)", "最小延迟，整分钟（写成毫秒）"),
            "worst": ("a pane that loses most with 30 minutes: a carrier and its hour, such as ('UA', 15)", "延迟 30 分钟时丢得最多的窗格：航司和小时，例如 ('UA', 15)"),
        },
        reads={"delay_ms": milliseconds, "worst": a_pane},
        data=drawn,
        judge=judged,
        solve=solved,
        rules=RULES,
        spellings=lambda d, a: [{**a, "delay_ms": f"{a['delay_ms'] // MINUTE} min"}, {**a, "worst": [a["worst"][0].lower(), f"{a['worst'][1]}:00"]}],
        cheats=lambda d: [{**solved(d), "delay_ms": -MINUTE}, {**solved(d), "worst": worst()}],
    ),
    tools={"sweep": sweep, "losses": losses, "flights": flights},
)  # fmt: skip
