/** How a task spent its time, in the colours of Flink's web UI: busy, idle, backpressured. */

import { computeTimePerSecond } from "./metrics";
import type { RunSeries } from "./run_series";
import { rect } from "../ui/svg";
import { t } from "../i18n/strings";

/** Shares of the time, from 0 to 1. Their sum is 1 if the task has run at all. */
export interface Load {
  busy: number;
  idle: number;
  backpressured: number;
}

type Rgb = readonly [number, number, number];

/** From Flink's web dashboard (`node.component.ts`), which blends the colours in this order. */
const IDLE: Rgb = [0x5d, 0xb1, 0xff];
const BUSY: Rgb = [0xee, 0x64, 0x64];
const BACKPRESSURED: Rgb = [0x88, 0x88, 0x88];

export function computeLoad(run: RunSeries, subtask: string, position: number): Load | null {
  const task = run.tasks.get(subtask)!;
  const time = run.clock.at(position);
  const getShare = (condition: "busy" | "idle" | "soft" | "hard"): number =>
    computeTimePerSecond(task, condition, position, time) / 1000;
  const load = { busy: getShare("busy"), idle: getShare("idle"), backpressured: getShare("soft") + getShare("hard") };
  return load.busy + load.idle + load.backpressured > 0 ? load : null;
}

/** Get the single colour that Flink gives to a load. */
export function getLoadColour({ busy, backpressured }: Load): string {
  const [r, g, b] = blend(blend(IDLE, BUSY, busy), BACKPRESSURED, backpressured);
  return `rgb(${r} ${g} ${b})`;
}

function blend(from: Rgb, to: Rgb, part: number): Rgb {
  const mix = (place: 0 | 1 | 2): number => Math.round(from[place] + (to[place] - from[place]) * part);
  return [mix(0), mix(1), mix(2)];
}

/** Describe a load: "backpressured 96 %, busy 4 %". Shares of zero are omitted. */
export function describeLoad(load: Load, short = false): string {
  const words: [string, number][] = [
    [short ? t("backpr.") : t("backpressured"), load.backpressured],
    [t("busy"), load.busy],
    [t("idle"), load.idle],
  ];
  const shown = words.filter(([, part]) => part >= 0.005).sort(([, a], [, b]) => b - a);
  return shown.map(([word, part]) => `${word} ${formatPercent(part)}`).join(short ? " · " : ", ");
}

export function formatPercent(part: number): string {
  return `${Math.round(100 * part)} %`;
}

/** Draw a bar of three parts. `hatch` is the id of the pattern from `renderHatchPattern`. */
export function drawLoadBar(load: Load, x: number, y: number, width: number, height: number, hatch: string): string {
  let at = x;
  let drawn = "";
  for (const part of ["backpressured", "busy", "idle"] as const) {
    const partWidth = width * load[part];
    if (partWidth < 0.4) continue;
    drawn += rect(at, y, partWidth, height, `load ${part}`, 0);
    if (part === "backpressured") drawn += rect(at, y, partWidth, height, "load", 0).replace("/>", ` fill="url(#${hatch})"/>`);
    at += partWidth;
  }
  return drawn;
}

/** Render the stripes of backpressured parts, which make them recognizable without colour. */
export function renderHatchPattern(name: string): string {
  return (
    `<defs><pattern id="${name}" width="6" height="6" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`
  );
}
