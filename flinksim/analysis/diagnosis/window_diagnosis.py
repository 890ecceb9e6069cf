"""Rules about windows, triggers, keys, state and timers. Not in Flink."""

from __future__ import annotations

from collections.abc import Iterator

from flinksim.analysis.diagnosis.job_profile import JobProfile
from flinksim.analysis.diagnosis.rule import Rule, RuleFinding
from flinksim.analysis.why.answer import MessageTemplate as Text
from flinksim.analysis.why.trace_index import format_duration

_MIN_RECORDS = 20
_MIN_ENTRIES = 50
_HOT_SHARE = 0.6


def _check_replaced_trigger(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if window.cleared_unfired:
            yield RuleFinding(
                "certain",
                Text(
                    "{operator} removed {n} {n|window|windows} that never fired: the trigger does not fire "
                    "at the end of the window.",
                    operator=window.operator, n=window.cleared_unfired,
                ),
                Text("A trigger() replaces the default one. Fire in on_event_time(), too, or remove it."),
            )  # fmt: skip


def _check_large_window(job: JobProfile) -> Iterator[RuleFinding]:
    stamps = [stamp for split in job.splits for stamp in split.timestamps]
    if len(stamps) < 2:
        return
    span = max(stamps) - min(stamps)
    for window in job.windows.values():
        is_larger = window.sizes and min(window.sizes) > 2 * max(span, 1) and not window.has_merged
        if is_larger and window.is_event_time and not window.fired_on_time:
            yield RuleFinding(
                "likely",
                Text(
                    "The windows of {operator} are {size} long, and all records lie within {span}.",
                    operator=window.operator, size=format_duration(min(window.sizes)),
                    span=format_duration(span),
                ),
                Text("No window can end within this input. Use smaller windows or more input."),
            )  # fmt: skip


def _check_global_window(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if window.is_global and window.assigned and not window.firings:
            yield RuleFinding(
                "certain",
                Text(
                    "{operator} uses global windows, and none has fired.", operator=window.operator
                ),
                Text("A global window never ends: set a trigger, such as CountTrigger.of(n)."),
            )


def _check_long_session(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if not window.has_merged or not window.sizes:
            continue
        gap = min(window.sizes)
        if window.longest_session > 5 * gap and not window.fired_on_time:
            yield RuleFinding(
                "likely",
                Text(
                    "A session of {operator} is {time} long and still open; its gap is at most {gap}.",
                    operator=window.operator, time=format_duration(window.longest_session),
                    gap=format_duration(gap),
                ),
                Text("The records of the key come closer than the gap: use a smaller gap, or another key."),
            )  # fmt: skip


def _check_repeated_firings(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        late = window.firings["late"]
        if late > _MIN_RECORDS and late > 2 * len(window.fired_on_time):
            yield RuleFinding(
                "possible",
                Text(
                    "{operator} fired {n} times for late records, after {m} firings on time.",
                    operator=window.operator, n=late, m=len(window.fired_on_time),
                ),
                Text("Every late record fires its window again. Raise the watermark delay instead."),
            )  # fmt: skip


def _check_unique_keys(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        count = sum(profile.records.values())
        if count >= _MIN_RECORDS and len(profile.records) == count:
            yield RuleFinding(
                "likely",
                Text(
                    "Each of the {n} records of {operator} has a key of its own.",
                    n=count, operator=profile.operator,
                ),
                Text("State and windows of a key then see one record. Check the key selector."),
            )  # fmt: skip


def _check_hot_key(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        count = sum(profile.records.values())
        if count < 2 * _MIN_RECORDS or len(profile.records) < 3:
            continue
        key, most = profile.records.most_common(1)[0]
        if most > _HOT_SHARE * count:
            yield RuleFinding(
                "likely",
                Text(
                    "Key {key} has {n} of the {total} records of {operator}.",
                    key=key, n=most, total=count, operator=profile.operator,
                ),
                Text("One subtask does most of the work. Aggregate in two steps, with a salted key first."),
            )  # fmt: skip


def _check_growing_state(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        entries = profile.entries
        if len(entries) < _MIN_ENTRIES or profile.removals:
            continue
        quarter = len(entries) // 4
        marks = [entries[quarter], entries[2 * quarter], entries[3 * quarter], entries[-1]]
        if marks[0] < marks[1] < marks[2] < marks[3] and marks[3] >= _MIN_ENTRIES:
            yield RuleFinding(
                "likely",
                Text(
                    "The state of {operator} grew to {n} entries, and none was ever removed.",
                    operator=profile.operator, n=marks[3],
                ),
                Text("Clear state that is no longer needed, or set a StateTtlConfig."),
            )  # fmt: skip


def _check_timer_leak(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        if profile.timers_registered >= _MIN_RECORDS and profile.most_timers_of_a_key >= 3:
            yield RuleFinding(
                "likely",
                Text(
                    "{operator} registered {n} timers; one key had {m} of them at the same time.",
                    operator=profile.operator, n=profile.timers_registered,
                    m=profile.most_timers_of_a_key,
                ),
                Text("Delete the old timer before you register a new one for the same key."),
            )  # fmt: skip


def _check_waiting_timers(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        if profile.most_timers == profile.timers_registered >= _MIN_RECORDS:
            yield RuleFinding(
                "possible",
                Text(
                    "{operator} registered {n} timers, and none fired before the last one was registered.",
                    operator=profile.operator, n=profile.timers_registered,
                ),
                Text("Timers are state: check that their times are near enough."),
            )  # fmt: skip


def _check_past_timers(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        if profile.timers_in_past:
            yield RuleFinding(
                "possible",
                Text(
                    "{operator} registered {n} event-time {n|timer|timers} at or below the watermark.",
                    operator=profile.operator, n=profile.timers_in_past,
                ),
                Text("Such a timer fires at the next watermark. Check the unit and the base of its time."),
            )  # fmt: skip


def _check_unstable_key(job: JobProfile) -> Iterator[RuleFinding]:
    unstable = [value for value, keys in job.key_values.items() if len(keys) > 1]
    if unstable:
        yield RuleFinding(
            "certain",
            Text("{n} equal {n|value|values} got different keys.", n=len(unstable)),
            Text(
                "A key selector must depend on the value only: no random number, no clock, no counter."
            ),
        )


def _check_shared_objects(job: JobProfile) -> Iterator[RuleFinding]:
    if job.shared_elements:
        yield RuleFinding(
            "certain",
            Text(
                "{n} {n|time|times} an element that several windows share was changed.",
                n=job.shared_elements,
            ),
            Text("Return a new value instead of changing the element."),
        )


WINDOW_RULES = (
    Rule("trigger replaced the default", _check_replaced_trigger),
    Rule("window larger than the data", _check_large_window),
    Rule("global window without trigger", _check_global_window),
    Rule("session that never closes", _check_long_session),
    Rule("many repeated firings", _check_repeated_firings),
    Rule("keys never repeat", _check_unique_keys),
    Rule("hot key", _check_hot_key),
    Rule("state only grows", _check_growing_state),
    Rule("timers never deleted", _check_timer_leak),
    Rule("timers that only accumulate", _check_waiting_timers),
    Rule("timers in the past", _check_past_timers),
    Rule("unstable key", _check_unstable_key),
    Rule("shared mutable element", _check_shared_objects),
)
