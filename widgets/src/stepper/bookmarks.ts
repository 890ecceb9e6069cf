/** Positions that one wants to find again, with notes: kept by the browser for this run. */

import type { Trace } from "../trace/trace";

export interface Bookmark {
  position: number;
  note: string;
}

const LONGEST = 200;

export class Bookmarks {
  all: Bookmark[] = [];
  private readonly name: string;

  constructor(trace: Trace) {
    this.name = `flinksim-marks ${trace.plan?.job_name ?? ""} ${trace.eventCount} ${trace.stepCount}`;
    try {
      this.all = checked(JSON.parse(localStorage.getItem(this.name) ?? "[]"), trace.eventCount);
    } catch {
      this.all = []; // a page without a store of its own keeps them as long as it is open
    }
  }

  /** Marks a position, or takes its mark away. */
  toggle(position: number): void {
    const others = this.all.filter((one) => one.position !== position);
    this.all = others.length < this.all.length ? others : [...others, { position, note: "" }];
    this.all.sort((a, b) => a.position - b.position);
    this.keep();
  }

  setNote(position: number, note: string): void {
    this.all = this.all.map((one) => (one.position === position ? { position, note: note.slice(0, LONGEST) } : one));
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(this.name, JSON.stringify(this.all));
    } catch {
      return;
    }
  }
}

/** What was kept, as far as it is of this run. */
export function checked(kept: unknown, most: number): Bookmark[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: Partial<Bookmark> | null) => {
    const { position, note } = one ?? {};
    const within = typeof position === "number" && Number.isInteger(position) && position >= 0 && position <= most;
    return within ? [{ position, note: typeof note === "string" ? note.slice(0, LONGEST) : "" }] : [];
  });
}
