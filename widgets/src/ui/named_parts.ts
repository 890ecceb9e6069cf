/** The named parts of a widget's page. Each is updated only when its content changes. */

import { patchMarkup } from "./dom_patch";
export class PageParts {
  private readonly elements = new Map<string, HTMLElement>();
  private readonly drawnMarkup = new Map<string, string>();

  constructor(readonly root: HTMLElement) {
    for (const part of root.querySelectorAll<HTMLElement>("[data-part]")) this.elements.set(part.dataset["part"]!, part);
  }

  get(name: string): HTMLElement {
    return this.elements.get(name)!;
  }

  /** Update the markup of a part. Return whether it has changed. */
  update(name: string, markup: string): boolean {
    if (this.drawnMarkup.get(name) === markup) return false;
    this.drawnMarkup.set(name, markup);
    patchMarkup(this.get(name), markup);
    return true;
  }

  /** Redraw everything on the next update, after a change of size. */
  invalidate(): void {
    this.drawnMarkup.clear();
  }
}
