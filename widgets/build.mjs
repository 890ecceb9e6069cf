// Builds flinksim/viz/widgets/static/{stepper,lens,notes}.js and tables.json from src/. The built files are committed, so that
// users do not need Node. Their first line contains a hash of the sources, which a test checks.
import { build, transform } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { minify } from "terser";
import ts from "typescript";

const target = process.argv[2] ?? "../flinksim/viz/widgets/static";
const sources = ["build.mjs", "package.json", "tsconfig.json"];
sources.push(...readdirSync("src", { recursive: true }).filter((name) => /\.\w+$/.test(name)).map((name) => `src/${name.replaceAll("\\", "/")}`));

const ENTRIES = { stepper: "stepper/stepper", lens: "plan_view/plan_widget", notes: "queries/learner_record", all_tables: "i18n/all_tables" };

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
async function bundle(name, minified) {
  const { outputFiles } = await build({
    entryPoints: [`src/${ENTRIES[name]}.ts`],
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minify: minified,
    plugins: [styles],
    legalComments: "none",
    write: false,
  });
  return outputFiles[0].text;
}

// members of our classes get short names
const classMembers = new RegExp(`^(?:${findClassMembers("src").join("|")})$`);

for (const name of ["stepper", "lens", "notes"]) {
  // a second minifier makes the compressed code 4 % smaller
  const { code } = await minify(await bundle(name, true), { module: true, ecma: 2020, compress: { passes: 3, keep_fargs: false, sequences: false }, mangle: { properties: { regex: classMembers, builtins: true } }, format: { max_line_len: 16000 } });
  writeFileSync(`${target}/${name}.js`, `${stamp}\n${code}\n`);
}

// data tables
const { TABLES } = await import(`data:text/javascript;base64,${Buffer.from(await bundle("all_tables", false)).toString("base64")}`);
writeFileSync(`${target}/tables.json`, `${JSON.stringify(TABLES, null, 1)}\n`);

/**
 * Find the names that are only members of our classes. A name is excluded if it is also a property of an interface, of an
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
  return [...members].filter((name) => !otherNames.has(name));
}
