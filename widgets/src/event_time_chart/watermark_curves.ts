/** Watermarks over a run: of splits, generators, channels, inputs, and each operator's own watermark. */

import type { Plan, TraceEvent } from "../trace/trace.gen";

export type CurveKind = "generator" | "channel" | "input" | "minimum";

/** A watermark: from event `at[i]` on it is `values[i]`. */
export interface Curve {
  kind: CurveKind;
  /** Id of the operator, channel or task that it belongs to. */
  owner: string;
  /** The split ("" if a generator serves a whole stream), or the input number of a task. */
  part: string;
  at: number[];
  values: number[];
  /** Periods of idleness, from one event index to another. */
  idle: [from: number, to: number][];
}

export class CurveBuilder {
  private readonly curveByKey = new Map<string, Curve>();
  private readonly splitsByOperator = new Map<string, Set<string>>();

  constructor(private readonly plan: Plan | null) {}

  /** Get the splits that a source has read from. */
  getSplits(operator: string): readonly string[] {
    return [...(this.splitsByOperator.get(operator) ?? [])];
  }

  addRead(operator: string, split: string): void {
    const known = this.splitsByOperator.get(operator);
    if (known) known.add(split);
    else this.splitsByOperator.set(operator, new Set([split]));
  }

  /** Add an event. Return whether it was about watermarks. */
  addEvent(index: number, event: TraceEvent): boolean {
    switch (event.type) {
      case "WatermarkGenerated":
        this.addValue("generator", event.operator, event.split, index, event.timestamp);
        return true;
      case "SplitStatusChanged":
        this.setIdle("generator", event.operator, event.split, index, event.idle);
        return true;
      case "SplitReleased":
        return true;
      case "ChannelWatermarkChanged":
        this.addValue("channel", event.channel, "", index, event.after);
        return true;
      case "ChannelStatusChanged":
        this.setIdle("channel", event.channel, "", index, event.idle);
        return true;
      case "InputWatermarkAdvanced":
        this.addValue("input", event.subtask, String(event.input), index, event.after);
        return true;
      case "InputStatusChanged":
        this.setIdle("input", event.subtask, String(event.input), index, event.idle);
        return true;
      case "OperatorWatermarkAdvanced":
        this.addValue("minimum", event.operator, "", index, event.after);
        return true;
      default:
        return false;
    }
  }

  /** Restart the watermarks of a task, its operators and its input channels. */
  resetTask(index: number, subtask: string, operators: ReadonlySet<string>): void {
    const channels = this.plan!.channels.filter(({ target }) => target === subtask).map(({ id }) => id);
    const ownersToReset = new Set([subtask, ...operators, ...channels]);
    for (const curve of this.curveByKey.values()) {
      if (!ownersToReset.has(curve.owner)) continue;
      curve.at.push(index);
      curve.values.push(-Infinity);
      const last = curve.idle.at(-1);
      if (last?.[1] === Infinity) last[1] = index;
    }
  }

  /**
   * Get the curves to draw: of operators the watermarks of `statefulOperators` (or of all, if there are none), and the
   * inputs of tasks that have two.
   */
  getCurves(keepers: ReadonlySet<string>): Curve[] {
    const taskIdsWithTwoInputs = new Set(this.plan?.channels.filter(({ input }) => input > 0).map(({ target }) => target));
    const all = [...this.curveByKey.values()];
    const hasStateful = all.some(({ kind, owner }) => kind === "minimum" && keepers.has(owner));
    return all.filter(({ kind, owner }) => {
      if (kind === "minimum") return !hasStateful || keepers.has(owner);
      return kind !== "input" || taskIdsWithTwoInputs.has(owner);
    });
  }

  private addValue(kind: CurveKind, owner: string, part: string, index: number, value: bigint): void {
    const curve = this.getOrCreateCurve(kind, owner, part);
    curve.at.push(index);
    curve.values.push(toFiniteNumber(value));
  }

  private setIdle(kind: CurveKind, owner: string, part: string, index: number, idle: boolean): void {
    const { idle: spans } = this.getOrCreateCurve(kind, owner, part);
    const last = spans.at(-1);
    if (idle) spans.push([index, Infinity]);
    else if (last) last[1] = index;
  }

  private getOrCreateCurve(kind: CurveKind, owner: string, part: string): Curve {
    const name = JSON.stringify([kind, owner, part]);
    let curve = this.curveByKey.get(name);
    if (!curve) this.curveByKey.set(name, (curve = { kind, owner, part, at: [], values: [], idle: [] }));
    return curve;
  }
}

/** Timestamps beyond this are Long.MIN_VALUE or Long.MAX_VALUE, not real times. */
const FAR_TIME = 9e18;

function toFiniteNumber(value: bigint): number {
  const number = Number(value);
  return number >= FAR_TIME ? Infinity : number <= -FAR_TIME ? -Infinity : number;
}
