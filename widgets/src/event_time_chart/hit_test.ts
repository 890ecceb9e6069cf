/** Hit testing on the event-time chart, and the tooltip of an item. */

import { formatDuration } from "./axis_clock";
import { explainLateness } from "./late_reason";
import type { HighlightContext, ChartItem } from "./highlights";
import { findVisiblePanes } from "./pane_bars";
import { eventX, toX, toY } from "./chart_context";
import type { ChartContext } from "./chart_context";
import { t } from "../i18n/strings";
import { truncate, formatValue } from "../ui/value_format";

const MAX_DISTANCE_PX = 9;

/** Find the record nearest to a point, or else the smallest pane around it. */
export function findNearest(chart: ChartContext, x: number, y: number): ChartItem | null {
  const { data, places, camera, box, visibleParts, keys } = chart;
  if (x < box.left || x > box.left + box.width || y < box.top || y > box.top + box.height) return null;
  let best: ChartItem | null = null;
  let closest = MAX_DISTANCE_PX;
  const reach = ((camera.x1 - camera.x0) / box.width) * MAX_DISTANCE_PX;
  const pointerPlace = camera.x0 + ((x - box.left) / box.width) * (camera.x1 - camera.x0);
  const consider = (index: number, time: number, item: () => ChartItem): void => {
    const place = places[index + 1]!;
    if (Math.abs(place - pointerPlace) > reach) return;
    const distance = Math.hypot(toX(chart, place) - x, toY(chart, time) - y);
    if (distance >= closest) return;
    closest = distance;
    best = item();
  };
  if (visibleParts.has("records")) {
    for (const dot of data.dots) {
      if (!dot.late && (!keys || dot.key < 0 || keys.has(dot.key))) {
        consider(dot.index, dot.time, () => ({ what: "dot", dot }));
      }
    }
  }
  if (visibleParts.has("late")) for (const late of data.lateRecords) consider(late.index, late.time, () => ({ what: "late", late }));
  if (best || !visibleParts.has("panes")) return best;
  let smallest = Infinity;
  for (const pane of findVisiblePanes(chart)) {
    const [x0, x1] = [eventX(chart, pane.openedAt), eventX(chart, pane.closedAt)];
    const [y0, y1] = [toY(chart, pane.end), toY(chart, pane.start)];
    const size = (x1 - x0) * (y1 - y0);
    if (x < x0 || x > x1 || y < y0 || y > y1 || size >= smallest) continue;
    smallest = size;
    best = { what: "pane", pane };
  }
  return best;
}

/** Get the position to go to on a click: right after the item's defining event. */
export function getItemPosition(item: ChartItem): number {
  if (item.what === "dot") return item.dot.index + 1;
  if (item.what === "late") return item.late.index + 1;
  return (item.pane.firings[0]?.index ?? item.pane.fills.at(-1) ?? item.pane.openedAt) + 1;
}

/** Describe an item in a few lines. */
export function describeItem(highlightContext: HighlightContext, item: ChartItem): string[] {
  const { trace, data, labels } = highlightContext;
  const key = (number: number): string => (number < 0 ? "" : truncate(formatValue(data.keys[number]!), 40));
  const time = (ms: number): string => (Number.isFinite(ms) ? labels.shortTime(BigInt(Math.round(ms))) : "none");
  if (item.what === "pane") {
    const { pane } = item;
    const fired = pane.firings.map(({ kind, count }) => t("{0} with {1}", t(kind), count)).join(", ");
    const what = `${key(pane.key)} ${labels.window(pane.window)}`;
    return [what, t("{0} elements", pane.counts.at(-1) ?? 0), fired === "" ? t("never fires") : t("fires {0}", fired), labels.name(pane.operator)];
  }
  const { dot } = item.what === "late" ? item.late : item;
  const read = trace.event(dot.index);
  const value = "value" in read ? labels.value(read.value as string) : "";
  const lines = [`${value || key(dot.key)}`, t("event time {0}", time(dot.time))];
  if (dot.key >= 0) lines.push(t("key {0}", key(dot.key)));
  if (dot.split !== "") lines.push(`${t("split")} ${dot.split}`);
  if (item.what === "late") {
    const { late } = item;
    const { closingRecord, lagMs } = explainLateness(trace, data, late);
    lines.push(t("too late: {0} was closed", labels.window(late.windows)), t("{0} below the watermark", formatDuration(lagMs)));
    const closingEvent = closingRecord < 0 ? null : trace.event(closingRecord);
    if (closingEvent?.type === "SourceRecordRead") lines.push(t("closed by {0}", labels.value(closingEvent.value)));
  }
  return lines;
}
