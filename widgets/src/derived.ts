/** What Python derives of a plan, in the language that is chosen: by templates, see derived_zh.ts. */

import type { Change, LayerDocument } from "./layers.gen";
import { language } from "./strings";
import { tables } from "./tables";

interface Template {
  form: RegExp;
  /** The place of each value, and whether it is looked up again. */
  places: readonly (readonly [place: string, again: boolean])[];
  told: string;
}

let templates: Template[] | null = null;
const known = new Map<string, string>();

/** A sentence, a reason, a caption: in Chinese if its template is known, else as it is. */
export function derived(text: string): string {
  if (language() !== "zh" || text === "") return text;
  let told = known.get(text);
  if (told === undefined) known.set(text, (told = lookUp(text) ?? inParts(text)));
  return told;
}

function lookUp(text: string): string | null {
  const exact = tables.zh.derived[text];
  if (exact !== undefined) return exact;
  templates ??= Object.entries(tables.zh.derived)
    .filter(([english]) => english.includes("{"))
    .sort(([one], [other]) => Number(one[0] === "{") - Number(other[0] === "{") || other.length - one.length) // what says most first
    .map(([english, told]) => compile(english, told));
  for (const { form, places, told } of templates) {
    const found = form.exec(text);
    if (!found) continue;
    const values = new Map(places.map(([place, again], n) => [place, again ? derived(found[n + 1]!) : found[n + 1]!]));
    return told.replace(/\{(\d)\}/g, (_, place: string) => values.get(place) ?? "");
  }
  return null;
}

/** Between two calls of one change. */
const CALLS = / and (?=set_|start_new|disable_|slot_|taking |rebalance|pipeline\.|a source|reinterpret)/;

/** Reasons that stand one behind the other. */
function inParts(text: string): string {
  const parts = text.split("; ");
  const found = parts.map(lookUp);
  return found.some((one) => one !== null) ? parts.map((one, n) => found[n] ?? one).join("；") : text;
}

function compile(english: string, told: string): Template {
  const places: [string, boolean][] = [];
  const form = english.split(/(\{[#*]?\d\})/).map((piece) => {
    const place = /^\{([#*]?)(\d)\}$/.exec(piece);
    if (!place) return piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    places.push([place[2]!, place[1] === "*"]);
    return place[1] === "#" ? "(\\d+)" : place[1] === "*" ? "(.+?)" : "((?:(?!; ).)+?)";
  });
  return { form: new RegExp(`^${form.join("")}$`, "s"), places, told };
}

/** A plan that says everything in the language that is chosen. */
export function spoken(plan: LayerDocument): LayerDocument {
  if (language() !== "zh") return plan;
  return {
    ...plan,
    layers: plan.layers.map((layer) => ({ ...layer, nodes: layer.nodes.map((node) => ({ ...node, caption: derived(node.caption) })) })),
    verdicts: plan.verdicts.map((verdict) => ({
      ...verdict,
      sentence: derived(verdict.sentence),
      verdicts: verdict.verdicts.map((one) => ({ ...one, reason: derived(one.reason), found: derived(one.found) })),
      change: verdict.change && spokenChange(verdict.change),
    })),
    walk: plan.walk.map((step) => ({ ...step, sentence: derived(step.sentence) })),
    notes: plan.notes.map(derived),
    history: plan.history.map(derived),
  };
}

export const spokenChange = (change: Change): Change => ({
  ...change,
  words: change.words.split(CALLS).map(derived).join("，并"),
  caveat: derived(change.caveat),
  impossible: derived(change.impossible),
  after: derived(change.after),
  side_effects: change.side_effects.map(derived),
});
