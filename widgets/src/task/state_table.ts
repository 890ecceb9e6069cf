/** State of a task apart from panes: values, lists and maps, keyed or broadcast. */

import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Kind, Value } from "../trace/trace.gen";
import { formatValue } from "../ui/value_format";
import { paneKey } from "../trace/job_state.gen";

export const STATE_KINDS: readonly Kind[] = [
  "StateUpdated", "StateAppended", "StateEntryPut", "StateRestored", "ListRestored", "StateEntryRestored",
];
const MAX_ROWS = 100;

interface StateRow {
  state: string;
  key: Value;
  entry: Value;
  value: string;
  isHighlighted: boolean;
}

/** Render a row per state entry. The one that the current event is about is highlighted and first. */
export function renderStateTable(frame: Frame): string {
  const rows = frame.lookup.getOperators(frame.keyedTask).flatMap(({ id }) => createRows(frame, id));
  if (rows.length === 0) return `<p>${t("No state yet.")}</p>`;
  rows.sort((a, b) => Number(b.isHighlighted) - Number(a.isHighlighted));
  const renderedRows = rows.slice(0, MAX_ROWS).map(({ state, key, entry, value, isHighlighted }) => {
    const name = [state, key === "null" ? "" : formatValue(key), entry === "" ? "" : formatValue(entry)].filter(Boolean).join(" · ");
    return `<tr${isHighlighted ? ' class="lit"' : ""}><th scope="row" title="${esc(name)}">${esc(name)}</th><td title="${esc(value)}">${esc(value)}</td></tr>`;
  });
  const more = rows.length > MAX_ROWS ? `<p>${t("and {0} more", rows.length - MAX_ROWS)}</p>` : "";
  return `<table>${renderedRows.join("")}</table>${more}`;
}

function createRows({ snapshot, event }: Frame, id: string): StateRow[] {
  const view = snapshot.state.operators.get(id);
  if (!view) return [];
  const about = event && "state" in event && "operator" in event && event.operator === id ? event : null;
  const createRow = (one: { state: string; key: Value; namespace: Value }, value: string, entry: Value = ""): StateRow[] => {
    if (view.panes.has(paneKey(one.key, one.namespace))) return []; // the state of panes is shown in their own panel
    const same = about?.state === one.state && about.key === one.key && about.namespace === one.namespace;
    const isHighlighted = same && (entry === "" || ("entry" in about && about.entry === entry));
    return [{ state: one.state, key: one.key, entry, value, isHighlighted }];
  };
  return [
    ...[...view.states.values()].flatMap((one) => createRow(one, formatValue(one.value))),
    ...[...view.lists.values()].flatMap((one) => createRow(one, one.values.map(formatValue).join(", "))),
    ...[...view.map_entries.values()].flatMap((one) => createRow(one, formatValue(one.value), one.entry)),
  ];
}
