/** What the pages say, in the language that is chosen: English stands in the code, the rest in one table. */

import { MOMENTS, MOMENTS_ZH } from "./trace.gen";
import type { Language, MomentKind } from "./trace.gen";
import { ZH } from "./strings_zh";

export type Text = keyof typeof ZH;
export const LANGUAGES: readonly Language[] = ["en", "zh"];

/** One language for all that stands on a page. */
let spoken: Language = "en";

export const language = (): Language => spoken;

export function speak(wanted: unknown): void {
  spoken = LANGUAGES.find((one) => one === wanted) ?? "en";
}

/** A text of the table, with values in the places of `{0}`, `{1}` … */
export function t(text: Text, ...values: (string | number)[]): string {
  const told: string = spoken === "zh" ? ZH[text] : text;
  return told.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
}

/** What a moment is, and what several of them are. */
export function momentWords(kind: MomentKind): readonly [one: string, many: string] {
  return spoken === "zh" ? MOMENTS_ZH[kind] : MOMENTS[kind];
}
