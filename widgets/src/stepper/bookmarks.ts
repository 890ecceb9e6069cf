/** Bookmarks with notes, stored by the browser per run. */

import type { Trace } from "../trace/trace";

export interface Bookmark {
  position: number;
  note: string;
}

const MAX_NOTE_LENGTH = 200;

export class Bookmarks {
  all: Bookmark[] = [];
  private readonly storageKey: string;

  constructor(trace: Trace) {
    this.storageKey = `flinksim-marks ${trace.plan?.job_name ?? ""} ${trace.eventCount} ${trace.stepCount}`;
    try {
      this.all = validateBookmarks(JSON.parse(localStorage.getItem(this.storageKey) ?? "[]"), trace.eventCount);
    } catch {
      this.all = []; // without local storage they last as long as the page
    }
  }

  /** Add a bookmark at a position, or remove it. */
  toggle(position: number): void {
    const others = this.all.filter((one) => one.position !== position);
    this.all = others.length < this.all.length ? others : [...others, { position, note: "" }];
    this.all.sort((a, b) => a.position - b.position);
    this.save();
  }

  setNote(position: number, note: string): void {
    this.all = this.all.map((one) => (one.position === position ? { position, note: note.slice(0, MAX_NOTE_LENGTH) } : one));
    this.save();
  }

  private save(): void {
    try {
      localStorage.setItem(this.storageKey, JSON.stringify(this.all));
    } catch {
      return;
    }
  }
}

/** Validate stored bookmarks. Invalid ones and those beyond the end of the run are dropped. */
export function validateBookmarks(stored: unknown, maxPosition: number): Bookmark[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: Partial<Bookmark> | null) => {
    const { position, note } = one ?? {};
    const isValid = typeof position === "number" && Number.isInteger(position) && position >= 0 && position <= maxPosition;
    return isValid ? [{ position, note: typeof note === "string" ? note.slice(0, MAX_NOTE_LENGTH) : "" }] : [];
  });
}
