"""A prediction as buttons in a notebook.

Needs ipywidgets. Without it, or outside of a notebook, a prediction is text. Not in Flink.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from flinksim.course.learner_record import MIME_TYPE
from flinksim.course.lesson_texts import Prediction

if TYPE_CHECKING:
    from flinksim.course.lesson import Lesson


def is_in_notebook() -> bool:
    """Return whether the code runs in a Jupyter kernel."""
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def display(value: Any) -> None:
    """Display a value below the running cell."""
    _call_ipython_display(value)


def _call_ipython_display(value: Any, **options: Any) -> Any:
    from IPython import display

    show: Any = display.display
    return show(value, **options)


class LearnerRecordWidget:
    """Writes the learner record to the metadata of the notebook, if a notebook is shown."""

    def __init__(self) -> None:
        self._widget: Any = None

    def update(self, learner_record: dict[str, Any]) -> None:
        """Replace the record of this opening of the lesson."""
        if not is_in_notebook():
            return
        if self._widget is None:
            from flinksim.viz.widgets.notebook_metadata import NotebookMetadataWriter

            self._widget = NotebookMetadataWriter()
        self._widget.noted = learner_record


class PredictionText:
    """A prediction as text; ``lesson.predict(name, choice)`` answers it."""

    def __init__(self, lesson: Lesson, name: str, prediction: Prediction) -> None:
        self._lines = [lesson.translate(prediction.question)]
        order = lesson.list_options(name)
        self._lines += [
            f"  {key}  {lesson.translate(prediction.options[key].text)}" for key in order
        ]
        self._lines.append(f"-> lesson.predict({name!r}, {order[0]!r})")

    def __repr__(self) -> str:
        return "\n".join(self._lines)


def show_prediction(lesson: Lesson, name: str, prediction: Prediction) -> Any:
    """Show a prediction as buttons, one for each option; a click reveals the answer."""
    if not is_in_notebook():
        return PredictionText(lesson, name, prediction)
    import ipywidgets as widgets

    head = widgets.HTML(f"<b>{escape(lesson.translate(prediction.question))}</b>")
    result_text = widgets.HTML("")
    wide = widgets.Layout(width="auto", max_width="56em")
    buttons = {
        choice: widgets.Button(
            description=lesson.translate(prediction.options[choice].text), layout=wide
        )
        for choice in lesson.list_options(name)
    }
    for button in buttons.values():
        button.style.text_align = "left"
    _call_ipython_display(widgets.VBox([head, *buttons.values(), result_text]))
    # Updated with each click, so that the prediction is saved with the notebook.
    record_output = _call_ipython_display(
        {"text/plain": "", MIME_TYPE: lesson.learner_record.to_json()}, raw=True, display_id=True
    )

    def reveal(choice: str) -> None:
        result = lesson.reveal(name, choice)
        mark = "✓" if result else "✗"
        buttons[choice].button_style = "success" if result else "warning"
        result_text.value = f"{mark} {escape(result.message)}"
        if result:
            for button in buttons.values():
                button.disabled = True
        record_output.update(
            {"text/plain": f"{name}: {choice} {mark}", MIME_TYPE: result.learner_record}, raw=True
        )

    for choice, button in buttons.items():
        button.on_click(lambda _, choice=choice: reveal(choice))
    return None
