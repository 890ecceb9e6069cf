// Draws the cards of all that one can ask for, in Node, and prints them as JSON, by what was asked: node cards_in_node.mjs LANGUAGE
import { bundled } from "./bundled.mjs";

const d = await bundled({ "glossary/class_card": "renderCards", "i18n/strings": "setLanguage" });
const language = process.argv[2];
d.setLanguage(language);
const { classes, old, shown, claims } = d.tables.cards;
const claimed = claims.flatMap(([english, chinese]) => [english, chinese]);
const asked = ["", "没有这样的东西", ...Object.keys(classes), ...Object.keys(old), ...Object.keys(shown), ...claimed];
process.stdout.write(JSON.stringify(Object.fromEntries(asked.map((name) => [name, d.renderCards(name, null, 0)]))));
