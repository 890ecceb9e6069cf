"""Translation of a compiled plan into a pipeline of operators.

Flink: ``ExecNodeBase.translateToPlan``, ``StreamPlanner``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from flinksim.common.configuration import Configuration
from flinksim.datastream.external_configuration import merge_external_configuration
from flinksim.datastream.partitioner import GlobalPartitioner, KeyGroupStreamPartitioner
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
from flinksim.datastream.transformations import (
    FactorySpec,
    OperatorSpec,
    PartitionSpec,
    Transformation,
    UnionSpec,
    VirtualSpec,
)
from flinksim.table.compiled_plan.plan_document import (
    CompiledPlan,
    CompiledPlanError,
    PlanNode,
    load_compiled_plan,
)
from flinksim.table.compiled_plan.script_lines import locate_operator
from flinksim.table.compiled_plan.table_connectors import TableConnectors
from flinksim.table.logical_types import LogicalType
from flinksim.table.runtime.change_rows import build_key_selector
from flinksim.table.runtime.expressions.rex_compiler import (
    ExpressionContext,
    UnsupportedExpressionError,
)
from flinksim.table.runtime.expressions.time_arithmetic import load_time_zone
from flinksim.table.runtime.internal_row_type import InternalTypeInfo

NodeTranslator: TypeAlias = Callable[
    ["PlanTranslator", PlanNode, Sequence[Transformation]], Transformation
]
"""Function that adds the operators of a node, given those of its inputs."""

NODE_TRANSLATORS: dict[str, NodeTranslator] = {}
"""All node translators by node type."""


def add_node_translator(*types: str) -> Callable[[NodeTranslator], NodeTranslator]:
    """Add the translator of these node types."""

    def register(translate: NodeTranslator) -> NodeTranslator:
        for type_ in types:
            NODE_TRANSLATORS[type_] = translate
        return translate

    return register


_UNSUPPORTED = (KeyError, ValueError, NotImplementedError, UnsupportedExpressionError)


@dataclass(slots=True)
class PlanTranslator:
    """Translates the nodes of one plan; has what translators need.

    ``options`` are those of the job, for what a node's own configuration lacks.
    """

    environment: StreamExecutionEnvironment
    plan: CompiledPlan
    connectors: TableConnectors
    options: Mapping[str, str]

    def translate(self) -> None:
        """Add the operators of all nodes to the environment."""
        outputs: dict[int, Transformation] = {}
        for node in self.plan.nodes.values():
            translate = NODE_TRANSLATORS.get(node.type)
            if translate is None:
                raise CompiledPlanError(
                    f"node {node.id}: flinksim does not run nodes of the type {node.type!r} yet; it "
                    f"runs {', '.join(sorted(NODE_TRANSLATORS))}"
                )
            try:
                outputs[node.id] = translate(self, node, [outputs[one] for one in node.inputs])
            except CompiledPlanError:
                raise
            except _UNSUPPORTED as error:
                raise CompiledPlanError(f"node {node.id} ({node.description}): {error}") from error
            except (
                LookupError,
                TypeError,
                AttributeError,
                ArithmeticError,
                RecursionError,
            ) as error:
                raise CompiledPlanError(
                    f"node {node.id} does not have the structure that COMPILE PLAN writes: "
                    f"{error!r:.200}"
                ) from error
        if all(node.type != "sink" for node in self.plan.nodes.values()):
            raise CompiledPlanError("no node of it writes to a table")

    # --- what translators read -----------------------------------------------------------------------

    def get_option(self, node: PlanNode, name: str, default: str) -> str:
        """Return an option of the node, or else of the job."""
        return node.option(name, self.options.get(name, default))

    def create_expression_context(self, node: PlanNode) -> ExpressionContext:
        """Create the context of the node's expressions."""
        zone = self.get_option(node, "table.local-time-zone", "UTC")
        return ExpressionContext(load_time_zone("UTC" if zone == "default" else zone))

    def get_input(self, node: PlanNode, number: int = 0) -> PlanNode:
        """Return an input node."""
        return self.plan.nodes[node.inputs[number]]

    def get_input_type(self, node: PlanNode, number: int = 0) -> LogicalType:
        """Return the row type of an input."""
        return self.get_input(node, number).output_type

    # --- what translators add ------------------------------------------------------------------------

    def add(
        self,
        node: PlanNode,
        spec: OperatorSpec | VirtualSpec,
        inputs: Sequence[Transformation],
        name: str | None = None,
        description: str | None = None,
    ) -> Transformation:
        """Add a transformation for *node*, which is named after it by default.

        It has the parallelism of its first input.
        """
        transformation = self.environment.add_transformation(
            name or node.operator_name,
            spec,
            tuple(inputs),
            InternalTypeInfo(node.output_type.children),
        )
        if inputs:
            transformation.parallelism = inputs[0].parallelism
        transformation.description = f"[{node.id}]:{description or node.description}"
        transformation.declared_at = (
            locate_operator(transformation.description) or transformation.declared_at
        )
        return transformation

    def add_operator(
        self,
        node: PlanNode,
        inputs: Sequence[Transformation],
        operator_class: Any,
        *arguments: Any,
        name: str | None = None,
        description: str | None = None,
    ) -> Transformation:
        """Add an operator without keys."""
        create = partial(operator_class, *arguments)
        spec = FactorySpec(create, operator_class.FLINK_CLASS, (None,) * len(inputs))
        return self.add(node, spec, inputs, name, description)

    def add_keyed_operator(
        self,
        node: PlanNode,
        inputs: Sequence[Transformation],
        keys: Sequence[Sequence[int]],
        operator_class: Any,
        *arguments: Any,
        name: str | None = None,
    ) -> Transformation:
        """Add an operator with keyed state; *keys* are the positions of the key in each input."""
        selectors = tuple(build_key_selector(positions) for positions in keys)
        create = partial(operator_class, *selectors, *arguments)
        spec = FactorySpec(create, operator_class.FLINK_CLASS, selectors)
        transformation = self.add(node, spec, inputs, name)
        transformation.key_selector = selectors[0]
        types = self.get_input_type(node).children
        transformation.key_type = InternalTypeInfo([types[position] for position in keys[0]])
        transformation.extra["keyed_inputs"] = (True,) * len(inputs)
        if not keys[0]:
            transformation.parallelism = transformation.max_parallelism = 1
        return transformation

    def add_hash_exchange(
        self,
        node: PlanNode,
        inputs: Sequence[Transformation],
        keys: Sequence[int],
        input_type: LogicalType,
    ) -> Transformation:
        """Partition the input by the hash of columns."""
        key_type = InternalTypeInfo([input_type.children[position] for position in keys])
        maximum = self.environment.get_max_parallelism()
        partitioner = KeyGroupStreamPartitioner(
            build_key_selector(keys), maximum if maximum > 0 else 128, key_type.hash_row
        )
        exchange = self.add(node, PartitionSpec(partitioner, is_exchange=True), inputs)
        exchange.parallelism = self.environment.get_parallelism()
        return exchange


@add_node_translator("exchange")
def _translate_exchange(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    distribution = node.require("inputProperties")[0]["requiredDistribution"]
    if distribution["type"] == "HASH":
        input_type = translator.get_input_type(node)
        return translator.add_hash_exchange(node, inputs, distribution["keys"], input_type)
    if distribution["type"] == "SINGLETON":
        exchange = translator.add(
            node, PartitionSpec(GlobalPartitioner(), is_exchange=True), inputs
        )
        exchange.parallelism = 1
        return exchange
    raise CompiledPlanError(
        f"node {node.id}: an exchange with the distribution {distribution['type']} is not supported"
    )


@add_node_translator("union")
def _translate_union(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    return translator.add(node, UnionSpec(), inputs)


def build_environment(
    plan: CompiledPlan,
    connectors: TableConnectors | None = None,
    options: Mapping[str, str] | None = None,
) -> StreamExecutionEnvironment:
    """Build an environment with the operators of a compiled plan.

    Args:
        plan: The plan.
        connectors: The data of its tables; by default that of their connectors.
        options: Options of the job, such as ``table.local-time-zone`` or ``parallelism.default``.

    Raises:
        CompiledPlanError: If the plan has a node, a function or a connector that flinksim lacks.
    """
    # The modules that translate nodes import this one.
    from flinksim.table.compiled_plan import node_modules as node_modules

    configuration = Configuration()
    for name, value in (options or {}).items():
        configuration.set_string(name, value)
    configuration = merge_external_configuration(configuration)
    environment = StreamExecutionEnvironment(configuration)
    environment.get_config().enable_object_reuse()  # rows are immutable
    all_options = configuration.to_dict()
    connectors = connectors or TableConnectors()
    PlanTranslator(environment, plan, connectors, all_options).translate()
    return environment


def build_pipeline(
    plan: CompiledPlan,
    connectors: TableConnectors | None = None,
    options: Mapping[str, str] | None = None,
    job_name: str = "insert-into",
) -> Pipeline:
    """Build the pipeline of a compiled plan; see :func:`build_environment`."""
    return build_environment(plan, connectors, options).pipeline(job_name)


def execute_compiled_plan(path: Path, options: Mapping[str, str] | None = None) -> None:
    """Run the compiled plan in a file to its end.

    Raises:
        CompiledPlanError: If it cannot be read or run.

    A failure of the job is raised unchanged.
    """
    build_environment(load_compiled_plan(path), options=options).execute(path.stem)
