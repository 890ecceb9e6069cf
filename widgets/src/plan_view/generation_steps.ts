/** Step through how Flink generates the plan, in the diagram. */

import type { PlanDiagram, GenerationStep } from "./layers.gen";
import type { PlanPageParts } from "./page_parts";
import type { Scene } from "./svg_scene";
import { clamp, esc } from "../ui/svg";
import { t } from "../i18n/strings";

const TITLE = "Step through what Flink does: StreamGraphGenerator, createJobGraph, the execution graph, deployment";

export class GenerationSteps {
  private current: number | null = null;
  private highlightedStep = -1;

  /** Start over, for another plan. */
  reset(): void {
    this.current = null;
    this.highlightedStep = -1;
  }

  move(direction: string, steps: readonly GenerationStep[]): void {
    if (direction === "end") this.current = null;
    else this.current = clamp((this.current ?? -1) + (direction === "back" ? -1 : 1), 0, steps.length - 1);
  }

  /** Draw the controls if `isShown`, and highlight what was reached. Return the sentence of the step. */
  draw(parts: PlanPageParts, scene: Scene, plan: PlanDiagram, isShown: boolean): string | null {
    const { walk: steps } = plan;
    const shown = isShown && steps.length > 0;
    parts.get("walk").hidden = !shown;
    const step = shown && this.current !== null ? steps[this.current]! : null;
    const [reached, current] = step ? findReached(steps, this.current!, plan) : [null, new Set<string>()];
    const stepToHighlight = this.current ?? -1;
    if (step || this.highlightedStep !== stepToHighlight) scene.highlight(reached, current);
    this.highlightedStep = stepToHighlight;
    if (shown) {
      parts.update(
        "walk",
        `<span class="step">${step ? t("{0} of {1}", this.current! + 1, steps.length) : t("how it is built")}</span>` +
          `<button type="button" data-walk="back" aria-label="${t("Previous step")}"${step ? "" : " disabled"}>◂</button>` +
          `<button type="button" data-walk="next" aria-label="${t("steps")}: ${t("Next step")}" title="${t(TITLE)}">${t("steps")} ▸</button>` +
          (step ? `<button type="button" data-walk="end" aria-label="${t("Close the steps")}">✕</button>` : "") +
          (step ? "" : renderRemovedTransformations(plan)),
      );
    }
    return step ? step.sentence : null;
  }
}

/** Render the transformations that Flink has removed, for readers of older books. */
function renderRemovedTransformations(plan: PlanDiagram): string {
  if (plan.history.length === 0) return "";
  const items = plan.history.map((text) => {
    const [name, ...rest] = text.split(" (");
    return `<li><b>${esc(name!)}</b> (${esc(rest.join(" ("))}</li>`;
  });
  return (
    `<details class="bygones"><summary title="${t("Transformations that Flink has removed")}">${t("not in Flink any more")}</summary>` +
    `<ul>${items.join("")}</ul></details>`
  );
}

/** Find the elements reached after a step, and the elements that the step is about. */
function findReached(steps: readonly GenerationStep[], at: number, plan: PlanDiagram): [Set<string>, Set<string>] {
  const reached = new Set<string>();
  const current = new Set<string>();
  const first = plan.layers[0]!;
  steps.slice(0, at + 1).forEach((step, number) => {
    const isImplicit = step.transformation < 0;
    const ids = isImplicit ? [] : [`t${step.transformation}`];
    if (step.node !== null && isImplicit) ids.push(`t${step.node}`);
    if (step.node !== null && (step.action === "node" || isImplicit)) ids.push(`o${step.node}`);
    if (step.edge !== null) ids.push(step.edge);
    for (const id of ids) reached.add(id);
    if (number === at) for (const id of step.edge !== null ? [step.edge] : ids) current.add(id);
  });
  for (const { id, source, target } of first.edges) if (reached.has(source) && reached.has(target)) reached.add(id);
  return [reached, current];
}
