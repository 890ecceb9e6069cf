/** Translatable messages: English in the code, other languages in one table. */

import type { ZH } from "./strings_zh";
import { tables } from "./data_tables";
import { MOMENTS } from "../trace/trace.gen";
import type { Language, MomentKind } from "../trace/trace.gen";

export type MessageText = keyof typeof ZH;
export const LANGUAGES: readonly Language[] = ["en", "zh"];

/** Language of all widgets on the page. */
let currentLanguage: Language = "en";

export const getLanguage = (): Language => currentLanguage;

export function setLanguage(requested: unknown): void {
  currentLanguage = LANGUAGES.find((one) => one === requested) ?? "en";
}

/** Get a message with values inserted at `{0}`, `{1}` … */
export function t(text: MessageText, ...values: (string | number)[]): string {
  const message = currentLanguage === "zh" ? (tables.zh.texts[text] ?? text) : text;
  return message.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
}

/** Get the message for a key step, for one and for several. */
export function getKeyStepMessage(kind: MomentKind): readonly [one: string, many: string] {
  return (currentLanguage === "zh" ? tables.zh.moments[kind] : undefined) ?? MOMENTS[kind];
}

/** Pick one of two texts by language. */
export function pickLanguage(english: string, chinese: string): string {
  return currentLanguage === "zh" ? chinese : english;
}

/** Translate a text that does not come from this code (such as a parameter name), if there is a translation. */
export function translate(text: string): string {
  return currentLanguage === "zh" ? (tables.zh.texts[text] ?? text) : text;
}
