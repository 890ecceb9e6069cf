"""Transformations that Flink 2.3 no longer has, for readers of older books. Not in Flink.

They cannot be declared or run here.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.core.i18n.messages import Message


@dataclass(frozen=True, slots=True)
class RemovedTransformation:
    """A transformation that Flink no longer has.

    It has its meaning, how it was translated, why it was removed, and what replaces it.
    """

    name: str
    calls: str
    meaning: str
    translation: str
    removal: str
    replacement: str

    def describe(self) -> Message:
        """Return the description as one message."""
        text = f"{self.meaning} {self.translation} {self.removal} {self.replacement}"
        return Message(f"{self.name} ({self.calls}): {{0}}", text)


REMOVED_TRANSFORMATIONS: tuple[RemovedTransformation, ...] = (
    RemovedTransformation(
        "Feedback",
        "iterate() and closeWith(), FeedbackTransformation and CoFeedbackTransformation",
        "The end of a loop led back to its beginning, so the graph was not free of circles.",
        "The generator made two nodes of it, an iteration source and an iteration sink, without an "
        "edge between them: StreamIterationTail handed values to StreamIterationHead through a queue "
        "in memory, so both had to be in one slot, and that is what co-location groups were for.",
        "Deprecated in 1.19 and removed in 2.0: what was under way in the queue was in no checkpoint, "
        "watermarks could not go round, and a full loop could wait for itself for ever.",
        "Now a topic outside carries the feedback, or Flink ML's iterations; co-location keys are "
        "still there (Transformation.setCoLocationGroupKey).",
    ),
    RemovedTransformation(
        "Split and select",
        "split(OutputSelector) and select(names), SplitTransformation and SelectTransformation",
        "An OutputSelector gave each value names; select() took the values that had one of its own.",
        "Both stayed virtual nodes, as a side output does: the names landed on the edges behind "
        "select().",
        "Removed in 1.12: a second split() behind the first overrode it instead of refining it, and "
        "all parts had one type.",
        "Now side outputs: a tag of its own type for each part, get_side_output(tag).",
    ),
)
"""The removed transformations, in the order in which Flink introduced them."""
