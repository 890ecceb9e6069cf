from __future__ import annotations

import pytest

from flinksim.common import ExecutionConfig


def test_the_defaults_are_flinks() -> None:
    config = ExecutionConfig()
    assert config.get_parallelism() == 1
    assert config.get_max_parallelism() == -1
    assert config.get_auto_watermark_interval() == 200
    assert config.get_latency_tracking_interval() == 0
    assert config.get_task_cancellation_interval() == 30_000
    assert config.get_task_cancellation_timeout() == 180_000
    assert config.has_auto_generated_uids_enabled()
    assert config.is_closure_cleaner_enabled()
    assert not config.is_object_reuse_enabled()
    assert not config.is_use_snapshot_compression()


def test_every_switch_goes_both_ways() -> None:
    config = ExecutionConfig()
    for on, off, reads in (
        (config.enable_object_reuse, config.disable_object_reuse, config.is_object_reuse_enabled),
        (config.enable_force_kryo, config.disable_force_kryo, config.is_force_kryo_enabled),
        (config.enable_force_avro, config.disable_force_avro, config.is_force_avro_enabled),
    ):
        assert on() is config
        assert reads() is True
        assert off() is config
        assert reads() is False
    assert config.disable_generic_types().has_generic_types_disabled()
    assert not config.enable_generic_types().has_generic_types_disabled()


@pytest.mark.parametrize("parallelism", [0, -3])
def test_a_parallelism_below_one_is_refused_in_flinks_words(parallelism: int) -> None:
    with pytest.raises(ValueError, match="Parallelism must be at least one") as refusal:
        ExecutionConfig().set_parallelism(parallelism)
    assert f"was given {parallelism}" in str(refusal.value)


def test_minus_one_means_the_default_parallelism() -> None:
    config = ExecutionConfig()
    assert config.set_parallelism(7).set_parallelism(-1).get_parallelism() == 1


@pytest.mark.parametrize("max_parallelism", [0, -1, 32769])
def test_a_maximum_parallelism_out_of_bounds_is_refused(max_parallelism: int) -> None:
    with pytest.raises(ValueError, match=rf"out of bounds.*Found: {max_parallelism}"):
        ExecutionConfig().set_max_parallelism(max_parallelism)


def test_a_negative_watermark_interval_is_refused() -> None:
    with pytest.raises(ValueError, match="Auto watermark interval must not be negative"):
        ExecutionConfig().set_auto_watermark_interval(-1)


def test_global_job_parameters_become_text() -> None:
    config = ExecutionConfig().set_global_job_parameters({"a": 1, "b": "x"})
    assert config.get_global_job_parameters() == {"a": "1", "b": "x"}
