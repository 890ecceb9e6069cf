"""A learner's notes in the metadata of the notebook that is shown: ``static/notes.js`` puts them there.

It needs ``anywidget`` and shows nothing. Not in Flink.
"""

from __future__ import annotations

import anywidget
import traitlets

from flinksim.viz.widgets.export.html_page import bundle


class KeptNotes(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
    """Keeps ``noted`` (``Noted.to_json()``) in the notebook's metadata each time that it is set.

    JupyterLab and Notebook let a widget write there; elsewhere nothing happens.
    """

    _esm = bundle("notes")
    noted = traitlets.Dict({}).tag(sync=True)
