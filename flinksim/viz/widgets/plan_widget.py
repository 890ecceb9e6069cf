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
from flinksim.core.i18n.messages import collect_translations, translate_text
from flinksim.graph.chaining_model import Change
from flinksim.viz.diagram.model import PlanDiagram
from flinksim.viz.widgets.export.html_page import pack_plan, pack_tables, read_widget_bundle

DiagramDeriver = Callable[[Sequence[Mapping[str, Any]]], PlanDiagram]
"""Function that builds the plan for a list of edits of the program.

It raises ``ValueError`` or ``RuntimeError`` if it rejects the edits.
"""

ChangeFinder = Callable[[Sequence[Mapping[str, Any]], str], Change | None]
"""Function that finds the change of the program that reverses the chaining decision on an edge.

It gets the current edits and the edge id; the change can be ``None``.
"""


class PlanWidget(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
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

    _esm = read_widget_bundle("lens")
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
        diagram: PlanDiagram,
        derive: DiagramDeriver | None = None,
        find_change: ChangeFinder | None = None,
        *,
        layer: str | None = None,
        selected: str = "",
        language: Language = "en",
    ) -> None:
        self._diagram, self._derive, self._change_finder = diagram, derive, find_change
        self._accepted_edits: list[Any] = []
        self._rejection: Any = ""
        super().__init__(
            tables=pack_tables(frozenset()),
            plan=pack_plan(diagram),
            layer=diagram.layers[0].name if layer is None else layer,
            selected=selected,
            language=language,
            editable=derive is not None,
        )

    @property
    def diagram(self) -> PlanDiagram:
        """The current plan, with all edits."""
        return self._diagram

    @traitlets.validate("layer")
    def _check_layer(self, proposal: Any) -> str:
        return self._diagram.layer(proposal["value"]).name

    @traitlets.observe("edits")
    def _on_edits_changed(self, change: Any) -> None:
        if self._derive is None:
            return
        try:
            document = self._derive(change["new"])
        except (ValueError, RuntimeError) as error:
            self._set_rejection(error)
            return
        self._diagram, self._accepted_edits = document, change["new"]
        self._set_rejection(None)
        self.plan = pack_plan(document)

    def _set_rejection(self, error: Exception | None) -> None:
        self._rejection = error.args[0] if error is not None and error.args else error or ""
        self._update_problem()

    @traitlets.observe("language")
    def _update_problem(self, _change: Any = None) -> None:
        self.problem = translate_text(self._rejection, self.language)

    @traitlets.observe("asked")
    def _on_change_requested(self, asked: Any) -> None:
        edge = asked["new"]
        if self._change_finder is None or not edge:
            return
        try:
            suggested_change = self._change_finder(
                self._accepted_edits, edge
            )  # rejected edits are not part of the plan
        except (ValueError, RuntimeError) as error:
            self._set_rejection(error)
            suggested_change = None
        if suggested_change is not None:
            data = asdict(suggested_change)
            self.answer = {"edge": edge, "change": data, "zh": collect_translations(data)}
        self.asked = ""
