"""The plan widget for notebooks: a thin wrapper of ``static/lens.js``.

It needs ``anywidget`` (``pip install 'flinksim[notebook]'``). The exported page of
:mod:`flinksim.viz.widgets.export.html_page` does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import anywidget
import traitlets

from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.i18n.locales.plans_zh import chinese_in, told
from flinksim.graph.chaining_model import Change
from flinksim.viz.diagram.model import LayerDocument
from flinksim.viz.widgets.export.html_page import bundle, pack_plan, packed_tables

Derive = Callable[[Sequence[Mapping[str, Any]]], LayerDocument]
"""Builds the plan for edits; raises ``ValueError`` or ``RuntimeError`` if it rejects them."""

FindChange = Callable[[Sequence[Mapping[str, Any]], str], Change | None]
"""Finds the change that flips the decision on an edge, given edits and edge id; can be ``None``."""


class Lens(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
    """Shows a plan in all its layers and rebuilds it when the user edits it.

    Traits that can be read and set: ``layer`` is the visible layer, ``selected`` the id of the selected
    element (or empty), ``edits`` the list of edits, ``language`` "en" or "zh". An edit that the program
    rejects leaves the plan unchanged, and ``problem`` has the reason.

    In a large plan the decisions have no changes. The page then puts the id of an edge into
    ``asked``, and ``answer`` gets the edge and its change.

    Args:
        diagram: The plan.
        derive: Builds the plan for a list of edits (:mod:`flinksim.analysis.whatif.plan_edits`);
            without it the plan is read-only.
        find_change: Finds the change of an edge on demand.
        layer: First layer to show.
        selected: Id of the selected element.
        language: "en", or "zh" for Simplified Chinese.

    Raises:
        ValueError: The plan has no such layer.
    """

    _esm = bundle("lens")
    tables = traitlets.Bytes(b"").tag(sync=True)
    plan = traitlets.Bytes(b"").tag(sync=True)
    layer = traitlets.Unicode("").tag(sync=True)
    selected = traitlets.Unicode("").tag(sync=True)
    edits = traitlets.List(traitlets.Dict(), []).tag(sync=True)
    editable = traitlets.Bool(False).tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)
    asked = traitlets.Unicode("").tag(sync=True)
    answer = traitlets.Dict({}).tag(sync=True)
    language = traitlets.Enum(LANGUAGES, "en").tag(sync=True)

    def __init__(
        self,
        document: LayerDocument,
        derive: Derive | None = None,
        change: FindChange | None = None,
        *,
        layer: str | None = None,
        selected: str = "",
        language: Language = "en",
    ) -> None:
        self._document, self._derive, self._change = document, derive, change
        self._taken: list[Any] = []
        self._refused: Any = ""
        super().__init__(
            tables=packed_tables(frozenset()),
            plan=pack_plan(document),
            layer=document.layers[0].name if layer is None else layer,
            selected=selected,
            language=language,
            editable=derive is not None,
        )

    @property
    def document(self) -> LayerDocument:
        """The current plan, with all edits."""
        return self._document

    @traitlets.validate("layer")
    def _check_layer(self, proposal: Any) -> str:
        return self._document.layer(proposal["value"]).name

    @traitlets.observe("edits")
    def _derive_again(self, change: Any) -> None:
        if self._derive is None:
            return
        try:
            document = self._derive(change["new"])
        except (ValueError, RuntimeError) as error:
            self._refuse(error)
            return
        self._document, self._taken = document, change["new"]
        self._refuse(None)
        self.plan = pack_plan(document)

    def _refuse(self, error: Exception | None) -> None:
        self._refused = error.args[0] if error is not None and error.args else error or ""
        self._tell_problem()

    @traitlets.observe("language")
    def _tell_problem(self, _change: Any = None) -> None:
        self.problem = told(self._refused, self.language)

    @traitlets.observe("asked")
    def _find_change(self, asked: Any) -> None:
        edge = asked["new"]
        if self._change is None or not edge:
            return
        try:
            suggested_change = self._change(
                self._taken, edge
            )  # rejected edits are not part of the plan
        except (ValueError, RuntimeError) as error:
            self._refuse(error)
            suggested_change = None
        if suggested_change is not None:
            data = asdict(suggested_change)
            self.answer = {"edge": edge, "change": data, "zh": chinese_in(data)}
        self.asked = ""
