"""The lens in a notebook: a thin shell around ``static/lens.js``.

It needs ``anywidget`` (``pip install 'flinksim[notebook]'``); the exported page of
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
"""From edits of a program to its plan; raises ``ValueError`` or ``RuntimeError`` if it refuses them."""

FindChange = Callable[[Sequence[Mapping[str, Any]], str], Change | None]
"""From edits and the id of an edge to what would turn its verdict; ``None`` without such an edge."""


class Lens(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
    """Shows a plan in all its layers, and derives it again when it is edited.

    *derive* makes the plan for a list of edits (``flinksim.analysis.whatif.plan_edits``); without it the plan can be
    looked at only. ``layer`` is the layer shown, ``selected`` the id of what is looked at (empty for
    nothing), ``edits`` what was changed; all three can be read and set. An edit that the program
    refuses leaves the plan as it is; ``problem`` says why. ``language`` is "en" or "zh", Simplified
    Chinese; a button of the page turns it, too.

    In a large plan the verdicts come without the changes that would turn them. The page then puts the
    id of an edge into ``asked``, and *change* finds it; ``answer`` is the edge and its change.

    Raises:
        ValueError: a layer that the plan does not have.
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
        """The plan that is shown, with all edits."""
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
            found = self._change(self._taken, edge)  # a refused edit is no part of the plan
        except (ValueError, RuntimeError) as error:
            self._refuse(error)
            found = None
        if found is not None:
            data = asdict(found)
            self.answer = {"edge": edge, "change": data, "zh": chinese_in(data)}
        self.asked = ""
