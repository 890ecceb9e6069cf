"""Plants random faults in modules and reports which ones the modules' own tests do not find.

    python tools/mutants.py                                # 30 random faults in each module
    python tools/mutants.py valve mailbox --faults 100     # modules whose names contain these words
    python tools/mutants.py --seed 7                       # the same faults as in an earlier run
    python tools/mutants.py --faults all                   # every fault that mutmut knows
    python tools/mutants.py --note                         # and save the results in mutants.txt
    python tools/mutants.py --noted                        # print the last results of mutants.txt

mutmut makes the faults and runs the tests, in a copy of the checkout. It changes no code outside of
functions and in properties. A fault that changes nothing (``None`` for ``False`` in a condition)
survives, so 100 % cannot be reached.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS_FILE = ROOT / "tools" / "mutants.txt"

OPERATORS, NETWORK = "tests/runtime/operators", "tests/runtime/network"
CHECKPOINT, JOB_MASTER = "runtime/checkpoint", "runtime/jobmaster"
BARRIER_PARTS = [
    "tests/conformance/test_barriers_facts.py",
    "tests/runtime/checkpoint/test_barrier_parts.py",
]
BARRIERS = ["tests/conformance/test_barriers_facts.py", "tests/runtime/test_barriers_in_jobs.py"]
CHECKPOINTS = ["tests/runtime/test_checkpoints.py", "tests/conformance/test_checkpoints_facts.py"]
SNAPSHOTS = [
    "tests/runtime/checkpoint/test_snapshot_files.py",
    "tests/runtime/checkpoint/test_savepoints.py",
]
KINDS = ["tests/runtime/checkpoint/test_checkpoint_kinds.py"]
OPTIONS = ["tests/runtime/test_checkpoint_options.py"]

OWN_TESTS = {
    "runtime/operators/window_operator": [
        f"{OPERATORS}/test_window_operator.py", f"{OPERATORS}/test_shared_elements.py",
        "tests/conformance/test_windows_facts.py",
    ],
    "runtime/operators/internal_timer_service": [
        f"{OPERATORS}/test_internal_timer_service.py", "tests/conformance/test_timers_facts.py",
    ],
    "runtime/network/status_watermark_valve": [
        f"{NETWORK}/test_status_watermark_valve.py", "tests/conformance/test_valve_facts.py",
    ],
    "runtime/operators/merging_window_set": [f"{OPERATORS}/test_merging_window_set.py"],
    "runtime/tasks/mailbox": [
        "tests/runtime/tasks/test_mailbox.py", "tests/conformance/test_mailbox_facts.py",
    ],
    "runtime/state/heap_states": ["tests/runtime/state/test_heap_states.py"],
    "core/java/key_groups": [
        "tests/core/java/test_key_groups.py", "tests/conformance/test_key_groups_facts.py",
    ],
    "core/java/timer_heap": [
        f"{OPERATORS}/test_internal_timer_service.py", "tests/conformance/test_timers_facts.py",
    ],
    "core/java/hash_map": ["tests/core/java/test_hash_map.py", "tests/conformance/test_values_facts.py"],
    "core/java/hash_code": ["tests/core/java/test_hash_code.py"],
    "graph/chaining": ["tests/graph/test_chaining.py"],
    "runtime/network/result_partition": [
        f"{NETWORK}/test_result_partition.py", "tests/conformance/test_credit_flow_facts.py",
    ],
    "runtime/operators/watermark_output": [
        f"{OPERATORS}/test_watermark_output.py",
        "tests/conformance/test_watermark_generators_facts.py",
    ],
    f"{CHECKPOINT}/barriers/barrier_alignment_util": BARRIER_PARTS,
    f"{CHECKPOINT}/barriers/barrier_handler_states": BARRIER_PARTS,
    f"{CHECKPOINT}/barriers/channel_barrier_state": BARRIER_PARTS,
    f"{CHECKPOINT}/barriers/checkpoint_barrier_handler": BARRIER_PARTS,
    f"{CHECKPOINT}/barriers/checkpoint_barrier_tracker": [*BARRIERS, BARRIER_PARTS[1]],
    f"{CHECKPOINT}/barriers/single_checkpoint_barrier_handler": [*BARRIERS, BARRIER_PARTS[1]],
    f"{CHECKPOINT}/channel_state_writer": [
        "tests/runtime/checkpoint/test_channel_state_writer.py", BARRIERS[1],
    ],
    f"{CHECKPOINT}/checkpoint_metrics": KINDS,
    f"{CHECKPOINT}/checkpoint_options": KINDS,
    f"{CHECKPOINT}/metadata": SNAPSHOTS[:1],
    f"{CHECKPOINT}/repartitioner": ["tests/runtime/checkpoint/test_repartitioner.py", SNAPSHOTS[1]],
    f"{CHECKPOINT}/snapshot_file": SNAPSHOTS[:1],
    f"{CHECKPOINT}/storage": SNAPSHOTS[:1],
    f"{CHECKPOINT}/value_codec": SNAPSHOTS[:1],
    f"{JOB_MASTER}/checkpoint_coordinator": [*CHECKPOINTS, BARRIERS[1]],
    f"{JOB_MASTER}/checkpoint_settings": OPTIONS,
    f"{JOB_MASTER}/checkpoint_records": ["tests/runtime/test_completed_checkpoints.py"],
    f"{JOB_MASTER}/job_master": ["tests/runtime/test_restarts.py", *CHECKPOINTS],
    f"{JOB_MASTER}/region_scheduler": ["tests/runtime/test_restarts.py"],
    f"{JOB_MASTER}/restart_strategies": ["tests/runtime/test_restarts.py"],
    f"{JOB_MASTER}/state_assignment": [SNAPSHOTS[1], CHECKPOINTS[1]],
    f"{JOB_MASTER}/slot_pool": ["tests/runtime/test_restarts.py"],
    "runtime/fault_injection": ["tests/runtime/test_interventions.py"],
    f"{JOB_MASTER}/channel_state_assignment": ["tests/runtime/checkpoint/test_channel_assignment.py"],
    "runtime/tasks/barrier_inputs": BARRIERS,
    "runtime/tasks/checkpointed_input_gate": BARRIERS,
    "runtime/tasks/input_processor_util": BARRIERS,
    "runtime/tasks/subtask_checkpoint_coordinator": [
        "tests/runtime/tasks/test_subtask_checkpoint_coordinator.py", *CHECKPOINTS, BARRIERS[1],
    ],
    "runtime/network/channel_state_protocol": [f"{NETWORK}/test_priority_events.py", BARRIERS[1]],
    "runtime/network/channel_state_persister": [
        f"{NETWORK}/test_channel_state_persister.py", f"{NETWORK}/test_priority_events.py",
    ],
    "runtime/operators/sink_operator": [
        f"{OPERATORS}/test_sink_operator.py", "tests/connectors/test_file_sink.py",
    ],
    "connectors/transactional_sinks": ["tests/connectors/test_transactions.py"],
    "runtime/operators/operator_state": ["tests/datastream/test_checkpointed_function.py"],
    "runtime/state/snapshot_model": ["tests/runtime/state/test_operator_snapshot.py"],
    "simulation/savepoint_inspector": ["tests/simulation/test_snapshots.py"],
    "runtime/state/incremental_size": ["tests/runtime/state/test_increments.py"],
    "connectors/file_sink/bucket_policies": ["tests/connectors/test_file_sink.py"],
    "connectors/file_sink/file_sink": ["tests/connectors/test_file_sink.py"],
    "trace/recovery_audit": ["tests/trace/test_recovered.py"],
    "trace/storage/encoder": ["tests/trace/test_codec.py"],
    "trace/storage/decoder": ["tests/trace/test_codec.py", "tests/trace/test_strange_files.py"],
    "trace/state/job_state": ["tests/test_keystone.py", "tests/trace/test_fold.py"],
}  # fmt: skip
"""The tests of each module."""

COPIED_FOLDERS = ("examples", "flinksim", "tests")
FOUND_EXIT_CODES = {1, 3, 24, -24, 36, 152, 255, -9, -11}
"""mutmut's exit codes for a fault that a test found, that timed out, or that crashed."""


@dataclass(frozen=True)
class Outcome:
    """How many faults were planted in a module and found, and the survivors as diffs."""

    module: str
    seed: int
    planted: int
    found: int
    survivors: tuple[str, ...] = ()

    def __str__(self) -> str:
        share = f"{self.found / self.planted:.0%}"
        return f"{self.planted:8} {self.found:6} {share:>6} {self.seed:6}  {self.module}"


def format_table(outcomes: Iterable[Outcome]) -> str:
    """Format a table with a line for each module, and one for all of them."""
    outcomes = list(outcomes)
    planted, found = (sum(getattr(one, name) for one in outcomes) for name in ("planted", "found"))
    return "\n".join(
        [
            " planted  found  share   seed  module",
            *map(str, outcomes),
            f"{planted:8} {found:6} {found / planted:6.0%}         all",
        ]
    )


def read_results() -> dict[str, Outcome]:
    """Read the last results, by module."""
    lines = (
        RESULTS_FILE.read_text(encoding="utf-8").splitlines()[1:-1] if RESULTS_FILE.exists() else []
    )
    rows = [line.split() for line in lines]
    return {
        module: Outcome(module, int(seed), int(planted), int(found))
        for planted, found, _, seed, module in rows
    }


def write_result(outcome: Outcome) -> None:
    """Save a result in the table, replacing an earlier one of the module."""
    known = {**read_results(), outcome.module: outcome}
    rows = [known[module] for module in OWN_TESTS if module in known]
    RESULTS_FILE.write_text(format_table(rows) + "\n", encoding="utf-8")


class MutmutCheckout:
    """A copy of the checkout in which mutmut works on one module."""

    def __init__(self, module: str, folder: Path) -> None:
        self.module = f"flinksim/{module}.py"
        self.folder = folder
        for name in COPIED_FOLDERS:
            ignored = shutil.ignore_patterns("__pycache__", "static")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        settings = {
            "source_paths": [self.module],
            "pytest_add_cli_args_test_selection": OWN_TESTS[module],
            "also_copy": list(COPIED_FOLDERS),
        }
        lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
        options = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        # mutmut's measured test time excludes pytest's start, so the timeout needs a constant.
        lines += ["timeout_multiplier = 3", "timeout_constant = 8"]
        config = "\n".join(["", "[tool.mutmut]", *lines, ""])
        (folder / "pyproject.toml").write_text(options + config, encoding="utf-8")

    def faults(self) -> list[str]:
        """List the names of all faults without testing them."""
        # mutmut has no command that only makes the faults, so ask it for one that does not exist.
        output = self._run_mutmut("run", "--max-children", "1", "no_such_fault")
        if not self._results_file.exists() or "nothing matches" not in output:
            raise SystemExit(f"{self.module}: mutmut could make no faults:\n{output}")
        return sorted(self._read_exit_codes())

    def find_survivors(self, faults: list[str]) -> list[str]:
        """Test *faults* and return those that no test found, as diffs of the source."""
        output = self._run_mutmut("run", *faults)
        codes = self._read_exit_codes()
        if any(codes[fault] is None for fault in faults):
            raise SystemExit(f"{self.module}: not all faults were tried:\n{output}")
        return [
            self._format_fault(fault) for fault in faults if codes[fault] not in FOUND_EXIT_CODES
        ]

    def _format_fault(self, fault: str) -> str:
        lines = self._run_mutmut("show", fault).splitlines()
        return "\n".join(
            line for line in lines if line[:1] in "@+-" and line[:3] not in ("+++", "---")
        )

    @property
    def _results_file(self) -> Path:
        return self.folder / "mutants" / f"{self.module}.meta"

    def _read_exit_codes(self) -> dict[str, int | None]:
        codes = json.loads(self._results_file.read_text(encoding="utf-8"))["exit_code_by_key"]
        assert isinstance(codes, dict)
        return codes

    def _run_mutmut(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "mutmut", *command],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr


def plant_faults(module: str, max_faults: int | None, seed: int) -> Outcome:
    """Plant up to *max_faults* random faults in a module and test them."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        workshop = MutmutCheckout(module, Path(folder))
        faults = workshop.faults()
        if max_faults is not None and max_faults < len(faults):
            faults = random.Random(f"{seed} {module}").sample(faults, max_faults)
        survivors = tuple(workshop.find_survivors(faults))
        return Outcome(module, seed, len(faults), len(faults) - len(survivors), survivors)


def main() -> int:
    parser = argparse.ArgumentParser(description="Which faults do a module's own tests not find?")
    parser.add_argument("words", nargs="*", help="modules whose names hold one of these; else all")
    parser.add_argument("--faults", default="30", help="in each module: a number, or 'all'")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument(
        "--at-least", type=int, default=0, metavar="PERCENT", help="else exit with 1"
    )
    parser.add_argument(
        "--note", action="store_true", help=f"note what is found in {RESULTS_FILE.name}"
    )
    parser.add_argument("--noted", action="store_true", help="print what is noted, and end")
    options = parser.parse_args()
    max_faults = None if options.faults == "all" else int(options.faults)
    chosen = [
        module for module in OWN_TESTS
        if not options.words or any(word in module for word in options.words)
    ]  # fmt: skip
    if not chosen:
        parser.error(f"no module of that name; there are: {', '.join(OWN_TESTS)}")
    if options.noted:
        print(
            format_table(outcome for module, outcome in read_results().items() if module in chosen)
        )
        return 0
    print(f"seed {options.seed}", flush=True)
    outcomes = []
    for module in chosen:
        outcome = plant_faults(module, max_faults, options.seed)
        outcomes.append(outcome)
        if options.note:
            write_result(outcome)
        print(f"\n{module}: {outcome.found} of {outcome.planted} found", flush=True)
        for survivor in outcome.survivors:
            print(f"  survived:\n{_indent(survivor)}", flush=True)
    print(f"\n{format_table(outcomes)}")
    planted, found = sum(one.planted for one in outcomes), sum(one.found for one in outcomes)
    return 1 if 100 * found < options.at_least * planted else 0


def _indent(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


if __name__ == "__main__":
    sys.exit(main())
