"""The texts of a lesson: Markdown files, one for each language, in which headings and items carry ids.

The file of a lesson has these parts. Ids are in backticks; Python code refers to texts by them::

    # The title

    ## Misconception

    windows start at the first record

    ## Prediction `first`

    The first click has timestamp 7 s. Where does its window start?

    - `7000`: 7 s
      - The feedback to who chose it wrongly.
    - `0`: 0 s

    The explanation of the right option.

    ## Questions

    - `days`: how many days start at local midnight

    ## Beliefs

    - `offsets are minutes`: Give the offset in ms.

    ## Messages

    - `too long`: {name}: Flink rejects an offset of {days} {days|day|days}

Messages have placeholders as in the message catalogs (:mod:`flinksim.core.i18n.message_catalog`).
Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from flinksim.core.i18n.languages import LANGUAGES
from flinksim.core.i18n.message_catalog import format_template

TEXT_FOLDER = Path(__file__).parent / "texts"
"""Has a folder for each language with the files of the course, such as ``en/lesson_12.md``."""

TITLE, MISCONCEPTION, PREDICTION = "Title", "Misconception", "Prediction"
QUESTIONS, BELIEFS, MESSAGES = "Questions", "Beliefs", "Messages"
QUESTION, EXPLANATION, FEEDBACK = "question", "explanation", "feedback"
"""The texts of a prediction and its options that have no id of their own."""

_ITEM = re.compile(r"- `([^`]+)`: (\S.*)")
_FEEDBACK = re.compile(r"  - (\S.*)")
_PARAGRAPH = re.compile(r"(?![-*+#] |\s|$)")
_PREDICTION = re.compile(r"Prediction `([^`]+)`")

Key = tuple[str, ...]
"""Where a text is in its file: the heading of its part, the id and, for feedback, ``"feedback"``."""


class Text(NamedTuple):
    """A text in each of :data:`~flinksim.core.i18n.languages.LANGUAGES`."""

    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a prediction; ``feedback`` is shown to a learner who chose it wrongly."""

    text: Text
    feedback: Text


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question that the run answers.

    ``explanation`` explains the right option. Which one is right, the lesson's solution finds in the run.
    """

    question: Text
    options: Mapping[str, Option]
    explanation: Text


class LessonTextError(ValueError):
    """A file of texts that does not fit: the file and line, what is wrong and what was expected."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of texts in one language: its path, and its texts by their place in it."""

    path: Path
    entries: Mapping[Key, tuple[str, int]]

    def describe_place(self, key: Key) -> str:
        """Return the file and line of a text."""
        return f"{self.path}, line {self.entries[key][1]}"


def read_text_file(path: Path) -> TextFile:
    """Read a file of texts.

    Raises:
        LessonTextError: If a line is none of the forms above, or an id occurs twice.
    """
    entries: dict[Key, tuple[str, int]] = {}
    for line, key, text in _iterate_texts(path):
        if key in entries:
            raise LessonTextError(f"{path}, line {line}: {_describe_key(key)} occurs twice")
        entries[key] = text, line
    return TextFile(path, entries)


def _iterate_texts(path: Path) -> Iterator[tuple[int, Key, str]]:
    """Iterate over the texts of a file with their lines and keys."""
    part: Key = ()
    item = ""
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        entry, feedback = _ITEM.fullmatch(text), _FEEDBACK.fullmatch(text)
        is_paragraph = _PARAGRAPH.match(text) is not None
        if text.startswith("## "):
            part, item = _parse_heading(text.removeprefix("## "), f"{path}, line {line}"), ""
        elif text.startswith("# "):
            yield line, (TITLE,), text.removeprefix("# ")
        elif entry is not None and part not in ((), (MISCONCEPTION,)):
            item = entry[1]
            yield line, (*part, item), entry[2]
        elif feedback is not None and item and part[0] == PREDICTION:
            yield line, (*part, item, FEEDBACK), feedback[1]
        elif is_paragraph and part == (MISCONCEPTION,):
            yield line, part, text
        elif is_paragraph and part[:1] == (PREDICTION,):
            yield line, (*part, EXPLANATION if item else QUESTION), text
        elif text.strip():
            raise LessonTextError(
                f"{path}, line {line}: unexpected text {text!r:.60}; expected a heading, an item such "
                "as '- `ID`: TEXT', or a paragraph of a prediction, each in one line"
            )


def _parse_heading(heading: str, place: str) -> Key:
    """Return the key of the part that begins with a heading."""
    prediction = _PREDICTION.fullmatch(heading)
    if prediction is not None:
        return PREDICTION, prediction[1]
    if heading not in (MISCONCEPTION, QUESTIONS, BELIEFS, MESSAGES):
        raise LessonTextError(
            f"{place}: unknown part {heading!r}; expected {MISCONCEPTION}, {QUESTIONS}, {BELIEFS}, "
            f"{MESSAGES} or {PREDICTION} `ID`"
        )
    return (heading,)


def _describe_key(key: Key) -> str:
    """Describe the place of a text as its file has it."""
    return " / ".join([key[0], *(f"`{one}`" for one in key[1:])])


class LessonTexts:
    """The texts of a lesson in all languages.

    Each property that returns texts by id has them in the order of the file.
    """

    def __init__(self, *files: TextFile) -> None:
        """Combine the files of one lesson, one for each language.

        Raises:
            LessonTextError: If a file has a text that another one does not have.
        """
        self._files = files
        for one in files:
            for other in files:
                for key in one.entries.keys() - other.entries.keys():
                    raise LessonTextError(
                        f"{one.describe_place(key)}: {_describe_key(key)} is missing in {other.path}"
                    )

    def get(self, *key: str) -> Text:
        """Return the text at a place.

        Raises:
            LessonTextError: If the files do not have it.
        """
        if key not in self._files[0].entries:
            raise LessonTextError(f"{self._files[0].path}: {_describe_key(key)} is missing")
        return Text(*(file.entries[key][0] for file in self._files))

    def build_prediction(self, name: str, options: Collection[str]) -> Prediction:
        """Build a prediction with *options* in this order; the right one needs no feedback."""
        part = PREDICTION, name
        return Prediction(
            self.get(*part, QUESTION),
            {one: Option(self.get(*part, one), self._find_feedback(*part, one)) for one in options},
            self.get(*part, EXPLANATION),
        )

    def _find_feedback(self, *option: str) -> Text:
        key = *option, FEEDBACK
        return self.get(*key) if key in self._files[0].entries else Text("", "")

    @property
    def title(self) -> Text:
        """The title."""
        return self.get(TITLE)

    @property
    def misconception(self) -> Text:
        """The misconception that the lesson is about."""
        return self.get(MISCONCEPTION)

    @cached_property
    def questions(self) -> Mapping[str, Text]:
        """The question for each field of an answer."""
        return self._collect(QUESTIONS)

    @cached_property
    def beliefs(self) -> Mapping[str, Text]:
        """The explanation of each misconception behind a wrong answer."""
        return self._collect(BELIEFS)

    @cached_property
    def messages(self) -> Mapping[str, Text]:
        """The templates of messages."""
        return self._collect(MESSAGES)

    def _collect(self, part: str) -> dict[str, Text]:
        """Return the items of a part by id."""
        keys = [key for key in self._files[0].entries if key[0] == part]
        return {key[1]: self.get(*key) for key in keys}

    def format(self, message_id: str, **fields: Any) -> Text:
        """Format a message in each language; a field that is a :class:`Text` has its language, too.

        Raises:
            LessonTextError: If the files do not have the message.
            KeyError: If a field is missing.
        """
        languages = range(len(LANGUAGES))
        template = self.get(MESSAGES, message_id)
        return Text(*(format_template(template[n], _select(fields, n)) for n in languages))

    def check_predictions(self, predictions: Mapping[str, Collection[str]]) -> None:
        """Check that the files have these predictions and options, and no others.

        Raises:
            LessonTextError: If they differ.
        """
        self.check_ids((PREDICTION,), predictions)
        for name, options in predictions.items():
            self.check_ids((PREDICTION, name), [*options, QUESTION, EXPLANATION])

    def check_ids(self, part: Key, ids: Collection[str]) -> None:
        """Check that a part has texts with these ids, and no others.

        Raises:
            LessonTextError: If they differ.
        """
        file, depth = self._files[0], len(part)
        found: dict[str, Key] = {}
        for key in file.entries:
            if key[:depth] == part:
                found.setdefault(key[depth], key)
        for one, key in found.items():
            if one not in ids:
                raise LessonTextError(
                    f"{file.describe_place(key)}: the lesson does not have "
                    f"{_describe_key((*part, one))}; expected {', '.join(f'`{id_}`' for id_ in ids)}"
                )
        for one in ids:
            if one not in found:
                raise LessonTextError(f"{file.path}: {_describe_key((*part, one))} is missing")


def _select(fields: Mapping[str, Any], language: int) -> dict[str, Any]:
    """Return the fields of a message in a language."""
    return {
        name: value[language] if isinstance(value, Text) else value
        for name, value in fields.items()
    }


def load_texts(module_file: str) -> LessonTexts:
    """Load the texts of a lesson.

    Those of the course are in :data:`TEXT_FOLDER`. A teacher's own lesson has them next to its module:
    ``lesson_90.md`` in English and ``lesson_90.zh.md`` in Chinese. One of them is enough.

    Args:
        module_file: The ``__file__`` of the lesson's module.

    Returns:
        The texts.

    Raises:
        LessonTextError: If a file is missing or cannot be read, or the languages differ.
    """
    module = Path(module_file)
    if module.is_relative_to(TEXT_FOLDER.parent):
        paths = [TEXT_FOLDER / language / f"{module.stem}.md" for language in LANGUAGES]
    else:
        own = [module.with_suffix(".md"), module.with_suffix(".zh.md")]
        existing = [path for path in own if path.is_file()] or own[:1]
        paths = [path if path in existing else existing[0] for path in own]
    for path in paths:
        if not path.is_file():
            raise LessonTextError(f"{path}: there is no such file with the texts of {module.name}")
    return LessonTexts(*map(read_text_file, paths))


COMMON_TEXTS = load_texts(str(TEXT_FOLDER.parent / "common.py"))
"""Messages and beliefs that all lessons share."""
