"""Writes random PyFlink programs whose source gives groups of values, for :mod:`random_pyflink`.

There are three kinds. In the first a group comes when a checkpoint behind the one before it has
completed, the job fails at one of its values or timers, and what it commits is compared. In the other two
a group comes after a pause: for time to live and timers, windows of processing time, and for bundles that
end by time. A pause is either much shorter or much longer than the times that depend on it.
"""

from __future__ import annotations

import random

from tests.conformance.judge.pyflink_writer import EXTRAS, Stream, Writer

PRELUDE = """\
from pyflink.common import Configuration, Duration, Row, Time, Types, WatermarkStrategy
from pyflink.datastream import *
from pyflink.datastream.functions import *
from pyflink.datastream.state import *
from pyflink.datastream.window import *

from tests.conformance.gated import RECORD, FailsAt, commit, environment, gated, paced


def add(left, right):
    return left + right


def told(value):
    return value if isinstance(value, (str, int, float, tuple, bool)) else str(value)


def text(value):
    return f"{told(value[0])} {value[1]} {value[2]} {value[3]!r}"


def keep(descriptor, time_to_live):
    descriptor.enable_time_to_live(time_to_live)
    return descriptor

"""

FAILING = 100
"""The number of the value at which a job fails."""
BUNDLE_MS = 600
SHORT_MS, MEDIUM_MS, LONG_MS = 150, 900, 2000
"""Pauses, and between them the time after which a state expires or a timer fires."""

COUNTS = {
    "Value": "seen = self.state.value()\n{changes}:\n    self.state.update((seen or 0) + v[2])\n"
    "n = -1 if seen is None else seen",
    "List": "seen = list(self.state.get() or [])\n{changes}:\n    self.state.add(v[2])\n"
    "elif v[2] == 5:\n    self.state.update([v[2], 50])\n"
    "elif v[2] == 2:\n    self.state.add_all([1, 2])\nn = sum(seen) + 1000 * len(seen)",
    "Map": "seen = sorted(self.state.items())\n{changes}:\n    self.state.put(v[2] % 3, v[1])\n"
    "elif v[2] == 5:\n    self.state.remove(2)\n"
    "n = sum(10 * key + 1 for key, _ in seen) + 1000 * self.state.contains(1)\n"
    "n += 5000 * self.state.is_empty() + (self.state.get(v[2] % 3) or 0)",
    "Reducing": "seen = self.state.get()\n{changes}:\n    self.state.add(v[2])\n"
    "n = -1 if seen is None else seen",
    "Aggregating": "seen = self.state.get()\n{changes}:\n    self.state.add(v[2])\n"
    "n = -1 if seen is None else seen",
}
"""How a state is read and changed by a value v, and what number that gives, by the kind of state."""

DESCRIPTORS = {
    "Value": 'ValueStateDescriptor("s", Types.LONG())',
    "List": 'ListStateDescriptor("s", Types.LONG())',
    "Map": 'MapStateDescriptor("s", Types.LONG(), Types.LONG())',
    "Reducing": 'ReducingStateDescriptor("s", add, Types.LONG())',
    "Aggregating": 'AggregatingStateDescriptor("s", Longest(), Types.LONG())',
}
GETTERS = {"Value": "get_state"}


class GatedWriter(Writer):
    """Writes the text of one program."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.kind = chance.choice(("failing", "failing", "clock", "clock", "bundles"))
        self.has_clock_times = False
        """Whether the timestamps of the values are those of a clock."""
        self.is_single = False
        """Whether no operator may have given two values at one time."""
        self.bundle = 1
        self.sides: list[str] = []
        """Side outputs of a job that fails, as texts: they are committed with its results."""

    def write(self) -> str:
        c = self.chance
        self.batch = self.parallel = self.races = self.has_nulls = self.has_keys = False
        self.pace = True
        self._choose_values()
        self.splits_in_two = self.kind != "bundles" and c.random() < 0.25
        options = self._options()
        stream = self._gated()
        if self.splits_in_two:
            stream = self._two(stream)
        self.is_single = not self.splits_in_two
        for _ in range(c.choice((1, 2, 2, 3))):
            stream = self._step(stream)
            self.is_single = False
        # Processing times that are equal here are a millisecond apart there.
        mixed = self.kind == "failing" or self.sinks > 0 or self.has_clock_times
        ending = self._end(stream)
        given = ", ".join(f"{name}={value!r}" for name, value in options.items())
        return self._render(PRELUDE, mixed, f"env = environment({given})", ending)

    def _options(self) -> dict[str, str]:
        c = self.chance
        size = {"failing": c.choice((1, 1, 3, 1000)), "clock": 1, "bundles": 1000}[self.kind]
        self.bundle = size
        options = {
            "python__fn_execution__bundle__size": str(size),
            "python__fn_execution__bundle__time": "100000",
        }
        if self.kind == "failing":
            if c.random() < 0.2:
                options["python__operator_chaining__enabled"] = "false"
            return options
        options["execution__checkpointing__interval"] = "1 h"
        options["restart_strategy__type"] = "none"
        if self.kind == "clock":  # the worker's cache hides that a state has expired
            options["python__state__cache_size"] = "0"
        else:
            options["python__fn_execution__bundle__time"] = str(BUNDLE_MS)
        return options

    # --- source ----------------------------------------------------------------------------------

    def _gated(self) -> Stream:
        c = self.chance
        extras = ", ".join(EXTRAS[self.extra](c) for _ in range(3))
        self._say(f"extras = [{extras}]")
        if self.kind == "failing":
            lines = ",\n    ".join(str(group) for group in self._groups())
            source = self._made(f"gated(env, [\n    {lines},\n])", None)
            attempts = c.choice((0, 1, 1, 1, 2, 4))
            source = self._made(f"{source.name}.map(FailsAt({FAILING}, {attempts}), RECORD)", None)
        else:
            lines = ",\n    ".join(str(group) for group in self._paced_groups())
            source = self._made(f"paced(env, [\n    {lines},\n])", None)
        made = "make(v[0], v[1], v[2], extras[v[2] % 3])"
        return self._made(
            f"{source.name}.map(lambda v: {made}, output_type={self.type})", self.type
        )

    def _values(self, count: int, failing: int | None = None) -> list[tuple[str, int, int]]:
        """Values whose times go on from those before."""
        c, values = self.chance, []
        for number in range(count):
            self.time += c.choice((0, 1, 250, 400, 999, 2500))
            moment = max(0, self.time - c.choice((0, 0, 0, 300, 1500, 4000)))
            n = FAILING if number == failing else c.randrange(9)
            values.append((c.choice("abc"), moment, n))
        return values

    def _groups(self) -> list[list[tuple[str, int, int] | int]]:
        """Groups behind checkpoints; with two branches, all values of a group are of one of them."""
        c = self.chance
        self.time = 0
        count = c.choice((2, 3, 4))
        # A bundle that a barrier ends fails at that time: the scripted source gives the next group on time.
        failing = c.randrange(count) if self.bundle == 1 else count - 1
        groups: list[list[tuple[str, int, int] | int]] = []
        for number in range(count):
            size = c.choice((2, 3, 4))
            values = self._values(size, c.randrange(size) if number == failing else None)
            if self.splits_in_two:
                odd = number != failing and c.random() < 0.5
                values = [(k, t, n if n == FAILING else n // 2 * 2 + odd) for k, t, n in values]
            group: list[tuple[str, int, int] | int] = [*values]
            if c.random() < 0.7:
                at = len(group) if self.splits_in_two else c.randrange(1, len(group) + 1)
                group.insert(at, max(1, self.time - c.choice((1, 300, 1500))))
            groups.append(group)
        return _with_ascending_watermarks(groups)

    def _paced_groups(self) -> list[tuple[int, list[tuple[str, int, int] | int]]]:
        """Groups behind pauses, the last of which holds the end of the input back."""
        c = self.chance
        self.time = 0
        if self.kind == "bundles":
            pauses = [BUNDLE_MS // 2, *[3 * BUNDLE_MS] * c.choice((2, 3))]
            sizes = [c.choice((1, 2, 4)) for _ in pauses]
        else:
            pauses = [LONG_MS // 2]
            while len(pauses) < 7:
                recent = pauses[-2:]
                short = recent != [SHORT_MS] * 2 and c.random() < 0.5
                pauses.append(SHORT_MS if short else LONG_MS)
            sizes = [1] * len(pauses)
        groups: list[list[tuple[str, int, int] | int]] = []
        for size in sizes:
            group: list[tuple[str, int, int] | int] = [*self._values(size)]
            if c.random() < 0.7:
                at = c.randrange(1, len(group) + 1)
                group.insert(at, max(1, self.time - c.choice((1, 300, 1500))))
            groups.append(group)
        last = c.choice((SHORT_MS, LONG_MS))
        return [*zip(pauses, _with_ascending_watermarks(groups), strict=True), (last, [])]

    # --- operators -------------------------------------------------------------------------------

    def _step(self, stream: Stream) -> Stream:
        c = self.chance
        kinds = ["plain", "rolling", "states", "count"]
        if not self.has_clock_times:
            kinds += ["window"] * 3 + ["all"] + ["states"]
        if self.kind == "clock":
            kinds += ["clock timers"] * 4 + ["clock window"] * 3 + ["states"] * 2
        return self._make_step(c.choice(kinds), stream)

    def _make_step(self, kind: str, stream: Stream) -> Stream:
        match kind:
            case "states":
                return self._states(self._keyed(stream))
            case "clock timers":
                return self._clock_timers(self._keyed(stream))
            case "clock window":
                return self._clock_window(self._keyed(stream))
            case _:
                return super()._make_step(kind, stream)

    def _two_ways(self) -> tuple[str, ...]:
        """Without its cache of states a worker forgets what is put into broadcast state."""
        ways = super()._two_ways()
        return tuple(w for w in ways if "broadcast" not in w) if self.kind == "clock" else ways

    def _plain_ways(self) -> tuple[str, ...]:
        ways = super()._plain_ways()
        return tuple(way for way in ways if way != "process") if self.has_clock_times else ways

    def _time_to_live(self) -> str:
        """A configuration: what it lets be seen does not depend on cleanup in the background."""
        c = self.chance
        text = f"StateTtlConfig.new_builder(Time.milliseconds({MEDIUM_MS}))"
        text += c.choice(
            ("", ".update_ttl_on_read_and_write()", ".update_ttl_on_create_and_write()",
             ".set_update_type(StateTtlConfig.UpdateType.OnReadAndWrite)")
        )  # fmt: skip
        text += c.choice(
            ("", ".never_return_expired()", ".cleanup_full_snapshot()",
             ".return_expired_if_not_cleaned_up().disable_cleanup_in_background()")
        )  # fmt: skip
        return f"{text}.build()"

    def _states(self, keyed: Stream) -> Stream:
        """A function with a state of some kind; with timers if nothing expires."""
        c = self.chance
        out, type_ = self._out()
        kind = c.choice(list(COUNTS))
        if kind == "Aggregating":
            self._longest()
        expires = self.kind == "clock" and c.random() < 0.8
        descriptor = DESCRIPTORS[kind]
        count = COUNTS[kind]
        if expires:
            descriptor = f"keep({descriptor}, {self._time_to_live()})"
            # The worker remembers that a map of the last key was not empty.
            count = count.replace("5000 * self.state.is_empty() + ", "")
        getter = GETTERS.get(kind, f"get_{kind.lower()}_state")
        changes = c.choice(("if True", "if v[2] % 2", "if v[2] % 3 != 0"))
        count = count.format(changes=changes).replace("\n", "\n    ")
        timers = not expires and not self.has_clock_times
        register, on_timer = "pass", ""
        if timers:
            ahead = c.choice((0, 1, 500, 2000))
            register = f"ctx.timer_service().register_event_time_timer(v[1] + {ahead})"
            fails = self.kind == "failing" and self.bundle == 1 and c.random() < 0.3
            on_timer = f"""
def on_timer(self, timestamp, ctx):
    times = list(self.times.get())
    {'if len(times) > 1 and self.attempt < 1: raise RuntimeError("timer")' if fails else ""}
    yield make("T" + str(ctx.get_current_key()), timestamp, sum(times), extras[0])
    {
                c.choice(
                    (
                        "",
                        "self.times.clear()",
                        "self.state.clear()",
                        "if timestamp < 9000:"
                        "ctx.timer_service().register_event_time_timer(timestamp + 700)",
                    )
                )
            }
"""
        made = self._class("KeyedProcessFunction", f"""
def open(self, runtime_context):
    self.attempt = runtime_context.get_attempt_number()
    self.state = runtime_context.{getter}({descriptor})
    self.times = runtime_context.get_list_state(ListStateDescriptor("times", Types.LONG()))

def process_element(self, v, ctx):
    {count}
    self.times.add(v[1])
    {register}
    yield make(str(v[0]) + str(ctx.get_current_key()), v[1], n, v[3])
{on_timer}""")  # fmt: skip
        return self._made(f"{keyed.name}.process({made}(){out})", type_)

    def _clock_timers(self, keyed: Stream) -> Stream:
        """Timers of processing time; one that is far off is dropped at the end."""
        c = self.chance
        out, type_ = self._out()
        ahead = c.choice((MEDIUM_MS, MEDIUM_MS, 10_000_000))
        deletes = c.choice(
            ("False", "v[2] % 2 and self.due.value()", "v[2] % 3 == 0 and self.due.value()")
        )
        again = c.choice(
            ("pass", f"timers.register_processing_time_timer(timestamp + {10 * LONG_MS})",
             "self.due.clear()", "timers.register_event_time_timer(5000)")
        )  # fmt: skip
        # Two values of a key at one time: their timers are one here, and a millisecond apart there.
        keeps = "self.due.value() is None"
        if self.is_single and c.random() < 0.7:
            keeps = "True"
        made = self._class("KeyedProcessFunction", f"""
def open(self, runtime_context):
    self.due = runtime_context.get_state(ValueStateDescriptor("due", Types.LONG()))
    self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.LONG()))

def process_element(self, v, ctx):
    timers = ctx.timer_service()
    self.count.update((self.count.value() or 0) + 1)
    if {deletes}:
        timers.delete_processing_time_timer(self.due.value())
        self.due.clear()
    elif {keeps}:
        due = timers.current_processing_time() + {ahead}
        timers.register_processing_time_timer(due)
        self.due.update(due)
    yield make("E" + str(ctx.get_current_key()), v[1], self.count.value(), v[3])

def on_timer(self, timestamp, ctx):
    timers = ctx.timer_service()
    due = self.due.value()
    newest = -1 if due is None else int(due == timestamp)
    name = str(ctx.get_current_key()) + ctx.time_domain().name
    yield make(name, newest, self.count.value(), extras[0])
    {again}
""")  # fmt: skip
        self.has_clock_times = True
        return self._made(f"{keyed.name}.process({made}(){out})", type_)

    def _clock_window(self, keyed: Stream) -> Stream:
        """Windows of processing time: sessions, or years whose triggers count."""
        c = self.chance
        self.assigner = "clock"
        trigger = c.choice(("CountTrigger.of(2)", "PurgingTrigger.of(CountTrigger.of(2))",
                            "CountTrigger.of(1)"))  # fmt: skip
        match c.choice(("session", "session", "dynamic", "tumbling", "sliding")):
            case "session":
                windows = f"ProcessingTimeSessionWindows.with_gap(Time.milliseconds({MEDIUM_MS}))"
                trigger = c.choice(("", "", trigger, "ProcessingTimeTrigger.create()",
                                    "PurgingTrigger.of(ProcessingTimeTrigger.create())"))  # fmt: skip
            case "dynamic":
                made = self._class(
                    "SessionWindowTimeGapExtractor",
                    f"\ndef extract(self, v):\n    return {MEDIUM_MS} + v[2] % 2 * 100\n",
                )
                windows = f"ProcessingTimeSessionWindows.with_dynamic_gap({made}())"
                trigger = ""
            case "tumbling":
                windows = "TumblingProcessingTimeWindows.of(Time.days(3650))"
            case _:
                windows = "SlidingProcessingTimeWindows.of(Time.days(7300), Time.days(3650))"
        call, type_ = self._contents(keyed, over_all=False, count=True)
        self.has_clock_times = True
        trigger = f".trigger({trigger})" if trigger else ""
        return self._made(f"{keyed.name}.window({windows}){trigger}{call}", type_)

    # --- sinks -----------------------------------------------------------------------------------

    def _print_side(self, stream: str, name: str) -> None:
        if self.kind == "failing":
            self.sides.append(f'{stream}.map(lambda v: "{name} " + text(v), Types.STRING())')
        else:
            super()._print_side(stream, name)

    def _end(self, stream: Stream) -> str:
        c = self.chance
        if self.kind != "failing":
            return super()._end(stream)
        if not self.sides and c.random() < 0.1:
            self.sinks += 1
            return (
                f"with {stream.name}.execute_and_collect() as results:\n"
                "    for each in results:\n        print(each)"
            )
        sides = f".union({', '.join(self.sides)})" if self.sides else ""
        return f"commit(env, {stream.name}.map(text, Types.STRING()){sides})"


def _with_ascending_watermarks(
    groups: list[list[tuple[str, int, int] | int]],
) -> list[list[tuple[str, int, int] | int]]:
    """The groups without watermarks that do not advance: a source would not give them on."""
    last = 0
    kept = []
    for group in groups:
        items: list[tuple[str, int, int] | int] = []
        for item in group:
            if isinstance(item, int):
                if item <= last:
                    continue
                last = item
            items.append(item)
        kept.append(items)
    return kept
