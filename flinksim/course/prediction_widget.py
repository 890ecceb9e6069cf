"""A prediction as buttons in a notebook.

Needs ipywidgets. Without it, or outside of a notebook, a prediction is text. Not in Flink.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from flinksim.course.learner_record import MIME
from flinksim.course.lesson_model import Prediction

if TYPE_CHECKING:
    from flinksim.course.lesson import Lesson


def in_notebook() -> bool:
    """Return whether the code runs in a Jupyter kernel."""
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def put(shown: Any) -> None:
    """Display a value below the running cell."""
    _display(shown)


def _display(shown: Any, **how: Any) -> Any:
    from IPython import display

    show: Any = display.display
    return show(shown, **how)


class Keeper:
    """Writes the learner record to the metadata of the notebook, if a notebook is shown."""

    def __init__(self) -> None:
        self._widget: Any = None

    def keep(self, noted: dict[str, Any]) -> None:
        """Replace the record of this opening of the lesson."""
        if not in_notebook():
            return
        if self._widget is None:
            from flinksim.viz.widgets.notebook_metadata import KeptNotes

            self._widget = KeptNotes()
        self._widget.noted = noted


class Question:
    """A prediction as text; ``lesson.predict(name, choice)`` answers it."""

    def __init__(self, lesson: Lesson, name: str, asked: Prediction) -> None:
        self._lines = [lesson.told(asked.question)]
        self._lines += [f"  {key}  {lesson.told(one.text)}" for key, one in asked.options.items()]
        self._lines.append(f"-> lesson.predict({name!r}, {next(iter(asked.options))!r})")

    def __repr__(self) -> str:
        return "\n".join(self._lines)


def ask(lesson: Lesson, name: str, asked: Prediction) -> Any:
    """Show a prediction as buttons, one for each option; a click reveals the answer."""
    if not in_notebook():
        return Question(lesson, name, asked)
    import ipywidgets as widgets

    head = widgets.HTML(f"<b>{escape(lesson.told(asked.question))}</b>")
    result_text = widgets.HTML("")
    wide = widgets.Layout(width="auto", max_width="56em")
    buttons = {
        choice: widgets.Button(description=lesson.told(option.text), layout=wide)
        for choice, option in asked.options.items()
    }
    for button in buttons.values():
        button.style.text_align = "left"
    _display(widgets.VBox([head, *buttons.values(), result_text]))
    # Updated with each click, so that the prediction is saved with the notebook.
    record_output = _display(
        {"text/plain": "", MIME: lesson.noted.to_json()}, raw=True, display_id=True
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
            {"text/plain": f"{name}: {choice} {mark}", MIME: result.noted}, raw=True
        )

    for choice, button in buttons.items():
        button.on_click(lambda _, choice=choice: reveal(choice))
    return None
