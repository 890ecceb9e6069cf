"""A sweep as a picture: what a longer delay buys, what it costs.

Not in Flink.
"""

from __future__ import annotations

from itertools import cycle
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from flinksim.common.configuration import format_duration_ms
from flinksim.replay.sweep.formatting import settings_text
from flinksim.replay.sweep.sweep import ENOUGH, Point

if TYPE_CHECKING:
    from flinksim.replay.sweep.sweep import Sweep

_UNITS = ((3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms"))
_COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b", "#444444")  # by idle timeout
_STYLES = ("-", ":", "-.", "--")  # by lateness


def draw(sweep: Sweep) -> Any:
    """Three panels over the delay: records too late, result delay, panes kept.

    Raises: ImportError with what to install where matplotlib is missing.
    """
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError(
            f"the picture needs matplotlib ({error}); install it with: pip install "
            "'flinksim[notebook]'"
        ) from error
    unit, unit_name = _unit(max(point.delay_ms for point in sweep.points))
    # By way of pyplot, which makes Jupyter show figures; closed, so that it shows this one once.
    figure = pyplot.figure(figsize=(9, 10), layout="constrained")
    pyplot.close(figure)
    missing, waiting, kept = figure.subplots(3, 1, sharex=True)
    first_lateness = sweep.points[0].lateness_ms
    for colour, (idleness, lines) in zip(cycle(_COLOURS), _lines(sweep.points).items()):
        for style, (lateness, points) in zip(cycle(_STYLES), lines.items()):
            delays = [point.delay_ms / unit for point in points]
            look = {"color": colour, "linestyle": style, "marker": "o", "markersize": 3}
            label = _label(idleness, lateness)
            # Of windows that stand fast neither of the two knows of the lateness.
            if lateness == first_lateness or sweep.is_of_sessions:
                told = label if sweep.is_of_sessions else _label(idleness, 0)
                behind = [100 * (1 - p.on_time_share) for p in points]
                missing.plot(delays, behind, label=f"{told}: not on time", **look)
                _draw_waiting(waiting, delays, points, told, colour)
            if lateness:
                lost = [100 * (1 - p.counted_share) for p in points]
                missing.plot(delays, lost, label=f"{label}: not counted", **look)
            kept.plot(delays, [p.panes_mean for p in points], label=label, **look)
    missing.set_ylabel("records")
    missing.set_title("What a longer delay buys: fewer records come too late")
    _scale_shares(missing)
    _mark_enough(missing, sweep, unit)
    kept.set_ylabel("panes kept, on average")
    kept.set_ylim(bottom=0)
    kept.set_title("What it keeps in state")
    kept.set_xlabel(f"delay of the watermark ({unit_name})")
    for panel in (missing, waiting, kept):
        panel.grid(alpha=0.3)
        panel.legend(fontsize=8)
    return figure


def _scale_shares(panel: Any) -> None:
    """Per cent by powers of ten; from the least that is drawn down to 0, where no record is missing."""
    drawn = [share for line in panel.get_lines() for share in line.get_ydata() if share > 0]
    shares = [100 * (1 - ENOUGH), *drawn]
    least = floor(log10(min(shares)))
    greatest = max(least + 1, ceil(log10(max(shares))))
    panel.set_yscale("symlog", linthresh=10**least, linscale=0.4)
    ticks = [0, *(10**power for power in range(least, greatest + 1))]
    panel.set_yticks(ticks, [f"{tick:g} %" for tick in ticks])
    panel.set_yticks([], minor=True)
    panel.set_ylim(-0.1 * 10**least, 1.3 * max(shares))


def _draw_waiting(
    panel: Any, delays: list[float], points: list[Point], label: str, colour: str
) -> None:
    unit, name = 60_000, "min"
    if max(point.delay_p95 for point in points) < 60_000:
        unit, name = 1, "ms"
    for style, percent in (("-", 50), ("--", 95)):
        times = [getattr(point, f"delay_p{percent}") / unit for point in points]
        panel.plot(
            delays, times, color=colour, linestyle=style, marker="o", markersize=3,
            label=f"{label}: {percent} of 100 results by then",
        )  # fmt: skip
    panel.set_ylabel(f"result after the window's end ({name})")
    panel.set_title("What it costs: results come later")


def _mark_enough(panel: Any, sweep: Sweep, unit: int) -> None:
    """Where enough records are on time, for the first idle timeout of the grid.

    The legend says it, for each lateness if it depends on that; a line stands there if that is between
    the delays of the grid.
    """
    idleness = sweep.points[0].idleness_ms
    look = {"color": "#888888", "linewidth": 0.8}
    delays = [point.delay_ms for point in sweep.points]
    told = []
    for style, lateness in zip(cycle(_STYLES), sweep.latenesses_that_matter):
        settings = settings_text(idleness, lateness)
        try:
            delay = sweep.smallest_delay(ENOUGH, idleness, lateness)
        except ValueError as none:
            told.append(str(none).replace(" (", "\n("))
            continue
        line = f"{100 * ENOUGH:g} % on time from {format_duration_ms(delay)} on{settings}"
        if min(delays) <= delay <= max(delays):
            panel.axvline(delay / unit, linestyle=style, **look)
        else:
            line += ", not in this picture"
        told.append(line)
    panel.axhline(100 * (1 - ENOUGH), **look, label="\n".join(told))


def _lines(points: list[Point]) -> dict[int | None, dict[int, list[Point]]]:
    """The points by idle timeout and lateness, each line by delay."""
    lines: dict[int | None, dict[int, list[Point]]] = {}
    for point in sorted(points, key=lambda point: point.delay_ms):
        lines.setdefault(point.idleness_ms, {}).setdefault(point.lateness_ms, []).append(point)
    return lines


def _unit(longest_ms: int) -> tuple[int, str]:
    for unit, name in _UNITS:
        if longest_ms >= 3 * unit:
            return unit, name
    return 1, "ms"


def _label(idleness_ms: int | None, lateness_ms: int) -> str:
    said = "never idle" if idleness_ms is None else f"idle after {format_duration_ms(idleness_ms)}"
    return said + (f", lateness {format_duration_ms(lateness_ms)}" if lateness_ms else "")
