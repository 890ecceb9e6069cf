"""Extracts the source lines that declare a job, for the page that shows its run. Not in Flink."""

from __future__ import annotations

import linecache
from collections import Counter
from pathlib import Path
from textwrap import dedent
from typing import Any

from flinksim.graph.job_graph_generator import JobGraph

MAX_LINES = 120
"""Maximum number of program lines that the page shows."""

CONTEXT_LINES = 2
"""Number of program lines shown before the first line that declares the job, and after the last."""


def extract_program_source(job_graph: JobGraph) -> dict[str, Any]:
    """Return the part of the file that declares most of a job, and the line of each stream node.

    Return an empty dict if there is no readable file, as for a program typed at the Python prompt.
    """
    nodes = [one.node for vertex in job_graph.vertices for one in vertex.operators]
    lines = {node.id: node.declared_at for node in nodes if node.declared_at is not None}
    files = Counter(file for file, _ in lines.values())
    if not files:
        return {}
    file = files.most_common(1)[0][0]
    text = linecache.getlines(file)
    numbers = {str(node): line for node, (where, line) in lines.items() if where == file}
    if not text or max(numbers.values()) > len(text):
        return {}
    first = max(1, min(numbers.values()) - CONTEXT_LINES)
    last = min(len(text), max(numbers.values()) + CONTEXT_LINES, first + MAX_LINES - 1)
    shown = dedent("".join(text[first - 1 : last])).splitlines()
    name = Path(file).name
    return {
        "file": name if not name.startswith("ipython") else "this notebook",
        "first": first,
        "lines": shown,
        "nodes": {node: line for node, line in numbers.items() if line <= last},
    }
