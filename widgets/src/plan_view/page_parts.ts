/** The page of the lens as named parts, each written to only when it changes. */

import { page } from "./markup";
import base from "../ui/base.css";
import look from "./plan_view.css";
import { dress, fill, focusedIn } from "../ui/dom_patch";

export class Parts {
  readonly root = document.createElement("div");
  private readonly parts = new Map<string, HTMLElement>();

  constructor(label: string, el: Element) {
    const { root } = this;
    root.className = "flinksim-widget flinksim-lens";
    root.tabIndex = 0;
    root.setAttribute("role", "application");
    root.setAttribute("aria-label", label);
    root.dataset["lmSuppressShortcuts"] = "true"; // the notebook must not take our keys
    dress(`${base}${look}`, el);
    fill(root, page());
    for (const part of root.querySelectorAll<HTMLElement>("[data-part]")) {
      this.parts.set(part.dataset["part"]!, part);
    }
  }

  get(name: string): HTMLElement {
    return this.parts.get(name)!;
  }

  get range(): HTMLInputElement {
    return this.get("range") as HTMLInputElement;
  }

  get words(): HTMLDetailsElement {
    return this.root.querySelector<HTMLDetailsElement>("details.words")!;
  }

  /** Puts markup into a part, unless it is there already. */
  put(name: string, markup: string): void {
    const part = this.get(name);
    const drawn = String(hashOf(markup));
    if (part.dataset["drawn"] === drawn) return;
    part.dataset["drawn"] = drawn;
    const active = focusedIn(this.root) as HTMLElement | null;
    const focused = active && part.contains(active) ? { ...active.dataset } : null;
    fill(part, markup);
    if (!focused) return;
    // Whoever drives this by keyboard must not lose their place.
    const again = [...part.querySelectorAll<HTMLElement>("button, input, select")].find(
      (one) => same({ ...one.dataset }, focused) && !(one as HTMLButtonElement).disabled,
    );
    (again ?? this.root).focus({ preventScroll: true });
  }

  /** A text that may not be there. */
  tell(name: string, text: string): void {
    this.get(name).textContent = text;
    this.get(name).hidden = text === "";
  }
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function hashOf(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}
