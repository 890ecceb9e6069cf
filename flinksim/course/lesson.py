"""An opened lesson: run it, show it, predict, answer.

Not in Flink.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.validation import checked
from flinksim.course.learner_record import MIME, Noted
from flinksim.course.lesson_model import LANGUAGES, Answer, LessonParts, Prediction, Text
from flinksim.simulation.simulation import Simulation

LEARNER = "FLINKSIM_LEARNER"
"""Environment variable: whose data a lesson takes, whatever its notebook says."""

LESSONS = "FLINKSIM_LESSONS"
"""Environment variable: the folder of lessons of one's own, ``lesson_90.py`` and so on."""

_WORDS: dict[str, Text] = {
    "right": ("Right", "对"),
    "not yet": ("Not yet", "还没有"),
    "give": ("give {}", "请给出 {}"),
    "step": ("(step {})", "（第 {} 步）"),
    "no answer": ("there is no {!r} to give here; expected {}", "这里没有 {!r}；需要的是 {}"),
    "no prediction": ("no prediction {!r}; there are {}", "没有预测 {!r}；有 {}"),
    "no option": ("no option {!r}; there are {}", "没有选项 {!r}；有 {}"),
}


def parts_of(number: str) -> LessonParts:
    """What lesson *number* (``"00"`` to ``"21"``) is made of; one of one's own is a file, ``"lesson_90.py"``,
    in the folder that :data:`LESSONS` names, or where Python runs.

    Raises: ValueError for a lesson that does not exist.
    """
    own = _own_lesson(number)
    if own is not None:
        return own
    if number.endswith(".py"):
        raise ValueError(f"there is no lesson {number!r}: no such file in {_own_folder()}")
    try:
        module = importlib.import_module(f"flinksim.course.lessons.lesson_{number}")
    except ModuleNotFoundError as error:
        if error.name != f"flinksim.course.lessons.lesson_{number}":
            raise
        raise ValueError(f"there is no lesson {number!r}; expected '00' to '21'") from None
    parts: LessonParts = module.LESSON
    return parts


def _own_lesson(number: str) -> LessonParts | None:
    """The lesson that stands in a file outside of this package, if there is such a file."""
    name = number if number.endswith(".py") else f"lesson_{number}.py"
    if LESSONS not in os.environ and not number.endswith(".py"):
        return None
    path = Path(_own_folder(), name)
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    parts: LessonParts = module.LESSON
    return parts


def _own_folder() -> str:
    return os.environ.get(LESSONS, os.getcwd())


@checked
def open_lesson(number: str, learner: str = "", language: Language = "en") -> Lesson:
    """Lesson *number*, with the exercise of *learner*: any text; everybody gets other data by it.

    Raises: ValueError for a lesson or language that does not exist.
    """
    return Lesson(parts_of(number), os.environ.get(LEARNER, learner), language)


def _opening(picture: Any) -> Any:
    """*picture* so low that it stands below a title, a question and a cell, with nothing scrolled."""
    if hasattr(picture, "add_class"):
        picture.add_class("flinksim-opening")
    return picture


def quietly(simulation: Simulation) -> Simulation:
    """Run *simulation* to its end; what it prints is not seen."""
    with redirect_stdout(StringIO()):
        return simulation.run()


@dataclass(frozen=True, slots=True)
class Judged:
    """What a check says: ``right``, and why; ``belief`` is the name of the misconception behind it.

    ``step`` is where it is to be seen, in ``run``. True where right.
    """

    right: bool
    message: str
    step: int | None = None
    belief: str = ""
    run: Simulation | None = field(default=None, repr=False)
    noted: dict[str, Any] = field(default_factory=dict, repr=False)
    word: str = ""

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return f"{self.word}: {self.message}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME: self.noted}

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "right": self.right, "message": self.message, "step": self.step, "belief": self.belief,
        }  # fmt: skip


class Lesson:
    """A lesson that somebody works through; made by :func:`open_lesson`.

    ``data`` is what the learner's exercise is about; ``noted`` what they did so far.
    """

    def __init__(self, parts: LessonParts, learner: str, language: Language) -> None:
        self.parts, self.learner, self.language = parts, learner, language
        self.noted = Noted(parts.number, learner)
        self._data: Any = None
        self._run: Simulation | None = None
        self._shown: dict[Simulation, Any] = {}
        self._keeper: Any = None

    def __getattr__(self, name: str) -> Any:
        tools = self.__dict__["parts"].tools if "parts" in self.__dict__ else {}
        if name in tools:
            return tools[name]
        raise AttributeError(f"lesson has no {name!r}; beside the usual it has {', '.join(tools)}")

    # --- its run ---------------------------------------------------------------------------------

    @property
    def data(self) -> Any:
        """What the learner's exercise is about."""
        if self._data is None:
            self._data = self.parts.exercise.draw(f"{self.parts.number} {self.learner}")
        return self._data

    @property
    def run(self) -> Simulation:
        """The run that the lesson opens with, to its end."""
        if self._run is None:
            self._run = quietly(self.parts.simulate())
        return self._run

    def simulate(self) -> Simulation:
        """The program that the lesson opens with, on the bench; nothing has run."""
        return self.parts.simulate()

    def show(
        self, run: Simulation | None = None, *, step: int | None = None, view: str = ""
    ) -> Any:
        """The stepper on *run* (the lesson's own, unless given), opened at *step*."""
        shown = self.run if run is None else run
        stepper = shown.show(view=view, language=self.language)
        if step is not None:
            stepper.choose, stepper.step = False, step
        self._shown[shown] = stepper
        return _opening(stepper) if run is None and step is None else stepper

    def show_plan(self, run: Simulation | None = None, layer: str = "stream") -> Any:
        """The lens on the program of *run* (the lesson's own, unless given), at that *layer*."""
        shown = self.simulate() if run is None else run
        return shown.show_plan(layer, language=self.language)

    def code(self) -> Any:
        """The program that the lesson opens with, as its author wrote it."""
        return Code(inspect.getsource(self.parts.program))

    # --- predicting ------------------------------------------------------------------------------

    def predict(self, name: str, choice: str | None = None) -> Any:
        """Ask for a prediction: buttons in a notebook; with *choice* the answer at once, in words.

        Raises: ValueError for a prediction or option that does not exist.
        """
        asked = self._prediction(name)
        if choice is None:
            from flinksim.course.prediction_widget import ask

            return ask(self, name, asked)
        return self.reveal(name, choice)

    def reveal(self, name: str, choice: str) -> Judged:
        """What became of the prediction *choice*: noted, and to be seen in the stepper."""
        asked = self._prediction(name)
        if choice not in asked.options:
            raise ValueError(self._say("no option", choice, ", ".join(asked.options)))
        truth, step = asked.truth(self.run)
        right = choice == truth
        told = "" if right else self.told(asked.options[choice].told)
        message = " ".join(part for part in (told, self.told(asked.why), self._at(step)) if part)
        belief = "" if right else f"{name}: {choice}"
        self._note("prediction", name, right, belief, choice)
        self._open(self.run, step, may_show=False)
        return self._judged(right, message, step, belief, self.run)

    def _prediction(self, name: str) -> Prediction:
        known = self.parts.predictions
        if name not in known:
            raise ValueError(self._say("no prediction", name, ", ".join(known)))
        return known[name]

    # --- answering -------------------------------------------------------------------------------

    def check(self, **answer: Any) -> Judged:
        """Judge *answer* by the run; what was wrong is opened in the stepper, at its step."""
        exercise = self.parts.exercise
        for name in answer:
            if name not in exercise.reads:
                raise TypeError(self._say("no answer", name, ", ".join(exercise.reads)))
        missing = [name for name in exercise.reads if answer.get(name) is None]
        if missing:
            asked = "; ".join(f"{name} ({self.told(exercise.asks[name])})" for name in missing)
            return self._judged(False, self._say("give", asked), None, "", None)
        seen = exercise.judged(self.data, answer)
        belief = "" if seen.right else exercise.belief_of(self.data, answer)
        told = self.told(exercise.rules[belief].belief) if belief else ""
        message = " ".join(
            part for part in (self.told(seen.text), told, self._at(seen.step)) if part
        )
        self._note("attempt", self.parts.number, seen.right, belief, repr(dict(answer))[:300])
        if not seen.right:
            self._open(seen.run, seen.step, may_show=True)
        return self._judged(seen.right, message, seen.step, belief, seen.run)

    def solve(self) -> Answer:
        """A right answer to this learner's exercise."""
        return self.parts.exercise.solve(self.data)

    def _note(self, what: str, name: str, right: bool, belief: str, given: str) -> None:
        self.noted.note(what, name, right, belief, given)
        if self._keeper is None:
            from flinksim.course.prediction_widget import Keeper

            self._keeper = Keeper()
        self._keeper.keep(self.noted.to_json())

    # --- words -----------------------------------------------------------------------------------

    def told(self, text: Text) -> str:
        """*text* in the lesson's language."""
        return text[LANGUAGES.index(self.language)]

    def _say(self, word: str, *values: Any) -> str:
        return self.told(_WORDS[word]).format(*values)

    def _at(self, step: int | None) -> str:
        return "" if step is None else self._say("step", f"{step:,}")

    def _judged(
        self, right: bool, message: str, step: int | None, belief: str, run: Simulation | None
    ) -> Judged:
        word = self._say("right" if right else "not yet")
        return Judged(right, message, step, belief, run, self.noted.to_json(), word)

    def _open(self, run: Simulation | None, step: int | None, *, may_show: bool) -> None:
        """Move the stepper that shows *run* to *step*; where none does, show one if that may be.

        What a press of a button shows would not stand below its cell.
        """
        if run is None or step is None:
            return
        if run in self._shown:
            self._shown[run].step = step
        elif may_show:
            from flinksim.course.prediction_widget import in_notebook, put

            if in_notebook():
                put(self.show(run, step=step))


class Code:
    """Lines of a program, shown as such."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.text}\n```"
