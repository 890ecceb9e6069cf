"""Changes that a question asks about: ``what if the watermark delay is 5 s``.

The program runs once more with the change. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from typing import Any, TypeAlias

from flinksim.analysis.whatif.counterfactual_search import translate_change
from flinksim.analysis.whatif.experiment_runner import (
    ExperimentRunner,
    ProgramVariant,
    TrialLimitExceeded,
)
from flinksim.analysis.whatif.parameter_change import format_source_line, replace_spec
from flinksim.analysis.whatif.run_effects import describe_effects
from flinksim.analysis.whatif.time_changes import IDLE_TIMEOUT_NAMES
from flinksim.analysis.why.answer import REMOVED, Counterfactual, MessageTemplate, ProgramChange
from flinksim.analysis.why.finding import ChangeRequest
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.trace_index import TraceIndex, format_duration
from flinksim.datastream.transformations import Transformation, WindowSpec
from flinksim.datastream.triggers import NeverTrigger, PurgingTrigger
from flinksim.datastream.window_assigners import (
    CumulativeEventTimeWindows,
    EventTimeSessionWindows,
    _SlidingWindows,
    _TumblingWindows,
)
from flinksim.graph.rewrite import map_specs
from flinksim.graph.watermark_settings import (
    find_watermark_strategy,
    read_watermark_settings,
    replace_watermark_settings,
)

_SpecChanges: TypeAlias = Iterator[tuple[Any, ProgramChange]]
"""New specifications of operators, each with a description of the change."""


def run_requested_change(
    runner: ExperimentRunner, run: TraceIndex, request: ChangeRequest
) -> Counterfactual:
    """Run the program with the requested change, and describe what differs.

    Raises:
        QuestionError: The program has nothing that the request would change, or the run is too long
            to be repeated.
    """
    runner.reset_counts()
    try:
        variant, changes = _apply_request(runner.baseline, run, request)
        baseline = runner.baseline_trace
        changed = runner.run(variant)
    except TrialLimitExceeded:
        raise QuestionError(run.translate("error.request_too_long")) from None
    except ValueError as error:  # the program cannot be built with this value
        raise QuestionError(run.translate("error.request_rejected", error=error)) from None
    translated = tuple(translate_change(run, one) for one in changes)
    return Counterfactual(
        run.sentence_gap.join(_format_change(run, one) for one in translated),
        translated,
        describe_effects(run, baseline, changed),
        "",
        1,
        variant,
        lambda: runner.open_simulation(variant),
        is_requested=True,
    )


def _format_change(run: TraceIndex, change: ProgramChange) -> str:
    if change.action == "remove":
        return run.translate("change.remove", what=change.subject)
    return run.translate("change.set", what=change.subject, new=change.new, old=change.old)


def _apply_request(
    variant: ProgramVariant, run: TraceIndex, request: ChangeRequest
) -> tuple[ProgramVariant, list[ProgramChange]]:
    """Return the changed program and what was changed, for every operator that has the parameter."""
    changes = []
    for one in variant.pipeline.transformations:
        if request.nodes and one.id not in request.nodes:
            continue
        for spec, change in _CHANGES[request.parameter](one, request):
            if change.old != change.new:
                variant = replace_spec(variant, one.id, spec)
                changes.append(change)
    if request.parameter == "parallelism":
        variant, changes = _change_parallelism(variant, request)
    if not changes:
        raise QuestionError(run.translate("error.nothing_to_change", parameter=request.name))
    return variant, changes


def _change_nothing(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    return iter(())


def _change_delay(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    settings = read_watermark_settings(one.spec)
    if settings is None or settings.delay_ms is None:
        return
    new = request.choose_value(settings.delay_ms)
    change = _describe_duration("change.delay", one, settings.delay_ms, new, "strategy")
    yield replace_watermark_settings(one.spec, replace(settings, delay_ms=new)), change


def _change_idle_timeout(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    settings = read_watermark_settings(one.spec)
    if settings is None or (request.is_removed and settings.idle_timeout_ms is None):
        return
    old = settings.idle_timeout_ms
    new = None if request.is_removed else max(1, request.choose_value(old))
    name = IDLE_TIMEOUT_NAMES[settings.declared_in]
    change = _describe_duration(name, one, old, new, "with_idleness", "strategy")
    yield replace_watermark_settings(one.spec, replace(settings, idle_timeout_ms=new)), change


def _change_lateness(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    spec = one.spec
    if isinstance(spec, WindowSpec) and spec.assigner.is_event_time():
        old = spec.allowed_lateness_ms
        new = request.choose_value(old)
        change = _describe_duration("change.lateness", one, old, new, "allowed_lateness", "window")
        yield replace(spec, allowed_lateness_ms=new), change


def _change_gap(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    spec = one.spec
    if isinstance(spec, WindowSpec) and isinstance(spec.assigner, EventTimeSessionWindows):
        old = spec.assigner._session_gap
        new = max(1, request.choose_value(old))
        change = _describe_duration("change.gap", one, old, new, "window")
        yield replace(spec, assigner=EventTimeSessionWindows(new)), change


def _change_window_size(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    """Change the size of aligned windows. A size that does not fit their offset is a ValueError."""
    spec = one.spec
    old = getattr(spec.assigner, "_size", None) if isinstance(spec, WindowSpec) else None
    if old is None or not isinstance(spec, WindowSpec):
        return
    new, assigner = max(1, request.choose_value(old)), spec.assigner
    match assigner:
        case _TumblingWindows():
            assigner = type(assigner)(new, assigner._offset, assigner._stagger)
        case _SlidingWindows():
            assigner = type(assigner)(new, assigner._slide, assigner._offset)
        case CumulativeEventTimeWindows():
            assigner = type(assigner)(new, assigner._step, assigner._offset)
    change = _describe_duration("change.window_size", one, old, new, "window")
    yield replace(spec, assigner=assigner), change


def _remove_trigger(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    spec = one.spec
    if not isinstance(spec, WindowSpec) or spec.trigger is None:
        return
    default = spec.assigner.get_default_trigger(None)
    if not isinstance(default, NeverTrigger):
        new = MessageTemplate("change.default_trigger", trigger=type(default).__name__)
        yield replace(spec, trigger=None), _describe_trigger(one, spec.trigger, new)


def _remove_purging(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    spec = one.spec
    if isinstance(spec, WindowSpec) and isinstance(spec.trigger, PurgingTrigger):
        inner = spec.trigger.nested_trigger
        name = type(inner).__name__
        yield replace(spec, trigger=inner), _describe_trigger(one, spec.trigger, name)


def _describe_trigger(one: Transformation, old: object, new: Any) -> ProgramChange:
    location = format_source_line(one, "trigger", "window")
    subject = MessageTemplate("change.trigger", of=one.name)
    return ProgramChange(subject, location, type(old).__name__, new)


def _remove_evictor(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    spec = one.spec
    if isinstance(spec, WindowSpec) and spec.evictor is not None:
        old = type(spec.evictor).__name__
        change = _describe_removal("change.evictor", one, old, "evictor", "window")
        yield replace(spec, evictor=None), change


def _remove_alignment(one: Transformation, request: ChangeRequest) -> _SpecChanges:
    strategy = find_watermark_strategy(one.spec)
    if strategy is None or strategy.alignment_params is None:
        return
    other = copy(strategy)
    other.alignment_params = None
    spec: Any = one.spec
    field = "strategy" if hasattr(spec, "strategy") else "watermark_strategy"
    old = format_duration(strategy.alignment_params.max_allowed_watermark_drift_ms)
    change = _describe_removal("change.alignment", one, old, "with_watermark_alignment", "strategy")
    yield replace(spec, **{field: other}), change


def _describe_removal(message: str, one: Transformation, old: str, *calls: str) -> ProgramChange:
    subject = MessageTemplate(message, of=one.name)
    return ProgramChange(subject, format_source_line(one, *calls), old, REMOVED, "remove")


_CHANGES: dict[str, Callable[[Transformation, ChangeRequest], _SpecChanges]] = {
    "watermark delay": _change_delay,
    "idle timeout": _change_idle_timeout,
    "allowed lateness": _change_lateness,
    "session gap": _change_gap,
    "window size": _change_window_size,
    "trigger": _remove_trigger,
    "PurgingTrigger": _remove_purging,
    "evictor": _remove_evictor,
    "watermark alignment": _remove_alignment,
    "parallelism": _change_nothing,  # its operators change together
}


def _describe_duration(
    message: str, one: Transformation, old: int | None, new: int | None, *calls: str
) -> ProgramChange:
    not_set = MessageTemplate("change.not_set")
    return ProgramChange(
        MessageTemplate(message, of=one.name),
        format_source_line(one, *calls),
        not_set if old is None else format_duration(old),
        not_set if new is None else format_duration(new),
    )


def _change_parallelism(
    variant: ProgramVariant, request: ChangeRequest
) -> tuple[ProgramVariant, list[ProgramChange]]:
    """Change the parallelism of the named operators, or of all that do not set their own."""
    pipeline = map_specs(variant.pipeline, lambda each: each.spec)
    old = pipeline.parallelism
    if not request.nodes:
        new = max(1, request.choose_value(old))
        for one in pipeline.transformations:
            if not one.is_parallelism_configured and one.parallelism > 0:
                one.parallelism = new
        subject = MessageTemplate("change.job_parallelism")
        change = ProgramChange(subject, "", str(old), str(new))
        return replace(variant, pipeline=replace(pipeline, parallelism=new)), [change]
    changes = []
    for one in pipeline.transformations:
        if one.id in request.nodes:
            current = one.parallelism if one.parallelism > 0 else old
            one.parallelism = max(1, request.choose_value(current))
            one.is_parallelism_configured = True
            subject = MessageTemplate("change.parallelism", of=one.name)
            location = format_source_line(one, "set_parallelism")
            changes.append(ProgramChange(subject, location, str(current), str(one.parallelism)))
    return replace(variant, pipeline=pipeline), changes
