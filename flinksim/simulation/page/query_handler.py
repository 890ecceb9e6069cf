"""Handles the query messages of a page: questions, conditions, watches, and changes to try.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from flinksim.analysis.expressions.conditions import Condition
from flinksim.analysis.expressions.watch_expressions import Watch, shown
from flinksim.analysis.whatif.experiment_runner import Bench, Case
from flinksim.analysis.why.answer import Answer
from flinksim.analysis.why.answer_question import ask
from flinksim.analysis.why.question_suggestions import questions_about
from flinksim.analysis.why.questions_for_target import questions_at
from flinksim.analysis.why.trace_index import Reading
from flinksim.core.i18n.languages import Language
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.recorder import Trace
from flinksim.trace.state.keyframes import Views
from flinksim.viz.widgets.protocol.query_messages import Reply

MOST_WATCHES = 20


class Asking:
    """Answers the query messages of the page that shows *trace*, a run of *pipeline*.

    Args:
        trace: The run.
        pipeline: The program; ``None`` if its input was live, so that no change can be tried.
        settings: Settings of the run.
        open_variant: Creates a simulation of a program variant.
    """

    def __init__(
        self,
        trace: Trace,
        pipeline: Pipeline | None,
        settings: RunSettings,
        open_run: Callable[[Case], Any],
    ) -> None:
        self._trace = trace
        self._bench = None if pipeline is None else Bench(
            pipeline, settings, trace.plan.start_time_ms, open_run
        )  # fmt: skip
        self._answer: Answer | None = None
        self._held: dict[str, list[int]] = {}

    def __call__(self, message: Mapping[str, Any]) -> Reply:
        """Answer *message*: return the reply, and another run to show, if there is one.

        Raises:
            ValueError: The message is invalid, or its question is not understood.
        """
        kind = message.get("what")
        handlers: dict[Any, Callable[[Mapping[str, Any]], Reply]] = {
            "about": self._about, "why": self._why, "try": self._try,
            "until": self._until, "watch": self._watch,
        }  # fmt: skip
        if kind not in handlers:
            raise ValueError(
                f"expected 'what' to be one of {', '.join(handlers)}, found {kind!r:.60}"
            )
        return handlers[kind](message)

    def _about(self, message: Mapping[str, Any]) -> Reply:
        if "thing" in message:
            step = _whole(message, "step", len(self._trace) - 1)
            thing = _text(message, "thing")
            return {
                "thing": thing,
                "questions": questions_at(self._reading(message), thing, step + 1),
            }, None
        fact = _whole(message, "fact", len(self._trace.events) - 1)
        return {"questions": questions_about(self._reading(message), fact)}, None

    def _reading(self, message: Mapping[str, Any]) -> Reading:
        language = _language(message)
        if language not in self._readings:
            self._readings[language] = Reading(self._trace, language)
        return self._readings[language]

    @cached_property
    def _readings(self) -> dict[Language, Reading]:
        return {}

    def _why(self, message: Mapping[str, Any]) -> Reply:
        question = _text(message, "question")
        self._answer = ask(self._trace, question, self._bench, language=_language(message))
        return {"answer": self._answer.to_json()}, None

    def _try(self, message: Mapping[str, Any]) -> Reply:
        answer = self._answer
        changes = () if answer is None or answer.counterfactual is None else (
            answer.counterfactual, *answer.also
        )  # fmt: skip
        if not changes:
            raise ValueError("there is no change to try")
        change = changes[_whole(message, "change", len(changes) - 1)]
        return {"tried": change.text}, change.open().trace

    def _until(self, message: Mapping[str, Any]) -> Reply:
        condition, back = _text(message, "words"), message.get("back") is True
        step = _whole(message, "step", len(self._trace) - 1)
        if condition not in self._held:
            self._held[condition] = Condition(condition).steps_in(self._trace)
        steps = [at for at in self._held[condition] if (at < step if back else at > step)]
        if not steps:
            direction = "before" if back else "after"
            raise ValueError(f"it does not hold {direction} step {step:,}: {condition}")
        return {"step": steps[-1] if back else steps[0]}, None

    def _watch(self, message: Mapping[str, Any]) -> Reply:
        previous_steps, current_steps = (
            _whole(message, name, len(self._trace) - 1) + 1 for name in ("was", "now")
        )
        expressions = message.get("words")
        if not isinstance(expressions, list) or len(expressions) > MOST_WATCHES:
            raise ValueError(f"expected 'words' to be a list of at most {MOST_WATCHES}")
        rows = []
        for expression in expressions:
            watch = Watch(_text({"words": expression}, "words"))
            old, new = (
                watch.after(self._trace, self._views.after(steps), steps)
                for steps in (previous_steps, current_steps)
            )
            rows.append([expression, shown(old), shown(new)])
        return {"rows": rows}, None

    @cached_property
    def _views(self) -> Views:
        return Views(self._trace)


def _language(message: Mapping[str, Any]) -> Language:
    return "zh" if message.get("language") == "zh" else "en"


def _whole(message: Mapping[str, Any], name: str, most: int) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"expected {name!r} to be a number from 0 to {most}, found {value!r:.60}")
    return value


def _text(message: Mapping[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > 500:
        raise ValueError(f"expected {name!r} to be words, found {value!r:.60}")
    return value
