/**
 * The changes that a SQL job wrote, which change retracts which, and the table that results from them.
 *
 * `flinksim/trace/changelog.py` does the same in Python.
 */

import type { Trace } from "./trace";

export interface TableChange {
  /** Index of the `ResultWritten` event. */
  index: number;
  operator: string;
  /** `+I`, `-U`, `+U` or `-D`. */
  kind: string;
  values: string;
  /** Number of the change whose row this one removes or replaces, or -1. */
  retracts: number;
  /** Number of the change that removes or replaces this row, or -1. */
  retractedBy: number;
}

const CHANGE = /^(?:\d+> )?([+-][IUD])\[([^]*)\]$/;
const MAX_KEY_COLUMNS = 3;

/** Read the changes of all sinks, in order; none unless a row was retracted or updated. */
export function readChangelog(trace: Trace): TableChange[] {
  const changes: TableChange[] = [];
  for (const index of trace.findIndexes(["ResultWritten"])) {
    const event = trace.event(index);
    const found = event.type === "ResultWritten" ? CHANGE.exec(event.text) : null;
    if (!found || event.type !== "ResultWritten") continue;
    const operator = event.operator.split("/")[0]!;
    changes.push({ index, operator, kind: found[1]!, values: found[2]!, retracts: -1, retractedBy: -1 });
  }
  for (const operator of new Set(changes.map((one) => one.operator))) linkChanges(changes, operator, findPrimaryKey(trace, operator));
  if (changes.every(({ kind, retracts }) => kind === "+I" && retracts < 0)) return [];
  return changes;
}

/** Get the rows of the table after `count` changes, as numbers of changes. */
export function getTableRows(changes: readonly TableChange[], count: number): number[] {
  const rows: number[] = [];
  for (let number = 0; number < count; number++) {
    const { kind, retractedBy } = changes[number]!;
    if (kind[0] === "+" && (retractedBy < 0 || retractedBy >= count)) rows.push(number);
  }
  return rows;
}

/** Get the columns by which the sink identifies its rows; none if it is no upsert sink. */
function findPrimaryKey(trace: Trace, operator: string): readonly number[] {
  const operators = trace.plan?.vertices.flatMap((vertex) => vertex.operators) ?? [];
  return operators.find(({ node }) => `o${node}` === operator)?.primary_key ?? [];
}

function linkChanges(all: TableChange[], operator: string, primaryKey: readonly number[]): void {
  const own = all.filter((one) => one.operator === operator);
  const isUpsert = own.some(({ kind }) => kind === "+U") && !own.some(({ kind }) => kind === "-U");
  const columns = primaryKey.length ? primaryKey : isUpsert ? findKeyColumns(own) : null;
  const live = new Map<string, number[]>();
  all.forEach((change, number) => {
    if (change.operator !== operator) return;
    const key = getKey(change, columns);
    const rows = live.get(key) ?? [];
    live.set(key, rows);
    if (rows.length > 0 && (change.kind[0] === "-" || columns)) {
      change.retracts = rows.pop()!;
      all[change.retracts]!.retractedBy = number;
    }
    if (change.kind[0] === "+") rows.push(number);
  });
}

/** Split the text of a row into its columns; brackets keep their contents together. */
export function splitColumns(values: string): string[] {
  const columns: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const char = values[at]!;
    if ("[({".includes(char)) depth++;
    else if ("])}".includes(char)) depth--;
    else if (char === "," && depth <= 0) {
      columns.push(values.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...columns, values.slice(start).trim()];
}

function getKey({ values }: TableChange, columns: readonly number[] | null): string {
  if (!columns) return values;
  const parts = splitColumns(values);
  return JSON.stringify(columns.map((column) => parts[column]));
}

/** Find the fewest columns with which every update and deletion finds the row that it replaces. */
function findKeyColumns(changes: readonly TableChange[]): number[] | null {
  const width = Math.max(...changes.map(({ values }) => splitColumns(values).length));
  let candidates: number[][] = [[]];
  for (let size = 1; size <= Math.min(width, MAX_KEY_COLUMNS); size++) {
    candidates = candidates.flatMap((some) => Array.from({ length: width }, (_, column) => column).filter((column) => column > (some.at(-1) ?? -1)).map((column) => [...some, column]));
    const found = candidates.find((columns) => isKey(changes, columns));
    if (found) return found;
  }
  return null;
}

function isKey(changes: readonly TableChange[], columns: readonly number[]): boolean {
  const live = new Set<string>();
  return changes.every((change) => {
    const key = getKey(change, columns);
    if ((change.kind === "+I") === live.has(key)) return false;
    if (change.kind[0] === "+") live.add(key);
    else live.delete(key);
    return true;
  });
}
