/** Cards and forms below the diagram: why an edge is chained or not, and what can be changed. */

import { isChainingEnabled, renderEdgeForm, renderEditList, renderOperatorForm, findOperator } from "./edit_forms";
import type { PlanEdits } from "./edits";
import { renderHint } from "./markup";
import type { PlanPageParts } from "./page_parts";
import { renderEdgeCard, describeEdit, renderNodeCard } from "./plan_text";
import type { EdgeVerdict, GraphLayer, PlanDiagram } from "./layers.gen";
import { esc } from "../ui/svg";
import { t } from "../i18n/strings";

/** What the cards are about. */
export interface CardContext {
  plan: PlanDiagram;
  layer: GraphLayer;
  verdicts: Map<string, EdgeVerdict>;
  selected: string | null;
  hovered: string | null;
}

/** Update the card of the hovered or selected element. */
export function updateCard(parts: PlanPageParts, context: CardContext, edits: PlanEdits): void {
  const id = context.hovered ?? context.selected;
  parts.update("why", (id !== null && renderCard(id, context, edits)) || renderHint());
}

function renderCard(id: string, context: CardContext, edits: PlanEdits): string | null {
  const { plan, layer, verdicts } = context;
  const verdict = verdicts.get(id);
  if (verdict) {
    const offered = edits.canShow(verdict.change?.edits ?? []);
    const isSelected = id === context.selected;
    return renderEdgeCard(verdict, offered, !isSelected, isSelected && edits.isEditable && plan.walk.length > 0);
  }
  const edge = layer.edges.find((one) => one.id === id);
  if (edge?.origin && verdicts.has(edge.origin)) return renderCard(edge.origin, context, edits);
  const layerOfNode = [layer, ...plan.layers].find(({ nodes }) => nodes.some((one) => one.id === id));
  const node = layerOfNode?.nodes.find((one) => one.id === id);
  if (!layerOfNode || !node) return null;
  // combine the details: the stream graph has the operator's, the job graph has those of its task
  const name = id.split("/")[0];
  const details = new Map(node.details);
  let { caption } = node;
  for (const other of ["stream", "job"]) {
    const hasProgram = plan.layers.find((one) => one.name === other)?.nodes.find((one) => one.id === name);
    for (const [key, value] of hasProgram?.details ?? []) if (!details.has(key)) details.set(key, value);
    caption ||= hasProgram?.caption ?? "";
  }
  return renderNodeCard({ ...node, caption, details: [...details] }, layerOfNode, verdicts);
}

/** Update the forms for the selected element, and the list of edits. */
export function updateForm(parts: PlanPageParts, context: CardContext, edits: PlanEdits): void {
  const { plan, selected, verdicts } = context;
  const isDisabled = !edits.isEditable;
  const verdict = verdicts.get(selected ?? "");
  const edge = plan.layers.find(({ name }) => name === "stream")?.edges.find(({ id }) => id === selected);
  const operator = selected === null ? null : findOperator(plan, selected);
  const hasProgram = plan.walk.length > 0; // a plan that was read from a file has no program to edit
  if (verdict && edge) parts.update("form", renderEdgeForm(edge, [verdict.source, verdict.target], isDisabled || !hasProgram));
  else if (operator) parts.update("form", renderOperatorForm(operator, isDisabled || !hasProgram));
  else parts.update("form", `<h3 aria-level="2">${t("Change")}</h3><p class="hint">${t("Choose an operator or an edge in the picture.")}</p>`);
  const checked = isChainingEnabled(plan) ? " checked" : "";
  parts.update(
    "whole",
    `<label class="field"><span>${t("operator chaining")}</span>` +
      `<input type="checkbox" data-edit="SetOperatorChaining"${checked}${isDisabled || !hasProgram ? " disabled" : ""}></label>`,
  );
  parts.update("edits", renderEditList(edits.applied, edits.original, isDisabled));
  updateOfflineNote(parts, edits, hasProgram);
}

function updateOfflineNote(parts: PlanPageParts, edits: PlanEdits, hasProgram: boolean): void {
  parts.get("offline").hidden = edits.isEditable;
  if (edits.isEditable) return;
  const reason = hasProgram
    ? t("This saved page cannot compute plans. Open the plan in a notebook.")
    : t("This plan was read from a file: there is no program to change.");
  const list = edits.variants.map(
    (variant, number) =>
      `<button type="button" data-variant="${number}">` +
      `${esc(variant.edits.map((one) => describeEdit(one, edits.original)).join(", "))}</button>`,
  );
  const variantsText =
    list.length > 0 ? ` ${t("The saved page can show these changes of the program:")}</span><span class="variants">${list.join("")}` : "";
  parts.update("offline", `<span>${reason}${variantsText}</span>`);
}
