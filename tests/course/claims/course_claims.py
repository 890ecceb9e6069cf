"""Statements about the course itself: programs, data, tools and the first hour."""

from __future__ import annotations

import ast
import json
from typing import Any

from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lessons import lesson_06, lesson_21
from flinksim.course.trace_search import iterate_events
from flinksim.trace import events as e
from tests.course.claims import time_claims, window_claims
from tests.course.claims.runs import (
    ROOT,
    draws,
    opening,
    program_of,
    source_of,
)
from tests.course.exercises_table import NUMBERS, learners_of

SURFACE = ROOT / "tests/conformance/facts/pyflink_surface.json"


def list_unknown_names(program: str) -> set[str]:
    """The names of a program that PyFlink 2.3.0 does not have: imports, and methods it calls."""
    modules = json.loads(SURFACE.read_text("utf-8"))["modules"]
    members: set[str] = set()
    for module in modules.values():
        for name, attributes in module.get("classes", {}).items():
            members |= {name, *attributes}
    windowed = modules["pyflink.datastream.data_stream"]["classes"]["WindowedStream"]
    unknown: set[str] = set()
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.ImportFrom):
            unknown |= {alias.name for alias in node.names if alias.name not in members}
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name not in members or (name == "sum" and name not in windowed):
                unknown.add(name)
    return unknown - {"append", "items", "split"}


def the_data_are_drawn_for_each_learner() -> bool:
    """Other data for another learner in each lesson, with the attributes that its text names."""
    for number in NUMBERS:
        definition = load_definition(number)
        if definition.needs_spark:
            continue
        drawn = [definition.exercise.draw(seed, 0) for seed in learners_of(number, 6)]
        names = definition.exercise.learner_fields
        if not all(hasattr(one, name) for one in drawn for name in names):
            return False
        plain = {
            repr({k: v for k, v in vars(one).items() if not k.startswith("_")}) for one in drawn
        }
        if len(plain) < 2:
            return False
    return True


def the_lessons_program_is_pyflink_but_for_two_things() -> bool:
    """Every name of the program is in PyFlink's surface, except for the scripted source and ``sum``."""
    ours = {"ScriptedSource", "at", "record", "sum"}
    return list_unknown_names(program_of("00")) == ours and _has_pyflink_no_sum_on_a_window()


def _has_pyflink_no_sum_on_a_window() -> bool:
    modules = json.loads(SURFACE.read_text("utf-8"))["modules"]
    members = modules["pyflink.datastream.data_stream"]["classes"]["WindowedStream"]
    return "reduce" in str(members) and '"sum"' not in json.dumps(members)


def the_program_runs_without_the_stepper() -> bool:
    """The program imports nothing that shows it, and the run is over before it is shown."""
    return (
        "viz" not in program_of("00")
        and "show" not in program_of("00")
        and len(opening("00").trace) > 10
    )


def try_it_runs_the_program_with_the_change() -> bool:
    answer = opening("03").why("why was record 4 dropped")
    run = run_quietly(answer.try_it())
    return not [f for f in run.trace.get_events(e.LateRecordDropped) if f.timestamp == 9_500]


def tell_describes_the_step_of_the_first_firing() -> bool:
    sim = load_definition("00").simulate()
    sim.run(until="firing")
    return "fire" in str(sim.tell()).lower()


def why_names_what_would_keep_a_row() -> bool:
    return "INTERVAL" in str(opening("27").why("why was record 6 dropped")) or "delay" in str(
        opening("27").why("why was record 6 dropped")
    )


def functions_of_learners_are_tested_on_other_data() -> bool:
    """A function that is right on the learner's data only is refused (lessons 11, 13, 14, 23)."""
    (data,) = draws("11", 1)
    right = load_solution("11").solve(data)
    total = sum(dict(data.rows).values())
    fixed = {**right, "total": lambda rows: total}
    return not load_solution("11").check(data, fixed).is_right


def the_first_job_of_the_hour_is_silent() -> bool:
    """Lesson 21's opening run: six clicks, windows of ten seconds, and no result before its end."""
    sim = load_definition("21").simulate()
    sim.run(until="clock >= 5 s")
    failed = [f for f in sim.trace.events if isinstance(f, e.TaskFailed)]
    reads = sim.trace.get_events(e.SourceRecordRead)
    return (
        not sim.trace.get_events(e.ResultWritten)
        and not failed
        and len(reads) == 6
        and "10" in program_of("21")
    )


def a_longer_delay_loses_fewer_and_is_later() -> bool:
    from flinksim.course.lessons import lesson_03

    short, long = (
        run_quietly(lesson_03.build_delayed_job(lesson_03.TIMES, ms)) for ms in (500, 6_000)
    )
    dropped = [len(run.trace.get_events(e.LateRecordDropped)) for run in (short, long)]
    first = [
        run.trace.headers[next(iterate_events(run.trace, e.WindowFired))[0]].time_ms
        for run in (short, long)
    ]
    return dropped[0] > dropped[1] and first[0] < first[1]


def one_of_three_late_clicks_is_lost() -> bool:
    return (
        time_claims.the_four_late_clicks_fare_as_said()
        and len(opening("02").trace.get_events(e.LateRecordDropped)) == 1
    )


def idleness_lets_the_task_go_on() -> bool:
    """At a price: a click of the split that was idle is dropped."""
    run = run_quietly(lesson_06.build_idleness_job(lesson_06.QUIET, 1_000))
    return (
        window_claims.a_quiet_split_lets_the_window_wait_for_the_end()
        and len(run.trace.get_events(e.LateRecordDropped)) == 1
    )


def three_faults_are_repaired_by_one_value_each() -> bool:
    """24,000 minus 1 s minus 1 ms is 22,999; each job of part 7 is right with one value back."""
    faults: dict[str, dict[str, Any]] = {
        "A": {"unit": "s"},
        "B": {"delay_ms": 86_400_000},
        "C": {"trigger": "count 100"},
    }
    for fault in faults.values():
        (knob,) = fault
        sick = run_quietly(lesson_21.build_patient_job(**fault))
        well = run_quietly(lesson_21.build_patient_job(**{knob: lesson_21.HEALTHY_SETTINGS[knob]}))
        if lesson_21.is_repaired(sick) or not lesson_21.is_repaired(well):
            return False
    made = [
        f.timestamp
        for f in run_quietly(lesson_21.build_patient_job()).trace.get_events(e.WatermarkGenerated)
    ]
    return 22_999 in made and max(lesson_21.TIMES) == 24_000


def the_values_of_the_hour_are_those_of_lesson_21() -> bool:
    return set(lesson_21.HEALTHY_SETTINGS) == {
        "watermarks",
        "delay_ms",
        "idle_ms",
        "unit",
        "clock",
        "size_ms",
        "trigger",
    }


def the_parts_of_the_hour_are_sixty_minutes() -> bool:
    """The table's rows follow each other from 0 to 60, and lead to lessons that exist."""
    text = (ROOT / "notebooks/source/first_hour.py").read_text("utf-8").split("[zh]")[0]
    import re

    spans = [
        (int(a), int(b), c)
        for a, b, c in re.findall(r"\| (\d+)\u2013(\d+) \|[^|]*\| (\d\d) \|", text)
    ]
    starts = [a for a, _, _ in spans]
    ends = [b for _, b, _ in spans]
    return (
        starts == [0, *ends[:-1]]
        and ends[-1] == 60
        and {c for _, _, c in spans} <= set(NUMBERS)
        and len({c for _, _, c in spans}) == 6
    )


def the_why_page_answers_by_running_again() -> bool:
    return "verified" in str(opening("03").why("why was record 4 dropped"))


def the_command_line_has_diagnose_and_why() -> bool:
    text = source_of("docs/reference/cli.md")
    return all(f"flinksim {name} " in text for name in ("diagnose", "why"))


def a_common_mistake_is_named() -> bool:
    """1,000 times, one off, some missing, too many, other places: each in a table of the answers' test."""
    from flinksim.course.answer_differences import find_common_mistake

    return (
        find_common_mistake({"a": 2_000_000}, {"a": 2_000}) == "another unit"
        and find_common_mistake({"a": 8}, {"a": 7}) == "one off"
        and find_common_mistake({"a": frozenset({1, 2})}, {"a": frozenset({1, 2, 3})})
        == "some are missing"
        and find_common_mistake({"a": frozenset({1, 2, 3, 4})}, {"a": frozenset({1, 2, 3})})
        == "too many"
    )


def lesson_14_runs_a_program_under_other_schedules() -> bool:
    return window_claims.another_schedule_reads_the_channels_in_another_order()
