"""An opened lesson: show its run, make predictions and check answers.

Not in Flink.
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
import os
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from random import Random
from typing import Any

from flinksim.core.flink_catalog.glossary import OutdatedClaim, load_outdated_claims
from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.validation import validate_arguments
from flinksim.course.learner_record import MIME_TYPE, LearnerRecord
from flinksim.course.lesson_loader import load_definition, load_solution
from flinksim.course.lesson_model import Answer, build_seed
from flinksim.course.lesson_texts import COMMON_TEXTS, Prediction, Text
from flinksim.course.program_jobs import pack_program
from flinksim.course.solution_model import Solution
from flinksim.simulation.simulation import Simulation

EXAMPLE_LEARNER = "worked example"
"""The learner whose answers are shown to others after their second wrong attempt; they count nothing."""

LEARNER_VARIABLE = "FLINKSIM_LEARNER"
"""Environment variable that overrides the name of the learner given by a notebook."""

SITE_VARIABLE = "FLINKSIM_SITE"
"""Environment variable with the address of the site, to which programs in notebooks link."""


@validate_arguments
def open_lesson(number: str, learner: str = "", language: Language = "en") -> Lesson:
    """Open a lesson with the exercise of one learner.

    Args:
        number: ``"00"`` to ``"28"``, or the file name of a teacher's own lesson.
        learner: Any text. It is the seed of the data, so each learner gets different data.
        language: Language of the messages.

    Returns:
        The opened lesson.

    Raises:
        ValueError: If the lesson or the language does not exist.
        ModuleNotFoundError: If it is about SQL, and sqlglot is not installed.
    """
    if load_definition(number).needs_sql and importlib.util.find_spec("sqlglot") is None:
        message = COMMON_TEXTS.format("no sql", number=number)
        raise ModuleNotFoundError(message[LANGUAGES.index(language)])
    return Lesson(number, os.environ.get(LEARNER_VARIABLE, learner), language)


def _mark_as_opening(widget: Any) -> Any:
    """Mark a widget as a lesson's opening picture, which is low enough to show without scrolling."""
    if hasattr(widget, "add_class"):
        widget.add_class("flinksim-opening")
    return widget


def run_quietly(simulation: Simulation) -> Simulation:
    """Run a simulation to its end and discard its printed output."""
    with redirect_stdout(StringIO()):
        return simulation.run()


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check or a prediction; true if it is right.

    ``message`` says why. ``misconception`` is the name of the misconception behind a wrong answer.
    ``step`` is the step of ``run`` that shows it. ``text`` is the verdict and the message, as shown.
    """

    is_right: bool
    message: str
    step: int | None = None
    misconception: str = ""
    run: Simulation | None = field(default=None, repr=False)
    learner_record: dict[str, Any] = field(default_factory=dict, repr=False)
    text: str = ""

    def __bool__(self) -> bool:
        return self.is_right

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"text/plain": repr(self), MIME_TYPE: self.learner_record}

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return {
            "right": self.is_right,
            "message": self.message,
            "step": self.step,
            "belief": self.misconception,
        }


class LearnerData:
    """The part of an exercise's data that a learner sees: the attributes that the question states."""

    def __init__(self, get_data: Callable[[], Any], fields: tuple[str, ...]) -> None:
        self.__get_data, self.__fields = get_data, fields

    def __getattr__(self, name: str) -> Any:
        if name not in self.__fields:
            raise AttributeError(f"the data has no {name!r}; it has {', '.join(self.__fields)}")
        value = getattr(self.__get_data(), name)
        if inspect.ismethod(value):  # a method would lead to the whole data
            return lambda *args, **kwargs: value(*args, **kwargs)
        return value

    def __dir__(self) -> list[str]:
        return list(self.__fields)

    def __repr__(self) -> str:
        data = self.__get_data()
        if "__repr__" in vars(type(data)):
            return repr(data)
        return ", ".join(self.__fields)


class Lesson:
    """A lesson that a learner works through, created by :func:`open_lesson`.

    ``data`` is the data of the learner's exercise. ``learner_record`` is the record of the learner's
    activity. ``rejected_draws`` is the number of draws of the data that the solution rejects, if it is
    known.
    """

    def __init__(
        self, number: str, learner: str, language: Language, rejected_draws: int | None = None
    ) -> None:
        self.definition = load_definition(number)
        self.learner, self.language = learner, language
        self.learner_record = LearnerRecord(self.definition.number, learner)
        self._number, self._rejected_draws = number, rejected_draws
        self._data: Any = None
        self._run: Simulation | None = None
        self._steppers: dict[Simulation, Any] = {}
        self._record_widget: Any = None

    def __getattr__(self, name: str) -> Any:
        tools = self.__dict__["definition"].tools if "definition" in self.__dict__ else {}
        if name in tools:
            tool = tools[name]
            if "language" in inspect.signature(tool).parameters:
                return functools.partial(tool, language=self.language)
            return tool
        raise AttributeError(
            f"the lesson has no {name!r}; in addition to the common attributes it has {', '.join(tools)}"
        )

    # --- its run ---------------------------------------------------------------------------------

    @property
    def data(self) -> Any:
        """The random data of this learner's exercise, such as the clicks of its run.

        It has what the question states. The answers, which are computed from the same data, are not in it.
        """
        return LearnerData(lambda: self._exercise_data, self.definition.exercise.learner_fields)

    @property
    def _exercise_data(self) -> Any:
        """The data as the solution uses them."""
        if self._data is None:
            self._data = self._draw_data()
        return self._data

    @property
    def _solution(self) -> Solution:
        return load_solution(self._number)

    def _draw_data(self) -> Any:
        """Draw the data with their answers; while a submission is graded, without them."""
        seed = build_seed(self.definition.number, self.learner)
        if self._rejected_draws is None:
            return self._solution.draw(seed)[0]
        return self._solution.repeat_draw(seed, self._rejected_draws)

    @property
    def run(self) -> Simulation:
        """The simulation that the lesson opens with, run to its end."""
        if self._run is None:
            self._run = run_quietly(self.definition.simulate())
        return self._run

    def run_quietly(self, simulation: Simulation) -> Simulation:
        """Run a simulation to its end and discard its printed output; return the simulation."""
        return run_quietly(simulation)

    def simulate(self) -> Simulation:
        """Return the program that the lesson opens with as a simulation that has not run yet."""
        return self.definition.simulate()

    def show(
        self, run: Simulation | None = None, *, step: int | None = None, view: str = ""
    ) -> Any:
        """Show a run in the stepper.

        Args:
            run: The run, or None for the run of the lesson.
            step: The step to open at. None opens the run of the lesson at the step that the lesson is
                about, and lets the stepper choose for other runs.
            view: The view to open, or an empty string for the default.

        Returns:
            The widget.
        """
        shown_run = self.run if run is None else run
        stepper = shown_run.show(view=view, language=self.language)
        is_opening = run is None and step is None
        if is_opening and self.definition.find_opening_step is not None:
            step = self.definition.find_opening_step(shown_run)
        if step is not None:
            stepper.choose, stepper.step = False, step
        self._steppers[shown_run] = stepper
        return _mark_as_opening(stepper) if is_opening else stepper

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
        """Return the program that the lesson opens with, with a link to it in the playground.

        There is a link if the environment variable :data:`SITE_VARIABLE` has the address of the site.
        """
        program, site = self.definition.program, os.environ.get(SITE_VARIABLE, "")
        packed = pack_program(program, is_query=self.definition.needs_sql)
        link = f"{site.rstrip('/')}/play/#play={packed}" if site else ""
        language = "sql" if self.definition.needs_sql else "python"
        return Code(program, language, self._format_message("open", link=link) if link else "")

    def compare_texts(self) -> TextClaims:
        """Return what texts claim about the subject of the lesson, and what is true today."""
        return TextClaims(
            tuple(
                claim
                for claim in load_outdated_claims(self.language)
                if self.definition.number in claim.lessons
            ),
            self.translate(COMMON_TEXTS.messages["texts"]),
        )

    # --- predicting ------------------------------------------------------------------------------

    def predict(self, name: str, option: str | None = None) -> Any:
        """Ask for a prediction.

        Args:
            name: The name of the prediction.
            option: The chosen option. With None the options are shown as buttons in a notebook.

        Returns:
            The result if an option was given, else a widget, a text or None.

        Raises:
            ValueError: If the prediction or the option does not exist.
        """
        prediction = self._find_prediction(name)
        if option is None:
            from flinksim.course.prediction_widget import show_prediction

            return show_prediction(self, name, prediction)
        return self.reveal(name, option)

    def reveal(self, name: str, option: str) -> CheckResult:
        """Compare the chosen option of a prediction with the run, record it and show the step."""
        prediction = self._find_prediction(name)
        if option not in prediction.options:
            raise ValueError(
                self._format_message(
                    "no option", option=option, options=", ".join(prediction.options)
                )
            )
        truth, step = self._solution.truths[name](self.run)
        right = option == truth
        feedback = "" if right else self.translate(prediction.options[option].feedback)
        message = " ".join(
            part
            for part in (feedback, self.translate(prediction.explanation), self._format_step(step))
            if part
        )
        belief = "" if right else f"{name}: {option}"
        self._record("prediction", name, right, belief, option)
        self._open_at_step(self.run, step, can_show=False)
        return self._build_result(right, message, step, belief, self.run)

    def list_options(self, name: str) -> list[str]:
        """List the options of a prediction in the order in which this learner sees them."""
        options = list(self._find_prediction(name).options)
        Random(f"{build_seed(self.definition.number, self.learner)} {name}").shuffle(options)
        return options

    def _find_prediction(self, name: str) -> Prediction:
        known = self.definition.predictions
        if name not in known:
            raise ValueError(
                self._format_message("no prediction", name=name, names=", ".join(known))
            )
        return known[name]

    # --- answering -------------------------------------------------------------------------------

    def check(self, **answer: Any) -> CheckResult:
        """Check an answer against the run; if it is wrong, show the step that contradicts it."""
        questions, solution = self.definition.texts.questions, self._solution
        for name in answer:
            if name not in questions:
                raise TypeError(
                    self._format_message("no answer", name=name, names=", ".join(questions))
                )
        missing = [name for name in questions if answer.get(name) is None]
        if missing:
            fields = {"en": "; ", "zh": "；"}[self.language].join(
                self._format_message("field", name=name, question=self.translate(questions[name]))
                for name in missing
            )
            return self._build_result(
                False, self._format_message("give", fields=fields), None, "", None
            )
        verdict = solution.check(self._exercise_data, answer)
        belief = (
            "" if verdict.is_right else solution.find_misconception(self._exercise_data, answer)
        )
        reason = self.translate(verdict.text)
        if belief:
            explanation = self.translate(solution.explain(belief))
            reason = self._format_message(
                "fact and belief", fact=reason.rstrip(".。"), belief=explanation
            )
        was_wrong = any(
            entry["what"] == "attempt" and not entry["right"]
            for entry in self.learner_record.to_json()["entries"]
        )
        example = self._example if was_wrong and not verdict.is_right else ""
        message = " ".join(
            part for part in (reason, self._format_step(verdict.step), example) if part
        )
        self._record(
            "attempt", self.definition.number, verdict.is_right, belief, repr(dict(answer))[:300]
        )
        if not verdict.is_right:
            self._open_at_step(verdict.run, verdict.step, can_show=True)
        return self._build_result(verdict.is_right, message, verdict.step, belief, verdict.run)

    @cached_property
    def _example(self) -> str:
        """A worked case with other numbers, which everybody may open."""
        number = self.definition.number
        text = self._solution.work_example(build_seed(number, EXAMPLE_LEARNER))
        return self._format_message(
            "example", number=number, learner=EXAMPLE_LEARNER, answer=self.translate(text)
        )

    def find_right_parts(self, **answer: Any) -> dict[str, bool]:
        """Return for each field of an answer whether it is right; a right answer has all."""
        return self._solution.find_right_parts(self._exercise_data, answer)

    def solve(self) -> Answer:
        """Return a right answer to the exercise of this learner."""
        return self._solution.solve(self._exercise_data)

    def _record(
        self, kind: str, name: str, is_right: bool, misconception: str, answer: str
    ) -> None:
        self.learner_record.append(kind, name, is_right, misconception, answer)
        if self._record_widget is None:
            from flinksim.course.prediction_widget import LearnerRecordWidget

            self._record_widget = LearnerRecordWidget()
        self._record_widget.update(self.learner_record.to_json())

    # --- messages --------------------------------------------------------------------------------

    def translate(self, text: Text) -> str:
        """Return a text in the language of the lesson."""
        return text[LANGUAGES.index(self.language)]

    def _format_message(self, message_id: str, **fields: Any) -> str:
        return self.translate(COMMON_TEXTS.format(message_id, **fields))

    def _format_step(self, step: int | None) -> str:
        return "" if step is None else self._format_message("step", step=step)

    def _build_result(
        self,
        is_right: bool,
        message: str,
        step: int | None,
        misconception: str,
        run: Simulation | None,
    ) -> CheckResult:
        word = self._format_message("right" if is_right else "not yet")
        text = self._format_message("verdict", word=word, message=message)
        return CheckResult(
            is_right, message, step, misconception, run, self.learner_record.to_json(), text
        )

    def _open_at_step(self, run: Simulation | None, step: int | None, *, can_show: bool) -> None:
        """Move the stepper that shows a run to a step, or show one if there is none and it is allowed.

        A stepper that is shown after a click on a button would not appear below its cell.
        """
        if run is None or step is None:
            return
        if run in self._steppers:
            self._steppers[run].step = step
        elif can_show:
            from flinksim.course.prediction_widget import display, is_in_notebook

            if is_in_notebook():
                display(self.show(run, step=step))


class TextClaims:
    """Claims of texts about Flink, each with what is true today, rendered as Markdown."""

    def __init__(self, claims: tuple[OutdatedClaim, ...], template: str) -> None:
        self.claims, self.template = claims, template

    def __repr__(self) -> str:
        return "\n".join(self._format_claims(""))

    def _repr_markdown_(self) -> str:
        return "\n\n".join(self._format_claims("**"))

    def _format_claims(self, mark: str) -> list[str]:
        return [self.template.format(mark=mark, claim=one.claim, so=one.so) for one in self.claims]


class Code:
    """Source code of a program, rendered as Markdown."""

    def __init__(self, text: str, syntax: str = "python", link: str = "") -> None:
        self.text, self.syntax, self.link = text, syntax, link

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```{self.syntax}\n{self.text}\n```\n\n{self.link}".rstrip()
