/** Watermarks over a run: of splits, generators, channels and inputs, and an operator's own clock. */

import type { Plan, TraceEvent } from "../trace/trace.gen";

export type CurveKind = "generator" | "channel" | "input" | "minimum";

/** A watermark that rises: from the fact `at[i]` on it is `values[i]`. */
export interface Curve {
  kind: CurveKind;
  /** The id of the operator, channel or task that it is of. */
  owner: string;
  /** The split, or "" where a generator serves a whole stream; the input's number of a task. */
  part: string;
  at: number[];
  values: number[];
  /** From one fact to another it was idle. */
  idle: [from: number, to: number][];
}

export class CurveMaker {
  private readonly made = new Map<string, Curve>();
  private readonly splits = new Map<string, Set<string>>();

  constructor(private readonly plan: Plan | null) {}

  /** The splits that a source has read from. */
  splitsOf(operator: string): readonly string[] {
    return [...(this.splits.get(operator) ?? [])];
  }

  reads(operator: string, split: string): void {
    const known = this.splits.get(operator);
    if (known) known.add(split);
    else this.splits.set(operator, new Set([split]));
  }

  /** Takes a fact in; whether it was one about watermarks. */
  take(index: number, fact: TraceEvent): boolean {
    switch (fact.type) {
      case "WatermarkGenerated":
        this.rise("generator", fact.operator, fact.split, index, fact.timestamp);
        return true;
      case "SplitStatusChanged":
        this.rest("generator", fact.operator, fact.split, index, fact.idle);
        return true;
      case "SplitReleased":
        return true;
      case "ChannelWatermarkChanged":
        this.rise("channel", fact.channel, "", index, fact.after);
        return true;
      case "ChannelStatusChanged":
        this.rest("channel", fact.channel, "", index, fact.idle);
        return true;
      case "InputWatermarkAdvanced":
        this.rise("input", fact.subtask, String(fact.input), index, fact.after);
        return true;
      case "InputStatusChanged":
        this.rest("input", fact.subtask, String(fact.input), index, fact.idle);
        return true;
      case "OperatorWatermarkAdvanced":
        this.rise("minimum", fact.operator, "", index, fact.after);
        return true;
      default:
        return false;
    }
  }

  /** The watermarks of a task, its operators and its input channels begin anew. */
  startAgain(index: number, subtask: string, operators: ReadonlySet<string>): void {
    const channels = this.plan!.channels.filter(({ target }) => target === subtask).map(({ id }) => id);
    const begins = new Set([subtask, ...operators, ...channels]);
    for (const curve of this.made.values()) {
      if (!begins.has(curve.owner)) continue;
      curve.at.push(index);
      curve.values.push(-Infinity);
      const last = curve.idle.at(-1);
      if (last?.[1] === Infinity) last[1] = index;
    }
  }

  /**
   * Those that a plane shows: of operators the clocks of `keepers` (of all, if there are none), and the
   * inputs of tasks that have two.
   */
  curves(keepers: ReadonlySet<string>): Curve[] {
    const two = new Set(this.plan?.channels.filter(({ input }) => input > 0).map(({ target }) => target));
    const all = [...this.made.values()];
    const kept = all.some(({ kind, owner }) => kind === "minimum" && keepers.has(owner));
    return all.filter(({ kind, owner }) => {
      if (kind === "minimum") return !kept || keepers.has(owner);
      return kind !== "input" || two.has(owner);
    });
  }

  private rise(kind: CurveKind, owner: string, part: string, index: number, value: bigint): void {
    const curve = this.curve(kind, owner, part);
    curve.at.push(index);
    curve.values.push(asNumber(value));
  }

  private rest(kind: CurveKind, owner: string, part: string, index: number, idle: boolean): void {
    const { idle: spans } = this.curve(kind, owner, part);
    const last = spans.at(-1);
    if (idle) spans.push([index, Infinity]);
    else if (last) last[1] = index;
  }

  private curve(kind: CurveKind, owner: string, part: string): Curve {
    const name = JSON.stringify([kind, owner, part]);
    let curve = this.made.get(name);
    if (!curve) this.made.set(name, (curve = { kind, owner, part, at: [], values: [], idle: [] }));
    return curve;
  }
}

/** From here on a time is none that a record has: MIN and MAX, and what is close to them. */
const FAR = 9e18;

function asNumber(value: bigint): number {
  const number = Number(value);
  return number >= FAR ? Infinity : number <= -FAR ? -Infinity : number;
}
