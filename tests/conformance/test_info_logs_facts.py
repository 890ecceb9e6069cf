"""INFO logs of real Flink 2.3.0 (``info_logs.json``), and the order in which flinksim runs the same.

Recorded by ``python -m tests.conformance.judge.logs --record``: each program five times.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.fact_files import load
from tests.conformance.judge.logs import (
    PROGRAMS,
    RECORDINGS,
    Rule,
    Token,
    Topology,
    differences,
    learned,
    on_flinksim,
    recordings_in,
    tokens_of,
)

Ours = dict[str, tuple[list[Token], Topology]]


@pytest.fixture(scope="module")
def recordings() -> dict[str, list[list[Token]]]:
    return recordings_in(load("info_logs"))


@pytest.fixture(scope="module")
def ours() -> Ours:
    found = {}
    for program in PROGRAMS:
        tokens, sim = on_flinksim(program)
        found[program["id"]] = tokens, Topology(sim)
    return found


@pytest.fixture(scope="module")
def rules(recordings: dict[str, list[list[Token]]], ours: Ours) -> set[Rule]:
    return learned(recordings, {name: topology for name, (_, topology) in ours.items()})


def test_thirty_programs_and_more_were_recorded_five_times(recordings: dict[str, Any]) -> None:
    assert len(recordings) >= 30
    assert {len(runs) for runs in recordings.values()} == {RECORDINGS}
    assert min(len(run) for runs in recordings.values() for run in runs) > 10


def test_what_flink_orders_is_learned(rules: set[Rule]) -> None:
    assert len(rules) > 100
    assert ("cluster requestSlot", "cluster offerSlots", "same") in rules
    assert ("cluster offerSlots", "task SCHEDULED>DEPLOYING", "") in rules
    assert ("task CREATED>SCHEDULED", "task SCHEDULED>DEPLOYING", "downstream") in rules
    assert ("task RUNNING>FINISHED", "job RUNNING>FINISHED", "") in rules
    assert ("task RUNNING>FINISHED", "task CREATED>SCHEDULED", "behind") in rules, (
        "stage after stage"
    )
    assert not [rule for rule in rules if (rule[1], rule[0], rule[2]) in rules and not rule[2]]


def test_flinksim_has_every_sequence_and_every_order(
    recordings: dict[str, list[list[Token]]], ours: Ours, rules: set[Rule]
) -> None:
    assert recordings.keys() == ours.keys()
    told = [
        f"{name}: {line}"
        for name, (tokens, topology) in ours.items()
        for line in differences(recordings[name], tokens, topology, rules)
    ]
    assert told == []


def test_another_order_and_another_sequence_are_found(
    recordings: dict[str, list[list[Token]]], ours: Ours, rules: set[Rule]
) -> None:
    tokens, topology = ours["classic"]
    runs = recordings["classic"]
    early = tokens.index(Token("cluster", "offerSlots"))
    moved = [tokens[early], *tokens[:early], *tokens[early + 1 :]]
    assert "in Flink cluster requestSlot comes before cluster offerSlots (same)" in [
        *differences(runs, moved, topology, rules)
    ]
    less = [token for token in tokens if token.what != "INITIALIZING>RUNNING"]
    assert any("INITIALIZING>RUNNING" in line for line in differences(runs, less, topology, rules))


def test_lines_of_a_log_are_read() -> None:
    lines = [
        "ExecutionGraph Job j (4233f1c5) switched from state CREATED to RUNNING.",
        "ExecutionGraph Map -> Sink (2/3) "
        "(afca0b325d433961d36b1be4afadd248_e70bbd798b564e0a50e10e343f1ac56b_1_0) switched from CREATED "
        "to SCHEDULED.",
        "TaskExecutor Receive slot request 02a4 for job 4233 from resource manager",
        "TaskExecutor Receive slot request 285a for job 4233 from resource manager",
        "CheckpointCoordinator Completed checkpoint 7 for job 4233 (12 bytes)",
        "FileCache User file cache uses directory",
    ]
    assert tokens_of(lines) == [
        Token("job", "CREATED>RUNNING"),
        Token("e70bbd798b564e0a50e10e343f1ac56b (2/3)", "CREATED>SCHEDULED"),
        Token("cluster", "requestSlot"),
        Token("checkpoint 7", "complete"),
    ]
