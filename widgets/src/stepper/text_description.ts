/** The picture in words: for those who do not see it, and for those who want to copy it. */

import { channelWords } from "../network/channels";
import type { Frame } from "./frame";
import { loadOf, loadWords } from "../metrics/task_load";
import { show } from "../ui/value_format";

export function inWords(frame: Frame): string {
  const { labels, scene } = frame;
  const { view } = scene;
  const lines = [`processing time ${labels.time(view.time_ms)}; job ${view.status}`];
  for (const [id, task] of view.tasks) {
    const waits = task.suspended ? `, waits: ${task.suspended}` : "";
    const mails = task.mails.length > 0 ? `, mails: ${task.mails.join(", ")}` : "";
    const load = frame.run && loadOf(frame.run, id, frame.position);
    const spent = load ? `; ${loadWords(load)}` : "";
    lines.push(`task ${labels.name(id)}: ${task.state}${waits}${mails}${spent}`);
  }
  const task = view.tasks.get(frame.task);
  if (!task) return lines.join("\n");
  lines.push("", `selected: ${labels.name(frame.task)}`);
  for (const channel of frame.lookup.inputsOf(frame.task)) {
    const one = view.channels.get(channel.id);
    if (!one) continue;
    const status = one.idle ? "idle" : one.aligned ? "counts" : "lags behind";
    lines.push(
      `channel ${channel.index} from ${labels.name(channel.source)}: ` +
        `watermark ${labels.time(one.watermark)}, ${status}, ${one.written - one.read} elements waiting`,
    );
  }
  for (const channel of [...frame.lookup.inputsOf(frame.task), ...frame.lookup.outputsOf(frame.task)]) {
    const one = view.channels.get(channel.id);
    if (one) lines.push(channelWords(frame, channel, one));
  }
  for (const [number, input] of task.inputs) {
    lines.push(`input ${number} watermark ${input.idle ? "idle" : labels.time(input.watermark)}`);
  }
  for (const { id, name } of frame.lookup.operatorsOf(frame.task)) {
    const operator = view.operators.get(id);
    if (!operator) continue;
    lines.push(`operator ${name}: ${operator.state}, watermark ${labels.time(operator.watermark)}`);
    for (const [split, { watermark, idle }] of operator.splits) {
      lines.push(`  split ${split}: watermark ${idle ? "idle" : labels.time(watermark)}`);
    }
    for (const timer of operator.timers.values()) {
      const time = labels.time(timer.timestamp);
      lines.push(`  ${timer.domain}-time timer ${time} of key ${show(timer.key)}`);
    }
    for (const pane of operator.panes.values()) {
      const window = labels.window(pane.window);
      lines.push(`  pane ${window} of key ${show(pane.key)}: ${pane.count} elements`);
    }
  }
  return lines.join("\n");
}
