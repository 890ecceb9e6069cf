"""Every sentence about any run reads as a person would write it."""

from __future__ import annotations

import re
from collections import Counter

from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.schema.event_kinds import KINDS, KINDS_BY_CLASS
from tests.trace.random_runs import random_run

RUNS = 120

NOT_WELL_SAID = {
    "an id": re.compile(r"\b[vo]\d+/\d+|\btm\d+>"),
    "a number of 19 digits": re.compile(r"(?<!\d)\d{19}(?!\d)"),
    "epoch milliseconds": re.compile(r"(?<!\d)13\d{11}(?!\d)"),
    "a brace": re.compile(r"[{}|]"),
    "one of several": re.compile(
        r"(?<![\d.,/])1 (\w+ )?(elements|buffers|bytes|records|windows|channels|more wait)\b"
    ),
    "several of one": re.compile(
        r"(?<![\d.])([02-9]|\d\d+) (more )?(element|buffer|byte|record)\b"
    ),
    "no end": re.compile(r"[^.?]$"),
}
"""What no sentence has in it."""

SELDOM = ("WatermarkIgnored", "GeneratedWatermarkIgnored",
          "OutputPersisted", "EmptyBufferDropped", "ReadingStopped", "ReadingResumed",
          "FiringSkipped", "ConnectionAttempted", "OffsetsCommitted",
          "SplitPending", "WatermarkHeld", "StateExpired",
          "BarrierReceived", "BarrierAnnounced", "CancellationReceived", "AlignmentStarted",
          "AlignmentEnded", "AlignmentTimedOut", "OutputBarrierTimedOut", "ChannelBlocked",
          "ChannelUnblocked", "ResumptionSent", "ConsumptionResumed", "InputPersisted",
          "InputRecovered", "OutputRecovered", "CheckpointDeclined", "CheckpointNotTriggered",
          "CommitPrepared", "ResultsCommitted", "StateEntryRestored", "PartialResultEmitted",
          "PythonFunctionCalled")  # fmt: skip
"""Kinds that the runs here need not have; those of barriers are told in test_barriers_in_jobs, those
of commits and recoveries in test_checkpoints, of PyFlink's bundles in explain/why/test_bundles, of SQL in
table/test_sql_windows, and calls of a real worker in recording/test_recorded_worker."""


def test_no_sentence_has_an_id_a_raw_time_or_a_wrong_number_in_it() -> None:
    seen: Counter[str] = Counter()
    for seed in range(RUNS):
        trace = random_run(seed)
        labels = Formatter(trace.plan)
        for event in trace.events:
            kind = KINDS_BY_CLASS[type(event)]
            words = render_event(kind, event, labels)
            seen[kind.name] += 1
            for what, pattern in NOT_WELL_SAID.items():
                if kind.name == "TaskFailed" and what == "no end":
                    continue  # a user's own words
                assert not pattern.search(words), f"seed {seed}: {what}: {words}\n{event}"
    missing = [kind.name for kind in KINDS if kind.name not in seen]
    assert set(missing) <= set(SELDOM), missing
