"""Stub of ``pyflink.find_flink_home``; there is no Flink installation."""

from __future__ import annotations

from typing import NoReturn

from flinksim.core.unsupported_api import UnsupportedFeature

_ABSENCE = UnsupportedFeature(
    "flinksim does not include a Flink installation", "real Flink, if you need its jars"
)


def _find_flink_home() -> NoReturn:
    _ABSENCE.raise_error("FLINK_HOME")


def _find_flink_source_root() -> NoReturn:
    _ABSENCE.raise_error("source tree of Flink")
