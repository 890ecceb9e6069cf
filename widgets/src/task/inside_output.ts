/** What goes out of a task: the writer that chooses a channel and why, its buffers, and the subpartitions. */

import { lastOf, oldestWaiting, partitionerClass } from "./inside_events";
import { box, className, words } from "./inside";
import type { Inside, Room } from "./inside";
import { split } from "./inside_input";
import { metricsOf } from "../metrics/metrics";
import { gauge, pips, pipsWidth } from "../network/buffer_shapes";
import { t } from "../i18n/strings";
import { esc, fit, fitName, line, rect, text, textWidth } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";

const ROW = 38;

export function drawOutput(inside: Inside, room: Room): string {
  const { frame } = inside;
  const outputs = frame.lookup.outputsOf(frame.task);
  if (outputs.length === 0) return drawEnd(inside, room);
  const plan = frame.lookup.subtasks.get(frame.task)!;
  const task = frame.scene.view.tasks.get(frame.task);
  const counted = frame.run ? metricsOf(frame.run, frame.task, frame.position).get("numRecordsOut") : "–";
  const parts = split(room, [0.16, 0.3, 0.14, 0.14, 0.26]);
  const used = task?.output_in_use ?? 0;
  const names = [...new Set(outputs.map(({ partitioner }) => partitionerClass(partitioner)))];
  const broadcast = outputs.every(({ partitioner }) => partitioner === "BROADCAST");
  const writer = broadcast ? "BroadcastRecordWriter" : "ChannelSelectorRecordWriter";
  const pool = parts[2]!;
  return (
    box(inside, parts[0]!, "RecordWriterOutput", ["RecordWriterOutput"],
      className(parts[0]!.x + 9, parts[0]!.y + 33, "CountingOutput", 120) + text(parts[0]!.x + parts[0]!.width - 9, parts[0]!.y + 33, `numRecordsOut ${counted}`, "t3", "end")) +
    box(inside, parts[1]!, writer, [writer, "RecordWriter", "KeyGroupStreamPartitioner"], drawChoice(inside, parts[1]!, outputs, names)) +
    box(inside, pool, "LocalBufferPool", ["LocalBufferPool", "BufferWritingResultPartition", "PipelinedResultPartition"],
      gauge(pool.x + 9, pool.y + 35, Math.min(110, pool.width * 0.36), used / Math.max(1, plan.output_buffers), t("{0} of {1} buffers", used, plan.output_buffers), used >= plan.output_buffers ? "used" : "")) +
    box(inside, parts[3]!, "OutputFlusher", [], words(parts[3]!, 33, [flushed(inside, outputs)])) +
    drawSubpartitions(inside, parts[4]!, outputs)
  ); // prettier-ignore
}

/** Who flushed last: the flusher, which comes with the clock, or the writer itself. */
function flushed({ frame }: Inside, outputs: readonly PlanChannel[]): string {
  const ids = new Set(outputs.map(({ id }) => id));
  const last = lastOf(frame, "ChannelFlushed", (fact) => ids.has(fact.channel));
  if (!last) return t("nothing was flushed yet");
  const step = frame.trace.stepOf(last.index);
  return frame.trace.actorOf(step) === "clock" ? t("flushed at step {0}", step) : t("step {0}: the writer flushed itself", step);
}

/** Key, hash code, key group, subtask: why the last record went where it went. */
function drawChoice(inside: Inside, room: Room, outputs: readonly PlanChannel[], names: readonly string[]): string {
  const { frame } = inside;
  const ids = new Set(outputs.map(({ id }) => id));
  const chosen = lastOf(frame, "ChannelSelected", (fact) => ids.has(fact.channel));
  const written = lastOf(frame, "ElementWritten", (fact) => ids.has(fact.channel));
  if (!chosen) {
    const to = written && frame.lookup.channels.get(written.fact.channel);
    const where = to ? t("last: {0} to {1}", written.fact.element, frame.labels.name(to.target)) : t("nothing was written yet");
    return words(room, 33, [names.join(", "), where]);
  }
  const channel = frame.lookup.channels.get(chosen.fact.channel)!;
  const target = frame.lookup.subtasks.get(channel.target);
  const vertex = frame.lookup.vertexOf(channel.target);
  const steps: [string, string][] = [
    [t("key"), frame.labels.value(chosen.fact.key)],
    [t("hash code"), chosen.fact.hash_code],
    [t("key group"), t("{0} of {1}", String(chosen.fact.key_group), vertex?.max_parallelism ?? "?")],
    [t("subtask"), t("{0} of {1}", (target?.index ?? 0) + 1, vertex?.parallelism ?? "?")],
  ];
  const now = chosen.index === frame.index;
  const all = room.width - 18 - 3 * 9;
  const widths = [0.22, 0.25, 0.29, 0.24].map((share) => share * all);
  let drawn = `<g class="choice ${now ? "now" : ""}" data-choice="${esc(chosen.fact.key_group.toString())}">`;
  steps.forEach(([head, value], number) => {
    const wide = widths[number]!;
    const x = room.x + 9 + widths.slice(0, number).reduce((sum, one) => sum + one + 9, 0);
    const y = room.y + 42;
    drawn += text(x + 2, y - 4, fit(head, wide, "t3"), "t3");
    drawn += rect(x, y, wide, 24, "chosen", 5);
    drawn += text(x + wide / 2, y + 17, fit(value, wide - 4, "strong"), "strong", "middle");
    if (number > 0) drawn += line(x - 9, y + 12, x, y + 12, "joint");
  });
  const to = `${names.join(", ")}.selectChannel: ${frame.labels.name(channel.target)}`;
  const below = room.height > 90 ? text(room.x + 9, room.y + 84, fit(to, room.width - 18, "t3"), "t3") : "";
  return `${drawn}<title>${esc(to)}</title>${below}</g>`;
}

function drawSubpartitions(inside: Inside, room: Room, outputs: readonly PlanChannel[]): string {
  const { frame } = inside;
  const most = Math.max(1, Math.floor((room.height + 4) / ROW));
  const fact = frame.fact && "channel" in frame.fact ? frame.fact.channel : "";
  const rank = (one: PlanChannel): number => (one.id === fact ? 2 : (frame.scene.view.channels.get(one.id)?.queued ?? 0) > 0 ? 1 : 0);
  const chosen = new Set([...outputs].sort((a, b) => rank(b) - rank(a)).slice(0, outputs.length > most ? Math.max(1, most) : most));
  let y = room.y;
  let drawn = "";
  for (const channel of outputs) {
    const view = frame.scene.view.channels.get(channel.id);
    if (!chosen.has(channel) || !view) continue;
    const name = fitName(frame.labels.name(channel.target), room.width * 0.42, "t3");
    const wide = textWidth(name, "t3");
    const queued = room.width * 0.2;
    const oldest = oldestWaiting(frame, channel);
    const told = oldest === null ? t("{0} written", view.written) : t("{0} written · oldest {1}", view.written, frame.labels.time(oldest));
    drawn +=
      `<g class="lane ${channel.id === fact ? "current" : ""}" data-channel="${esc(channel.id)}" data-oldest="${oldest ?? ""}" data-about="channel:${esc(channel.id)}">` +
      `<title>${esc(t("PipelinedSubpartition to {0}: {1} buffers wait", frame.labels.name(channel.target), view.queued) + (oldest === null ? "" : t("; the oldest event time in them and before them is {0}", frame.labels.time(oldest))))}</title>` +
      rect(room.x + 0.8, y, room.width - 1.6, ROW - 5, "laneBox", 8) +
      text(room.x + 9, y + 21, name, "t3") +
      pips(view.queued, "full", room.x + 16 + wide, y + 10, queued) +
      text(room.x + room.width - 9, y + 21, fit(told, room.width - wide - 34 - pipsWidth(view.queued, queued), "t3"), "t3", "end") +
      `</g>`;
    y += ROW;
  }
  const more = outputs.length - chosen.size;
  const rest = more > 0 ? t("PipelinedSubpartitions: {0} more", more) : "";
  return drawn + text(room.x + 9, Math.min(y + 10, room.y + room.height + 4), rest, "t3");
}

function drawEnd(inside: Inside, room: Room): string {
  const { frame } = inside;
  const results = frame.lookup.operatorsOf(frame.task).reduce((sum, { id }) => sum + (frame.scene.view.operators.get(id)?.results ?? 0), 0);
  const last = lastOf(frame, "ResultWritten", (fact) => frame.lookup.operatorsOf(frame.task).some(({ id }) => id === fact.operator));
  const at = { ...room, height: 70 };
  return box(inside, at, "StreamSink", ["StreamSink", "SinkWriterOperator"], words(at, 33, [t("results written by its sinks: {0}", results), last && t("last: {0}", last.fact.text)]));
}
