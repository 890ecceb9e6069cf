/** What a task keeps that are no panes: values, lists and maps, of a key or (broadcast) of none. */

import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Kind, Value } from "../trace/trace.gen";
import { show } from "../ui/value_format";
import { paneKey } from "../trace/job_state.gen";

export const KEEPING: readonly Kind[] = [
  "StateUpdated", "StateAppended", "StateEntryPut", "StateRestored", "ListRestored", "StateEntryRestored",
]; // prettier-ignore
const MOST = 100;

interface Kept {
  state: string;
  key: Value;
  entry: Value;
  value: string;
  lit: boolean;
}

/** A row for each thing that is kept; what the fact speaks of is lit, and first. */
export function stateMarkup(frame: Frame): string {
  const rows = frame.lookup.operatorsOf(frame.keyed).flatMap(({ id }) => keptBy(frame, id));
  if (rows.length === 0) return `<p>${t("Nothing is kept yet.")}</p>`;
  rows.sort((a, b) => Number(b.lit) - Number(a.lit));
  const told = rows.slice(0, MOST).map(({ state, key, entry, value, lit }) => {
    const name = [state, key === "null" ? "" : show(key), entry === "" ? "" : show(entry)].filter(Boolean).join(" · ");
    return `<tr${lit ? ' class="lit"' : ""}><th scope="row" title="${esc(name)}">${esc(name)}</th><td title="${esc(value)}">${esc(value)}</td></tr>`;
  });
  const more = rows.length > MOST ? `<p>${t("and {0} more", rows.length - MOST)}</p>` : "";
  return `<table>${told.join("")}</table>${more}`;
}

function keptBy({ scene, fact }: Frame, id: string): Kept[] {
  const view = scene.view.operators.get(id);
  if (!view) return [];
  const about = fact && "state" in fact && "operator" in fact && fact.operator === id ? fact : null;
  const kept = (one: { state: string; key: Value; namespace: Value }, value: string, entry: Value = ""): Kept[] => {
    if (view.panes.has(paneKey(one.key, one.namespace))) return []; // what a pane holds is drawn there
    const same = about?.state === one.state && about.key === one.key && about.namespace === one.namespace;
    const lit = same && (entry === "" || ("entry" in about && about.entry === entry));
    return [{ state: one.state, key: one.key, entry, value, lit }];
  };
  return [
    ...[...view.states.values()].flatMap((one) => kept(one, show(one.value))),
    ...[...view.lists.values()].flatMap((one) => kept(one, one.values.map(show).join(", "))),
    ...[...view.map_entries.values()].flatMap((one) => kept(one, show(one.value), one.entry)),
  ];
}
