/** State timeline of every execution, as in Flink's web UI: a row per subtask, a bar per state. */

import { getRpcLog } from "../trace/rpc_calls";
import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { clamp, line, drawName, renderSvg, rect, text, measureText } from "../ui/svg";

const TOP_MARGIN = 20;
const AXIS_HEIGHT = 20;
const MAX_ROWS = 400;

/** Execution states in lifecycle order. The names are also CSS classes. */
export const STATES = ["CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING", "FINISHED", "CANCELING", "CANCELED", "FAILED"] as const;

export function drawStates(frame: Frame, availableWidth: number, availableHeight: number): string {
  const { trace, labels, lookup } = frame;
  const { spans } = getRpcLog(trace, lookup, labels);
  const tasks = [...spans].slice(0, MAX_ROWS);
  const names = tasks.map(([id]) => `${labels.name(id)} · ${lookup.subtasks.get(id)!.task_manager}`);
  const left = Math.min(availableWidth * 0.36, Math.max(90, ...names.map((name) => measureText(name, "strong")))) + 18;
  const width = Math.max(availableWidth, 420);
  const bar = clamp(Math.floor((availableHeight - TOP_MARGIN - AXIS_HEIGHT) / Math.max(1, tasks.length)), 13, 24);
  const knots = findKnots(trace, tasks.flatMap(([, stateSpans]) => stateSpans.map(({ from }) => from)));
  const scale = createScale(trace, knots, left, width - left - 12);
  let drawn = drawLegend(left, width);
  tasks.forEach(([id, stateSpans], row) => {
    const y = TOP_MARGIN + row * bar;
    const font = id === frame.task ? "strong" : "t3";
    drawn += drawName(left - 8, y + bar / 2 + 4, names[row]!, left - 12, font, "end");
    for (const { state, attempt, from, to } of stateSpans) {
      const x = scale(from);
      const end = to < 0 ? width - 12 : scale(to);
      const tone = from >= frame.position ? " ahead" : "";
      const startStep = trace.getStep(from);
      const title =
        to < 0
          ? t("{0}, attempt {1}: {2} from step {3}", labels.name(id), attempt, state, startStep)
          : t("{0}, attempt {1}: {2} from step {3} to {4}", labels.name(id), attempt, state, startStep, trace.getStep(to));
      drawn +=
        `<g data-id="${id} ${from}" data-go="${from + 1}" role="button" tabindex="-1">` +
        rect(x, y + 1, Math.max(1, end - x - 0.6), bar - 2.5, `state ${state}${tone}`, 2, title) +
        (end - x > measureText(state, "t3") + 12 && bar > 14 ? text(x + 6, y + bar / 2 + 4, state, `t3 onState${tone}`) : "") +
        `</g>`;
    }
  });
  const bottom = TOP_MARGIN + tasks.length * bar;
  drawn += drawAxis(frame, knots, scale, bottom, width);
  const playheadX = scale(frame.position);
  drawn += line(playheadX, TOP_MARGIN - 4, playheadX, bottom + 4, "playheadLine");
  const states = tasks.map(([id]) => `${labels.name(id)} ${frame.snapshot.state.tasks.get(id)?.state ?? "CREATED"}`);
  return renderSvg(width, bottom + AXIS_HEIGHT, t("States of every execution over time: {0}", states.join(", ")), drawn, "group");
}

function drawLegend(left: number, width: number): string {
  let x = left;
  let drawn = "";
  for (const state of STATES) {
    const room = measureText(state, "t3") + 26;
    if (x + room > width) break;
    drawn += rect(x, 3, 11, 11, `state ${state}`, 2) + text(x + 15, 13, state, "t3");
    x += room;
  }
  return drawn;
}

/** Find the positions at which a state changes, plus the end of the run. */
function findKnots(trace: Trace, changes: readonly number[]): readonly number[] {
  return [...new Set([0, ...changes, trace.eventCount])].sort((a, b) => a - b);
}

/**
 * Create the axis scale. A third of the width is distributed evenly, so that states of zero duration stay visible; the
 * rest follows virtual time.
 */
function createScale(trace: Trace, knots: readonly number[], left: number, room: number): (position: number) => number {
  const time = (position: number): number => Number(trace.timeAt(position));
  const [start, end] = [time(0), time(trace.eventCount)];
  const evenShare = end > start ? 0.34 : 1;
  const places = knots.map((knot, number) => {
    const passed = end > start ? (time(knot) - start) / (end - start) : 0;
    return left + room * ((evenShare * number) / Math.max(1, knots.length - 1) + (1 - evenShare) * passed);
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
    const words = frame.labels.shortTime(frame.trace.timeAt(knot));
    const half = measureText(words, "t3") / 2;
    const at = clamp(x, half, width - half);
    if (at - half < free || words === last) continue;
    last = words;
    drawn += line(x, y + 2, x, y + 6, "axisLine") + text(at, y + 17, words, "t3", "middle");
    free = at + half + 10;
  }
  return drawn;
}
