"""Nodes that transform single rows.

Flink: ``StreamExecCalc``, ``StreamExecExpand``, ``StreamExecCorrelate``, ``StreamExecValues``,
``StreamExecWatermarkAssigner``, ``StreamExecDropUpdateBefore``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flinksim.connectors.collection_sources import CollectionSource
from flinksim.datastream.transformations import (
    FactorySpec,
    SourceSpec,
    Transformation,
    WatermarkSettings,
)
from flinksim.table.compiled_plan.option_values import parse_duration_ms
from flinksim.table.compiled_plan.plan_document import CompiledPlanError, PlanNode
from flinksim.table.compiled_plan.plan_translator import PlanTranslator, add_node_translator
from flinksim.table.compiled_plan.scan_watermarks import split_delay
from flinksim.table.runtime.calc_operators import (
    CalcOperator,
    CorrelateOperator,
    DropUpdateBeforeOperator,
    ExpandOperator,
    WatermarkAssigner,
)
from flinksim.table.runtime.change_rows import ChangeRow, Values
from flinksim.table.runtime.expressions.rex_compiler import (
    ExpressionContext,
    compile_condition,
    compile_projection,
    compile_rex,
    get_function_name,
    get_type,
)


@add_node_translator("values")
def _translate_values(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    context = translator.create_expression_context(node)
    rows = [ChangeRow(compile_projection(row, context)(())) for row in node.require("tuples")]
    transformation = translator.add(node, SourceSpec(CollectionSource(rows), legacy=True), inputs)
    transformation.parallelism = 1
    return transformation


@add_node_translator("calc")
def _translate_calc(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    context = translator.create_expression_context(node)
    projection, condition = node.require("projection"), node.get("condition")

    def compile_calc(clock_ms: Callable[[], int]) -> Any:
        clocked = replace(context, clock_ms=clock_ms)
        return compile_projection(projection, clocked), compile_condition(condition, clocked)

    compile_calc(lambda: 0)  # an unsupported function is reported now, not in the job
    return translator.add_operator(node, inputs, CalcOperator, compile_calc)


@add_node_translator("expand")
def _translate_expand(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    context = translator.create_expression_context(node)
    projections = [compile_projection(each, context) for each in node.require("projects")]
    return translator.add_operator(node, inputs, ExpandOperator, projections)


@add_node_translator("drop-update-before")
def _translate_drop_update_before(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    return translator.add_operator(node, inputs, DropUpdateBeforeOperator)


@add_node_translator("watermark-assigner")
def _translate_watermark_assigner(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    strategy = compile_rex(
        node.require("watermarkExpr"), translator.create_expression_context(node)
    )
    timeout = translator.get_option(node, "table.exec.source.idle-timeout", "0 ms")
    position = node.require("rowtimeFieldIndex")
    rowtime, delay_ms = split_delay(node.require("watermarkExpr"))
    is_fixed = delay_ms is not None and rowtime.get("inputIndex") == position
    settings = WatermarkSettings(
        delay_ms if is_fixed else None, parse_duration_ms(timeout) or None, "configuration"
    )
    spec = FactorySpec(
        partial(WatermarkAssigner, position, strategy, watermark=settings),
        WatermarkAssigner.FLINK_CLASS,
        watermark=settings,
    )
    return translator.add(node, spec, inputs)


# --- table functions -----------------------------------------------------------------------------------


@add_node_translator("correlate")
def _translate_correlate(
    translator: PlanTranslator, node: PlanNode, inputs: Sequence[Transformation]
) -> Transformation:
    context = translator.create_expression_context(node)
    call = node.require("functionCall")
    width = len(node.output_type.children) - len(translator.get_input_type(node).children)
    return translator.add_operator(
        node,
        inputs,
        CorrelateOperator,
        _compile_table_function(call, context),
        compile_condition(node.get("condition"), context),
        node.require("joinType") == "LEFT",
        width,
    )


def _compile_table_function(
    call: Mapping[str, Any], context: ExpressionContext
) -> Callable[[Values], Iterable[Values]]:
    name = get_function_name(call)
    expand = TABLE_FUNCTIONS.get(name)
    if expand is None:
        raise CompiledPlanError(f"the table function {name} is not supported by flinksim")
    operands = call.get("operands", [])
    evaluators = [compile_rex(operand, context) for operand in operands]
    makes_rows = bool(operands) and _has_row_elements(operands[0])

    def evaluate(row: Values) -> Iterable[Values]:
        return expand([evaluate(row) for evaluate in evaluators], makes_rows)

    return evaluate


def _has_row_elements(operand: Mapping[str, Any]) -> bool:
    type_ = get_type(operand)
    return type_.root == "ARRAY" and type_.element.root == "ROW"


def _expand_collection(arguments: list[Any], makes_rows: bool) -> Iterable[Values]:
    collection = arguments[0]
    if collection is None:
        return []
    if isinstance(collection, dict):
        return list(collection.items())
    if makes_rows:
        return [element for element in collection if element is not None]
    return [(element,) for element in collection]


def _expand_with_ordinality(arguments: list[Any], makes_rows: bool) -> Iterable[Values]:
    rows = _expand_collection(arguments, makes_rows)
    return [(*row, number) for number, row in enumerate(rows, start=1)]


def _repeat_rows(arguments: list[Any], makes_rows: bool) -> Iterable[Values]:
    count, *values = arguments
    return [tuple(values)] * (count or 0)


TABLE_FUNCTIONS: dict[str, Callable[[list[Any], bool], Iterable[Values]]] = {
    "UNNEST_ROWS": _expand_collection,
    "UNNEST_ROWS_WITH_ORDINALITY": _expand_with_ordinality,
    "REPLICATE_ROWS": _repeat_rows,
}
