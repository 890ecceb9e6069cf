/** What of the plane is under the mouse, and what there is to say of it. */

import { spanText } from "./axis_clock";
import { latenessOf } from "./late_reason";
import type { Lit, Thing } from "./highlights";
import { panesIn } from "./pane_bars";
import { factX, toX, toY } from "./chart_context";
import type { Picture } from "./chart_context";
import { t } from "../i18n/strings";
import { cut, show } from "../ui/value_format";

const REACH = 9;

/** The record nearest to a point, or else the smallest pane around it. */
export function nearest(picture: Picture, x: number, y: number): Thing | null {
  const { run, places, camera, box, parts, keys } = picture;
  if (x < box.left || x > box.left + box.width || y < box.top || y > box.top + box.height) return null;
  let best: Thing | null = null;
  let least = REACH;
  const reach = ((camera.x1 - camera.x0) / box.width) * REACH;
  const here = camera.x0 + ((x - box.left) / box.width) * (camera.x1 - camera.x0);
  const consider = (index: number, time: number, thing: () => Thing): void => {
    const place = places[index + 1]!;
    if (Math.abs(place - here) > reach) return;
    const away = Math.hypot(toX(picture, place) - x, toY(picture, time) - y);
    if (away >= least) return;
    least = away;
    best = thing();
  };
  if (parts.has("records")) {
    for (const dot of run.dots) {
      if (!dot.late && (!keys || dot.key < 0 || keys.has(dot.key))) {
        consider(dot.index, dot.time, () => ({ what: "dot", dot }));
      }
    }
  }
  if (parts.has("late")) for (const late of run.lates) consider(late.index, late.time, () => ({ what: "late", late }));
  if (best || !parts.has("panes")) return best;
  let smallest = Infinity;
  for (const pane of panesIn(picture)) {
    const [x0, x1] = [factX(picture, pane.born), factX(picture, pane.gone)];
    const [y0, y1] = [toY(picture, pane.end), toY(picture, pane.start)];
    const size = (x1 - x0) * (y1 - y0);
    if (x < x0 || x > x1 || y < y0 || y > y1 || size >= smallest) continue;
    smallest = size;
    best = { what: "pane", pane };
  }
  return best;
}

/** Where a click on a thing leads: right after the fact that made it what it is. */
export function thingPosition(thing: Thing): number {
  if (thing.what === "dot") return thing.dot.index + 1;
  if (thing.what === "late") return thing.late.index + 1;
  return (thing.pane.firings[0]?.index ?? thing.pane.fills.at(-1) ?? thing.pane.born) + 1;
}

/** What a person wants to know of a thing, line by line. */
export function thingWords(lit: Lit, thing: Thing): string[] {
  const { trace, run, labels } = lit;
  const key = (number: number): string => (number < 0 ? "" : cut(show(run.keys[number]!), 40));
  const time = (ms: number): string => (Number.isFinite(ms) ? labels.time(BigInt(Math.round(ms))) : "none");
  if (thing.what === "pane") {
    const { pane } = thing;
    const fired = pane.firings.map(({ kind, count }) => t("{0} with {1}", t(kind), count)).join(", ");
    const what = `${key(pane.key)} ${labels.window(pane.window)}`;
    return [what, t("{0} elements", pane.counts.at(-1) ?? 0), fired === "" ? t("never fires") : t("fires {0}", fired), labels.name(pane.operator)];
  }
  const { dot } = thing.what === "late" ? thing.late : thing;
  const read = trace.event(dot.index);
  const value = "value" in read ? labels.value(read.value as string) : "";
  const lines = [`${value || key(dot.key)}`, t("event time {0}", time(dot.time))];
  if (dot.key >= 0) lines.push(t("key {0}", key(dot.key)));
  if (dot.split !== "") lines.push(`${t("split")} ${dot.split}`);
  if (thing.what === "late") {
    const { late } = thing;
    const { closer, behind } = latenessOf(trace, run, late);
    lines.push(t("too late: {0} was over", labels.window(late.windows)), t("the watermark was {0} past its time", spanText(behind)));
    const by = closer < 0 ? null : trace.event(closer);
    if (by?.type === "SourceRecordRead") lines.push(t("closed by {0}", labels.value(by.value)));
  }
  return lines;
}
