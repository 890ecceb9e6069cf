/** The current frame as text, for screen readers and for copying. */

import { describeChannel } from "../network/channels";
import type { Frame } from "./frame";
import { computeLoad, describeLoad } from "../metrics/task_load";
import { formatValue } from "../ui/value_format";

export function describeFrame(frame: Frame): string {
  const { labels, snapshot } = frame;
  const { state } = snapshot;
  const lines = [`processing time ${labels.time(state.time_ms)}; job ${state.status}`];
  for (const [id, task] of state.tasks) {
    const waits = task.suspended ? `, waits: ${task.suspended}` : "";
    const mails = task.mails.length > 0 ? `, mails: ${task.mails.join(", ")}` : "";
    const load = frame.series && computeLoad(frame.series, id, frame.position);
    const spent = load ? `; ${describeLoad(load)}` : "";
    lines.push(`task ${labels.name(id)}: ${task.state}${waits}${mails}${spent}`);
  }
  const task = state.tasks.get(frame.task);
  if (!task) return lines.join("\n");
  lines.push("", `selected: ${labels.name(frame.task)}`);
  for (const channel of frame.lookup.getInputs(frame.task)) {
    const one = state.channels.get(channel.id);
    if (!one) continue;
    const status = one.idle ? "idle" : one.aligned ? "counts" : "lags behind";
    lines.push(
      `channel ${channel.index} from ${labels.name(channel.source)}: ` +
        `watermark ${labels.time(one.watermark)}, ${status}, ${one.written - one.read} elements waiting`,
    );
  }
  for (const channel of [...frame.lookup.getInputs(frame.task), ...frame.lookup.getOutputs(frame.task)]) {
    const one = state.channels.get(channel.id);
    if (one) lines.push(describeChannel(frame, channel, one));
  }
  for (const [number, input] of task.inputs) {
    lines.push(`input ${number} watermark ${input.idle ? "idle" : labels.time(input.watermark)}`);
  }
  for (const { id, name } of frame.lookup.getOperators(frame.task)) {
    const operator = state.operators.get(id);
    if (!operator) continue;
    lines.push(`operator ${name}: ${operator.state}, watermark ${labels.time(operator.watermark)}`);
    for (const [split, { watermark, idle }] of operator.splits) {
      lines.push(`  split ${split}: watermark ${idle ? "idle" : labels.time(watermark)}`);
    }
    for (const timer of operator.timers.values()) {
      const time = labels.time(timer.timestamp);
      lines.push(`  ${timer.domain}-time timer ${time} of key ${formatValue(timer.key)}`);
    }
    for (const pane of operator.panes.values()) {
      const window = labels.window(pane.window);
      lines.push(`  window ${window} of key ${formatValue(pane.key)}: ${pane.count} elements`);
    }
  }
  return lines.join("\n");
}
