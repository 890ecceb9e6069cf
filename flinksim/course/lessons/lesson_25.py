"""Lesson 25, State TTL: it counts processing time from the last write, and nothing happens at its end.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at
from flinksim.course.answer_parsing import (
    build_set_parser,
    parse_milliseconds,
    parse_whole_number,
)
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
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
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import StateTtlConfig, ValueStateDescriptor
from flinksim.trace import events as e

ARRIVALS = (1_000, 4_000, 7_000, 9_000)
TTL_MS, END_MS = 5_000, 60_000
UPDATES = {
    False: StateTtlConfig.UpdateType.OnCreateAndWrite,
    True: StateTtlConfig.UpdateType.OnReadAndWrite,
}


class FirstOnly(KeyedProcessFunction):
    """Emits a visit if the state of its key is empty, and then writes the state."""

    def __init__(self, ttl_ms: int, counts_reads: bool) -> None:
        ttl = StateTtlConfig.new_builder(Time.milliseconds(ttl_ms))
        self.ttl = ttl.set_update_type(UPDATES[counts_reads]).build()

    def open(self, runtime_context: Any) -> None:
        descriptor = ValueStateDescriptor("seen", Types.BOOLEAN())
        descriptor.enable_time_to_live(self.ttl)
        self.seen = runtime_context.get_state(descriptor)

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        if self.seen.value() is None:
            self.seen.update(True)
            yield value


def build_visits_job(
    visits: Any, ttl_ms: int = TTL_MS, counts_reads: bool = False
) -> fs.Simulation:
    """Emit only the first of several visits (arrival, event time); the state lives for *ttl_ms*."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    script = build_script({"visits": [(arrival, "a", time) for arrival, time in visits]})
    script["visits"].append(at(END_MS))
    stream = env.from_source(ScriptedSource(script), strategy, "visits", CLICK_TYPE)
    first = stream.key_by(lambda visit: visit[0]).process(FirstOnly(ttl_ms, counts_reads))
    first.name("first only").print()
    return fs.simulate(env, job_name="first visits")


def list_passed(run: fs.Simulation) -> list[int]:
    """List the event times of the visits that were emitted, in order."""
    return [event.value[1] for _, event in iterate_events(run.trace, e.ResultWritten)]


class Visits:
    """The exercise's data: a time to live, and visits of one key that arrive at their event times."""

    def __init__(self, ttl_ms: int, times: tuple[int, ...], replay_ms: int) -> None:
        self.ttl_ms, self.times, self.replay_ms = ttl_ms, times, replay_ms

    def run_with(self, counts_reads: bool) -> fs.Simulation:
        """Run the visits, with a time to live that reads prolong or do not prolong."""
        visits = [(time, time) for time in self.times]
        return run_quietly(build_visits_job(visits, self.ttl_ms, counts_reads))

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run with the default: only writes count."""
        return self.run_with(counts_reads=False)

    @cached_property
    def run_on_read(self) -> fs.Simulation:
        """The finished run in which reads count, too."""
        return self.run_with(counts_reads=True)

    @cached_property
    def replay(self) -> fs.Simulation:
        """The finished run of the same visits from a log: one arrives every ``replay_ms``."""
        visits = [(self.replay_ms * n, time) for n, time in enumerate(self.times, 1)]
        return run_quietly(build_visits_job(visits, self.ttl_ms))


def draw_data(random: Random) -> Visits:
    """Draw visits: some within the time to live, one exactly at its end, one after a long gap."""
    ttl_ms = random.choice((3_000, 4_000, 6_000, 8_000))
    first = random.randrange(1_000, 2_000, 100)
    times = [first, first + ttl_ms * random.choice((5, 6, 7)) // 10, first + ttl_ms]
    times.append(times[-1] + ttl_ms * random.choice((14, 15, 16)) // 10)
    times.append(times[-1] + ttl_ms * random.choice((7, 8)) // 10)
    times.append(times[-1] + ttl_ms * random.choice((5, 6)) // 10)
    return Visits(ttl_ms, tuple(times), random.choice((10, ttl_ms * 6 // 10)))


def judge_answer(data: Visits, answer: Answer) -> Verdict:
    """Check which visits pass with both kinds of TTL, and how many pass in the replay."""
    for name, run in (("passed", data.run), ("on_read", data.run_on_read)):
        right = list_passed(run)
        for time in sorted(set(answer[name]) ^ set(right)):
            if time not in data.times:
                return Verdict(False, (f"no visit arrives at {time} ms", f"{time} ms 没有访问"))
            _, step = _find_read(run, time)
            text = (
                (f"{name}: when the visit of {time} ms arrives, the state is empty", f"{name}：{time} ms 的访问到达时，状态是空的")
                if time in right
                else (f"{name}: when the visit of {time} ms arrives, the state is still there", f"{name}：{time} ms 的访问到达时，状态还在")
            )  # fmt: skip
            return Verdict(False, text, step, run)
    if answer["replayed"] != len(list_passed(data.replay)):
        step = len(data.replay.trace) - 1
        text = (
            f"in the replay not {answer['replayed']} visits pass",
            f"重放时通过的不是 {answer['replayed']} 次",
        )
        return Verdict(False, text, step, data.replay)
    return Verdict(
        True,
        (
            f"{len(answer['passed'])} of {len(data.times)} visits pass, and {answer['replayed']} in the replay",
            f"{len(data.times)} 次访问通过 {len(answer['passed'])} 次，重放时 {answer['replayed']} 次",
        ),
    )


def solve(data: Visits) -> dict[str, Any]:
    """Return the right answer, read from the runs."""
    return {
        "passed": list_passed(data.run),
        "on_read": list_passed(data.run_on_read),
        "replayed": len(list_passed(data.replay)),
    }


def _build_answer_rule(**replacements: Callable[[Visits], Any]) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _filter(data: Visits, is_new: Callable[[int, int | None, int | None], bool]) -> list[int]:
    """List the visits that pass by a rule of their time, the last one that passed, and the last one."""
    passed: list[int] = []
    last = None
    for time in data.times:
        if is_new(time, passed[-1] if passed else None, last):
            passed.append(time)
        last = time
    return passed


def _find_later_than(data: Visits) -> list[int]:
    return _filter(data, lambda now, written, _: written is None or now > written + data.ttl_ms)


def _find_by_rhythm(data: Visits) -> list[int]:
    """Find the first visit in each stretch of one TTL, counted from the first visit."""
    stretches: dict[int, int] = {}
    for time in data.times:
        stretches.setdefault((time - data.times[0]) // data.ttl_ms, time)
    return list(stretches.values())


MISCONCEPTIONS = {
    "a read prolongs the state": Misconception(
        ("By default only writes count. The function reads the state at each visit, but writes it only for a new one.", "默认只算写入。函数每次访问都读状态，但只在新访问时写入。"),
        _build_answer_rule(passed=lambda d: list_passed(d.run_on_read)),
    ),
    "OnReadAndWrite counts from the write": Misconception(
        ("With OnReadAndWrite each read starts the time to live again.", "用 OnReadAndWrite 时，每次读取都重新开始计时。"),
        _build_answer_rule(on_read=lambda d: list_passed(d.run)),
    ),
    "both kinds are confused": Misconception(
        ("It is the other way round: OnCreateAndWrite ignores reads, OnReadAndWrite counts them.", "正好相反：OnCreateAndWrite 不算读取，OnReadAndWrite 算。"),
        _build_answer_rule(passed=lambda d: list_passed(d.run_on_read), on_read=lambda d: list_passed(d.run)),
    ),
    "state lives until after its TTL": Misconception(
        ("The state has expired as soon as the time of the write plus the TTL is reached.", "写入时刻加 TTL 一到就算过期，不必再过一刻。"),
        _build_answer_rule(passed=_find_later_than),
    ),
    "the TTL has a fixed rhythm": Misconception(
        ("The time to live starts with each write. It has no rhythm of its own.", "每次写入都重新开始计时，它没有固定的节拍。"),
        _build_answer_rule(passed=_find_by_rhythm),
    ),
    "state is never gone": Misconception(
        ("State with a TTL is empty for a read after its end.", "TTL 到期之后读取，状态是空的。"),
        _build_answer_rule(passed=lambda d: [d.times[0]]),
    ),
    "every visit is new": Misconception(
        ("Within the time to live the state is still there.", "在存活时间之内状态还在。"),
        _build_answer_rule(passed=lambda d: list(d.times)),
    ),
    "TTL counts event time": Misconception(
        ("TTL counts processing time. In the replay the distance of two visits is replay_ms.", "TTL 按处理时间计。重放时两次访问相隔 replay_ms。"),
        _build_answer_rule(replayed=lambda d: len(list_passed(d.run))),
    ),
    "in a replay every visit is new": Misconception(
        ("In the replay the second visit arrives within the TTL. The state is still there.", "重放时第二次访问在 TTL 之内到达，状态还在。"),
        _build_answer_rule(replayed=lambda d: len(d.times)),
    ),
    "in a replay state has expired": Misconception(
        ("The age of a record does not matter. The first visit is new.", "记录有多旧无关紧要，第一次访问是新的。"),
        _build_answer_rule(replayed=lambda d: 0),
    ),
    "in a replay reads count": Misconception(
        ("Neither reads nor event times matter in the replay. Count from the last write, in processing time.", "重放时读取和事件时间都无关。从上一次写入算起，按处理时间。"),
        _build_answer_rule(replayed=lambda d: len(list_passed(d.run_on_read))),
    ),
}  # fmt: skip


def _find_read(run: fs.Simulation, time: int) -> tuple[str, int | None]:
    step = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == time)[0]
    return ("new" if time in list_passed(run) else "known"), step


def _count_replayed(run: fs.Simulation) -> tuple[str, int | None]:
    replay = Visits(TTL_MS, ARRIVALS, 10).replay
    return str(len(list_passed(replay))), len(run.trace) - 1


def _find_clearing_time(run: fs.Simulation) -> tuple[str, int | None]:
    step = find_first(run.trace, e.StateCleared)[0]
    return str(run.trace.headers[step].time_ms), step


LESSON = LessonDefinition(
    number="25",
    title=("State TTL", "状态的存活时间（TTL）"),
    misconception=("a TTL removes old events, by their timestamps, as soon as it ends", "TTL 按时间戳删除旧事件，一到期就删"),
    simulate=lambda: build_visits_job([(time, time) for time in ARRIVALS]),
    program=build_visits_job,
    find_opening_step=lambda run: find_first(run.trace, e.StateCleared)[0],
    predictions={
        "7 s": Prediction(
            ("Visits arrive at 1, 4, 7 and 9 s. Only a visit whose key has no state passes, and writes it. The TTL is 5 s. Does the visit of 7 s pass?", "访问在 1、4、7、9 s 到达。键没有状态的访问才通过，并写入状态。TTL 是 5 s。7 s 的访问会通过吗？"),
            {
                "known": Option(("no, the state was read at 4 s", "不会，4 s 时读过状态"), ("By default a read does not prolong the state.", "默认情况下读取不会延长状态。")),
                "new": Option(("yes", "会")),
                "unsure": Option(("it depends on the cleanup", "取决于清理"), ("Expired state is never returned by default, removed or not.", "默认从不返回过期的状态，不管清除了没有。")),
            },
            lambda run: _find_read(run, 7_000),
            ("The state was written at 1 s, and expired at 6 s.", "状态在 1 s 写入，6 s 到期。"),
        ),
        "removed": Prediction(
            ("The state written at 1 s expires at 6 s. When is it removed in this run?", "1 s 写入的状态在 6 s 到期。这次运行里它何时被清除？"),
            {
                "6000": Option(("at 6 s, by a timer", "6 s，由定时器"), ("A TTL has no timer, and calls no function at its end.", "TTL 没有定时器，到期时也不调用任何函数。")),
                "7000": Option(("at 7 s, when it is read", "7 s，读取它时")),
                "60000": Option(("at the end of the input", "输入结束时"), ("The visit of 7 s reads it before that.", "在那之前，7 s 的访问读了它。")),
            },
            _find_clearing_time,
            ("Expired state stays where it is until it is read, or until a cleanup finds it.", "过期的状态留在原处，直到被读取或被清理发现。"),
        ),
        "replay": Prediction(
            ("The same four visits are read from a log, one every 10 ms. How many pass?", "同样四次访问从日志读取，每 10 ms 一次。通过几次？"),
            {
                "1": Option(("one", "1 次")),
                "2": Option(("two, as before", "2 次，和刚才一样"), ("That would be event time. A TTL counts processing time.", "那是事件时间。TTL 按处理时间计。")),
                "4": Option(("four, they are all old", "4 次，它们都是旧的"), ("The age of a record does not matter to a TTL.", "记录有多旧，对 TTL 无关紧要。")),
            },
            _count_replayed,
            ("Between the first and the last visit 30 ms pass. Nothing expires.", "从第一次到最后一次只过了 30 ms，什么都没过期。"),
        ),
    },
    exercise=Exercise(
        questions={
            "passed": ("the event times of the visits that pass by default, in ms", "默认情况下通过的访问的事件时间，毫秒"),
            "on_read": ("the same with OnReadAndWrite", "使用 OnReadAndWrite 时的同一问题"),
            "replayed": ("how many pass by default when one arrives every replay_ms", "每 replay_ms 到达一次时，默认情况下通过几次"),
        },
        parsers={
            "passed": build_set_parser(parse_milliseconds),
            "on_read": build_set_parser(parse_milliseconds),
            "replayed": parse_whole_number,
        },
        learner_fields=("ttl_ms", "times", "replay_ms"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {**a, "passed": set(a["passed"]), "replayed": str(a["replayed"])},
            {**a, "on_read": [f"{time} ms" for time in a["on_read"]]},
            {**a, "passed": tuple(f"{time / 1000} s" for time in reversed(a["passed"]))},
        ],
        wrong_answers=lambda d: [
            {**solve(d), "passed": []},
            {**solve(d), "passed": list_passed(d.run)[1:]},
            {**solve(d), "on_read": [*list_passed(d.run_on_read), d.times[1]]},
            {**solve(d), "replayed": solve(d)["replayed"] + 1},
        ],
    ),
    tools={"visits": build_visits_job, "passed": list_passed},
)  # fmt: skip
