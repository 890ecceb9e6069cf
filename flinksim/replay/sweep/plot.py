"""Plot a sweep: benefits and costs of a longer watermark delay.

Not in Flink.
"""

from __future__ import annotations

from itertools import cycle
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from flinksim.common.configuration import format_duration_ms
from flinksim.replay.sweep.parameter_sweep import DEFAULT_SHARE, Point
from flinksim.replay.sweep.sweep_table import format_settings

if TYPE_CHECKING:
    from flinksim.replay.sweep.parameter_sweep import Sweep

_TIME_UNITS = ((3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms"))
_COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b", "#444444")  # by idle timeout
_LINE_STYLES = ("-", ":", "-.", "--")  # by lateness


def plot_sweep(sweep: Sweep) -> Any:
    """Plot three panels over the delay: late records, result delay, windows of single keys in state.

    Raises:
        ImportError: matplotlib is missing; the message has the install command.
    """
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError(
            f"the picture needs matplotlib ({error}). Install it with: pip "
            "install 'flinksim[notebook]'"
        ) from error
    unit, unit_name = _choose_unit(max(point.delay_ms for point in sweep.points))
    # pyplot makes Jupyter show figures; closing the figure avoids a second display.
    figure = pyplot.figure(figsize=(9, 10), layout="constrained")
    pyplot.close(figure)
    missing, result_delays, panes = figure.subplots(3, 1, sharex=True)
    first_lateness = sweep.points[0].lateness_ms
    for colour, (idleness, lines) in zip(cycle(_COLOURS), _group_into_lines(sweep.points).items()):
        for style, (lateness, points) in zip(cycle(_LINE_STYLES), lines.items()):
            delays = [point.delay_ms / unit for point in points]
            style_options = {"color": colour, "linestyle": style, "marker": "o", "markersize": 3}
            label = _format_label(idleness, lateness)
            # For aligned windows neither value depends on the lateness.
            if lateness == first_lateness or sweep.has_session_windows:
                series_label = label if sweep.has_session_windows else _format_label(idleness, 0)
                late_shares = [100 * (1 - p.on_time_share) for p in points]
                missing.plot(
                    delays, late_shares, label=f"{series_label}: not on time", **style_options
                )
                _plot_result_delays(result_delays, delays, points, series_label, colour)
            if lateness:
                lost = [100 * (1 - p.counted_share) for p in points]
                missing.plot(delays, lost, label=f"{label}: not included", **style_options)
            panes.plot(delays, [p.panes_mean for p in points], label=label, **style_options)
    missing.set_ylabel("records")
    missing.set_title("Benefit of a longer delay: fewer late records")
    _scale_shares(missing)
    _mark_target_share(missing, sweep, unit)
    panes.set_ylabel("average number of windows in state, for each key")
    panes.set_ylim(bottom=0)
    panes.set_title("Cost: more state")
    panes.set_xlabel(f"watermark delay ({unit_name})")
    for panel in (missing, result_delays, panes):
        panel.grid(alpha=0.3)
        panel.legend(fontsize=8)
    return figure


def _scale_shares(panel: Any) -> None:
    """Scale the axis of percentages by powers of ten; below the minimum drawn value it is linear to 0."""
    drawn = [share for line in panel.get_lines() for share in line.get_ydata() if share > 0]
    shares = [100 * (1 - DEFAULT_SHARE), *drawn]
    least = floor(log10(min(shares)))
    greatest = max(least + 1, ceil(log10(max(shares))))
    panel.set_yscale("symlog", linthresh=10**least, linscale=0.4)
    ticks = [0, *(10**power for power in range(least, greatest + 1))]
    panel.set_yticks(ticks, [f"{tick:g} %" for tick in ticks])
    panel.set_yticks([], minor=True)
    panel.set_ylim(-0.1 * 10**least, 1.3 * max(shares))


def _plot_result_delays(
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
    panel.set_title("Cost: later results")


def _mark_target_share(panel: Any, sweep: Sweep, unit: int) -> None:
    """Mark the delay at which enough records are on time, for the first idle timeout.

    The legend has one line per lateness, if the delay depends on it. A vertical line is drawn if
    the delay is within the grid.
    """
    idleness = sweep.points[0].idleness_ms
    style_options = {"color": "#888888", "linewidth": 0.8}
    delays = [point.delay_ms for point in sweep.points]
    legend_lines = []
    for style, lateness in zip(cycle(_LINE_STYLES), sweep.relevant_latenesses):
        settings = format_settings(idleness, lateness)
        try:
            delay = sweep.smallest_delay(DEFAULT_SHARE, idleness, lateness)
        except ValueError as error:
            legend_lines.append(str(error).replace(" (", "\n("))
            continue
        line = f"{100 * DEFAULT_SHARE:g} % on time from {format_duration_ms(delay)} on{settings}"
        if min(delays) <= delay <= max(delays):
            panel.axvline(delay / unit, linestyle=style, **style_options)
        else:
            line += ", outside of this picture"
        legend_lines.append(line)
    panel.axhline(100 * (1 - DEFAULT_SHARE), **style_options, label="\n".join(legend_lines))


def _group_into_lines(points: list[Point]) -> dict[int | None, dict[int, list[Point]]]:
    """Group the points by idle timeout and lateness, sorted by delay."""
    lines: dict[int | None, dict[int, list[Point]]] = {}
    for point in sorted(points, key=lambda point: point.delay_ms):
        lines.setdefault(point.idleness_ms, {}).setdefault(point.lateness_ms, []).append(point)
    return lines


def _choose_unit(longest_ms: int) -> tuple[int, str]:
    for unit, name in _TIME_UNITS:
        if longest_ms >= 3 * unit:
            return unit, name
    return 1, "ms"


def _format_label(idleness_ms: int | None, lateness_ms: int) -> str:
    label = "never idle" if idleness_ms is None else f"idle after {format_duration_ms(idleness_ms)}"
    return label + (f", lateness {format_duration_ms(lateness_ms)}" if lateness_ms else "")
