"""Entry points that answer questions about a run.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flinksim.analysis.expressions.name_resolution import WordsError
from flinksim.analysis.whatif.counterfactual_search import confirm, counterfactuals, not_by_itself
from flinksim.analysis.whatif.experiment_runner import Bench
from flinksim.analysis.why.answer import Answer, Counterfactual
from flinksim.analysis.why.finding import Finding, KnobToTry
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.question_parser import parse
from flinksim.analysis.why.question_suggestions import questions_about, questions_of
from flinksim.analysis.why.record_assignment import skipped_as_late
from flinksim.analysis.why.record_outcomes import of_drop
from flinksim.analysis.why.run_differences import explain_runs
from flinksim.analysis.why.task_states import explain_failed
from flinksim.analysis.why.trace_index import Reading, until_step
from flinksim.analysis.why.watermark_progress import NOT_WITHOUT_TRYING, OTHERS_MAY_HAVE_ASKED
from flinksim.analysis.why.window_fired import of_firing
from flinksim.core.i18n.languages import Language, check_language
from flinksim.trace import events as e
from flinksim.trace.narration.formatting import Labels
from flinksim.trace.narration.templates import say
from flinksim.trace.recorder import Trace

MOST_PROPOSED = 12

ABOUT_NOTHING = ("not fired", "no pane", "not in result", "watermark not", "no timer")
"""Question forms about something that did not happen."""

KNOBS_OF_A_CUT = ("delay", "lateness")
"""Kinds of change that can be tried on an extract, which lacks most of the input."""


def questions(trace: Trace, language: Language = "en") -> list[str]:
    """Return suggested questions about *trace*, filled in with names of this run."""
    check_language(language)
    return questions_of(Reading(trace, language)) if trace.known_plan is not None else []


def ask(
    trace: Trace,
    question: str,
    bench: Bench | None = None,
    beside: Callable[[Any], Any] | None = None,
    what_if: bool | str = True,
    language: Language = "en",
) -> Answer:
    """Answer *question* about *trace*.

    Args:
        trace: The run in question.
        question: The question in English or Chinese; see :mod:`.question_parser`.
        bench: Reruns the program to verify the cause and to try changes; without it only the trace
            is read.
        beside: Compares the run with a changed trace, for :meth:`.Answer.beside`.
        what_if: Whether to search counterfactuals, or the only kind of change to try.
        language: The language of the answer.

    Raises:
        QuestionError: The question is not understood, or names something that is not in this run.
            The message suggests questions. It is a ``ValueError``.
    """
    run = _reading(trace, language)
    try:
        parsed = parse(question, run.labels)
        if parsed.step is not None:
            if not 1 <= parsed.step <= len(trace):
                raise QuestionError(
                    run.say(
                        "there is no step {step}; the run has {steps}",
                        step=str(parsed.step),
                        steps=str(len(trace)),
                    )
                )
            run = Reading(until_step(trace, parsed.step), language)
        finding = parsed.form.explain(run, parsed.parts)
        _tell_of_failure(run, parsed.form.name, finding)
        if isinstance(what_if, str):
            finding.knobs = _of_kind(run, finding, what_if)
    except WordsError as error:
        suggestions = questions_of(run)[:MOST_PROPOSED]
        known = "\n".join(f"  {each}" for each in suggestions) or run.say(
            "  (this run is too short for any)"
        )
        raise QuestionError(
            run.say(
                "{error}.\nAmong those that can be asked of this run:\n{known}",
                error=error,
                known=known,
            )
        ) from None
    return _answer(question, run, finding, bench, beside, what_if)


def _of_kind(reading: Reading, finding: Finding, kind: str) -> list[KnobToTry]:
    """Return the candidate changes of one kind.

    Raises:
        QuestionError: No candidate has this kind.
    """
    found = [knob for knob in finding.knobs if knob.kind == kind]
    if not found:
        kinds = reading.told([knob.kind for knob in finding.knobs])
        raise QuestionError(
            reading.say(
                "what_if={kind}: what can be turned here is {kinds}", kind=repr(kind), kinds=kinds
            )
        )
    return found


def _tell_of_failure(reading: Reading, form: str, finding: Finding) -> None:
    """Make a failure of the job the cause if the question is about a missing event."""
    failures = reading.of(e.TaskFailed)
    if failures and form in ABOUT_NOTHING and reading.view.status == "FAILED":
        step = reading.step(failures[-1])
        finding.sentence += reading.say(
            " The job failed in step {step}, and nothing came after that.", step=step
        )
        finding.links.append(reading.link(failures[-1]))
        failed = explain_failed(reading, {})
        finding.cause, finding.knobs = failed.cause, failed.knobs


def ask_about_cut(
    trace: Trace,
    index: int,
    bench: Bench | None = None,
    beside: Callable[[Any], Any] | None = None,
    language: Language = "en",
) -> Answer:
    """Answer why the event at *index* of *trace* occurred, in an extract of a longer input.

    The event is a firing, a drop or a window skipped as late. *trace* is the run of an extract
    whose watermarks are those of the full input. Records outside the extract may have had the same
    effect as the cause, so the cause is not verified. For late records a larger delay and lateness
    are tried; effects after the end of the extract are not described.

    Args:
        trace: The run of the extract.
        index: The index of the event in the trace.
        bench: Reruns the program to try changes.
        beside: Compares the run with a changed trace, for :meth:`.Answer.beside`.
        language: The language of the answer.

    Raises:
        QuestionError: The event has another type.
    """
    run = _reading(trace, language)
    fact, read = run.events[index], run.read_of(index)
    if isinstance(fact, e.WindowFired):
        finding = of_firing(run, index)
    elif isinstance(fact, e.LateRecordDropped) and read is not None:
        finding = of_drop(run, index, read)
    elif isinstance(fact, e.WindowSkippedAsLate) and read is not None:
        finding = skipped_as_late(run, index, read)
    else:
        raise QuestionError(f"{type(fact).__name__} is nothing that a cut is made for")
    is_late = not isinstance(fact, e.WindowFired)
    finding.knobs = [k for k in finding.knobs if is_late and k.kind in KNOBS_OF_A_CUT]
    if finding.effect is not None:
        finding.effect = replace(finding.effect, tell=lambda _: run.say("Then it is in time."))
    if any(thing.record is not None for thing in finding.cause):
        finding.unknown = run.say(
            "whether records that were left out of the cut would have done the same"
        )
    (question, *_) = questions_about(run, index)
    answer = _answer(question, run, finding, bench, beside, confirms=False)
    if answer.counterfactual is None:
        return answer
    first, *others = (
        replace(one, cost="") for one in (answer.counterfactual, *answer.also)
    )  # the cost depends on records outside the extract as well
    return replace(answer, counterfactual=first, also=tuple(others))


def ask_about_two(
    trace: Trace,
    other: Trace,
    question: str = "why is this run different from the other",
    language: Language = "en",
) -> Answer:
    """Answer what differs first between two runs, and why."""
    left, right = _reading(trace, language), _reading(other, language)
    return _answer(question, left, explain_runs(left, right), None, None)


def _reading(trace: Trace, language: Language) -> Reading:
    check_language(language)
    if trace.known_plan is None:
        raise QuestionError(
            say(
                Labels(None, language),
                "this trace knows no job: it is of an operator alone, and cannot be asked",
            )
        )
    return Reading(trace, language)


def _answer(
    question: str,
    reading: Reading,
    finding: Finding,
    bench: Bench | None,
    beside: Callable[[Any], Any] | None,
    what_if: bool | str = True,
    confirms: bool = True,
) -> Answer:
    confirmed: bool | None = None
    tried: list[Counterfactual] = []
    runs: int | None = None
    if bench is not None:
        if finding.effect is not None:
            finding.effect = not_by_itself(bench, reading, finding.effect)
        confirmed = None if not confirms else confirm(bench, reading, finding)
        if confirmed and finding.unknown in map(
            reading.say, (NOT_WITHOUT_TRYING, OTHERS_MAY_HAVE_ASKED)
        ):
            finding.unknown = ""
        if what_if:
            tried = counterfactuals(bench, reading, finding)
            runs = bench.runs
    return Answer(
        question=question,
        sentence=finding.sentence,
        links=tuple(finding.links),
        cause=tuple(finding.cause),
        any_would_do=finding.any_would_do,
        needs=finding.needs,
        confirmed=confirmed,
        unknown=finding.unknown,
        counterfactual=tried[0] if tried else None,
        also=tuple(tried[1:]),
        tried=runs,
        language=reading.language,
        _beside=beside,
    )
