"""What a trace that was recorded from real Flink does not contain. Not in Flink."""

from __future__ import annotations

from collections.abc import Mapping

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate

_LIMITS = (
    "filter", "not recorded", "missing hooks", "incomplete files", "valve differences",
    "clock differences",
)  # fmt: skip
"""Entries of ``trace.info``."""


def describe_recording_limits(info: Mapping[str, str], language: Language) -> list[str]:
    """Describe what was not recorded, such as the filter and the tasks of other processes."""
    return [
        translate(language, f"recording.{name.replace(' ', '_')}", text=info[name])
        for name in _LIMITS
        if name in info
    ]
