"""From a question in a person's own words to questions that can be answered.

Not in Flink.
"""

from __future__ import annotations

from flinksim.analysis.why.free_text.entities import find_entities
from flinksim.analysis.why.free_text.intent_matching import IntentMatch, find_intents
from flinksim.analysis.why.free_text.readings import describe_absence, list_readings
from flinksim.analysis.why.question_parser import Understanding
from flinksim.analysis.why.trace_index import TraceIndex

MIN_SCORE = 0.5
"""Score below which a question is not understood."""
MIN_LEAD = 0.04
"""Lead of the best intent over the next one below which a question is not understood."""
MAX_READINGS = 4


def resolve_question(run: TraceIndex, text: str) -> Understanding:
    """Understand *text* as a question about *run*."""
    entities = find_entities(run, text)
    matches = _merge_firing_intents(find_intents(entities.text))
    is_clear = _is_clear(matches)
    readings: list[str] = []
    for match in matches[:3]:
        if match.score < MIN_SCORE / 2:
            break
        readings += list_readings(run, match.intent, entities)[:MAX_READINGS]
    readings = list(dict.fromkeys(readings))
    if not is_clear:
        return Understanding("", readings[:MAX_READINGS])
    if not list_readings(run, matches[0].intent, entities):
        question, absence = describe_absence(run, matches[0].intent, entities)
        return Understanding(question, readings[:MAX_READINGS], absence)
    return Understanding(readings[0], readings[1 : 1 + MAX_READINGS])


def _merge_firing_intents(matches: list[IntentMatch]) -> list[IntentMatch]:
    """Drop the second of "why did it fire" and "why did it not fire" if both fit nearly as well.

    The tense tells them apart ("did" and "will"), and both readings look at what the window did.
    """
    firing = {"window_fired", "window_not_fired"}
    if len(matches) > 1 and {matches[0].intent, matches[1].intent} == firing:
        return [matches[0], *matches[2:]]
    return matches


def _is_clear(matches: list[IntentMatch]) -> bool:
    if not matches or matches[0].score < MIN_SCORE:
        return False
    return len(matches) < 2 or matches[0].score - matches[1].score >= MIN_LEAD
