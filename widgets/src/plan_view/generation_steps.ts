/** The generator's walk, stepped through over the picture. */

import type { LayerDocument, WalkStep } from "./layers.gen";
import type { Parts } from "./page_parts";
import type { Scene } from "./svg_scene";
import { clamp, esc } from "../ui/svg";
import { t } from "../i18n/strings";

const TITLE = "Step through what Flink does: StreamGraphGenerator, createJobGraph, the execution graph, deployment";

export class Walk {
  private at: number | null = null;
  private lighting = -1;

  /** Another plan has another walk. */
  forget(): void {
    this.at = null;
    this.lighting = -1;
  }

  go(whither: string, steps: readonly WalkStep[]): void {
    if (whither === "end") this.at = null;
    else this.at = clamp((this.at ?? -1) + (whither === "back" ? -1 : 1), 0, steps.length - 1);
  }

  /** Draws the controls if `here`, and lights what was met; gives the sentence of the step. */
  draw(parts: Parts, scene: Scene, plan: LayerDocument, here: boolean): string | null {
    const { walk } = plan;
    const shown = here && walk.length > 0;
    parts.get("walk").hidden = !shown;
    const step = shown && this.at !== null ? walk[this.at]! : null;
    const [lit, now] = step ? walked(walk, this.at!, plan) : [null, new Set<string>()];
    const lighting = this.at ?? -1;
    if (step || this.lighting !== lighting) scene.light(lit, now);
    this.lighting = lighting;
    if (shown) {
      parts.put(
        "walk",
        `<span class="step">${step ? t("{0} of {1}", this.at! + 1, walk.length) : t("generator")}</span>` +
          `<button type="button" data-walk="back" aria-label="${t("Walk back")}"${step ? "" : " disabled"}>◂</button>` +
          `<button type="button" data-walk="next" aria-label="${t("Walk on")}" title="${t(TITLE)}">${t("walk")} ▸</button>` +
          (step ? `<button type="button" data-walk="end" aria-label="${t("End the walk")}">✕</button>` : "") +
          (step ? "" : bygones(plan)),
      );
    }
    return step ? step.sentence : null;
  }
}

/** What older programs had, for those who meet it in a book. */
function bygones(plan: LayerDocument): string {
  if (plan.history.length === 0) return "";
  const items = plan.history.map((text) => {
    const [name, ...rest] = text.split(" (");
    return `<li><b>${esc(name!)}</b> (${esc(rest.join(" ("))}</li>`;
  });
  return (
    `<details class="bygones"><summary title="${t("Transformations that Flink has no more")}">${t("once")}</summary>` +
    `<ul>${items.join("")}</ul></details>`
  );
}

/** What the generator has met after a step of its walk, and what the step is about. */
function walked(walk: readonly WalkStep[], at: number, plan: LayerDocument): [Set<string>, Set<string>] {
  const lit = new Set<string>();
  const now = new Set<string>();
  const first = plan.layers[0]!;
  walk.slice(0, at + 1).forEach((step, number) => {
    const behind = step.transformation < 0;
    const ids = behind ? [] : [`t${step.transformation}`];
    if (step.node !== null && behind) ids.push(`t${step.node}`);
    if (step.node !== null && (step.action === "node" || behind)) ids.push(`o${step.node}`);
    if (step.edge !== null) ids.push(step.edge);
    for (const id of ids) lit.add(id);
    if (number === at) for (const id of step.edge !== null ? [step.edge] : ids) now.add(id);
  });
  for (const { id, source, target } of first.edges) if (lit.has(source) && lit.has(target)) lit.add(id);
  return [lit, now];
}
