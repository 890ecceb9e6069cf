/** What the simple view shows at a position: the lanes of one windowed operator, with their panes and records. */

import type { ChartData, Firing, LateRecord, PaneBar, RecordDot } from "../event_time_chart/chart_data";
import type { Trace } from "../trace/trace";

/** A lane: the panes and records of one key in one operator instance. */
export interface Lane {
  operator: string;
  key: number;
  panes: readonly PaneBar[];
  late: readonly LateRecord[];
  firings: readonly { firing: Firing; pane: PaneBar }[];
  /** Records by the event at which they reach the lane. */
  arrivals: readonly { index: number; dot: RecordDot }[];
}

/** A pane at a position. `kept` has fired, and waits for late records that are still allowed. */
export interface ShownPane {
  pane: PaneBar;
  id: string;
  state: "open" | "kept" | "closed";
  records: readonly RecordDot[];
  count: number;
}

/** What an answer is about, which lights up. */
export interface Lit {
  panes: ReadonlySet<PaneBar>;
  dots: ReadonlySet<RecordDot>;
  /** Ids of tasks, operators and channels. */
  things: ReadonlySet<string>;
}

const MAX_DEFAULT_KEYS = 6;
const MAX_DEFAULT_RECORDS = 40;

/** Whether a run is small enough for the simple view: windows of one operator, few keys and few records. */
export function isSmallRun(data: ChartData): boolean {
  const nodes = new Set(data.panes.map(({ operator }) => getNode(operator)));
  const isFinite = data.panes.every(({ start }) => start > -Infinity);
  return nodes.size === 1 && isFinite && data.dots.length > 0 && data.dots.length <= MAX_DEFAULT_RECORDS && data.keys.length <= MAX_DEFAULT_KEYS;
}

const getNode = (operator: string): string => operator.split("/")[0]!;

/** A session that is a part of a joined one. */
export interface SessionPart {
  start: number;
  end: number;
  id: string;
}

export class LaneData {
  readonly lanes: readonly Lane[];
  private readonly sources = new Map<PaneBar, PaneBar[]>();

  constructor(readonly trace: Trace, readonly data: ChartData) {
    const panes = data.panes.filter(({ start }) => start > -Infinity);
    for (const pane of panes) if (pane.mergedInto) this.sources.set(pane.mergedInto, [...(this.sources.get(pane.mergedInto) ?? []), pane]);
    const node = findMainNode(panes.map(({ operator }) => operator));
    const names = new Map<string, { operator: string; key: number }>();
    for (const { operator, key } of [...panes, ...data.lateRecords].sort((a, b) => a.operator.localeCompare(b.operator, "en", { numeric: true }) || a.key - b.key)) {
      if (getNode(operator) === node && key >= 0) names.set(`${operator} ${key}`, { operator, key });
    }
    this.lanes = [...names.values()].map(({ operator, key }) => {
      const isOwn = (one: { operator: string; key: number }): boolean => one.operator === operator && one.key === key;
      const own = panes.filter(isOwn);
      const late = data.lateRecords.filter(isOwn);
      const firings = own.flatMap((pane) => pane.firings.map((firing) => ({ firing, pane }))).sort((a, b) => a.firing.index - b.firing.index);
      const arrivals = new Map<RecordDot, number>();
      for (const [index, dot] of [...own.flatMap(({ fills }) => fills).map((fill) => [fill, data.findDot(fill)] as const), ...late.map((one) => [one.index, one.dot] as const)]) {
        if (dot && index < (arrivals.get(dot) ?? Infinity)) arrivals.set(dot, index);
      }
      return { operator, key, panes: own, late, firings, arrivals: [...arrivals].map(([dot, index]) => ({ index, dot })) };
    });
  }

  /** Get the panes of a lane that exist, or have existed and left a result, after `position` events. */
  getPanes({ panes }: Lane, position: number): ShownPane[] {
    const found: ShownPane[] = [];
    for (const pane of panes) {
      const isGone = pane.closedAt < position;
      if (pane.openedAt >= position || (isGone && !this.isCleaned(pane))) continue;
      const hasFired = pane.firings.some(({ index }) => index < position);
      const count = pane.counts[pane.fills.findLastIndex((fill) => fill < position)] ?? 0;
      const records = isGone ? [] : this.getRecords(pane, position);
      found.push({ pane, id: this.getId(pane), state: isGone ? "closed" : hasFired && this.isOver(pane, position) ? "kept" : "open", records, count: isGone || this.wasPurged(pane, position) ? records.length : count });
    }
    return found.sort((a, b) => a.pane.start - b.pane.start);
  }

  /** Get the records in a pane after `position` events, as far as its trigger has not purged them. */
  getRecords(pane: PaneBar, position: number): RecordDot[] {
    const purgedAt = pane.purges.findLast((index) => index < position) ?? -1;
    const own = pane.fills.filter((fill) => fill < position && fill > purgedAt).flatMap((fill) => this.data.findDot(fill) ?? []);
    const merged = purgedAt >= 0 ? [] : (this.sources.get(pane) ?? []).flatMap((one) => this.getRecords(one, Math.min(position, one.closedAt)));
    return [...new Set([...merged, ...own])];
  }

  /** Get the sessions that a session was joined from, the one of the joining record last; none if it has only grown. */
  getParts(pane: PaneBar): readonly SessionPart[] {
    const sources = this.sources.get(pane) ?? [];
    if (sources.length === 1) return this.getParts(sources[0]!);
    const found = sources.flatMap((one): readonly SessionPart[] => (this.getParts(one).length > 0 ? this.getParts(one) : [{ start: one.start, end: one.end, id: this.getId(one) }]));
    if (!pane.joinedBy) return found;
    const [start, end] = pane.joinedBy;
    return [...found, { start, end, id: `own ${pane.openedAt}` }];
  }

  /** Find what events are about: panes and records. `things` are the ids of tasks, operators and channels. */
  findLit(events: readonly number[], things: readonly string[]): Lit {
    const { data } = this;
    const late = events.flatMap((index) => data.lateRecordAt.get(index) ?? []);
    const panes = [...events.map((index) => data.paneAt.get(index)), ...late.map((one) => data.findMissedPane(one))].filter((one) => one != null);
    const dots = [...events.map((index) => data.findDot(index)), ...late.map(({ dot }) => dot)].filter((one) => one !== undefined);
    return { panes: new Set(panes), dots: new Set(dots), things: new Set(things) };
  }

  /** Get an id that a pane keeps when others are merged into it. */
  getId(pane: PaneBar): string {
    const [first] = this.sources.get(pane) ?? [];
    return first ? this.getId(first) : `p${pane.openedAt}-${pane.operator}-${pane.start}`;
  }

  /** Get an id of a record in a pane. A record of several windows has one for each; a session keeps it when it is merged. */
  getRecordId(dot: RecordDot, pane: PaneBar | null): string {
    return pane && this.sources.size === 0 ? `r${dot.index}-${pane.start}` : `r${dot.index}`;
  }

  /** Get the watermark of an operator instance after `position` events. */
  getWatermark(operator: string, position: number): number {
    const curve = this.data.curves.find(({ kind, owner }) => kind === "minimum" && owner === operator);
    return curve?.values[curve.at.findLastIndex((at) => at < position)] ?? -Infinity;
  }

  private wasPurged({ purges }: PaneBar, position: number): boolean {
    return purges.some((index) => index < position);
  }

  /** Whether a closed pane was cleaned up, and neither merged nor lost with its task. */
  private isCleaned({ closedAt, mergedInto }: PaneBar): boolean {
    return !mergedInto && this.trace.getKind(closedAt) !== "ExecutionReset";
  }

  private isOver({ operator, end }: PaneBar, position: number): boolean {
    return this.getWatermark(operator, position) >= end - 1;
  }
}

/** Find the operator with the most panes. */
function findMainNode(operators: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const operator of operators) counts.set(getNode(operator), (counts.get(getNode(operator)) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0] as [string, number])[0];
}
