"""Display of tables: a notebook shows all columns and complete cells.

Not in Flink.
"""

from __future__ import annotations

import pandas as pd


class FullWidthTable(pd.DataFrame):  # type: ignore[misc]  # pandas has no type hints
    """``DataFrame`` that is shown with all columns and complete texts."""

    @property
    def _constructor(self) -> type[FullWidthTable]:
        """Class of derived frames, for pandas."""
        return FullWidthTable

    def _repr_html_(self) -> str | None:
        with _show_full_width():
            html: str | None = super()._repr_html_()
        return html

    def __repr__(self) -> str:
        with _show_full_width():
            return str(super().__repr__())


def _show_full_width() -> pd.option_context:
    return pd.option_context("display.max_colwidth", None, "display.max_columns", None)
