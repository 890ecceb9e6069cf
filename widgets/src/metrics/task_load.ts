/** How a task spent its time, in the colours of Flink's web page: busy, idle, backpressured. */

import { perSecond } from "./metrics";
import type { RunSeries } from "./run_series";
import { rect } from "../ui/svg";
import { t } from "../i18n/strings";

/** Shares of the time, from 0 to 1; together 1 for a task that has run at all. */
export interface Load {
  busy: number;
  idle: number;
  backpressured: number;
}

type Rgb = readonly [number, number, number];

/** Flink: `node.component.ts` of the web dashboard, which blends them in this order. */
const IDLE: Rgb = [0x5d, 0xb1, 0xff];
const BUSY: Rgb = [0xee, 0x64, 0x64];
const BACKPRESSURED: Rgb = [0x88, 0x88, 0x88];

export function loadOf(run: RunSeries, subtask: string, position: number): Load | null {
  const task = run.tasks.get(subtask)!;
  const time = run.clock.at(position);
  const of = (condition: "busy" | "idle" | "soft" | "hard"): number =>
    perSecond(task, condition, position, time) / 1000;
  const load = { busy: of("busy"), idle: of("idle"), backpressured: of("soft") + of("hard") };
  return load.busy + load.idle + load.backpressured > 0 ? load : null;
}

/** The one colour that Flink gives to it. */
export function shade({ busy, backpressured }: Load): string {
  const [r, g, b] = blend(blend(IDLE, BUSY, busy), BACKPRESSURED, backpressured);
  return `rgb(${r} ${g} ${b})`;
}

function blend(from: Rgb, to: Rgb, part: number): Rgb {
  const mix = (place: 0 | 1 | 2): number => Math.round(from[place] + (to[place] - from[place]) * part);
  return [mix(0), mix(1), mix(2)];
}

/** "backpressured 96 %, busy 4 %": the greater part first, without what never was. */
export function loadWords(load: Load, short = false): string {
  const words: [string, number][] = [
    [short ? t("backpr.") : t("backpressured"), load.backpressured],
    [t("busy"), load.busy],
    [t("idle"), load.idle],
  ];
  const told = words.filter(([, part]) => part >= 0.005).sort(([, a], [, b]) => b - a);
  return told.map(([word, part]) => `${word} ${percent(part)}`).join(short ? " · " : ", ");
}

export function percent(part: number): string {
  return `${Math.round(100 * part)} %`;
}

/** A bar in three parts, each with a look of its own; `hatch` names the pattern of `hatchPattern`. */
export function loadBar(load: Load, x: number, y: number, width: number, height: number, hatch: string): string {
  let at = x;
  let drawn = "";
  for (const part of ["backpressured", "busy", "idle"] as const) {
    const wide = width * load[part];
    if (wide < 0.4) continue;
    drawn += rect(at, y, wide, height, `load ${part}`, 0);
    if (part === "backpressured") drawn += rect(at, y, wide, height, "load", 0).replace("/>", ` fill="url(#${hatch})"/>`);
    at += wide;
  }
  return drawn;
}

/** Stripes for what is backpressured, so that it is told from the rest without any colour. */
export function hatchPattern(name: string): string {
  return (
    `<defs><pattern id="${name}" width="6" height="6" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`
  );
}
