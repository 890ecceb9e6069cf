/** What one may change of a program, as forms; every change is an edit that Python makes. */

import type { Edit, LayerDocument, LayerEdge, LayerNode } from "./layers.gen";
import { editWords } from "./plan_text";
import { esc } from "../ui/svg";
import { said, t } from "../i18n/strings";

const PARTITIONERS = ["FORWARD", "REBALANCE", "RESCALE", "SHUFFLE", "BROADCAST", "GLOBAL"];
const CHAINING = [
  ["AllowChaining", "ALWAYS", "may be chained"],
  ["StartNewChain", "HEAD", "start_new_chain()"],
  ["DisableChaining", "NEVER", "disable_chaining()"],
] as const;

/** What may be edited of an operator, as it stands in a document. */
export interface Operator {
  /** The number of its transformation. */
  transformation: number;
  name: string;
  kind: LayerNode["kind"];
  parallelism: number;
  maxParallelism: number | null;
  group: string;
  strategy: string;
  /** Who put it there, if not the program: no call of the program names it, then. */
  addedBy: string;
}

export function operatorOf(document: LayerDocument, id: string): Operator | null {
  const stream = document.layers.find(({ name }) => name === "stream");
  const job = document.layers.find(({ name }) => name === "job");
  const node = stream?.nodes.find((one) => one.id === id.split("/")[0] || one.origin === id);
  if (!node?.origin || !job) return null;
  const frame = job.nodes.find(({ id: inner }) => inner === node.id)?.parent;
  const chain = job.nodes.find(({ id: outer }) => outer === frame);
  const of = (from: LayerNode | undefined, name: string): unknown =>
    from?.details.find(([key]) => key === name)?.[1] ?? null;
  return {
    transformation: Number(node.origin.slice(1)),
    name: node.label,
    kind: node.kind,
    parallelism: Number(of(chain, "parallelism")),
    maxParallelism: of(node, "max parallelism") as number | null,
    group: String(of(node, "slot sharing group") ?? "default"),
    strategy: String(of(node, "chaining strategy") ?? "ALWAYS"),
    addedBy: String(of(node, "added by") ?? ""),
  };
}

/** The form for an operator. */
export function operatorForm(operator: Operator, disabled: boolean): string {
  if (operator.addedBy !== "") {
    return (
      `<h3>${t("Change")} <small>${esc(operator.name)}</small></h3><p class="hint">${esc(t("{0} put this operator there: no call of the program names it. Change the one before or behind it.", operator.addedBy))}</p>`
    );
  }
  const off = disabled ? " disabled" : "";
  const chaining = CHAINING.filter(([edit]) => edit !== "StartNewChain" || operator.kind !== "sink")
    .map(([edit, strategy, words]) => {
      const chosen = strategy === operator.strategy ? " selected" : "";
      return `<option value="${edit}"${chosen}>${strategy}: ${said(words)}</option>`;
    });
  const known = CHAINING.some(([, strategy]) => strategy === operator.strategy);
  if (!known) chaining.unshift(`<option value="" selected>${esc(operator.strategy)}</option>`);
  return (
    `<h3>${t("Change")} <small>${esc(operator.name)}</small></h3>` +
    field(t("parallelism"), `<input type="number" min="1" max="64" data-edit="SetParallelism" ` +
      `value="${operator.parallelism}"${off}>`) +
    field(t("chaining"), `<select data-edit="chaining"${off}>${chaining.join("")}</select>`) +
    field(t("slot sharing group"), `<input type="text" data-edit="SetSlotSharingGroup" maxlength="40" ` +
      `value="${esc(operator.group)}"${off}>`) +
    field(t("maximum parallelism"), `<input type="number" min="1" max="32768" data-edit="SetMaxParallelism" ` +
      `placeholder="${t("derived")}" value="${operator.maxParallelism ?? ""}"${off}>`)
  ); // prettier-ignore
}

/** The form for an edge. */
export function edgeForm(edge: LayerEdge, names: [string, string], disabled: boolean): string {
  const now = String(edge.details.find(([name]) => name === "partitioner")?.[1] ?? edge.label);
  const options = [...(PARTITIONERS.includes(now) ? [] : [now]), ...PARTITIONERS].map(
    (name) => `<option${name === now ? " selected" : ""}>${esc(name)}</option>`,
  );
  return (
    `<h3>${t("Change")} <small>${esc(names[0])} → ${esc(names[1])}</small></h3>` +
    field(t("partitioner"), `<select data-edit="InsertPartitioner"${disabled ? " disabled" : ""}>` +
      `${options.join("")}</select>`)
  ); // prettier-ignore
}

function field(name: string, control: string): string {
  return `<label class="field"><span>${name}</span>${control}</label>`;
}

/** Whether operator chaining is on for the whole program, as the verdicts tell. */
export function chainingEnabled(document: LayerDocument): boolean {
  return document.verdicts.every(({ verdicts }) =>
    verdicts.every(({ condition, holds }) => condition !== "chaining enabled" || holds),
  );
}

/** The edits that were made, each with a way back. */
export function editList(edits: readonly Edit[], original: LayerDocument, disabled: boolean): string {
  if (edits.length === 0) return "";
  const items = edits.map(
    (edit, number) =>
      `<li><span>${esc(editWords(edit, original))}</span>` +
      (disabled ? "" : `<button type="button" data-undo="${number}" aria-label="${t("Undo")}: ${esc(editWords(edit, original))}">✕</button>`) +
      "</li>",
  );
  return (
    `<div class="edits"><b>${t("Changes of the program: {0}", edits.length)}</b>` +
    `<button type="button" data-act="reset">${t("as it was")}</button><ul>${items.join("")}</ul></div>`
  );
}

/**
 * `edits` with one more. An edit of the same thing is replaced; one that says what the program said
 * at first (in `original`, if that is known) is left out.
 */
export function withEdit(
  edits: readonly Edit[],
  edit: Edit,
  original: LayerDocument | null,
): Edit[] {
  const rest = edits.filter((other) => topic(other) !== topic(edit));
  return original && saysNothingNew(edit, original) ? rest : [...rest, edit];
}

function topic(edit: Edit): string {
  const chaining = CHAINING.some(([name]) => name === edit.edit);
  return [chaining ? "chaining" : edit.edit, edit["transformation"], edit["input_number"]].join(" ");
}

function saysNothingNew(edit: Edit, original: LayerDocument): boolean {
  if (edit.edit === "SetOperatorChaining") return edit["enabled"] === chainingEnabled(original);
  const operator = operatorOf(original, `t${edit["transformation"]}`);
  if (!operator) return false;
  const chaining = CHAINING.find(([name]) => name === edit.edit);
  if (chaining) return chaining[1] === operator.strategy;
  if (edit.edit === "SetParallelism") return edit["parallelism"] === operator.parallelism;
  if (edit.edit === "SetSlotSharingGroup") return edit["group"] === operator.group;
  if (edit.edit === "SetMaxParallelism") return edit["max_parallelism"] === operator.maxParallelism;
  return false;
}
