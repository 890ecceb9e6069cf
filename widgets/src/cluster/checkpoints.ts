/** Checkpoint table, as in Flink's web UI: status of each checkpoint and the durations of each subtask. */

import { patchMarkup } from "../ui/dom_patch";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import type { CheckpointAcknowledged } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";

interface CheckpointSummary {
  id: number;
  kind: string;
  tasks: number;
  /** Index of the event that triggered it, and of the one that ended it (-1 if it has not ended). */
  triggered: number;
  ended: number;
  outcome: string;
  duration: number;
  bytes: number;
  acknowledged: (CheckpointAcknowledged & { index: number })[];
  /** Indexes of the events that restored the job from it. */
  restored: number[];
}

const DURATION_FIELDS = [
  ["start_delay", "start delay"],
  ["alignment", "alignment"],
  ["sync", "sync"],
  ["async_time", "async"],
] as const;

export class CheckpointTable {
  readonly checkpoints: readonly CheckpointSummary[];
  private openId = -1;

  constructor(private readonly el: HTMLElement, trace: Trace, private readonly labels: Labels, private readonly seek: (position: number) => void) {
    this.checkpoints = findCheckpoints(trace);
    el.addEventListener("click", (event) => {
      const { id, at } = (event.target as Element).closest<HTMLElement>("[data-id]")?.dataset ?? {};
      if (id === undefined) return;
      this.openId = Number(id);
      this.seek(Number(at) + 1);
    });
  }

  /** Draw the table for a position. The last checkpoint is expanded unless the user chose another one. */
  show(position: number): void {
    const started = this.checkpoints.filter((checkpoint) => checkpoint.triggered < position);
    const open = started.some(({ id }) => id === this.openId) ? this.openId : started.at(-1)?.id;
    const rows = started.map((checkpoint) => this.renderRow(checkpoint, position, checkpoint.id === open)).reverse();
    patchMarkup(this.el, rows.join("") || `<p class="none">${t("No checkpoint has begun yet; there are {0} in this run.", this.checkpoints.length)}</p>`);
  }

  private renderRow(checkpoint: CheckpointSummary, position: number, open: boolean): string {
    const hasEnded = checkpoint.ended >= 0 && checkpoint.ended < position;
    const acknowledged = checkpoint.acknowledged.filter(({ index }) => index < position);
    const state = hasEnded ? (checkpoint.outcome === "" ? "complete" : "failed") : "in progress";
    const restoreCount = checkpoint.restored.filter((index) => index < position).length;
    const words = [
      t("{0} of {1}", acknowledged.length, checkpoint.tasks),
      ...(hasEnded && checkpoint.outcome === "" ? [`${checkpoint.duration} ms`, `${t("{0} bytes", checkpoint.bytes.toLocaleString("en"))}`] : []),
      ...(restoreCount > 0 ? [restoreCount === 1 ? t("restored") : t("restored {0} times", restoreCount)] : []),
    ];
    const kind = checkpoint.kind === "checkpoint" ? "" : ` ${esc(checkpoint.kind)}`;
    return (
      `<div class="checkpoint ${state.replace(" ", "")}"><button type="button" class="checkpointRow" data-id="${checkpoint.id}" ` +
      `data-at="${hasEnded ? checkpoint.ended : checkpoint.triggered}" aria-expanded="${open}"><b>${checkpoint.id}${kind}</b><i>${t(state)}</i><span>${words.join(" · ")}</span></button>` +
      (hasEnded && checkpoint.outcome !== "" ? `<p>${esc(checkpoint.outcome)}</p>` : "") +
      (open ? this.renderSubtasks(checkpoint, acknowledged) : "") +
      `</div>`
    );
  }

  /** Draw one bar per subtask. Its length is the duration of the subtask's part. */
  private renderSubtasks(checkpoint: CheckpointSummary, acknowledged: CheckpointSummary["acknowledged"]): string {
    const longest = Math.max(1, ...checkpoint.acknowledged.map((part) => DURATION_FIELDS.reduce((sum, [field]) => sum + part[field], 0)));
    return acknowledged
      .map((part) => {
        const bars = DURATION_FIELDS.filter(([field]) => part[field] > 0).map(
          ([field, name]) => `<u class="${field}" data-style="width:${((100 * part[field]) / longest).toFixed(2)}%" title="${t(name)} ${part[field]} ms"></u>`,
        );
        const durations = DURATION_FIELDS.filter(([field]) => part[field] > 0).map(([field, name]) => `${t(name)} ${part[field]} ms`);
        const inFlight = part.persisted > 0 ? [t("{0} bytes in flight", part.persisted.toLocaleString("en"))] : [];
        const words = [...durations, t("{0} bytes", part.bytes.toLocaleString("en")), ...inFlight].join(" · ");
        return `<div class="part"><span>${esc(this.labels.name(part.subtask))}</span><small>${words}</small><div class="gantt">${bars.join("")}</div></div>`;
      })
      .join("");
  }
}

function findCheckpoints(trace: Trace): CheckpointSummary[] {
  const found = new Map<number, CheckpointSummary>();
  const kinds = [
    "CheckpointTriggered", "CheckpointAcknowledged", "CheckpointCompleted", "CheckpointAborted", "CheckpointRestored",
  ] as const;
  for (const index of trace.findIndexes(kinds)) {
    const event = trace.event(index);
    if (event.type === "CheckpointTriggered") {
      found.set(event.checkpoint, {
        id: event.checkpoint, kind: event.kind, tasks: event.tasks, triggered: index, ended: -1, outcome: "",
        duration: 0, bytes: 0, acknowledged: [], restored: [],
      });
      continue;
    }
    if (!("checkpoint" in event)) continue;
    const checkpoint = found.get(event.checkpoint);
    if (!checkpoint) continue; // the checkpoint belongs to an earlier run
    if (event.type === "CheckpointAcknowledged") checkpoint.acknowledged.push({ ...event, index });
    else if (event.type === "CheckpointRestored") checkpoint.restored.push(index);
    else if (event.type === "CheckpointCompleted") Object.assign(checkpoint, { ended: index, duration: event.duration, bytes: event.bytes });
    else if (event.type === "CheckpointAborted") Object.assign(checkpoint, { ended: index, outcome: event.reason });
  }
  return [...found.values()];
}
