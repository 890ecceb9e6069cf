"""Runs a program of ``programs/`` on flinksim, under its own ``import pyflink``, and compares."""

from __future__ import annotations

import contextlib
import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.core.pyflink_errors import PYFLINK_WARNING_TEXT
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.external_configuration import use_external_configuration
from flinksim.pyflink_compat.import_alias import alias_pyflink
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving
from flinksim.runtime.local_executor import run_settings
from flinksim.runtime.minicluster import RunSettings
from tests.conformance.program_runs import run_program
from tests.conformance.recorded_programs import Program, comparable


@dataclass(frozen=True)
class Outcome:
    """What a program printed, and the exception it ended with."""

    printed: list[str]
    raised: BaseException | None


def run_on_flinksim(
    path: Path, dialect: str = "java", interleaving: Interleaving | None = None
) -> Outcome:
    """Run the PyFlink script at *path* in this process; PyFlink need not be installed."""
    settings = RunSettings(interleaving or ArrivalOrder(), traced=False)
    output = io.StringIO()
    options = Configuration().set_string(API_FLAVOR_OPTION, dialect)
    with (
        alias_pyflink(),
        use_external_configuration(options),
        contextlib.redirect_stdout(output),
        run_settings(settings),
        warnings.catch_warnings(),
    ):
        # A trap of PyFlink's that a recorded program shows.
        warnings.filterwarnings("ignore", r"from_source\(watermark_strategy\)")
        warnings.filterwarnings("ignore", f"(?s).*{PYFLINK_WARNING_TEXT}")
        error = run_program(path)
    return Outcome(output.getvalue().splitlines(), error)


def differences(program: Program, recording: dict[str, Any], outcome: Outcome) -> list[str]:
    """Where *outcome* is not what Flink did; empty if it is the same."""
    found = []
    if comparable(outcome.printed, program.compare) != comparable(
        recording["printed"], program.compare
    ):
        found.append(
            f"printed ({program.compare})\n"
            + _listed("Flink", recording["printed"])
            + _listed("flinksim", outcome.printed)
        )
    if (recording["raised"] is None) != (outcome.raised is None):
        found.append(f"raised: Flink {recording['raised']}, flinksim {outcome.raised!r}")
    elif recording["raised"] is not None:
        says = recording["raised"]["says"]
        if says not in f"{type(outcome.raised).__name__}: {outcome.raised}":
            found.append(f"raised: should say {says!r}, says {str(outcome.raised)!r}")
    return found


def _listed(who: str, lines: list[str]) -> str:
    return "".join([f"  {who}:\n", *[f"    {line}\n" for line in lines]])
