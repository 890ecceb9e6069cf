"""Handles the query messages of a page: questions, conditions, watch expressions, changes to try.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from flinksim.analysis.expressions.conditions import Condition
from flinksim.analysis.expressions.watch_expressions import WatchExpression, format_watch_value
from flinksim.analysis.whatif.experiment_runner import ExperimentRunner, ProgramVariant
from flinksim.analysis.why.answer import Answer
from flinksim.analysis.why.answer_question import answer_question
from flinksim.analysis.why.question_suggestions import list_event_questions
from flinksim.analysis.why.questions_for_target import list_target_questions
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.i18n.languages import Language
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.minicluster import RunSettings
from flinksim.trace.recorder import Trace
from flinksim.trace.state.keyframes import StateKeyframes
from flinksim.viz.widgets.protocol.query_messages import Reply

MAX_WATCHES = 20


class QueryHandler:
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
        open_variant: Callable[[ProgramVariant], Any],
    ) -> None:
        self._trace = trace
        self._runner = None if pipeline is None else ExperimentRunner(
            pipeline, settings, trace.plan.start_time_ms, open_variant
        )  # fmt: skip
        self._last_answer: Answer | None = None
        self._steps_by_condition: dict[str, list[int]] = {}

    def __call__(self, message: Mapping[str, Any]) -> Reply:
        """Answer *message*: return the reply, and another run to show, if there is one.

        Raises:
            ValueError: The message is invalid, or its question is not understood.
        """
        kind = message.get("what")
        handlers: dict[Any, Callable[[Mapping[str, Any]], Reply]] = {
            "about": self._suggest_questions, "why": self._answer_question, "try": self._run_change,
            "until": self._find_step, "watch": self._evaluate_watches,
        }  # fmt: skip
        if kind not in handlers:
            raise ValueError(
                f"expected 'what' to be one of {', '.join(handlers)}, found {kind!r:.60}"
            )
        return handlers[kind](message)

    def _suggest_questions(self, message: Mapping[str, Any]) -> Reply:
        if "thing" in message:
            step = _parse_integer(message, "step", len(self._trace) - 1)
            thing = _parse_text(message, "thing")
            return {
                "thing": thing,
                "questions": list_target_questions(self._get_index(message), thing, step + 1),
            }, None
        event = _parse_integer(message, "fact", len(self._trace.events) - 1)
        return {"questions": list_event_questions(self._get_index(message), event)}, None

    def _get_index(self, message: Mapping[str, Any]) -> TraceIndex:
        language = _parse_language(message)
        if language not in self._indexes:
            self._indexes[language] = TraceIndex(self._trace, language)
        return self._indexes[language]

    @cached_property
    def _indexes(self) -> dict[Language, TraceIndex]:
        return {}

    def _answer_question(self, message: Mapping[str, Any]) -> Reply:
        question = _parse_text(message, "question")
        self._last_answer = answer_question(
            self._trace, question, self._runner, language=_parse_language(message)
        )
        return {"answer": self._last_answer.to_json()}, None

    def _run_change(self, message: Mapping[str, Any]) -> Reply:
        answer = self._last_answer
        changes = () if answer is None or answer.counterfactual is None else (
            answer.counterfactual, *answer.alternatives
        )  # fmt: skip
        if not changes:
            raise ValueError("there is no change to apply")
        change = changes[_parse_integer(message, "change", len(changes) - 1)]
        return {"tried": change.text}, change.open_simulation().trace

    def _find_step(self, message: Mapping[str, Any]) -> Reply:
        condition, back = _parse_text(message, "words"), message.get("back") is True
        step = _parse_integer(message, "step", len(self._trace) - 1)
        if condition not in self._steps_by_condition:
            self._steps_by_condition[condition] = Condition(condition).find_steps(self._trace)
        steps = [
            at for at in self._steps_by_condition[condition] if (at < step if back else at > step)
        ]
        if not steps:
            direction = "before" if back else "after"
            raise ValueError(f"no step {direction} step {step:,} meets the condition: {condition}")
        return {"step": steps[-1] if back else steps[0]}, None

    def _evaluate_watches(self, message: Mapping[str, Any]) -> Reply:
        previous_steps, current_steps = (
            _parse_integer(message, name, len(self._trace) - 1) + 1 for name in ("was", "now")
        )
        expressions = message.get("words")
        if not isinstance(expressions, list) or len(expressions) > MAX_WATCHES:
            raise ValueError(f"expected 'words' to be a list of at most {MAX_WATCHES}")
        rows = []
        for expression in expressions:
            watch = WatchExpression(_parse_text({"words": expression}, "words"))
            old, new = (
                watch.evaluate(self._trace, self._views.get_state_after(steps), steps)
                for steps in (previous_steps, current_steps)
            )
            rows.append([expression, format_watch_value(old), format_watch_value(new)])
        return {"rows": rows}, None

    @cached_property
    def _views(self) -> StateKeyframes:
        return StateKeyframes(self._trace)


def _parse_language(message: Mapping[str, Any]) -> Language:
    return "zh" if message.get("language") == "zh" else "en"


def _parse_integer(message: Mapping[str, Any], name: str, maximum: int) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= maximum:
        raise ValueError(
            f"expected {name!r} to be a number from 0 to {maximum}, found {value!r:.60}"
        )
    return value


def _parse_text(message: Mapping[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > 500:
        raise ValueError(f"expected {name!r} to be text, found {value!r:.60}")
    return value
