"""PyFlink: ``pyflink.table``, the Table API and SQL.

Belongs here: the API (``table_environment``, ``table``, ``expression``), the planner (``planner``),
and what runs its plans (``compiled_plan``, ``runtime``). Does not belong here: the cluster.
Start reading at ``table_environment``. Public names are imported on first access.
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flinksim.table.types import DataType, DataTypes

_MODULES = {
    "changelog_mode": ("ChangelogMode",),
    "data_view": ("DataView", "ListView", "MapView"),
    "types": ("DataType", "DataTypes", "Row", "RowKind"),
    "environment_settings": ("EnvironmentSettings",),
    "explain_detail": ("ExplainDetail",),
    "expression": ("Expression",),
    "module": ("Module", "ModuleEntry"),
    "result_kind": ("ResultKind",),
    "schema": ("ResolvedSchema", "Schema"),
    "sql_dialect": ("SqlDialect",),
    "statement_set": ("StatementSet", "TablePipeline"),
    "table": (
        "GroupWindowedTable",
        "GroupedTable",
        "OverWindowedTable",
        "Table",
        "WindowGroupedTable",
    ),
    "table_config": ("TableConfig",),
    "table_descriptor": ("FormatDescriptor", "TableDescriptor"),
    "table_environment": ("StreamTableEnvironment", "TableEnvironment"),
    "table_result": ("TableResult",),
    "table_schema": ("TableSchema",),
    "udf": (
        "AggregateFunction",
        "FunctionContext",
        "ScalarFunction",
        "TableAggregateFunction",
        "TableFunction",
    ),
    "window": ("GroupWindow", "Over", "OverWindow", "Session", "Slide", "Tumble"),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["DataType", "DataTypes", *sorted(set(_PLACES) - {"DataType", "DataTypes"})]


def __getattr__(name: str) -> Any:
    if name in _PLACES:
        return getattr(pkgutil.resolve_name(f"{__name__}.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
