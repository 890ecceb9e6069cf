/** A plan as text: summaries of layers, explanations of edges, descriptions of edits. */

import type { Edit, EdgeVerdict, GraphLayer, PlanDiagram, DiagramNode } from "./layers.gen";
import { linkClassNames } from "../glossary/class_card";
import { esc } from "../ui/svg";
import { translate, t } from "../i18n/strings";

/** Id of the group of subtasks without a slot. */
const WAITING_ID = "waiting";

/** Summarize a layer in one sentence. */
export function summarizeLayer(plan: PlanDiagram, layer: GraphLayer): string {
  const chained = plan.verdicts.filter((verdict) => verdict.chained).length;
  const edges = plan.verdicts.length;
  const countKinds = (...kinds: string[]): number => layer.nodes.filter(({ kind }) => kinds.includes(kind)).length;
  const between = layer.edges.filter(({ kind }) => kind !== "chained" && kind !== "control");
  const channels = between.reduce((sum, { count }) => sum + count, 0);
  switch (layer.name) {
    case "sql":
      return t("The statement as it is written.");
    case "abstract":
      return t("The SQL statement as {0} relational operators.", layer.nodes.length);
    case "physical":
      return t("Flink's operators, with the changes that each one emits. Choose one to see why.");
    case "transformations": {
      const virtual = countKinds("partition", "union", "side output");
      const rest = virtual === 0 ? t("Each becomes a node.") : virtual === 1 ? t("1 of them (dashed) becomes no node, only a setting of edges.") : t("{0} of them (dashed) become no nodes, only settings of edges.", virtual);
      return `${t("The program in {0} transformations.", layer.nodes.length)} ${rest}`;
    }
    case "stream": {
      const chaining = edges > 0 ? ` ${t("{0} of {1} will be chained.", chained, edges)}` : "";
      return `${t("Operators: {0}; edges, each with a partitioner: {1}.", layer.nodes.length, layer.edges.length)}${chaining}`;
    }
    case "job": {
      const calls = layer.edges.length - between.length;
      const operators = countKinds("source", "operator", "sink");
      return t("{0} operators in {1} tasks. {2} edges became method calls, {3} use channels.", operators, countKinds("chain", "vertex"), calls, between.length);
    }
    case "execution":
      return t("{0} tasks expanded into {1} subtasks, connected by {2} channels.", countKinds("vertex", "chain"), countKinds("subtask"), channels);
    case "slots": {
      const remote = between.filter(({ kind }) => kind === "remote").length;
      const withoutSlot = layer.nodes.filter(({ parent }) => parent === WAITING_ID);
      const waiting = layer.nodes.filter((one) => withoutSlot.some(({ id }) => id === one.parent)).length;
      const managers = layer.nodes.filter(({ kind, id }) => kind === "task manager" && id !== WAITING_ID).length;
      const where = t("{0} subtasks in {1} slots of {2} TaskManagers", countKinds("subtask") - waiting, countKinds("slot") - withoutSlot.length, managers);
      const waitingText = waiting > 0 ? t(", {0} wait for a slot", waiting) : "";
      return `${where}${waitingText}; ${t("{0} of {1} channels go over the network.", remote, channels)}`;
    }
  }
}

/** Describe a layer as lines of text, for screen readers and for copying. */
export function describeLayer(plan: PlanDiagram, layer: GraphLayer): string {
  const lines = [`${translate(layer.title)}: ${summarizeLayer(plan, layer)}`, ""];
  const names = new Map(layer.nodes.map((node) => [node.id, getNodeName(node)]));
  const depth = new Map<string, number>();
  for (const node of layer.nodes) {
    depth.set(node.id, node.parent === null ? 0 : (depth.get(node.parent) ?? 0) + 1);
    const caption = node.caption ? `, ${node.caption}` : "";
    lines.push(`${"  ".repeat(depth.get(node.id)!)}${node.id} ${translate(node.kind)}: ${getNodeName(node)}${caption}`);
  }
  lines.push("");
  const verdicts = new Map(plan.verdicts.map((verdict) => [verdict.edge, verdict]));
  for (const edge of layer.edges) {
    const label = edge.label ? ` ${edge.label}` : "";
    const reason = verdicts.get(edge.id);
    lines.push(
      `${names.get(edge.source) ?? edge.source} -> ${names.get(edge.target) ?? edge.target}:${label} ` +
        `(${edge.kind})${reason ? `; ${reason.sentence}` : ""}`,
    );
  }
  return [...lines, ...plan.notes.map((note) => t("note: {0}", note))].join("\n");
}

export function getNodeName(node: DiagramNode): string {
  const named = node.details.find(([name]) => name === "name")?.[1];
  return node.kind === "partition" ? node.label : String(named ?? (node.label || node.caption || node.id));
}

/** Describe an edit in the form of program code. */
export function describeEdit(edit: Edit, plan: PlanDiagram): string {
  const program = plan.layers.find(({ name }) => name === "transformations") ?? plan.layers[0]!;
  const node = program.nodes.find(({ id }) => id === `t${edit["transformation"]}`);
  const on = node ? ` · ${node.label}` : "";
  switch (edit.edit) {
    case "SetParallelism":
      return `set_parallelism(${edit["parallelism"]})${on}`;
    case "SetMaxParallelism":
      return `set_max_parallelism(${edit["max_parallelism"]})${on}`;
    case "SetSlotSharingGroup":
      return `slot_sharing_group('${edit["group"]}')${on}`;
    case "AllowChaining":
      return `${t("chaining enabled again")}${on}`;
    case "StartNewChain": {
      const first = node?.details.find(([name]) => name === "first function")?.[1];
      return `start_new_chain()${first ? ` · ${first}` : on}`;
    }
    case "DisableChaining":
      return `disable_chaining()${on}`;
    case "RemovePartitioner":
      return t("without {0}", node?.label ?? t("its partitioner"));
    case "InsertPartitioner":
      return t("{0}() before {1}", String(edit["partitioner"]).toLowerCase(), node?.label ?? t("it"));
    case "SetOperatorChaining":
      return `${t("operator chaining")}: ${edit["enabled"] ? t("on") : t("off")}`;
    case "ChainAcrossMaxParallelism":
      return `${t("chaining across maximum parallelism")}: ${edit["enabled"] ? t("on") : t("off")}`;
    case "UseNewerSource":
      return (node ? t("a source of the newer kind in place of {0}", node.label) : t("a source of the newer kind"));
    default:
      return edit.edit;
  }
}

// --- cards -----------------------------------------------------------------------------------------

/** Render the card of an edge: the verdict, each condition, and what would flip the verdict. */
export function renderEdgeCard(
  verdict: EdgeVerdict,
  canApply: boolean,
  isApplied: boolean,
  isSearching: boolean,
): string {
  const [head, rest] = splitVerdict(verdict.sentence);
  // failed conditions first; the others keep Flink's order
  const ordered = [...verdict.verdicts].sort((a, b) => Number(a.holds) - Number(b.holds));
  const rows = ordered.map(({ condition, holds, known, flink, found, reason }) => {
    const mark = !known ? ["?", "unknown"] : holds ? ["✓", "holds"] : ["✗", "fails"];
    return (
      `<tr class="${mark[1]}"><td class="mark"><span aria-label="${translate(mark[1]!)}">${mark[0]}</span></td>` +
      `<th scope="row">${esc(translate(condition))}</th><td>${linkClassNames(reason || found)}</td>` +
      `<td><code>${linkClassNames(flink)}</code></td></tr>`
    );
  });
  return (
    `<p class="verdict"><span class="badge ${verdict.chained ? "chained" : "cut"}">${esc(translate(head))}</span>` +
    `<span>${esc(verdict.source)} <i>→</i> ${esc(verdict.target)}${rest ? `: <b>${esc(rest)}</b>` : ""}` +
    `</span></p>${renderChange(verdict, canApply, isApplied, isSearching)}` +
    `<div class="scroll" tabindex="0" role="region" aria-label="${t("Conditions")}"><table><thead><tr>` +
    `<th></th><th scope="col">${t("condition")}</th><th scope="col">${t("actual")}</th><th scope="col">${t("in Flink")}</th>` +
    `</tr></thead><tbody>${rows.join("")}</tbody></table></div>`
  );
}

/** Split "Not chained: reason" into its two parts. */
function splitVerdict(sentence: string): [string, string] {
  const [, head, rest] = /^(.*?)(?:: |：)(.*)$/s.exec(sentence) ?? [];
  return head === undefined ? [sentence, ""] : [head, rest!];
}

function renderChange(
  verdict: EdgeVerdict,
  canApply: boolean,
  isApplied: boolean,
  isSearching: boolean,
): string {
  const { change } = verdict;
    if (!change) return isSearching ? `<p class="change">${verdict.chained ? t("Searching for a change that breaks the chain …") : t("Searching for a change that chains the edge …")}</p>` : "";
  if (change.edits.length === 0) {
    return `<p class="change">${esc(verdict.chained ? t("No setting can break this operator chain: {0}.", change.impossible) : t("No setting can chain this edge: {0}.", change.impossible))}</p>`;
  }
  const more = [
    ...(change.side_effects.length > 0 ? [t("and also: {0}", change.side_effects.join("; "))] : []),
    ...(change.caveat ? [change.caveat] : []),
  ].join("; ");
  const tasks =
    change.tasks_after === change.tasks_before
      ? ""
      : ` ${t("{0} tasks would become {1}.", change.tasks_before, change.tasks_after)}`;
  const button =
    canApply && !isApplied
      ? `<button type="button" data-act="apply" title="${t("Compute the plan again with this change")}">${t("Try it")}</button>`
      : "";
  return (
    `<p class="change"><span><b>${esc(change.words)}</b> ${verdict.chained ? t("would break the chain") : t("would chain the edge")}${more ? ` (${esc(more)})` : ""}.` +
    `${esc(tasks)}</span>${button}</p>`
  );
}

/** Render the card of a node: its details and its edges. */
export function renderNodeCard(node: DiagramNode, layer: GraphLayer, verdicts: Map<string, EdgeVerdict>): string {
  const details = node.details
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => {
      const text = String(value);
      const long = text.length > 22 ? ` class="long"` : "";
      return `<div${long}><dt>${esc(translate(name))}</dt><dd>${linkClassNames(text)}</dd></div>`;
    })
    .sort((a, b) => Number(a.includes('class="long"')) - Number(b.includes('class="long"')));
  const edges = layer.edges
    .filter(({ source, target }) => source === node.id || target === node.id)
    .slice(0, 60)
    .map((edge) => {
      const verdict = verdicts.get(edge.id);
      const other = edge.source === node.id ? `→ ${edge.target}` : `← ${edge.source}`;
      const label = edge.label ? ` ${edge.label}` : ` ${edge.kind}`;
      const words = verdict ? verdict.sentence : `${other}${label}`;
      const act = verdict ? `<button type="button" data-look="${esc(edge.id)}">${esc(edge.id)}</button> ` : "";
      return `<li>${act}${esc(words)}</li>`;
    });
  return (
    `<p class="verdict"><span class="badge kind">${esc(translate(node.kind))}</span>` +
    `<span><b>${esc(getNodeName(node))}</b>${node.caption ? `, ${esc(node.caption)}` : ""}</span></p>` +
    `${KIND_NOTES[node.kind] ? `<p class="change">${translate(KIND_NOTES[node.kind]!)}</p>` : ""}` +
    `<div class="scroll" tabindex="0" role="region" aria-label="${t("Details")}"><dl>${details.join("")}</dl>` +
    `${edges.length > 0 ? `<ul>${edges.join("")}</ul>` : ""}</div>`
  );
}

const KIND_NOTES: Partial<Record<DiagramNode["kind"], string>> = {
  partition:
    "Virtual: the generator copies this partitioner to the edges that pass through here.",
  union:
    "Virtual: each reader of the union gets an edge from each input.",
  "side output":
    "Virtual: the generator copies this tag to the edges that pass through here. (It replaces split and select, removed in Flink 1.12.)",
};
