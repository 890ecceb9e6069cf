"""From a question in a person's own words to questions that can be answered.

Not in Flink.
"""

from __future__ import annotations

from flinksim.analysis.why.free_text.entities import find_entities
from flinksim.analysis.why.free_text.intent_matching import (
    UNRELATED,
    IntentMatch,
    find_intents,
)
from flinksim.analysis.why.free_text.readings import describe_absence, list_readings
from flinksim.analysis.why.question_parser import Understanding
from flinksim.analysis.why.trace_index import TraceIndex

MIN_SCORE = 0.6
"""Probability below which a question is not understood."""
MIN_SUGGESTION_SCORE = 0.1
"""Probability below which an intent is not suggested either."""
MAX_READINGS = 4
_OPPOSITES = (
    frozenset(("window_fired", "window_not_fired", "session_open")),
    frozenset(("timer_fired", "timer_not_fired")),
    frozenset(("job_not_ending", "job_ended_early")),
    frozenset(("watermark_stuck", "watermark_jump", "watermark_negative", "watermark_value")),
    frozenset(("late_list", "record_dropped")),
    frozenset(("record_history", "record_route")),
)
"""Intents with one subject: the run, or the answer itself, tells which one is meant.

A window fired, or it did not; a list of late records leads to the question why one was dropped.
"""


def resolve_question(run: TraceIndex, text: str) -> Understanding:
    """Understand *text* as a question about *run*."""
    entities = find_entities(run, text)
    matches = merge_opposites(find_intents(entities.text))
    is_clear = bool(matches) and matches[0].score >= MIN_SCORE and matches[0].intent != UNRELATED
    readings: list[str] = []
    for match in matches[:3]:
        if match.score >= MIN_SUGGESTION_SCORE and match.intent != UNRELATED:
            readings += list_readings(run, match.intent, entities)[:MAX_READINGS]
    readings = list(dict.fromkeys(readings))
    if not is_clear:
        return Understanding("", readings[:MAX_READINGS])
    if not list_readings(run, matches[0].intent, entities):
        question, absence = describe_absence(run, matches[0].intent, entities)
        return Understanding(question, readings[:MAX_READINGS], absence)
    return Understanding(readings[0], readings[1 : 1 + MAX_READINGS])


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
