"""Creates the tasks of a job whose client is PyFlink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.conversion import Converter, build_converter
from flinksim.common.typeutils.key_ordering import KeyEncoder, build_key_encoder
from flinksim.connectors.sinks import CollectSink
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.api_flavor import get_api_flavor
from flinksim.datastream.functions import Function
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import OperatorSpec
from flinksim.graph.job_graph_generator import ChainedOperator
from flinksim.graph.stream_graph_generator import StreamEdge
from flinksim.pyflink_compat.batched_timer_service import (
    BatchedTimerService,
    BatchRoundsTimerService,
)
from flinksim.pyflink_compat.bundles import (
    Bundle,
    BundledOutput,
    PythonWorkerOutput,
    read_bundle_limits,
)
from flinksim.pyflink_compat.c_long import to_c_long
from flinksim.pyflink_compat.coder_checks import (
    create_coder,
    create_network_check,
    create_thread_coder,
)
from flinksim.pyflink_compat.errors import get_py4j_error_class
from flinksim.pyflink_compat.function_kinds import is_sent_in_row
from flinksim.pyflink_compat.fused_functions import unfuse
from flinksim.pyflink_compat.python_flavor import PythonApiFlavor
from flinksim.pyflink_compat.python_operator_chain import PythonOperatorChain
from flinksim.pyflink_compat.python_operators import create_python_operator
from flinksim.pyflink_compat.row_key_hash import select_row_key_hash
from flinksim.pyflink_compat.worker_map_state import WorkerKeyedStateBackend
from flinksim.runtime.failure_report import Failure, JobExecutionError
from flinksim.runtime.fused_function_view import FusedFunction
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.process_operators import ProcessOperator
from flinksim.runtime.operators.sink_operator import SinkOperator
from flinksim.runtime.operators.stream_operator import OperatorContext, StreamOperator
from flinksim.runtime.task_factory import NetworkTargetFactory, TaskFactory
from flinksim.runtime.tasks.operator_chain import OperatorChain
from flinksim.runtime.tasks.output_routing import (
    TargetInstrumenter,
    build_converters,
    build_output_targets,
)
from flinksim.runtime.tasks.outputs import OperatorOutput, OutputTarget, wrap_with_converter
from flinksim.trace.events import Emit


class PythonTaskFactory(TaskFactory):
    """Creates tasks with Python workers, or, in thread mode, with Python in the task itself."""

    ends_cluster = True

    def __init__(self, settings: Pipeline) -> None:
        super().__init__(settings)
        dialect = get_api_flavor(settings.configuration)
        assert isinstance(dialect, PythonApiFlavor)
        self._dialect = dialect
        self._limits = read_bundle_limits(settings.configuration)
        self._worker_bundle: Bundle | None = None
        """Bundle of the Python worker whose functions are being set up."""
        self._bundles: dict[StreamOperator, Bundle] = {}

    def list_functions(self, operators: Sequence[ChainedOperator]) -> list[FusedFunction]:
        return [function for one in operators for function in unfuse(one)]

    def create_operator(self, spec: OperatorSpec) -> StreamOperator:
        return create_python_operator(spec)

    def prepare_context(self, context: OperatorContext) -> None:
        super().prepare_context(context)
        context.convert_timestamp = to_c_long

    def prepare_harness_context(self, context: OperatorContext) -> None:
        self.prepare_context(context)
        if self._dialect.has_workers:
            self._assign_worker(context, self._create_bundle(context))

    def _create_bundle(self, context: OperatorContext) -> Bundle:
        return Bundle(self._limits, context.processing_time, context.follows_from)

    def _assign_worker(self, context: OperatorContext, bundle: Bundle) -> None:
        """Let the operator's function run in the Python worker that *bundle* belongs to."""
        context.wrap_handler = bundle.guard
        context.wrap_watermark_handler = partial(
            bundle.defer_watermarks, context.operator_id, context.emit
        )
        if self._has_batch_state:
            context.create_timer_service = partial(BatchRoundsTimerService, bundle=bundle)
        else:
            context.create_keyed_state_backend = partial(
                WorkerKeyedStateBackend,
                bundle=bundle,
                caches=self._dialect.has_state_cache,
            )
            context.create_timer_service = partial(BatchedTimerService, bundle=bundle)

    def get_key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        return select_row_key_hash(key_type)

    def get_key_encoder(self, key_type: TypeInformation | None) -> KeyEncoder:
        return build_key_encoder(key_type, use_pickle=True)

    def create_output(
        self,
        function: FusedFunction,
        context: OperatorContext,
        operators: Mapping[int, StreamOperator],
        create_network_target: NetworkTargetFactory,
        wrap_target: TargetInstrumenter,
    ) -> OperatorOutput:
        make = build_converter
        if function.is_last_of_worker:
            make = create_coder if self._dialect.has_workers else create_thread_coder
        convert = build_converters(function, make)
        in_bundles = function.is_last_of_worker and self._dialect.has_workers
        targets = build_output_targets(
            function, operators, partial(_add_network_null_check, create_network_target, function),
            context.object_reuse, {} if in_bundles else convert, wrap_target,
        )  # fmt: skip
        _add_client_null_checks(function, operators, targets)
        arguments = (targets, context.operator_id, context.emit)
        output = PythonWorkerOutput(*arguments)
        if in_bundles:
            self._worker_bundle = self._create_bundle(context)
            output = BundledOutput(*arguments, convert, self._worker_bundle)
        bundle = self._worker_bundle
        if bundle is not None and (
            function.is_last_of_worker or function.fused_successor_id is not None
        ):
            self._bundles[operators[function.node.id]] = bundle
            self._assign_worker(context, bundle)
        return output

    def create_chain(
        self,
        functions: Sequence[FusedFunction],
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

    def create_job_error(self, failure: Failure, cluster: Any) -> JobExecutionError:
        return get_py4j_error_class()(failure, cluster)


def _add_network_null_check(
    to_network: NetworkTargetFactory, function: FusedFunction, edge: StreamEdge, tag_id: str | None
) -> OutputTarget:
    """Create the target of a network edge; it rejects ``None`` where Java cannot serialize null."""
    target = to_network(edge, tag_id)
    if is_sent_in_row(function.node.spec):
        return target
    null_check = _create_null_check(function, edge)
    return target if null_check is None else wrap_with_converter(target, null_check)


def _create_null_check(function: FusedFunction, edge: StreamEdge) -> Converter | None:
    tag = edge.output_tag
    type_info = function.node.output_type if tag is None else tag.type_info
    return create_network_check(type_info, is_python_output=function.is_last_of_worker)


def _add_client_null_checks(
    function: FusedFunction, operators: Mapping[int, StreamOperator], targets: list[OutputTarget]
) -> None:
    """Add null checks to the edges of collect sinks, because Java serializes their values as well."""
    for number, edge in enumerate(function.chained_operator.chained_outputs):
        operator = operators[edge.target_id]
        if isinstance(operator, SinkOperator) and isinstance(operator.sink, CollectSink):
            null_check = _create_null_check(function, edge)
            if null_check is not None:
                targets[number] = wrap_with_converter(targets[number], null_check)


def _share_clocks(
    functions: Sequence[FusedFunction], operators: Mapping[int, StreamOperator]
) -> None:
    """Let functions that are fused into one operator see the same watermark.

    It is that of the first operator, if that one has timers.
    """
    heads: dict[int, StreamOperator] = {}
    for one in functions:
        if one.fused_successor_id is not None:
            head = heads.get(one.node.id, operators[one.node.id])
            heads[one.fused_successor_id] = head
            successor = operators[one.fused_successor_id]
            if isinstance(successor, ProcessOperator) and isinstance(head, TimerOperator):
                successor.bind_watermark_source(head)
