"""PyFlink: ``pyflink.table``, of which only the data types are supported.

The other names can be imported. Using them raises an error that there is no Table API. Belongs
here: the types that CSV schemas need (``data_types``). Does not belong here: a Table API; flinksim
simulates the DataStream API.
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
