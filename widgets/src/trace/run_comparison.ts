/** What is different between two runs: results, and what was late. */

import type { PlaneRun } from "../event_time_chart/chart_data";
import { Results } from "./results";
import { t } from "../i18n/strings";
import type { Trace } from "./trace";
import { show } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export interface Change {
  /** Where in this run, or -1 if it is only in the other one. */
  index: number;
  what: string;
  here: string;
  there: string;
}

/** The last result of each key and window, by a name that both runs give it. */
function lastOf(trace: Trace): Map<string, { index: number; value: string; key: string; window: string }> {
  const found = new Map<string, { index: number; value: string; key: string; window: string }>();
  new Results(trace).all.forEach(({ index, key, window, value }, number) => {
    found.set(window === "" && key === "" ? `${number}` : `${key} ${window}`, { index, value, key, window });
  });
  return found;
}

export function changesOf(trace: Trace, other: Trace, run: PlaneRun, others: PlaneRun, labels: Labels): Change[] {
  const [here, there] = [lastOf(trace), lastOf(other)];
  const changes: Change[] = [];
  const named = (key: string, window: string): string => `${show(key || '""')} ${window && labels.window(window)}`.trim();
  for (const [name, { index, value, key, window }] of here) {
    const was = there.get(name);
    if (was?.value === value) continue;
    changes.push({ index, what: named(key, window), here: labels.value(value), there: was ? labels.value(was.value) : t("no result") });
  }
  for (const [name, { value, key, window }] of there) {
    if (!here.has(name)) changes.push({ index: -1, what: named(key, window), here: t("no result"), there: labels.value(value) });
  }
  const late = (one: PlaneRun): Map<string, number> => new Map(one.lates.map(({ key, time, index }) => [`${one.keys[key]} ${time}`, index]));
  const [lateHere, lateThere] = [late(run), late(others)];
  for (const [name, index] of lateHere) {
    if (!lateThere.has(name)) changes.push({ index, what: lateName(name, labels), here: t("too late"), there: t("counted") });
  }
  for (const name of lateThere.keys()) {
    if (!lateHere.has(name)) changes.push({ index: -1, what: lateName(name, labels), here: t("counted"), there: t("too late") });
  }
  return changes.sort((a, b) => (a.index < 0 ? Infinity : a.index) - (b.index < 0 ? Infinity : b.index));
}

function lateName(name: string, labels: Labels): string {
  const space = name.lastIndexOf(" ");
  return t("record {0} of {1}", show(name.slice(0, space) || '""'), labels.time(BigInt(name.slice(space + 1))));
}
