"""Entry points that answer questions about a run.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flinksim.analysis.expressions.name_resolution import NameResolutionError
from flinksim.analysis.whatif.counterfactual_search import (
    confirm_cause,
    exclude_spontaneous_effect,
    find_counterfactuals,
)
from flinksim.analysis.whatif.experiment_runner import ExperimentRunner
from flinksim.analysis.whatif.requested_change import run_requested_change
from flinksim.analysis.why.answer import Answer, Counterfactual
from flinksim.analysis.why.finding import CandidateChange, Finding
from flinksim.analysis.why.question_names import QuestionError, find_keys
from flinksim.analysis.why.question_parser import Understanding, parse_question, split_step
from flinksim.analysis.why.question_suggestions import (
    list_event_questions,
    suggest_overview,
    suggest_questions,
)
from flinksim.analysis.why.record_assignment import explain_skipped_as_late
from flinksim.analysis.why.record_outcomes import explain_drop
from flinksim.analysis.why.run_differences import explain_run_difference
from flinksim.analysis.why.task_states import explain_failure
from flinksim.analysis.why.timers import describe_timer_counts
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.analysis.why.window_firing_answers import explain_firing
from flinksim.core.i18n.languages import Language, check_language
from flinksim.core.i18n.message_catalog import translate
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

MAX_SUGGESTIONS = 12

ABSENCE_FORMS = ("not fired", "no pane", "not in result", "watermark not", "no timer")
"""Names of the question forms about an event that did not happen, such as a missing firing."""

EXTRACT_CHANGE_KINDS = ("delay", "lateness")
"""Kinds of change that are tried on an extract of a longer input.

Other kinds would depend on the records that the extract lacks.
"""


def list_questions(trace: Trace, language: Language = "en") -> list[str]:
    """Return suggested questions about *trace*, filled in with names of this run."""
    check_language(language)
    if trace.plan_or_none is None:
        return []
    run = TraceIndex(trace, language)
    return [*suggest_questions(run), *suggest_overview(run)]


def answer_question(
    trace: Trace,
    question: str,
    runner: ExperimentRunner | None = None,
    compare: Callable[[Any], Any] | None = None,
    what_if: bool | str = True,
    language: Language = "en",
    on_first_answer: Callable[[Answer], None] | None = None,
) -> Answer:
    """Answer *question* about *trace*.

    Args:
        trace: The run in question.
        question: The question in English or Chinese; see :mod:`.question_parser`.
        runner: Reruns the program to verify the cause and to try changes; without it only the trace
            is read.
        compare: Compares the run with a changed trace, for :meth:`.Answer.compare`.
        what_if: Whether to search counterfactuals, or the only kind of change to try.
        language: The language of the answer.
        on_first_answer: Is called with the answer from the trace alone, before the program is rerun to
            verify the cause and to try changes.

    Raises:
        QuestionError: The question is not understood, or names something that is not in this run.
            The message suggests questions. It is a ``ValueError``.
    """
    run = _index_trace(trace, language)
    return answer_about(run, question, runner, compare, what_if, on_first_answer)


def answer_about(
    run: TraceIndex,
    question: str,
    runner: ExperimentRunner | None = None,
    compare: Callable[[Any], Any] | None = None,
    what_if: bool | str = True,
    on_first_answer: Callable[[Answer], None] | None = None,
) -> Answer:
    """Answer *question* about an indexed run, in the language of the index.

    The arguments are those of :func:`answer_question`. Several questions about one index are faster
    than about its trace.
    """
    understood = Understanding("", [])
    try:
        try:
            run, finding = _find_answer(run, question)
        except NameResolutionError as error:
            if not _has_other_words(run, question, error):
                raise
            understood = _resolve_other_words(run, question)
            if not understood.question:
                raise
            if understood.absence:
                finding = Finding(_complete_absence(run, understood.absence), [])
            else:
                run, finding = _answer_reading(run, understood.question)
        if isinstance(what_if, str):
            finding.candidates = _filter_candidates(run, finding, what_if)
    except NameResolutionError as error:
        readings = understood.readings or suggest_questions(run)[:MAX_SUGGESTIONS]
        known = "\n".join(f"  {each}" for each in readings) or run.translate("questions.none")
        raise QuestionError(
            run.translate(
                "error.with_suggestions",
                error=error,
                known=known,
            )
        ) from None
    first = replace(
        _build_first_answer(question, run, finding, compare),
        understood=understood.question,
        readings=tuple(understood.readings),
    )
    if on_first_answer is not None:
        on_first_answer(first)
    return _verify_answer(first, run, finding, runner, what_if)


def _answer_reading(run: TraceIndex, reading: str) -> tuple[TraceIndex, Finding]:
    """Answer what a question in other words was understood as.

    If it asks why something happened that did not happen, that is the answer.
    """
    try:
        return _find_answer(run, reading)
    except QuestionError as error:
        text = str(error)
        return run, Finding(text if text[-1] in ".。" else text + run.full_stop, [])


def _complete_absence(run: TraceIndex, absence: str) -> str:
    """Add to "no timer waits" what became of the timers of the run."""
    counts = describe_timer_counts(run)
    if absence != run.translate("job.no_timer_function_waits") or not counts:
        return absence
    return run.sentence_gap.join([absence, *counts])


def _find_answer(run: TraceIndex, question: str) -> tuple[TraceIndex, Finding]:
    """Return the answer to a question of a known form, and the index of the steps that it is about."""
    parsed = parse_question(question, run.language)
    if parsed.step is not None:
        if not 1 <= parsed.step <= len(run.trace):
            raise QuestionError(
                run.translate(
                    "error.no_such_step",
                    step=parsed.step,
                    steps=len(run.trace),
                )
            )
        run = run.truncate(parsed.step)
    finding = parsed.form.explain(run, _restore_key_case(run, parsed.parts))
    _add_job_failure(run, parsed.form.name, finding)
    return run, finding


def _restore_key_case(run: TraceIndex, parts: dict[str, Any]) -> dict[str, Any]:
    """Return *parts* with keys spelled as in the run, where the question differs only in upper case.

    Nothing changes if the run has the key as it is written, or if several keys fit.
    """
    restored = dict(parts)
    for name in ("key", "other"):
        if text := parts.get(name):
            known = {run.format_value(key) for key in find_keys(run)}
            similar = [key for key in known if key.lower() == text.strip().lower()]
            if text.strip() not in known and len(similar) == 1:
                restored[name] = similar[0]
    return restored


def _has_other_words(run: TraceIndex, question: str, error: NameResolutionError) -> bool:
    """Return whether *question* has no known form, or a known form with a name in other words.

    Such a name is that of a task that is none, or of a record by key and time ("UA at 15:12").
    """
    try:
        parsed = parse_question(question)
    except QuestionError:
        return True
    form = parsed.form.name
    if parsed.step is not None:
        return False
    if form == "task" and not isinstance(error, QuestionError):
        return "task " not in question.lower()
    from flinksim.analysis.why.free_text.entities import find_entities

    return find_entities(run, question).has_record_by_key


def _resolve_other_words(run: TraceIndex, question: str) -> Understanding:
    """Understand a question in other words, which may end with "at step N"."""
    # loaded here because most questions have a known form, and the phrases take time to load
    from flinksim.analysis.why.free_text.understanding import resolve_question

    text, step = split_step(question)
    understood = resolve_question(run, text)
    if understood.absence or not understood.question:
        return understood
    return understood._replace(question=understood.question + step)


def _filter_candidates(run: TraceIndex, finding: Finding, kind: str) -> list[CandidateChange]:
    """Return the candidate changes of one kind.

    Raises:
        QuestionError: No candidate has this kind.
    """
    found = [knob for knob in finding.candidates if knob.kind == kind]
    if not found:  # "idleness" also means a longer one
        found = [knob for knob in finding.candidates if knob.kind.endswith(f" {kind}")]
    if not found:
        kinds = run.format_list([knob.kind for knob in finding.candidates])
        raise QuestionError(run.translate("error.unknown_change", kind=repr(kind), kinds=kinds))
    return found


def _add_job_failure(run: TraceIndex, form_name: str, finding: Finding) -> None:
    """Make the failure of the job the cause in *finding*, if the job failed.

    This applies only to questions why something did not happen: after the failure nothing happens.
    """
    failures = run.find_events(e.TaskFailed)
    if failures and form_name in ABSENCE_FORMS and run.job_state.status == "FAILED":
        step = run.step(failures[-1])
        finding.sentence += run.translate("answer.job_failed_before", step=step)
        finding.causal_chain.append(run.build_link(failures[-1]))
        failed = explain_failure(run, {})
        finding.causes, finding.candidates = failed.causes, failed.candidates


def answer_for_extract(
    trace: Trace,
    event_index: int,
    runner: ExperimentRunner | None = None,
    compare: Callable[[Any], Any] | None = None,
    language: Language = "en",
) -> Answer:
    """Answer why an event occurred, in the run of an extract of a longer input.

    An extract has only some records of the input. The event at *event_index* of *trace* is a firing,
    a drop or a window skipped as late. The watermarks of the run are those of the full input. Records
    outside the extract may have had the same effect as the cause, so the cause is not verified. For
    late records a larger watermark delay and a larger allowed lateness are tried; effects after the end
    of the extract are not described.

    Args:
        trace: The run of the extract.
        event_index: The index of the event in the trace.
        runner: Reruns the program to try changes.
        compare: Compares the run with a changed trace, for :meth:`.Answer.compare`.
        language: The language of the answer.

    Raises:
        QuestionError: The event has another type.
    """
    run = _index_trace(trace, language)
    event, read = run.events[event_index], run.find_read(event_index)
    if isinstance(event, e.WindowFired):
        finding = explain_firing(run, event_index)
    elif isinstance(event, e.LateRecordDropped) and read is not None:
        finding = explain_drop(run, event_index, read)
    elif isinstance(event, e.WindowSkippedAsLate) and read is not None:
        finding = explain_skipped_as_late(run, event_index, read)
    else:
        raise QuestionError(
            f"expected a window firing or a late record, found {type(event).__name__}"
        )
    is_late = not isinstance(event, e.WindowFired)
    finding.candidates = [
        k for k in finding.candidates if is_late and k.kind in EXTRACT_CHANGE_KINDS
    ]
    if finding.outcome is not None:
        finding.outcome = replace(
            finding.outcome, describe=lambda _: run.translate("outcome.in_time")
        )
    if any(thing.record is not None for thing in finding.causes):
        finding.unknown = run.translate("unknown.outside_cut")
    (question, *_) = list_event_questions(run, event_index)
    first = _build_first_answer(question, run, finding, compare)
    answer = _verify_answer(first, run, finding, runner, should_confirm=False)
    if answer.counterfactual is None:
        return answer
    best, *others = (
        replace(one, cost="") for one in (answer.counterfactual, *answer.alternatives)
    )  # the cost depends on records outside the extract as well
    return replace(answer, counterfactual=best, alternatives=tuple(others))


def answer_run_difference(
    trace: Trace,
    other: Trace,
    question: str = "why is this run different from the other",
    language: Language = "en",
) -> Answer:
    """Answer in which result *trace* first differs from the run *other*, and why."""
    left, right = _index_trace(trace, language), _index_trace(other, language)
    return _build_first_answer(question, left, explain_run_difference(left, right), None)


def _index_trace(trace: Trace, language: Language) -> TraceIndex:
    check_language(language)
    if trace.plan_or_none is None:
        raise QuestionError(translate(language, "error.trace_of_operator"))
    return TraceIndex(trace, language)


def _build_first_answer(
    question: str, run: TraceIndex, finding: Finding, compare: Callable[[Any], Any] | None
) -> Answer:
    """Return the answer from the trace alone."""
    return Answer(
        question=question,
        sentence=finding.sentence,
        causal_chain=tuple(finding.causal_chain),
        causes=tuple(finding.causes),
        any_suffices=finding.any_suffices,
        relevant_records=finding.relevant_records,
        unknown=finding.unknown,
        language=run.language,
        is_list=finding.is_list,
        _compare=compare,
    )


def _verify_answer(
    answer: Answer,
    run: TraceIndex,
    finding: Finding,
    runner: ExperimentRunner | None,
    what_if: bool | str = True,
    should_confirm: bool = True,
) -> Answer:
    """Rerun the program without the causes, which reduces them to a minimal set, and with changes."""
    if runner is None:
        return answer
    if finding.request is not None:
        tried_request = run_requested_change(runner, run, finding.request)
        return replace(answer, unknown="", counterfactual=tried_request)
    if finding.outcome is not None:
        finding.outcome = exclude_spontaneous_effect(runner, run, finding.outcome)
    confirmed = None if not should_confirm else confirm_cause(runner, run, finding)
    is_settled = bool(confirmed) and finding.is_settled_by_rerun
    tried: list[Counterfactual] = find_counterfactuals(runner, run, finding) if what_if else []
    return replace(
        answer,
        causes=tuple(finding.causes),
        any_suffices=finding.any_suffices,
        relevant_records=finding.relevant_records,
        is_confirmed=confirmed,
        unknown="" if is_settled else finding.unknown,
        counterfactual=tried[0] if tried else None,
        alternatives=tuple(tried[1:]),
        run_count=runner.run_count if what_if and not finding.is_list else None,
    )
