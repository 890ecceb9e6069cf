"""An opened lesson: show its run, make predictions and check answers.

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
"""Environment variable that overrides the name of the learner given by a notebook."""

LESSONS = "FLINKSIM_LESSONS"
"""Environment variable with the folder of a teacher's own lessons (``lesson_90.py`` ...)."""

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
    """Load the definition of a lesson.

    A teacher's own lesson is a file such as ``"lesson_90.py"`` in the folder that :data:`LESSONS`
    names, or in the working directory.

    Args:
        number: ``"00"`` to ``"21"``, or the name of a file with a teacher's own lesson.

    Returns:
        The ``LESSON`` of that module.

    Raises:
        ValueError: If the lesson does not exist.
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
    """Load a lesson from a file outside of this package, or return None if there is no such file."""
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
    """Open a lesson with the exercise of one learner.

    Args:
        number: ``"00"`` to ``"21"``, or the file name of a teacher's own lesson.
        learner: Any text. It is the seed of the data, so each learner gets different data.
        language: Language of the messages.

    Returns:
        The opened lesson.

    Raises:
        ValueError: If the lesson or the language does not exist.
    """
    return Lesson(parts_of(number), os.environ.get(LEARNER, learner), language)


def _opening(picture: Any) -> Any:
    """Mark a widget as a lesson's opening picture, which is low enough to show without scrolling."""
    if hasattr(picture, "add_class"):
        picture.add_class("flinksim-opening")
    return picture


def quietly(simulation: Simulation) -> Simulation:
    """Run a simulation to its end and discard its printed output."""
    with redirect_stdout(StringIO()):
        return simulation.run()


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a check or a prediction; true if it is right.

    ``message`` says why. ``belief`` is the name of the misconception behind a wrong answer.
    ``step`` is the step of ``run`` that shows it.
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
        """Return the result as plain values."""
        return {
            "right": self.right, "message": self.message, "step": self.step, "belief": self.belief,
        }  # fmt: skip


class Lesson:
    """A lesson that a learner works through, created by :func:`open_lesson`.

    ``data`` is the data of the learner's exercise. ``noted`` is the record of the learner's activity.
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
        """The data of the learner's exercise."""
        if self._data is None:
            self._data = self.parts.exercise.draw(f"{self.parts.number} {self.learner}")
        return self._data

    @property
    def run(self) -> Simulation:
        """The run that the lesson opens with, at its end."""
        if self._run is None:
            self._run = quietly(self.parts.simulate())
        return self._run

    def simulate(self) -> Simulation:
        """Return the program that the lesson opens with as a simulation that has not run yet."""
        return self.parts.simulate()

    def show(
        self, run: Simulation | None = None, *, step: int | None = None, view: str = ""
    ) -> Any:
        """Show a run in the stepper.

        Args:
            run: The run, or None for the run of the lesson.
            step: The step to open at, or None to let the stepper choose.
            view: The view to open, or an empty string for the default.

        Returns:
            The widget.
        """
        shown_run = self.run if run is None else run
        stepper = shown_run.show(view=view, language=self.language)
        if step is not None:
            stepper.choose, stepper.step = False, step
        self._shown[shown_run] = stepper
        return _opening(stepper) if run is None and step is None else stepper

    def show_plan(self, run: Simulation | None = None, layer: str = "stream") -> Any:
        """Show the plan of a run's program.

        Args:
            run: The run, or None for the program of the lesson.
            layer: The layer to open: ``"stream"``, ``"job"``, ``"execution"`` or ``"slots"``.

        Returns:
            The widget.
        """
        shown_run = self.simulate() if run is None else run
        return shown_run.show_plan(layer, language=self.language)

    def code(self) -> Any:
        """Return the source code of the program that the lesson opens with."""
        return Code(inspect.getsource(self.parts.program))

    # --- predicting ------------------------------------------------------------------------------

    def predict(self, name: str, choice: str | None = None) -> Any:
        """Ask for a prediction.

        Args:
            name: The name of the prediction.
            choice: The chosen option. With None the options are shown as buttons in a notebook.

        Returns:
            The result if an option was given, else a widget, a text or None.

        Raises:
            ValueError: If the prediction or the option does not exist.
        """
        prediction = self._prediction(name)
        if choice is None:
            from flinksim.course.prediction_widget import ask

            return ask(self, name, prediction)
        return self.reveal(name, choice)

    def reveal(self, name: str, choice: str) -> Judged:
        """Compare a predicted option with the run, record it and show the step."""
        prediction = self._prediction(name)
        if choice not in prediction.options:
            raise ValueError(self._say("no option", choice, ", ".join(prediction.options)))
        truth, step = prediction.truth(self.run)
        right = choice == truth
        feedback = "" if right else self.told(prediction.options[choice].told)
        message = " ".join(
            part for part in (feedback, self.told(prediction.why), self._at(step)) if part
        )
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
        """Check an answer against the run; if it is wrong, show the step that contradicts it."""
        exercise = self.parts.exercise
        for name in answer:
            if name not in exercise.reads:
                raise TypeError(self._say("no answer", name, ", ".join(exercise.reads)))
        missing = [name for name in exercise.reads if answer.get(name) is None]
        if missing:
            fields = "; ".join(f"{name} ({self.told(exercise.asks[name])})" for name in missing)
            return self._judged(False, self._say("give", fields), None, "", None)
        verdict = exercise.judged(self.data, answer)
        belief = "" if verdict.right else exercise.belief_of(self.data, answer)
        explanation = self.told(exercise.rules[belief].belief) if belief else ""
        message = " ".join(
            part for part in (self.told(verdict.text), explanation, self._at(verdict.step)) if part
        )
        self._note("attempt", self.parts.number, verdict.right, belief, repr(dict(answer))[:300])
        if not verdict.right:
            self._open(verdict.run, verdict.step, may_show=True)
        return self._judged(verdict.right, message, verdict.step, belief, verdict.run)

    def solve(self) -> Answer:
        """Return a right answer to the exercise of this learner."""
        return self.parts.exercise.solve(self.data)

    def _note(self, what: str, name: str, right: bool, belief: str, given: str) -> None:
        self.noted.note(what, name, right, belief, given)
        if self._keeper is None:
            from flinksim.course.prediction_widget import Keeper

            self._keeper = Keeper()
        self._keeper.keep(self.noted.to_json())

    # --- messages --------------------------------------------------------------------------------

    def told(self, text: Text) -> str:
        """Return a text in the language of the lesson."""
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
        """Move the stepper that shows a run to a step, or show one if there is none and it is allowed.

        A stepper that is shown after a click on a button would not appear below its cell.
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
    """Source code of a program, rendered as Markdown."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.text}\n```"
