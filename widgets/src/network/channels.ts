/** The channels of a task, each from the sender's queue over the wire to the receiver's, and credit back. */

import type { Frame } from "../stepper/frame";
import { gauge, gaugeWidth, pip, pips } from "./buffer_shapes";
import { percent } from "../metrics/task_load";
import { clamp, esc, fit, fitName, line, picture, rect, text, textWidth } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";
import type { ChannelView } from "../trace/job_state.gen";
import { t } from "../i18n/strings";

const ROW = 52;
const HEAD = 20;

/** Where the parts of a row stand. */
interface Columns {
  sender: number;
  wire: number;
  receiver: number;
  width: number;
}

/** Why a sender may not send, or why nothing of a channel is read; "" if all is well. */
export function hindrance(frame: Frame, channel: PlanChannel, view: ChannelView): string {
  if (channel.local) return "";
  const stopped = frame.lookup.connectionOf(channel).find((one) => channelOf(frame, one)?.stops_reading);
  if (stopped) {
    if (stopped.id === channel.id) return t("no buffer: not read");
    return view.on_wire > 0 || view.queued > 0 ? t("held up by {0}", nameOf(frame, stopped)) : "";
  }
  const uncredited = channel.initial_credit === 0;
  return !uncredited && view.credit === 0 && view.queued > 0 ? t("no credit") : "";
}

function nameOf(frame: Frame, channel: PlanChannel): string {
  return frame.labels.name(channel.id);
}

function channelOf(frame: Frame, channel: PlanChannel): ChannelView | undefined {
  return frame.scene.view.channels.get(channel.id);
}

/** What the task's pools hold, in one line; `data-pools` is for those who read the page by program. */
export function drawPools(frame: Frame, width: number): string {
  const plan = frame.lookup.subtasks.get(frame.task);
  const task = frame.scene.view.tasks.get(frame.task);
  if (!plan || !task) return "";
  const remote = frame.lookup.inputsOf(frame.task).filter(({ local }) => !local);
  const empty = remote.reduce((sum, one) => sum + (channelOf(frame, one)?.exclusive ?? 0), 0);
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
    const over = used > plan.output_buffers ? t(" ({0} overdraft)", used - plan.output_buffers) : "";
    parts.push([t("out pool"), used / plan.output_buffers, `${t("{0} of {1}", used, plan.output_buffers)}${over}`]);
  }
  let drawn = "";
  let [x, y] = [0, 14];
  for (const [name, part, words] of parts) {
    const at = textWidth(name, "strong") + 8;
    const wide = at + gaugeWidth(64, words);
    if (x > 0 && x + wide > width) [x, y] = [0, y + 20];
    const bar = gauge(x + at, y, 64, part, fit(words, width - x - at - 72, "t3"), part >= 1 ? "used" : "");
    drawn += `<g><title>${esc(words)}</title>${text(x, y, name, "t3 strong")}${bar}</g>`;
    x += wide + 26;
  }
  const label = parts.map(([name, part, words]) => `${name} ${percent(part)}, ${words}`).join("; ");
  return picture(width, y + 6, label || t("no network buffers"), drawn);
}

export function drawChannels(frame: Frame, width: number): string {
  const inputs = frame.lookup.inputsOf(frame.task);
  const outputs = frame.lookup.outputsOf(frame.task);
  const all = [...inputs.map((one) => [one, "in"] as const), ...outputs.map((one) => [one, "out"] as const)];
  const rows = foremost(frame, all);
  if (rows.length === 0) {
    const words = frame.position === 0 ? t("Nothing runs yet.") : t("This task is chained to no other: it has no channels.");
    return picture(width, 120, words, text(width / 2, 60, words, "t2", "middle"));
  }
  const name = clamp(width * 0.2, 92, 190);
  const rest = width - name;
  const columns = { sender: name, wire: name + rest * 0.32, receiver: name + rest * 0.53, width };
  let y = HEAD;
  let drawn = drawHeads(columns);
  const words: string[] = [];
  for (const [channel, way] of rows) {
    const view = channelOf(frame, channel);
    if (!view) continue;
    drawn += drawRow(frame, channel, view, way, y, columns);
    words.push(channelWords(frame, channel, view));
    y += ROW;
  }
  if (rows.length < all.length) {
    drawn += text(width / 2, y + 14, t("and {0} more channels", all.length - rows.length), "t3", "middle");
    y += 24;
  }
  return picture(width, y + 2, words.join("; "), drawn);
}

/** More channels of a task than this are not shown at once. */
const MOST_ROWS = 14;

type RowOf = readonly [channel: PlanChannel, way: "in" | "out"];

/** If there are many: that of the moment, those that are held up, those with something in them. */
function foremost(frame: Frame, all: readonly RowOf[]): readonly RowOf[] {
  if (all.length <= MOST_ROWS) return all;
  const rank = ([channel]: RowOf): number => {
    const view = channelOf(frame, channel);
    if (frame.fact && "channel" in frame.fact && frame.fact.channel === channel.id) return 0;
    if (!view) return 3;
    return hindrance(frame, channel, view) ? 1 : view.queued + view.on_wire + view.received > 0 ? 2 : 3;
  };
  const ranks = new Map(all.map((one) => [one, rank(one)]));
  const chosen = new Set([...all].sort((a, b) => ranks.get(a)! - ranks.get(b)!).slice(0, MOST_ROWS));
  return all.filter((one) => chosen.has(one));
}

function drawHeads({ sender, wire, receiver, width }: Columns): string {
  const heads: [number, number, string][] = [
    [(sender + wire) / 2, wire - sender - 8, t("at the sender")],
    [(wire + receiver) / 2, receiver - wire - 8, textWidth(t("on the wire"), "t3") < receiver - wire ? t("on the wire") : ""],
    [(receiver + width) / 2, width - receiver - 8, t("at the receiver")],
  ];
  return heads.map(([x, room, word]) => `<g><title>${word}</title>${text(x, 13, fit(word, room, "t3"), "t3 head", "middle")}</g>`).join("");
}

function drawRow(
  frame: Frame, channel: PlanChannel, view: ChannelView, way: "in" | "out", y: number, at: Columns,
): string {
  const current = frame.fact && "channel" in frame.fact && frame.fact.channel === channel.id;
  const problem = hindrance(frame, channel, view);
  const title = `<title>${esc(channelWords(frame, channel, view))}</title>`;
  const classes = `lane ${current ? "current" : ""} ${problem ? "hindered" : ""}`;
  let row = `<g class="${classes}" data-channel="${esc(channel.id)}" data-about="channel:${esc(channel.id)}">${title}`;
  row += rect(0.8, y + 1, at.width - 1.6, ROW - 5, "laneBox", 8);
  const other = frame.labels.name(way === "in" ? channel.source : channel.target);
  const label = way === "in" ? t("ch {0} from", channel.index) : t("to ch {0} of", channel.index);
  row += text(10, y + 20, label, "t2 strong");
  row += text(10, y + 38, fitName(other, at.sender - 18, "t3"), "t3");
  row += drawData(view, channel, y, at);
  if (channel.local) row += drawLocal(y, at);
  else if (channel.initial_credit === 0) row += drawUncredited(view, problem, y, at);
  else row += drawCredit(frame, channel, view, problem, y, at);
  return `${row}</g>`;
} // prettier-ignore

/** The upper line: buffers go to the right, the next one to be sent or read stands rightmost. */
function drawData(view: ChannelView, channel: PlanChannel, y: number, at: Columns): string {
  const top = y + 6;
  let drawn = pips(view.queued, "full", at.wire - 8, top, at.wire - at.sender - 18, true);
  if (channel.local) {
    drawn += arrow(at.wire, at.receiver - 6, top + 7, "flow local");
    return drawn + text(at.receiver + 6, top + 11, fit(t("reads them where they are"), at.width - at.receiver - 14, "t3"), "t3");
  }
  drawn += arrow(at.wire, at.receiver - 6, top + 7, "flow");
  const room = at.receiver - at.wire - 22;
  const wide = Math.min(view.on_wire * 14, room);
  if (view.on_wire > 0) {
    const from = (at.wire + at.receiver - 14) / 2 - wide / 2;
    drawn += rect(from - 3, top - 2, wide + 4, 17, "onWire", 3);
    drawn += pips(view.on_wire, "wired", from, top, room);
  }
  return drawn + pips(view.received, "got", at.receiver + 6, top, at.width - at.receiver - 18);
}

function arrow(x1: number, x2: number, y: number, classes: string): string {
  const tip = x2 > x1 ? -6 : 6;
  return (
    line(x1, y, x2, y, classes) +
    `<path d="M${x2 + tip} ${y - 4}L${x2} ${y}L${x2 + tip} ${y + 4}" class="${classes} tip"/>`
  );
}

/** The lower line: credit goes to the left, from empty buffers to the sender. */
function drawCredit(
  frame: Frame, channel: PlanChannel, view: ChannelView, problem: string, y: number, at: Columns,
): string {
  const top = y + 27;
  let drawn = "";
  if (problem) drawn += badge(at.wire - 8, top, problem);
  else if (view.credit === 0) drawn += text(at.wire - 8, top + 11, t("credit {0}", 0), "t3", "end");
  else {
    const named = at.wire - at.sender > 110; // else the legend says it
    const room = at.wire - at.sender - (named ? 64 : 18);
    drawn += pips(view.credit, "credit", at.wire - 8, top, room, true);
    if (named) drawn += text(at.wire - 12 - Math.min(view.credit * 14, room), top + 11, t("credit"), "t3", "end");
  }
  drawn += arrow(at.receiver - 6, at.wire, top + 7, "flow back");
  if (view.credit_under_way > 0) {
    const room = at.receiver - at.wire - 22;
    const wide = Math.min(view.credit_under_way * 14, room);
    const from = (at.wire + at.receiver - 14) / 2 - wide / 2;
    drawn += rect(from - 3, top - 1, wide + 4, 15, "onWire", 3);
    drawn += pips(view.credit_under_way, "wiredCredit", from, top, room);
  }
  return drawn + drawEmpty(frame, channel, view, top, at);
} // prettier-ignore

function drawEmpty(frame: Frame, channel: PlanChannel, view: ChannelView, top: number, at: Columns): string {
  const end = at.width - 10;
  let x = at.receiver + 6;
  let drawn = "";
  for (const [count, kind] of [[view.exclusive, "exclusive"], [view.floating, "floating"]] as const) {
    drawn += pips(count, kind, x, top, 84);
    x += Math.min(count, 6) * 14;
  }
  if (view.exclusive + view.floating === 0) {
    drawn += text(x, top + 11, t("none empty"), "t3");
    x += textWidth(t("none empty"), "t3");
  }
  if (view.unannounced > 0) {
    x += 8;
    const untold = fit(t("{0} untold", view.unannounced), end - x - 15, "t3");
    drawn += pip(x, top, "untold") + text(x + 15, top + 11, untold, "t3");
    x += 15 + textWidth(untold, "t3");
  }
  const backlog = frame.scene.backlogs.get(channel.id) ?? 0;
  const wants = view.waiting ? t("waits for {0}", view.required - view.exclusive - view.floating) : t("wants {0}", view.required);
  const told = `${t("backlog {0}", backlog)} · ${wants}`;
  const words = [told, wants, ""].find((one) => textWidth(one, "t3") < end - x - 8) ?? "";
  return drawn + text(end, top + 11, words, `t3 ${view.waiting ? "waits" : ""}`, "end");
}

function drawLocal(y: number, at: Columns): string {
  const words = fit(t("local: no credit needed"), at.width - at.receiver - 14, "t3");
  return text(at.receiver + 6, y + 38, words, "t3");
}

function drawUncredited(view: ChannelView, problem: string, y: number, at: Columns): string {
  const top = y + 27;
  const words = text(at.wire - 8, top + 11, fit(t("sends without asking"), at.wire - at.sender - 12, "t3"), "t3", "end");
  if (!problem) return words;
  const cross = (at.wire + at.receiver) / 2 + 6;
  const stop = view.stops_reading ? `<path d="M${cross - 6} ${y + 7}l12 12m0 -12l-12 12" class="stop"/>` : "";
  const shown = fit(problem, at.width - at.receiver - 34, "strong");
  return words + stop + badge(at.receiver + 14 + textWidth(shown, "strong") + 8, top, shown);
}

/** A badge that ends at `right`. */
function badge(right: number, top: number, words: string): string {
  const wide = textWidth(words, "strong") + 16;
  return (
    rect(right - wide, top - 3, wide, 19, "hinderBadge", 9) +
    text(right - wide / 2, top + 11, words, "badgeText", "middle")
  );
}

/** One channel in words. */
export function channelWords(frame: Frame, channel: PlanChannel, view: ChannelView): string {
  const { labels } = frame;
  const name = t("channel {0} from {1} to {2}", channel.index, labels.name(channel.source), labels.name(channel.target));
  if (channel.local) return `${name}: ${t("local, {0} buffers queued", view.queued)}`;
  const buffers = t("{0} buffers queued, {1} on the wire, {2} received", view.queued, view.on_wire, view.received);
  const problem = hindrance(frame, channel, view);
  const after = problem ? `, ${problem}` : "";
  if (channel.initial_credit === 0) return `${name}: ${buffers}, ${t("without credits")}${after}`;
  return (
    `${name}: ${buffers}, ` +
    t("credit {0}, {1} under way, {2} not announced; backlog {3}; ", view.credit, view.credit_under_way, view.unannounced, frame.scene.backlogs.get(channel.id) ?? 0) +
    t("empty: {0} exclusive, {1} floating of {2} wanted", view.exclusive, view.floating, view.required) +
    `${view.waiting ? t(", waits for a floating one") : ""}${after}`
  );
}
