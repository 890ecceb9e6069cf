/** The job as its network sees it: full and empty queues, pools, and who is busy, idle or backpressured. */

import { hindrance } from "./channels";
import type { Frame } from "../stepper/frame";
import { describeTasks, drawState, stateOf } from "../job/graph";
import { wireTone } from "../job/graph_channels";
import { tallestOf } from "../job/graph_layout";
import type { GraphLayout, GraphStyle } from "../job/graph_layout";
import { drawHeat, isHeat } from "../job/subtask_heatmap";
import { hatchPattern, loadBar, loadOf, loadWords, percent, shade } from "../metrics/task_load";
import { poolUsage } from "../metrics/metrics";
import { gauge, pip } from "./buffer_shapes";
import type { PlanChannel } from "../trace/trace.gen";
import { curve, esc, fit, fitName, onCurve, picture, rect, text, textWidth } from "../ui/svg";
import { t } from "../i18n/strings";

/** Channels are told in a panel of their own, so there is more room for the tasks. */
export const NETWORK_STYLE: GraphStyle = {
  narrowestGap: 104,
  widestGap: 300,
  height: (tallest, room) => tallestOf([92, 72, 50], tallest, room) ?? (tallest <= 2 ? 72 : tallest <= 8 ? 50 : 32),
};

/** The same with less of each task, where the plot needs the room. */
export const SMALL_STYLE: GraphStyle = {
  ...NETWORK_STYLE,
  height: (tallest, room) => tallestOf([72, 50], tallest, room) ?? 32,
};

const FOOTER = 27;
const MOST_PIPS = 4;

export function drawNetwork(frame: Frame, layout: GraphLayout, hatch: string): string {
  const { plan } = frame.trace;
  const crowded = (plan?.channels.length ?? 0) > 24;
  const near = (plan?.channels ?? []).filter(({ source, target }) =>
    (source === frame.task || target === frame.task) && !(isHeat(frame, layout, source) && isHeat(frame, layout, target)));
  const drawn = layout.heats.size > 0 ? [...layout.wires, ...near.slice(0, MOST_NEAR)] : layout.wires;
  const wires = drawn.map((channel) => drawWire(frame, layout, channel, crowded));
  const heats = [...layout.heats].map(([id, vertex]) => drawHeat(frame, vertex, layout.boxes.get(id)!, (task) => toneOf(frame, task)));
  const single = (plan?.subtasks ?? []).filter(({ vertex }) => !layout.heats.has(vertex));
  const tasks = [...heats, ...single.map(({ id }) => drawTask(frame, layout, id, hatch))];
  const label = t("Job {0}: {1}", plan?.job_name ?? "", describeTasks(frame));
  return picture(layout.width, layout.height, label, hatchPattern(hatch) + [...wires, ...tasks].join(""), "group");
}

/** Of the channels of one task so many are drawn beside a strip of heat. */
const MOST_NEAR = 24;

/** What a subtask does most, and how much. */
function toneOf(frame: Frame, task: string): string {
  const load = frame.run && loadOf(frame.run, task, frame.position);
  if (!load) return "none";
  if (load.backpressured > Math.max(load.busy, load.idle)) return "held";
  return `busy${Math.min(4, Math.floor(load.busy * 5))}`;
}

/** A channel: what stands in the sender's queue at its beginning, what the receiver has at its end. */
function drawWire(frame: Frame, layout: GraphLayout, channel: PlanChannel, crowded: boolean): string {
  const from = layout.boxes.get(channel.source)!;
  const to = layout.boxes.get(channel.target)!;
  const outputs = frame.lookup.outputsOf(channel.source);
  const inputs = frame.lookup.inputsOf(channel.target);
  const start = isHeat(frame, layout, channel.source) ? 0.5 : (outputs.indexOf(channel) + 1) / (outputs.length + 1);
  const end = isHeat(frame, layout, channel.target) ? 0.5 : (inputs.indexOf(channel) + 1) / (inputs.length + 1);
  const ends = [
    from.x + from.width, from.y + from.height * start, to.x, to.y + to.height * end,
  ] as const; // prettier-ignore
  const view = frame.scene.view.channels.get(channel.id);
  if (!view) return "";
  const near = channel.source === frame.task || channel.target === frame.task;
  const problem = hindrance(frame, channel, view);
  const classes = `wire ${near ? "near" : ""} ${wireTone(frame, channel.id)} ${problem ? "hindered" : ""}`;
  let drawn = `<path d="${curve(...ends)}" class="${classes}"/>`;
  if (crowded && !near) return drawn;
  const step = 13 / Math.max(60, ends[2] - ends[0]);
  drawn += queue(ends, view.queued, 0.03, step, "full");
  drawn += queue(ends, view.received, 0.97, -step, "got");
  if (view.on_wire > 0) {
    const [x, y] = onCurve(ends, 0.5);
    drawn += pip(x - 5.5, y - 6.5, "wired");
  }
  return drawn;
}

function queue(
  ends: readonly [number, number, number, number], count: number, at: number, step: number,
  kind: "full" | "got",
): string {
  let drawn = "";
  const shown = Math.min(count, count > MOST_PIPS ? MOST_PIPS - 1 : MOST_PIPS);
  for (let number = 0; number < shown; number++) {
    const [x, y] = onCurve(ends, at + step * (number + 0.5));
    drawn += pip(x - 5.5, y - 6.5, kind);
  }
  if (count > shown) {
    const [x, y] = onCurve(ends, at + step * (shown + 0.6));
    drawn += text(x, y - 9, String(count), "t3 strong", "middle");
  }
  return drawn;
} // prettier-ignore

function drawTask(frame: Frame, layout: GraphLayout, id: string, hatch: string): string {
  const { x, y, width, height } = layout.boxes.get(id)!;
  const state = stateOf(frame, id, frame.scene.view.tasks.get(id));
  const load = frame.run && loadOf(frame.run, id, frame.position);
  const selected = id === frame.task;
  const name = frame.labels.name(id);
  const words = load ? loadWords(load) : t("has spent no time yet");
  let drawn =
    `<g class="task ${state.tone} ${selected ? "selected" : ""}" data-task="${esc(id)}" tabindex="0" ` +
    `role="button" aria-pressed="${frame.pinned && selected}" ` +
    `><title>${esc(`${name}, ${state.words}, ${words}`)}</title>` +
    rect(x, y, width, height, "box", 10);
  const badge = textWidth(state.words, "strong") + 16;
  if (height >= 90) {
    drawn += text(x + 12, y + 20, fitName(name, width - 24, "t1"), "t1");
    drawn += drawState(state, x + 10, y + 41, badge);
  } else {
    const line = height < 40 ? y + height / 2 + 5 : y + 18;
    const told = state.tone !== "waiting" && state.tone !== ""; // else the colour says enough
    const room = width - 24 - (told ? badge + 2 : 0);
    const short = textWidth(name, "t1") <= room ? name : name.replace(/^Source: /, "");
    drawn += text(x + 12, line, fitName(short, room, "t1"), "t1");
    if (told) drawn += drawState(state, x + width - badge - 8, line, badge);
  }
  if (height >= 70) drawn += drawTaskPools(frame, id, x + 12, y + height - FOOTER - 6, width - 24);
  if (height >= 50) {
    const top = y + height - FOOTER;
    if (load) {
      const isQuiet = load.idle > 0.5; // who does nothing takes no ink
      drawn += rect(x + 1.5, top, width - 3, FOOTER - 1.5, "shade", 0).replace("/>", ` data-style="fill:${shade(load)}${isQuiet ? ";fill-opacity:.18" : ""}"/>`);
      drawn += loadBar(load, x + 1.5, top, width - 3, 6, hatch);
      const told = [loadWords(load), loadWords(load, true)].find((one) => textWidth(one, "t3") < width - 20);
      drawn += text(x + width / 2, top + 20, fit(told ?? loadWords(load, true), width - 12, "t3"), `t3 ${isQuiet ? "onIdle" : "onShade"}`, "middle");
    } else {
      drawn += text(x + width / 2, top + 18, t("no time spent yet"), "t3", "middle");
    }
  }
  return `${drawn}</g>`;
}

/** How full the input and output pools are. */
function drawTaskPools(frame: Frame, id: string, x: number, y: number, width: number): string {
  const plan = frame.lookup.subtasks.get(id)!;
  if (!frame.run) return "";
  const pools = poolUsage(frame.run.tasks.get(id)!, frame.position);
  const bar = Math.max(24, Math.min(52, width / 2 - 74));
  let drawn = "";
  if (plan.exclusive_buffers + plan.floating_buffers > 0) {
    const used = pools.input;
    drawn += text(x, y, t("in"), "t3") + gauge(x + textWidth(t("in"), "t3") + 5, y, bar, used, percent(used), used >= 1 ? "used" : "");
  }
  if (plan.output_buffers > 0) {
    const used = pools.output;
    const at = x + width - bar - 6 - textWidth("100 %", "t3");
    drawn += text(at - 5, y, t("out"), "t3", "end");
    drawn += gauge(at, y, bar, used, percent(used), used >= 1 ? "used" : "");
  }
  return drawn;
}
