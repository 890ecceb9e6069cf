"""The notebooks are what their sources say; a wrong source is refused with file and line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from flinksim.course.learner_record import MIME_TYPE, read_learner_records
from flinksim.course.lesson import open_lesson
from flinksim.course.lesson_loader import load_definition
from flinksim.course.notebook_builder import (
    NotebookSource,
    SourceError,
    build_notebook,
    read_source,
    remove_solution,
)
from tests.course.exercises_table import NUMBERS
from tests.course.test_exercises import is_chinese
from tools.make_notebooks import NOTEBOOKS, find_stale

SOURCES = sorted((NOTEBOOKS / "source").glob("*.py"))
LESSONS = [path for path in SOURCES if path.stem[:2].isdigit()]
every_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)


def test_the_notebooks_are_made_from_their_sources() -> None:
    assert [path.name for path in find_stale()] == []


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_has_what_a_lesson_needs(path: Path) -> None:
    source = read_source(path)
    code = "\n".join(cell.texts[0] for cell in source.cells if not cell.kind.startswith("["))
    kinds = [cell.kind for cell in source.cells]
    assert kinds[:2] == ["[markdown]", ""]  # a question, then a picture
    assert (
        source.cells[0]
        .texts[0]
        .startswith(f"# {source.number} · {load_definition(source.number).texts.title.en}")
    )
    assert (
        source.cells[0]
        .texts[1]
        .startswith(f"# {source.number} · {load_definition(source.number).texts.title.zh}")
    )
    assert "?" in source.cells[0].texts[0]
    assert len(source.cells[1].texts[0].splitlines()) <= 8
    for name in load_definition(source.number).predictions:
        assert f"lesson.predict({json.dumps(name)})" in code, name
    assert kinds.count("answer") == kinds.count("check") == 1
    assert "[solution]" in kinds
    assert "to discuss" in source.cells[-2].texts[0].lower()
    assert source.cells[-1].texts[0] == "lesson.compare_texts()"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_says_what_it_needs_and_what_it_leads_to(path: Path) -> None:
    english, chinese = (text.split("\n\n")[-1] for text in read_source(path).cells[0].texts)
    assert re.search(r"You need (no other lesson|lessons? [\d, and]+)", english)
    assert re.search(r"leads to (lessons? [\d, and]+|a (job|query) of your own)", english)
    assert "需要先学" in chinese
    assert re.search("之后可以(学|分析)", chinese)
    named = re.findall(r"\b\d\d\b", english)
    assert set(named) <= set(NUMBERS)
    assert {*named} == {*re.findall(r"\d\d", chinese)}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_notebook_names_only_data_that_a_learner_has(path: Path) -> None:
    source = read_source(path)
    text = "\n".join(text for cell in source.cells for text in cell.texts)
    fields = load_definition(source.number).exercise.learner_fields
    assert {*re.findall(r"lesson\.data\.(\w+)", text)} <= {*fields}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_ends_with_two_claims_of_texts(number: str) -> None:
    english, chinese = (open_lesson(number, language=one).compare_texts() for one in ("en", "zh"))
    assert len(english.claims) == len(chinese.claims) == 2
    assert repr(english).count("Texts say: ") == repr(english).count("Today: ") == 2
    assert all(is_chinese(line) for line in repr(chinese).splitlines())


@every_source
def test_prose_is_chinese_in_the_chinese_notebook(path: Path) -> None:
    for cell in build_notebook(read_source(path), "zh", has_solution=True)["cells"]:
        if cell["cell_type"] == "markdown":
            assert is_chinese("".join(cell["source"])), cell["source"]
        assert "||" not in "".join(cell["source"])


def made(tmp_path: Path, text: str) -> NotebookSource:
    path = tmp_path / "07_made_up.py"
    path.write_text(text, encoding="utf-8")
    return read_source(path)


def test_prose_without_the_other_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"07_made_up\.py, line 3: text cells must come in pairs"):
        made(tmp_path, "# %% [markdown]\n# Hello\n# %%\n1\n")
    with pytest.raises(SourceError, match="the last text cell has no"):
        made(tmp_path, "# %% [markdown]\n# Hello\n")
    with pytest.raises(SourceError, match=r"line 1: unknown cell 'anwser'"):
        made(tmp_path, "# %% anwser\n1\n")
    with pytest.raises(SourceError, match="must be in an answer cell"):
        made(tmp_path, "# %% answer\nstep = 1\n")
    with pytest.raises(SourceError, match="line 1: code before the first cell"):
        made(tmp_path, "import os\n# %%\n1\n")


def test_a_solution_is_in_the_solved_notebook_alone(tmp_path: Path) -> None:
    source = made(
        tmp_path,
        "# %% answer\nstep = None  # one || 一\n### BEGIN SOLUTION\nstep = 3\n### END SOLUTION\n"
        "# %% check\nlesson.check(step=step)\n",
    )
    blank, solved = build_notebook(source, "zh", False), build_notebook(source, "en", True)
    assert "".join(blank["cells"][0]["source"]) == "step = None  # 一"
    assert "step = 3" in "".join(solved["cells"][0]["source"])
    assert "".join(blank["cells"][1]["source"]) == "lesson.check(step=step)"
    assert "assert verdict, verdict" in "".join(solved["cells"][1]["source"])
    assert remove_solution("a = 1") == "a = 1"


def test_a_chinese_notebook_describes_its_runs_in_chinese(tmp_path: Path) -> None:
    source = made(
        tmp_path,
        '# %%\nrun.why("why is there a -D || 为什么有 -D")\n# %%\nrun.tell("story")\n'
        "# %%\nfor one in run.questions()[:2]:\n    print(run.why(one, what_if=False))\n",
    )
    lines = ["".join(cell["source"]) for cell in build_notebook(source, "zh", False)["cells"]]
    assert lines == [
        'run.why("为什么有 -D", language="zh")',
        'run.tell("story", language="zh")',
        'for one in run.questions(language="zh")[:2]:\n'
        '    print(run.why(one, what_if=False, language="zh"))',
    ]
    english = build_notebook(source, "en", False)["cells"]
    assert not any("language" in "".join(cell["source"]) for cell in english)
    assert "".join(english[0]["source"]) == 'run.why("why is there a -D")'
    lesson = open_lesson("05", language="zh")
    assert all(is_chinese(line) for line in lesson.advances(lesson.run))
    assert is_chinese(str(lesson.run.why("why did window [0, 10000) of red fire", language="zh")))


def test_what_was_noted_is_found_in_outputs() -> None:
    def output(count: int) -> dict[str, object]:
        return {"data": {MIME_TYPE: {"lesson": "00", "entries": [{"n": n} for n in range(count)]}}}

    cells = [{"outputs": [output(1)]}, {"outputs": [output(3), {"name": "stdout"}]}, {}]
    (note,) = read_learner_records({"cells": cells})
    assert len(note["entries"]) == 3


def test_what_was_noted_each_time_is_found_in_metadata_and_outputs() -> None:
    def note(lesson: str, day: int, *times: object) -> dict[str, Any]:
        entries = [{"name": f"{day}{n}", "after_s": time} for n, time in enumerate(times)]
        return {"lesson": lesson, "opened": f"2026-11-{day}", "entries": entries}

    first, second, third = note("00", 24, 10, 30.5), note("00", 25, 5), note("00", 26, 1)
    other = note("01", 20, 7)
    begun = note("00", 24, 10)  # the same opening, earlier
    metadata = {"flinksim": {"notes": [second, other, first]}}
    outputs = [{"data": {MIME_TYPE: begun}}, {"data": {MIME_TYPE: third}}]
    found = {
        each["lesson"]: [(one["name"], one["after_s"]) for one in each["entries"]]
        for each in read_learner_records({"metadata": metadata, "cells": [{"outputs": outputs}]})
    }
    assert found == {
        "00": [("240", 10), ("241", 30.5), ("250", 35.5), ("260", 36.5)],
        "01": [("200", 7)],
    }


@pytest.mark.parametrize("kept", [None, 3, [], {"notes": 5}, {"notes": [7, {"entries": "no"}]}])
def test_metadata_that_is_none_of_ours_holds_nothing(kept: object) -> None:
    assert read_learner_records({"metadata": {"flinksim": kept}, "cells": []}) == []
    strange = {"lesson": "00", "entries": [{"after_s": "soon"}, 4]}
    again = {"lesson": "00", "opened": "x", "entries": [{"after_s": True}]}
    (note,) = read_learner_records({"metadata": {"flinksim": {"notes": [strange, again]}}})
    assert len(note["entries"]) == 3


@every_source
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("solved", [False, True])
def test_every_code_cell_is_python(path: Path, language: str, solved: bool) -> None:
    for cell in build_notebook(read_source(path), language, solved)["cells"]:
        if cell["cell_type"] == "code":
            compile("".join(cell["source"]), f"{path.stem} {cell['id']}", "exec")


def test_every_lesson_has_a_source() -> None:
    assert [path.stem[:2] for path in LESSONS] == NUMBERS


def test_the_first_hour_takes_an_hour_and_asks_what_lessons_ask() -> None:
    source = read_source(NOTEBOOKS / "source/first_hour.py")
    code = "\n".join(cell.texts[0] for cell in source.cells if not cell.kind.startswith("["))
    lessons = dict(re.findall(r'(\w+) = open_lesson\("(\d\d)"\)', code))
    asked = re.findall(r'(\w+)\.predict\("([^"]+)"\)', code)
    assert len(asked) >= 10
    for variable, name in asked:
        assert name in load_definition(lessons[variable]).predictions
    table = source.cells[0].texts[0]
    rows = re.findall(r"\| (\d+)\u2013(\d+) \|.*\| (\d\d) \|", table)
    assert [start for start, _, _ in rows[1:]] == [end for _, end, _ in rows[:-1]]
    assert (rows[0][0], rows[-1][1]) == ("0", "60")
    assert {lesson for _, _, lesson in rows} == set(lessons.values())
    minutes = [
        int(n)
        for n in re.findall(
            r"## \d .*\((\d+) minutes\)", "\n".join(c.texts[0] for c in source.cells)
        )
    ]
    assert minutes == [int(end) - int(start) for start, end, _ in rows]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_run_prints_no_rows_before_the_thing_to_see(path: Path) -> None:
    """A run prints its results, 240 lines in lesson 15; ``lesson.run_quietly`` does not."""
    code = [cell.texts[0] for cell in read_source(path).cells if not cell.kind.startswith("[")]
    assert not [one for one in code if re.search(r"\.run\(\)", one)]
