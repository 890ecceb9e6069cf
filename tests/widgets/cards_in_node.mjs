// Draws the cards of all that one can ask for, in Node, and prints them as JSON, by what was asked: node cards_in_node.mjs LANGUAGE
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";

const widgets = resolve(import.meta.dirname, "../../widgets");
const { build } = createRequire(join(widgets, "package.json"))("esbuild");
const contents = 'export { cardsMarkup } from "./src/class_card"; export { speak } from "./src/strings"; export { learn, tables } from "./src/tables";';
const folder = mkdtempSync(join(tmpdir(), "cards"));
const outfile = join(folder, "cards.mjs");
await build({ stdin: { contents, resolveDir: widgets }, outfile, bundle: true, format: "esm" });
const d = await import(pathToFileURL(outfile));
rmSync(folder, { recursive: true });
await d.learn(deflateSync(readFileSync(join(widgets, "../flinksim/widgets/static/tables.json"))));
const language = process.argv[2];
d.speak(language);
const { classes, old, shown, claims } = d.tables.cards;
const claimed = claims.flatMap(([english, chinese]) => [english, chinese]);
const asked = ["", "没有这样的东西", ...Object.keys(classes), ...Object.keys(old), ...Object.keys(shown), ...claimed];
process.stdout.write(JSON.stringify(Object.fromEntries(asked.map((name) => [name, d.cardsMarkup(name, null, 0)]))));
