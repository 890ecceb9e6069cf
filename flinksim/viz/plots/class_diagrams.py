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
    ModelStatus,
    collect_subclasses,
    find_family_rooted_at,
    find_root_classes,
    list_older_names,
)
from flinksim.core.flink_catalog.classes import FlinkClass, load_flink_versions
from flinksim.core.flink_catalog.glossary import build_class_entry
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.glossary_zh import translate
from flinksim.core.validation import validate_arguments
from flinksim.trace.name_index import classify_class, find_modelled_classes
from flinksim.viz.diagram.geometry import CAPTION_SIZE, measure_text
from flinksim.viz.diagram.layered_layout import Layout, compute_layout
from flinksim.viz.diagram.renderers.shapes import (
    TITLE_HEIGHT,
    Arrow,
    Drawing,
    Label,
    Rect,
    Shape,
    build_curve,
)
from flinksim.viz.diagram.renderers.svg import render_svg
from flinksim.viz.diagram.renderers.theme import THEMES, Theme, ThemeName

_FONT_SIZE = 11.0
_LINE_HEIGHT = 13.0
_PADDING = 7.0
_MARGIN = 16.0
_MAX_LINE_CHARS = 20
"""Maximum letters per line; a longer name is wrapped before a capital letter."""
_MARK_SIGNS: dict[ModelStatus, str] = {
    "available": "●",
    "under another name": "◐",
    "not modelled": "○",
}
_MARK_MEANINGS: dict[ModelStatus, str] = {
    "available": "modelled under this name",
    "under another name": "modelled under the name below it",
    "not modelled": "not modelled",
}
_NAME_PART_PATTERN = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")


@dataclass(frozen=True)
class ClassDiagram:
    """Class diagram of one area of Flink, or of the subclasses of one class.

    Notebooks show the picture. Parents are to the left of the classes that extend (solid line) or
    implement (dashed line) them. The sign, outline and text of a box show whether flinksim models
    the class. The tooltip is the glossary card of the class.
    """

    subject: str
    classes: tuple[FlinkClass, ...]
    language: Language = "en"

    @cached_property
    def marks(self) -> dict[FlinkClass, tuple[ModelStatus, str]]:
        """The status of each class in flinksim, and its name there if that differs."""
        return {one: classify_class(one) for one in self.classes}

    def drawing(self, theme: ThemeName = "light") -> Drawing:
        """Return the shapes of the diagram."""
        return _build_drawing(self, THEMES[theme])

    def svg(self, theme: ThemeName = "light") -> str:
        """Return the diagram as an SVG document."""
        return render_svg(self.drawing(theme))

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
        return f"<class diagram of {self.subject}: {len(self.classes)} classes, {modelled} of them here>"


@validate_arguments
def draw_class_diagram(subject: str, language: Language = "en") -> ClassDiagram:
    """Draw the class diagram of an area of Flink, or of all subclasses of a class.

    Args:
        subject: A class name, or an area of
            :data:`flinksim.core.flink_catalog.class_hierarchy.FAMILIES`.
        language: "en", or "zh" for Simplified Chinese.

    Raises:
        ValueError: Flink has no such class (the message lists the areas), or the language is unknown.
    """
    try:
        return ClassDiagram(
            subject, tuple(collect_subclasses(find_root_classes(subject))), language
        )
    except KeyError as missing:
        families = ", ".join(FAMILIES)
        raise ValueError(
            f"{missing.args[0]}: not a class of the DataStream runtime in Flink {load_flink_versions()[-1]}. "
            f"Expected a class name, or one of {families}"
        ) from None


@dataclass(frozen=True, slots=True)
class _Label:
    """The lines of one box: outer class and kind, the name, and notes about its name in flinksim."""

    qualifier: str
    name: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def size(self) -> tuple[float, float]:
        small = [_measure_text(line, CAPTION_SIZE) for line in (self.qualifier, *self.notes)]
        widest = max(*(_measure_text(line, _FONT_SIZE) for line in self.name), *small)
        lines = len(self.name) + len(self.notes) + bool(self.qualifier)
        return round(widest + 2 * _PADDING), lines * _LINE_HEIGHT + 8


def _measure_text(text: str, size: float) -> float:
    """Measure *text* in the widest of the usual fonts, about a tenth wider than most."""
    return 1.1 * measure_text(text, size)


def _build_label(
    flink_class: FlinkClass,
    status: tuple[ModelStatus, str],
    family: str,
    shows_package: bool,
    language: Language,
) -> _Label:
    mark, other = status
    outer, _, simple = flink_class.name.rpartition("$")
    kind = {"interface": "«interface»", "enum": "«enum»"}.get(flink_class.kind, "")
    above = " ".join(
        part for part in (kind, f"{outer.replace('$', '.')}." if outer else "") if part
    )
    below = []
    if mark == "under another name":
        below += [f"= {line}" if not n else line for n, line in enumerate(_wrap_name(other))]
    elif other:
        below.append(translate(language, other))
    for name in list_older_names(flink_class):
        below += _wrap_name(translate(language, "was {0}", name))
    if family:
        below += [translate(language, "more in the diagram of"), translate(language, family)]
    if shows_package:  # another class of the diagram has the same name
        above = f"{above} {_shorten_package(flink_class.package)}".strip()
    return _Label(above, tuple(_wrap_name(f"{_MARK_SIGNS[mark]} {simple}")), tuple(below))


def _shorten_package(package: str) -> str:
    """Return as many trailing parts of a package name as fit on a line."""
    parts = package.split(".")
    while len(parts) > 1 and len(".".join(parts)) > _MAX_LINE_CHARS:
        del parts[0]
    return ".".join(parts)


def _wrap_name(name: str) -> list[str]:
    """Wrap a name into lines, before capital letters or after dots."""
    lines = [""]
    at = 0
    for piece in _NAME_PART_PATTERN.finditer(name):
        text = name[at : piece.end()]
        at = piece.end()
        if lines[-1] and len(lines[-1]) + len(text) > _MAX_LINE_CHARS:
            lines.append("")
        lines[-1] += text
    lines[-1] += name[at:]
    return lines


def _build_drawing(diagram: ClassDiagram, theme: Theme) -> Drawing:
    marks = diagram.marks
    tops = [one for one in marks if not any(above in marks for above in one.parents)]
    name_counts = Counter(one.name for one in marks)
    labels = {
        one: _build_label(
            one,
            marks[one],
            "" if one in tops else find_family_rooted_at(one),
            name_counts[one.name] > 1,
            diagram.language,
        )
        for one in diagram.classes
    }
    edges = [(above, one) for one in diagram.classes for above in one.parents if above in marks]
    layout = compute_layout(
        {one: label.size for one, label in labels.items()}, edges, 22.0, 7.0, 45.0
    )
    shapes: list[Shape] = [
        _build_arrow(edge, way, theme, diagram.language)
        for edge, way in zip(edges, layout.routes, strict=True)
    ]
    for one, label in labels.items():
        shapes += _draw_class(
            one, label, marks[one], _add_margin(layout.places[one]), theme, diagram.language
        )
    language = diagram.language
    subject = (
        translate(language, diagram.subject) if diagram.subject in FAMILIES else diagram.subject
    )
    heading = translate(language, "{0}: {1}", f"Flink {load_flink_versions()[-1]}", subject)
    legend = _draw_legend(layout, theme, language)
    ends = [
        shape.x + measure_text(shape.text, shape.size)
        for shape in legend
        if isinstance(shape, Label)
    ]
    return Drawing(
        width=max(layout.width + 2 * _MARGIN, *(end + _MARGIN for end in ends)),
        height=layout.height + TITLE_HEIGHT + 44.0,
        background=theme.background,
        title=heading,
        shapes=(
            Label(_MARGIN, 18.0, heading, 14.0, theme.ink, "start", bold=True),
            *shapes,
            *legend,
        ),
    )


def _add_margin(place: tuple[float, float]) -> tuple[float, float]:
    return place[0] + _MARGIN, place[1] + TITLE_HEIGHT


def _build_arrow(
    edge: tuple[FlinkClass, FlinkClass],
    route: list[tuple[float, float]],
    theme: Theme,
    language: Language,
) -> Arrow:
    above, one = edge
    implements = above.kind == "interface" and one.kind != "interface"
    template = "{0} implements {1}" if implements else "{0} extends {1}"
    return Arrow(
        points=build_curve(tuple(_add_margin(point) for point in route))[
            ::-1
        ],  # the arrow points at the parent
        colour=theme.muted if implements else theme.blue,
        thickness=0.8 if implements else 1.2,
        curved=True,
        dashed=implements,
        title=translate(
            language, template, one.name.replace("$", "."), above.name.replace("$", ".")
        ),
    )


def _draw_class(
    flink_class: FlinkClass,
    label: _Label,
    status: tuple[ModelStatus, str],
    place: tuple[float, float],
    theme: Theme,
    language: Language,
) -> list[Shape]:
    (x, y), (width, height) = place, label.size
    mark, _ = status
    card = build_class_entry(flink_class, find_modelled_classes(), language)
    frame = Rect(
        x, y, width, height, *_choose_colours(mark, theme),
        radius=10.0 if mark == "under another name" else 2.0,
        thickness=1.8 if mark == "available" else 1.0,
        dashed=mark == "not modelled",
        title="\n".join(
            [translate(language, "{0}: {1}", card.title, translate(language, mark)), *card.lines]
        ),
        id=f"{flink_class.package}.{flink_class.name}",
    )  # fmt: skip
    lines = [(label.qualifier, CAPTION_SIZE, theme.muted)] if label.qualifier else []
    lines += [(line, _FONT_SIZE, theme.ink) for line in label.name]
    lines += [(line, CAPTION_SIZE, theme.muted) for line in label.notes]
    return [
        frame,
        *(
            Label(x + _PADDING, y + 4 + (n + 0.5) * _LINE_HEIGHT, line, size, colour, "start")
            for n, (line, size, colour) in enumerate(lines)
        ),
    ]


def _choose_colours(mark: ModelStatus, theme: Theme) -> tuple[str, str]:
    match mark:
        case "available":
            return theme.green_soft, theme.green
        case "under another name":
            return theme.blue_soft, theme.blue
        case "not modelled":
            return theme.background, theme.line


def _draw_legend(layout: Layout[FlinkClass], theme: Theme, language: Language) -> list[Shape]:
    shapes: list[Shape] = []
    x, y = _MARGIN, TITLE_HEIGHT + layout.height + 26.0
    for mark, words in _MARK_MEANINGS.items():
        text = f"{_MARK_SIGNS[mark]} {translate(language, words)}"
        width = round(_measure_text(text, CAPTION_SIZE) + 2 * _PADDING)
        shapes.append(
            Rect(
                x, y - 9, width, 18.0, *_choose_colours(mark, theme),
                radius=9.0 if mark == "under another name" else 2.0,
                thickness=1.8 if mark == "available" else 1.0,
                dashed=mark == "not modelled",
            )
        )  # fmt: skip
        shapes.append(Label(x + _PADDING, y, text, CAPTION_SIZE, theme.ink, "start"))
        x += width + 12
    return shapes
