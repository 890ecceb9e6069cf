"""Colours of diagrams in a light and a dark theme, the same as in the stepper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flinksim.viz.diagram.model import EdgeKind, NodeKind

ThemeName = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#rrggbb``; kinds also differ in line and shape, not in colour only."""

    background: str
    panel: str
    soft: str
    ink: str
    muted: str
    line: str
    blue: str
    blue_soft: str
    green: str
    green_soft: str
    orange: str
    purple: str
    purple_soft: str

    def fill_colour(self, kind: NodeKind) -> str:
        """Return the fill colour of a node."""
        match kind:
            case "source":
                return self.blue_soft
            case "sink":
                return self.green_soft
            case "partition" | "union" | "side output":
                return self.purple_soft
            case "chain" | "subtask" | "vertex" | "task manager":
                return self.soft if kind in ("vertex", "task manager") else self.panel
            case "slot":
                return self.background
        return self.panel

    def stroke_colour(self, kind: NodeKind) -> str:
        """Return the outline colour of a node."""
        match kind:
            case "source":
                return self.blue
            case "sink":
                return self.green
            case "partition" | "union" | "side output":
                return self.purple
        return self.line

    def edge_colour(self, kind: EdgeKind) -> str:
        """Return the colour of an edge."""
        match kind:
            case "chained":
                return self.green
            case "exchange" | "forward" | "local":
                return self.blue
            case "remote":
                return self.orange
        return self.muted


LIGHT = Theme(
    background="#ffffff", panel="#ffffff", soft="#f1f4f8", ink="#14202e", muted="#5a697e",
    line="#9fadbf", blue="#0072b2", blue_soft="#e9f3fa", green="#00855f", green_soft="#e3f4ee",
    orange="#c45500", purple="#a8457f", purple_soft="#f8e8f1",
)  # fmt: skip

DARK = Theme(
    background="#0c1219", panel="#18222e", soft="#121a24", ink="#eef3f9", muted="#a3b1c2",
    line="#55677d", blue="#56b4e9", blue_soft="#12283a", green="#1fbf91", green_soft="#0e332a",
    orange="#ff8a3d", purple="#eba4cb", purple_soft="#3c2333",
)  # fmt: skip

THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}
