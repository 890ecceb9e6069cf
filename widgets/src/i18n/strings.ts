/** What the pages say, in the language that is chosen: English stands in the code, the rest in one table. */

import type { ZH } from "./strings_zh";
import { tables } from "./data_tables";
import { MOMENTS } from "../trace/trace.gen";
import type { Language, MomentKind } from "../trace/trace.gen";

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
  const told = spoken === "zh" ? (tables.zh.texts[text] ?? text) : text;
  return told.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
}

/** What a moment is, and what several of them are. */
export function momentWords(kind: MomentKind): readonly [one: string, many: string] {
  return (spoken === "zh" ? tables.zh.moments[kind] : undefined) ?? MOMENTS[kind];
}

/** One of a pair of texts, English and Chinese, that stand beside each other. */
export function oneOf(english: string, chinese: string): string {
  return spoken === "zh" ? chinese : english;
}

/** A text of somebody else's (a knob's name, a class of flinksim's words) in the language that is chosen, if it is known. */
export function said(text: string): string {
  return spoken === "zh" ? (tables.zh.texts[text] ?? text) : text;
}
