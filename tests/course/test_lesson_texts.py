"""The texts of lessons are complete in both languages; a text that does not fit is named with file and line."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from flinksim.core.i18n.languages import LANGUAGES
from flinksim.course.lesson_loader import load_definition
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import (
    COMMON_TEXTS,
    TEXT_FOLDER,
    LessonTextError,
    LessonTexts,
    Text,
    load_texts,
    read_text_file,
)
from tests.course.exercises_table import NUMBERS
from tests.course.test_exercises import is_chinese

COURSE = TEXT_FOLDER.parent
MODULES = {
    number: [COURSE / f"{kind}s/{kind}_{number}.py" for kind in ("lesson", "solution")]
    for number in NUMBERS
}

LESSON_90 = """\
# A lesson

## Misconception

it is easy

## Prediction `first`

Yes or no?

- `yes`: yes
- `no`: no
  - Look again.

It is yes.

## Questions

- `count`: how many

## Messages

- `wrong`: {n:,} {n|click|clicks} of {who}
"""


def write(folder: Path, text: str = LESSON_90, name: str = "lesson_90.md") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def define(texts: LessonTexts, *fields: str) -> LessonDefinition:
    return LessonDefinition(
        number="90",
        texts=texts,
        simulate=load_definition("00").simulate,
        program="",
        options={"first": ("no", "yes")},
        exercise=Exercise(fields=fields, learner_fields=(), draw_data=lambda random: None),
    )


def test_a_lesson_has_the_texts_of_its_file(tmp_path: Path) -> None:
    write(tmp_path)
    write(tmp_path, LESSON_90.replace("Yes or no?", "是不是"), "lesson_90.zh.md")
    lesson = define(load_texts(str(tmp_path / "lesson_90.py")), "count")
    first = lesson.predictions["first"]
    assert lesson.texts.title.en == "A lesson"
    assert lesson.texts.misconception.zh == "it is easy"
    assert first.question == Text("Yes or no?", "是不是")
    assert list(first.options) == ["no", "yes"]  # in the order of the code
    assert first.options["no"].feedback.en == "Look again."
    assert first.options["yes"].feedback == Text("", "")
    assert first.explanation.en == "It is yes."
    told = lesson.texts.format("wrong", n=1_200, who=Text("Ada", "艾达"))
    assert told == Text("1,200 clicks of Ada", "1,200 clicks of 艾达")
    assert lesson.texts.format("wrong", n=1, who="Lin").en == "1 click of Lin"


def test_texts_in_one_language_are_enough(tmp_path: Path) -> None:
    write(tmp_path)
    texts = load_texts(str(tmp_path / "lesson_90.py"))
    assert texts.title == Text("A lesson", "A lesson")
    with pytest.raises(LessonTextError, match=r"lesson_91\.md: there is no such file"):
        load_texts(str(tmp_path / "lesson_91.py"))


@pytest.mark.parametrize(
    ("replace", "message"),
    [
        (
            ("## Questions", "## Question"),
            "line 17: unknown part 'Question'; expected Misconception",
        ),
        (("- `count`: how", "- count: how"), "line 19: unexpected text '- count: how many'"),
        (("Yes or no?", "Yes\nor no?"), "line 10: Prediction / `first` / `question` occurs twice"),
        (("- `no`: no", "- `yes`: no"), "line 12: Prediction / `first` / `yes` occurs twice"),
        (("it is easy", "- `a`: easy"), "line 5: unexpected text"),
    ],
)
def test_a_line_that_is_no_text_is_named(
    tmp_path: Path, replace: tuple[str, str], message: str
) -> None:
    path = write(tmp_path, LESSON_90.replace(*replace))
    with pytest.raises(LessonTextError) as caught:
        read_text_file(path)
    assert str(caught.value).startswith(f"{path}, {message}")


@pytest.mark.parametrize(
    ("remove", "line", "key"),
    [
        ("  - Look again.\n", 13, "Prediction / `first` / `no` / `feedback`"),
        ("- `count`: how many\n", 19, "Questions / `count`"),
    ],
)
def test_a_text_that_one_language_lacks_is_named(
    tmp_path: Path, remove: str, line: int, key: str
) -> None:
    path, other = write(tmp_path), write(tmp_path, LESSON_90.replace(remove, ""), "lesson_90.zh.md")
    with pytest.raises(LessonTextError) as caught:
        load_texts(str(tmp_path / "lesson_90.py"))
    assert str(caught.value) == f"{path}, line {line}: {key} is missing in {other}"


def test_ids_that_differ_from_the_code_are_named(tmp_path: Path) -> None:
    path = write(tmp_path)
    texts = load_texts(str(tmp_path / "lesson_90.py"))
    define(texts, "count")
    with pytest.raises(LessonTextError) as caught:
        define(texts, "count", "sum")
    assert str(caught.value) == f"{path}: Questions / `sum` is missing"
    with pytest.raises(LessonTextError) as caught:
        define(texts, "sum")
    assert str(caught.value) == (
        f"{path}, line 19: the lesson does not have Questions / `count`; expected `sum`"
    )
    with pytest.raises(
        LessonTextError, match=r"the lesson does not have Prediction / `first`; expected"
    ):
        texts.check_predictions({})
    with pytest.raises(LessonTextError, match=r"Messages / `right` is missing"):
        texts.format("right")


def find_message_ids(path: Path) -> set[str]:
    """Find the ids of messages that a module formats."""
    return {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func)
        in ("TEXTS.format", "LESSON.texts.format", "COMMON_TEXTS.format", "self._format_message")
        and isinstance(node.args[0], ast.Constant)
    }


def has_constant(path: Path) -> Callable[[str], bool]:
    constants = {
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    return constants.__contains__


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_has_the_messages_that_its_code_formats(number: str) -> None:
    messages = load_definition(number).texts.messages
    assert {id_ for path in MODULES[number] for id_ in find_message_ids(path)} <= {*messages}
    unused = [
        id_ for id_ in messages if not any(has_constant(path)(id_) for path in MODULES[number])
    ]
    assert unused == []


def test_all_lessons_have_the_messages_that_the_course_formats() -> None:
    modules = [path for path in COURSE.glob("*.py") if path.name != "lesson_texts.py"]
    used = {id_ for path in modules for id_ in find_message_ids(path)}
    assert used <= {*COMMON_TEXTS.messages}
    for id_ in COMMON_TEXTS.messages:
        assert any(has_constant(path)(id_) for path in modules), id_


@pytest.mark.parametrize("number", ["common", *NUMBERS])
def test_messages_have_the_same_fields_in_both_languages(number: str) -> None:
    texts = COMMON_TEXTS if number == "common" else load_definition(number).texts
    for id_, template in texts.messages.items():
        english, chinese = ({*re.findall(r"\{(\w+)", one)} for one in template)
        # hints of flinksim.course.checks are English, so Chinese texts have fields of their own
        assert english == chinese or "hint" in english, id_
        assert is_chinese(template.zh) or not re.search(
            r"[a-z]", re.sub(r"\{.*?\}", "", template.en)
        )
    for id_, belief in texts.beliefs.items():
        assert is_chinese(belief.zh), id_


def test_every_file_of_texts_belongs_to_a_lesson() -> None:
    expected = ["common.md", *(f"lesson_{number}.md" for number in NUMBERS)]
    for language in LANGUAGES:
        assert sorted(path.name for path in (TEXT_FOLDER / language).iterdir()) == expected


def test_lessons_have_no_texts_in_their_code() -> None:
    """Chinese in the code of a lesson is a spelling of an answer, not a text that is shown."""
    modules = [path for paths in MODULES.values() for path in paths]
    shown = [
        ast.unparse(value)
        for path in modules
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        for value in call.args
        if isinstance(value, ast.Tuple) and is_chinese(ast.unparse(value))
    ]
    assert shown == []
