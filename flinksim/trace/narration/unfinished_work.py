"""Description of what has not happened at the end of a run.

These are windows that have not fired, with what holds the watermark back, timers, buffers, elements in
Python bundles, and records that came too late for some of their windows. Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import load_catalog, translate
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.core.validation import validate_arguments
from flinksim.trace import events as e
from flinksim.trace.events import Timestamp
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.plan import Plan, PlanInstance
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, OperatorView, apply_events

MAX_NAMED = 3
"""Maximum number of windows, timers or records that a sentence names."""


@validate_arguments
def describe_unfinished_work(
    trace: Trace, *, key: str | None = None, language: Language = "en"
) -> list[str]:
    """Describe in one sentence for each operator and kind what has not happened.

    Args:
        trace: The run, up to its last step.
        key: If given, only windows, timers and records of this key, as a sentence shows it.
        language: "en", or "zh" for Simplified Chinese.

    Returns:
        The sentences; none if nothing waits.
    """
    if trace.plan_or_none is None:
        return []
    return list(_UnfinishedWork(trace, key, language).describe())


class _UnfinishedWork:
    def __init__(self, trace: Trace, key: str | None, language: Language) -> None:
        self._trace = trace
        self._plan: Plan = trace.plan
        self._state: JobView = apply_events(trace.events)
        self._language = language
        self._key = key
        self._formatter = Formatter(self._plan, language)
        self._instances = {one.id: one for one in self._plan.instances()}
        self._has_ended = self._state.status not in ("CREATED", "RUNNING", "RESTARTING")

    def describe(self) -> Iterator[str]:
        held = self._find_held_watermarks()
        fired = {
            (one.operator, one.key, one.window) for one in self._trace.get_events(e.WindowFired)
        }
        for instance in self._plan.instances():
            state = self._state.operators[instance.id]
            panes = [pane for pane in state.panes if (instance.id, *pane) not in fired]
            panes = [pane for pane in panes if self._is_asked_for(pane[0])]
            if panes:
                yield self._describe_panes(instance, state, panes)
            timers = [
                timer for timer in state.timers if timer[2] == "" and self._is_asked_for(timer[1])
            ]
            if timers:
                yield self._describe_timers(instance, state, timers)
            if instance.id in held:
                yield self._describe_held_watermark(held[instance.id])
        if self._key is None and not self._has_ended:
            yield from self._describe_buffers()
        yield from self._describe_skipped_windows()

    def _is_asked_for(self, key: Any) -> bool:
        return self._key is None or self._format_value(key) == self._key

    def _format_value(self, value: Any) -> str:
        return self._formatter.format_value(json.dumps(value))

    def _translate(self, message: str, **values: Any) -> str:
        return translate(self._language, message, **values)

    def _format_some(self, things: list[Any], format_one: Callable[[Any], str]) -> str:
        comma: str = load_catalog(self._language)["labels"]["comma"]
        listed = comma.join(format_one(one) for one in things[:MAX_NAMED])
        if len(things) > MAX_NAMED:
            listed += self._translate("list.more", n=len(things) - MAX_NAMED)
        return listed

    # --- windows and timers ------------------------------------------------------------------------

    def _describe_panes(
        self, instance: PlanInstance, state: OperatorView, panes: list[tuple[Any, Any]]
    ) -> str:
        due = {
            (key, window): (timestamp, domain)
            for domain, key, window, timestamp in sorted(state.timers, key=lambda timer: timer[3])
        }
        panes = sorted(panes, key=lambda pane: due.get(pane, (MAX_TIMESTAMP, ""))[0])
        sentence = self._translate(
            "unfinished.windows",
            n=len(panes),
            operator=self._formatter.format_id(instance.id),
            windows=self._format_some(panes, self._format_pane),
        )
        timestamp, domain = due.get(panes[0], (None, ""))
        return sentence + self._gap + self._describe_wait(instance, state, timestamp, domain)

    def _format_pane(self, pane: tuple[Any, Any]) -> str:
        return self._translate(
            "summary.window",
            window=self._formatter.format_window(pane[1]),
            key=self._format_value(pane[0]),
        )

    def _describe_timers(
        self, instance: PlanInstance, state: OperatorView, timers: list[Any]
    ) -> str:
        timers = sorted(timers, key=lambda timer: timer[3])
        sentence = self._translate(
            "unfinished.timers",
            n=len(timers),
            operator=self._formatter.format_id(instance.id),
            timers=self._format_some(timers, self._format_timer),
        )
        domain, _, _, timestamp = timers[0]
        return sentence + self._gap + self._describe_wait(instance, state, timestamp, domain)

    def _format_timer(self, timer: Any) -> str:
        return self._translate(
            "timer.key_at",
            key=self._format_value(timer[1]),
            time=self._formatter.format_time(timer[3]),
        )

    def _describe_wait(
        self, instance: PlanInstance, state: OperatorView, due: Timestamp | None, domain: str
    ) -> str:
        """Describe what the first of several windows or timers waits for."""
        format_time = self._formatter.format_time
        if due is None:
            return self._translate("unfinished.no_timer")
        if domain == "processing":
            message = "unfinished.clock_ended" if self._has_ended else "unfinished.clock"
            return self._translate(message, due=format_time(due))
        sentence = self._translate(
            "unfinished.watermark", due=format_time(due), now=format_time(state.watermark)
        )
        holders = [*dict.fromkeys(self._find_holders(instance, len(self._plan.vertices)))]
        if not holders:
            return sentence + self._gap + self._translate("unfinished.no_holder")
        return sentence + self._gap + self._translate(
            "unfinished.holders", holders=self._format_some(holders, str)
        )  # fmt: skip

    def _find_holders(self, instance: PlanInstance, depth: int) -> Iterator[str]:
        """Yield the names of the splits or operators with the lowest watermark upstream."""
        state = self._state.operators[instance.id]
        name = self._formatter.format_id(instance.id)
        splits = [one for one, split in state.splits.items() if split.holds and not split.ended]
        if splits:
            for split in splits:
                yield self._translate("unfinished.split", split=split, source=name)
            return
        chained = [
            self._instances[OperatorId(f"o{node}/{instance.subtask.index}")]
            for node in instance.operator.inputs
        ]
        for one in chained:
            yield from self._find_holders(one, depth)
        if chained or not depth:
            return
        is_source = True
        for channel in self._plan.channels:
            if channel.target != instance.subtask.id:
                continue
            is_source = False
            view = self._state.channels[channel.id]
            if not view.holds or view.idle or view.watermark == MAX_TIMESTAMP:
                continue
            if state.inputs and not state.inputs[channel.input].holds:
                continue
            index = channel.source.rsplit("/", 1)[1]
            sender = self._instances[OperatorId(f"o{channel.source_node}/{index}")]
            yield from self._find_holders(sender, depth - 1)
        if is_source and not state.emitted_idle and state.emitted_watermark != MAX_TIMESTAMP:
            yield name

    @property
    def _gap(self) -> str:
        return "" if self._language == "zh" else " "

    # --- network, bundles, late records --------------------------------------------------------------

    def _find_held_watermarks(self) -> dict[OperatorId, e.WatermarkHeld]:
        """Return the last watermark of each operator that still waits for the end of a bundle."""
        held = {one.operator: one for one in self._trace.get_events(e.WatermarkHeld)}
        return {
            operator: one
            for operator, one in held.items()
            if one.timestamp > self._state.operators[operator].emitted_watermark
        }

    def _describe_held_watermark(self, held: e.WatermarkHeld) -> str:
        return self._translate(
            "unfinished.bundle",
            operator=self._formatter.format_id(held.operator),
            n=held.taken,
            watermark=self._formatter.format_time(held.timestamp),
        )

    def _describe_buffers(self) -> Iterator[str]:
        waiting = {
            channel: view.queued + view.on_wire + view.received
            for channel, view in self._state.channels.items()
            if view.queued + view.on_wire + view.received
        }
        if waiting:
            fullest = sorted(waiting, key=lambda channel: -waiting[channel])
            yield self._translate(
                "unfinished.buffers",
                n=sum(waiting.values()),
                channels=self._format_some(fullest, self._formatter.format_id),
            )

    def _describe_skipped_windows(self) -> Iterator[str]:
        """Describe the windows that records came too late for, if the records are in other windows.

        A record that is late for all its windows is dropped, which the run tells by itself.
        """
        skipped: list[e.WindowSkippedAsLate] = []
        for event in self._trace.events:
            if isinstance(event, e.WindowSkippedAsLate):
                skipped.append(event)
            elif isinstance(event, e.LateRecordDropped) and event.windows:
                del skipped[-len(event.windows) :]  # an operator skips the windows just before
        skipped = [one for one in skipped if self._is_asked_for(one.key)]
        if skipped:
            yield self._translate(
                "unfinished.missed_windows",
                n=len(skipped),
                windows=self._format_some(
                    [(one.key, one.window) for one in skipped], self._format_pane
                ),
            )


__all__ = ["describe_unfinished_work"]
