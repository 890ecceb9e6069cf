"""Answers of strangers: wrong ones that a learner could give, cheats, and right ones in other forms.

They were written from the notebooks alone, before their author saw a solution. 112 of the first right
ones and 390 of the first wrong ones measured how often a verdict is wrong (36 right ones were refused) and
how often a wrong answer is explained (74 %). What covers their kinds was written after that. To measure
again, write new ones. The table of exercises counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil
from typing import Any, TypeAlias

import numpy

from flinksim.common import Duration, Types
from flinksim.course.lesson import LearnerData
from flinksim.course.lesson_model import Answer
from flinksim.course.solution_model import Solution
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import ReducingStateDescriptor, ValueStateDescriptor
from flinksim.datastream.triggers import Trigger, TriggerResult

Author: TypeAlias = Callable[[Any, Any], Iterator[tuple[str, Answer]]]
"""Writes answers, each with its idea, from the data of a learner and a right answer."""

WRONG: dict[str, Author] = {}
RIGHT: dict[str, Author] = {}


def get_learner_data(solution: Solution, data: Any) -> LearnerData:
    """Return the part of the data that a learner sees."""
    return LearnerData(lambda: data, solution.exercise.learner_fields)


def write_answers(
    authors: dict[str, Author], number: str, data: Any, right: Answer
) -> Iterator[tuple[str, Answer]]:
    """Write the answers to the exercise of a lesson, which may have none."""
    return authors[number](data, right) if number in authors else iter(())


def wrong(number: str) -> Callable[[Author], Author]:
    def register(author: Author) -> Author:
        WRONG[number] = author
        return author

    return register


def right(number: str) -> Callable[[Author], Author]:
    def register(author: Author) -> Author:
        RIGHT[number] = author
        return author

    return register


def replace(answer: Answer, **values: Any) -> Answer:
    return {**answer, **values}


# --- lessons 00 to 06: time -----------------------------------------------------------------------


def list_arrivals(clicks: Any) -> list[tuple[int, str, int]]:
    return sorted(row for rows in clicks.values() for row in rows)


@wrong("00")
def write_first_pane(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    arrivals = list_arrivals(d.clicks)
    first = [next(row for row in rows if row[2] >= 12_000) for rows in d.clicks.values()]
    no_delay = next(row for row in arrivals if row[2] >= 10_000)
    slower = max(d.clicks, key=lambda split: next(r[0] for r in d.clicks[split] if r[2] >= 12_000))
    slow_10 = next(row for row in d.clicks[slower] if row[2] >= 10_000)
    inside = [row for row in arrivals if row[2] < 10_000][-1]
    yield "the first click of 12 s in any split", replace(ok, cause=(*min(first)[1:], 1))
    yield "the first click after the end", replace(ok, cause=(*no_delay[1:], 1))
    yield "no delay in the slower split", replace(ok, cause=(*slow_10[1:], 1))
    yield "the last click of the window", replace(ok, cause=(*inside[1:], 1))
    yield "the step before", replace(ok, step=ok["step"] - 1)
    yield "the last step", replace(ok, step=len(d.run.trace) - 1)
    yield "the arrival as step", replace(ok, step=max(first)[0])


@wrong("01")
def write_arrivals(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    late = [time + 10_000 for time in d.times]
    yield "no delay", {"arrivals": list(d.times)}
    yield "all 10 s later", {"arrivals": late}
    yield "two clicks, windows apart", {"arrivals": [late[0], *d.times[1:5], late[5]]}
    yield "all at the end", {"arrivals": [59_000] * 6}
    yield "a click before it happened", {"arrivals": [*d.times[:5], d.times[5] - 10_000]}
    yield "a bit later, in the same window", {"arrivals": [*d.times[:5], d.times[5] + 100]}


@wrong("02")
def write_labels(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    def label(delay: int, lateness: int, *, own_time: bool = False) -> Answer:
        labels, highest = {}, -(10**9)
        for n, time in enumerate(d.times):
            watermark = highest - delay - 1
            end = time if own_time else time // 10_000 * 10_000 + 9_999
            if time > watermark:
                labels[n] = "ahead"
            elif end > watermark:
                labels[n] = "behind"
            else:
                labels[n] = "late" if end + lateness > watermark else "dropped"
            highest = max(highest, time)
        return {"labels": labels}

    yield "no delay", label(0, 3_000)
    yield "no lateness", label(2_000, 0)
    yield "each record has its own end", label(2_000, 3_000, own_time=True)
    yield "lateness counts twice", label(2_000, 6_000)
    yield "delay added to the lateness", label(2_000, 5_000)
    swap = {"late": "dropped", "dropped": "late"}
    yield (
        "late and dropped exchanged",
        {"labels": {n: swap.get(x, x) for n, x in ok["labels"].items()}},
    )
    yield (
        "never dropped",
        {"labels": {n: "late" if x == "dropped" else x for n, x in ok["labels"].items()}},
    )


@wrong("03")
def write_delay(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    highest, disorder, steps = 0, [0], [0]
    for before, time in zip((0, *d.times), d.times, strict=False):
        disorder.append(highest - time)
        steps.append(before - time)
        highest = max(highest, time)
    yield "the largest disorder", {"delay_ms": max(disorder)}
    yield "the largest disorder and 1 ms", {"delay_ms": max(disorder) + 1}
    yield "the largest step back", {"delay_ms": max(steps)}
    yield "1 ms less", {"delay_ms": ok["delay_ms"] - 1}
    yield "rounded up to seconds", {"delay_ms": ceil(ok["delay_ms"] / 1_000) * 1_000}
    yield "the size of the window", {"delay_ms": 10_000}
    yield "no delay", {"delay_ms": 0}


@wrong("04")
def write_schedules(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    slow = [1_000 * n for n in range(6)]
    yield "exchanged", {"one_late": ok["none_late"], "none_late": ok["one_late"]}
    yield "slowly, nothing is late", replace(ok, none_late=slow)
    yield "all at once, one is late", replace(ok, one_late=[0] * 6)
    yield "a pause between all", replace(ok, one_late=slow)
    yield "a pause before the first only", replace(ok, one_late=[0, *[1_000] * 5])
    yield "arrival at the event time", replace(ok, none_late=list(d.times))


@wrong("05")
def write_channels(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    def find_first(split: str, time: int) -> tuple[int, str, int]:
        return next(row for row in d.clicks[split] if row[2] >= time)

    reached = {split: find_first(split, 12_000) for split in d.clicks}
    fast, slow = min(reached, key=lambda s: reached[s]), max(reached, key=lambda s: reached[s])
    last = max(list_arrivals(d.clicks), key=lambda row: row[2])
    yield "the fastest channel", replace(ok, held_by=fast)
    yield "the first of 12 s", replace(ok, closed_by=(*reached[fast][1:], 1))
    yield "no delay", replace(ok, closed_by=(*find_first(slow, 10_000)[1:], 1))
    yield "the highest timestamp", replace(ok, furthest=(*last[1:], 1))
    yield "the first record", replace(ok, furthest=(*list_arrivals(d.clicks)[0][1:], 1))
    others = [split for split in d.clicks if split not in (fast, slow)]
    yield "the channel in the middle", replace(ok, held_by=others[0])


@wrong("06")
def write_timeout(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "no timeout", {"idle_ms": 0}
    yield "the outage", {"idle_ms": d.outage}
    yield "the deadline", {"idle_ms": d.by_ms}
    yield "half of the gap", {"idle_ms": d.breath // 2}
    yield "a tenth of a second", {"idle_ms": 100}
    yield "a minute", {"idle_ms": 60_000}


# --- lessons 07 to 15: tasks, windows and state ---------------------------------------------------


@wrong("07")
def write_chains(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    edges = list(ok["why"])
    broken = [edge for edge in edges if ok["why"][edge] != "chained"]
    yield "everything is chained", replace(ok, why=dict.fromkeys(edges, "chained"))
    yield (
        "always the parallelism",
        replace(ok, why={e: "same parallelism" if e in broken else "chained" for e in edges}),
    )
    yield (
        "always the group",
        replace(
            ok, why={e: "same slot sharing group" if e in broken else "chained" for e in edges}
        ),
    )
    yield (
        "an edge that is chained already",
        replace(ok, fix=next(edge for edge in edges if edge not in broken)),
    )
    both = [edges[n] for n, cut in d.cuts.items() if len(cut) > 1]
    if both:
        yield "an edge with two causes", replace(ok, fix=both[0])


@wrong("08")
def write_calls(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    n, edges, cuts = d.records, d.maps + 1, len(d.cuts)
    yield "the sink is forgotten", replace(ok, calls=n * (edges - 1 - cuts))
    yield "every edge calls", replace(ok, calls=n * edges)
    yield "once for each cut", replace(ok, crossings=cuts)
    yield "one buffer for each record", replace(ok, buffers=n * cuts)
    yield "one buffer for each channel", replace(ok, buffers=cuts)
    yield "one more at the end", replace(ok, buffers=n * cuts + cuts)
    yield "two more at the end", replace(ok, buffers=n * cuts + 2 * cuts)


@wrong("09")
def write_timer(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    arrivals = dict(d.records)
    due = arrivals["a"] + d.wait_ms
    keys = [key for key, _ in d.records]
    before = [key for key, time in d.records if time < due]
    at_due = [*before, "timer", *[key for key in keys if key not in before]]
    yield "exactly when it is due", {"fires_at": due, "order": at_due}
    yield "due, with the right order", replace(ok, fires_at=due)
    yield "after all records", replace(ok, order=[*keys, "timer"])
    yield "records that wait come first", replace(ok, order=at_due)
    yield "before b", replace(ok, order=["a", "timer", *keys[1:]])
    yield "when b arrives", replace(ok, fires_at=arrivals["b"])


@wrong("10")
def write_offsets(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "signs", replace(ok, east_ms=d.east_min * 60_000, west_ms=d.west_min * 60_000)
    yield "in minutes", replace(ok, east_ms=-d.east_min, west_ms=-d.west_min)
    yield "in seconds", replace(ok, east_ms=-d.east_min * 60, west_ms=-d.west_min * 60)
    yield "summer time of the west", replace(ok, west_ms=-(d.west_min + 60) * 60_000)
    yield "summer days", replace(ok, days=sum(d.summer))
    yield "all days", replace(ok, days=8)
    yield "always eastwards", replace(ok, west_ms=d.west_min * 60_000)


@wrong("11")
def write_firings(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    in_window = Counter(time // 10_000 * 10_000 for time in d.times)
    yield "once for each click", replace(ok, firings={w: in_window[w] for w in d.windows})
    yield "once for each window", replace(ok, firings=dict.fromkeys(d.windows, 1))
    yield "without the first", replace(ok, firings={w: n - 1 for w, n in ok["firings"].items()})
    yield "adds all rows", replace(ok, total=lambda rows: sum(count for _, count in rows))
    yield "counts rows", replace(ok, total=len)
    yield (
        "the first row of a window",
        replace(ok, total=lambda rows: sum(dict(reversed(rows)).values())),
    )
    yield "the last row", replace(ok, total=lambda rows: rows[-1][1] if rows else 0)
    yield "different rows", replace(ok, total=lambda rows: sum(n for _, n in set(rows)))
    known = list(d.times)
    yield "knows its own stream", replace(ok, total=lambda rows: len(known))


@wrong("12")
def write_visit(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    times = sorted(time for _, time in d.visits)
    yield "before any has fired", replace(ok, arrival_ms=d.visits[1][0] + 1)
    yield "after both have fired", replace(ok, arrival_ms=d.visits[-1][0] + 1_000)
    yield "in the first session only", replace(ok, time_ms=times[0] + 100)
    yield "before the first", replace(ok, time_ms=max(0, times[0] - 2_000))
    yield "a session of its own", replace(ok, time_ms=times[-1] + 60_000)


COUNT = ReducingStateDescriptor("count", lambda a, b: a + b, Types.LONG())


class ThirdAndEnd(Trigger[Any, Any]):
    """A right trigger with a counter that is never reset."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        count = ctx.get_partitioned_state(COUNT)
        count.add(1)
        return TriggerResult.FIRE if count.get() % 3 == 0 else TriggerResult.CONTINUE

    def on_event_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.FIRE if time == window.max_timestamp() else TriggerResult.CONTINUE

    def on_processing_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE

    def clear(self, window: Any, ctx: Any) -> None:
        ctx.get_partitioned_state(COUNT).clear()
        ctx.delete_event_time_timer(window.max_timestamp())


class NeverAtEnd(ThirdAndEnd):
    def on_event_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE


class Purges(ThirdAndEnd):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        fires = super().on_element(element, timestamp, window, ctx) is TriggerResult.FIRE
        return TriggerResult.FIRE_AND_PURGE if fires else TriggerResult.CONTINUE


class CountsInSelf(ThirdAndEnd):
    def __init__(self) -> None:
        self.count = 0

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        ctx.register_event_time_timer(window.max_timestamp())
        self.count += 1
        return TriggerResult.FIRE if self.count % 3 == 0 else TriggerResult.CONTINUE

    def clear(self, window: Any, ctx: Any) -> None:
        ctx.delete_event_time_timer(window.max_timestamp())


class ClearsNothing(ThirdAndEnd):
    def clear(self, window: Any, ctx: Any) -> None:
        pass


class FromTheThirdOn(ThirdAndEnd):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        super().on_element(element, timestamp, window, ctx)
        fires = ctx.get_partitioned_state(COUNT).get() >= 3
        return TriggerResult.FIRE if fires else TriggerResult.CONTINUE


class EverySecond(ThirdAndEnd):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        super().on_element(element, timestamp, window, ctx)
        fires = ctx.get_partitioned_state(COUNT).get() % 2 == 0
        return TriggerResult.FIRE if fires else TriggerResult.CONTINUE


class FiresAtOnce(ThirdAndEnd):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        super().on_element(element, timestamp, window, ctx)
        return TriggerResult.FIRE


@wrong("13")
def write_trigger(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    for kind in (
        NeverAtEnd,
        Purges,
        CountsInSelf,
        ClearsNothing,
        FromTheThirdOn,
        EverySecond,
        FiresAtOnce,
    ):
        yield kind.__name__, {"trigger": kind}


@right("13")
def write_right_trigger(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "a class with a counter that is not reset", {"trigger": ThirdAndEnd}
    yield "a function that makes one", {"trigger": lambda: ThirdAndEnd()}


class KeepsBoth(KeyedProcessFunction):
    """A right function: keeps both times, and decides in a timer."""

    limit_ms, is_strict, clears = 5_000, False, True

    def open(self, runtime_context: Any) -> None:
        self.start = runtime_context.get_state(ValueStateDescriptor("from", Types.LONG()))
        self.stop = runtime_context.get_state(ValueStateDescriptor("to", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        _, time, kind = value
        (self.start if kind == "start" else self.stop).update(time)
        ctx.timer_service().register_event_time_timer(
            time + (self.limit_ms if kind == "start" else 0)
        )
        yield from ()

    def is_over(self, start: int, stop: int | None) -> bool:
        if stop is None:
            return True
        return stop - start >= self.limit_ms if self.is_strict else stop - start > self.limit_ms

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        start, stop = self.start.value(), self.stop.value()
        if start is not None and timestamp < start + self.limit_ms:
            return  # the timer of a stop that came before the decision
        if start is not None and self.is_over(start, stop):
            yield ctx.get_current_key()
        if start is not None:
            self.start.clear()
        if self.clears and stop is not None and stop <= timestamp:
            self.stop.clear()


class AlertsAtFive(KeepsBoth):
    is_strict = True


class KeepsStops(KeepsBoth):
    clears = False


class FourSeconds(KeepsBoth):
    limit_ms = 4_000


class DeletesTimer(KeyedProcessFunction):
    """The usual recipe."""

    def open(self, runtime_context: Any) -> None:
        self.due = runtime_context.get_state(ValueStateDescriptor("due", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        if value[2] == "start":
            self.due.update(value[1] + 5_000)
            ctx.timer_service().register_event_time_timer(value[1] + 5_000)
        elif self.due.value() is not None:
            ctx.timer_service().delete_event_time_timer(self.due.value())
            self.due.clear()
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        self.due.clear()
        yield ctx.get_current_key()


class ByTheStop(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.start = runtime_context.get_state(ValueStateDescriptor("start", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        if value[2] == "start":
            self.start.update(value[1])
        else:
            start = self.start.value()
            if start is not None and value[1] - start > 5_000:
                yield value[0]
            self.start.clear()


class OnTheClock(DeletesTimer):
    def process_element(self, value: Any, ctx: Any) -> Any:
        if value[2] == "start":
            self.due.update(1)
            now = ctx.timer_service().current_processing_time()
            ctx.timer_service().register_processing_time_timer(now + 5_000)
        else:
            self.due.clear()
        return []

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        if self.due.value() is not None:
            yield ctx.get_current_key()
        self.due.clear()


@wrong("14")
def write_alerts(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    for kind in (DeletesTimer, ByTheStop, OnTheClock, AlertsAtFive, KeepsStops, FourSeconds):
        yield kind.__name__, {"function": kind}


@wrong("15")
def write_keys(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "the first four", replace(ok, keys=[f"{d.prefix}{n}" for n in range(4)])
    yield "another prefix", replace(ok, keys=[f"key{n}" for n in range(4)])
    yield "one for each subtask", replace(ok, salts=4)
    yield "two salts", replace(ok, salts=2)
    yield "many salts", replace(ok, salts=100)
    yield "counted from one", replace(ok, after=ok["after"] + 1)
    yield "stays where it was", replace(ok, after=ok["after"] // 2)
    yield "three keys", replace(ok, keys=ok["keys"][:3])


# --- lessons 16 to 21: the network, checkpoints and the whole -------------------------------------


@wrong("16")
def write_bottlenecks(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    tasks = ["parse", "enrich", "store"]
    culprit = ok["culprits"][0]
    other = next(task for task in tasks if task != culprit)
    yield "always the first task", replace(ok, culprits=["parse"] * 3)
    yield "always the last task", replace(ok, culprits=["store"] * 3)
    yield (
        "what is before it",
        replace(ok, culprits=[tasks[max(0, tasks.index(c) - 1)] for c in ok["culprits"]]),
    )
    yield "two for each", replace(ok, fix=dict.fromkeys(tasks, 2))
    yield "more for another task", replace(ok, fix={other: 3})
    yield "ten subtasks", replace(ok, fix={culprit: 10})
    yield "nothing more", replace(ok, fix={culprit: 1})


@wrong("17")
def write_alignment(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    held = ok["held"]
    yield "no alignment", replace(ok, aligned_ms=0)
    yield "until the next checkpoint", replace(ok, aligned_ms=300)
    yield "one record too many", replace(ok, held={**held, "fast": held["fast"] + 1})
    yield "exchanged", replace(ok, held={"slow": held["fast"], "fast": held["slow"]})
    yield "nothing is stored", replace(ok, travels=0)
    yield "only the queue is not held", replace(ok, held={**held, "slow": 0})
    yield "in seconds", replace(ok, aligned_ms=ok["aligned_ms"] / 1_000)


@wrong("18")
def write_crash(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "before everything", replace(ok, step=1)
    yield "at the end", replace(ok, step=len(d.whole.trace) - 1)
    yield "the wrong sink", replace(ok, sink="print")
    yield "the first row", replace(ok, row=f"(a,{d.times[0]},1)")
    yield "the last row", replace(ok, row=f"(a,{d.times[-1]},{len(d.times)})")
    yield "a row with another count", replace(ok, row=f"(a,{d.times[5]},1)")


@wrong("19")
def write_modes(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "exchanged", replace(ok, flink_says=ok["append_says"], append_says=ok["flink_says"])
    yield "the same result", replace(ok, append_says=ok["flink_says"])
    yield "nothing is lost", replace(ok, flink_loses=0, spark_loses=0)
    yield (
        "losses exchanged",
        replace(ok, flink_loses=ok["spark_loses"], spark_loses=ok["flink_loses"]),
    )
    yield "both lose the same", replace(ok, spark_loses=ok["flink_loses"])
    yield "at noon", replace(ok, append_at="12:00")
    yield "at midnight", replace(ok, append_at="23:59")
    yield "one more is lost", replace(ok, flink_loses=ok["flink_loses"] + 1)
    yield "Spark loses many", replace(ok, spark_loses=ok["spark_loses"] + 12)
    yield "no result yet", replace(ok, flink_says=0)


@wrong("20")
def write_share(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "in minutes", replace(ok, delay_ms=ok["delay_ms"] // 60_000)
    yield "half an hour", replace(ok, delay_ms=30 * 60_000)
    yield "a minute less", replace(ok, delay_ms=ok["delay_ms"] - 60_000)
    yield "a minute more", replace(ok, delay_ms=ok["delay_ms"] + 60_000)
    yield "in seconds", replace(ok, delay_ms=ok["delay_ms"] // 1_000)
    yield "the hour after", replace(ok, worst=(ok["worst"][0], ok["worst"][1] + 1))
    yield (
        "another carrier",
        replace(ok, worst=("UA" if ok["worst"][0] != "UA" else "EV", ok["worst"][1])),
    )


@wrong("21")
def write_cures(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    cures = ok["cures"]
    yield "always the delay", {"cures": [{"delay_ms": 0}] * 7}
    yield "always idleness", {"cures": [{"idle_ms": 1_000}] * 7}
    yield "always the trigger", {"cures": [{"trigger": "default"}] * 7}
    yield "the order is turned", {"cures": [*cures[1:], cures[0]]}
    yield "reversed", {"cures": cures[::-1]}
    wrong_way = {
        "unit": "s",
        "watermarks": "none",
        "trigger": "count 100",
        "clock": "processing time",
    }
    yield (
        "the wrong way",
        {"cures": [{n: wrong_way.get(n, v) for n, v in cure.items()} for cure in cures]},
    )
    yield (
        "a long delay",
        {"cures": [{n: 60_000 if n == "delay_ms" else v for n, v in c.items()} for c in cures]},
    )


# --- lessons 22 to 28 -----------------------------------------------------------------------------


def list_starts(size: int, slide: int, time: int) -> list[int]:
    last = time // slide * slide
    return [start for start in range(last, last - size, -slide) if start <= time < start + size]


@wrong("22")
def write_windows(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    size, slide, times = d.size_ms, d.slide_ms, d.times
    first = times[0]
    yield "one window", replace(ok, starts=[first // slide * slide])
    yield "as in a tumbling window", replace(ok, starts=[first // size * size])
    yield (
        "windows start at the click",
        replace(ok, starts=[first - slide * n for n in range(size // slide)]),
    )
    yield (
        "the end counts, too",
        replace(ok, starts=[*list_starts(size + 1, slide, first), min(ok["starts"]) - slide]),
    )
    yield "rounded down", replace(ok, counts=dict.fromkeys(times, size // slide))
    yield "rounded up", replace(ok, counts=dict.fromkeys(times, ceil(size / slide)))
    yield "a result for each click and window", replace(ok, results=sum(ok["counts"].values()))
    yield "a result for each click", replace(ok, results=len(times))
    span = (max(times) - min(times)) // slide
    yield "windows without a click, too", replace(ok, results=span + ceil(size / slide))
    yield "the ends", replace(ok, starts=[start + size for start in ok["starts"]])


@right("22")
def write_right_windows(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    starts = list_starts(d.size_ms, d.slide_ms, d.times[0])
    counts = {time: len(list_starts(d.size_ms, d.slide_ms, time)) for time in d.times}
    results = len({s for time in d.times for s in list_starts(d.size_ms, d.slide_ms, time)})
    yield "computed", {"starts": starts, "counts": counts, "results": results}
    yield "as a set", replace(ok, starts=set(starts), counts=Counter(counts))
    yield "in seconds with units", replace(ok, starts=[f"{start / 1_000} s" for start in starts])
    yield (
        "arrays",
        replace(ok, starts=numpy.array(starts), counts=numpy.array(list(counts.values()))),
    )
    yield "views", replace(ok, starts=dict.fromkeys(starts).keys(), counts=counts.values())
    yield "a number in words", replace(ok, results=f"{results} results")
    yield "keys with units", replace(ok, counts={f"{time} ms": n for time, n in counts.items()})


@wrong("23")
def write_corrections(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    def find_side(lateness: int, *, own_time: bool = False) -> list[int]:
        found, highest = [], 0
        for time in d.times:
            end = time if own_time else time // 10_000 * 10_000 + 9_999
            if end + lateness <= highest - 1_001:
                found.append(time)
            highest = max(highest, time)
        return found

    highest, disorder = 0, []
    for time in d.times:
        if time < highest:
            disorder.append(time)
        highest = max(highest, time)

    def add_rows(rows: Any, late: Any) -> Any:
        counts: Counter[int] = Counter()
        for start, count in rows:
            counts[start] += count
        return counts + Counter(time // 10_000 * 10_000 for time in late)

    def set_one(rows: Any, late: Any) -> Any:
        return {**dict(rows), **{time // 10_000 * 10_000: 1 for time in late}}

    def only_known(rows: Any, late: Any) -> Any:
        counts = dict(rows)
        for time in late:
            if time // 10_000 * 10_000 in counts:
                counts[time // 10_000 * 10_000] += 1
        return counts

    def by_time(rows: Any, late: Any) -> Any:
        return {**dict(rows), **dict.fromkeys(late, 1)}

    yield "all that is out of order", replace(ok, side=disorder)
    yield "the lateness is forgotten", replace(ok, side=find_side(0))
    yield "each click has its own end", replace(ok, side=find_side(4_000, own_time=True))
    yield "lateness without the delay", replace(ok, side=find_side(3_000))
    yield "the side output is ignored", replace(ok, correct=lambda rows, late: dict(rows))
    yield "adds all rows", replace(ok, correct=add_rows)
    yield "a late click replaces the count", replace(ok, correct=set_one)
    yield "windows without a row are forgotten", replace(ok, correct=only_known)
    yield "late clicks are windows of their own", replace(ok, correct=by_time)
    yield "a total", replace(ok, correct=lambda rows, late: sum(dict(rows).values()) + len(late))


@right("23")
def write_right_corrections(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    def add(rows: Any, late: Any) -> Any:
        counts = Counter(dict(rows))
        counts.update(time - time % 10_000 for time in late)
        return counts

    def list_rows(rows: Any, late: Any) -> Any:
        return sorted(add(rows, late).items())

    side = list(ok["side"])
    yield "a counter", replace(ok, correct=add)
    yield "as rows", replace(ok, correct=list_rows)
    yield "sorted", replace(ok, side=sorted(side))
    yield "a set", replace(ok, side=set(side))
    yield "durations", replace(ok, side=[Duration.of_millis(time) for time in side])


@wrong("24")
def write_pairs(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    both = [(order, payment) for order in d.orders for payment in d.payments]
    nearest = [
        (order, min(d.payments, key=lambda p, order=order: abs(p - order))) for order in d.orders
    ]  # type: ignore[misc]
    near = [pair for pair in both if abs(pair[0] - pair[1]) <= 2_000]
    yield (
        "strictly less than 2 s",
        replace(ok, interval=[p for p in near if abs(p[0] - p[1]) < 2_000]),
    )
    yield "payments after the order only", replace(ok, interval=[p for p in near if p[1] >= p[0]])
    yield (
        "within the window, too",
        replace(ok, interval=[p for p in near if p[0] // 10_000 == p[1] // 10_000]),
    )
    yield "the nearest payment", replace(ok, window=nearest)
    yield "the first pair of a window", replace(ok, window=ok["window"][:1])
    yield "exchanged", replace(ok, window=ok["interval"], interval=ok["window"])
    yield "payment first", replace(ok, window=[(p, o) for o, p in ok["window"]])
    yield "the faster input", replace(ok, watermark_ms=max(max(d.orders), max(d.payments)) - 1)
    yield "without the 1 ms", replace(ok, watermark_ms=min(max(d.orders), max(d.payments)))
    yield "the highest of all", replace(ok, watermark_ms=max(*d.orders, *d.payments))
    yield "one by one", replace(ok, window=list(zip(d.orders, d.payments, strict=True)))


@right("24")
def write_right_pairs(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    window, interval, mark = ok["window"], ok["interval"], ok["watermark_ms"]
    yield (
        "any order",
        replace(ok, window=window[::-1], interval=sorted(interval, key=lambda p: -p[1])),
    )
    yield "sets", replace(ok, window=set(map(tuple, window)), interval=set(map(tuple, interval)))
    yield "lists", replace(ok, window=list(map(list, window)))
    yield "texts", replace(ok, window=[f"({order}, {payment})" for order, payment in window])
    yield "an array", replace(ok, interval=numpy.array(interval))
    yield "seconds", replace(ok, watermark_ms=f"{mark / 1_000} s")
    yield (
        "with units",
        replace(ok, window=[(f"{order} ms", f"{payment / 1_000} s") for order, payment in window]),
    )


@wrong("25")
def write_visits(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    def filter_visits(
        *, includes_end: bool, counts_reads: bool, on_write_of_passed: bool
    ) -> list[int]:
        found: list[int] = []
        last = -(10**9)
        for time in d.times:
            passes = time - last > d.ttl_ms if includes_end else time - last >= d.ttl_ms
            if passes:
                found.append(time)
            if passes or counts_reads or not on_write_of_passed:
                last = time
        return found

    yield (
        "the end is included",
        replace(
            ok, passed=filter_visits(includes_end=True, counts_reads=False, on_write_of_passed=True)
        ),
    )
    yield "exchanged", replace(ok, passed=ok["on_read"], on_read=ok["passed"])
    yield "the same for both", replace(ok, on_read=ok["passed"])
    yield "the dropped ones", replace(ok, passed=[t for t in d.times if t not in ok["passed"]])
    yield "only the first", replace(ok, passed=[d.times[0]])
    yield "all", replace(ok, passed=list(d.times))
    yield "as before", replace(ok, replayed=len(ok["passed"]))
    yield "all in the replay", replace(ok, replayed=len(d.times))
    yield "none in the replay", replace(ok, replayed=0)
    grid = [d.times[0] + d.ttl_ms * n for n in range(20)]
    yield (
        "once in each interval from the first",
        replace(
            ok,
            passed=sorted({next(t for t in d.times if t >= g) for g in grid if g <= d.times[-1]}),
        ),
    )


@right("25")
def write_right_visits(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "texts", replace(ok, passed=[f"{time} ms" for time in ok["passed"]])
    yield "a set", replace(ok, passed=set(ok["passed"]), on_read=tuple(ok["on_read"]))
    yield "an array", replace(ok, on_read=numpy.array(ok["on_read"]))
    yield "a word", replace(ok, replayed=f"{ok['replayed']} visits")


@wrong("26")
def write_drift(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    behind = d.by_ms // d.slow_ms * 1_000
    yield "no drift", {"drift_ms": 0}
    yield "a quarter of the distance", {"drift_ms": (d.time_ms - behind) // 4}
    yield "the event time itself", {"drift_ms": d.time_ms}
    yield "so large that it does not matter", {"drift_ms": 1_000_000}
    yield "in seconds", {"drift_ms": ok["drift_ms"] // 1_000}
    yield "the number of panes in windows", {"drift_ms": 10_000 * (d.panes + 1)}
    yield "the difference of the costs", {"drift_ms": d.slow_ms - d.fast_ms}


@right("26")
def write_right_drift(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "a duration", {"drift_ms": Duration.of_millis(ok["drift_ms"])}
    yield "a text", {"drift_ms": f"{ok['drift_ms'] / 1_000} seconds"}


def count_windows(seconds: Any, size: int) -> dict[int, int]:
    return dict(Counter(second // size * size for second in seconds))


@wrong("27")
def write_query_windows(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    size, delay = d.size_s, d.delay_s
    highest, behind, disorder = -1, [], []
    for second in d.seconds:
        if second <= highest - delay:
            behind.append(second)
        if second < highest:
            disorder.append(second)
        highest = max(highest, second)
    late = ok["late"]
    yield "no delay", replace(ok, closer=next(s for s in d.seconds if s >= size))
    yield "1 ms more", replace(ok, closer=next(s for s in d.seconds if s > size + delay))
    yield "the end of the window", replace(ok, closer=size)
    yield "all that is out of order", replace(ok, late=disorder)
    yield "all that is behind the watermark", replace(ok, late=behind)
    yield "only the first one", replace(ok, late=late[:1])
    yield "nothing is dropped", replace(ok, counts=count_windows(d.seconds, size))
    yield "nothing is dropped at all", replace(ok, late=[], counts=count_windows(d.seconds, size))
    next_window = [s for s in d.seconds if s not in late] + [s + size for s in late]
    yield "late clicks are in the next window", replace(ok, counts=count_windows(next_window, size))
    counted = [s for s in d.seconds if s not in late]
    yield (
        "the closer belongs to the window",
        replace(ok, counts=count_windows([0 if s == ok["closer"] else s for s in counted], size)),
    )


@right("27")
def write_right_query_windows(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    counts = dict(ok["counts"])
    yield (
        "texts with units",
        replace(ok, closer=f"{ok['closer']} s", late=[f"{s} s" for s in ok["late"]]),
    )
    yield (
        "times of day",
        replace(ok, closer=f"12:00:{ok['closer']:02}" if ok["closer"] < 60 else ok["closer"]),
    )
    yield (
        "late times of day",
        replace(ok, late=[f"12:{s // 60:02}:{s % 60:02}" for s in ok["late"]]),
    )
    yield "a set", replace(ok, late=set(ok["late"]), counts=Counter(counts))
    yield (
        "starts as times of day",
        replace(ok, counts={f"12:{s // 60:02}:{s % 60:02}": n for s, n in counts.items()}),
    )
    yield "in milliseconds with units", replace(ok, closer=f"{ok['closer'] * 1_000} ms")


@wrong("28")
def write_changes(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    orders = Counter(d.customers)
    n, k = len(d.customers), len(orders)
    table, changes = dict(ok["table"]), dict(ok["changes"])
    yield (
        "customers with at least as many",
        replace(ok, table={c: sum(o >= c for o in orders.values()) for c in range(1, 5)}),
    )
    yield "orders in place of customers", replace(ok, table={c: c * m for c, m in table.items()})
    yield (
        "as a query without the second GROUP BY",
        replace(ok, changes={"+I": k, "-U": n - k, "+U": n - k, "-D": 0}),
    )
    yield (
        "as in batch",
        replace(ok, changes={"+I": sum(m > 0 for m in table.values()), "-U": 0, "+U": 0, "-D": 0}),
    )
    yield "nothing is deleted", replace(ok, changes={**changes, "-D": 0})
    yield "no -U", replace(ok, changes={**changes, "-U": 0})
    yield "a +I for each order", replace(ok, changes={**changes, "+I": n})
    yield (
        "deleted and inserted each time",
        replace(ok, changes={"+I": 2 * n - k, "-U": 0, "+U": 0, "-D": n - k}),
    )
    yield (
        "a customer stays in its old groups",
        replace(
            ok,
            table={c: sum(o >= c for o in orders.values()) for c in range(1, 5)},
            changes={**changes, "-D": 0},
        ),
    )


@right("28")
def write_right_changes(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    table, changes = dict(ok["table"]), dict(ok["changes"])
    yield "lists", {"table": list(table.values()), "changes": list(changes.values())}
    yield "without the zeros", replace(ok, table={c: n for c, n in table.items() if n})
    yield "kinds without the zeros", replace(ok, changes={c: n for c, n in changes.items() if n})
    yield "a counter of a list", replace(ok, table=Counter(Counter(d.customers).values()))
    yield "texts", replace(ok, table={f"{c} orders": n for c, n in table.items()})


@right("11")
def write_right_firings(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    def keep_last(rows: Any) -> Any:
        kept = {}
        for window, count in rows:
            kept[window] = count
        return float(sum(kept.values()))

    firings = dict(ok["firings"])
    yield "a loop", replace(ok, total=keep_last)
    yield "numpy", replace(ok, total=lambda rows: numpy.sum(list(dict(rows).values())))
    yield "a list", replace(ok, firings=list(firings.values()))
    yield "seconds", replace(ok, firings={f"{w // 1_000} s": n for w, n in firings.items()})
    yield "windows", replace(ok, firings={(w, w + 10_000): n for w, n in firings.items()})


@right("14")
def write_right_alerts(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "another function", {"function": KeepsBoth}


@right("10")
def write_right_offsets(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    day_min = 1_440
    yield "hours", replace(ok, east_ms=f"-{d.east_min // 60} h {d.east_min % 60} min")
    yield "a day more", replace(ok, east_ms=(day_min - d.east_min) * 60_000)
    yield "a day less", replace(ok, west_ms=(-d.west_min - day_min) * 60_000)


@right("05")
def write_right_channels(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    colour, time, _ = ok["closed_by"]
    number = list(d.clicks).index(ok["held_by"]) if ok["held_by"] in d.clicks else ok["held_by"]
    yield "a channel's number", replace(ok, held_by=number)
    yield "a channel's name", replace(ok, held_by=f"channel {number}")
    yield "a text", replace(ok, closed_by=f"({colour}, {time}, 1)")
    yield "a list", replace(ok, closed_by=[colour, time, 1])
    yield "split", replace(ok, held_by=f"split {ok['held_by']}")


@right("15")
def write_right_keys(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield "a set", replace(ok, keys=set(ok["keys"]))
    yield "a text", replace(ok, after=f"subtask {ok['after']}")
    yield "an array", replace(ok, keys=numpy.array(ok["keys"]))


@right("19")
def write_right_modes(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    yield (
        "units",
        replace(
            ok, flink_says=f"{ok['flink_says']} minutes", flink_loses=f"{ok['flink_loses']} flights"
        ),
    )
    yield "with seconds", replace(ok, append_at=f"{ok['append_at']}:00")


@right("20")
def write_right_share(d: Any, ok: Any) -> Iterator[tuple[str, Answer]]:
    carrier, hour = ok["worst"]
    minutes = ok["delay_ms"] // 60_000
    yield "minutes", replace(ok, delay_ms=f"{minutes} min")
    yield "a duration", replace(ok, delay_ms=Duration.of_minutes(minutes))
    yield "hours of a day", replace(ok, worst=f"{carrier} {hour}:00")
    yield "a list", replace(ok, worst=[carrier, f"{hour}:00"])
