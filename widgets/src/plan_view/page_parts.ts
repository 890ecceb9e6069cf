/** The named parts of the plan view's page. Each is updated only when its content changes. */

import { renderPage } from "./markup";
import base from "../ui/base.css";
import look from "./plan_view.css";
import { addStyles, patchMarkup, getFocused } from "../ui/dom_patch";

export class PlanPageParts {
  readonly root = document.createElement("div");
  private readonly parts = new Map<string, HTMLElement>();

  constructor(label: string, el: Element) {
    const { root } = this;
    root.className = "flinksim-widget flinksim-lens";
    root.tabIndex = 0;
    root.setAttribute("role", "application");
    root.setAttribute("aria-label", label);
    root.dataset["lmSuppressShortcuts"] = "true"; // keep JupyterLab from handling our keys
    addStyles(`${base}${look}`, el);
    patchMarkup(root, renderPage());
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

  /** Update the markup of a part if it has changed. */
  update(name: string, markup: string): void {
    const part = this.get(name);
    const hash = String(computeHash(markup));
    if (part.dataset["drawn"] === hash) return;
    part.dataset["drawn"] = hash;
    const active = getFocused(this.root) as HTMLElement | null;
    const focused = active && part.contains(active) ? { ...active.dataset } : null;
    patchMarkup(part, markup);
    if (!focused) return;
    // keep the focus for keyboard users
    const replacement = [...part.querySelectorAll<HTMLElement>("button, input, select")].find(
      (one) => isEqualJson({ ...one.dataset }, focused) && !(one as HTMLButtonElement).disabled,
    );
    (replacement ?? this.root).focus({ preventScroll: true });
  }

  /** Set an optional text. */
  setText(name: string, text: string): void {
    this.get(name).textContent = text;
    this.get(name).hidden = text === "";
  }
}

export function isEqualJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function computeHash(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}
