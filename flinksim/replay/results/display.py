"""Display of tables: notebooks show all columns and cells without truncation.

Not in Flink.
"""

from __future__ import annotations

import pandas as pd


class FullWidthTable(pd.DataFrame):  # type: ignore[misc]  # pandas has no type hints
    """pandas ``DataFrame`` that is shown with all columns and without truncated texts."""

    @property
    def _constructor(self) -> type[FullWidthTable]:
        """Class that pandas uses for frames derived from this one."""
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
