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

// private members get short names
const privateMembers = new RegExp(`^(?:${findPrivateMembers("src").join("|")})$`);

for (const name of ["stepper", "lens", "notes"]) {
  // a second minifier makes the compressed code 4 % smaller
  const { code } = await minify(await bundle(name, true), { module: true, ecma: 2020, compress: { passes: 3, keep_fargs: false, sequences: false }, mangle: { properties: { regex: privateMembers, builtins: true } }, format: { max_line_len: 16000 } });
  writeFileSync(`${target}/${name}.js`, `${stamp}\n${code}\n`);
}

// data tables
const { TABLES } = await import(`data:text/javascript;base64,${Buffer.from(await bundle("all_tables", false)).toString("base64")}`);
writeFileSync(`${target}/tables.json`, `${JSON.stringify(TABLES, null, 1)}\n`);

/** Find the names that are used only for private members: declared `private` and accessed only through `this`. */
function findPrivateMembers(folder) {
  const [privateNames, otherNames] = [new Set(), new Set()];
  const visit = (node) => {
    const { parent } = node;
    if (ts.isStringLiteralLike(node)) otherNames.add(node.text);
    else if (ts.isIdentifier(node)) {
      const isOfThis = ts.isPropertyAccessExpression(parent) && parent.expression.kind === ts.SyntaxKind.ThisKeyword;
      const declaration = ts.isBindingElement(parent) ? parent.parent.parent : null;
      const isFromThis = declaration?.initializer?.kind === ts.SyntaxKind.ThisKeyword;
      if ((ts.isClassElement(parent) || ts.isParameter(parent)) && parent.name === node && isPrivate(parent)) privateNames.add(node.text);
      else if (isProperty(node) && !isOfThis && !isFromThis) otherNames.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const name of readdirSync(folder, { recursive: true }).filter((one) => one.endsWith(".ts"))) {
    visit(ts.createSourceFile(name, readFileSync(`${folder}/${name}`, "utf8"), ts.ScriptTarget.ES2022, true));
  }
  return [...privateNames].filter((name) => !otherNames.has(name));
}

function isPrivate(node) {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) ?? false;
}

/** Whether an identifier is the name of a property: in an access, a declaration, a literal or a pattern. */
function isProperty(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) return parent.name === node || parent.right === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node || (!parent.propertyName && ts.isObjectBindingPattern(parent.parent));
  if (ts.isShorthandPropertyAssignment(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isParameter(parent)) return ts.isParameterPropertyDeclaration(parent, parent.parent) && parent.name === node;
  return (ts.isClassElement(parent) || ts.isTypeElement(parent)) && parent.name === node;
}
