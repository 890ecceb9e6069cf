/** The cards below the picture: why something is as it is, and what can be changed of it. */

import { chainingEnabled, edgeForm, editList, operatorForm, operatorOf } from "./edit_forms";
import type { Edits } from "./edits";
import { hint } from "./markup";
import type { Parts } from "./page_parts";
import { edgeCard, editWords, nodeCard } from "./plan_text";
import type { EdgeVerdict, Layer, LayerDocument } from "./layers.gen";
import { esc } from "../ui/svg";
import { t } from "../i18n/strings";

/** What the cards are about. */
export interface Looking {
  plan: LayerDocument;
  layer: Layer;
  verdicts: Map<string, EdgeVerdict>;
  selected: string | null;
  pointed: string | null;
}

/** Why it is as it is. */
export function drawCard(parts: Parts, looking: Looking, edits: Edits): void {
  const id = looking.pointed ?? looking.selected;
  parts.put("why", (id !== null && cardOf(id, looking, edits)) || hint());
}

function cardOf(id: string, looking: Looking, edits: Edits): string | null {
  const { plan, layer, verdicts } = looking;
  const verdict = verdicts.get(id);
  if (verdict) {
    const offered = edits.offered(verdict.change?.edits ?? []);
    const chosen = id === looking.selected;
    return edgeCard(verdict, offered, !chosen, chosen && edits.possible && plan.walk.length > 0);
  }
  const edge = layer.edges.find((one) => one.id === id);
  if (edge?.origin && verdicts.has(edge.origin)) return cardOf(edge.origin, looking, edits);
  const at = [layer, ...plan.layers].find(({ nodes }) => nodes.some((one) => one.id === id));
  const node = at?.nodes.find((one) => one.id === id);
  if (!at || !node) return null;
  // The stream graph tells most about an operator, the job graph what its task is told.
  const name = id.split("/")[0];
  const details = new Map(node.details);
  let { caption } = node;
  for (const other of ["stream", "job"]) {
    const known = plan.layers.find((one) => one.name === other)?.nodes.find((one) => one.id === name);
    for (const [key, value] of known?.details ?? []) if (!details.has(key)) details.set(key, value);
    caption ||= known?.caption ?? "";
  }
  return nodeCard({ ...node, caption, details: [...details] }, at, verdicts);
}

/** What can be changed of it, and what was. */
export function drawForm(parts: Parts, looking: Looking, edits: Edits): void {
  const { plan, selected, verdicts } = looking;
  const off = !edits.possible;
  const verdict = verdicts.get(selected ?? "");
  const edge = plan.layers.find(({ name }) => name === "stream")?.edges.find(({ id }) => id === selected);
  const operator = selected === null ? null : operatorOf(plan, selected);
  const known = plan.walk.length > 0; // a plan that was read from a file has no program to edit
  if (verdict && edge) parts.put("form", edgeForm(edge, [verdict.source, verdict.target], off || !known));
  else if (operator) parts.put("form", operatorForm(operator, off || !known));
  else parts.put("form", `<h3>${t("Change")}</h3><p class="hint">${t("Choose an operator or an edge in the picture.")}</p>`);
  const on = chainingEnabled(plan) ? " checked" : "";
  parts.put(
    "whole",
    `<label class="field"><span>${t("operator chaining")}</span>` +
      `<input type="checkbox" data-edit="SetOperatorChaining"${on}${off || !known ? " disabled" : ""}></label>`,
  );
  parts.put("edits", editList(edits.made, edits.original, off));
  drawOffline(parts, edits, known);
}

function drawOffline(parts: Parts, edits: Edits, known: boolean): void {
  parts.get("offline").hidden = edits.possible;
  if (edits.possible) return;
  const why = known
    ? t("This page has no Python behind it, and only Python derives plans.")
    : t("This plan was read from a file: there is no program to change.");
  const list = edits.variants.map(
    (variant, number) =>
      `<button type="button" data-variant="${number}">` +
      `${esc(variant.edits.map((one) => editWords(one, edits.original)).join(", "))}</button>`,
  );
  const rest =
    list.length > 0 ? ` ${t("These changes were derived beforehand:")}</span><span class="variants">${list.join("")}` : "";
  parts.put("offline", `<span>${why}${rest}</span>`);
}
