/** Combine the panes of the same window into one bar: the more panes are open, the stronger its colour. */

import type { PaneBar } from "./chart_data";

/** The panes of one window, for all keys. */
export interface WindowDensity {
  start: number;
  end: number;
  /** From event `at[i]` on, `open[i]` panes are open. */
  at: number[];
  open: number[];
  maxOpen: number;
  /** Indexes of the events at which panes fire, ascending and without duplicates. */
  firings: number[];
  /** Index of the event that closes the last pane. */
  closedAt: number;
}

const densityCache = new WeakMap<readonly PaneBar[], WindowDensity[]>();

/** Get the densities of `panes`, cached by list. */
export function getDensities(panes: readonly PaneBar[]): WindowDensity[] {
  let found = densityCache.get(panes);
  if (!found) densityCache.set(panes, (found = computeDensities(panes)));
  return found;
}

function computeDensities(panes: readonly PaneBar[]): WindowDensity[] {
  const byWindow = new Map<string, PaneBar[]>();
  for (const pane of panes) {
    if (pane.start === -Infinity) continue;
    const name = `${pane.start} ${pane.end}`;
    const panesOfWindow = byWindow.get(name);
    if (panesOfWindow) panesOfWindow.push(pane);
    else byWindow.set(name, [pane]);
  }
  return [...byWindow.values()].map((panesOfWindow): WindowDensity => {
    const changes = new Map<number, number>();
    const firings = new Set<number>();
    let gone = 0;
    for (const pane of panesOfWindow) {
      const closes = Math.min(pane.firings[0]?.index ?? Infinity, pane.closedAt);
      changes.set(pane.openedAt, (changes.get(pane.openedAt) ?? 0) + 1);
      if (closes < Infinity) changes.set(closes, (changes.get(closes) ?? 0) - 1);
      for (const { index } of pane.firings) firings.add(index);
      gone = Math.max(gone, pane.closedAt);
    }
    const at = [...changes.keys()].sort((a, b) => a - b);
    let open = 0;
    const counts = at.map((index) => (open += changes.get(index)!));
    const maxOpen = counts.reduce((a, b) => Math.max(a, b), 1);
    const { start, end } = panesOfWindow[0]!;
    return { start, end, at, open: counts, maxOpen, firings: [...firings].sort((a, b) => a - b), closedAt: gone };
  });
}
