/** The parts of a widget's page by their names, each filled only when what it shows is another. */

import { fill } from "./dom_patch";
export class Parts {
  private readonly all = new Map<string, HTMLElement>();
  private readonly drawn = new Map<string, string>();

  constructor(readonly root: HTMLElement) {
    for (const part of root.querySelectorAll<HTMLElement>("[data-part]")) this.all.set(part.dataset["part"]!, part);
  }

  get(name: string): HTMLElement {
    return this.all.get(name)!;
  }

  /** Puts markup into a part, unless it is there already; whether it is new. */
  put(name: string, markup: string): boolean {
    if (this.drawn.get(name) === markup) return false;
    this.drawn.set(name, markup);
    fill(this.get(name), markup);
    return true;
  }

  /** Everything has to be drawn anew: sizes are others. */
  forget(): void {
    this.drawn.clear();
  }
}
