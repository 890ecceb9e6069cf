/**
 * What stands beside the code as data: Simplified Chinese, and the cards of Flink's names.
 *
 * Python hands it over in the trait `tables`, deflated, so that the code of a page is not twice as long
 * for those who need neither. Without it a page speaks English and knows no cards.
 */

import type { TABLES } from "./all_tables";
import { bytesOf, inflate } from "./bytes";

export type Tables = typeof TABLES;

const NOTHING: Tables = {
  zh: { texts: {}, sentences: {}, words: {}, moments: {}, counted: {} } as Tables["zh"],
  cards: { classes: {}, old: {}, shown: {}, claims: [], spans: {} },
};

/** What a page knows; the same for all that stands on it. */
export let tables: Tables = NOTHING;

/** Takes in the trait `tables`, once. */
export async function learn(packed: unknown): Promise<void> {
  if (tables !== NOTHING || !packed) return;
  const body = bytesOf(packed);
  if (body.byteLength > 0) tables = JSON.parse(new TextDecoder().decode(await inflate(body))) as Tables;
}
