"""Creates the tasks of a job whose client is PyFlink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.conversion import Converter, converter_for
from flinksim.common.typeutils.key_ordering import KeyBytes, key_bytes_for
from flinksim.connectors.sinks import CollectSink
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.api_flavor import dialect_of
from flinksim.datastream.functions import Function
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import OperatorSpec
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.graph.stream_graph_generator import StreamEdge
from flinksim.pyflink_compat.batched_timer_service import RoundsTimerService
from flinksim.pyflink_compat.bundles import Bundle, BundledOutput, PythonOutput, bundle_limits
from flinksim.pyflink_compat.c_long import c_long_from
from flinksim.pyflink_compat.coder_checks import coder_for, network_check, thread_coder_for
from flinksim.pyflink_compat.errors import py4j_error
from flinksim.pyflink_compat.function_kinds import is_in_a_row
from flinksim.pyflink_compat.fused_functions import unrolled
from flinksim.pyflink_compat.operators import create_python_operator
from flinksim.pyflink_compat.python_flavor import PyFlinkDialect
from flinksim.pyflink_compat.python_operator_chain import PythonOperatorChain
from flinksim.pyflink_compat.row_key_hash import row_key_hash_for
from flinksim.pyflink_compat.worker_map_state import WorkerKeyedStateBackend
from flinksim.runtime.failure_report import Failure, JobExecutionError
from flinksim.runtime.fused_function_view import ChainedFunction
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.process_operators import ProcessOperator
from flinksim.runtime.operators.sink_operator import SinkOperator
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.runtime.task_factory import TaskFactory, ToNetwork
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.tasks.output_routing import TellOfTarget, converters, output_targets
from flinksim.runtime.tasks.outputs import OperatorOutput, OutputTarget, converting
from flinksim.trace.events import Emit


class PythonTaskFactory(TaskFactory):
    """Creates tasks with Python workers, or, in thread mode, with Python in the task itself."""

    ends_cluster = True

    def __init__(self, settings: Pipeline) -> None:
        super().__init__(settings)
        dialect = dialect_of(settings.configuration)
        assert isinstance(dialect, PyFlinkDialect)
        self._dialect = dialect
        self._limits = bundle_limits(settings.configuration)
        self._bundle: Bundle | None = None
        """Bundle of the worker whose functions are being set up."""
        self._bundles: dict[StreamOperator, Bundle] = {}

    def functions_of(self, operators: Sequence[ChainedOperator]) -> list[ChainedFunction]:
        return [function for one in operators for function in unrolled(one)]

    def operator(self, spec: OperatorSpec) -> StreamOperator:
        return create_python_operator(spec)

    def prepare(self, context: OperatorContext) -> None:
        super().prepare(context)
        context.time_from = c_long_from

    def prepare_alone(self, context: OperatorContext) -> None:
        self.prepare(context)
        if self._dialect.has_workers:
            self._put_in(context, self._new_bundle(context))

    def _new_bundle(self, context: OperatorContext) -> Bundle:
        return Bundle(self._limits, context.processing_time, context.coming_of)

    def _put_in(self, context: OperatorContext, bundle: Bundle) -> None:
        """Run the operator's function in the worker of this *bundle*."""
        context.guarded = bundle.guarded
        context.held = partial(bundle.held, context.operator_id, context.emit)
        if not self._has_batch_state:
            context.create_keyed_state_backend = partial(
                WorkerKeyedStateBackend,
                bundle=bundle,
                caches=self._dialect.workers_remember_state,
            )
            context.create_timer_service = partial(RoundsTimerService, bundle=bundle)

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        return row_key_hash_for(key_type)

    def key_bytes(self, key_type: TypeInformation | None) -> KeyBytes:
        return key_bytes_for(key_type, pickled=True)

    def output(
        self,
        function: ChainedFunction,
        context: OperatorContext,
        operators: Mapping[int, StreamOperator],
        to_network: ToNetwork,
        tell: TellOfTarget,
    ) -> OperatorOutput:
        make = converter_for
        if function.ends_worker:
            make = coder_for if self._dialect.has_workers else thread_coder_for
        convert = converters(function, make)
        in_bundles = function.ends_worker and self._dialect.has_workers
        targets = output_targets(
            function, operators, partial(_without_null, to_network, function),
            context.object_reuse, {} if in_bundles else convert, tell,
        )  # fmt: skip
        _refuse_nulls_for_the_client(function, operators, targets)
        arguments = (targets, context.operator_id, context.emit)
        output = PythonOutput(*arguments)
        if in_bundles:
            self._bundle = self._new_bundle(context)
            output = BundledOutput(*arguments, convert, self._bundle)
        bundle = self._bundle
        if bundle is not None and (function.ends_worker or function.fused_with is not None):
            self._bundles[operators[function.node.id]] = bundle
            self._put_in(context, bundle)
        return output

    def chain(
        self,
        functions: Sequence[ChainedFunction],
        operators: Mapping[int, StreamOperator],
        key_functions: Sequence[Function],
        emit: Emit | None,
    ) -> OperatorChain:
        _share_clocks(functions, operators)
        bundles, self._bundles = self._bundles, {}
        return PythonOperatorChain(
            [operators[one.node.id] for one in functions],
            key_functions,
            emit,
            bundles,
            {operators[one.node.id] for one in functions if one.shares_objects},
        )

    def job_error(self, failure: Failure, cluster: Any) -> JobExecutionError:
        return py4j_error()(failure, cluster)


def _without_null(
    to_network: ToNetwork, function: ChainedFunction, edge: StreamEdge, tag_id: str | None
) -> OutputTarget:
    """Create the target of a network edge that rejects nulls which Java cannot write."""
    target = to_network(edge, tag_id)
    if is_in_a_row(function.node.spec):
        return target
    null_check = _null_check(function, edge)
    return target if null_check is None else converting(target, null_check)


def _null_check(function: ChainedFunction, edge: StreamEdge) -> Converter | None:
    tag = edge.output_tag
    type_info = function.node.output_type if tag is None else tag.type_info
    return network_check(type_info, of_python=function.ends_worker)


def _refuse_nulls_for_the_client(
    function: ChainedFunction, operators: Mapping[int, StreamOperator], targets: list[OutputTarget]
) -> None:
    """Add null checks to the edges of collect sinks, because Java serializes their values as well."""
    for number, edge in enumerate(function.chained.chained_outputs):
        operator = operators[edge.target_id]
        if isinstance(operator, SinkOperator) and isinstance(operator.sink, CollectSink):
            null_check = _null_check(function, edge)
            if null_check is not None:
                targets[number] = converting(targets[number], null_check)


def _share_clocks(
    functions: Sequence[ChainedFunction], operators: Mapping[int, StreamOperator]
) -> None:
    """Let fused functions see the watermark of the head with timers, as part of the same operator."""
    heads: dict[int, StreamOperator] = {}
    for one in functions:
        if one.fused_with is not None:
            head = heads.get(one.node.id, operators[one.node.id])
            heads[one.fused_with] = head
            successor = operators[one.fused_with]
            if isinstance(successor, ProcessOperator) and isinstance(head, TimerOperator):
                successor.tell_time_of(head)
