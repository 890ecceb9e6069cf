"""Stub of ``pyflink.find_flink_home``; there is no Flink installation."""

from __future__ import annotations

from typing import NoReturn

from flinksim.core.unsupported_api import UnsupportedFeature

_ABSENCE = UnsupportedFeature("no Flink is installed with it", "real Flink, where jars are needed")


def _find_flink_home() -> NoReturn:
    _ABSENCE.raise_error("FLINK_HOME")


def _find_flink_source_root() -> NoReturn:
    _ABSENCE.raise_error("source tree of Flink")
