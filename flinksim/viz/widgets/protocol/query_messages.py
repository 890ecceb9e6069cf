"""Query messages of a page and their replies; see ``flinksim.simulation.page.query_handler``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode

Reply: TypeAlias = tuple[dict[str, Any], Trace | None]
"""The reply to a question of the page, as plain values, and another run to show, if any."""

QueryFunction: TypeAlias = Callable[[Mapping[str, Any]], Reply]
"""Answers a message of the page; raises ``ValueError`` if the message is invalid."""


def handle_query(
    message: Mapping[str, Any], answer_query: QueryFunction
) -> tuple[dict[str, Any], bytes]:
    """Handle a query message: return the reply, and the encoded trace of another run or ``b""``.

    If the message is invalid, the reply is ``{id, problem}``.
    """
    header: dict[str, Any] = {"id": message.get("id")}
    try:
        reply, trace = answer_query(message)
    except (ValueError, RuntimeError) as error:
        return {**header, "problem": str(error)}, b""
    return {**header, **reply}, b"" if trace is None else encode(trace)
