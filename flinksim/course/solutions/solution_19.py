"""Solution of lesson 19, Flink and Spark, two watermarks: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

import re
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_whole_number
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_19 import LESSON, CarrierHour
from flinksim.course.replay_fixtures import compare_engines
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict

TEXTS = LESSON.texts


def list_batch_ends(mode: str) -> list[str]:
    """List the ends of Spark's micro-batches in an output mode, as times of day."""
    from flinksim.replay.structured_streaming.comparison import format_time_of_day

    return [format_time_of_day(batch.arrived_ms) for batch in compare_engines().runs[mode].batches]


class SolvedCarrierHour(CarrierHour):
    """The exercise's data with its answers."""

    def find_first_result(self, mode: str) -> tuple[str, int]:
        """Return when Spark first emits a result of the window in an output mode, and its value."""
        from flinksim.replay.structured_streaming.comparison import format_time_of_day

        time, values = compare_engines().list_spark_results(mode, self.carrier, self.window)[0]
        return format_time_of_day(time), values[0]

    @property
    def first_flink_value(self) -> int:
        """The value of the first result that Flink emits for the window."""
        return int(compare_engines().list_flink_firings(self.carrier, self.window)[0][2][0])


def parse_time_of_day(data: Any, value: Any) -> str:
    """Parse a time of day: ``"16:57"``."""
    found = re.fullmatch(
        r"(\d{1,2}):?(\d\d)(?::00(?:\.0+)?)?\s*([ap]m)?", str(value).strip().lower()
    )
    if type(value) is str and found:
        afternoon = found[3] == "pm" and found[1] != "12"
        return f"{int(found[1]) + 12 * afternoon:02}:{found[2]}"
    raise InvalidAnswer(TEXTS.format("no time", value=f"{value!r:.60}"))


def judge_answer(data: SolvedCarrierHour, answer: Answer) -> Verdict:
    """Check the answered first result of Spark and of Flink, and the number of lost records."""
    from flinksim.course.checks.replay_checks import check_first_result

    if answer["flink_says"] != data.first_flink_value:
        return Verdict(
            False, TEXTS.format("wrong firing", pane=data, flink_says=answer["flink_says"])
        )
    verdict = check_first_result(
        compare_engines(),
        "append",
        data.carrier,
        data.window,
        batch_end=answer["append_at"],
        value=answer["append_says"],
    )
    if not verdict:
        return Verdict(False, TEXTS.format("wrong append", hint=verdict.message))
    right = compare_engines().count_lost("update", data.carrier, data.window)
    if (answer["flink_loses"], answer["spark_loses"]) != right:
        return Verdict(
            False,
            TEXTS.format(
                "wrong drops",
                pane=data,
                flink_loses=answer["flink_loses"],
                spark_loses=answer["spark_loses"],
            ),
        )
    return Verdict(
        True,
        TEXTS.format(
            "right",
            hint=verdict.message,
            flink=right[0],
            spark=right[1],
            append_at=answer["append_at"],
            append_says=answer["append_says"],
        ),
    )


def solve(data: SolvedCarrierHour) -> dict[str, Any]:
    """Return the right answer, read from the results of both engines."""
    at, says = data.find_first_result("append")
    flink, spark = compare_engines().count_lost("update", data.carrier, data.window)
    return {
        "flink_says": data.first_flink_value,
        "append_at": at,
        "append_says": says,
        "flink_loses": flink,
        "spark_loses": spark,
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _find_next_batch_end(data: SolvedCarrierHour) -> str:
    ends = list_batch_ends("append")
    return ends[(ends.index(data.find_first_result("append")[0]) + 1) % len(ends)]


MISCONCEPTIONS = {
    "append fires when the window ends": Misconception(
        _build_answer_rule(append_at=lambda d: _find_batch_end(d.hour + 1)),
        covers=lambda d, a: a["append_at"] < d.find_first_result("append")[0],
    ),
    "update is the first to say it, and append then, too": Misconception(
        _build_answer_rule(append_at=lambda d: d.find_first_result("update")[0])
    ),
    "append is one batch later still": Misconception(
        _build_answer_rule(append_at=_find_next_batch_end),
        covers=lambda d, a: a["append_at"] > d.find_first_result("append")[0],
    ),
    "Flink says nothing before it is complete": Misconception(
        _build_answer_rule(
            flink_says=lambda d: (
                d.first_flink_value
                + 1
                + sum(compare_engines().count_lost("update", d.carrier, d.window))
            )
        )
    ),
    "both lose what is late": Misconception(
        _build_answer_rule(
            spark_loses=lambda d: compare_engines().count_lost("update", d.carrier, d.window)[1] + 1
        ),
        covers=lambda d, a: (
            a["spark_loses"] != compare_engines().count_lost("update", d.carrier, d.window)[1]
        ),
    ),
    "Flink loses nothing": Misconception(
        _build_answer_rule(
            flink_loses=lambda d: (
                0 if compare_engines().count_lost("update", d.carrier, d.window)[0] else 1
            )
        ),
        covers=lambda d, a: (
            a["flink_loses"] != compare_engines().count_lost("update", d.carrier, d.window)[0]
        ),
    ),
}


def _find_batch_end(hour: int) -> str:
    """Return the end of the first Spark batch that ends at or after the hour *hour*."""
    ends = list_batch_ends("append")
    return next((end for end in ends if end >= f"{hour:02}:00"), ends[-1])


UNITED_AT_15 = SolvedCarrierHour("UA", 15)


def _find_append_delay(run: fs.Simulation) -> tuple[str, int | None]:
    return ("later" if UNITED_AT_15.find_first_result("append")[0] > "17:00" else "same"), None


def _count_update_results(run: fs.Simulation) -> tuple[str, int | None]:
    return (
        "each"
        if len(
            compare_engines().list_spark_results(
                "update", UNITED_AT_15.carrier, UNITED_AT_15.window
            )
        )
        >= 1
        else "once"
    ), None


def _find_engine_with_more_loss(run: fs.Simulation) -> tuple[str, int | None]:
    lost = [
        compare_engines().count_lost("update", key, window)
        for key, window in compare_engines().list_windows()
    ]
    return ("flink" if sum(a for a, _ in lost) > sum(b for _, b in lost) else "spark"), None


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedCarrierHour(d.carrier, d.hour),
    parsers={
        "flink_says": parse_whole_number,
        "append_at": parse_time_of_day,
        "append_says": parse_whole_number,
        "flink_loses": parse_whole_number,
        "spark_loses": parse_whole_number,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [{**solve(d), "append_at": "25:99"}, {**solve(d), "spark_loses": -1}],
    spellings=lambda d, a: [
        {**a, "append_says": str(a["append_says"])},
        {**a, "flink_loses": str(a["flink_loses"])},
    ],
    truths={
        "append": _find_append_delay,
        "update": _count_update_results,
        "lost": _find_engine_with_more_loss,
    },
)
