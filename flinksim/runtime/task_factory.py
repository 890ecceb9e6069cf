"""What the tasks of a job are made of: Flink's Java classes, as a client in Java has them.

A client in another language puts others in their place. Its pipeline names a factory of its own, a
subclass of the one here (:attr:`~flinksim.datastream.pipeline_executor.Pipeline.task_factory`), which is
looked up when the job is deployed; so nothing in the runtime asks who the client is. PyFlink's is
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
"""From an edge and the id of its side output to where it leads."""


class TaskFactory:
    """Makes what the tasks of one job consist of."""

    ends_cluster = False
    """Whether the cluster goes when the job has ended, so that nobody answers for it any more."""

    def __init__(self, settings: Pipeline) -> None:
        self._has_batch_state = has_batch_state_backend(settings)

    def functions_of(self, operators: Sequence[ChainedOperator]) -> list[ChainedFunction]:
        """What of a chain is called one after the other, from its head on."""
        return functions_of(operators)

    def operator(self, spec: OperatorSpec) -> StreamOperator:
        """The operator that *spec* describes."""
        return create_operator(spec)

    def prepare(self, context: OperatorContext) -> None:
        """Put into *context* what keeps the operator's state and timers."""
        if self._has_batch_state:
            context.create_keyed_state_backend = BatchKeyedStateBackend
            context.create_timer_service = BatchTimerService

    def prepare_alone(self, context: OperatorContext) -> None:
        """The same for an operator without a task, as in a test harness."""
        self.prepare(context)

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """The hash function for keys of *key_type*; ``None`` where no type is needed."""
        return typed_key_hash_for(key_type)

    def key_bytes(self, key_type: TypeInformation | None) -> KeyBytes:
        """What makes the bytes by which batch mode sorts keys of *key_type*."""
        return key_bytes_for(key_type, pickled=False)

    def output(
        self,
        function: ChainedFunction,
        context: OperatorContext,
        operators: Mapping[int, StreamOperator],
        to_network: ToNetwork,
        tell: TellOfTarget,
    ) -> OperatorOutput:
        """Where what *function* puts out goes; called from the tail of a chain to its head."""
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
        """The chain of *functions*, whose *operators* have been set up."""
        return OperatorChain([operators[one.node.id] for one in functions], key_functions, emit)

    def job_error(self, failure: Failure, cluster: Any) -> JobExecutionError:
        """What a program catches when its job has failed."""
        return JobExecutionError(failure, cluster)


def task_factory_of(settings: Pipeline) -> TaskFactory:
    """The factory that the job's client has named."""
    factory: TaskFactory = pkgutil.resolve_name(settings.task_factory)(settings)
    return factory
