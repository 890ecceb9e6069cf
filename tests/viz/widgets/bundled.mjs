// Modules of the widgets in Node, with their tables learnt: await bundled({ file: "names, of it" })
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";

const widgets = resolve(import.meta.dirname, "../../../widgets");
const { build } = createRequire(join(widgets, "package.json"))("esbuild");

export async function bundled(names) {
  const files = Object.entries({ ...names, "i18n/data_tables": "loadTables, tables" });
  const contents = files.map(([file, of]) => `export { ${of} } from "./src/${file}";`).join("\n");
  const folder = mkdtempSync(join(tmpdir(), "bundled"));
  const outfile = join(folder, "bundled.mjs");
  await build({ stdin: { contents, resolveDir: widgets }, outfile, bundle: true, format: "esm", loader: { ".css": "text" } });
  const made = await import(pathToFileURL(outfile));
  rmSync(folder, { recursive: true });
  await made.loadTables(deflateSync(readFileSync(join(widgets, "../flinksim/viz/widgets/static/tables.json"))));
  return made;
}
