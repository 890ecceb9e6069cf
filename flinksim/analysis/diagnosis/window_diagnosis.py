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
_UNIQUE_SHARE = 0.9


def _check_replaced_trigger(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if window.cleared_unfired:
            yield RuleFinding(
                "certain",
                Text(
                    "diagnosis.removed_never_fired_trigger_does",
                    operator=window.operator, n=window.cleared_unfired,
                ),
                Text("diagnosis.trigger_replaces_default_one_fire"),
            )  # fmt: skip


def _measure_span(job: JobProfile) -> int:
    """Return the time in ms between the oldest and the newest timestamp."""
    stamps = [stamp for split in job.splits for stamp in split.timestamps]
    return max(stamps, default=0) - min(stamps, default=0)


def _check_large_window(job: JobProfile) -> Iterator[RuleFinding]:
    if sum(len(split.timestamps) for split in job.splits) < 2:
        return
    span = _measure_span(job)
    for window in job.windows.values():
        is_larger = window.sizes and min(window.sizes) > 2 * max(span, 1) and not window.has_merged
        if is_larger and window.is_event_time and not window.fired_on_time:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.windows_long_all_records_lie",
                    operator=window.operator, size=format_duration(min(window.sizes)),
                    span=format_duration(span),
                ),
                Text("diagnosis.no_window_can_end_within"),
            )  # fmt: skip


def _check_global_window(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if window.is_global and window.assigned and not window.firings:
            yield RuleFinding(
                "certain",
                Text("diagnosis.uses_global_windows_none_fired", operator=window.operator),
                Text("diagnosis.global_window_never_ends_set"),
            )


def _check_long_session(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        if not window.has_merged or not window.sizes:
            continue
        gap = min(window.sizes)
        if window.longest_session > max(3 * gap, _measure_span(job) // 2):
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.session_long_still_open_gap",
                    operator=window.operator, time=format_duration(window.longest_session),
                    gap=format_duration(gap),
                ),
                Text("diagnosis.records_key_come_closer_than"),
            )  # fmt: skip


def _check_repeated_firings(job: JobProfile) -> Iterator[RuleFinding]:
    for window in job.windows.values():
        late = window.firings["late"]
        if late > _MIN_RECORDS and late > 2 * len(window.fired_on_time):
            yield RuleFinding(
                "possible",
                Text(
                    "diagnosis.fired_times_late_records_after",
                    operator=window.operator, n=late, m=len(window.fired_on_time),
                ),
                Text("diagnosis.every_late_record_fires_window"),
            )  # fmt: skip


def _check_unique_keys(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        count = sum(profile.records.values())
        keys = sum(records > 0 for records in profile.records.values())
        if count >= _MIN_RECORDS and keys >= _UNIQUE_SHARE * count:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.each_records_key_own",
                    n=count, keys=keys, operator=profile.operator,
                ),
                Text("diagnosis.state_windows_key_then_see"),
            )  # fmt: skip


def _check_hot_key(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        count = sum(profile.records.values())
        if count < 2 * _MIN_RECORDS:
            continue
        key, most = profile.records.most_common(1)[0]
        # An even share of two keys is a half, and a job of one key has no other choice.
        if most > max(_HOT_SHARE, 1.5 / len(profile.records)) * count:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.key_records",
                    key=key, n=most, total=count, operator=profile.operator,
                ),
                Text("diagnosis.one_subtask_does_most_work"),
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
                    "diagnosis.state_grew_entries_none_ever",
                    operator=profile.operator, n=marks[3],
                ),
                Text("diagnosis.clear_state_no_longer_needed"),
            )  # fmt: skip


def _check_timer_leak(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        if profile.timers_registered >= _MIN_RECORDS and profile.most_timers_of_a_key >= 3:
            yield RuleFinding(
                "likely",
                Text(
                    "diagnosis.registered_timers_one_key_them",
                    operator=profile.operator, n=profile.timers_registered,
                    m=profile.most_timers_of_a_key,
                ),
                Text("diagnosis.delete_old_timer_before_you"),
            )  # fmt: skip


def _check_waiting_timers(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        if profile.most_timers == profile.timers_registered >= _MIN_RECORDS:
            yield RuleFinding(
                "possible",
                Text(
                    "diagnosis.registered_timers_none_fired_before",
                    operator=profile.operator, n=profile.timers_registered,
                ),
                Text("diagnosis.timers_state_check_their_times"),
            )  # fmt: skip


def _check_past_timers(job: JobProfile) -> Iterator[RuleFinding]:
    for profile in job.keys.values():
        if profile.timers_in_past:
            yield RuleFinding(
                "possible",
                Text(
                    "diagnosis.registered_event_time_or_below",
                    operator=profile.operator, n=profile.timers_in_past,
                ),
                Text("diagnosis.such_timer_fires_next_watermark"),
            )  # fmt: skip


def _check_unstable_key(job: JobProfile) -> Iterator[RuleFinding]:
    unstable = [value for value, keys in job.key_values.items() if len(keys) > 1]
    if unstable:
        yield RuleFinding(
            "certain",
            Text("diagnosis.equal_got_different_keys", n=len(unstable)),
            Text("diagnosis.key_selector_must_depend_value"),
        )


def _check_shared_objects(job: JobProfile) -> Iterator[RuleFinding]:
    if job.shared_elements:
        yield RuleFinding(
            "certain",
            Text(
                "diagnosis.element_several_windows_share_changed",
                n=job.shared_elements,
            ),
            Text("diagnosis.return_new_value_instead_changing"),
        )


def _check_python_state(job: JobProfile) -> Iterator[RuleFinding]:
    for operator, variable in job.program.python_state.items():
        yield RuleFinding(
            "likely",
            Text("diagnosis.function_keeps_python_state", operator=operator, variable=variable),
            Text("diagnosis.keep_state_in_flink"),
        )


WINDOW_RULES: tuple[Rule[JobProfile], ...] = (
    Rule("trigger replaced the default", _check_replaced_trigger),
    Rule("window larger than the data", _check_large_window, is_about_input=True),
    Rule("global window without trigger", _check_global_window),
    Rule("session that never closes", _check_long_session),
    Rule("many repeated firings", _check_repeated_firings),
    Rule("keys never repeat", _check_unique_keys, is_about_input=True),
    Rule("hot key", _check_hot_key, is_about_input=True),
    Rule("state only grows", _check_growing_state),
    Rule("timers never deleted", _check_timer_leak),
    Rule("timers that only accumulate", _check_waiting_timers),
    Rule("timers in the past", _check_past_timers),
    Rule("unstable key", _check_unstable_key),
    Rule("shared mutable element", _check_shared_objects),
    Rule("state in Python variables", _check_python_state),
)
