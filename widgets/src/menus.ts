/** What opens over the page: bookmarks with notes, how to save, what the keys do. */

import type { Bookmarks } from "./bookmarks";
import { esc } from "./svg";
import type { Trace } from "./trace";

export const HELP: readonly (readonly [keys: string, words: string])[] = [
  ["→ ←", "on, and back"],
  ["Space", "play, pause"],
  ["Home End", "to the beginning, to the end"],
  ["1 … 6", "how far one step goes"],
  ["f", "follow what the mouse is on, or the moment is about; again: nothing"],
  ["i", "the inside of the task that runs; a double click on a task: of that"],
  ["n", "what is …? a class of Flink, an old name, a claim; also a click on a class"],
  ["p", "predict: asked before the next decision"],
  ["b", "a bookmark here, or none"],
  ["h", "larger, for a hall"],
  ["+ − 0", "the plane: in, out, the whole run"],
  ["z k", "the plane: zoom to now, choose keys"],
  ["Escape", "let go of what is followed or pinned"],
  ["?", "this"],
];

export const helpMarkup = (): string =>
  `<h3 aria-level="2">Keys</h3><dl class="keysList">${HELP.map(([keys, words]) => `<dt>${keys}</dt><dd>${words}</dd>`).join("")}</dl>` +
  `<p>Click a dot, ring or pane to go there; drag on the plane to zoom; swipe over the sentence on a phone.</p>`;

export const saveMarkup = (): string =>
  `<h3 aria-level="2">Save</h3><div><button type="button" data-save="png">picture (PNG)</button><button type="button" data-save="svg">picture (SVG)</button>` +
  `<button type="button" data-save="txt">story so far (text)</button></div><p>For slides: add <code>?embed</code> to the address before the #.</p>`;

export function bookmarksMarkup(bookmarks: Bookmarks, trace: Trace): string {
  const rows = bookmarks.all.map(({ position, note }) => {
    const step = position === 0 ? "start" : `step ${trace.stepOf(position - 1)}`;
    return (
      `<div><button type="button" class="small" data-mark="${position}">${step}</button>` +
      `<input data-note="${position}" value="${esc(note)}" placeholder="note" aria-label="Note for ${step}">` +
      `<button type="button" class="small" data-unmark="${position}" aria-label="Remove">✕</button></div>`
    );
  });
  const none = rows.length === 0 ? "<p>None yet.</p>" : "";
  return `<h3 aria-level="2">Bookmarks <small>kept by this browser</small></h3>${rows.join("")}${none}<div><button type="button" data-act="bookmark">mark this moment (b)</button></div>`;
}
