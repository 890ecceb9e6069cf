"""Lesson 26, Watermark alignment: the source that is ahead is paused. What this saves, and what it costs.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.example_jobs import CLICK_TYPE, EventTime
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e

FAST_MS, SLOW_MS, COUNT = 90, 470, 40
"""How long each source takes for a record; each record is 1 s later than the one before."""

DRIFT_MS, INTERVAL_MS, MAX_DRIFT_MS = 6_000, 1_000, 1_000_000


def build_sources_job(fast_ms: int, slow_ms: int, drift_ms: int | None) -> fs.Simulation:
    """Count what two sources read, in windows of 10 s; without a drift they are not aligned."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps()
    if drift_ms is not None:
        drift, interval = Duration.of_millis(drift_ms), Duration.of_millis(INTERVAL_MS)
        strategy = strategy.with_watermark_alignment("sources", drift, interval)
    strategy = strategy.with_timestamp_assigner(EventTime())
    streams = []
    for name, cost_ms in (("fast", fast_ms), ("slow", slow_ms)):
        source = ScriptedSource({name: [record(("a", 1_000 * n, 1)) for n in range(1, COUNT + 1)]})
        stream = env.from_source(source, strategy, name, CLICK_TYPE)
        streams.append(stream.map(fs.cost(lambda row: row, ms=cost_ms), CLICK_TYPE))
    windows = TumblingEventTimeWindows.of(Time.seconds(10))
    streams[0].union(streams[1]).key_by(lambda row: row[0]).window(windows).sum(2).print()
    return fs.simulate(env, job_name="a fast and a slow source")


def list_reads(run: fs.Simulation, split: str) -> list[tuple[int, int]]:
    """List when a source read a record, and the record's event time, both in ms."""
    return [
        (run.trace.headers[step].time_ms, event.value[1])
        for step, event in iterate_events(
            run.trace, e.SourceRecordRead, lambda event: event.split == split
        )
    ]


def find_longest_pause(run: fs.Simulation, split: str) -> tuple[int, int]:
    """Find the longest time between two reads of a source, in ms, and when it began."""
    times = [now for now, _ in list_reads(run, split)]
    return max((later - now, now) for now, later in pairwise(times))


def count_open_panes(run: fs.Simulation) -> tuple[int, int]:
    """Count the most panes that were open at a time, and find the step at which they were."""
    found: set[Any] = set()
    most, at_step = 0, 0
    changes = [*iterate_events(run.trace, e.WindowAssigned)]
    changes += iterate_events(run.trace, e.WindowCleared)  # type: ignore[arg-type]
    for step, event in sorted(changes, key=lambda change: change[0]):
        if isinstance(event, e.WindowAssigned):
            found.add(event.window)
        else:
            found.discard(event.window)
        if len(found) > most:
            most, at_step = len(found), step
    return most, at_step


def find_results(run: fs.Simulation) -> list[tuple[int, int]]:
    """List the results: the start of the window, and when it fired, both in ms."""
    return [
        (event.window[0], run.trace.headers[step].time_ms)
        for step, event in iterate_events(run.trace, e.WindowFired)
    ]


@lru_cache(maxsize=200)
def _run_sources(fast_ms: int, slow_ms: int, drift_ms: int | None) -> fs.Simulation:
    """Run the job once for all learners with the same paces."""
    return run_quietly(build_sources_job(fast_ms, slow_ms, drift_ms))


class TwoSources:
    """The exercise's data: the pace of two sources, a limit of panes, and what must be read by when."""

    def __init__(self, fast_ms: int, slow_ms: int, panes: int, time_ms: int, by_ms: int) -> None:
        self.fast_ms, self.slow_ms, self.panes = fast_ms, slow_ms, panes
        self.time_ms, self.by_ms = time_ms, by_ms

    def run(self, drift_ms: int | None) -> fs.Simulation:
        """Return the finished run with a drift, or without alignment."""
        return _run_sources(self.fast_ms, self.slow_ms, drift_ms)

    def has_few_panes(self, drift_ms: int) -> bool:
        """Whether no more panes are open than allowed."""
        return count_open_panes(self.run(drift_ms))[0] <= self.panes

    def has_read_in_time(self, drift_ms: int) -> bool:
        """Whether the fast source has read its record in time."""
        return (
            next(now for now, time in list_reads(self.run(drift_ms), "fast") if time == self.time_ms)
            <= self.by_ms
        )  # fmt: skip

    def find_valid_drift(self) -> int | None:
        """Find a drift that fulfils both conditions; None if there is none."""
        for drift_ms in range(0, 24_000, 2_000):
            if self.has_few_panes(drift_ms) and self.has_read_in_time(drift_ms):
                return drift_ms
        return None


def draw_data(random: Random) -> TwoSources:
    """Draw two paces, and conditions that only some drifts fulfil."""
    while True:
        slow_ms = random.choice((370, 470, 530))
        by_ms = random.randrange(4, 7) * 1_000 + 900
        behind = by_ms // slow_ms * 1_000  # the slow source's event time by then
        data = TwoSources(
            random.choice((60, 90)), slow_ms, random.choice((2, 3)), behind + random.randrange(4, 10) * 1_000, by_ms
        )  # fmt: skip
        if data.time_ms < COUNT * 1_000 and data.find_valid_drift() is not None:
            return data


def judge_answer(data: TwoSources, answer: Answer) -> Verdict:
    """Check that the drift keeps few panes open, and lets the fast source read far enough."""
    drift_ms = answer["drift_ms"]
    if not 0 <= drift_ms <= MAX_DRIFT_MS:
        return Verdict(
            False,
            (
                f"expected a drift from 0 to {MAX_DRIFT_MS} ms",
                f"这里要 0 到 {MAX_DRIFT_MS} ms 的偏差",
            ),
        )
    run = data.run(drift_ms)
    panes, step = count_open_panes(run)
    if panes > data.panes:
        return Verdict(
            False,
            (
                f"{panes} panes are open at a time, and {data.panes} are allowed",
                f"同时打开了 {panes} 个窗格，最多允许 {data.panes} 个",
            ),
            step,
            run,
        )
    step, _ = find_first(
        run.trace,
        e.SourceRecordRead,
        lambda event: event.split == "fast" and event.value[1] == data.time_ms,
    )
    now_ms = run.trace.headers[step].time_ms
    if now_ms > data.by_ms:
        return Verdict(
            False,
            (
                f"the fast source reads its record of {data.time_ms} ms at {now_ms} ms only",
                f"快的数据源到 {now_ms} ms 才读到 {data.time_ms} ms 的记录",
            ),
            step,
            run,
        )
    return Verdict(
        True,
        (
            f"at most {panes} panes, and the record is read at {now_ms} ms",
            f"最多 {panes} 个窗格，记录在 {now_ms} ms 读到",
        ),
        step,
        run,
    )


def solve(data: TwoSources) -> dict[str, Any]:
    """Return the smallest even number of seconds that fulfils both conditions."""
    return {"drift_ms": data.find_valid_drift()}


def _build_answer_rule(compute: Callable[[TwoSources], int]) -> Any:
    return lambda d: {"drift_ms": compute(d)}


MISCONCEPTIONS = {
    "no drift is best": Misconception(
        ("With a drift of 0 the fast source never gets ahead, and reads its record too late.", "偏差为 0 时，快的数据源总也走不到前面，读得太晚。"),
        _build_answer_rule(lambda d: 0),
    ),
    "more drift is better": Misconception(
        ("A large drift is no alignment: the fast source reads on, and each record it reads opens panes.", "偏差很大就等于没有对齐：快的数据源一直读，读到的记录不断打开窗格。"),
        _build_answer_rule(lambda d: 60_000),
    ),
    "the drift is the time to read": Misconception(
        ("The drift is a distance in event time from the slowest source, not an event time.", "偏差是与最慢数据源在事件时间上的距离，不是一个事件时间。"),
        _build_answer_rule(lambda d: d.time_ms),
    ),
    "the drift is a number of windows": Misconception(
        ("The fast source goes beyond the drift until its next report. So there are more panes than the drift has windows.", "快的数据源在下一次报告之前会超出偏差，所以窗格比偏差里的窗口多。"),
        _build_answer_rule(lambda d: d.panes * 10_000),
    ),
    "the drift is processing time": Misconception(
        ("The drift is event time. The pace of a source in processing time is no drift.", "偏差是事件时间。数据源在处理时间上的节奏不是偏差。"),
        _build_answer_rule(lambda d: d.slow_ms - d.fast_ms),
    ),
    "the drift is the pace of the slow source": Misconception(
        ("The drift is event time, and one second of it passes with each record here.", "偏差是事件时间，这里每条记录前进一秒。"),
        _build_answer_rule(lambda d: d.slow_ms),
    ),
    "the slow source reads one second in a second": Misconception(
        ("Event time and processing time differ. By then the slow source has read one second of event time for each slow_ms.", "事件时间不同于处理时间。到那时，慢的数据源每 slow_ms 读了一秒的事件时间。"),
        _build_answer_rule(lambda d: d.time_ms - d.by_ms),
    ),
    "all between the windows is allowed": Misconception(
        ("The fast source goes beyond the drift until its next report. Leave room for that.", "快的数据源在下一次报告之前会超出偏差，要留出余地。"),
        _build_answer_rule(lambda d: (d.panes - 1) * 10_000),
    ),
    "the drift is one interval": Misconception(
        ("The interval says how often sources report, in processing time. The drift is event time.", "间隔说明数据源多久报告一次，是处理时间；偏差是事件时间。"),
        _build_answer_rule(lambda d: INTERVAL_MS),
    ),
}  # fmt: skip


def _find_paused(run: fs.Simulation) -> tuple[str, int | None]:
    pauses = {split: find_longest_pause(run, split) for split in ("fast", "slow")}
    split = max(pauses, key=lambda name: pauses[name][0] / {"fast": FAST_MS, "slow": SLOW_MS}[name])
    return split, find_first(
        run.trace,
        e.WatermarkAligned,
        lambda event: event.reported is not None and event.reported > event.allowed,
    )[0]


def _find_distance(run: fs.Simulation) -> tuple[str, int | None]:
    slow = list_reads(run, "slow")
    ahead = max(
        time - max((other for then, other in slow if then <= now), default=0)
        for now, time in list_reads(run, "fast")
    )
    step, _ = find_first(run.trace, e.WatermarkAligned)
    return ("more" if ahead > DRIFT_MS else "equal"), step


def _compare_panes(run: fs.Simulation) -> tuple[str, int | None]:
    most, step = count_open_panes(run)
    free, _ = count_open_panes(run_quietly(build_sources_job(FAST_MS, SLOW_MS, None)))
    return f"{free} {most}", step


def _compare_results(run: fs.Simulation) -> tuple[str, int | None]:
    free = run_quietly(build_sources_job(FAST_MS, SLOW_MS, None))
    (_, first), (_, aligned) = find_results(free)[0], find_results(run)[0]
    step = find_first(run.trace, e.WindowFired)[0]
    return ("same" if first == aligned else "earlier" if aligned < first else "later"), step


LESSON = LessonDefinition(
    number="26",
    title=("Watermark alignment", "水位线对齐"),
    misconception=("alignment makes the slow source faster, and results come earlier", "对齐让慢的数据源变快，结果更早出来"),
    simulate=lambda: build_sources_job(FAST_MS, SLOW_MS, DRIFT_MS),
    program=build_sources_job,
    find_opening_step=lambda run: _find_paused(run)[1] or 0,
    predictions={
        "paused": Prediction(
            ("Both sources have a record for each second of event time. A record takes 90 ms in `fast` and 470 ms in `slow`. They are aligned with a drift of 6 s. Which source is paused?", "两个数据源在事件时间的每一秒都有一条记录。一条记录在 `fast` 要 90 ms，在 `slow` 要 470 ms。对齐的偏差是 6 s。哪个数据源会暂停？"),
            {
                "slow": Option(("slow", "slow"), ("Pausing it would hold back the watermark even more.", "让它暂停只会使水位线更落后。")),
                "fast": Option(("fast", "fast")),
                "none": Option(("neither, fast is only warned", "都不会，fast 只收到警告"), ("A source whose watermark is too far ahead reads nothing.", "水位线领先太多的数据源什么都不读。")),
            },
            _find_paused,
            ("Its watermark is more than 6 s ahead of the slowest. It reads nothing until the slow source has caught up.", "它的水位线比最慢的领先超过 6 s，在慢的追上之前什么都不读。"),
        ),
        "distance": Prediction(
            ("The drift is 6 s. How far is `fast` ahead at most, in event time?", "偏差是 6 s。`fast` 在事件时间上最多领先多少？"),
            {
                "equal": Option(("6 s", "6 s"), ("It learns what is allowed once a second only, and reads on in between.", "它每秒才得知一次限制，在此期间继续读。")),
                "more": Option(("more than 6 s", "超过 6 s")),
                "less": Option(("less than 6 s", "不到 6 s"), ("It is paused when it is beyond the drift, not before.", "它超出偏差之后才暂停，不会提前。")),
            },
            _find_distance,
            ("Sources report once in each update interval, 1 s by default. In Flink the answer may take one interval more.", "数据源每个更新间隔报告一次，默认 1 s。在 Flink 里，答复还可能再晚一个间隔。"),
        ),
        "panes": Prediction(
            ("How many panes are open at most, without and with alignment?", "没有对齐和有对齐时，最多同时打开几个窗格？"),
            {
                "5 2": Option(("5 without, 2 with", "没有时 5 个，有时 2 个")),
                "5 5": Option(("5 in both cases", "都是 5 个"), ("A record that is not read opens no pane.", "没有读的记录不会打开窗格。")),
                "2 2": Option(("2 in both cases", "都是 2 个"), ("Without alignment fast reads all its 40 s, while slow is at 8 s.", "没有对齐时，fast 读完 40 s，slow 才到 8 s。")),
            },
            _compare_panes,
            ("What is not read waits in the source, in Kafka for example, and not in the state of the job.", "没有读的数据留在数据源里（例如 Kafka），不在作业的状态里。"),
        ),
        "first": Prediction(
            ("When does [0 s, 10 s) fire with alignment?", "有对齐时，[0 s, 10 s) 何时触发？"),
            {
                "earlier": Option(("earlier than without", "比没有时早"), ("The slow source is as slow as before, and limits the watermark.", "慢的数据源还是那么慢，它限制水位线。")),
                "same": Option(("at the same time", "同时")),
                "later": Option(("later than without", "比没有时晚"), ("The fast source is paused only where it is ahead. The window does not wait for it.", "快的数据源只在领先时暂停，窗口不用等它。")),
            },
            _compare_results,
            ("Alignment saves state. It does not make results earlier.", "对齐节省状态，不会让结果更早。"),
        ),
    },
    exercise=Exercise(
        questions={"drift_ms": ("the allowed drift, in ms", "允许的偏差，毫秒")},
        parsers={"drift_ms": parse_milliseconds},
        learner_fields=("fast_ms", "slow_ms", "panes", "time_ms", "by_ms", "run"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {"drift_ms": f"{a['drift_ms'] / 1000} s"},
            {"drift_ms": str(a["drift_ms"])},
            {"drift_ms": Duration.of_millis(a["drift_ms"])},
        ],
        wrong_answers=lambda d: [
            {"drift_ms": -1},
            {"drift_ms": 10**12},
            {"drift_ms": [0, 1_000, 2_000, 3_000]},
            {"drift_ms": "fast"},
        ],
    ),
    tools={"sources": build_sources_job, "reads": list_reads, "panes": count_open_panes, "results": find_results},
)  # fmt: skip
