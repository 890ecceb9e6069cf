"""Factory of the objects that a task consists of: those of Flink's Java classes by default.

A client in another language uses its own. Its pipeline names a subclass of this factory
(:attr:`~flinksim.datastream.pipeline_executor.Pipeline.task_factory`), which is looked up when the
job is deployed. So the runtime does not depend on the client. PyFlink's factory is
:mod:`flinksim.pyflink_compat.python_task_factory`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.hashing import build_typed_key_hash
from flinksim.common.typeutils.key_ordering import KeyEncoder, build_key_encoder
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.functions import Function
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import OperatorSpec
from flinksim.graph.batch_mode import is_batch_state_backend_enabled
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.graph.stream_graph_generator import StreamEdge
from flinksim.runtime.failure_report import Failure, JobExecutionError
from flinksim.runtime.fused_function_view import FusedFunction, list_functions
from flinksim.runtime.operators.internal_timer_service import BatchTimerService
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.runtime.state.batch_keyed_state_backend import BatchKeyedStateBackend
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.tasks.output_routing import (
    TargetInstrumenter,
    build_converters,
    build_output_targets,
)
from flinksim.runtime.tasks.outputs import OperatorOutput, OutputTarget
from flinksim.trace.events import Emit

NetworkTargetFactory: TypeAlias = Callable[[StreamEdge, str | None], OutputTarget]
"""Function that creates the output for an edge to other tasks.

Its arguments are the edge and the id of the side output that it carries, if any.
"""


class TaskFactory:
    """Creates the parts of the tasks of one job."""

    ends_cluster = False
    """Whether the cluster shuts down with the job, so that afterwards it answers no requests."""

    def __init__(self, settings: Pipeline) -> None:
        self._has_batch_state = is_batch_state_backend_enabled(settings)

    def list_functions(self, operators: Sequence[ChainedOperator]) -> list[FusedFunction]:
        """List the functions of a chain in the order in which they are called, from its head."""
        return list_functions(operators)

    def create_operator(self, spec: OperatorSpec) -> StreamOperator:
        """Create the operator of *spec*."""
        return create_operator(spec)

    def prepare_context(self, context: OperatorContext) -> None:
        """Set in *context* how the operator creates its state backend and its timer service."""
        if self._has_batch_state:
            context.create_keyed_state_backend = BatchKeyedStateBackend
            context.create_timer_service = BatchTimerService

    def prepare_harness_context(self, context: OperatorContext) -> None:
        """Prepare the *context* of an operator that runs in a test harness, without a task."""
        self.prepare_context(context)

    def get_key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """Return the hash function for keys of *key_type*; ``None`` if the type does not matter."""
        return build_typed_key_hash(key_type)

    def get_key_encoder(self, key_type: TypeInformation | None) -> KeyEncoder:
        """Return the encoder of keys of *key_type*; batch mode sorts by the encoded bytes."""
        return build_key_encoder(key_type, use_pickle=False)

    def create_output(
        self,
        function: FusedFunction,
        context: OperatorContext,
        operators: Mapping[int, StreamOperator],
        create_network_target: NetworkTargetFactory,
        wrap_target: TargetInstrumenter,
    ) -> OperatorOutput:
        """Create the output of *function*; called from the tail of a chain to its head."""
        targets = build_output_targets(
            function,
            operators,
            create_network_target,
            context.object_reuse,
            build_converters(function),
            wrap_target,
        )
        return OperatorOutput(targets, context.operator_id, context.emit)

    def create_chain(
        self,
        functions: Sequence[FusedFunction],
        operators: Mapping[int, StreamOperator],
        key_functions: Sequence[Function],
        emit: Emit | None,
    ) -> OperatorChain:
        """Create the operator chain of *functions*; ``setup`` of the *operators* has been called."""
        return OperatorChain([operators[one.node.id] for one in functions], key_functions, emit)

    def create_job_error(self, failure: Failure, cluster: Any) -> JobExecutionError:
        """Create the error that a program catches when its job has failed."""
        return JobExecutionError(failure, cluster)


def create_task_factory(settings: Pipeline) -> TaskFactory:
    """Create the task factory that the client of the job (such as PyFlink's) has named."""
    factory: TaskFactory = pkgutil.resolve_name(settings.task_factory)(settings)
    return factory
