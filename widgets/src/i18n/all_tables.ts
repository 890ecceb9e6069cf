/** All data tables of the widgets, built into `static/tables.json`. */

import { CLAIMS, CLASSES, OLD_NAMES, SHOWN, SPANS } from "../glossary/classes.gen";
import { COUNTED_ZH, FACTS, MOMENTS_ZH, WORDS_ZH } from "../trace/event_types.gen";
import { TERMS } from "../glossary/terms";
import { ZH } from "./strings_zh";

export const TABLES = {
  facts: FACTS,
  zh: { texts: ZH as Readonly<Record<string, string>>, words: WORDS_ZH, moments: MOMENTS_ZH, counted: COUNTED_ZH },
  cards: { classes: CLASSES, old: OLD_NAMES, shown: SHOWN, claims: CLAIMS, spans: SPANS },
  terms: TERMS,
};
