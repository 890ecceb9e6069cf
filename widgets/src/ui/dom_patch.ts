/**
 * Patch an element to match new markup. Existing nodes stay, with their focus, and only differences are applied.
 *
 * The markup is parsed outside of the page, and executable content is removed. Inline styles may be blocked by a
 * Content Security Policy: static styles are in a document stylesheet, and dynamic ones in `data-style`.
 */

const parser = new DOMParser();
const STYLE_ATTRIBUTE = "data-style";
/** Attributes that identify a node among its siblings. */
const IDENTITY_ATTRIBUTES = ["data-id", "data-task", "data-m", "data-line"] as const;
const FORBIDDEN_TAGS: ReadonlySet<string> = new Set(["SCRIPT", "IFRAME", "OBJECT", "EMBED", "LINK", "BASE", "META"]);

const stylesByRoot = new WeakMap<Document | ShadowRoot, Set<string>>();

/** Add styles once to the page or (as in marimo) to the shadow tree that contains `el`. */
export function addStyles(css: string, el: Element): void {
  const root = el.getRootNode();
  const target = root instanceof ShadowRoot ? root : document;
  const styles = stylesByRoot.get(target) ?? new Set();
  stylesByRoot.set(target, styles);
  if (styles.has(css)) return;
  styles.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css.replaceAll("§", ".flinksim-stepper")); // build.mjs abbreviates the class name
  target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet];
}

/** Get the focused element in the tree that contains `el`. The document sees only the host of a shadow tree. */
export function getFocused(el: Element): Element | null {
  const root = el.getRootNode();
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
}

export function patchMarkup(el: Element, markup: string): void {
  const parsed = parser.parseFromString(`<!doctype html><body>${markup}`, "text/html");
  patchChildren(el, [...parsed.body.childNodes]);
}

function patchChildren(el: Element, nodes: readonly ChildNode[]): void {
  let old = el.firstChild;
  for (const node of nodes) {
    if (node instanceof Element && FORBIDDEN_TAGS.has(node.nodeName.toUpperCase())) continue;
    if (!old) {
      el.append(adoptNode(node));
      continue;
    }
    const next: ChildNode | null = old.nextSibling;
    if (!isSameNode(old, node)) old.replaceWith(adoptNode(node));
    else if (node instanceof Element) patchElement(old as Element, node);
    else if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    old = next;
  }
  while (old) {
    const next: ChildNode | null = old.nextSibling;
    old.remove();
    old = next;
  }
}

function isSameNode(old: ChildNode, node: ChildNode): boolean {
  if (old.nodeName !== node.nodeName) return false;
  if (!(old instanceof Element) || !(node instanceof Element)) return true;
  return IDENTITY_ATTRIBUTES.every((name) => old.getAttribute(name) === node.getAttribute(name));
}

function patchElement(old: Element, node: Element): void {
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name) && name !== "style") old.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    if (!isSafe(name, value) || old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === STYLE_ATTRIBUTE) applyDataStyle(old);
  }
  if (old instanceof HTMLInputElement && node.hasAttribute("value")) old.value = node.getAttribute("value")!;
  patchChildren(old, [...node.childNodes]);
}

/** Adopt a node into this page, without executable content. */
function adoptNode(node: ChildNode): ChildNode {
  if (node instanceof Element) {
    for (const one of [node, ...node.querySelectorAll("*")]) {
      if (one !== node && FORBIDDEN_TAGS.has(one.nodeName.toUpperCase())) one.remove();
      for (const { name, value } of [...one.attributes]) if (!isSafe(name, value)) one.removeAttribute(name);
    }
  }
  const adoptedNode = document.adoptNode(node);
  if (adoptedNode instanceof Element) {
    if (adoptedNode.hasAttribute(STYLE_ATTRIBUTE)) applyDataStyle(adoptedNode);
    for (const one of adoptedNode.querySelectorAll(`[${STYLE_ATTRIBUTE}]`)) applyDataStyle(one);
  }
  return adoptedNode;
}

function applyDataStyle(el: Element): void {
  (el as HTMLElement | SVGElement).style.cssText = el.getAttribute(STYLE_ATTRIBUTE)!;
}

/** Attributes with an address, which a browser follows or loads. */
const ADDRESS_ATTRIBUTES = new Set([
  "action", "background", "cite", "data", "formaction", "href", "ping", "poster", "src", "srcset", "xlink:href",
]);
/** Schemes that an address may have; one without a scheme is relative. */
const SAFE_SCHEMES = new Set(["http", "https", "mailto"]);

function isSafe(attribute: string, value: string): boolean {
  const name = attribute.toLowerCase();
  if (name.startsWith("on") || name === "srcdoc") return false;
  if (!ADDRESS_ATTRIBUTES.has(name)) return true;
  // Browsers ignore control characters and blanks in a scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\u0000-\u0020\u007f-\u00a0]/g, ""));
  return scheme === null || SAFE_SCHEMES.has(scheme[1]!.toLowerCase());
}
