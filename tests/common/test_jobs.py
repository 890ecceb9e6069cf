"""Job ids, states, results, clients, restart strategies and schemas."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest

from flinksim.common import (
    CompletableFuture,
    ConfigOptions,
    JobClient,
    JobExecutionResult,
    JobID,
    JobStatus,
    RestartStrategies,
    SimpleStringSchema,
)
from flinksim.common.serialization import ByteArraySchema, Encoder, RowFieldExtractorSchema
from flinksim.common.serializer import VoidNamespaceSerializer


def test_a_finished_job_is_told_by_its_client() -> None:
    result = JobExecutionResult(JobID("ab" * 16), 5, {"n": 3})
    client = JobClient(result.get_job_id(), result)
    assert client.get_job_status().result() is JobStatus.FINISHED
    assert client.get_job_execution_result().result().get_accumulator_result("n") == 3
    assert client.get_accumulators().result() == {"n": 3}
    assert client.get_job_id() == JobID("ab" * 16)
    assert "abab" in str(result)


def test_a_failed_job_is_told_by_its_client() -> None:
    failure = ValueError("broken")
    client = JobClient(JobID(), error=failure)
    assert client.get_job_status().result() is JobStatus.FAILED
    assert client.get_job_execution_result().exception() is failure
    with pytest.raises(ValueError, match="broken"):
        client.get_job_execution_result().result()


def test_a_job_that_has_ended_takes_no_savepoint() -> None:
    client = JobClient(JobID(), JobExecutionResult(JobID()))
    with pytest.raises(RuntimeError, match="has already ended"):
        client.trigger_savepoint().result()
    with pytest.raises(RuntimeError, match="has already ended"):
        client.stop_with_savepoint(True).result()


def test_a_future_is_always_done() -> None:
    future = CompletableFuture(3)
    assert (future.done(), future.cancelled(), future.cancel()) == (True, False, False)
    assert str(future) == "CompletableFuture[Completed normally]"


def test_terminal_states_are_flinks() -> None:
    terminal = {status for status in JobStatus if status.is_terminal_state()}
    globally = {status for status in JobStatus if status.is_globally_terminal_state()}
    assert globally == {JobStatus.FAILED, JobStatus.CANCELED, JobStatus.FINISHED}
    assert terminal == globally | {JobStatus.SUSPENDED}


def test_restart_strategies_compare_by_their_numbers() -> None:
    fixed = RestartStrategies.fixed_delay_restart(3, 1000)
    assert fixed == RestartStrategies.fixed_delay_restart(3, timedelta(seconds=1))
    assert fixed != RestartStrategies.fixed_delay_restart(4, 1000)
    assert fixed != RestartStrategies.no_restart()
    assert fixed.get_restart_attempts() == 3
    assert fixed.get_delay_between_attempts_interval() == timedelta(seconds=1)
    rate = RestartStrategies.failure_rate_restart(2, 5000, 10)
    assert rate.get_failure_interval() == timedelta(seconds=5)
    with pytest.raises(TypeError, match=r"'failure_interval'.*found 'x'"):
        RestartStrategies.failure_rate_restart(2, "x", 10)  # type: ignore[arg-type]


def test_schemas_go_both_ways() -> None:
    schema = SimpleStringSchema("UTF-16")
    assert schema.deserialize(schema.serialize("ä")) == "ä"
    with pytest.raises(LookupError):
        SimpleStringSchema("no such charset")
    assert ByteArraySchema().deserialize(b"x") == b"x"
    assert RowFieldExtractorSchema(1).serialize((1, "b")) == b"b"
    with pytest.raises(ValueError, match="non-negative, got: -1"):
        RowFieldExtractorSchema(-1)
    assert Encoder.simple_string_encoder().encode("a") == b"a\n"
    stream = BytesIO()
    VoidNamespaceSerializer().serialize(b"", stream)
    assert stream.getvalue() == b""


def test_config_options_are_built_as_in_flink() -> None:
    option = ConfigOptions.key("a.b").int_type().default_value(3)
    assert (option.key(), option.default_value()) == ("a.b", 3)
    assert ConfigOptions.key("c").string_type().no_default_value().default_value() is None
