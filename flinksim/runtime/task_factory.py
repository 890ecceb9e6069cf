"""Factory of the objects that a task consists of: those of Flink's Java classes by default.

A client in another language uses its own. Its pipeline names a subclass of this factory
(:attr:`~flinksim.datastream.pipeline_executor.Pipeline.task_factory`), which is looked up when the
job is deployed. So the runtime does not depend on the client. PyFlink's factory is
:mod:`flinksim.pyflink_compat.task_factory`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.hashing import typed_key_hash_for
from flinksim.common.typeutils.key_ordering import KeyBytes, key_bytes_for
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.functions import Function
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import OperatorSpec
from flinksim.graph.batch_mode import has_batch_state_backend
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.graph.stream_graph_generator import StreamEdge
from flinksim.runtime.failure_report import Failure, JobExecutionError
from flinksim.runtime.fused_function_view import ChainedFunction, functions_of
from flinksim.runtime.operators.internal_timer_service import BatchTimerService
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.runtime.state.batch_keyed_state_backend import BatchKeyedStateBackend
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.tasks.output_routing import TellOfTarget, converters, output_targets
from flinksim.runtime.tasks.outputs import OperatorOutput, OutputTarget
from flinksim.trace.events import Emit

ToNetwork: TypeAlias = Callable[[StreamEdge, str | None], OutputTarget]
"""Creates the network target of an edge, given the edge and the id of its side output."""


class TaskFactory:
    """Creates the parts of the tasks of one job."""

    ends_cluster = False
    """Whether the cluster shuts down when the job ends, so that it answers no more requests."""

    def __init__(self, settings: Pipeline) -> None:
        self._has_batch_state = has_batch_state_backend(settings)

    def functions_of(self, operators: Sequence[ChainedOperator]) -> list[ChainedFunction]:
        """List the functions of a chain in the order in which they are called, from its head."""
        return functions_of(operators)

    def operator(self, spec: OperatorSpec) -> StreamOperator:
        """Create the operator of *spec*."""
        return create_operator(spec)

    def prepare(self, context: OperatorContext) -> None:
        """Set the factories of state backend and timer service in *context*."""
        if self._has_batch_state:
            context.create_keyed_state_backend = BatchKeyedStateBackend
            context.create_timer_service = BatchTimerService

    def prepare_alone(self, context: OperatorContext) -> None:
        """Prepare the *context* of an operator without a task, as in a test harness."""
        self.prepare(context)

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """Return the hash function for keys of *key_type*; ``None`` if the type does not matter."""
        return typed_key_hash_for(key_type)

    def key_bytes(self, key_type: TypeInformation | None) -> KeyBytes:
        """Return the encoder of keys of *key_type*; batch mode sorts by the encoded bytes."""
        return key_bytes_for(key_type, pickled=False)

    def output(
        self,
        function: ChainedFunction,
        context: OperatorContext,
        operators: Mapping[int, StreamOperator],
        to_network: ToNetwork,
        tell: TellOfTarget,
    ) -> OperatorOutput:
        """Create the output of *function*; called from the tail of a chain to its head."""
        targets = output_targets(
            function, operators, to_network, context.object_reuse, converters(function), tell
        )
        return OperatorOutput(targets, context.operator_id, context.emit)

    def chain(
        self,
        functions: Sequence[ChainedFunction],
        operators: Mapping[int, StreamOperator],
        key_functions: Sequence[Function],
        emit: Emit | None,
    ) -> OperatorChain:
        """Create the chain of *functions*, whose *operators* have been set up."""
        return OperatorChain([operators[one.node.id] for one in functions], key_functions, emit)

    def job_error(self, failure: Failure, cluster: Any) -> JobExecutionError:
        """Create the error that a program catches when its job has failed."""
        return JobExecutionError(failure, cluster)


def task_factory_of(settings: Pipeline) -> TaskFactory:
    """Create the factory that the job's client names."""
    factory: TaskFactory = pkgutil.resolve_name(settings.task_factory)(settings)
    return factory
