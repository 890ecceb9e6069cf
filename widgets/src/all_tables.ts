/** Everything that stands beside the code of the widgets as data: built into `static/tables.json`. */

import { CLAIMS, CLASSES, OLD_NAMES, SHOWN, SPANS } from "./classes.gen";
import { ZH } from "./strings_zh";
import { COUNTED_ZH, MOMENTS_ZH, SENTENCES_ZH, WORDS_ZH } from "./trace_zh.gen";

export const TABLES = {
  zh: { texts: ZH as Readonly<Record<string, string>>, sentences: SENTENCES_ZH, words: WORDS_ZH, moments: MOMENTS_ZH, counted: COUNTED_ZH },
  cards: { classes: CLASSES, old: OLD_NAMES, shown: SHOWN, claims: CLAIMS, spans: SPANS },
};
