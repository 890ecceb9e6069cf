/** Many panes of the same window as one bar: the more of them are open, the stronger it is. */

import type { Pane } from "./chart_data";

/** The panes of one window, of whatever key. */
export interface Heat {
  start: number;
  end: number;
  /** From the fact `at[i]` on so many of them are open. */
  at: number[];
  open: number[];
  most: number;
  /** The facts with which they fire, each once in order. */
  firings: number[];
  /** The last fact with which one of them goes. */
  gone: number;
}

const known = new WeakMap<readonly Pane[], Heat[]>();

/** The heats of `panes`; the same list gives the same ones. */
export function heatsOf(panes: readonly Pane[]): Heat[] {
  let found = known.get(panes);
  if (!found) known.set(panes, (found = makeHeats(panes)));
  return found;
}

function makeHeats(panes: readonly Pane[]): Heat[] {
  const byWindow = new Map<string, Pane[]>();
  for (const pane of panes) {
    if (pane.start === -Infinity) continue;
    const name = `${pane.start} ${pane.end}`;
    const same = byWindow.get(name);
    if (same) same.push(pane);
    else byWindow.set(name, [pane]);
  }
  return [...byWindow.values()].map((same) => {
    const changes = new Map<number, number>();
    const firings = new Set<number>();
    let gone = 0;
    for (const pane of same) {
      const closes = Math.min(pane.firings[0]?.index ?? Infinity, pane.gone);
      changes.set(pane.born, (changes.get(pane.born) ?? 0) + 1);
      if (closes < Infinity) changes.set(closes, (changes.get(closes) ?? 0) - 1);
      for (const { index } of pane.firings) firings.add(index);
      gone = Math.max(gone, pane.gone);
    }
    const at = [...changes.keys()].sort((a, b) => a - b);
    let open = 0;
    const counts = at.map((index) => (open += changes.get(index)!));
    const most = counts.reduce((a, b) => Math.max(a, b), 1);
    const { start, end } = same[0]!;
    return { start, end, at, open: counts, most, firings: [...firings].sort((a, b) => a - b), gone };
  });
}
