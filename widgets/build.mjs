// Builds flinksim/viz/widgets/static/{stepper,lens,notes}.js and tables.json from src/. The views that
// most readers never open are a text in the tables (src/ui/detail_loader.ts). The built files are committed, so that
// users do not need Node. Their first line contains a hash of the sources, which a test checks.
import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { minify } from "terser";
import ts from "typescript";

const target = process.argv[2] ?? "../flinksim/viz/widgets/static";
const sources = ["build.mjs", "package.json", "tsconfig.json"];
sources.push(...readdirSync("src", { recursive: true }).filter((name) => /\.\w+$/.test(name)).map((name) => `src/${name.replaceAll("\\", "/")}`));

const ENTRIES = { details: "stepper/detail_views", stepper: "stepper/stepper", lens: "plan_view/plan_widget", notes: "queries/learner_record", all_tables: "i18n/all_tables" };

const hash = createHash("sha256");
for (const name of sources.sort()) {
  hash.update(`${name}\n${readFileSync(name, "utf8").replaceAll("\r\n", "\n")}\n`);
}
const stamp = `// Built from widgets/src by widgets/build.mjs; sources ${hash.digest("hex")}`;

/** Import style sheets as minified texts. The class that starts each rule of the stepper is shortened to `§` (src/ui/dom_patch.ts). */
const styles = {
  name: "styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true });
      return { contents: code.replaceAll(".flinksim-stepper", "§"), loader: "text" };
    }),
};

/** Bundle a module with its imports into one text. */
async function bundle(name, minified, { plugins = [], ...options } = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [`src/${ENTRIES[name]}.ts`],
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minify: minified,
    plugins: [styles, ...plugins],
    legalComments: "none",
    write: false,
    metafile: true,
    ...options,
  });
  return { code: outputFiles[0].text, modules: Object.keys(metafile.inputs) };
}

/** Provide the virtual module `shared-modules` with these modules of the main bundle (src/ui/detail_loader.ts). */
const provideShared = (paths) => ({
  name: "shared",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^shared-modules$/ }, ({ path }) => ({ path, namespace: "shared" }));
    onLoad({ filter: /.*/, namespace: "shared" }, () => ({
      contents: paths.map((path, number) => `import * as m${number} from "./${path}";`).join("\n") + `\nexport const SHARED_MODULES = {${paths.map((path, number) => `"${path}": m${number}`)}};`,
      resolveDir: ".",
    }));
  },
});

/** Resolve imports of modules that the main bundle contains to that copy of them; collect their paths in `used`. */
const useShared = (modules, used) => ({
  name: "use-shared",
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^\.\.?\// }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === "resolved") return;
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: "resolved" });
      const name = relative(process.cwd(), found.path).replaceAll("\\", "/");
      if (!modules.includes(name) || name.endsWith(".css")) return found;
      used.add(name);
      return { path: name, namespace: "main" };
    });
    onLoad({ filter: /.*/, namespace: "main" }, ({ path }) => ({ contents: `module.exports = shared["${path}"];` }));
  },
});

/** Minify again: this makes the compressed code 4 % smaller. `names` maps class members to short names, for all bundles. */
async function shrink(code, names) {
  const properties = { regex: classMembers, builtins: true, reserved: shortNames };
  return (await minify(code, { module: true, ecma: 2020, compress: { passes: 3, keep_fargs: false, sequences: false }, mangle: { properties }, nameCache: names, format: { max_line_len: 16000 } })).code;
}

// members of our classes get short names, which are not the names of anything else
const [ownMembers, otherNames] = findClassMembers("src");
const classMembers = new RegExp(`^(?:${ownMembers.join("|")})$`);
const shortNames = otherNames.filter((name) => name.length <= 3);

const { modules } = await bundle("stepper", true, { plugins: [provideShared([])] });
const used = new Set();
const details = await bundle("details", true, { format: "iife", globalName: "details", plugins: [useShared(modules, used)] });
const names = {};
for (const name of ["stepper", "lens", "notes"]) {
  const { code } = await bundle(name, true, { plugins: [provideShared([...used].sort())] });
  writeFileSync(`${target}/${name}.js`, `${stamp}\n${await shrink(code, name === "stepper" ? names : {})}\n`);
}
const code = await shrink(`export const open = (shared) => { ${details.code}; return details; };`, names);

// data tables
const { TABLES } = await import(`data:text/javascript;base64,${Buffer.from((await bundle("all_tables", false)).code).toString("base64")}`);
writeFileSync(`${target}/tables.json`, `${JSON.stringify({ ...TABLES, code }, null, 1)}\n`);

/**
 * Find the names that are only members of our classes, and all other names. A name is excluded if it is also a property of an interface, of an
 * object literal or of the platform, or occurs as a text: such an object may come from Python, or its members be looked up by
 * name. Public members of the classes that a bundle exports keep their names, too.
 */
function findClassMembers(folder) {
  const [members, otherNames] = [new Set(), new Set()];
  const exported = new Set(Object.values(ENTRIES).flatMap((entry) => [...readFileSync(`${folder}/${entry}.ts`, "utf8").matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => names.split(/[\s,]+/))));
  const visit = (node, isOwn) => {
    const { parent } = node;
    if (isOwn && ts.isStringLiteralLike(node)) otherNames.add(node.text);
    else if (ts.isIdentifier(node) && parent.name === node) {
      const isMember = ts.isClassElement(parent) || (ts.isParameter(parent) && ts.isParameterPropertyDeclaration(parent, parent.parent));
      const owner = ts.isParameter(parent) ? parent.parent.parent : parent.parent;
      const isPublicApi = isMember && exported.has(owner.name?.text) && !ts.getModifiers(parent)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
      if (isMember && isOwn && !isPublicApi) members.add(node.text);
      else if (isMember || ts.isTypeElement(parent) || ts.isObjectLiteralElement(parent) || (!isOwn && ts.isVariableDeclaration(parent))) otherNames.add(node.text);
    }
    ts.forEachChild(node, (one) => visit(one, isOwn));
  };
  const parse = (path, isOwn) => visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true), isOwn);
  const findFiles = (where, ending) => readdirSync(where, { recursive: true }).filter((one) => one.endsWith(ending)).map((one) => `${where}/${one}`);
  for (const path of findFiles(folder, ".ts")) parse(path, true);
  for (const path of findFiles("node_modules/typescript/lib", ".d.ts")) if (/lib\.(?:es|dom)/.test(path)) parse(path, false);
  return [[...members].filter((name) => !otherNames.has(name)), [...otherNames]];
}
