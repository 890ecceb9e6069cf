"""From a question in a person's own words to questions that can be answered.

Not in Flink.
"""

from __future__ import annotations

import re

from flinksim.analysis.why.free_text.absences import (
    ABSENCES,
    describe_absence,
    is_about_run,
    is_missing_windows,
)
from flinksim.analysis.why.free_text.answer_mentions import is_told_in_answer
from flinksim.analysis.why.free_text.coverage import (
    has_asked_quantity,
    is_opposite,
    list_unused_names,
)
from flinksim.analysis.why.free_text.entities import Entities, find_entities
from flinksim.analysis.why.free_text.hypotheticals import find_hypothetical, is_other_hypothetical
from flinksim.analysis.why.free_text.intent_matching import (
    UNRELATED,
    IntentMatch,
    find_intents,
    has_trait,
)
from flinksim.analysis.why.free_text.moments import find_moment
from flinksim.analysis.why.free_text.readings import list_readings
from flinksim.analysis.why.question_parser import Understanding, split_step
from flinksim.analysis.why.trace_index import TraceIndex

_CONCESSION = re.compile(
    r"(?<=\w)[\s,]+(?:although|even though|though|despite|in spite of)\b.*", re.I
)
"""What only adds to a question why it surprises."""
_ENDED_PREMISE = re.compile(
    r"\b(?:the |my )?(?:job|it) (?:is|has) (?:already )?(?:finished|done|ended) (?:but|yet)\b"
    r"|\W?\s*作业(?:明明|已经|都)+\s*(?:FINISHED|结束|完成)了?",
    re.I,
)
"""A remark that the job has ended, before or after the question."""
MIN_SCORE = 0.63
"""Probability below which a question is not understood."""
MIN_SCORE_WITH_NAMES = 0.45
"""The same for a question with names of the run: a reading that uses all of them is more probable."""
MIN_SUGGESTION_SCORE = 0.1
"""Probability below which an intent is not suggested either."""
MIN_SECOND_SCORE = 0.2
"""Probability from which on an intent is taken in place of the best one, if it alone fits all names."""
ABSENT_WEIGHT = 0.5
"""Factor for the probability of an intent about what the run does not have, or its answers do not."""
MAX_READINGS = 4
MAX_INTENTS = 4
"""Number of intents that are considered."""
_OPPOSITES = (
    frozenset(("window_fired", "window_not_fired", "session_open")),
    frozenset(("timer_fired", "timer_not_fired", "timers_list")),
    frozenset(("job_not_ending", "job_ended_early")),
    frozenset(("watermark_stuck", "watermark_jump", "watermark_negative", "watermark_value")),
    frozenset(("late_list", "record_dropped")),
    frozenset(("record_history", "record_route")),
    frozenset(("slow", "backpressure")),
    frozenset(("duplicate_results", "window_fired_again")),
    frozenset(("job_failed", "after_restart")),
)
"""Intents with one subject: the run, or the answer itself, tells which one is meant.

A window fired, or it did not; a list of late records leads to the question why one was dropped.
"""


def resolve_question(run: TraceIndex, text: str) -> Understanding:
    """Understand *text* as a question about *run*.

    A reading is only taken as understood if it uses every name in the question, and if its answer
    contains the count or duration that the question wants. Otherwise all readings are suggestions.
    """
    entities = find_entities(run, text)
    if hypothetical := find_hypothetical(run, text, entities):
        return Understanding(hypothetical, [])
    matches = merge_opposites(_scale_by_run(run, text, find_intents(_strip_remarks(entities.text))))
    if not matches:
        return Understanding("", [])
    min_score = MIN_SCORE_WITH_NAMES if entities.has_names() else MIN_SCORE
    is_clear = matches[0].score >= min_score and matches[0].intent != UNRELATED
    is_clear = is_clear and not is_other_hypothetical(text)
    likely = [
        match
        for match in matches[:MAX_INTENTS]
        if match.score >= MIN_SUGGESTION_SCORE and match.intent != UNRELATED
    ]
    likely[1:1] = _list_opposites(likely[0]) if likely else []
    by_intent = {match.intent: list_readings(run, match.intent, entities) for match in likely}
    readings = list(
        dict.fromkeys(one for found in by_intent.values() for one in found[:MAX_READINGS])
    )
    if not is_clear:
        return Understanding("", readings[:MAX_READINGS])
    best = matches[0].intent
    if (
        best in ABSENCES
        and matches[0].score >= MIN_SCORE
        and not by_intent[best]
        and _has_nothing(run, best, entities)
    ):
        asked, absence = describe_absence(run, best, entities)
        return Understanding(asked, readings[:MAX_READINGS], absence)
    moment = find_moment(run, entities)
    at_moment = "" if moment is None else run.translate("question.at_step", step=str(moment))
    for match in likely:
        if match.score < likely[0].score and (
            match.score < MIN_SECOND_SCORE or not entities.has_names()
        ):
            break  # only names tell less probable intents apart
        if not has_asked_quantity(match.intent, text):
            continue
        if match.intent != best and not entities.has_names() and has_asked_quantity(best, text):
            continue
        for reading in by_intent[match.intent]:
            if is_opposite(text, reading):
                continue
            is_of_moment = bool(at_moment) and has_trait(match.intent, "moment")
            unused = set(list_unused_names(run, match.intent, entities, reading))
            if is_of_moment:
                unused -= set(entities.times)
            if unused and not is_told_in_answer(run, entities, reading, unused):
                continue
            others = [one for one in readings if one != reading]
            question = split_step(reading)[0] + at_moment if is_of_moment else reading
            return Understanding(question, others[:MAX_READINGS])
    return Understanding("", readings[:MAX_READINGS])


def _strip_remarks(text: str) -> str:
    """Remove remarks that only say why something surprises."""
    return _ENDED_PREMISE.sub(" ", _CONCESSION.sub("", text)).strip()


def _scale_by_run(run: TraceIndex, text: str, matches: list[IntentMatch]) -> list[IntentMatch]:
    """Make intents less probable that are about what the run does not have, such as its timers.

    The same for those whose answers lack the count or the duration that *text* asks for.
    """
    weighed = [(one.intent, one.score * _compute_weight(run, text, one.intent)) for one in matches]
    total = sum(score for _, score in weighed) or 1.0
    found = [IntentMatch(intent, score / total) for intent, score in weighed]
    return sorted(found, key=lambda match: (-match.score, match.intent))


def _compute_weight(run: TraceIndex, text: str, intent: str) -> float:
    weight = 1.0 if is_about_run(run, intent) else ABSENT_WEIGHT
    if intent != UNRELATED and not has_asked_quantity(intent, text):
        weight *= ABSENT_WEIGHT
    return weight


def _list_opposites(match: IntentMatch) -> list[IntentMatch]:
    """Return the other intents with the subject of *match*, as probable as it is."""
    return [
        IntentMatch(intent, match.score)
        for family in _OPPOSITES
        if match.intent in family
        for intent in sorted(family - {match.intent})
    ]


def _has_nothing(run: TraceIndex, intent: str, entities: Entities) -> bool:
    """Return whether the run has nothing of the kind that *intent* is about, whatever is named.

    In a job without windows, a question about windows was meant for something else.
    """
    if is_missing_windows(run, intent):
        return False
    return entities.has_unknown_record or not list_readings(run, intent, Entities(entities.text))


def is_same_subject(intent: str, other: str) -> bool:
    """Return whether two intents are the same, or the run decides which of them is meant."""
    return intent == other or any(intent in family and other in family for family in _OPPOSITES)


def merge_opposites(matches: list[IntentMatch]) -> list[IntentMatch]:
    """Add the probability of intents with the subject of the best one to it."""
    for family in _OPPOSITES:
        if matches and matches[0].intent in family:
            total = sum(match.score for match in matches if match.intent in family)
            others = [match for match in matches[1:] if match.intent not in family]
            return [IntentMatch(matches[0].intent, total), *others]
    return matches
