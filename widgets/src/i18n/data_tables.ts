/**
 * Data tables: event types, Simplified Chinese texts and glossary cards.
 *
 * Python passes them in the trait `tables`, compressed and limited to the event types of the runs on the page, to keep
 * the bundle small. Without them the page is in English, has no cards and cannot open a trace.
 */

import type { TABLES as DATA } from "./all_tables";
import { toBytes, inflate } from "../trace/bytes";

/** The data, and the code that is loaded on demand (src/ui/detail_loader.ts). */
export type Tables = typeof DATA & { code: string };

/** Tables shared by all widgets of the page. */
export let tables: Tables = {
  facts: {},
  zh: { texts: {}, words: {}, moments: {}, counted: {} } as Tables["zh"],
  cards: { classes: {}, old: {}, shown: {}, claims: [], spans: {} },
  terms: {},
  code: "",
};

let loadedTrait: unknown = null;

/** Load the trait `tables`. Event types loaded by other widgets of the page are kept. */
export async function loadTables(trait: unknown): Promise<void> {
  if (!trait || trait === loadedTrait) return;
  const body = toBytes(trait);
  if (body.byteLength === 0) return;
  const loaded = JSON.parse(new TextDecoder().decode(await inflate(body))) as Tables;
  tables = { ...loaded, facts: { ...tables.facts, ...loaded.facts } };
  loadedTrait = trait;
}
