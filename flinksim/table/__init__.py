"""Flink SQL: types, compiled plans, and the operators that run them.

``compiled_plan`` turns the JSON of COMPILE PLAN into a job. ``runtime`` has its operators and the
functions that they evaluate. ``logical_types`` and ``data_types`` describe columns. Other names of
``pyflink.table`` can be imported; using them raises an error that there is no Table API.

Start reading at :mod:`flinksim.table.compiled_plan`.
"""

from __future__ import annotations

from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr
from flinksim.table.data_types import DataType, DataTypes

__all__ = ["DataType", "DataTypes"]

_NO_TABLE_API = UnsupportedFeature(
    "flinksim simulates the DataStream API, and the Table API is a compiler and runtime of its own",
    "the same program with flinksim.datastream, or real Flink",
)

__getattr__ = build_unsupported_getattr(
    __name__,
    dict.fromkeys(
        (
            "AggregateFunction",
            "BatchTableEnvironment",
            "CsvTableSink",
            "CsvTableSource",
            "EnvironmentSettings",
            "ExplainDetail",
            "Expression",
            "FunctionContext",
            "Module",
            "ResultKind",
            "ScalarFunction",
            "Schema",
            "StatementSet",
            "StreamTableEnvironment",
            "Table",
            "TableAggregateFunction",
            "TableConfig",
            "TableDescriptor",
            "TableEnvironment",
            "TableFunction",
            "TableResult",
            "TableSchema",
        ),
        _NO_TABLE_API,
    ),
)
