/** Flink's table of checkpoints, and what each subtask took for one of them. */

import { fill } from "../ui/dom_patch";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import type { CheckpointAcknowledged } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";

interface Checkpoint {
  id: number;
  kind: string;
  tasks: number;
  /** Where it was triggered, and where it ended or -1. */
  begun: number;
  ended: number;
  outcome: string;
  duration: number;
  bytes: number;
  acknowledged: (CheckpointAcknowledged & { index: number })[];
  /** Where the job went back to it. */
  restored: number[];
}

const PARTS = [
  ["start_delay", "start delay"],
  ["alignment", "alignment"],
  ["sync", "sync"],
  ["async_time", "async"],
] as const;

export class Checkpoints {
  readonly all: readonly Checkpoint[];
  private opened = -1;

  constructor(private readonly el: HTMLElement, trace: Trace, private readonly labels: Labels, private readonly go: (position: number) => void) {
    this.all = checkpointsOf(trace);
    el.addEventListener("click", (event) => {
      const { id, at } = (event.target as Element).closest<HTMLElement>("[data-id]")?.dataset ?? {};
      if (id === undefined) return;
      this.opened = Number(id);
      this.go(Number(at) + 1);
    });
  } // prettier-ignore

  /** The table as it was after so many facts; the last one begun is open, unless another was chosen. */
  show(position: number): void {
    const begun = this.all.filter((one) => one.begun < position);
    const open = begun.some(({ id }) => id === this.opened) ? this.opened : begun.at(-1)?.id;
    const rows = begun.map((one) => this.row(one, position, one.id === open)).reverse();
    fill(this.el, rows.join("") || `<p class="none">${t("No checkpoint has begun yet; there are {0} in this run.", this.all.length)}</p>`);
  }

  private row(one: Checkpoint, position: number, open: boolean): string {
    const over = one.ended >= 0 && one.ended < position;
    const acknowledged = one.acknowledged.filter(({ index }) => index < position);
    const state = over ? (one.outcome === "" ? "complete" : "failed") : "in progress";
    const back = one.restored.filter((index) => index < position).length;
    const words = [
      t("{0} of {1}", acknowledged.length, one.tasks),
      ...(over && one.outcome === "" ? [`${one.duration} ms`, `${t("{0} bytes", one.bytes.toLocaleString("en"))}`] : []),
      ...(back > 0 ? [back === 1 ? t("gone back to") : t("gone back to {0} times", back)] : []),
    ];
    const kind = one.kind === "checkpoint" ? "" : ` ${esc(one.kind)}`;
    return (
      `<div class="checkpoint ${state.replace(" ", "")}"><button type="button" class="checkpointRow" data-id="${one.id}" ` +
      `data-at="${over ? one.ended : one.begun}" aria-expanded="${open}"><b>${one.id}${kind}</b><i>${t(state)}</i><span>${words.join(" · ")}</span></button>` +
      (over && one.outcome !== "" ? `<p>${esc(one.outcome)}</p>` : "") +
      (open ? this.subtasks(one, acknowledged) : "") +
      `</div>`
    );
  }

  /** One bar for each subtask, as long as what it took. */
  private subtasks(one: Checkpoint, acknowledged: Checkpoint["acknowledged"]): string {
    const longest = Math.max(1, ...one.acknowledged.map((part) => PARTS.reduce((sum, [field]) => sum + part[field], 0)));
    return acknowledged
      .map((part) => {
        const bars = PARTS.filter(([field]) => part[field] > 0).map(
          ([field, name]) => `<u class="${field}" data-style="width:${((100 * part[field]) / longest).toFixed(2)}%" title="${t(name)} ${part[field]} ms"></u>`,
        );
        const told = PARTS.filter(([field]) => part[field] > 0).map(([field, name]) => `${t(name)} ${part[field]} ms`);
        const caught = part.persisted > 0 ? [t("{0} bytes in flight", part.persisted.toLocaleString("en"))] : [];
        const words = [...told, t("{0} bytes", part.bytes.toLocaleString("en")), ...caught].join(" · ");
        return `<div class="part"><span>${esc(this.labels.name(part.subtask))}</span><small>${words}</small><div class="gantt">${bars.join("")}</div></div>`;
      })
      .join("");
  }
}

function checkpointsOf(trace: Trace): Checkpoint[] {
  const found = new Map<number, Checkpoint>();
  const kinds = [
    "CheckpointTriggered", "CheckpointAcknowledged", "CheckpointCompleted", "CheckpointAborted", "CheckpointRestored",
  ] as const; // prettier-ignore
  for (const index of trace.indexesOf(kinds)) {
    const fact = trace.event(index);
    if (fact.type === "CheckpointTriggered") {
      found.set(fact.checkpoint, {
        id: fact.checkpoint, kind: fact.kind, tasks: fact.tasks, begun: index, ended: -1, outcome: "",
        duration: 0, bytes: 0, acknowledged: [], restored: [],
      }); // prettier-ignore
      continue;
    }
    if (!("checkpoint" in fact)) continue;
    const one = found.get(fact.checkpoint);
    if (!one) continue; // of an earlier run
    if (fact.type === "CheckpointAcknowledged") one.acknowledged.push({ ...fact, index });
    else if (fact.type === "CheckpointRestored") one.restored.push(index);
    else if (fact.type === "CheckpointCompleted") Object.assign(one, { ended: index, duration: fact.duration, bytes: fact.bytes });
    else if (fact.type === "CheckpointAborted") Object.assign(one, { ended: index, outcome: fact.reason });
  }
  return [...found.values()];
}
