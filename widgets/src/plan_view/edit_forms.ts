/** Forms for editing a program. Every change becomes an edit that Python applies. */

import type { Edit, PlanDiagram, DiagramEdge, DiagramNode } from "./layers.gen";
import { describeEdit } from "./plan_text";
import { esc } from "../ui/svg";
import { translate, t } from "../i18n/strings";

const PARTITIONERS = ["FORWARD", "REBALANCE", "RESCALE", "SHUFFLE", "BROADCAST", "GLOBAL"];
const CHAINING_EDITS = [
  ["AllowChaining", "ALWAYS", "may be chained"],
  ["StartNewChain", "HEAD", "start_new_chain()"],
  ["DisableChaining", "NEVER", "disable_chaining()"],
] as const;

/** What can be edited of an operator. */
export interface EditableOperator {
  /** Number of its transformation. */
  transformation: number;
  name: string;
  kind: DiagramNode["kind"];
  parallelism: number;
  maxParallelism: number | null;
  group: string;
  strategy: string;
  /** Name of what added the operator, if not the program. Such an operator cannot be edited. */
  addedBy: string;
}

export function findOperator(plan: PlanDiagram, id: string): EditableOperator | null {
  const stream = plan.layers.find(({ name }) => name === "stream");
  const job = plan.layers.find(({ name }) => name === "job");
  const node = stream?.nodes.find((one) => one.id === id.split("/")[0] || one.origin === id);
  if (!node?.origin || !job) return null;
  const frame = job.nodes.find(({ id: inner }) => inner === node.id)?.parent;
  const chain = job.nodes.find(({ id: outer }) => outer === frame);
  const getDetail = (from: DiagramNode | undefined, name: string): unknown =>
    from?.details.find(([key]) => key === name)?.[1] ?? null;
  return {
    transformation: Number(node.origin.slice(1)),
    name: node.label,
    kind: node.kind,
    parallelism: Number(getDetail(chain, "parallelism")),
    maxParallelism: getDetail(node, "max parallelism") as number | null,
    group: String(getDetail(node, "slot sharing group") ?? "default"),
    strategy: String(getDetail(node, "chaining strategy") ?? "ALWAYS"),
    addedBy: String(getDetail(node, "added by") ?? ""),
  };
}

/** Render the form for an operator. */
export function renderOperatorForm(operator: EditableOperator, isDisabled: boolean): string {
  if (operator.addedBy !== "") {
    return (
      `<h3 aria-level="2">${t("Change")} <small>${esc(operator.name)}</small></h3><p class="hint">${esc(t("{0} added this operator, so the program has no call for it. Change the operator before or after it.", operator.addedBy))}</p>`
    );
  }
  const disabledAttribute = isDisabled ? " disabled" : "";
  const chaining = CHAINING_EDITS.filter(([edit]) => edit !== "StartNewChain" || operator.kind !== "sink")
    .map(([edit, strategy, words]) => {
      const chosen = strategy === operator.strategy ? " selected" : "";
      return `<option value="${edit}"${chosen}>${strategy}: ${translate(words)}</option>`;
    });
  const known = CHAINING_EDITS.some(([, strategy]) => strategy === operator.strategy);
  if (!known) chaining.unshift(`<option value="" selected>${esc(operator.strategy)}</option>`);
  return (
    `<h3 aria-level="2">${t("Change")} <small>${esc(operator.name)}</small></h3>` +
    renderField(t("parallelism"), `<input type="number" min="1" max="64" data-edit="SetParallelism" ` +
      `value="${operator.parallelism}"${disabledAttribute}>`) +
    renderField(t("chaining"), `<select data-edit="chaining"${disabledAttribute}>${chaining.join("")}</select>`) +
    renderField(t("slot sharing group"), `<input type="text" data-edit="SetSlotSharingGroup" maxlength="40" ` +
      `value="${esc(operator.group)}"${disabledAttribute}>`) +
    renderField(t("maximum parallelism"), `<input type="number" min="1" max="32768" data-edit="SetMaxParallelism" ` +
      `placeholder="${t("computed")}" value="${operator.maxParallelism ?? ""}"${disabledAttribute}>`)
  );
}

/** Render the form for an edge. */
export function renderEdgeForm(edge: DiagramEdge, names: [string, string], isDisabled: boolean): string {
  const now = String(edge.details.find(([name]) => name === "partitioner")?.[1] ?? edge.label);
  const options = [...(PARTITIONERS.includes(now) ? [] : [now]), ...PARTITIONERS].map(
    (name) => `<option${name === now ? " selected" : ""}>${esc(name)}</option>`,
  );
  return (
    `<h3 aria-level="2">${t("Change")} <small>${esc(names[0])} → ${esc(names[1])}</small></h3>` +
    renderField(t("partitioner"), `<select data-edit="InsertPartitioner"${isDisabled ? " disabled" : ""}>` +
      `${options.join("")}</select>`)
  );
}

function renderField(name: string, control: string): string {
  return `<label class="field"><span>${name}</span>${control}</label>`;
}

/** Whether operator chaining is enabled for the whole program, according to the verdicts. */
export function isChainingEnabled(plan: PlanDiagram): boolean {
  return plan.verdicts.every(({ verdicts }) =>
    verdicts.every(({ condition, holds }) => condition !== "chaining enabled" || holds),
  );
}

/** Render the list of edits, each with an undo button. */
export function renderEditList(edits: readonly Edit[], original: PlanDiagram, isDisabled: boolean): string {
  if (edits.length === 0) return "";
  const items = edits.map(
    (edit, number) =>
      `<li><span>${esc(describeEdit(edit, original))}</span>` +
      (isDisabled ? "" : `<button type="button" data-undo="${number}" aria-label="${t("Undo")}: ${esc(describeEdit(edit, original))}">✕</button>`) +
      "</li>",
  );
  return (
    `<div class="edits"><b>${t("Changes of the program: {0}", edits.length)}</b>` +
    `<button type="button" data-act="reset">${t("reset")}</button><ul>${items.join("")}</ul></div>`
  );
}

/**
 * Add an edit to `edits`. It replaces an edit of the same thing, and is omitted if it restores the value in `original`
 * (if known).
 */
export function addEdit(
  edits: readonly Edit[],
  edit: Edit,
  original: PlanDiagram | null,
): Edit[] {
  const rest = edits.filter((other) => getEditTopic(other) !== getEditTopic(edit));
  return original && isRedundantEdit(edit, original) ? rest : [...rest, edit];
}

function getEditTopic(edit: Edit): string {
  const chaining = CHAINING_EDITS.some(([name]) => name === edit.edit);
  return [chaining ? "chaining" : edit.edit, edit["transformation"], edit["input_number"]].join(" ");
}

function isRedundantEdit(edit: Edit, original: PlanDiagram): boolean {
  if (edit.edit === "SetOperatorChaining") return edit["enabled"] === isChainingEnabled(original);
  const operator = findOperator(original, `t${edit["transformation"]}`);
  if (!operator) return false;
  const chaining = CHAINING_EDITS.find(([name]) => name === edit.edit);
  if (chaining) return chaining[1] === operator.strategy;
  if (edit.edit === "SetParallelism") return edit["parallelism"] === operator.parallelism;
  if (edit.edit === "SetSlotSharingGroup") return edit["group"] === operator.group;
  if (edit.edit === "SetMaxParallelism") return edit["max_parallelism"] === operator.maxParallelism;
  return false;
}
