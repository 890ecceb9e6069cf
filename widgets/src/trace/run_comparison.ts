/** Differences between two runs: results and late records. */

import type { ChartData } from "../event_time_chart/chart_data";
import { Results } from "./results";
import { t } from "../i18n/strings";
import type { Trace } from "./trace";
import { formatValue } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export interface RunDifference {
  /** Index in this run, or -1 if it is only in the other run. */
  index: number;
  what: string;
  here: string;
  there: string;
}

/** Find the last result of each key and window, by a name that is the same in both runs. */
function findLastResults(trace: Trace): Map<string, { index: number; value: string; key: string; window: string }> {
  const found = new Map<string, { index: number; value: string; key: string; window: string }>();
  new Results(trace).all.forEach(({ index, key, window, value }, number) => {
    found.set(window === "" && key === "" ? `${number}` : `${key} ${window}`, { index, value, key, window });
  });
  return found;
}

export function compareRuns(trace: Trace, other: Trace, data: ChartData, otherData: ChartData, labels: Labels): RunDifference[] {
  const [here, there] = [findLastResults(trace), findLastResults(other)];
  const changes: RunDifference[] = [];
  const named = (key: string, window: string): string => `${formatValue(key || '""')} ${window && labels.window(window)}`.trim();
  for (const [name, { index, value, key, window }] of here) {
    const other = there.get(name);
    if (other?.value === value) continue;
    changes.push({ index, what: named(key, window), here: labels.value(value), there: other ? labels.value(other.value) : t("no result") });
  }
  for (const [name, { value, key, window }] of there) {
    if (!here.has(name)) changes.push({ index: -1, what: named(key, window), here: t("no result"), there: labels.value(value) });
  }
  const findLate = (one: ChartData): Map<string, number> => new Map(one.lateRecords.map(({ key, time, index }) => [`${one.keys[key]} ${time}`, index]));
  const [lateHere, lateThere] = [findLate(data), findLate(otherData)];
  for (const [name, index] of lateHere) {
    if (!lateThere.has(name)) changes.push({ index, what: describeLateRecord(name, labels), here: t("too late"), there: t("counted") });
  }
  for (const name of lateThere.keys()) {
    if (!lateHere.has(name)) changes.push({ index: -1, what: describeLateRecord(name, labels), here: t("counted"), there: t("too late") });
  }
  return changes.sort((a, b) => (a.index < 0 ? Infinity : a.index) - (b.index < 0 ? Infinity : b.index));
}

function describeLateRecord(name: string, labels: Labels): string {
  const space = name.lastIndexOf(" ");
  return t("record {0} of {1}", formatValue(name.slice(0, space) || '""'), labels.time(BigInt(name.slice(space + 1))));
}
