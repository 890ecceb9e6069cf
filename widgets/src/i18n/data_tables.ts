/**
 * What stands beside the code as data: the kinds of facts, Simplified Chinese, and the cards of Flink's names.
 *
 * Python hands it over in the trait `tables`, deflated, with the kinds that the runs of the page have, so that
 * the code is not twice as long. Without it a page speaks English, knows no cards and opens no trace.
 */

import type { TABLES } from "./all_tables";
import { bytesOf, inflate } from "../trace/bytes";

export type Tables = typeof TABLES;

/** What a page knows; the same for all that stands on it. */
export let tables: Tables = {
  facts: {},
  zh: { texts: {}, words: {}, moments: {}, counted: {} } as Tables["zh"],
  cards: { classes: {}, old: {}, shown: {}, claims: [], spans: {} },
};

let learnt: unknown = null;

/** Takes in the trait `tables`; what another widget of the page knows of facts stays known. */
export async function learn(packed: unknown): Promise<void> {
  if (!packed || packed === learnt) return;
  const body = bytesOf(packed);
  if (body.byteLength === 0) return;
  const told = JSON.parse(new TextDecoder().decode(await inflate(body))) as Tables;
  tables = { ...told, facts: { ...tables.facts, ...told.facts } };
  learnt = packed;
}
