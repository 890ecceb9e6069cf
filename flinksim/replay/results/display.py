"""Tables for people: a notebook shows each cell whole, and all columns.

Not in Flink.
"""

from __future__ import annotations

import pandas as pd


class WholeTable(pd.DataFrame):  # type: ignore[misc]  # pandas has no type hints
    """A ``DataFrame`` that is shown with all columns and whole texts, of which pandas cuts off some."""

    @property
    def _constructor(self) -> type[WholeTable]:
        """What pandas makes of a part of it."""
        return WholeTable

    def _repr_html_(self) -> str | None:
        with _whole():
            html: str | None = super()._repr_html_()
        return html

    def __repr__(self) -> str:
        with _whole():
            return str(super().__repr__())


def _whole() -> pd.option_context:
    return pd.option_context("display.max_colwidth", None, "display.max_columns", None)
