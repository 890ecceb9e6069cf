"""Writes the learner log into the metadata of the notebook, with ``static/notes.js``.

The widget needs ``anywidget`` and displays nothing. Not in Flink.
"""

from __future__ import annotations

import anywidget
import traitlets

from flinksim.viz.widgets.export.html_page import read_widget_bundle


class NotebookMetadataWriter(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
    """Widget that stores the learner record in the notebook's metadata whenever ``noted`` is set.

    ``noted`` is the result of ``LearnerRecord.to_json()``. JupyterLab and Notebook let a widget write
    there; in other front ends nothing happens.
    """

    _esm = read_widget_bundle("notes")
    noted = traitlets.Dict({}).tag(sync=True)
