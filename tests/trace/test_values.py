"""What a trace keeps of any value of a program: the same text or number in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Configuration
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.trace.events import TimerRegistered
from flinksim.trace.storage.codec import decode, encode
from flinksim.trace.values import MAX_INTEGER, freeze

HUGE = 10**5000


@dataclass
class Basket:
    name: str
    fruit: set[str]


class Nameless:
    pass


class Broken:
    def __str__(self) -> str:
        raise KeyError("no text today")


CASES: list[tuple[Any, Any]] = [
    ((1, "a", None, 2.5, True), (1, "a", None, 2.5, True)),
    ([1, [2]], (1, (2,))),
    (MAX_INTEGER - 1, MAX_INTEGER - 1),
    (MAX_INTEGER, hex(MAX_INTEGER)),
    (HUGE, hex(HUGE)),
    (-HUGE, hex(-HUGE)),
    (("a", HUGE), ("a", hex(HUGE))),
    ({"c", "a", "b"}, "{'a', 'b', 'c'}"),
    (set(), "set()"),
    (frozenset({2, 1}), "frozenset({1, 2})"),
    ({"k": {"z", "y"}}, "{'k': {'y', 'z'}}"),
    ({1: HUGE}, "{1: '" + hex(HUGE) + "'}"),
    (({"b", "a"}, 1), ("{'a', 'b'}", 1)),
    (Basket("x", {"kiwi", "fig"}), "Basket(name='x', fruit={'fig', 'kiwi'})"),
    (Nameless(), "<Nameless object>"),
    ({"n": Nameless()}, "{'n': <Nameless object>}"),
    (Broken(), "<Broken object: KeyError in its text>"),
    (OrderedDict(a=1), str(OrderedDict(a=1))),
    (freeze, "<function freeze>"),
    (lambda: 0, "<function <lambda>>"),
    ([iter([1])], ("<list_iterator object>",)),
    ({"m": Nameless().__init__}, "{'m': <method-wrapper '__init__' of Nameless object>}"),
    (partial(freeze, 1), "functools.partial(<function freeze>, 1)"),
    ("a text that ends at 0x10>", "a text that ends at 0x10>"),
]


@pytest.mark.parametrize(("value", "kept"), CASES, ids=[str(n) for n in range(len(CASES))])
def test_a_value_is_kept_in_one_form(value: Any, kept: Any) -> None:
    assert freeze(value) == kept


PROGRAM = """
import flinksim as fs
from flinksim.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
words = [frozenset(["the", "quick", "brown"]), {"k": {"fox"}}, object(), lambda: 0, 10**5000]
env.from_collection(words).map(lambda word: word).filter(lambda word: False).print()
print(fs.simulate(env).run().digest)
"""


def test_a_digest_knows_no_hash_seed_and_no_address() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": str(Path(fs.__file__).parents[1]),
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


class _Timer(KeyedProcessFunction):
    def __init__(self, timestamp: Any) -> None:
        self.timestamp = timestamp

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(self.timestamp)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        return [timestamp]


def _run(timestamp: Any, dialect: str = "java") -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    env.configure(Configuration().set_string("flinksim.dialect", dialect))
    source = ScriptedSource([record(("a", 1), 1)])
    stream = env.add_source(source, "pairs").key_by(lambda value: value[0])
    stream.process(_Timer(timestamp)).print()
    return fs.simulate(env).run()


def test_a_timer_beyond_64_bits_wraps_around_and_can_be_saved() -> None:
    sim = _run(2**63 + 5)

    (registered,) = sim.trace.get_events(TimerRegistered)
    assert registered.timestamp == -(2**63) + 5
    assert decode(encode(sim.trace)).digest() == sim.digest


def test_in_pyflinks_dialect_it_is_an_error_and_a_float_loses_its_fraction() -> None:
    # recorded: OverflowError of the worker's coder; (t,1) for 1.5
    with pytest.raises(Exception, match="Python int too large to convert to C long"):
        _run(2**63 + 5, "pyflink")
    (registered,) = _run(1.5, "pyflink").trace.get_events(TimerRegistered)
    assert registered.timestamp == 1


def test_a_time_that_is_no_whole_number_is_refused_with_what_was_expected() -> None:
    with pytest.raises(
        Exception, match=r"register_event_time_timer\(timestamp\): expected .* as int"
    ):
        _run(1.5)
