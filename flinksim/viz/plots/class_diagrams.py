"""Class diagrams of Flink 2.3.0 that show which classes flinksim models. Not in Flink."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from flinksim.core.atomic_files import write_file
from flinksim.core.flink_catalog.class_hierarchy import (
    FAMILIES,
    Mark,
    area_at,
    classes_below,
    older_names,
    tops_of,
)
from flinksim.core.flink_catalog.classes import FlinkClass, flink_versions
from flinksim.core.flink_catalog.glossary import card_of_class
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.glossary_zh import told
from flinksim.core.validation import checked
from flinksim.trace.name_index import held_as, modelled_classes
from flinksim.viz.diagram.geometry import CAPTION_SIZE, text_width
from flinksim.viz.diagram.layered_layout import Arrangement, arrange
from flinksim.viz.diagram.renderers.shapes import (
    TITLE_HEIGHT,
    Box,
    Picture,
    Shape,
    Text,
    Way,
    smooth,
)
from flinksim.viz.diagram.renderers.svg import svg
from flinksim.viz.diagram.renderers.theme import THEMES, Theme, ThemeName

_SIZE = 11.0
_LINE = 13.0
_PADDING = 7.0
_MARGIN = 16.0
_WIDEST_LINE = 20
"""Maximum letters per line; a longer name is wrapped before a capital letter."""
_SIGNS: dict[Mark, str] = {"here": "●", "under another name": "◐", "not modelled": "○"}
_WORDS: dict[Mark, str] = {
    "here": "here, by this name",
    "under another name": "here, under the name that stands below it",
    "not modelled": "not modelled",
}
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")


@dataclass(frozen=True)
class ClassDiagram:
    """Class diagram of one area of Flink, or of the subclasses of one class.

    Notebooks show the picture. Parents are to the left of the classes that extend (solid line) or
    implement (dashed line) them. The sign, outline and text of a box show whether flinksim models
    the class. The tooltip is the glossary card of the class.
    """

    asked: str
    classes: tuple[FlinkClass, ...]
    language: Language = "en"

    @cached_property
    def marks(self) -> dict[FlinkClass, tuple[Mark, str]]:
        """The status of each class in flinksim, and its name there if that differs."""
        return {one: held_as(one) for one in self.classes}

    def picture(self, theme: ThemeName = "light") -> Picture:
        """Return the shapes of the diagram."""
        return _picture(self, THEMES[theme])

    def svg(self, theme: ThemeName = "light") -> str:
        """Return the diagram as an SVG document."""
        return svg(self.picture(theme))

    def save(self, path: str | Path, theme: ThemeName = "light") -> Path:
        """Write the diagram as SVG; return the path.

        Raises:
            OSError: The file cannot be written.
        """
        return write_file(path, self.svg(theme))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        modelled = sum(mark != "not modelled" for mark, _ in self.marks.values())
        return (
            f"<class diagram of {self.asked}: {len(self.classes)} classes, {modelled} of them here>"
        )


@checked
def class_diagram(asked: str, language: Language = "en") -> ClassDiagram:
    """Draw the class diagram of an area of Flink, or of all subclasses of a class.

    Args:
        subject: A class name, or an area of
            :data:`flinksim.core.flink_catalog.class_hierarchy.FAMILIES`.
        language: "en", or "zh" for Simplified Chinese.

    Raises:
        ValueError: Flink has no such class (the message lists the areas), or the language is unknown.
    """
    try:
        return ClassDiagram(asked, tuple(classes_below(tops_of(asked))), language)
    except KeyError as missing:
        families = ", ".join(FAMILIES)
        raise ValueError(
            f"{missing.args[0]}: Flink {flink_versions()[-1]} has no such class among those that "
            f"streams go through; name a class, or one of {families}"
        ) from None


@dataclass(frozen=True, slots=True)
class _Label:
    """The lines of one box: outer class and kind, the name, and notes about its name in flinksim."""

    above: str
    name: tuple[str, ...]
    below: tuple[str, ...]

    @property
    def size(self) -> tuple[float, float]:
        small = [_wide(line, CAPTION_SIZE) for line in (self.above, *self.below)]
        widest = max(*(_wide(line, _SIZE) for line in self.name), *small)
        lines = len(self.name) + len(self.below) + bool(self.above)
        return round(widest + 2 * _PADDING), lines * _LINE + 8


def _wide(text: str, size: float) -> float:
    """Measure *text* in the widest of the usual fonts, about a tenth wider than most."""
    return 1.1 * text_width(text, size)


def _label(
    one: FlinkClass, held: tuple[Mark, str], more: str, of_package: bool, language: Language
) -> _Label:
    mark, other = held
    outer, _, simple = one.name.rpartition("$")
    kind = {"interface": "«interface»", "enum": "«enum»"}.get(one.kind, "")
    above = " ".join(
        part for part in (kind, f"{outer.replace('$', '.')}." if outer else "") if part
    )
    below = []
    if mark == "under another name":
        below += [f"= {line}" if not n else line for n, line in enumerate(_lines_of(other))]
    elif other:
        below.append(told(language, other))
    for name in older_names(one):
        below += _lines_of(told(language, "once {0}", name))
    if more:
        below += [told(language, "more in the diagram of"), told(language, more)]
    if of_package:  # another class of the diagram has the same name
        above = f"{above} {_shortened(one.package)}".strip()
    return _Label(above, tuple(_lines_of(f"{_SIGNS[mark]} {simple}")), tuple(below))


def _shortened(package: str) -> str:
    """Return as many trailing parts of a package name as fit on a line."""
    parts = package.split(".")
    while len(parts) > 1 and len(".".join(parts)) > _WIDEST_LINE:
        del parts[0]
    return ".".join(parts)


def _lines_of(name: str) -> list[str]:
    """Wrap a name into lines, before capital letters or after dots."""
    lines = [""]
    at = 0
    for piece in _PIECE.finditer(name):
        text = name[at : piece.end()]
        at = piece.end()
        if lines[-1] and len(lines[-1]) + len(text) > _WIDEST_LINE:
            lines.append("")
        lines[-1] += text
    lines[-1] += name[at:]
    return lines


def _picture(diagram: ClassDiagram, theme: Theme) -> Picture:
    marks = diagram.marks
    tops = [one for one in marks if not any(above in marks for above in one.parents)]
    name_counts = Counter(one.name for one in marks)
    labels = {
        one: _label(
            one,
            marks[one],
            "" if one in tops else area_at(one),
            name_counts[one.name] > 1,
            diagram.language,
        )
        for one in diagram.classes
    }
    edges = [(above, one) for one in diagram.classes for above in one.parents if above in marks]
    layout = arrange({one: label.size for one, label in labels.items()}, edges, 22.0, 7.0, 45.0)
    shapes: list[Shape] = [
        _way(edge, way, theme, diagram.language)
        for edge, way in zip(edges, layout.routes, strict=True)
    ]
    for one, label in labels.items():
        shapes += _box(one, label, marks[one], _moved(layout.places[one]), theme, diagram.language)
    language = diagram.language
    subject = told(language, diagram.asked) if diagram.asked in FAMILIES else diagram.asked
    heading = told(language, "{0}: {1}", f"Flink {flink_versions()[-1]}", subject)
    legend = _legend(layout, theme, language)
    ends = [
        shape.x + text_width(shape.text, shape.size) for shape in legend if isinstance(shape, Text)
    ]
    return Picture(
        width=max(layout.width + 2 * _MARGIN, *(end + _MARGIN for end in ends)),
        height=layout.height + TITLE_HEIGHT + 44.0,
        background=theme.background,
        title=heading,
        shapes=(
            Text(_MARGIN, 18.0, heading, 14.0, theme.ink, "start", bold=True),
            *shapes,
            *legend,
        ),
    )


def _moved(place: tuple[float, float]) -> tuple[float, float]:
    return place[0] + _MARGIN, place[1] + TITLE_HEIGHT


def _way(
    edge: tuple[FlinkClass, FlinkClass],
    route: list[tuple[float, float]],
    theme: Theme,
    language: Language,
) -> Way:
    above, one = edge
    implements = above.kind == "interface" and one.kind != "interface"
    template = "{0} implements {1}" if implements else "{0} extends {1}"
    return Way(
        points=smooth(tuple(_moved(point) for point in route))[
            ::-1
        ],  # the arrow points at the parent
        colour=theme.muted if implements else theme.blue,
        thickness=0.8 if implements else 1.2,
        curved=True,
        dashed=implements,
        title=told(language, template, one.name.replace("$", "."), above.name.replace("$", ".")),
    )


def _box(
    one: FlinkClass,
    label: _Label,
    held: tuple[Mark, str],
    place: tuple[float, float],
    theme: Theme,
    language: Language,
) -> list[Shape]:
    (x, y), (width, height) = place, label.size
    mark, _ = held
    card = card_of_class(one, modelled_classes(), language)
    frame = Box(
        x, y, width, height, *_colours(mark, theme),
        radius=10.0 if mark == "under another name" else 2.0,
        thickness=1.8 if mark == "here" else 1.0,
        dashed=mark == "not modelled",
        title="\n".join(
            [told(language, "{0}: {1}", card.title, told(language, mark)), *card.lines]
        ),
        id=f"{one.package}.{one.name}",
    )  # fmt: skip
    lines = [(label.above, CAPTION_SIZE, theme.muted)] if label.above else []
    lines += [(line, _SIZE, theme.ink) for line in label.name]
    lines += [(line, CAPTION_SIZE, theme.muted) for line in label.below]
    return [
        frame,
        *(
            Text(x + _PADDING, y + 4 + (n + 0.5) * _LINE, line, size, colour, "start")
            for n, (line, size, colour) in enumerate(lines)
        ),
    ]


def _colours(mark: Mark, theme: Theme) -> tuple[str, str]:
    match mark:
        case "here":
            return theme.green_soft, theme.green
        case "under another name":
            return theme.blue_soft, theme.blue
        case "not modelled":
            return theme.background, theme.line


def _legend(laid: Arrangement[FlinkClass], theme: Theme, language: Language) -> list[Shape]:
    shapes: list[Shape] = []
    x, y = _MARGIN, TITLE_HEIGHT + laid.height + 26.0
    for mark, words in _WORDS.items():
        text = f"{_SIGNS[mark]} {told(language, words)}"
        width = round(_wide(text, CAPTION_SIZE) + 2 * _PADDING)
        shapes.append(
            Box(
                x, y - 9, width, 18.0, *_colours(mark, theme),
                radius=9.0 if mark == "under another name" else 2.0,
                thickness=1.8 if mark == "here" else 1.0,
                dashed=mark == "not modelled",
            )
        )  # fmt: skip
        shapes.append(Text(x + _PADDING, y, text, CAPTION_SIZE, theme.ink, "start"))
        x += width + 12
    return shapes
