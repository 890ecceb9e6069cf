// Says the texts of a JSON list (standard input) in Chinese, and prints them as JSON: node derived_in_node.mjs
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";

const widgets = resolve(import.meta.dirname, "../../widgets");
const { build } = createRequire(join(widgets, "package.json"))("esbuild");
const contents = 'export { derived } from "./src/derived"; export { speak } from "./src/strings"; export { learn } from "./src/tables";';
const folder = mkdtempSync(join(tmpdir(), "derived"));
const outfile = join(folder, "derived.mjs");
await build({ stdin: { contents, resolveDir: widgets }, outfile, bundle: true, format: "esm" });
const d = await import(pathToFileURL(outfile));
rmSync(folder, { recursive: true });
await d.learn(deflateSync(readFileSync(join(widgets, "../flinksim/widgets/static/tables.json"))));
d.speak("zh");
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(d.derived)));
