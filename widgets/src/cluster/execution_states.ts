/** The states of every execution over time, as on Flink's page: a row for each subtask, a bar for each state. */

import { clusterRun } from "../trace/rpc_calls";
import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { clamp, line, nameText, picture, rect, text, textWidth } from "../ui/svg";

const TOP = 20;
const AXIS = 20;
const MOST_ROWS = 400;

/** States in the order in which they are passed, with what colours them. */
export const STATES = ["CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELING", "CANCELED", "FAILED"] as const;

export function drawStates(frame: Frame, wide: number, tall: number): string {
  const { trace, labels, lookup } = frame;
  const { spans } = clusterRun(trace, lookup, labels);
  const tasks = [...spans].slice(0, MOST_ROWS);
  const names = tasks.map(([id]) => `${labels.name(id)} · ${lookup.subtasks.get(id)!.task_manager}`);
  const left = Math.min(wide * 0.36, Math.max(90, ...names.map((name) => textWidth(name, "strong")))) + 18;
  const width = Math.max(wide, 420);
  const bar = clamp(Math.floor((tall - TOP - AXIS) / Math.max(1, tasks.length)), 13, 24);
  const knots = knotsOf(trace, tasks.flatMap(([, own]) => own.map(({ from }) => from)));
  const scale = scaleOf(trace, knots, left, width - left - 12);
  let drawn = drawLegend(left, width);
  tasks.forEach(([id, own], row) => {
    const y = TOP + row * bar;
    const font = id === frame.task ? "strong" : "t3";
    drawn += nameText(left - 8, y + bar / 2 + 4, names[row]!, left - 12, font, "end");
    for (const { state, attempt, from, to } of own) {
      const x = scale(from);
      const end = to < 0 ? width - 12 : scale(to);
      const over = from >= frame.position ? " ahead" : "";
      const begun = trace.stepOf(from);
      const title =
        to < 0
          ? t("{0}, attempt {1}: {2} from step {3}", labels.name(id), attempt, state, begun)
          : t("{0}, attempt {1}: {2} from step {3} to {4}", labels.name(id), attempt, state, begun, trace.stepOf(to));
      drawn +=
        `<g data-id="${id} ${from}" data-go="${from + 1}" role="button" tabindex="-1">` +
        rect(x, y + 1, Math.max(1, end - x - 0.6), bar - 2.5, `state ${state}${over}`, 2, title) +
        (end - x > textWidth(state, "t3") + 12 && bar > 14 ? text(x + 6, y + bar / 2 + 4, state, `t3 onState${over}`) : "") +
        `</g>`;
    }
  });
  const bottom = TOP + tasks.length * bar;
  drawn += drawAxis(frame, knots, scale, bottom, width);
  const here = scale(frame.position);
  drawn += line(here, TOP - 4, here, bottom + 4, "playheadLine");
  const states = tasks.map(([id]) => `${labels.name(id)} ${frame.scene.view.tasks.get(id)?.state ?? "CREATED"}`);
  return picture(width, bottom + AXIS, t("States of every execution over time: {0}", states.join(", ")), drawn, "group");
}

function drawLegend(left: number, width: number): string {
  let x = left;
  let drawn = "";
  for (const state of STATES) {
    const room = textWidth(state, "t3") + 26;
    if (x + room > width) break;
    drawn += rect(x, 3, 11, 11, `state ${state}`, 2) + text(x + 15, 13, state, "t3");
    x += room;
  }
  return drawn;
}

/** Where states change, and the end: between two of them time passes on the axis. */
function knotsOf(trace: Trace, changes: readonly number[]): readonly number[] {
  return [...new Set([0, ...changes, trace.eventCount])].sort((a, b) => a - b);
}

/** A third of the room is shared out evenly, so that what takes no time is seen, and the rest by virtual time. */
function scaleOf(trace: Trace, knots: readonly number[], left: number, room: number): (position: number) => number {
  const time = (position: number): number => Number(trace.timeAt(position));
  const [start, end] = [time(0), time(trace.eventCount)];
  const even = end > start ? 0.34 : 1;
  const places = knots.map((knot, number) => {
    const passed = end > start ? (time(knot) - start) / (end - start) : 0;
    return left + room * ((even * number) / Math.max(1, knots.length - 1) + (1 - even) * passed);
  });
  return (position) => {
    let after = knots.findIndex((knot) => knot >= position);
    if (after < 0) after = knots.length - 1;
    if (after === 0) return places[0]!;
    const [a, b] = [knots[after - 1]!, knots[after]!];
    return places[after - 1]! + ((places[after]! - places[after - 1]!) * (position - a)) / Math.max(1, b - a);
  };
}

function drawAxis(frame: Frame, knots: readonly number[], scale: (position: number) => number, y: number, width: number): string {
  let drawn = line(scale(knots[0]!), y + 2, width - 12, y + 2, "axisLine");
  let [free, last] = [-Infinity, ""];
  for (const knot of knots) {
    const x = scale(knot);
    const words = frame.labels.time(frame.trace.timeAt(knot));
    const half = textWidth(words, "t3") / 2;
    const at = clamp(x, half, width - half);
    if (at - half < free || words === last) continue;
    last = words;
    drawn += line(x, y + 2, x, y + 6, "axisLine") + text(at, y + 17, words, "t3", "middle");
    free = at + half + 10;
  }
  return drawn;
}
