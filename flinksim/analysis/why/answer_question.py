"""From a question to its answer.

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
"""The forms of questions about what has not happened."""

KNOBS_OF_A_CUT = ("delay", "lateness")
"""What can be turned where only the records that moved watermarks are left."""


def questions(trace: Trace, language: Language = "en") -> list[str]:
    """The questions worth asking of *trace*, with things of this run filled in."""
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
    """The answer to *question* about *trace*; with a *bench* its cause and changes are tried.

    Without *what_if* only the cause is; where it names a kind of change, that is the only one tried.

    Raises: QuestionError (a ValueError) for a question that is not understood, or speaks of what is not
    in this run; it names questions that can be asked.
    """
    reading = _reading(trace, language)
    try:
        parsed = parse(question, reading.labels)
        if parsed.step is not None:
            if not 1 <= parsed.step <= len(trace):
                raise QuestionError(
                    reading.say(
                        "there is no step {step}; the run has {steps}",
                        step=str(parsed.step),
                        steps=str(len(trace)),
                    )
                )
            reading = Reading(until_step(trace, parsed.step), language)
        finding = parsed.form.explain(reading, parsed.parts)
        _tell_of_failure(reading, parsed.form.name, finding)
        if isinstance(what_if, str):
            finding.knobs = _of_kind(reading, finding, what_if)
    except WordsError as error:
        proposed = questions_of(reading)[:MOST_PROPOSED]
        known = "\n".join(f"  {each}" for each in proposed) or reading.say(
            "  (this run is too short for any)"
        )
        raise QuestionError(
            reading.say(
                "{error}.\nAmong those that can be asked of this run:\n{known}",
                error=error,
                known=known,
            )
        ) from None
    return _answer(question, reading, finding, bench, beside, what_if)


def _of_kind(reading: Reading, finding: Finding, kind: str) -> list[KnobToTry]:
    """The knobs of one kind. Raises: QuestionError if there is none that says something to this."""
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
    """What has not happened may not have because the job has failed."""
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
    """Why the fact at *index* of *trace* is so: a firing, a drop, a window skipped as late.

    *trace* is of a part cut out of a longer input, with its watermarks as they were. So what the cut
    has left out may have done the same as the cause, which is not tried. A larger delay and lateness
    are, for what came too late; what they do behind the end of the cut is not told.
    """
    reading = _reading(trace, language)
    fact, read = reading.events[index], reading.read_of(index)
    if isinstance(fact, e.WindowFired):
        finding = of_firing(reading, index)
    elif isinstance(fact, e.LateRecordDropped) and read is not None:
        finding = of_drop(reading, index, read)
    elif isinstance(fact, e.WindowSkippedAsLate) and read is not None:
        finding = skipped_as_late(reading, index, read)
    else:
        raise QuestionError(f"{type(fact).__name__} is nothing that a cut is made for")
    is_late = not isinstance(fact, e.WindowFired)
    finding.knobs = [k for k in finding.knobs if is_late and k.kind in KNOBS_OF_A_CUT]
    if finding.effect is not None:
        finding.effect = replace(finding.effect, tell=lambda _: reading.say("Then it is in time."))
    if any(thing.record is not None for thing in finding.cause):
        finding.unknown = reading.say(
            "whether records that were left out of the cut would have done the same"
        )
    (question, *_) = questions_about(reading, index)
    answer = _answer(question, reading, finding, bench, beside, confirms=False)
    if answer.counterfactual is None:
        return answer
    first, *others = (
        replace(one, cost="") for one in (answer.counterfactual, *answer.also)
    )  # what it costs hangs on what was left out, too
    return replace(answer, counterfactual=first, also=tuple(others))


def ask_about_two(
    trace: Trace,
    other: Trace,
    question: str = "why is this run different from the other",
    language: Language = "en",
) -> Answer:
    """What first differs between two runs, and what it came from."""
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
