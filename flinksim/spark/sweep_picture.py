"""A sweep as a picture: what a longer delay buys, what it costs.

Not in Flink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flinksim.spark.sweep import ENOUGH, Point

if TYPE_CHECKING:
    from flinksim.spark.sweep import Sweep

_UNITS = ((3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms"))
_COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b", "#444444")
_MARKS = ("o", "s", "^", "D", "v", "x")


def draw(sweep: Sweep) -> Any:
    """Three panels over the delay: completeness, result delay, panes kept; one line per setting.

    Raises: ImportError with what to install where matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            f"the picture needs matplotlib ({error}); install it with: pip install "
            "'flinksim[notebook]'"
        ) from error
    lines = _lines(sweep.points)
    longest = max(point.delay_ms for point in sweep.points)
    unit, unit_name = _unit(longest)
    figure = Figure(figsize=(8, 9), layout="constrained")
    complete, waiting, kept = figure.subplots(3, 1, sharex=True)
    for number, (settings, points) in enumerate(lines.items()):
        style: dict[str, Any] = {
            "color": _COLOURS[number % len(_COLOURS)],
            "marker": _MARKS[number % len(_MARKS)],
            "markersize": 4,
        }
        delays = [point.delay_ms / unit for point in points]
        label = _label(*settings)
        complete.plot(delays, [100 * p.on_time_share for p in points], label=label, **style)
        if settings[1]:
            shares = [100 * p.counted_share for p in points]
            complete.plot(delays, shares, linestyle=":", label=f"{label}: counted at all", **style)
        _draw_waiting(waiting, delays, points, label, style)
        kept.plot(delays, [p.panes_mean for p in points], label=label, **style)
    _mark_enough(complete, sweep, unit, unit_name)
    complete.set_ylabel("records on time (%)")
    complete.set_title("What a longer delay buys")
    kept.set_ylabel("panes kept, on average")
    kept.set_ylim(bottom=0)
    kept.set_title("and what it keeps in state")
    kept.set_xlabel(f"delay of the watermark ({unit_name})")
    for panel in (complete, waiting, kept):
        panel.grid(alpha=0.3)
        panel.legend(fontsize=8)
    return figure


def _draw_waiting(
    panel: Any, delays: list[float], points: list[Point], label: str, style: dict[str, Any]
) -> None:
    unit, name = _unit(max(point.delay_p95 for point in points))
    panel.plot(delays, [p.delay_p50 / unit for p in points], label=f"{label}: half of them", **style)
    ninety_five = [p.delay_p95 / unit for p in points]
    panel.plot(delays, ninety_five, linestyle="--", label=f"{label}: 95 of 100", **style)
    panel.set_ylabel(f"result after window end ({name})")
    panel.set_title("what it costs in waiting")


def _mark_enough(panel: Any, sweep: Sweep, unit: int, unit_name: str) -> None:
    """Where enough records are on time, for the first idle timeout of the grid."""
    idleness = sweep.points[0].idleness_ms
    delay = sweep.smallest_delay(ENOUGH, idleness) / unit
    panel.axhline(100 * ENOUGH, color="#888888", linewidth=0.8)
    panel.axvline(delay, color="#888888", linewidth=0.8)
    panel.annotate(
        f"{100 * ENOUGH:g} % from {delay:,.4g} {unit_name} on",
        (delay, 100 * ENOUGH),
        xytext=(-6, -14),
        textcoords="offset points",
        horizontalalignment="right",
        fontsize=8,
    )


def _lines(points: list[Point]) -> dict[tuple[int | None, int], list[Point]]:
    """The points by idle timeout and lateness, each line by delay."""
    lines: dict[tuple[int | None, int], list[Point]] = {}
    for point in sorted(points, key=lambda point: point.delay_ms):
        lines.setdefault((point.idleness_ms, point.lateness_ms), []).append(point)
    return lines


def _unit(longest_ms: int) -> tuple[int, str]:
    for unit, name in _UNITS:
        if longest_ms >= 3 * unit:
            return unit, name
    return 1, "ms"


def _label(idleness_ms: int | None, lateness_ms: int) -> str:
    said = "never idle" if idleness_ms is None else f"idle after {_told(idleness_ms)}"
    return said + (f", lateness {_told(lateness_ms)}" if lateness_ms else "")


def _told(duration_ms: int) -> str:
    for unit, name in _UNITS:
        if duration_ms >= unit and duration_ms % unit == 0:
            return f"{duration_ms // unit} {name}"
    return f"{duration_ms} ms"
