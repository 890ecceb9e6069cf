"""Options of tables in Flink 1.x, such as ``connector.type``, in the form of today.

Flink: ``ConnectorDescriptorValidator``, ``TableFactoryUtil``; removed in Flink 1.14 and 1.16.
"""

from __future__ import annotations

from collections.abc import Mapping

_NAMES = {
    "connector.topic": "topic", "connector.path": "path", "connector.table": "table-name",
    "connector.url": "url", "connector.index": "index", "connector.table-name": "table-name",
    "connector.startup-mode": "scan.startup.mode", "connector.hosts": "hosts",
    "connector.username": "username", "connector.password": "password", "format.type": "format",
    "format.field-delimiter": "csv.field-delimiter", "format.quote-character": "csv.quote-character",
    "format.allow-comments": "csv.allow-comments", "format.null-literal": "csv.null-literal",
    "format.ignore-first-line": "csv.ignore-first-line",
}  # fmt: skip
_ELASTICSEARCH = "elasticsearch"


def translate_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a table with today's names; those of today are unchanged."""
    if "connector.type" not in options:
        return dict(options)
    kind = options["connector.type"]
    if kind == _ELASTICSEARCH:
        kind = f"{_ELASTICSEARCH}-{options.get('connector.version', '7')}"
    if kind == "filesystem":
        kind = "csv-file"
    found = {"connector": kind}
    format_name = options.get("format.type", "").replace("old-csv", "csv")
    for name, value in options.items():
        if name in (
            "connector.type",
            "connector.version",
            "format.type",
            "connector.property-version",
        ):
            continue
        if name.startswith("connector.properties."):
            found[name.removeprefix("connector.")] = value
        elif name in ("format.ignore-parse-errors", "format.fail-on-missing-field"):
            found[f"{format_name}.{name.removeprefix('format.')}"] = value
        elif name in _NAMES:
            found[_NAMES[name]] = value
    if format_name and kind != "jdbc":
        found["format"] = format_name
    return found
