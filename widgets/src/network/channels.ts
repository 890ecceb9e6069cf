/** Channels of a task: the sender's queue, the wire, the receiver's queue, and the credit in the other direction. */

import type { Frame } from "../stepper/frame";
import { drawGate, drawGauge, getGaugeWidth, drawBufferShape, drawBufferShapes, renderShapeLegend } from "./buffer_shapes";
import type { BufferShape } from "./buffer_shapes";
import { formatPercent } from "../metrics/task_load";
import { clamp, esc, fitText, fitName, line, renderSvg, rect, text, measureText } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";
import type { ChannelView } from "../trace/job_state.gen";
import { t } from "../i18n/strings";

const ROW_HEIGHT = 52;
const HEADER_HEIGHT = 20;

/** X coordinates of the parts of a row. */
interface ColumnPositions {
  sender: number;
  wire: number;
  receiver: number;
  width: number;
}

/** Find why a sender cannot send, or why a channel is not read; "" if nothing blocks it. */
export function findObstacle(frame: Frame, channel: PlanChannel, view: ChannelView): string {
  if (channel.local) return "";
  const stopped = frame.lookup.getConnection(channel).find((one) => getChannelView(frame, one)?.stops_reading);
  if (stopped) {
    if (stopped.id === channel.id) return t("no free buffer: not reading");
    return view.on_wire > 0 || view.queued > 0 ? t("blocked by {0}", getChannelName(frame, stopped)) : "";
  }
  const uncredited = channel.initial_credit === 0;
  return !uncredited && view.credit === 0 && view.queued > 0 ? t("no credit") : "";
}

function getChannelName(frame: Frame, channel: PlanChannel): string {
  return t("ch {0} of {1}", channel.index, frame.labels.name(channel.target));
}

function getChannelView(frame: Frame, channel: PlanChannel): ChannelView | undefined {
  return frame.snapshot.state.channels.get(channel.id);
}

/** Draw the usage of the task's buffer pools in one line. */
export function drawPools(frame: Frame, width: number): string {
  const plan = frame.lookup.subtasks.get(frame.task);
  const task = frame.snapshot.state.tasks.get(frame.task);
  if (!plan || !task) return "";
  const remote = frame.lookup.getInputs(frame.task).filter(({ local }) => !local);
  const empty = remote.reduce((sum, one) => sum + (getChannelView(frame, one)?.exclusive ?? 0), 0);
  const exclusive = plan.exclusive_buffers - empty;
  const floating = plan.floating_buffers - task.floating_free;
  const pool = plan.exclusive_buffers + plan.floating_buffers;
  const parts: [string, number, string][] = [];
  if (pool > 0) {
    const kinds = t(": {0}/{1} exclusive, {2}/{3} floating", exclusive, plan.exclusive_buffers, floating, plan.floating_buffers);
    const words = `${t("{0} of {1}", exclusive + floating, pool)}${plan.exclusive_buffers > 0 ? kinds : ""}`;
    parts.push([t("in pool"), (exclusive + floating) / pool, words]);
  }
  if (plan.output_buffers > 0) {
    const used = task.output_in_use;
    const overdraft = used > plan.output_buffers ? t(" ({0} overdraft)", used - plan.output_buffers) : "";
    // a pool is also used up when one channel has as many buffers as it may have
    const limit = task.suspended === "no output buffer" && used < plan.output_buffers ? t(": one channel has all that it may have") : "";
    parts.push([t("out pool"), used / plan.output_buffers, `${t("{0} of {1}", used, plan.output_buffers)}${limit}${overdraft}`]);
  }
  let drawn = "";
  let [x, y] = [0, 14];
  for (const [name, part, words] of parts) {
    const at = measureText(name, "strong") + 8;
    const totalWidth = at + getGaugeWidth(64, words);
    if (x > 0 && x + totalWidth > width) [x, y] = [0, y + 20];
    const bar = drawGauge(x + at, y, 64, part, fitText(words, width - x - at - 72, "t3"), part >= 1 ? "used" : "");
    drawn += `<g><title>${esc(words)}</title>${text(x, y, name, "t3 strong")}${bar}</g>`;
    x += totalWidth + 26;
  }
  const label = parts.map(([name, part, words]) => `${name} ${formatPercent(part)}, ${words}`).join("; ");
  return renderSvg(width, y + 6, label || t("no network buffers"), drawn);
}

/** Render the legend of what the channels of the task show at this step. */
export function renderChannelLegend(frame: Frame): string {
  const views = [...frame.lookup.getInputs(frame.task), ...frame.lookup.getOutputs(frame.task)].flatMap((channel) => getChannelView(frame, channel) ?? []);
  const kinds: (readonly [BufferShape, string, boolean])[] = [
    ["full", t("buffer"), true],
    ["exclusive", t("empty"), views.some(({ exclusive }) => exclusive > 0)],
    ["floating", t("floating"), views.some(({ floating }) => floating > 0)],
    ["credit", t("credit"), views.some(({ credit, credit_under_way }) => credit + credit_under_way > 0)],
  ];
  const gate = views.some(({ blocked }) => blocked) ? `<span><svg width="8" height="15"><rect x="1" width="5" height="15" rx="2" class="gate"/></svg>${t("blocked by a barrier")}</span>` : "";
  return renderShapeLegend(kinds.filter(([, , isShown]) => isShown).map(([kind, words]) => [kind, words] as const)) + gate;
}

export function drawChannels(frame: Frame, width: number): string {
  const inputs = frame.lookup.getInputs(frame.task);
  const outputs = frame.lookup.getOutputs(frame.task);
  const all = [...inputs.map((one) => [one, "in"] as const), ...outputs.map((one) => [one, "out"] as const)];
  const rows = selectRows(frame, all);
  if (rows.every(([channel]) => !getChannelView(frame, channel))) {
    const words = all.length > 0 ? t("No channel is open at this step.") : frame.position === 0 ? t("Nothing runs yet.") : t("This task has no channels: it exchanges no data with other tasks.");
    const shown = [words, t("This task has no channels.")].find((one) => measureText(one, "t2") <= width) ?? "";
    return renderSvg(width, 120, words, text(width / 2, 60, shown, "t2", "middle"));
  }
  const name = clamp(width * 0.2, 92, 190);
  const rest = width - name;
  const columns = { sender: name, wire: name + rest * 0.32, receiver: name + rest * 0.53, width };
  let y = HEADER_HEIGHT;
  let drawn = drawHeaders(columns);
  const words: string[] = [];
  for (const [channel, direction] of rows) {
    const view = getChannelView(frame, channel);
    if (!view) continue;
    drawn += drawRow(frame, channel, view, direction, y, columns);
    words.push(describeChannel(frame, channel, view));
    y += ROW_HEIGHT;
  }
  if (rows.length < all.length) {
    drawn += text(width / 2, y + 14, t("and {0} more channels", all.length - rows.length), "t3", "middle");
    y += 24;
  }
  return renderSvg(width, y + 2, words.join("; "), drawn);
}

/** Maximum number of channels shown. */
const MAX_ROWS = 14;

type ChannelRow = readonly [channel: PlanChannel, way: "in" | "out"];

/** Select rows if there are too many: the current channel, then blocked channels, then those with buffers. */
function selectRows(frame: Frame, all: readonly ChannelRow[]): readonly ChannelRow[] {
  if (all.length <= MAX_ROWS) return all;
  const rank = ([channel]: ChannelRow): number => {
    const view = getChannelView(frame, channel);
    if (frame.event && "channel" in frame.event && frame.event.channel === channel.id) return 0;
    if (!view) return 3;
    return findObstacle(frame, channel, view) ? 1 : view.queued + view.on_wire + view.received > 0 ? 2 : 3;
  };
  const ranks = new Map(all.map((one) => [one, rank(one)]));
  const chosen = new Set([...all].sort((a, b) => ranks.get(a)! - ranks.get(b)!).slice(0, MAX_ROWS));
  return all.filter((one) => chosen.has(one));
}

function drawHeaders({ sender, wire: wireX, receiver, width }: ColumnPositions): string {
  const heads: [number, number, string][] = [
    [(sender + wireX) / 2, wireX - sender - 8, t("at the sender")],
    [(wireX + receiver) / 2, receiver - wireX - 8, measureText(t("in transit"), "t3") < receiver - wireX ? t("in transit") : ""],
    [(receiver + width) / 2, width - receiver - 8, t("at the receiver")],
  ];
  return heads.map(([x, room, word]) => `<g><title>${word}</title>${text(x, 13, fitText(word, room, "t3"), "t3 head", "middle")}</g>`).join("");
}

function drawRow(
  frame: Frame, channel: PlanChannel, view: ChannelView, direction: "in" | "out", y: number, at: ColumnPositions,
): string {
  const isCurrent = frame.event && "channel" in frame.event && frame.event.channel === channel.id;
  const problem = findObstacle(frame, channel, view);
  const title = `<title>${esc(describeChannel(frame, channel, view))}</title>`;
  const classes = `lane ${isCurrent ? "current" : ""} ${problem ? "hindered" : ""}`;
  let row = `<g class="${classes}" data-channel="${esc(channel.id)}" data-about="channel:${esc(channel.id)}">${title}`;
  row += rect(0.8, y + 1, at.width - 1.6, ROW_HEIGHT - 5, "laneBox", 8);
  const otherTask = frame.labels.name(direction === "in" ? channel.source : channel.target).replace(/^Source: /, "");
  const label = direction === "in" ? t("from {0}", otherTask) : t("to {0}", otherTask);
  row += text(10, y + 20, fitName(label, at.sender - 18, "strong"), "t2 strong");
  row += text(10, y + 38, direction === "in" ? t("ch {0}", channel.index) : t("its ch {0}", channel.index), "t3");
  row += drawBufferLine(view, channel, y, at);
  row += drawGate(at.width - 9, y + 14, view.blocked, channel.id);
  if (channel.local) row += drawLocal(y, at);
  else if (channel.initial_credit === 0) row += drawUncredited(view, problem, y, at);
  else row += drawCreditLine(frame, channel, view, problem, y, at);
  return `${row}</g>`;
}

/** Draw the upper line: buffers move to the right, the next one to be sent or read is rightmost. */
function drawBufferLine(view: ChannelView, channel: PlanChannel, y: number, at: ColumnPositions): string {
  const top = y + 6;
  let drawn = drawBufferShapes(view.queued, "full", at.wire - 8, top, at.wire - at.sender - 18, true);
  if (channel.local) {
    drawn += drawArrow(at.wire, at.receiver - 6, top + 7, "flow local");
    return drawn + text(at.receiver + 6, top + 11, fitText(t("reads the sender's buffers directly"), at.width - at.receiver - 14, "t3"), "t3");
  }
  drawn += drawArrow(at.wire, at.receiver - 6, top + 7, "flow");
  const room = at.receiver - at.wire - 22;
  const width = Math.min(view.on_wire * 14, room);
  if (view.on_wire > 0) {
    const from = (at.wire + at.receiver - 14) / 2 - width / 2;
    drawn += rect(from - 3, top - 2, width + 4, 17, "onWire", 3);
    drawn += drawBufferShapes(view.on_wire, "wired", from, top, room);
  }
  const end = at.width - 12;
  return drawn + (view.blocked ? drawBufferShapes(view.received, "got", end - 7, top, end - at.receiver - 12, true) : drawBufferShapes(view.received, "got", at.receiver + 6, top, at.width - at.receiver - 18));
}

function drawArrow(x1: number, x2: number, y: number, classes: string): string {
  const tip = x2 > x1 ? -6 : 6;
  return (
    line(x1, y, x2, y, classes) +
    `<path d="M${x2 + tip} ${y - 4}L${x2} ${y}L${x2 + tip} ${y + 4}" class="${classes} tip"/>`
  );
}

/** Draw the lower line: credit moves to the left, from empty buffers to the sender. */
function drawCreditLine(
  frame: Frame, channel: PlanChannel, view: ChannelView, problem: string, y: number, at: ColumnPositions,
): string {
  const top = y + 27;
  let drawn = "";
  if (problem) drawn += drawBadge(at.wire - 8, top, problem);
  else if (view.credit === 0) drawn += text(at.wire - 8, top + 11, t("credit {0}", 0), "t3", "end");
  else {
    const hasLabel = at.wire - at.sender > 110; // otherwise the legend explains it
    const room = at.wire - at.sender - (hasLabel ? 64 : 18);
    drawn += drawBufferShapes(view.credit, "credit", at.wire - 8, top, room, true);
    if (hasLabel) drawn += text(at.wire - 12 - Math.min(view.credit * 14, room), top + 11, t("credit"), "t3", "end");
  }
  drawn += drawArrow(at.receiver - 6, at.wire, top + 7, "flow back");
  if (view.credit_under_way > 0) {
    const room = at.receiver - at.wire - 22;
    const width = Math.min(view.credit_under_way * 14, room);
    const from = (at.wire + at.receiver - 14) / 2 - width / 2;
    drawn += rect(from - 3, top - 1, width + 4, 15, "onWire", 3);
    drawn += drawBufferShapes(view.credit_under_way, "wiredCredit", from, top, room);
  }
  return drawn + drawEmptyBuffers(frame, channel, view, top, at);
}

function drawEmptyBuffers(frame: Frame, channel: PlanChannel, view: ChannelView, top: number, at: ColumnPositions): string {
  const end = at.width - 10;
  let x = at.receiver + 6;
  let drawn = "";
  for (const [count, kind] of [[view.exclusive, "exclusive"], [view.floating, "floating"]] as const) {
    drawn += drawBufferShapes(count, kind, x, top, 84);
    x += Math.min(count, 6) * 14;
  }
  if (view.exclusive + view.floating === 0) {
    drawn += text(x, top + 11, t("no empty buffer"), "t3");
    x += measureText(t("no empty buffer"), "t3");
  }
  if (view.unannounced > 0) {
    x += 8;
    const unannouncedText = fitText(t("{0} not announced", view.unannounced), end - x - 15, "t3");
    drawn += drawBufferShape(x, top, "untold") + text(x + 15, top + 11, unannouncedText, "t3");
    x += 15 + measureText(unannouncedText, "t3");
  }
  const backlog = frame.snapshot.backlogs.get(channel.id) ?? 0;
  const wantedText = view.waiting ? t("waits for {0} buffers", view.required - view.exclusive - view.floating) : t("needs {0} buffers", view.required);
  const label = `${t("backlog {0}", backlog)} · ${wantedText}`;
  const words = [label, wantedText, ""].find((one) => measureText(one, view.waiting ? "strong" : "t3") < end - x - 8) ?? "";
  return drawn + text(end, top + 11, words, `t3 ${view.waiting ? "waits" : ""}`, "end");
}

function drawLocal(y: number, at: ColumnPositions): string {
  const words = fitText(t("local: no credit needed"), at.width - at.receiver - 14, "t3");
  return text(at.receiver + 6, y + 38, words, "t3");
}

function drawUncredited(view: ChannelView, problem: string, y: number, at: ColumnPositions): string {
  const top = y + 27;
  const words = text(at.wire - 8, top + 11, fitText(t("sends without credit"), at.wire - at.sender - 12, "t3"), "t3", "end");
  if (!problem) return words;
  const cross = (at.wire + at.receiver) / 2 + 6;
  const stop = view.stops_reading ? `<path d="M${cross - 6} ${y + 7}l12 12m0 -12l-12 12" class="stop"/>` : "";
  const shown = fitText(problem, at.width - at.receiver - 34, "strong");
  return words + stop + drawBadge(at.receiver + 14 + measureText(shown, "strong") + 8, top, shown);
}

/** Draw a badge with its right edge at `right`. */
function drawBadge(right: number, top: number, words: string): string {
  const width = measureText(words, "strong") + 16;
  return (
    rect(right - width, top - 3, width, 19, "hinderBadge", 9) +
    text(right - width / 2, top + 11, words, "badgeText", "middle")
  );
}

/** Describe a channel in words. */
export function describeChannel(frame: Frame, channel: PlanChannel, view: ChannelView): string {
  const { labels } = frame;
  const name = t("channel {0} from {1} to {2}", channel.index, labels.name(channel.source), labels.name(channel.target));
  const buffers = t("{0} buffers queued, {1} in transit, {2} received", view.queued, view.on_wire, view.received);
  const count = view.written - view.read;
  const problems = [view.blocked ? (count === 1 ? t("1 element waits behind the barrier") : t("{0} elements wait behind the barrier", count)) : "", findObstacle(frame, channel, view)].filter(Boolean);
  const after = problems.map((one) => `, ${one}`).join("");
  if (channel.local) return `${name}: ${t("local, {0} buffers queued", view.queued)}${after}`;
  if (channel.initial_credit === 0) return `${name}: ${buffers}, ${t("without credits")}${after}`;
  return (
    `${name}: ${buffers}, ` +
    t("credit {0}, {1} in transit, {2} not announced; backlog {3}; ", view.credit, view.credit_under_way, view.unannounced, frame.snapshot.backlogs.get(channel.id) ?? 0) +
    t("empty buffers: {0} exclusive, {1} floating; {2} are needed", view.exclusive, view.floating, view.required) +
    `${view.waiting ? t(", waits for a floating buffer") : ""}${after}`
  );
}
