"""A run and its forks as one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import flinksim as fs
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lessons.lesson_00 import CLICKS
from flinksim.simulation.run_tree import RunTreeError


def test_a_tree_is_saved_opened_and_compared(tmp_path: Path) -> None:
    run = build_clicks_job(CLICKS).run(until=40)
    turn = run.fork(30, fs.RoundRobin(), name="in turn").run()
    turn.fork(50, fs.Seeded(3), name="seed 3").run()
    tree = run.tree()
    path = tree.save(tmp_path / "what_if.runs")
    opened = fs.read_runs(path)
    assert repr(opened) == repr(tree)
    assert repr(opened).splitlines()[0] == "this run: RUNNING, 40 steps"
    assert [one.fork_step for one in opened] == [0, 30, 50]
    assert [one.trace.digest() for one in opened] == [one.trace.digest() for one in tree]
    assert opened["in turn"].trace.decisions == turn.trace.decisions
    assert re.search(
        r"first difference at \d+ ms, in \w+",
        repr(opened.compare_side_by_side("in turn", "seed 3")),
    )
    assert not re.search(r"\bv\d+/\d", repr(opened.compare_side_by_side("in turn", "seed 3")))
    assert tree.save(tmp_path / "again.runs").read_bytes() == path.read_bytes()
    with pytest.raises(KeyError, match=r"no run with the name 'seed 4'. Available: 'this run'"):
        opened.compare_side_by_side("in turn", "seed 4")


def test_a_name_is_that_of_one_run() -> None:
    run = build_clicks_job(CLICKS).run(until=40)
    turn = run.fork(30, name="in turn")
    with pytest.raises(ValueError, match=r"fork\(name='in turn'\): a run with this name exists"):
        run.fork(20, name="in turn")
    with pytest.raises(IndexError, match=r"fork\(at=0\): expected a number of steps from 1 to 40"):
        run.fork(0)
    turn.fork(30, name="this run too")
    run.fork(20, name="another").fork(
        20, name="this run too"
    )  # another's forks are not known to it
    with pytest.raises(KeyError, match="2 runs have the name 'this run too'"):
        run.tree()["this run too"]


def test_what_is_no_tree_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.runs"
    path.write_bytes(b"x")
    with pytest.raises(RunTreeError, match=r"expected a file written by sim\.tree\(\)\.save\(\)"):
        fs.read_runs(path)
    with pytest.raises(OSError, match="nothing"):
        fs.read_runs(tmp_path / "nothing.runs")
