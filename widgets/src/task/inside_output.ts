/** Output of a task: the record writer and its channel selection, buffers, and subpartitions. */

import { findLastEvent, findOldestWaiting, getPartitionerClass } from "./inside_events";
import { drawBox, drawClassName, drawLines } from "./inside";
import type { InsideContext, Area } from "./inside";
import { splitArea } from "./inside_input";
import { computeTaskMetrics } from "../metrics/metrics";
import { drawGauge, drawBufferShapes, getShapesWidth } from "../network/buffer_shapes";
import { t } from "../i18n/strings";
import { esc, fitText, fitName, line, rect, text, measureText } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";

const ROW_HEIGHT = 38;

export function drawOutput(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  const outputs = frame.lookup.getOutputs(frame.task);
  if (outputs.length === 0) return drawSink(inside, room);
  const plan = frame.lookup.subtasks.get(frame.task)!;
  const task = frame.snapshot.state.tasks.get(frame.task);
  const recordCount = frame.series ? computeTaskMetrics(frame.series, frame.task, frame.position).get("numRecordsOut") : "–";
  const parts = splitArea(room, [0.16, 0.3, 0.14, 0.14, 0.26]);
  const used = task?.output_in_use ?? 0;
  const names = [...new Set(outputs.map(({ partitioner }) => getPartitionerClass(partitioner)))];
  const broadcast = outputs.every(({ partitioner }) => partitioner === "BROADCAST");
  const writer = broadcast ? "BroadcastRecordWriter" : "ChannelSelectorRecordWriter";
  const pool = parts[2]!;
  return (
    drawBox(inside, parts[0]!, "RecordWriterOutput", ["RecordWriterOutput"],
      drawClassName(parts[0]!.x + 9, parts[0]!.y + 33, "CountingOutput", 120) + text(parts[0]!.x + parts[0]!.width - 9, parts[0]!.y + 33, `numRecordsOut ${recordCount}`, "t3", "end")) +
    drawBox(inside, parts[1]!, writer, [writer, "RecordWriter", "KeyGroupStreamPartitioner"], drawChannelChoice(inside, parts[1]!, outputs, names)) +
    drawBox(inside, pool, "LocalBufferPool", ["LocalBufferPool", "BufferWritingResultPartition", "PipelinedResultPartition"],
      drawGauge(pool.x + 9, pool.y + 35, Math.min(110, pool.width * 0.36), used / Math.max(1, plan.output_buffers), t("{0} of {1} buffers", used, plan.output_buffers), used >= plan.output_buffers ? "used" : "")) +
    drawBox(inside, parts[3]!, "OutputFlusher", [], drawLines(parts[3]!, 33, [describeLastFlush(inside, outputs)])) +
    drawSubpartitions(inside, parts[4]!, outputs)
  );
}

/** Describe the last flush, by the flusher (which runs with the clock) or by the writer. */
function describeLastFlush({ frame }: InsideContext, outputs: readonly PlanChannel[]): string {
  const ids = new Set(outputs.map(({ id }) => id));
  const last = findLastEvent(frame, "ChannelFlushed", (event) => ids.has(event.channel));
  if (!last) return t("not flushed yet");
  const step = frame.trace.getStep(last.index);
  return frame.trace.getActor(step) === "clock" ? t("flushed at step {0}", step) : t("flushed by the writer at step {0}", step);
}

/** Draw why the last record went to its channel: key, hash code, key group, subtask. */
function drawChannelChoice(inside: InsideContext, room: Area, outputs: readonly PlanChannel[], names: readonly string[]): string {
  const { frame } = inside;
  const ids = new Set(outputs.map(({ id }) => id));
  const chosen = findLastEvent(frame, "ChannelSelected", (event) => ids.has(event.channel));
  const written = findLastEvent(frame, "ElementWritten", (event) => ids.has(event.channel));
  if (!chosen) {
    const to = written && frame.lookup.channels.get(written.event.channel);
    const locationText = to ? t("last: {0} to {1}", written.event.element, frame.labels.name(to.target)) : t("nothing written yet");
    return drawLines(room, 33, [names.join(", "), locationText]);
  }
  const channel = frame.lookup.channels.get(chosen.event.channel)!;
  const target = frame.lookup.subtasks.get(channel.target);
  const vertex = frame.lookup.getVertex(channel.target);
  const steps: [string, string][] = [
    [t("key"), frame.labels.value(chosen.event.key)],
    [t("hash code"), chosen.event.hash_code],
    [t("key group"), t("{0} of {1}", String(chosen.event.key_group), vertex?.max_parallelism ?? "?")],
    [t("subtask"), t("{0} of {1}", (target?.index ?? 0) + 1, vertex?.parallelism ?? "?")],
  ];
  const now = chosen.index === frame.index;
  const all = room.width - 18 - 3 * 9;
  const widths = [0.22, 0.25, 0.29, 0.24].map((share) => share * all);
  let drawn = `<g class="choice ${now ? "now" : ""}" data-choice="${esc(chosen.event.key_group.toString())}">`;
  steps.forEach(([head, value], number) => {
    const cellWidth = widths[number]!;
    const x = room.x + 9 + widths.slice(0, number).reduce((sum, one) => sum + one + 9, 0);
    const y = room.y + 42;
    drawn += text(x + 2, y - 4, fitText(head, cellWidth, "t3"), "t3");
    drawn += rect(x, y, cellWidth, 24, "chosen", 5);
    drawn += text(x + cellWidth / 2, y + 17, fitText(value, cellWidth - 4, "strong"), "strong", "middle");
    if (number > 0) drawn += line(x - 9, y + 12, x, y + 12, "joint");
  });
  const to = `${names.join(", ")}.selectChannel: ${frame.labels.name(channel.target)}`;
  const below = room.height > 90 ? text(room.x + 9, room.y + 84, fitText(to, room.width - 18, "t3"), "t3") : "";
  return `${drawn}<title>${esc(to)}</title>${below}</g>`;
}

function drawSubpartitions(inside: InsideContext, room: Area, outputs: readonly PlanChannel[]): string {
  const { frame } = inside;
  const maxRows = Math.max(1, Math.floor((room.height + 4) / ROW_HEIGHT));
  const event = frame.event && "channel" in frame.event ? frame.event.channel : "";
  const rank = (one: PlanChannel): number => (one.id === event ? 2 : (frame.snapshot.state.channels.get(one.id)?.queued ?? 0) > 0 ? 1 : 0);
  const chosen = new Set([...outputs].sort((a, b) => rank(b) - rank(a)).slice(0, outputs.length > maxRows ? Math.max(1, maxRows) : maxRows));
  let y = room.y;
  let drawn = "";
  for (const channel of outputs) {
    const view = frame.snapshot.state.channels.get(channel.id);
    if (!chosen.has(channel) || !view) continue;
    const name = fitName(frame.labels.name(channel.target), room.width * 0.42, "t3");
    const width = measureText(name, "t3");
    const queued = room.width * 0.2;
    const oldest = findOldestWaiting(frame, channel);
    const label = oldest === null ? t("{0} written", view.written) : t("{0} written · earliest {1}", view.written, frame.labels.shortTime(oldest));
    drawn +=
      `<g class="lane ${channel.id === event ? "current" : ""}" data-channel="${esc(channel.id)}" data-oldest="${oldest ?? ""}" data-about="channel:${esc(channel.id)}">` +
      `<title>${esc(t("PipelinedSubpartition to {0}: {1} buffers waiting", frame.labels.name(channel.target), view.queued) + (oldest === null ? "" : t("; earliest event time in or before them: {0}", frame.labels.shortTime(oldest))))}</title>` +
      rect(room.x + 0.8, y, room.width - 1.6, ROW_HEIGHT - 5, "laneBox", 8) +
      text(room.x + 9, y + 21, name, "t3") +
      drawBufferShapes(view.queued, "full", room.x + 16 + width, y + 10, queued) +
      text(room.x + room.width - 9, y + 21, fitText(label, room.width - width - 34 - getShapesWidth(view.queued, queued), "t3"), "t3", "end") +
      `</g>`;
    y += ROW_HEIGHT;
  }
  const more = outputs.length - chosen.size;
  const rest = more > 0 ? t("PipelinedSubpartitions: {0} more", more) : "";
  return drawn + text(room.x + 9, Math.min(y + 10, room.y + room.height + 4), rest, "t3");
}

function drawSink(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  const results = frame.lookup.getOperators(frame.task).reduce((sum, { id }) => sum + (frame.snapshot.state.operators.get(id)?.results ?? 0), 0);
  const last = findLastEvent(frame, "ResultWritten", (event) => frame.lookup.getOperators(frame.task).some(({ id }) => id === event.operator));
  const at = { ...room, height: 70 };
  return drawBox(inside, at, "StreamSink", ["StreamSink", "SinkWriterOperator"], drawLines(at, 33, [t("results written by its sinks: {0}", results), last && t("last: {0}", last.event.text)]));
}
