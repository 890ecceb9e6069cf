"""Changes are measured against what the run does unchanged, also in the rest of its millisecond."""

from __future__ import annotations

import pytest

import flinksim as fs
from tests.analysis.why.programs import PROGRAMS, env0, src, ws


def _stopped(program: str, until: str) -> fs.Simulation:
    sim = fs.simulate(PROGRAMS[program][0]())
    sim.run(until=until)
    return sim


def test_what_the_run_does_anyway_in_this_millisecond_is_not_told_of_a_change() -> None:
    """It stands at 8900, where the idle split ends: then the window fires, with an idleness or not."""
    sim = _stopped("p15_empty_partition", "clock > 8000")
    answer = sim.why("why has window [0,60) of shop1 not fired")
    assert answer.counterfactual is not None
    assert "fires at 2800" in answer.counterfactual.outcome
    (change,) = answer.counterfactual.changes
    # 8599 ms is the longest: idle in the last check before the end. Records come each second or so
    assert change.new == "2500 ms"


def test_what_a_change_costs_is_told_against_the_whole_run() -> None:
    """The run is asked before its end; a record that comes too late anyway is no cost of a change."""
    sim = fs.simulate(PROGRAMS["p03_late_output"][0]())
    sim.run(until=50)
    answer = sim.why("why did window [0,10) of t1 fire late")
    assert answer.counterfactual is not None
    assert "too late" not in answer.counterfactual.cost
    ended = answer.try_it()
    assert sum("LateRecordDropped" in type(event).__name__ for event in ended.trace.events) == 1


def test_an_operator_without_a_clock_has_the_watermark_that_it_hands_on() -> None:
    env = env0()
    numbers = env.from_source(
        src({"s": [(0, ("a", 1000)), (500, ("b", 2000)), (1000, ("a", 3000)), (3000, ("c", 1))]}),
        ws(0),
        "numbers",
    )
    numbers.key_by(lambda v: v[0]).map(lambda v: v).name("times ten").print()
    sim = fs.simulate(env)
    sim.watch("watermark of times ten")
    sim.run(until="watermark of times ten > 2500")
    assert str(sim.watch_table()).split()[-1] == "2999"
    assert "reached 2999 at processing time 1200" in str(
        sim.why("why is the watermark of times ten what it is")
    )
    answer = sim.why("why has the watermark of times ten not moved")
    assert "is 2999" in answer.sentence
    sim.run()
    assert "is MAX" in str(sim.why("why has the watermark of times ten not moved"))
    assert "no window, timer or state of key a or key b" in _refused(
        sim, "why is key a different from b"
    )


def _refused(sim: fs.Simulation, question: str) -> str:
    with pytest.raises(ValueError, match=r"\w") as error:
        sim.why(question)
    return str(error.value)


def test_no_change_found_is_told_apart_from_none_tried() -> None:
    sim = fs.simulate(PROGRAMS["p11_alignment"][0]())
    sim.run()
    none = sim.why("why is Source: fast idle")
    assert none.run_count == 0
    assert "tried" not in str(none)
    some = sim.why("why has window [0,10) of a not fired at step 60")
    assert some.run_count
    assert f"changes this; {some.run_count} changed runs were tried." in " ".join(str(some).split())
    assert sim.why("why is Source: fast idle", what_if=False).run_count is None
