"""``sim.checkpoints`` has the columns of Flink's page, printed and in Jupyter."""

from __future__ import annotations

import flinksim as fs
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.runtime.jobmaster.checkpoint_settings import SnapshotSettings
from tests.checkpoint_jobs import JOBS, environment


def run(**options: str) -> fs.Simulation:
    env = environment(10, 2, **options)
    JOBS["two_inputs"](env).sink_to(TransactionalSink())
    settings = fs.RunSettings(
        snapshots=SnapshotSettings(sync_bytes_per_s=50_000, async_bytes_per_s=20_000),
        interleaving=fs.Seeded(1),
        network=fs.NetworkSettings(latency_ms=4, segment_bytes=64, buffer_timeout_ms=0),
    )
    return fs.simulate(env, settings=settings).run()


def test_a_row_for_each_checkpoint_and_one_for_each_part() -> None:
    checkpoints = run(execution__checkpointing__unaligned__enabled="true").checkpoints
    assert [row.id for row in checkpoints.history] == [one.id for one in checkpoints]
    parts = {(one.id, name): each for one in checkpoints for name, each in one.metrics.items()}
    assert len(checkpoints.subtasks) == len(parts) > 8
    for row in checkpoints.subtasks:
        each = parts[row.checkpoint, row.subtask]
        assert row[2:] == (
            each.start_delay_ms, each.alignment_ms, each.sync_ms, each.async_ms, each.bytes,
            each.full_bytes, each.processed_bytes, each.persisted_bytes, each.is_unaligned,
        )  # fmt: skip
    assert any(row.async_ms > row.sync_ms > 0 for row in checkpoints.subtasks)
    assert any(row.alignment_ms for row in checkpoints.subtasks)
    assert any(row.persisted_bytes for row in checkpoints.subtasks)
    for whole in checkpoints.history:
        of_it = [row for row in checkpoints.subtasks if row.checkpoint == whole.id]
        for column in ("checkpointed_bytes", "full_bytes", "processed_bytes", "persisted_bytes"):
            assert sum(getattr(row, column) for row in of_it) == getattr(whole, column)


def test_they_are_printed_in_columns_and_are_tables_in_jupyter() -> None:
    checkpoints = run().checkpoints
    lines = repr(checkpoints).splitlines()
    assert lines[0].split()[:4] == ["id", "kind", "status", "acknowledged"]
    assert lines[1].split()[:4] == ["1", "checkpoint", "COMPLETED", "6/6"]
    heads = next(line for line in lines if "start delay ms" in line)
    one = lines[lines.index(heads) + 1]
    assert one.index("False") > heads.index("unaligned")
    assert len(lines) == len(checkpoints) + len(checkpoints.subtasks) + 3
    assert checkpoints._repr_html_().count("<table>") == 2
    assert "<th>start_delay_ms</th>" in checkpoints._repr_html_()


def test_without_any_it_says_so() -> None:
    env = environment(None)
    JOBS["stateless"](env).sink_to(TransactionalSink())
    assert repr(fs.simulate(env).checkpoints) == "no checkpoint was started"
