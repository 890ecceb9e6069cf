// Built from widgets/src by widgets/build.mjs; sources e78f0c662f3eed48b6f610f40aa9ed247bf1cc2f2d57f6d72a14d87831dcf352

// src/bytes.ts
async function inflate(body) {
  const stream = new Blob([body]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
function bytesOf(value) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof DataView) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError("the trait holds no bytes");
}

// src/svg.ts
var ESCAPES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
};
function esc(text) {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
}
var FONTS = { t1: "650 14px", t2: "500 13px", t3: "500 12.5px", strong: "650 13px", big: "700 17px" };
var FAMILY = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
var MOST_REMEMBERED = 2e4;
var widths = /* @__PURE__ */ new Map();
var ruler = null;
function textWidth(text, font) {
  const key = `${font}${text}`;
  const known = widths.get(key);
  if (known !== void 0) return known;
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * 8;
  ruler.font = `${FONTS[font]} ${FAMILY}`;
  const width = ruler.measureText(text).width;
  if (widths.size >= MOST_REMEMBERED) widths.clear();
  widths.set(key, width);
  return width;
}
function fit(text, width, font) {
  if (textWidth(text, font) <= width) return text;
  const characters = Array.from(text);
  let room = characters.length - 1;
  while (room > 1 && textWidth(`${characters.slice(0, room).join("")}…`, font) > width) room--;
  return `${characters.slice(0, room).join("")}…`;
}
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}

// src/lens_words.ts
var WAITING = "waiting";
function layerSentence(document2, layer) {
  const chained = document2.verdicts.filter((verdict) => verdict.chained).length;
  const edges = document2.verdicts.length;
  const of = (...kinds) => layer.nodes.filter(({ kind }) => kinds.includes(kind)).length;
  const between2 = layer.edges.filter(({ kind }) => kind !== "chained" && kind !== "control");
  const channels = between2.reduce((sum, { count: count2 }) => sum + count2, 0);
  switch (layer.name) {
    case "transformations": {
      const virtual = of("partition", "union", "side output");
      const rest = virtual === 0 ? "Each becomes a node." : `${virtual} of them ${virtual === 1 ? "is" : "are"} virtual: no node comes of ${virtual === 1 ? "it" : "them"}, what ${virtual === 1 ? "it says" : "they say"} lands on edges.`;
      return `The program in ${count(layer.nodes.length, "transformation")}. ${rest}`;
    }
    case "stream":
      return `${count(layer.nodes.length, "operator")} and ${count(layer.edges.length, "edge")}, each with a partitioner. ${edges > 0 ? `${chained} of ${edges} will be chained.` : ""}`;
    case "job": {
      const calls = layer.edges.length - between2.length;
      return `${count(of("source", "operator", "sink"), "operator")} in ${count(of("chain", "vertex"), "task")}: ${count(calls, "edge")} became ${calls === 1 ? "a call" : "calls"}, ${between2.length} ${between2.length === 1 ? "goes" : "go"} through channels.`;
    }
    case "execution":
      return `${count(of("vertex", "chain"), "task")} unfolded into ${count(of("subtask"), "subtask")}, joined by ${count(channels, "channel")}.`;
    case "slots": {
      const remote = between2.filter(({ kind }) => kind === "remote").length;
      const lacking = layer.nodes.filter(({ parent }) => parent === WAITING);
      const waiting = layer.nodes.filter((one) => lacking.some(({ id }) => id === one.parent)).length;
      const managers = layer.nodes.filter(({ kind, id }) => kind === "task manager" && id !== WAITING).length;
      return `${count(of("subtask") - waiting, "subtask")} in ${count(of("slot") - lacking.length, "slot")} of ${count(managers, "TaskManager")}${waiting > 0 ? `, ${waiting} ${waiting === 1 ? "waits" : "wait"} for a slot` : ""}; ${remote} of ${count(channels, "channel")} ${remote === 1 ? "goes" : "go"} over the network.`;
    }
  }
}
function count(number2, what) {
  return `${number2} ${number2 === 1 ? what : `${what}${what.endsWith("x") ? "es" : "s"}`}`;
}
function layerInWords(document2, layer) {
  const lines = [`${layer.title}: ${layerSentence(document2, layer)}`, ""];
  const names = new Map(layer.nodes.map((node) => [node.id, nameOf(node)]));
  const depth = /* @__PURE__ */ new Map();
  for (const node of layer.nodes) {
    depth.set(node.id, node.parent === null ? 0 : (depth.get(node.parent) ?? 0) + 1);
    const caption = node.caption ? `, ${node.caption}` : "";
    lines.push(`${"  ".repeat(depth.get(node.id))}${node.id} ${node.kind}: ${nameOf(node)}${caption}`);
  }
  lines.push("");
  const verdicts = new Map(document2.verdicts.map((verdict) => [verdict.edge, verdict]));
  for (const edge of layer.edges) {
    const label = edge.label ? ` ${edge.label}` : "";
    const reason = verdicts.get(edge.id);
    lines.push(
      `${names.get(edge.source) ?? edge.source} -> ${names.get(edge.target) ?? edge.target}:${label} (${edge.kind})${reason ? `; ${reason.sentence}` : ""}`
    );
  }
  return [...lines, ...document2.notes.map((note) => `note: ${note}`)].join("\n");
}
function nameOf(node) {
  const named = node.details.find(([name]) => name === "name")?.[1];
  return node.kind === "partition" ? node.label : String(named ?? (node.label || node.caption || node.id));
}
function editWords(edit, document2) {
  const first = document2.layers[0];
  const node = first.nodes.find(({ id }) => id === `t${edit["transformation"]}`);
  const on = node ? ` on ${node.label}` : "";
  switch (edit.edit) {
    case "SetParallelism":
      return `set_parallelism(${edit["parallelism"]})${on}`;
    case "SetMaxParallelism":
      return `set_max_parallelism(${edit["max_parallelism"]})${on}`;
    case "SetSlotSharingGroup":
      return `slot_sharing_group('${edit["group"]}')${on}`;
    case "AllowChaining":
      return `chaining allowed again${on}`;
    case "StartNewChain": {
      const first2 = node?.details.find(([name]) => name === "first function")?.[1];
      return `start_new_chain()${first2 ? ` on ${first2}` : on}`;
    }
    case "DisableChaining":
      return `disable_chaining()${on}`;
    case "RemovePartitioner":
      return `without ${node?.label ?? "its partitioner"}`;
    case "InsertPartitioner":
      return `${String(edit["partitioner"]).toLowerCase()}() before ${node?.label ?? "it"}`;
    case "SetOperatorChaining":
      return `operator chaining ${edit["enabled"] ? "on" : "off"}`;
    case "ChainAcrossMaxParallelism":
      return `chaining across maximum parallelism ${edit["enabled"] ? "on" : "off"}`;
    case "UseNewerSource":
      return `a source of the newer kind${node ? ` in place of ${node.label}` : ""}`;
    default:
      return edit.edit;
  }
}
function edgeCard(verdict, canApply, applied, searching) {
  const [head, rest] = split(verdict.sentence);
  const ordered = [...verdict.verdicts].sort((a, b) => Number(a.holds) - Number(b.holds));
  const rows = ordered.map(({ condition, holds, known, flink, found, reason }) => {
    const mark = !known ? ["?", "unknown"] : holds ? ["✓", "holds"] : ["✗", "fails"];
    return `<tr class="${mark[1]}"><td class="mark"><span aria-label="${mark[1]}">${mark[0]}</span></td><th scope="row">${esc(condition)}</th><td>${esc(reason || found)}</td><td><code>${esc(flink)}</code></td></tr>`;
  });
  return `<p class="verdict"><span class="badge ${verdict.chained ? "chained" : "cut"}">${esc(head)}</span><span>${esc(verdict.source)} <i>→</i> ${esc(verdict.target)}${rest ? `: <b>${esc(rest)}</b>` : ""}</span></p>${changeLine(verdict, canApply, applied, searching)}<div class="scroll" tabindex="0" role="region" aria-label="Conditions"><table><thead><tr><th></th><th scope="col">condition</th><th scope="col">found</th><th scope="col">in Flink</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}
function split(sentence) {
  const colon = sentence.indexOf(": ");
  return colon < 0 ? [sentence, ""] : [sentence.slice(0, colon), sentence.slice(colon + 2)];
}
function changeLine(verdict, canApply, applied, searching) {
  const { change } = verdict;
  const turn = verdict.chained ? "cut" : "chain";
  if (!change) return searching ? `<p class="change">Looking for what would ${turn} it …</p>` : "";
  if (change.edits.length === 0) {
    return `<p class="change">No change would ${turn} it: ${esc(change.impossible)}.</p>`;
  }
  const more = [
    ...change.side_effects.length > 0 ? [`and also: ${change.side_effects.join("; ")}`] : [],
    ...change.caveat ? [change.caveat] : []
  ].join("; ");
  const tasks = change.tasks_after === change.tasks_before ? "" : ` ${change.tasks_before} tasks would be ${change.tasks_after}.`;
  const button2 = canApply && !applied ? `<button type="button" data-act="apply" title="Derive everything again with this change">Try it</button>` : "";
  return `<p class="change"><span><b>${esc(change.words)}</b> would ${turn} it${more ? ` (${esc(more)})` : ""}.${esc(tasks)}</span>${button2}</p>`;
}
function nodeCard(node, layer, verdicts) {
  const details = node.details.filter(([, value]) => value !== null && value !== "").map(([name, value]) => {
    const text = String(value);
    const long = text.length > 22 ? ` class="long"` : "";
    return `<div${long}><dt>${esc(name)}</dt><dd>${esc(text)}</dd></div>`;
  }).sort((a, b) => Number(a.includes('class="long"')) - Number(b.includes('class="long"')));
  const edges = layer.edges.filter(({ source, target }) => source === node.id || target === node.id).slice(0, 60).map((edge) => {
    const verdict = verdicts.get(edge.id);
    const other = edge.source === node.id ? `→ ${edge.target}` : `← ${edge.source}`;
    const label = edge.label ? ` ${edge.label}` : ` ${edge.kind}`;
    const words = verdict ? verdict.sentence : `${other}${label}`;
    const act = verdict ? `<button type="button" data-look="${esc(edge.id)}">${esc(edge.id)}</button> ` : "";
    return `<li>${act}${esc(words)}</li>`;
  });
  return `<p class="verdict"><span class="badge kind">${esc(node.kind)}</span><span><b>${esc(nameOf(node))}</b>${node.caption ? `, ${esc(node.caption)}` : ""}</span></p>${HISTORY[node.kind] ? `<p class="change">${HISTORY[node.kind]}</p>` : ""}<div class="scroll" tabindex="0" role="region" aria-label="Details"><dl>${details.join("")}</dl>${edges.length > 0 ? `<ul>${edges.join("")}</ul>` : ""}</div>`;
}
var HISTORY = {
  partition: "Virtual: the generator only remembers the partitioner, and gives it to the edges that are read through here.",
  union: "Virtual: a union only gathers; who reads it gets an edge from each of its inputs. ",
  "side output": "Virtual: the generator remembers the tag, and gives it to the edges that are read through here. (It took the place of split and select, which Flink 1.12 removed.)"
};

// src/lens_controls.ts
var PARTITIONERS = ["FORWARD", "REBALANCE", "RESCALE", "SHUFFLE", "BROADCAST", "GLOBAL"];
var CHAINING = [
  ["AllowChaining", "ALWAYS", "may be chained"],
  ["StartNewChain", "HEAD", "start_new_chain()"],
  ["DisableChaining", "NEVER", "disable_chaining()"]
];
function operatorOf(document2, id) {
  const stream = document2.layers.find(({ name }) => name === "stream");
  const job = document2.layers.find(({ name }) => name === "job");
  const node = stream?.nodes.find((one) => one.id === id.split("/")[0] || one.origin === id);
  if (!node?.origin || !job) return null;
  const frame = job.nodes.find(({ id: inner }) => inner === node.id)?.parent;
  const chain = job.nodes.find(({ id: outer }) => outer === frame);
  const of = (from, name) => from?.details.find(([key]) => key === name)?.[1] ?? null;
  return {
    transformation: Number(node.origin.slice(1)),
    name: node.label,
    kind: node.kind,
    parallelism: Number(of(chain, "parallelism")),
    maxParallelism: of(node, "max parallelism"),
    group: String(of(node, "slot sharing group") ?? "default"),
    strategy: String(of(node, "chaining strategy") ?? "ALWAYS"),
    addedBy: String(of(node, "added by") ?? "")
  };
}
function operatorForm(operator, disabled) {
  if (operator.addedBy !== "") {
    return `<h3>Change <small>${esc(operator.name)}</small></h3><p class="hint">${esc(operator.addedBy)} put this operator there: no call of the program names it. Change the one before or behind it.</p>`;
  }
  const off = disabled ? " disabled" : "";
  const chaining = CHAINING.filter(([edit]) => edit !== "StartNewChain" || operator.kind !== "sink").map(([edit, strategy, words]) => {
    const chosen = strategy === operator.strategy ? " selected" : "";
    return `<option value="${edit}"${chosen}>${strategy}: ${words}</option>`;
  });
  const known = CHAINING.some(([, strategy]) => strategy === operator.strategy);
  if (!known) chaining.unshift(`<option value="" selected>${esc(operator.strategy)}</option>`);
  return `<h3>Change <small>${esc(operator.name)}</small></h3>` + field("parallelism", `<input type="number" min="1" max="64" data-edit="SetParallelism" value="${operator.parallelism}"${off}>`) + field("chaining", `<select data-edit="chaining"${off}>${chaining.join("")}</select>`) + field("slot sharing group", `<input type="text" data-edit="SetSlotSharingGroup" maxlength="40" value="${esc(operator.group)}"${off}>`) + field("maximum parallelism", `<input type="number" min="1" max="32768" data-edit="SetMaxParallelism" placeholder="derived" value="${operator.maxParallelism ?? ""}"${off}>`);
}
function edgeForm(edge, names, disabled) {
  const now = String(edge.details.find(([name]) => name === "partitioner")?.[1] ?? edge.label);
  const options = [...PARTITIONERS.includes(now) ? [] : [now], ...PARTITIONERS].map(
    (name) => `<option${name === now ? " selected" : ""}>${esc(name)}</option>`
  );
  return `<h3>Change <small>${esc(names[0])} → ${esc(names[1])}</small></h3>` + field("partitioner", `<select data-edit="InsertPartitioner"${disabled ? " disabled" : ""}>${options.join("")}</select>`);
}
function field(name, control) {
  return `<label class="field"><span>${name}</span>${control}</label>`;
}
function chainingEnabled(document2) {
  return document2.verdicts.every(
    ({ verdicts }) => verdicts.every(({ condition, holds }) => condition !== "chaining enabled" || holds)
  );
}
function editList(edits, original, disabled) {
  if (edits.length === 0) return "";
  const items = edits.map(
    (edit, number2) => `<li><span>${esc(editWords(edit, original))}</span>` + (disabled ? "" : `<button type="button" data-undo="${number2}" aria-label="Undo: ${esc(editWords(edit, original))}">✕</button>`) + "</li>"
  );
  return `<div class="edits"><b>${count(edits.length, "change")} to the program</b><button type="button" data-act="reset">as it was</button><ul>${items.join("")}</ul></div>`;
}
function withEdit(edits, edit, original) {
  const rest = edits.filter((other) => topic(other) !== topic(edit));
  return original && saysNothingNew(edit, original) ? rest : [...rest, edit];
}
function topic(edit) {
  const chaining = CHAINING.some(([name]) => name === edit.edit);
  return [chaining ? "chaining" : edit.edit, edit["transformation"], edit["input_number"]].join(" ");
}
function saysNothingNew(edit, original) {
  if (edit.edit === "SetOperatorChaining") return edit["enabled"] === chainingEnabled(original);
  const operator = operatorOf(original, `t${edit["transformation"]}`);
  if (!operator) return false;
  const chaining = CHAINING.find(([name]) => name === edit.edit);
  if (chaining) return chaining[1] === operator.strategy;
  if (edit.edit === "SetParallelism") return edit["parallelism"] === operator.parallelism;
  if (edit.edit === "SetSlotSharingGroup") return edit["group"] === operator.group;
  if (edit.edit === "SetMaxParallelism") return edit["max_parallelism"] === operator.maxParallelism;
  return false;
}

// src/page.ts
var LOGO = `<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`;
var ICONS = {
  first: `<path d="M3 2v12M14 2L5 8l9 6z"/>`,
  back: `<path d="M4 2v12M13 2L6 8l7 6z"/>`,
  play: `<path d="M4 2l10 6-10 6z"/>`,
  pause: `<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>`,
  next: `<path d="M12 2v12M3 2l7 6-7 6z"/>`,
  last: `<path d="M13 2v12M2 2l9 6-9 6z"/>`
};
function icon(name) {
  return `<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${ICONS[name]}</svg>`;
}
function button(act, label, title, content) {
  return `<button type="button" data-act="${act}" aria-label="${label}" title="${title}">${content}</button>`;
}
function watchTheme(root, changed = () => void 0) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const apply = () => {
    const lab = document.body.dataset["jpThemeLight"];
    const system = dark.matches ? "dark" : "light";
    root.dataset["theme"] = chosen ?? (lab === void 0 ? system : lab === "false" ? "dark" : "light");
    changed();
  };
  const turn = (event) => {
    if (!event.target.closest('[data-act="theme"]')) return;
    chosen = root.dataset["theme"] === "dark" ? "light" : "dark";
    apply();
  };
  const body = new MutationObserver(apply);
  body.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  dark.addEventListener("change", apply);
  root.addEventListener("click", turn);
  apply();
  return () => {
    body.disconnect();
    dark.removeEventListener("change", apply);
    root.removeEventListener("click", turn);
  };
}

// src/lens_page.ts
var LEGEND = `
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendChained"/></svg>chained: a call</span>
  <span><svg width="26" height="12"><path d="M1 6h17" class="legendNear"/><path d="M25 6l-8-4.4v8.8z" class="legendHead"/></svg>through channels</span>
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendFar"/></svg>over the network</span>`;
var PAGE = `
<header>
  <div class="brand">${LOGO}flinksim</div><div class="crumb" data-part="job"></div>
  <div class="legend" aria-hidden="true">${LEGEND}</div>
  ${button("theme", "Light or dark", "Light or dark", "◐")}
</header>
<section class="panel picture">
  <div class="tabs">
    ${button("back", "Layer before", "Layer before (←)", icon("back"))}
    <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
    ${button("next", "Next layer", "Next layer (→)", icon("next"))}
    <div class="grains" role="radiogroup" aria-label="Layer" data-part="tabs"></div>
    <div class="zoom">
      ${button("out", "Smaller", "Smaller (−)", "−")}
      ${button("fit", "Whole picture", "Whole picture (0)", "fit")}
      ${button("in", "Larger", "Larger (+)", "+")}
    </div>
  </div>
  <input type="range" data-part="range" min="0" step="0.01" aria-label="Between the layers">
  <div class="told"><p class="layerWords" data-part="layerWords" role="status" aria-live="polite"></p>
    <div class="walk" data-part="walk" role="group" aria-label="The generator's walk" hidden></div></div>
  <div data-part="scene" class="scene"></div>
  <p class="notes" data-part="notes" role="note" hidden></p>
</section>
<div class="cards">
  <section class="panel why" data-part="why" aria-live="polite"></section>
  <section class="panel what"><div data-part="form"></div><div data-part="whole"></div>
    <p class="problem" data-part="problem" role="alert" hidden></p>
    <div data-part="edits"></div><p class="offline" data-part="offline" hidden></p></section>
</div>
<details class="words"><summary>This layer in words</summary><pre data-part="words"></pre></details>`;
var HINT = `<p class="verdict"><span class="badge kind">why</span><span>Point at an edge, or reach it with the ↓ key: here stands why it is chained or is not, condition by condition.</span></p><p class="hint">← → go from layer to layer, Space plays, + and − zoom, Esc lets go.</p>`;

// src/lens_cards.ts
function drawCard(parts, looking, edits) {
  const id = looking.pointed ?? looking.selected;
  parts.put("why", id !== null && cardOf(id, looking, edits) || HINT);
}
function cardOf(id, looking, edits) {
  const { plan, layer, verdicts } = looking;
  const verdict = verdicts.get(id);
  if (verdict) {
    const offered = edits.offered(verdict.change?.edits ?? []);
    const chosen = id === looking.selected;
    return edgeCard(verdict, offered, !chosen, chosen && edits.possible && plan.walk.length > 0);
  }
  const edge = layer.edges.find((one) => one.id === id);
  if (edge?.origin && verdicts.has(edge.origin)) return cardOf(edge.origin, looking, edits);
  const at = [layer, ...plan.layers].find(({ nodes }) => nodes.some((one) => one.id === id));
  const node = at?.nodes.find((one) => one.id === id);
  if (!at || !node) return null;
  const name = id.split("/")[0];
  const details = new Map(node.details);
  let { caption } = node;
  for (const other of ["stream", "job"]) {
    const known = plan.layers.find((one) => one.name === other)?.nodes.find((one) => one.id === name);
    for (const [key, value] of known?.details ?? []) if (!details.has(key)) details.set(key, value);
    caption ||= known?.caption ?? "";
  }
  return nodeCard({ ...node, caption, details: [...details] }, at, verdicts);
}
function drawForm(parts, looking, edits) {
  const { plan, selected, verdicts } = looking;
  const off = !edits.possible;
  const verdict = verdicts.get(selected ?? "");
  const edge = plan.layers.find(({ name }) => name === "stream")?.edges.find(({ id }) => id === selected);
  const operator = selected === null ? null : operatorOf(plan, selected);
  const known = plan.walk.length > 0;
  if (verdict && edge) parts.put("form", edgeForm(edge, [verdict.source, verdict.target], off || !known));
  else if (operator) parts.put("form", operatorForm(operator, off || !known));
  else parts.put("form", `<h3>Change</h3><p class="hint">Choose an operator or an edge in the picture.</p>`);
  const on = chainingEnabled(plan) ? " checked" : "";
  parts.put(
    "whole",
    `<label class="field"><span>operator chaining</span><input type="checkbox" data-edit="SetOperatorChaining"${on}${off || !known ? " disabled" : ""}></label>`
  );
  parts.put("edits", editList(edits.made, edits.original, off));
  drawOffline(parts, edits, known);
}
function drawOffline(parts, edits, known) {
  parts.get("offline").hidden = edits.possible;
  if (edits.possible) return;
  const why = known ? "This page has no Python behind it, and only Python derives plans." : "This plan was read from a file: there is no program to change.";
  const list = edits.variants.map(
    (variant, number2) => `<button type="button" data-variant="${number2}">${esc(variant.edits.map((one) => editWords(one, edits.original)).join(", "))}</button>`
  );
  const rest = list.length > 0 ? ` These changes were derived beforehand:</span><span class="variants">${list.join("")}` : "";
  parts.put("offline", `<span>${why}${rest}</span>`);
}

// src/base.css
var base_default = '.flinksim-widget {\n  --bg: #eef1f5; --panel: #fff; --ink: #14202e; --ink2: #43536a; --ink3: #5a697e; --line: #d4dbe5;\n  --line2: #b3bfce; --soft: #f5f7fa; --focus: #0072b2; --focusbg: #e9f3fa; --data: #0072b2;\n  --wm: #e69f00; --wmink: #8a5700; --wmsoft: #fdf1d6; --tm: #a8457f; --tmfill: #cc79a7;\n  --tmsoft: #f8e8f1; --pane: #009e73; --panesoft: #d6f0e7; --paneink: #00664b; --fire: #d55e00;\n  --firesoft: #fde6d7; --fireink: #a84600; --buf: #56b4e9; --bufline: #1f7fb8; --hatch: #c3ccd8;\n  --btn: #fff; --pill: #14202e; --pilltext: #fff; --onfocus: #fff; --onwm: #14202e; --badge: #a84600;\n  --shadow: 0 1px 2px rgb(20 32 46 / 7%), 0 2px 8px rgb(20 32 46 / 5%);\n  box-sizing: border-box; display: grid; gap: 8px; padding: 10px 12px 12px; border-radius: 14px;\n  background: var(--bg); color: var(--ink); outline-offset: -2px; min-width: 0;\n  font: 500 14px/1.3 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",\n    "DejaVu Sans", sans-serif;\n  font-variant-numeric: tabular-nums;\n}\n.flinksim-widget[data-theme="dark"] {\n  --bg: #0c1219; --panel: #151d27; --ink: #eef3f9; --ink2: #b7c4d4; --ink3: #93a2b5; --line: #2a3644;\n  --line2: #455569; --soft: #1b2531; --focus: #56b4e9; --focusbg: #13293a; --data: #56b4e9;\n  --wm: #f0b12a; --wmink: #ffc94f; --wmsoft: #3a2c0b; --tm: #eba4cb; --tmfill: #cc79a7;\n  --tmsoft: #3c2333; --pane: #1fbf91; --panesoft: #0e3a2e; --paneink: #6fe3bf; --fire: #ff8a3d;\n  --firesoft: #4a2409; --fireink: #ffb27f; --buf: #56b4e9; --bufline: #8fd0f5; --hatch: #3b4858;\n  --btn: #1b2531; --pill: #eef3f9; --pilltext: #0c1219; --onfocus: #06131d; --badge: #ff8a3d;\n  --onfire: #1b0d02; --shadow: 0 1px 2px rgb(0 0 0 / 40%);\n}\n.flinksim-widget *, .flinksim-widget *::before { box-sizing: border-box; }\n.flinksim-widget.failed { padding: 18px 20px; color: var(--fireink); font-weight: 600; }\n.flinksim-widget :focus-visible, .flinksim-widget:focus-visible { outline: 2px solid var(--focus); }\n.flinksim-widget svg { display: block; }\n.flinksim-widget svg text { font-family: inherit; font-weight: 500; font-size: 13px; fill: var(--ink); }\n\n.flinksim-widget header { display: flex; align-items: center; gap: 14px; min-height: 36px; flex-wrap: wrap; }\n.flinksim-widget .brand { display: flex; align-items: center; gap: 8px; font-weight: 700; font-size: 18px; }\n.flinksim-widget .logoA, .flinksim-widget .logoB { fill: none; stroke: var(--panel); stroke-width: 3; stroke-linecap: round; }\n.flinksim-widget .logoB { stroke: var(--wm); }\n.flinksim-widget .crumb { font-size: 15px; color: var(--ink2); flex: 1 0 auto; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }\n.flinksim-widget .crumb b { color: var(--ink); font-weight: 600; }\n.flinksim-widget .legend { display: flex; gap: 14px; font-size: 13.5px; color: var(--ink2); }\n.flinksim-widget .legend span { display: inline-flex; gap: 6px; align-items: center; }\n.flinksim-widget .panel { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); overflow: hidden; min-width: 0; }\n.flinksim-widget h3 { margin: 0 0 8px; font-size: 14.5px; font-weight: 650; line-height: 20px; display: flex; gap: 7px; align-items: baseline; white-space: nowrap; color: var(--ink); }\n.flinksim-widget h3 small { font-size: 13.5px; font-weight: 500; color: var(--ink2); overflow: hidden; text-overflow: ellipsis; }\n.flinksim-widget svg .t1 { font-size: 14px; font-weight: 650; }\n.flinksim-widget svg .t2 { font-size: 13px; }\n.flinksim-widget svg .t3 { font-size: 12.5px; fill: var(--ink2); }\n.flinksim-widget svg .big { font-size: 17px; font-weight: 700; }\n.flinksim-widget svg .strong { font-weight: 650; }\n.flinksim-widget svg .small { font-size: 11px; }\n.flinksim-widget button { height: 38px; min-width: 42px; padding: 0 11px; border-radius: 10px; border: 1px solid var(--line2); background: var(--btn); color: var(--ink); font: 600 14px/1 inherit; font-family: inherit; cursor: pointer; display: inline-flex; align-items: center; justify-content: center; gap: 8px; }\n.flinksim-widget button[hidden] { display: none; }\n.flinksim-widget button:hover { border-color: var(--ink3); }\n.flinksim-widget button[aria-disabled="true"] { opacity: .45; }\n.flinksim-widget header button { height: 32px; min-width: 36px; font-size: 16px; border-color: var(--line); }\n.flinksim-widget .primary { background: var(--focus); border-color: var(--focus); color: var(--onfocus); min-width: 98px; }\n.flinksim-widget .icon { fill: currentColor; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }\n.flinksim-widget .label { color: var(--ink2); margin-left: 8px; }\n.flinksim-widget .grains { display: flex; border: 1px solid var(--line2); border-radius: 10px; overflow: hidden; }\n.flinksim-widget .grains button { border: 0; border-radius: 0; border-right: 1px solid var(--line); height: 36px; font-weight: 500; color: var(--ink2); }\n.flinksim-widget .grains button:last-child { border-right: 0; }\n.flinksim-widget .grains button[aria-checked="true"] { background: var(--pill); color: var(--pilltext); font-weight: 650; }\n.flinksim-widget .words { color: var(--ink2); font-size: 13px; padding: 0 4px; }\n.flinksim-widget .words summary { cursor: pointer; width: fit-content; }\n.flinksim-widget .words pre { margin: 6px 0 0; white-space: pre-wrap; font: 12.5px/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink); background: none; }\n';

// src/lens.css
var lens_default = '/* frame of the picture */\n.flinksim-lens { --chained: var(--pane); --network: var(--focus); }\n.flinksim-lens[data-size="middle"] .legend, .flinksim-lens[data-size="narrow"] .legend { display: none; }\n.flinksim-lens .legendChained { fill: none; stroke: var(--chained); stroke-width: 4.5; stroke-linecap: round; }\n.flinksim-lens .legendNear { fill: none; stroke: var(--network); stroke-width: 2; }\n.flinksim-lens .legendFar { fill: none; stroke: var(--network); stroke-width: 2; stroke-dasharray: 5 4; }\n.flinksim-lens .legendHead { fill: var(--network); }\n.flinksim-lens .picture { padding: 9px 14px 8px; }\n.flinksim-lens .tabs { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }\n.flinksim-lens .zoom { margin-left: auto; display: flex; gap: 4px; }\n.flinksim-lens .zoom button { height: 32px; min-width: 34px; padding: 0 8px; }\n.flinksim-lens .tabs .grains { min-width: 0; overflow: auto hidden; }\n.flinksim-lens input[type="range"] { display: block; width: 100%; margin: 8px 0 0; accent-color: var(--focus); height: 18px; }\n.flinksim-lens .told { display: flex; align-items: center; gap: 10px; min-height: 38px; margin-top: 4px; }\n.flinksim-lens .layerWords { margin: 0; font-size: 16px; line-height: 1.25; color: var(--ink); flex: 1; }\n.flinksim-lens .walk { display: flex; align-items: center; gap: 6px; }\n.flinksim-lens .scene { touch-action: pan-y; cursor: grab; margin: 0 -14px; }\n.flinksim-lens .sheet { position: relative; }\n.flinksim-lens .flight { position: absolute; inset: 0; pointer-events: none; }\n.flinksim-lens .flight[hidden] { display: none; }\n.flinksim-lens .scene:active { cursor: grabbing; }\n.flinksim-lens .notes { white-space: pre-line; margin: 6px 0 2px; padding: 7px 11px; border-radius: 8px; background: var(--wmsoft); color: var(--ink); font-size: 13px; }\n.flinksim-lens .notes[hidden], .flinksim-lens .walk[hidden] { display: none; }\n.flinksim-lens .walk button { height: 28px; min-width: 32px; padding: 0 8px; border-radius: 8px; }\n.flinksim-lens .walk button:disabled { opacity: .45; cursor: default; }\n.flinksim-lens dl .long { grid-column: 1 / -1; }\n.flinksim-lens .bygones { position: relative; }\n.flinksim-lens .bygones summary { color: var(--ink2); cursor: pointer; padding: 0 6px; white-space: nowrap; }\n.flinksim-lens .bygones ul {\n  position: absolute; right: 0; z-index: 3; width: min(560px, 80vw); margin: 6px 0 0; padding: 12px 16px 12px 30px;\n  border: 1px solid var(--line); border-radius: 10px; background: var(--panel); box-shadow: 0 8px 28px rgb(0 0 0 / .18);\n}\n.flinksim-lens .bygones li + li { margin-top: 8px; }\n.flinksim-lens .walk .step { color: var(--ink2); white-space: nowrap; }\n\n/* boxes */\n.flinksim-lens .node { cursor: pointer; outline: none; }\n.flinksim-lens .node .box { fill: var(--panel); stroke: var(--line2); stroke-width: 1.4; }\n.flinksim-lens .node.source .box, .flinksim-lens .node.sink .box { fill: var(--focusbg); stroke: var(--focus); }\n.flinksim-lens .node.partition .box, .flinksim-lens .node.union .box, .flinksim-lens .node.side-output .box { fill: var(--wmsoft); stroke: var(--wmink); stroke-dasharray: 4 3; }\n.flinksim-lens svg .pill text { text-anchor: middle; }\n.flinksim-lens svg .caption { fill: var(--ink2); }\n.flinksim-lens .frame .box { fill: var(--soft); stroke: var(--ink3); stroke-width: 1.5; }\n.flinksim-lens .frame.chain .box, .flinksim-lens .frame.vertex .box { fill: color-mix(in srgb, var(--panesoft) 45%, var(--panel)); stroke: var(--pane); }\n.flinksim-lens .frame.subtask .box { fill: var(--panel); stroke: var(--pane); stroke-width: 1.4; }\n.flinksim-lens .place.task-manager .box { fill: var(--soft); stroke: var(--line2); stroke-width: 1.6; }\n.flinksim-lens .place.slot .box { fill: var(--panel); stroke: var(--line2); stroke-dasharray: 5 4; }\n.flinksim-lens .place.job-manager .box, .flinksim-lens .place.resource-manager .box { fill: var(--tmsoft); stroke: var(--tm); }\n.flinksim-lens .node:hover > .box, .flinksim-lens .node.pointed > .box { stroke-width: 2.4; }\n.flinksim-lens .node.selected > .box { stroke: var(--fire); stroke-width: 3; }\n.flinksim-lens .node:focus-visible > .box { stroke: var(--fire); stroke-width: 4; }\n.flinksim-lens .now > .box { stroke: var(--fire); stroke-width: 3; }\n.flinksim-lens .dim { opacity: .22 !important; }\n\n/* edges */\n.flinksim-lens .wire { cursor: pointer; outline: none; }\n.flinksim-lens .wire path { fill: none; stroke-linecap: round; }\n.flinksim-lens .wire .near, .flinksim-lens .wire .far { stroke: var(--network); stroke-width: 2; }\n.flinksim-lens .wire .heads { fill: var(--network); }\n.flinksim-lens .wire.chained .near { stroke: var(--chained); stroke-width: 5; }\n.flinksim-lens [data-stage="transformations"] .wire .near { stroke: var(--ink3); stroke-width: 1.8; }\n.flinksim-lens [data-stage="transformations"] .wire.chained .near { stroke-width: 1.8; }\n.flinksim-lens [data-stage="transformations"] .wire .heads { fill: var(--ink3); }\n.flinksim-lens [data-stage="execution"] .wire.network path:not(.hit), .flinksim-lens [data-stage="slots"] .wire.network path:not(.hit) { stroke-width: 1.5; }\n.flinksim-lens [data-stage="slots"] .wire .far { stroke-dasharray: 5 4; stroke-linecap: butt; }\n.flinksim-lens .wire.control .near { stroke: var(--tm); stroke-width: 1.6; stroke-dasharray: 2 4; }\n.flinksim-lens .wire.control .heads { fill: var(--tm); }\n.flinksim-lens .wire .hit { stroke: transparent; stroke-width: 14; pointer-events: stroke; }\n.flinksim-lens .wire path:not(.hit) { pointer-events: none; }\n.flinksim-lens .moving .hit { display: none; }\n.flinksim-lens .wire:hover .near, .flinksim-lens .wire.pointed .near, .flinksim-lens .wire:hover .far, .flinksim-lens .wire.pointed .far { stroke-width: 3.4; }\n.flinksim-lens .wire.chained:hover .near, .flinksim-lens .wire.chained.pointed .near { stroke-width: 7; }\n.flinksim-lens .wire.selected .near, .flinksim-lens .wire.selected .far, .flinksim-lens .wire:focus-visible .near, .flinksim-lens .wire.now .near { stroke: var(--fire) !important; stroke-width: 3.4; }\n.flinksim-lens .wire.chained.selected .near, .flinksim-lens .wire.chained:focus-visible .near { stroke-width: 6; }\n.flinksim-lens .wire.selected .heads, .flinksim-lens .wire.now .heads { fill: var(--fire) !important; }\n.flinksim-lens .stub { fill: none; stroke: var(--network); stroke-width: 2; pointer-events: none; }\n.flinksim-lens .spot { fill: none; stroke: var(--fire); stroke-width: 2.6; pointer-events: none; }\n.flinksim-lens .chip { cursor: pointer; }\n.flinksim-lens .chip rect { fill: var(--focusbg); stroke: var(--network); stroke-width: 1.2; }\n.flinksim-lens .chip.chained rect { fill: var(--panesoft); stroke: var(--chained); }\n.flinksim-lens svg .chip text { text-anchor: middle; fill: var(--ink); font-weight: 600; }\n.flinksim-lens .chip.selected rect { stroke: var(--fire); stroke-width: 2.4; }\n.flinksim-lens .far text { display: none; }\n.flinksim-lens .far .chip, .flinksim-lens .far .heads { display: none; }\n.flinksim-lens .far .box, .flinksim-lens .far path { vector-effect: non-scaling-stroke; }\n.flinksim-lens .far .node .box, .flinksim-lens .far .wire.network path:not(.hit), .flinksim-lens .far .stub { stroke-width: .8; }\n.flinksim-lens .far .wire.chained .near { stroke-width: 1.6; }\n\n/* cards */\n.flinksim-lens .cards { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr) minmax(0, 330px); }\n.flinksim-lens[data-size="narrow"] .cards { grid-template-columns: minmax(0, 1fr); }\n.flinksim-lens .cards .panel { padding: 11px 14px 12px; min-height: 150px; }\n.flinksim-lens .why p { margin: 0 0 8px; }\n.flinksim-lens .verdict { display: flex; gap: 11px; align-items: baseline; font-size: 17px; line-height: 1.32; }\n.flinksim-lens .verdict i { font-style: normal; color: var(--ink3); }\n.flinksim-lens .verdict b { font-weight: 650; }\n.flinksim-lens .badge { flex: none; color: #fff; font-weight: 700; font-size: 14px; border-radius: 8px; padding: 4px 9px; white-space: nowrap; background: var(--ink3); }\n.flinksim-lens .badge.chained { background: var(--paneink); }\n.flinksim-lens .badge.cut { background: #005a8d; }\n.flinksim-lens[data-theme="dark"] .badge { color: #06131d; }\n.flinksim-lens[data-theme="dark"] .badge.cut { background: var(--focus); }\n.flinksim-lens .change { display: flex; gap: 10px; align-items: center; color: var(--ink2); }\n.flinksim-lens .change b { color: var(--ink); font-weight: 650; }\n.flinksim-lens .change button { height: 30px; border-color: var(--fire); color: var(--fireink); white-space: nowrap; }\n.flinksim-lens .scroll { max-height: 300px; overflow: auto; scrollbar-width: thin; }\n.flinksim-lens table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: 13px; line-height: 1.25; color: var(--ink); }\n.flinksim-lens thead th { text-align: left; color: var(--ink3); font-weight: 500; font-size: 12.5px; padding: 2px 10px 3px 0; position: sticky; top: 0; background: var(--panel); }\n.flinksim-lens tbody th { text-align: left; font-weight: 600; }\n.flinksim-lens tbody td, .flinksim-lens tbody th { border-top: 1px solid var(--line); padding: 3px 10px 3px 0; vertical-align: baseline; background: none; }\n.flinksim-lens th:nth-child(2) { width: 26%; }\n.flinksim-lens thead th:nth-child(3) { width: 31%; }\n.flinksim-lens thead th:first-child { width: 22px; }\n.flinksim-lens .mark { width: 22px; font-weight: 800; text-align: center; }\n.flinksim-lens .holds .mark { color: var(--paneink); }\n.flinksim-lens .fails .mark, .flinksim-lens .fails th, .flinksim-lens .fails td { color: var(--fireink); }\n.flinksim-lens .fails td, .flinksim-lens .fails th { font-weight: 650; background: var(--firesoft); }\n.flinksim-lens code { font: 11.5px/1.3 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink2); background: none; overflow-wrap: anywhere; }\n.flinksim-lens .fails code { color: var(--fireink); font-weight: 500; }\n.flinksim-lens dl { margin: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 3px 18px; font-size: 13px; }\n.flinksim-lens dl div { display: flex; gap: 8px; min-width: 0; }\n.flinksim-lens dt { color: var(--ink3); white-space: nowrap; }\n.flinksim-lens dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }\n.flinksim-lens .why ul { margin: 8px 0 0; padding: 0; list-style: none; font-size: 13px; display: grid; gap: 3px; }\n.flinksim-lens .why li button { height: 24px; min-width: 0; padding: 0 7px; font-size: 12.5px; border-radius: 7px; margin-right: 4px; }\n.flinksim-lens .hint { color: var(--ink2); margin: 0; }\n\n/* changing */\n.flinksim-lens .field { display: flex; align-items: center; justify-content: space-between; gap: 10px; margin-bottom: 6px; color: var(--ink2); font-size: 13.5px; }\n.flinksim-lens .field input, .flinksim-lens .field select { font: inherit; color: var(--ink); background: var(--btn); border: 1px solid var(--line2); border-radius: 8px; padding: 4px 7px; height: 30px; width: 158px; min-width: 0; }\n.flinksim-lens .field input[type="checkbox"] { width: 18px; height: 18px; accent-color: var(--focus); }\n.flinksim-lens .field :disabled { opacity: .6; }\n.flinksim-lens [data-part="whole"] { border-top: 1px solid var(--line); margin-top: 8px; padding-top: 8px; }\n.flinksim-lens .edits { font-size: 13px; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; justify-content: space-between; border-top: 1px solid var(--line); padding-top: 8px; }\n.flinksim-lens .edits ul { margin: 0; padding: 0; list-style: none; width: 100%; display: grid; gap: 3px; }\n.flinksim-lens .edits li { display: flex; justify-content: space-between; gap: 8px; align-items: center; background: var(--firesoft); color: var(--fireink); border-radius: 7px; padding: 2px 4px 2px 9px; }\n.flinksim-lens .edits button { height: 24px; min-width: 26px; padding: 0 7px; font-size: 12.5px; border-radius: 7px; }\n.flinksim-lens .problem { margin: 6px 0; padding: 7px 10px; border-radius: 8px; background: var(--firesoft); color: var(--fireink); font-weight: 600; font-size: 13px; }\n.flinksim-lens .problem[hidden], .flinksim-lens .offline[hidden] { display: none; }\n.flinksim-lens .offline { margin: 8px 0 0; font-size: 13px; color: var(--ink2); display: grid; gap: 7px; }\n.flinksim-lens .variants { display: flex; flex-wrap: wrap; gap: 5px; max-height: 150px; overflow: auto; }\n.flinksim-lens .variants button { height: auto; min-height: 26px; padding: 4px 8px; font-size: 12.5px; font-weight: 500; line-height: 1.2; border-radius: 7px; text-align: left; }\n';

// src/lens_parts.ts
var Parts = class {
  root = document.createElement("div");
  parts = /* @__PURE__ */ new Map();
  constructor(label) {
    const { root } = this;
    root.className = "flinksim-widget flinksim-lens";
    root.tabIndex = 0;
    root.setAttribute("role", "application");
    root.setAttribute("aria-label", label);
    root.dataset["lmSuppressShortcuts"] = "true";
    root.innerHTML = `<style>${base_default}${lens_default}</style>${PAGE}`;
    for (const part of root.querySelectorAll("[data-part]")) {
      this.parts.set(part.dataset["part"], part);
    }
  }
  get(name) {
    return this.parts.get(name);
  }
  get range() {
    return this.get("range");
  }
  get words() {
    return this.root.querySelector("details.words");
  }
  /** Puts markup into a part, unless it is there already. */
  put(name, markup) {
    const part = this.get(name);
    const drawn = String(hashOf(markup));
    if (part.dataset["drawn"] === drawn) return;
    part.dataset["drawn"] = drawn;
    const active = document.activeElement;
    const focused = active && part.contains(active) ? { ...active.dataset } : null;
    part.innerHTML = markup;
    if (!focused) return;
    const again = [...part.querySelectorAll("button, input, select")].find(
      (one) => same({ ...one.dataset }, focused) && !one.disabled
    );
    (again ?? this.root).focus({ preventScroll: true });
  }
  /** A text that may not be there. */
  tell(name, text) {
    this.get(name).textContent = text;
    this.get(name).hidden = text === "";
  }
};
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
function hashOf(text) {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at) | 0;
  return hash;
}

// src/lens_edits.ts
var Edits = class {
  constructor(model, original, variants, show2) {
    this.model = model;
    this.original = original;
    this.variants = variants;
    this.show = show2;
    this.made = model.get("edits") ?? [];
    this.pristine = this.made.length === 0;
  }
  /** What is made to the program that is shown. */
  made;
  /** The plan that was there at first is without edits. */
  pristine;
  /** Whether there is a kernel that derives plans. */
  get possible() {
    return Boolean(this.model.get("editable"));
  }
  /** Whether `edits` can be shown, by a kernel or because they were derived beforehand. */
  offered(edits) {
    return this.possible || this.variants.some((variant) => same(variant.edits, edits));
  }
  apply(edits) {
    if (edits.length === 0) return;
    if (this.possible) this.send(edits.reduce((all, edit) => this.with(all, edit), this.made));
    else this.showVariant(this.variants.findIndex((variant) => same(variant.edits, edits)));
  }
  undo(number2) {
    this.send(this.made.filter((_, place2) => place2 !== number2));
  }
  /** Asks the kernel to derive everything again; without one only the first plan is there. */
  send(edits) {
    if (this.possible) {
      this.model.set("edits", edits);
      this.model.save_changes();
    } else if (edits.length === 0) this.show(this.original, []);
  }
  showVariant(number2) {
    const variant = this.variants[number2];
    if (variant) this.show(variant.document, variant.edits);
  }
  /** What a control of a form says about an operator, an edge or the whole program. */
  change(control, plan, selected) {
    const kind = control.dataset["edit"];
    if (!kind || !this.possible) return;
    if (kind === "SetOperatorChaining") {
      this.make({ edit: kind, enabled: control.checked });
      return;
    }
    const verdict = plan.verdicts.find(({ edge }) => edge === selected);
    if (verdict) this.changePartitioner(plan, verdict, control.value);
    else if (selected) this.changeOperator(plan, selected, kind, control.value);
  }
  changeOperator(plan, id, kind, value) {
    const operator = operatorOf(plan, id);
    if (!operator) return;
    const { transformation } = operator;
    if (kind === "chaining") this.make({ edit: value, transformation });
    else if (kind === "SetSlotSharingGroup") this.make({ edit: kind, transformation, group: value.trim() || "default" });
    else if (kind === "SetParallelism") this.make({ edit: kind, transformation, parallelism: Number(value) });
    else if (value === "") {
      const own = (edit) => edit.edit === kind && edit["transformation"] === transformation;
      this.send(this.made.filter((edit) => !own(edit)));
    } else this.make({ edit: kind, transformation, max_parallelism: Number(value) });
  }
  changePartitioner(plan, verdict, partitioner) {
    const stream = plan.layers.find(({ name }) => name === "stream");
    const edge = stream?.edges.find(({ id }) => id === verdict.edge);
    const target = edge && operatorOf(plan, edge.target);
    if (!edge || !target) return;
    const input = Number(edge.details.find(([name]) => name === "input")?.[1] ?? 1);
    const { transformation } = target;
    this.make({ edit: "InsertPartitioner", transformation, partitioner, input_number: input - 1 });
  }
  make(edit) {
    this.send(this.with(this.made, edit));
  }
  with(edits, edit) {
    return withEdit(edits, edit, this.pristine ? this.original : null);
  }
};

// src/lens_input.ts
function listen(parts, asked, resized) {
  const { root, range } = parts;
  root.addEventListener("click", (event) => onClick(event, asked));
  root.addEventListener("keydown", (event) => onKey(event, asked));
  root.addEventListener("change", (event) => {
    asked.change(event.target);
  });
  range.addEventListener("input", () => asked.jump(Number(range.value)));
  range.addEventListener("change", () => asked.settle());
  parts.words.addEventListener("toggle", () => asked.words());
  const scene = parts.get("scene");
  scene.addEventListener("pointerover", (event) => asked.point(idAt(event.target)));
  scene.addEventListener("pointerleave", () => asked.point(null));
  scene.addEventListener("focusin", (event) => asked.select(idAt(event.target)));
  scene.addEventListener("wheel", (event) => onWheel(event, asked), { passive: false });
  scene.addEventListener("pointerdown", (event) => drag(event, asked));
  const observer = new ResizeObserver(resized);
  observer.observe(root);
  return () => observer.disconnect();
}
function onClick(event, asked) {
  const target = event.target;
  const data = target.closest(
    "[data-act],[data-layer],[data-look],[data-undo],[data-walk],[data-variant]"
  )?.dataset;
  if (!data) {
    if (target.closest(".scene")) asked.select(idAt(target));
    return;
  }
  if (data["layer"] !== void 0) asked.goTo(Number(data["layer"]));
  else if (data["look"] !== void 0) asked.select(data["look"]);
  else if (data["undo"] !== void 0) asked.undo(Number(data["undo"]));
  else if (data["walk"] !== void 0) asked.walk(data["walk"]);
  else if (data["variant"] !== void 0) asked.variant(Number(data["variant"]));
  else asked.act(data["act"]);
}
var KEYS = {
  ArrowRight: "next",
  ArrowLeft: "back",
  "+": "in",
  "=": "in",
  "-": "out",
  "0": "fit"
};
function onKey(event, asked) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (target.matches("select, input:not([type=range])")) return;
  const onButton = target.matches("button, summary");
  const { key } = event;
  const act = KEYS[key];
  const layer = Number(key) - 1;
  if (act) asked.act(act);
  else if (key === "ArrowDown") focusNext(asked, 1);
  else if (key === "ArrowUp") focusNext(asked, -1);
  else if (key === " " && !onButton) asked.act("play");
  else if (key === "Enter" && !onButton) asked.act("apply");
  else if (key === "Home") asked.goTo(0);
  else if (key === "End") asked.goTo(asked.layers() - 1);
  else if (key === "Escape") asked.select(null);
  else if (layer >= 0 && layer < asked.layers()) asked.goTo(layer);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
function focusNext(asked, by) {
  const scene = asked.scene();
  const order2 = scene.order();
  const selected = asked.selected();
  const at = selected === null ? -1 : order2.indexOf(selected);
  const id = order2[at < 0 ? by > 0 ? 0 : order2.length - 1 : (at + by + order2.length) % order2.length];
  if (id === void 0) return;
  scene.elementOf(id)?.focus();
  asked.select(id);
}
function onWheel(event, asked) {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoomBy(asked, Math.exp(-event.deltaY * 2e-3));
}
function zoomBy(asked, factor) {
  const scene = asked.scene();
  const zoom = factor === 0 ? 1 : clamp(scene.zoom * factor, 0.5, 30);
  const change = zoom / scene.zoom;
  scene.pan = factor === 0 ? { x: 0, y: 0 } : { x: scene.pan.x * change, y: scene.pan.y * change };
  scene.zoom = zoom;
  asked.redraw();
}
function drag(down, asked) {
  const from = { ...asked.scene().pan };
  const move = (event) => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (Math.hypot(x, y) < 4) return;
    asked.scene().pan = { x: from.x + x, y: from.y + y };
    asked.redraw();
  };
  const up = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
}
function idAt(target) {
  return target?.closest("[data-id]")?.dataset["id"] ?? null;
}

// src/lens_motion.ts
var STAGE_MS = 1e3;
var PAUSE_MS = 700;
var BLEND_MS = 700;
var Motion = class {
  constructor(viewer) {
    this.viewer = viewer;
  }
  /** 0 is the first layer, 0.5 half-way to the second. */
  position = 0;
  wanted = 0;
  playing = false;
  pause = 0;
  frame = 0;
  stillness = window.matchMedia("(prefers-reduced-motion: reduce)");
  get last() {
    return this.viewer.count() - 1;
  }
  /** Is there at once. */
  jump(position) {
    this.stop();
    this.position = clamp(position, 0, this.last);
    this.wanted = Math.round(this.position);
    this.viewer.moment(this.position, this.position !== this.wanted, 1);
    if (this.position === this.wanted) this.viewer.still(false);
  }
  goTo(layer) {
    this.stop();
    this.fly(clamp(layer, 0, this.last));
  }
  toggle() {
    const playing = !this.playing;
    this.stop();
    this.playing = playing;
    if (!playing) this.fly(Math.round(this.position));
    else if (this.position === this.last) {
      this.position = this.wanted = 0;
      this.viewer.moment(0, false, 1);
      this.pause = window.setTimeout(() => this.fly(1), PAUSE_MS);
    } else this.fly(Math.floor(this.position) + 1);
    this.viewer.played();
  }
  /** Another plan has come: it is blended in where we are, and then we go on. */
  blend() {
    this.stop();
    this.position = clamp(this.position, 0, this.last);
    this.wanted = clamp(this.wanted, 0, this.last);
    this.run(BLEND_MS, (done) => {
      this.viewer.moment(this.position, done < 1, done);
      if (done < 1) return;
      if (this.position === this.wanted) this.viewer.still(false);
      else this.fly(this.wanted);
    });
  }
  stop() {
    window.cancelAnimationFrame(this.frame);
    window.clearTimeout(this.pause);
    this.playing = false;
  }
  fly(layer) {
    this.wanted = layer;
    const from = this.position;
    const span = from === layer ? 0 : STAGE_MS * Math.sqrt(Math.abs(layer - from));
    this.run(span, (done) => {
      this.position = done < 1 ? from + (layer - from) * done : layer;
      this.viewer.moment(this.position, done < 1, 1);
      if (done >= 1) this.arrive();
    });
  }
  arrive() {
    this.viewer.still(true);
    if (!this.playing) return;
    if (this.wanted < this.last) {
      this.pause = window.setTimeout(() => this.fly(this.wanted + 1), PAUSE_MS);
    } else {
      this.playing = false;
      this.viewer.played();
    }
  }
  /** Calls `draw` for every frame of `span` milliseconds, at last with 1. */
  run(span, draw) {
    const start = performance.now();
    const step = (now) => {
      const done = span === 0 || this.stillness.matches ? 1 : clamp((now - start) / span, 0, 1);
      if (done < 1) this.frame = window.requestAnimationFrame(step);
      draw(done);
    };
    step(start);
  }
};

// src/ways.ts
var CURVE = 6;
function levelWay(points) {
  const way = [points[0].x, points[0].y];
  for (let number2 = 1; number2 < points.length; number2++) {
    const from = points[number2 - 1];
    const to = points[number2];
    const bend = from.y === to.y ? (to.x - from.x) / 3 : Math.max(14, (to.x - from.x) * 0.5);
    way.push(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  }
  return way;
}
function joined(first, second) {
  const [x, y] = first.slice(-2);
  const [toX, toY] = second;
  if (x === toX && y === toY) return [...first, ...second.slice(2)];
  const bend = (toX - x) / 3;
  return [...first, x + bend, y, toX - bend, toY, ...second];
}
function alike(first, second) {
  let [one, other] = [first, second];
  while (one.length < other.length) one = cutLongest(one);
  while (other.length < one.length) other = cutLongest(other);
  return [one, other];
}
function between(first, second, t) {
  if (t <= 0) return first;
  if (t >= 1) return second;
  return first.map((value, place2) => value + (second[place2] - value) * t);
}
function middle(way) {
  const curves = (way.length - 2) / CURVE;
  const longest = longestCurve(way);
  const start = curves % 2 === 1 && curves > 1 ? (curves - 1) / 2 : longest;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = way.slice(start * CURVE, start * CURVE + 8);
  const mix2 = (a, b, c, d) => (a + 3 * b + 3 * c + d) / 8;
  return { x: mix2(x0, x1, x2, x3), y: mix2(y0, y1, y2, y3) };
}
function end(way) {
  return { x: way[way.length - 2], y: way[way.length - 1] };
}
function drawWay(way) {
  let text = `M${tenth(way[0])} ${tenth(way[1])}`;
  for (let at = 2; at < way.length; at += CURVE) {
    text += `C${tenth(way[at])} ${tenth(way[at + 1])} ${tenth(way[at + 2])} ${tenth(way[at + 3])} ${tenth(way[at + 4])} ${tenth(way[at + 5])}`;
  }
  return text;
}
function drawHead(way, size) {
  const { x, y } = end(way);
  return `M${tenth(x)} ${tenth(y)}l${-size} ${-size * 0.55}v${size * 1.1}z`;
}
function cutLongest(way) {
  const at = longestCurve(way) * CURVE;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = way.slice(at, at + 8);
  const half = (a, b) => (a + b) / 2;
  const [ax, ay, bx, by, cx, cy] = [
    half(x0, x1),
    half(y0, y1),
    half(x1, x2),
    half(y1, y2),
    half(x2, x3),
    half(y2, y3)
  ];
  const [dx, dy, ex, ey] = [half(ax, bx), half(ay, by), half(bx, cx), half(by, cy)];
  const cut = [ax, ay, dx, dy, half(dx, ex), half(dy, ey), ex, ey, cx, cy, x3, y3];
  return [...way.slice(0, at + 2), ...cut, ...way.slice(at + 8)];
}
function longestCurve(way) {
  let longest = 0;
  let best = -1;
  for (let at = 0; at + CURVE < way.length; at += CURVE) {
    const length = Math.hypot(way[at + 6] - way[at], way[at + 7] - way[at + 1]);
    if (length > best) [best, longest] = [length, at / CURVE];
  }
  return longest;
}
function tenth(value) {
  return Math.round(value * 10) / 10;
}

// src/stage.ts
var PILL_HEIGHT = 28;
var HEADER = 21;
var PAD = 11;
var JOINT = 30;
var WIDEST_PILL = 250;
var FRAMES = /* @__PURE__ */ new Set(["chain", "subtask", "vertex"]);
var PLACES = /* @__PURE__ */ new Set(["slot", "task manager", "job manager", "resource manager"]);
function emptyStage(layer) {
  const nodes = new Map(layer.nodes.map((node) => [node.id, node]));
  return { layer, nodes, boxes: /* @__PURE__ */ new Map(), ways: /* @__PURE__ */ new Map(), stubs: /* @__PURE__ */ new Map(), width: 0, height: 0 };
}
function pillLabel(node) {
  return fit(node.label, WIDEST_PILL - 20, "t2");
}
function isFrame(node) {
  return FRAMES.has(node.kind);
}
function isPlace(node) {
  return PLACES.has(node.kind);
}
function pillWidth(node) {
  return Math.max(46, textWidth(pillLabel(node), "t2") + 22);
}
function chipWidth(edge) {
  return edge.label ? textWidth(edge.label, "strong") + 20 : 0;
}
function headerWords(frame) {
  return frame.caption;
}
function hintFrom(before, id, otherwise) {
  const box = before?.boxes.get(id);
  return box ? box.y + box.height / 2 : otherwise * 1e-3;
}
function putFrame(stage, inside, id, at, named) {
  stage.boxes.set(id, { ...at, width: inside.width, height: inside.height });
  for (const [operator, box] of inside.boxes) {
    stage.boxes.set(named(operator), { ...box, x: at.x + box.x, y: at.y + box.y });
  }
}
function joint(stage, source, target) {
  const from = stage.boxes.get(source);
  const to = stage.boxes.get(target);
  return levelWay([
    { x: from.x + from.width, y: from.y + from.height / 2 },
    { x: to.x, y: to.y + to.height / 2 }
  ]);
}
function putStub(stage, edge, exit) {
  const box = stage.boxes.get(edge.source);
  if (!box || !edge.source.startsWith("o")) return;
  const start = { x: box.x + box.width, y: box.y + box.height / 2 };
  const corner = { x: start.x + JOINT, y: exit.y };
  const points = start.y === exit.y || exit.x < corner.x ? [start, exit] : [start, corner, exit];
  stage.stubs.set(edge.id, levelWay(points));
}

// src/poses.ts
function poseAt(poses, first, last, stage, t) {
  if (t <= 0) return stage >= first && stage <= last ? poses[stage] ?? null : null;
  if (t >= 1) return stage + 1 >= first && stage + 1 <= last ? poses[stage + 1] ?? null : null;
  const from = poses[stage];
  const to = poses[stage + 1];
  if (!from || !to) return null;
  const pose = mixPose(from, to, t);
  if (to.opacity === 0) pose.opacity = from.opacity * Math.max(0, 1 - 1.7 * t);
  else if (from.opacity === 0) pose.opacity = to.opacity * Math.max(0, 1.7 * t - 0.7);
  return pose;
}
function mixPose(from, to, t) {
  return {
    x: mix(from.x, to.x, t),
    y: mix(from.y, to.y, t),
    width: mix(from.width, to.width, t),
    height: mix(from.height, to.height, t),
    opacity: mix(from.opacity, to.opacity, t)
  };
}
function mixCamera(from, to, t) {
  const scale = Math.exp(mix(Math.log(from.scale), Math.log(to.scale), t));
  return { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t), scale };
}
function mix(from, to, t) {
  return from + (to - from) * t;
}
function ease(t) {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}
function tenth2(value) {
  return Math.round(value * 10) / 10;
}

// src/lens_elements.ts
var SVG = "http://www.w3.org/2000/svg";
function make(name, classes = "") {
  const element = document.createElementNS(SVG, name);
  if (classes) element.setAttribute("class", classes);
  return element;
}
function append(parent, child) {
  parent.append(child);
  return child;
}
function makeShape(track, parent) {
  const node = track.nodes[track.first];
  const kind = node.kind.replace(" ", "-");
  const group = append(parent, make("g", `node ${track.body} ${kind}`));
  group.dataset["id"] = track.id;
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.style.display = "none";
  const rect = append(group, make("rect", "box"));
  rect.setAttribute("rx", track.body === "pill" ? isVirtual(node) ? "14" : "8" : "11");
  const label = append(group, make("text", track.body === "pill" ? "t2 label" : "t3 label strong"));
  const caption = append(group, make("text", "t3 caption"));
  return { track, group, rect, label, caption, shown: false, drawn: "", at: "", opacity: "", pose: null };
}
function isVirtual(node) {
  return node.kind === "partition" || node.kind === "union" || node.kind === "side output";
}
function letter(shape, node, pose, stage) {
  const { label, caption, group, track } = shape;
  const named = node.label || String(node.details.find(([name]) => name === "name")?.[1] ?? node.id);
  group.setAttribute("aria-label", `${node.kind} ${named}${node.caption ? `, ${node.caption}` : ""}`);
  const put = (text, x, y, words) => {
    text.setAttribute("x", String(tenth2(x)));
    text.setAttribute("y", String(tenth2(y)));
    if (text.textContent !== words) text.textContent = words;
  };
  if (track.body === "pill") {
    const flat = stage.layer.name === "transformations" || stage.layer.name === "stream";
    put(label, pose.width / 2, pose.height / 2 + 4.5, pillLabel(node));
    put(caption, pose.width / 2, pose.height + 15, flat ? fit(node.caption, 190, "t3") : "");
  } else if (node.kind === "job manager" || node.kind === "resource manager") {
    put(label, 13, 22, node.label);
    put(caption, 13, 40, node.caption);
  } else {
    put(label, 12, 17, node.label);
    put(caption, 12, node.label ? 34 : 17, fit(node.caption, pose.width - 20, "t3"));
  }
}
function makeLine(wire, parent, chips, joints) {
  const kind = wire.control ? "control" : wire.chained ? "chained" : "network";
  const group = append(parent, make("g", `wire ${kind}`));
  group.dataset["id"] = wire.id;
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.setAttribute("aria-label", wire.verdict?.sentence ?? `edge ${wire.id} ${wire.edge.label}`);
  group.style.display = "none";
  const near = append(group, make("path", "near"));
  const far = append(group, make("path", "far"));
  const heads = append(group, make("path", "heads"));
  const hit = append(group, make("path", "hit"));
  const stubbed = wire.strands.some(({ stubs }) => stubs.some((stub2) => stub2 !== void 0));
  const stub = stubbed ? append(joints, make("path", `stub ${kind}`)) : null;
  const labelled = wire.chip.some((pose) => pose !== void 0);
  const chip = labelled ? append(chips, make("g", `chip ${kind}`)) : null;
  let chipRect = null;
  if (chip) {
    chip.dataset["id"] = wire.id;
    chip.style.display = "none";
    chipRect = append(chip, make("rect"));
    chipRect.setAttribute("rx", "10");
    const text = append(chip, make("text", "t3"));
    text.setAttribute("y", "4.5");
    text.textContent = wire.edge.label;
  }
  return {
    wire,
    group,
    near,
    far,
    heads,
    hit,
    stub,
    chip,
    chipRect,
    shown: false,
    opacity: "",
    pairs: [],
    stubs: [],
    ways: [],
    strength: 0,
    chipPose: null
  };
}
function show(one, group, shown) {
  if (one.shown === shown) return;
  one.shown = shown;
  group.style.display = shown ? "" : "none";
}
function fade(one, group, opacity) {
  const text = opacity < 0.995 ? opacity.toFixed(2) : "";
  if (text !== one.opacity) group.style.opacity = one.opacity = text;
}

// src/layered.ts
var SWEEPS = 12;
var BEND_HEIGHT = 14;
function layered(blocks, links, spacing) {
  const column = columnsOf(blocks, links);
  const count2 = Math.max(0, ...column.values()) + 1;
  const cells = /* @__PURE__ */ new Map();
  const columns = Array.from({ length: count2 }, () => []);
  const add = (block, at, height) => {
    const cell = { block, column: at, height, order: 0, y: 0, before: [], behind: [] };
    columns[at].push(cell);
    return cell;
  };
  for (const block of blocks) cells.set(block.id, add(block, column.get(block.id), block.height));
  const bent = links.map(([from, to]) => {
    const way = [];
    let last = cells.get(from);
    const target = cells.get(to);
    for (let at = last.column + 1; at < target.column; at++) {
      const bend = add(null, at, BEND_HEIGHT);
      join(last, bend);
      way.push(bend);
      last = bend;
    }
    if (last.column < target.column) join(last, target);
    return way;
  });
  order(columns);
  place(columns, spacing.row);
  return result(blocks, cells, column, columns, bent, gapsOf(links, column, count2, spacing));
}
function join(from, to) {
  from.behind.push(to);
  to.before.push(from);
}
function columnsOf(blocks, links) {
  const behind = new Map(blocks.map(({ id }) => [id, []]));
  const open = new Map(blocks.map(({ id }) => [id, 0]));
  for (const [from, to] of links) {
    behind.get(from).push(to);
    open.set(to, open.get(to) + 1);
  }
  const column = new Map(blocks.map(({ id }) => [id, 0]));
  const ready = blocks.filter(({ id }) => open.get(id) === 0).map(({ id }) => id);
  for (let next = 0; next < ready.length; next++) {
    const id = ready[next];
    for (const to of behind.get(id)) {
      column.set(to, Math.max(column.get(to), column.get(id) + 1));
      open.set(to, open.get(to) - 1);
      if (open.get(to) === 0) ready.push(to);
    }
  }
  const led = new Set(links.map(([, to]) => to));
  for (const { id } of blocks) {
    const nearest = Math.min(...behind.get(id).map((to) => column.get(to)));
    if (!led.has(id) && Number.isFinite(nearest)) column.set(id, Math.max(0, nearest - 1));
  }
  return column;
}
function order(columns) {
  const first = columns.flat();
  for (const cells of columns) {
    const wish = (cell) => cell.block?.hint ?? (cell.before[0] ? wish(cell.before[0]) : 0);
    const wishes = new Map(cells.map((cell) => [cell, wish(cell)]));
    cells.sort((a, b) => wishes.get(a) - wishes.get(b));
  }
  number(columns);
  let best = first.map((cell) => cell.order);
  let fewest = crossings(columns);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const down = sweep % 2 === 0;
    for (const cells of down ? columns : [...columns].reverse()) {
      const wishes = new Map(
        cells.map((cell) => {
          const near = down ? cell.before : cell.behind;
          const sum = near.reduce((total, one) => total + one.order, 0);
          return [cell, near.length > 0 ? sum / near.length : cell.order];
        })
      );
      cells.sort((a, b) => wishes.get(a) - wishes.get(b) || a.order - b.order);
      cells.forEach((cell, place2) => cell.order = place2);
    }
    const now = crossings(columns);
    if (now < fewest) [fewest, best] = [now, first.map((cell) => cell.order)];
  }
  first.forEach((cell, place2) => cell.order = best[place2]);
  for (const cells of columns) cells.sort((a, b) => a.order - b.order);
}
function number(columns) {
  for (const cells of columns) cells.forEach((cell, place2) => cell.order = place2);
}
function crossings(columns) {
  let count2 = 0;
  for (const cells of columns) {
    const seen = [];
    for (const cell of cells) {
      for (const to of [...cell.behind].sort((a, b) => a.order - b.order)) {
        let place2 = seen.length;
        while (place2 > 0 && seen[place2 - 1] > to.order) place2--;
        count2 += seen.length - place2;
        seen.splice(place2, 0, to.order);
      }
    }
  }
  return count2;
}
function place(columns, gap) {
  for (const cells of columns) {
    const height = cells.reduce((sum, cell) => sum + cell.height + gap, -gap);
    let y = -height / 2;
    for (const cell of cells) {
      cell.y = y + cell.height / 2;
      y += cell.height + gap;
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const cells of sweep % 2 === 0 ? columns : [...columns].reverse()) {
      settle(cells, gap, (cell) => sweep % 2 === 0 ? cell.before : cell.behind);
    }
  }
  for (const cells of columns) settle(cells, gap, (cell) => [...cell.before, ...cell.behind]);
}
function settle(cells, gap, near) {
  const groups = [];
  const shift = [];
  let below = 0;
  cells.forEach((cell, place2) => {
    if (place2 > 0) below += (cells[place2 - 1].height + cell.height) / 2 + gap;
    shift.push(below);
    const others = near(cell);
    const wish = others.length > 0 ? others.reduce((s, { y }) => s + y, 0) / others.length : cell.y;
    const weight = cell.block === null ? 4 : others.length > 0 ? 1 : 0.05;
    groups.push({ sum: (wish - below) * weight, weight, first: place2 });
    while (groups.length > 1) {
      const last = groups[groups.length - 1];
      const previous = groups[groups.length - 2];
      if (previous.sum / previous.weight <= last.sum / last.weight) break;
      previous.sum += last.sum;
      previous.weight += last.weight;
      groups.pop();
    }
  });
  groups.forEach((group, number2) => {
    const end2 = groups[number2 + 1]?.first ?? cells.length;
    for (let at = group.first; at < end2; at++) cells[at].y = group.sum / group.weight + shift[at];
  });
}
function gapsOf(links, column, count2, { column: least, labels = [] }) {
  const widest = new Array(count2).fill(0);
  links.forEach(([from, to], number2) => {
    const gap = Math.floor((column.get(from) + column.get(to) - 1) / 2);
    if (gap >= 0) widest[gap] = Math.max(widest[gap], labels[number2] ?? 0);
  });
  return widest.map((width) => least + width);
}
function result(blocks, cells, column, columns, bent, gaps) {
  const all = columns.flat();
  const top = all.reduce((least, { y, height }) => Math.min(least, y - height / 2), Infinity);
  const bottom = all.reduce((most, { y, height }) => Math.max(most, y + height / 2), -Infinity);
  const places = [];
  let x = 0;
  columns.forEach((inside, number2) => {
    const width = Math.max(0, ...inside.map(({ block }) => block?.width ?? 0));
    places.push({ x, width });
    x += width + (number2 + 1 < columns.length ? gaps[number2] : 0);
  });
  const at = new Map(
    blocks.map(({ id, width, height }) => {
      const cell = cells.get(id);
      const room = places[cell.column];
      return [id, { x: room.x + (room.width - width) / 2, y: cell.y - height / 2 - top }];
    })
  );
  const bends = bent.map(
    (way) => way.flatMap((cell) => {
      const room = places[cell.column];
      return [
        { x: room.x, y: cell.y - top },
        { x: room.x + room.width, y: cell.y - top }
      ];
    })
  );
  return { at, column, columns: places, bends, width: x, height: Math.max(0, bottom - top) };
}

// src/lens_chains.ts
var Chains = class {
  inside = /* @__PURE__ */ new Map();
  chainOf = /* @__PURE__ */ new Map();
  placed = null;
  links = [];
  order = /* @__PURE__ */ new Map();
  constructor(document2) {
    const job = document2.layers.find(({ name }) => name === "job");
    if (!job) return;
    const children = /* @__PURE__ */ new Map();
    for (const node of job.nodes) {
      if (node.parent === null) children.set(node.id, children.get(node.id) ?? []);
      else children.set(node.parent, [...children.get(node.parent) ?? [], node]);
    }
    for (const frame of job.nodes.filter(({ parent }) => parent === null)) {
      const nodes = children.get(frame.id);
      for (const { id } of nodes) this.chainOf.set(id, frame.id);
      this.chainOf.set(frame.id, frame.id);
      this.inside.set(frame.id, insideOf(frame, nodes, job.edges));
    }
    const crossing = job.edges.filter((edge) => this.frame(edge.source) !== this.frame(edge.target));
    this.links = crossing.map(({ source, target }) => [this.frame(source), this.frame(target)]);
  }
  frame(id) {
    return this.chainOf.get(id) ?? id;
  }
};
function insideOf(frame, nodes, edges) {
  const boxes = /* @__PURE__ */ new Map();
  const exits = /* @__PURE__ */ new Map();
  const ids = new Set(nodes.map(({ id }) => id));
  const leaves = new Set(edges.filter((e) => !ids.has(e.target)).map(({ source }) => source));
  const next = new Map(nodes.map(({ id }) => [id, []]));
  const led = /* @__PURE__ */ new Set();
  for (const { source, target } of edges) {
    const to = nodes.find(({ id }) => id === target);
    if (!ids.has(source) || !to) continue;
    next.get(source).push(to);
    led.add(target);
  }
  const header = HEADER + PAD / 2;
  let rows = 0;
  const put = (node, x) => {
    const width = pillWidth(node);
    const behind = next.get(node.id);
    const row = rows;
    behind.forEach((child, number2) => {
      if (number2 > 0) rows++;
      put(child, x + width + JOINT);
    });
    const y = header + row * (PILL_HEIGHT + 10);
    boxes.set(node.id, { x, y, width, height: PILL_HEIGHT });
    if (behind.length > 0 && leaves.has(node.id)) rows++;
    const exit = behind.length > 0 ? header + rows * (PILL_HEIGHT + 10) : y;
    exits.set(node.id, exit + PILL_HEIGHT / 2);
    return row;
  };
  nodes.filter(({ id }) => !led.has(id)).forEach((head, number2) => {
    if (number2 > 0) rows++;
    put(head, PAD);
  });
  const right = Math.max(0, ...[...boxes.values()].map(({ x, width }) => x + width));
  const words = nodes.length > 0 ? headerWords(frame) : pillLabel(frame);
  const least = textWidth(words, "t3") + 2 * PAD + 4;
  const inner = nodes.length > 0 ? header + rows * (PILL_HEIGHT + 10) + PILL_HEIGHT : HEADER + 12;
  return { width: Math.max(right + PAD, least), height: inner + PAD, boxes, exits };
}
function layOutChains(stage, chains, before) {
  const { layer } = stage;
  const frames = layer.nodes.filter(({ parent }) => parent === null);
  const blocks = frames.map((frame, place2) => {
    const { width, height } = chains.inside.get(frame.id);
    const inner = layer.nodes.filter(({ parent }) => parent === frame.id);
    const hint = hintFrom(before, inner[0]?.id ?? frame.id, place2);
    return { id: frame.id, width, height, hint };
  });
  const crossing = layer.edges.filter((e) => chains.frame(e.source) !== chains.frame(e.target));
  const labels = crossing.map(chipWidth);
  const placed = layered(blocks, chains.links, { row: 24, column: 54, labels });
  chains.placed = placed;
  for (const { id } of frames) {
    chains.order.set(id, placed.at.get(id).y);
    putFrame(stage, chains.inside.get(id), id, placed.at.get(id), (node) => node);
  }
  const into = /* @__PURE__ */ new Map();
  crossing.forEach((edge, number2) => {
    const target = chains.frame(edge.target);
    const count2 = crossing.filter((one) => chains.frame(one.target) === target).length;
    const place2 = into.get(target) ?? 0;
    into.set(target, place2 + 1);
    const port = (place2 - (count2 - 1) / 2) * Math.min(9, 24 / Math.max(1, count2 - 1));
    const exit = exitOf(stage, chains, edge.source);
    const points = [exit, ...placed.bends[number2]];
    putStub(stage, edge, exit);
    stage.ways.set(edge.id, levelWay([...points, entryOf(stage, edge.target, target, port)]));
  });
  for (const edge of layer.edges) {
    if (!stage.ways.has(edge.id)) stage.ways.set(edge.id, joint(stage, edge.source, edge.target));
  }
  [stage.width, stage.height] = [placed.width, placed.height];
}
function entryOf(stage, target, frame, port) {
  const box = stage.boxes.get(frame);
  const head = stage.boxes.get(target);
  return { x: box.x, y: head.y + head.height / 2 + port };
}
function exitOf(stage, chains, source) {
  const frame = chains.frame(source);
  const box = stage.boxes.get(frame);
  const exit = chains.inside.get(frame).exits.get(source) ?? box.height / 2;
  return { x: box.x + box.width, y: box.y + exit };
}

// src/lens_tasks.ts
var SUBTASK_GAP = 10;
var LANE_PAD = 9;
var LANE_LABEL = 62;
var MANAGER_HEADER = 24;
var MANAGER_GAP = 14;
var MASTER_GAP = 60;
var FAN = 150;
function indexOf(id) {
  return id.slice(id.lastIndexOf("/") + 1);
}
function shapeOf(stage, chains, subtask) {
  const chain = subtask.id.split("/")[0];
  const inside = chains.inside.get(chain);
  const head = inside && [...inside.boxes.keys()][0];
  const least = textWidth(headerWords(subtask), "t3") + 2 * PAD + 4;
  if (inside && head !== void 0 && stage.nodes.has(`${head}/${indexOf(subtask.id)}`)) {
    return { ...inside, width: Math.max(inside.width, least) };
  }
  return { width: least, height: HEADER + 8, boxes: /* @__PURE__ */ new Map(), exits: /* @__PURE__ */ new Map() };
}
function putSubtask(stage, shape, subtask, at) {
  putFrame(stage, shape, subtask.id, at, (operator) => `${operator}/${indexOf(subtask.id)}`);
}
function layOutSubtasks(stage, chains) {
  const { layer } = stage;
  const stacks = /* @__PURE__ */ new Map();
  for (const node of layer.nodes) {
    if (node.kind !== "subtask") continue;
    const chain = node.id.split("/")[0];
    const stack = stacks.get(chain) ?? { nodes: [], shapes: [] };
    stack.nodes.push(node);
    stack.shapes.push(shapeOf(stage, chains, node));
    stacks.set(chain, stack);
  }
  const blocks = [...stacks].map(([id, { shapes }]) => {
    const frame = stage.nodes.get(id);
    const least = frame ? textWidth(headerWords(frame), "t3") + 2 * PAD + 4 : 0;
    const width = Math.max(least, ...shapes.map((shape) => shape.width + 2 * PAD));
    const inner = shapes.reduce((sum, shape) => sum + shape.height + SUBTASK_GAP, -SUBTASK_GAP);
    return { id, width, height: inner + HEADER + 4 + PAD, hint: chains.order.get(id) ?? 0 };
  });
  const links = chains.links.filter(([from, to]) => stacks.has(from) && stacks.has(to));
  const placed = layered(blocks, links, { row: 26, column: FAN });
  chains.placed = placed;
  for (const { id, width, height } of blocks) {
    const at = placed.at.get(id);
    stage.boxes.set(id, { ...at, width, height });
    const { nodes, shapes } = stacks.get(id);
    let y = at.y + HEADER + 4;
    nodes.forEach((node, place2) => {
      const shape = shapes[place2];
      const widened = { ...shape, width: width - 2 * PAD };
      putSubtask(stage, widened, node, { x: at.x + PAD, y });
      y += shape.height + SUBTASK_GAP;
    });
  }
  drawChannels(stage, chains);
  [stage.width, stage.height] = [placed.width, placed.height];
}
function drawChannels(stage, chains) {
  const inputs = /* @__PURE__ */ new Map();
  for (const edge of stage.layer.edges) {
    if (!stage.boxes.has(edge.source) || !stage.boxes.has(edge.target)) continue;
    if (edge.kind === "chained" || edge.kind === "control") {
      stage.ways.set(edge.id, joint(stage, edge.source, edge.target));
    } else {
      const frame = taskOf(chains, edge.target);
      inputs.set(frame, [...inputs.get(frame) ?? [], edge]);
    }
  }
  for (const edges of inputs.values()) {
    const apart = Math.min(7, 26 / Math.max(1, edges.length - 1));
    edges.forEach((edge, place2) => {
      const port = (place2 - (edges.length - 1) / 2) * apart;
      stage.ways.set(edge.id, channelWay(stage, chains, edge, port));
    });
  }
}
function taskOf(chains, id) {
  return id.startsWith("o") ? `${chains.frame(id.split("/")[0])}/${indexOf(id)}` : id;
}
function channelWay(stage, chains, edge, port) {
  const from = stage.boxes.get(taskOf(chains, edge.source)) ?? stage.boxes.get(edge.source);
  const to = stage.boxes.get(taskOf(chains, edge.target)) ?? stage.boxes.get(edge.target);
  const operator = edge.source.split("/")[0];
  const exits = chains.inside.get(chains.frame(operator))?.exits;
  const exit = (edge.source.startsWith("o") ? exits?.get(operator) : void 0) ?? from.height / 2;
  const head = edge.target.startsWith("o") ? stage.boxes.get(edge.target) : void 0;
  const entry = head ? head.y + head.height / 2 : to.y + to.height / 2;
  const start = { x: from.x + from.width, y: from.y + exit };
  putStub(stage, edge, start);
  return levelWay([start, { x: to.x, y: entry + port }]);
}
function layOutSlots(stage, chains) {
  const { layer, boxes } = stage;
  const placed = chains.placed;
  if (!placed) return;
  const masters = layer.nodes.filter(({ kind }) => kind === "job manager" || kind === "resource manager");
  const left = putMasters(stage, masters);
  const width = placed.width + LANE_LABEL + 2 * LANE_PAD;
  let y = 0;
  for (const manager of layer.nodes.filter(({ kind }) => kind === "task manager")) {
    const top = y;
    y += MANAGER_HEADER;
    for (const slot of layer.nodes.filter(({ parent }) => parent === manager.id)) {
      const inside = layer.nodes.filter(({ parent }) => parent === slot.id);
      const height = putLane(stage, chains, placed, inside, left + LANE_LABEL + LANE_PAD, y);
      boxes.set(slot.id, { x: left + LANE_PAD, y, width: width - 2 * LANE_PAD + 8, height });
      y += height + LANE_PAD;
    }
    boxes.set(manager.id, { x: left, y: top, width: width + 8, height: y - top });
    y += MANAGER_GAP;
  }
  stage.height = Math.max(y - MANAGER_GAP, ...[...boxes.values()].map((b) => b.y + b.height));
  stage.width = left + width + 8;
  drawChannels(stage, chains);
  for (const edge of layer.edges) if (edge.kind === "control") drawOrder(stage, edge);
}
function drawOrder(stage, edge) {
  const from = stage.boxes.get(edge.source);
  const to = stage.boxes.get(edge.target);
  const below = to.x < from.x + from.width;
  const x = from.x + from.width / 2;
  const drop = to.y - from.y - from.height;
  const down = [x, from.y + from.height, x, from.y + from.height + drop / 3, x, to.y - drop / 3, x, to.y];
  const start = { x: from.x + from.width, y: from.y + from.height / 2 };
  stage.ways.set(edge.id, below ? down : levelWay([start, { x: to.x, y: to.y + MANAGER_HEADER / 2 }]));
}
function putMasters(stage, masters) {
  if (masters.length === 0) return 0;
  const width = Math.max(
    ...masters.map((node) => Math.max(textWidth(node.label, "strong"), textWidth(node.caption, "t3")))
  );
  masters.forEach((node, place2) => {
    stage.boxes.set(node.id, { x: 0, y: place2 * 100, width: width + 26, height: 54 });
  });
  return width + 26 + MASTER_GAP;
}
function putLane(stage, chains, placed, inside, left, top) {
  const used = /* @__PURE__ */ new Map();
  let height = 0;
  for (const one of inside) {
    const chain = one.id.split("/")[0];
    const shape = shapeOf(stage, chains, one);
    const column = placed.column.get(chain) ?? 0;
    const y = top + LANE_PAD + (used.get(column) ?? 0);
    putSubtask(stage, shape, one, { x: left + PAD + (placed.at.get(chain)?.x ?? 0), y });
    used.set(column, (used.get(column) ?? 0) + shape.height + SUBTASK_GAP);
    height = Math.max(height, y + shape.height - top);
  }
  return Math.max(height, PILL_HEIGHT + LANE_PAD) + LANE_PAD;
}

// src/lens_layout.ts
var CAPTION = 18;
var ROW_GAP = 20;
function layOut(document2) {
  const stages = [];
  const chains = new Chains(document2);
  for (const layer of document2.layers) {
    const before = stages[stages.length - 1];
    const stage = emptyStage(layer);
    if (layer.name === "job") layOutChains(stage, chains, before);
    else if (layer.name === "execution") layOutSubtasks(stage, chains);
    else if (layer.name === "slots") layOutSlots(stage, chains);
    else layOutOperators(stage, before);
    stages.push(stage);
  }
  return stages;
}
function layOutOperators(stage, before) {
  const { layer } = stage;
  const blocks = layer.nodes.map((node, place2) => ({
    id: node.id,
    width: Math.max(pillWidth(node), Math.min(textWidth(node.caption, "t3"), 190)),
    height: PILL_HEIGHT + 2 * CAPTION,
    hint: hintFrom(before, node.origin ?? node.id, place2)
  }));
  const placed = layered(blocks, linksOf(layer.edges), {
    row: ROW_GAP - CAPTION + 8,
    column: 44,
    labels: layer.edges.map(chipWidth)
  });
  for (const block of blocks) {
    const node = stage.nodes.get(block.id);
    const { x, y } = placed.at.get(block.id);
    const width = pillWidth(node);
    stage.boxes.set(node.id, {
      x: x + (block.width - width) / 2,
      y: y + CAPTION,
      width,
      height: PILL_HEIGHT
    });
  }
  drawEdges(stage, layer.edges, placed);
  [stage.width, stage.height] = [placed.width, placed.height];
}
function linksOf(edges) {
  return edges.map(({ source, target }) => [source, target]);
}
function drawEdges(stage, edges, placed) {
  const ports = portsOf(edges, stage);
  edges.forEach((edge, number2) => {
    const from = stage.boxes.get(edge.source);
    const to = stage.boxes.get(edge.target);
    const [out, into] = ports.get(edge);
    stage.ways.set(
      edge.id,
      levelWay([
        { x: from.x + from.width, y: from.y + from.height / 2 + out },
        ...placed.bends[number2],
        { x: to.x, y: to.y + to.height / 2 + into }
      ])
    );
  });
}
function portsOf(edges, stage) {
  const ports = new Map(edges.map((edge) => [edge, [0, 0]]));
  const middleOf = (id) => {
    const box = stage.boxes.get(id);
    return box.y + box.height / 2;
  };
  for (const [side, own, other] of [[0, "source", "target"], [1, "target", "source"]]) {
    const groups = /* @__PURE__ */ new Map();
    for (const edge of edges) groups.set(edge[own], [...groups.get(edge[own]) ?? [], edge]);
    for (const group of groups.values()) {
      if (group.length === 1) continue;
      group.sort((a, b) => middleOf(a[other]) - middleOf(b[other]));
      const apart = Math.min(7, 18 / (group.length - 1));
      group.forEach((edge, place2) => {
        ports.get(edge)[side] = (place2 - (group.length - 1) / 2) * apart;
      });
    }
  }
  return ports;
}

// src/tracks.ts
var CHIP_HEIGHT = 20;
function makeTracks(document2) {
  const stages = layOut(document2);
  const wires = makeWires(document2, stages);
  return { stages, boxes: makeBoxes(stages, wires), wires };
}
function makeBoxes(stages, wires) {
  const tracks = /* @__PURE__ */ new Map();
  stages.forEach((stage, number2) => {
    for (const node of stage.layer.nodes) {
      let track = tracks.get(node.id);
      if (!track || track.last !== number2 - 1) {
        track = newTrack(node, number2, stages.length);
        tracks.set(tracks.has(node.id) ? `${node.id}@${number2}` : node.id, track);
      }
      track.last = number2;
      track.nodes[number2] = node;
      const box = stage.boxes.get(node.id);
      if (box) track.poses[number2] = { ...box, opacity: 1 };
    }
  });
  const all = [...tracks.values()];
  for (const track of all) {
    arrive(track, stages);
    depart(track, stages, all, wires);
  }
  return all;
}
function newTrack(node, first, count2) {
  return {
    id: node.id,
    body: isPlace(node) ? "place" : isFrame(node) ? "frame" : "pill",
    nodes: new Array(count2),
    poses: new Array(count2),
    first,
    last: first,
    lands: false
  };
}
function arrive(track, stages) {
  const { first, nodes, poses } = track;
  const own = poses[first];
  if (first === 0 || !own) return;
  const before = stages[first - 1];
  const node = nodes[first];
  const origin = node.origin === null ? void 0 : before.boxes.get(node.origin);
  if (origin) {
    const goesOn = stages[first].nodes.has(node.origin);
    poses[first - 1] = { ...origin, opacity: goesOn ? 0 : 1 };
    return;
  }
  const children = track.body === "frame" ? stages[first].layer.nodes.filter((n) => n.parent === node.id) : [];
  const hull = hullOf(children.map((n) => before.boxes.get(n.id) ?? before.boxes.get(n.origin ?? "")));
  poses[first - 1] = { ...hull ?? own, opacity: 0 };
}
function hullOf(boxes) {
  const there = boxes.filter((box) => box !== void 0);
  if (there.length === 0) return null;
  const x = Math.min(...there.map((box) => box.x)) - 10;
  const y = Math.min(...there.map((box) => box.y)) - 24;
  const right = Math.max(...there.map((box) => box.x + box.width)) + 10;
  const bottom = Math.max(...there.map((box) => box.y + box.height)) + 10;
  return { x, y, width: right - x, height: bottom - y };
}
function depart(track, stages, all, wires) {
  const { last, nodes, poses, id } = track;
  const own = poses[last];
  if (last + 1 >= stages.length || !own) return;
  const heirs = all.filter((other) => other.first === last + 1 && other.nodes[last + 1]?.origin === id);
  if (heirs.length > 1 || heirs.length === 1 && track.body === "frame") return;
  const heir = heirs[0]?.poses[last + 1];
  const landing = wires.find((wire) => nodes[last].lands_on.includes(wire.id))?.chip[last + 1];
  track.lands = landing !== void 0;
  poses[last + 1] = { ...heir ?? landing ?? own, opacity: 0 };
}
function makeWires(document2, stages) {
  const verdicts = new Map(document2.verdicts.map((verdict) => [verdict.edge, verdict]));
  const wires = /* @__PURE__ */ new Map();
  const split2 = stages.findIndex(({ layer }) => layer.name === "execution");
  const singles = split2 < 0 ? stages : stages.slice(0, split2);
  singles.forEach((stage, number2) => {
    for (const edge of stage.layer.edges) {
      const known = wires.get(edge.id);
      const wire = known ?? newWire(edge, number2, stages.length, verdicts.get(edge.id));
      wire.edge = known && !edge.label ? known.edge : edge;
      wire.last = number2;
      wire.single = number2;
      setWay(wire.strands[0], stage, number2, edge);
      wires.set(edge.id, wire);
    }
  });
  const all = [...wires.values()];
  joinFirstLayer(all, stages);
  if (split2 > 0) for (const wire of all) addChannels(wire, stages, split2);
  for (const wire of all) placeChips(wire, stages);
  return [...all, ...controlWires(stages, split2)];
}
function newWire(edge, first, count2, verdict) {
  return {
    id: edge.id,
    edge,
    verdict,
    first,
    last: first,
    single: first,
    control: edge.kind === "control",
    chained: verdict?.chained ?? edge.kind === "chained",
    strands: [newStrand(edge, count2)],
    chip: new Array(count2)
  };
}
function newStrand(edge, count2) {
  const ways = new Array(count2);
  return { ways, stubs: new Array(count2), remote: false, source: edge.source, target: edge.target };
}
function setWay(strand, stage, number2, edge) {
  strand.ways[number2] = stage.ways.get(edge.id);
  strand.stubs[number2] = stage.stubs.get(edge.id);
}
function joinFirstLayer(wires, stages) {
  const [first, second] = stages;
  if (first?.layer.name !== "transformations" || second?.layer.name !== "stream") return;
  const covered = /* @__PURE__ */ new Set();
  for (const wire of wires.filter((one) => one.first === 1)) {
    const origins = [wire.edge.source, wire.edge.target].map((id) => second.nodes.get(id)?.origin ?? id);
    const path = pathBetween(first, origins[0], origins[1], wire.id);
    if (path.length === 0) continue;
    for (const edge of path) covered.add(edge.id);
    wire.strands[0].ways[0] = throughAll(first, path);
    wire.first = 0;
  }
  for (const id of covered) {
    const place2 = wires.findIndex((wire) => wire.id === id && wire.single === 0);
    if (place2 >= 0) wires.splice(place2, 1);
  }
}
function throughAll(stage, path) {
  return path.map((edge) => stage.ways.get(edge.id)).reduce(joined);
}
function pathBetween(stage, from, to, edge) {
  const seen = /* @__PURE__ */ new Set([from]);
  const search = (at) => {
    for (const next of stage.layer.edges) {
      if (next.source !== at) continue;
      if (next.target === to) return [next];
      if (seen.has(next.target)) continue;
      const node = stage.nodes.get(next.target);
      if (!node?.lands_on.includes(edge)) continue;
      seen.add(next.target);
      const rest = search(next.target);
      if (rest) return [next, ...rest];
    }
    return null;
  };
  return search(from) ?? [];
}
function addChannels(wire, stages, split2) {
  if (wire.single !== split2 - 1) return;
  const start = wire.strands[0].ways[split2 - 1];
  const layers = stages.slice(split2);
  const strands = channelStrands(wire, stages, split2);
  if (!start || strands.length === 0) return;
  for (const strand of strands) {
    strand.ways[split2 - 1] = start;
    wire.strands.push(strand);
  }
  wire.last = split2 + layers.length - 1;
}
function channelStrands(wire, stages, split2) {
  const strands = /* @__PURE__ */ new Map();
  stages.slice(split2).forEach((stage, place2) => {
    for (const edge of stage.layer.edges) {
      if (edge.kind === "control" || edge.origin !== wire.id && !strands.has(edge.id)) continue;
      const strand = strands.get(edge.id) ?? newStrand(edge, stages.length);
      setWay(strand, stage, split2 + place2, edge);
      strand.remote = edge.kind === "remote";
      strands.set(edge.id, strand);
    }
  });
  return [...strands.values()];
}
function controlWires(stages, split2) {
  if (split2 < 0) return [];
  const wires = [];
  stages.forEach((stage, number2) => {
    for (const edge of number2 < split2 ? [] : stage.layer.edges) {
      if (edge.kind !== "control") continue;
      const wire = newWire(edge, number2, stages.length, void 0);
      setWay(wire.strands[0], stage, number2, edge);
      wires.push(wire);
    }
  });
  return wires;
}
function placeChips(wire, stages) {
  const width = chipWidth(wire.edge);
  if (width === 0) return;
  stages.forEach((stage, number2) => {
    const ways = number2 <= wire.single ? wire.strands.slice(0, 1) : wire.strands.slice(1);
    const found = ways.map((strand) => strand.ways[number2]).filter((way) => way !== void 0);
    if (found.length === 0) return;
    const middles = found.map(middle);
    const x = middles.reduce((sum, point) => sum + point.x, 0) / middles.length;
    const y = middles.reduce((sum, point) => sum + point.y, 0) / middles.length;
    const pose = { x: x - width / 2, y: y - CHIP_HEIGHT / 2, width, height: CHIP_HEIGHT, opacity: 1 };
    const { name } = stage.layer;
    if (name === "slots" || wire.chained && name !== "stream") pose.opacity = 0;
    if (name === "transformations") {
      const virtual = stage.layer.nodes.find(
        (node) => node.kind === "partition" && node.lands_on.includes(wire.id)
      );
      const box = virtual && stage.boxes.get(virtual.id);
      if (box) Object.assign(pose, box, { height: PILL_HEIGHT });
      pose.opacity = 0;
    }
    wire.chip[number2] = pose;
  });
}
function interval(ways, stage) {
  const from = ways[stage];
  const to = ways[stage + 1];
  if (from && to) return alike(from, to);
  const only = from ?? to;
  return only ? [only, only] : null;
}

// src/lens_flight.ts
var Flight = class {
  canvas = document.createElement("canvas");
  context = this.canvas.getContext("2d");
  colours = {};
  ink = "";
  ground = "";
  font = "";
  width = 0;
  height = 0;
  constructor() {
    this.canvas.className = "flight";
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.hidden = true;
  }
  resize(width, height) {
    [this.width, this.height] = [width, height];
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }
  /** Takes on the colours of the page as they are now. */
  begin() {
    const style = getComputedStyle(this.canvas);
    const of = (name) => style.getPropertyValue(`--${name}`).trim();
    const pair = (fill, stroke) => ({ fill: of(fill), stroke: of(stroke) });
    this.ink = of("ink");
    this.ground = of("panel");
    this.font = style.fontFamily;
    this.colours = {
      source: pair("focusbg", "focus"),
      sink: pair("focusbg", "focus"),
      operator: pair("panel", "line2"),
      partition: pair("wmsoft", "wmink"),
      union: pair("wmsoft", "wmink"),
      "side output": pair("wmsoft", "wmink"),
      chain: pair("panesoft", "pane"),
      vertex: pair("panesoft", "pane"),
      subtask: pair("panel", "pane"),
      slot: pair("panel", "line2"),
      "task manager": pair("soft", "line2"),
      "job manager": pair("tmsoft", "tm"),
      "resource manager": pair("tmsoft", "tm"),
      chained: pair("panel", "pane"),
      network: pair("panel", "focus"),
      control: pair("panel", "tm")
    };
  }
  /** Draws what the scene has placed. `groups` are boxes, from the rearmost on; lines go before frames. */
  draw(groups, lines, camera, legible) {
    const { context } = this;
    const ratio = this.canvas.width / Math.max(1, this.width);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.ground;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const scale = camera.scale * ratio;
    context.setTransform(scale, 0, 0, scale, camera.x * ratio, camera.y * ratio);
    const [behind, inFront] = [groups.slice(0, 2), groups.slice(2)];
    const network = lines.filter(({ wire }) => !wire.chained);
    for (const shapes of behind) this.drawBoxes(shapes, camera, false);
    this.drawLines(network, camera);
    inFront.forEach((shapes, number2) => {
      this.drawBoxes(shapes, camera, legible && number2 === inFront.length - 1);
      if (number2 === 0) this.drawLines(lines.filter(({ wire }) => wire.chained), camera);
    });
    context.globalAlpha = 1;
  }
  drawBoxes(shapes, camera, legible) {
    const { context } = this;
    context.lineWidth = Math.max(1.4, 0.7 / camera.scale);
    if (legible) context.font = `500 13px ${this.font}`;
    context.textAlign = "center";
    for (const { pose, track } of shapes) {
      if (!pose || pose.opacity <= 0.01 || this.isOutside(pose.x, pose.y, pose.width, pose.height, camera)) continue;
      const node = track.nodes[track.first];
      const colours = this.colours[node.kind];
      context.globalAlpha = pose.opacity;
      context.fillStyle = colours.fill;
      context.strokeStyle = colours.stroke;
      context.fillRect(pose.x, pose.y, pose.width, pose.height);
      context.strokeRect(pose.x, pose.y, pose.width, pose.height);
      if (!legible) continue;
      context.fillStyle = this.ink;
      context.fillText(pillLabel(node), pose.x + pose.width / 2, pose.y + pose.height / 2 + 4.5);
    }
  }
  isOutside(x, y, width, height, camera) {
    const [left, top] = [x * camera.scale + camera.x, y * camera.scale + camera.y];
    return left > this.width || top > this.height || left + width * camera.scale < 0 || top + height * camera.scale < 0;
  }
  drawLines(lines, camera) {
    const { context } = this;
    for (const kind of ["control", "network", "chained"]) {
      const width = kind === "chained" ? 5 : 2;
      context.strokeStyle = this.colours[kind].stroke;
      context.lineWidth = Math.max(width, (kind === "chained" ? 1.6 : 0.8) / camera.scale);
      context.globalAlpha = 1;
      context.beginPath();
      for (const { wire, shown, ways, strength } of lines) {
        const own = wire.control ? "control" : wire.chained ? "chained" : "network";
        if (!shown || own !== kind || strength < 0.5) continue;
        for (const way of ways) {
          context.moveTo(way[0], way[1]);
          for (let at = 2; at < way.length; at += 6) {
            context.bezierCurveTo(way[at], way[at + 1], way[at + 2], way[at + 3], way[at + 4], way[at + 5]);
          }
        }
      }
      context.stroke();
    }
  }
};

// src/lens_scene.ts
var MARGIN = 26;
var LARGEST_SCALE = 1.4;
var READABLE = 0.42;
var COMFORTABLE = 0.55;
var MOST_IN_FLIGHT = 700;
var MOST_AT_REST = 6e3;
var CROWD = 260;
var Scene = class {
  constructor(tracks) {
    this.tracks = tracks;
    this.labelsFrom = tracks.stages[0]?.layer.name === "transformations" ? 1 : 0;
    this.svg = make("svg", "lensPicture");
    this.svg.setAttribute("role", "group");
    this.world = append(this.svg, make("g", "world"));
    const layer = (name) => append(this.world, make("g", name));
    const [places, outer, wires, frames] = ["places", "outer", "wires", "frames"].map(layer);
    const joints = layer("joints");
    const pills = layer("pills");
    const chips = layer("chips");
    this.spot = append(wires, make("path", "spot"));
    const boxes = [...tracks.boxes].sort((a, b) => b.last - a.last);
    for (const track of boxes) {
      const isOuter = track.body === "frame" && !track.id.includes("/");
      const frame = isOuter ? outer : frames;
      const parent = track.body === "pill" ? pills : track.body === "frame" ? frame : places;
      const shape = makeShape(track, parent);
      this.shapes.push(shape);
      this.groups[[places, outer, frames, pills].indexOf(parent)].push(shape);
    }
    for (const wire of tracks.wires) {
      this.lines.push(makeLine(wire, wire.chained ? joints : wires, chips, joints));
    }
    wires.append(this.spot);
    this.element.append(this.svg, this.flight.canvas);
    this.element.className = "sheet";
  }
  element = document.createElement("div");
  svg;
  world;
  shapes = [];
  lines = [];
  spot;
  /** The boxes from the rearmost on: places, frames of vertices, of subtasks, operators. */
  groups = [[], [], [], []];
  flight = new Flight();
  width = 0;
  height = 0;
  camera = { x: 0, y: 0, scale: 1 };
  /** The first stage that has labels at its edges. */
  labelsFrom;
  zoom = 1;
  pan = { x: 0, y: 0 };
  moving = false;
  blendFrom = null;
  /** The size of the panel. */
  resize(width, height) {
    [this.width, this.height] = [width, height];
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(height));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.flight.resize(width, height);
  }
  /** How high the picture would like to be in a panel of this width, over all stages. */
  wantedHeight(width) {
    const heights = this.tracks.stages.map((stage) => {
      const scale = Math.min(1.05, (width - 2 * MARGIN) / Math.max(1, stage.width));
      return stage.height * scale + 2 * MARGIN;
    });
    return Math.max(...heights);
  }
  /** How high the panel has to be for the letters of each stage, but those that its width denies. */
  heightForLetters(width) {
    const heights = this.tracks.stages.map((stage) => {
      const scale = Math.min(COMFORTABLE, (width - 2 * MARGIN) / Math.max(1, stage.width));
      return scale < READABLE ? 0 : stage.height * scale + 2 * MARGIN;
    });
    return Math.max(...heights);
  }
  /** From now on everything comes from where another scene left it. */
  comeFrom(snapshot) {
    this.blendFrom = snapshot;
  }
  snapshot() {
    const boxes = /* @__PURE__ */ new Map();
    for (const { track, pose } of this.shapes) if (pose) boxes.set(track.id, pose);
    const ways = new Map(this.lines.filter(({ shown }) => shown).map((l) => [l.wire.id, l.ways]));
    const chips = /* @__PURE__ */ new Map();
    for (const { wire, chipPose } of this.lines) if (chipPose) chips.set(wire.id, chipPose);
    return { boxes, ways, chips, camera: this.camera };
  }
  /**
   * Draws everything at `position`: 0 is the first layer, 1 the second, 0.5 half-way between.
   *
   * `moving` says that the next picture follows at once; `blend` goes from 0 to 1 while what was
   * drawn by another scene turns into this one.
   */
  draw(position, moving, blend = 1) {
    const last = this.tracks.stages.length - 1;
    const stage = clamp(Math.floor(position), 0, Math.max(0, last - 1));
    const t = last === 0 ? 0 : ease(clamp(position - stage, 0, 1));
    this.moving = moving;
    if (blend >= 1) this.blendFrom = null;
    const camera = this.aim(stage, t, blend);
    for (const shape of this.shapes) this.moveShape(shape, stage, t, blend);
    const most = (moving ? MOST_IN_FLIGHT : MOST_AT_REST) / Math.max(1, this.lines.length);
    for (const line of this.lines) this.moveLine(line, stage, t, blend, Math.max(1, Math.floor(most)));
    if (moving && this.isCrowd) this.paint(camera);
    else this.write(stage, t, camera);
  }
  get isCrowd() {
    return this.shapes.length + this.lines.length > CROWD;
  }
  /** Puts everything on the canvas. */
  paint(camera) {
    if (this.flight.canvas.hidden) {
      this.flight.begin();
      this.flight.canvas.hidden = false;
    }
    this.flight.draw(this.groups, this.lines, camera, camera.scale >= READABLE);
  }
  /** Puts everything into the SVG elements. */
  write(stage, t, camera) {
    this.flight.canvas.hidden = true;
    const { x, y, scale } = camera;
    this.world.setAttribute("transform", `translate(${tenth2(x)} ${tenth2(y)}) scale(${scale.toFixed(4)})`);
    this.svg.classList.toggle("far", scale < READABLE);
    this.svg.classList.toggle("moving", this.moving);
    if (this.moving) this.spot.setAttribute("d", "");
    this.svg.dataset["stage"] = this.tracks.stages[Math.round(stage + t)].layer.name;
    for (const shape of this.shapes) this.writeShape(shape, Math.round(stage + t));
    for (const line of this.lines) this.writeLine(line, stage, t);
  }
  // --- the camera ----------------------------------------------------------------------------------
  /** Where the origin of the picture is in the panel, and how large everything is. */
  aim(stage, t, blend) {
    const from = this.fitted(this.tracks.stages[stage]);
    const to = this.fitted(this.tracks.stages[stage + 1] ?? this.tracks.stages[stage]);
    let camera = mixCamera(from, to, t);
    if (this.blendFrom) camera = mixCamera(this.blendFrom.camera, camera, ease(blend));
    this.camera = camera;
    const scale = camera.scale * this.zoom;
    return {
      x: this.width / 2 - camera.x * scale + this.pan.x,
      y: this.height / 2 - camera.y * scale + this.pan.y,
      scale
    };
  }
  fitted({ width, height }) {
    const scale = Math.min(
      (this.width - 2 * MARGIN) / Math.max(1, width),
      (this.height - 2 * MARGIN) / Math.max(1, height),
      LARGEST_SCALE
    );
    return { x: width / 2, y: height / 2, scale: Math.max(5e-3, scale) };
  }
  // --- boxes -----------------------------------------------------------------------------------------
  moveShape(shape, stage, t, blend) {
    const { track } = shape;
    let pose = poseAt(track.poses, track.first, track.last, stage, t);
    if (pose && track.lands && stage === track.last && t > 0) {
      pose.opacity = Math.min(1, 2 - 2 * t);
    }
    if (pose && this.blendFrom) {
      const before = this.blendFrom.boxes.get(track.id);
      const s = ease(blend);
      pose = before ? mixPose(before, pose, s) : { ...pose, opacity: pose.opacity * s };
    }
    shape.pose = pose;
  }
  writeShape(shape, near) {
    const { track, group, pose } = shape;
    show(shape, group, pose !== null && pose.opacity > 0.01);
    if (!pose || !shape.shown) return;
    const at = `translate(${tenth2(pose.x)} ${tenth2(pose.y)})`;
    if (shape.at !== at) group.setAttribute("transform", shape.at = at);
    fade(shape, group, pose.opacity);
    const drawn = `${tenth2(pose.width)} ${tenth2(pose.height)} ${near}`;
    if (drawn === shape.drawn) return;
    shape.drawn = drawn;
    shape.rect.setAttribute("width", String(tenth2(pose.width)));
    shape.rect.setAttribute("height", String(tenth2(pose.height)));
    const node = track.nodes[clamp(near, track.first, track.last)];
    letter(shape, node, pose, this.tracks.stages[near]);
  }
  // --- lines -----------------------------------------------------------------------------------------
  moveLine(line, stage, t, blend, most) {
    const { wire } = line;
    const at = stage + t;
    this.moveChip(line, stage, t, blend);
    line.strength = Math.min(1, at - (wire.first - 1), wire.last + 1 - at);
    line.ways = [];
    if (line.strength <= 0.01) return;
    const strands = strandsAt(wire, at);
    const key = keyOf(wire, stage, at);
    const pairs = line.pairs[key] ??= pairsOf(strands.map(({ ways }) => ways), stage);
    const step = Math.max(1, Math.ceil(pairs.length / most));
    const before = this.blendFrom?.ways.get(wire.id);
    const same2 = before?.length === pairs.length && step === 1;
    for (let number2 = 0; number2 < pairs.length; number2 += step) {
      const pair = pairs[number2];
      let way = between(pair[0], pair[1], t);
      if (before && same2) {
        const [one, other] = alike(before[number2], way);
        way = between(one, other, ease(blend));
      }
      line.ways.push(way);
    }
    if (this.blendFrom && !same2) line.strength *= ease(blend);
  }
  writeLine(line, stage, t) {
    const { wire, group, ways, strength } = line;
    show(line, group, strength > 0.01);
    this.writeChip(line);
    if (!line.shown) {
      line.stub?.setAttribute("d", "");
      return;
    }
    const at = stage + t;
    const strands = strandsAt(wire, at);
    const step = Math.max(1, Math.ceil(strands.length / Math.max(1, ways.length)));
    const far = ways.filter((_, number2) => strands[number2 * step]?.remote);
    const near = ways.filter((_, number2) => !strands[number2 * step]?.remote);
    line.near.setAttribute("d", near.map(drawWay).join(""));
    line.far.setAttribute("d", far.map(drawWay).join(""));
    line.heads.setAttribute("d", wire.chained ? "" : ways.map((way) => drawHead(way, 8)).join(""));
    if (!this.moving) line.hit.setAttribute("d", ways.map(drawWay).join(""));
    if (line.stub) {
      const key = keyOf(wire, stage, at);
      const inside = strands.filter(({ stubs: stubs2 }) => stubs2[stage] !== void 0);
      line.stubs[key] ??= pairsOf(inside.map(({ stubs: stubs2 }) => stubs2), stage);
      const stubs = t > 0 && at < wire.single ? [] : line.stubs[key];
      line.stub.setAttribute("d", stubs.map(([from, to]) => drawWay(between(from, to, t))).join(""));
    }
    fade(line, group, strength);
  }
  moveChip(line, stage, t, blend) {
    const { wire } = line;
    let pose = poseAt(wire.chip, Math.max(wire.first, this.labelsFrom), wire.last, stage, t);
    if (pose && this.blendFrom) {
      const before = this.blendFrom.chips.get(wire.id);
      pose = before ? mixPose(before, pose, ease(blend)) : { ...pose, opacity: pose.opacity * blend };
    }
    line.chipPose = pose;
  }
  writeChip({ chip, chipRect, chipPose: pose }) {
    if (!chip || !chipRect) return;
    const visible = pose !== null && pose.opacity > 0.01;
    chip.style.display = visible ? "" : "none";
    if (!pose || !visible) return;
    chip.style.opacity = pose.opacity < 0.995 ? pose.opacity.toFixed(2) : "";
    const [x, y] = [pose.x + pose.width / 2, pose.y + pose.height / 2];
    chip.setAttribute("transform", `translate(${tenth2(x)} ${tenth2(y)})`);
    chipRect.setAttribute("x", String(tenth2(-pose.width / 2)));
    chipRect.setAttribute("y", String(tenth2(-pose.height / 2)));
    chipRect.setAttribute("width", String(tenth2(pose.width)));
    chipRect.setAttribute("height", String(tenth2(pose.height)));
  }
  // --- what is looked at -----------------------------------------------------------------------------
  /** Marks a node or an edge, and the lines that begin or end there. */
  mark(id, marks = "selected") {
    for (const { track, group } of this.shapes) group.classList.toggle(marks, track.id === id);
    for (const { wire, group, chip } of this.lines) {
      group.classList.toggle(marks, wire.id === id);
      chip?.classList.toggle(marks, wire.id === id);
    }
    if (marks === "pointed" || this.moving) return;
    const inside = /* @__PURE__ */ new Set([id]);
    for (const { track } of this.shapes) {
      if (id !== null && track.nodes.some((node) => node?.parent === id)) inside.add(track.id);
    }
    let lines = "";
    for (const { wire, ways, shown } of this.lines) {
      if (!shown || wire.chained || ways.length === 0) continue;
      const strands = ways.length > 1 ? wire.strands.slice(1) : wire.strands.slice(-ways.length);
      ways.forEach((way, number2) => {
        const strand = strands[number2];
        if (strand && (inside.has(strand.source) || inside.has(strand.target))) lines += drawWay(way);
      });
    }
    this.spot.setAttribute("d", lines);
  }
  /** Dims all but `lit`; `null` lights everything. `now` is what is spoken of. */
  light(lit, now) {
    for (const { track, group } of this.shapes) {
      group.classList.toggle("dim", lit !== null && !lit.has(track.id));
      group.classList.toggle("now", now.has(track.id));
    }
    for (const { wire, group, chip } of this.lines) {
      for (const one of [group, chip]) {
        one?.classList.toggle("dim", lit !== null && !lit.has(wire.id));
        one?.classList.toggle("now", now.has(wire.id));
      }
    }
  }
  /** What can be looked at here, from left to right: each box, then the edges that leave it. */
  order() {
    const boxes = this.shapes.filter(({ shown, pose }) => shown && pose && pose.opacity > 0.5).sort((a, b) => rank(a.track) - rank(b.track) || a.pose.x - b.pose.x || a.pose.y - b.pose.y);
    const lines = this.lines.filter(({ shown }) => shown);
    const ids = /* @__PURE__ */ new Set();
    for (const { track } of boxes) {
      ids.add(track.id);
      for (const { wire } of lines) {
        const starts = wire.strands.some(({ source }) => source === track.id);
        if (starts || wire.edge.source === track.id) ids.add(wire.id);
      }
    }
    for (const { wire } of lines) ids.add(wire.id);
    return [...ids];
  }
  elementOf(id) {
    return this.shapes.find(({ track, shown }) => shown && track.id === id)?.group ?? this.lines.find(({ wire, shown }) => shown && wire.id === id)?.group ?? null;
  }
};
function rank(track) {
  return track.body === "place" ? 0 : 1;
}
function strandsAt(wire, at) {
  const many = at > wire.single && wire.strands.length > 1;
  return many ? wire.strands.slice(1) : wire.strands.slice(0, 1);
}
function keyOf(wire, stage, at) {
  return at > wire.single && wire.strands.length > 1 ? stage + 100 : stage;
}
function pairsOf(ways, stage) {
  return ways.map((one) => interval(one, stage)).filter((pair) => pair !== null);
}

// src/lens_walk.ts
var TITLE = "Step through the walk of StreamGraphGenerator: from each operator to its inputs first";
var Walk = class {
  at = null;
  lighting = -1;
  /** Another plan has another walk. */
  forget() {
    this.at = null;
    this.lighting = -1;
  }
  go(whither, steps) {
    if (whither === "end") this.at = null;
    else this.at = clamp((this.at ?? -1) + (whither === "back" ? -1 : 1), 0, steps.length - 1);
  }
  /** Draws the controls if `here`, and lights what was met; gives the sentence of the step. */
  draw(parts, scene, plan, here) {
    const { walk } = plan;
    const shown = here && walk.length > 0;
    parts.get("walk").hidden = !shown;
    const step = shown && this.at !== null ? walk[this.at] : null;
    const [lit, now] = step ? walked(walk, this.at, plan) : [null, /* @__PURE__ */ new Set()];
    const lighting = this.at ?? -1;
    if (step || this.lighting !== lighting) scene.light(lit, now);
    this.lighting = lighting;
    if (shown) {
      parts.put(
        "walk",
        `<span class="step">${step ? `${this.at + 1} of ${walk.length}` : "generator"}</span><button type="button" data-walk="back" aria-label="Walk back"${step ? "" : " disabled"}>◂</button><button type="button" data-walk="next" aria-label="Walk on" title="${TITLE}">walk ▸</button>` + (step ? `<button type="button" data-walk="end" aria-label="End the walk">✕</button>` : "") + (step ? "" : bygones(plan))
      );
    }
    return step ? step.sentence : null;
  }
};
function bygones(plan) {
  if (plan.history.length === 0) return "";
  const items = plan.history.map((text) => {
    const [name, ...rest] = text.split(" (");
    return `<li><b>${esc(name)}</b> (${esc(rest.join(" ("))}</li>`;
  });
  return `<details class="bygones"><summary title="Transformations that Flink has no more">once</summary><ul>${items.join("")}</ul></details>`;
}
function walked(walk, at, plan) {
  const lit = /* @__PURE__ */ new Set();
  const now = /* @__PURE__ */ new Set();
  const first = plan.layers[0];
  walk.slice(0, at + 1).forEach((step, number2) => {
    const ids = [`t${step.transformation}`];
    if (step.action === "node") ids.push(`o${step.node}`);
    if (step.edge !== null) ids.push(step.edge);
    for (const id of ids) lit.add(id);
    if (number2 === at) for (const id of step.edge !== null ? [step.edge] : ids) now.add(id);
  });
  for (const { id, source, target } of first.edges) if (lit.has(source) && lit.has(target)) lit.add(id);
  return [lit, now];
}

// src/lens_view.ts
var LOWEST = 250;
var SHARE = 0.5;
var LARGEST_SHARE = 0.65;
var Lens = class {
  constructor(plan, variants, model, el) {
    this.model = model;
    this.plan = plan;
    this.edits = new Edits(model, plan, variants, (other, edits) => this.show(other, edits));
    this.scene = new Scene(makeTracks(plan));
    this.parts = new Parts(`flinksim lens: the plan of ${plan.job_name}`);
    el.replaceChildren(this.parts.root);
    this.asked = this.makeAsked();
    this.cleanups.push(listen(this.parts, this.asked, () => this.resize()));
    this.follow("layer", true);
    this.adopt(plan);
    this.resize();
    this.follow("selected", true);
    this.cleanups.push(watchTheme(this.parts.root));
  }
  parts;
  edits;
  walk = new Walk();
  cleanups = [];
  plan;
  scene;
  verdicts = /* @__PURE__ */ new Map();
  motion = new Motion({
    count: () => this.plan.layers.length,
    moment: (position, moving, blend) => {
      this.scene.draw(position, moving, blend);
      this.drawPosition();
    },
    still: (travelled) => this.settle(travelled),
    played: () => this.drawControls()
  });
  asked;
  selected = null;
  pointed = null;
  width = 0;
  destroy() {
    this.motion.stop();
    for (const cleanup of this.cleanups) cleanup();
    this.parts.root.remove();
  }
  makeAsked() {
    const { motion, edits } = this;
    return {
      scene: () => this.scene,
      act: (act) => this.act(act),
      goTo: (layer) => motion.goTo(layer),
      jump: (position) => motion.jump(position),
      settle: () => motion.goTo(motion.wanted),
      layers: () => this.plan.layers.length,
      select: (id) => this.select(id),
      selected: () => this.selected,
      point: (id) => this.point(id),
      undo: (edit) => edits.undo(edit),
      walk: (whither) => {
        this.walk.go(whither, this.plan.walk);
        this.drawWalk();
      },
      variant: (number2) => edits.showVariant(number2),
      change: (control) => edits.change(control, this.plan, this.selected),
      redraw: () => this.drawNow(),
      words: () => this.tell()
    };
  }
  // --- what the kernel says ------------------------------------------------------------------------
  /** What the kernel wants to be shown. */
  follow(trait, atOnce = false) {
    const value = this.model.get(trait);
    if (trait === "problem") this.parts.tell("problem", String(value ?? ""));
    else if (trait === "answer") this.learn(value);
    else if (trait === "selected") {
      const id = value ? String(value) : null;
      if (id !== this.selected) this.select(id, false);
    } else {
      const place2 = this.plan.layers.findIndex(({ name }) => name === value);
      if (place2 < 0 || place2 === this.motion.wanted) return;
      if (atOnce) this.motion.position = this.motion.wanted = place2;
      else this.motion.goTo(place2);
    }
  }
  /** What would turn a verdict, found when its edge was chosen. */
  learn({ edge, change }) {
    const verdict = this.verdicts.get(edge ?? "");
    if (!verdict || !change) return;
    verdict.change = change;
    if (edge === this.selected) this.tell();
  }
  /** Another plan of the same program: what is the same moves to its new place. */
  show(plan, edits) {
    const snapshot = this.scene.snapshot();
    this.edits.made = edits;
    this.scene = new Scene(makeTracks(plan));
    this.adopt(plan);
    this.scene.comeFrom(snapshot);
    this.walk.forget();
    this.resize(true);
    this.drawControls();
    this.tell();
    this.ask();
    this.motion.blend();
  }
  adopt(plan) {
    const { parts } = this;
    this.plan = plan;
    this.verdicts = new Map(plan.verdicts.map((verdict) => [verdict.edge, verdict]));
    parts.get("scene").replaceChildren(this.scene.element);
    parts.get("job").innerHTML = `<b>${esc(plan.job_name)}</b> · the plan`;
    parts.get("tabs").innerHTML = plan.layers.map(({ title }, n) => `<button type="button" role="radio" data-layer="${n}" title="${n + 1}">${esc(title)}</button>`).join("");
    parts.range.max = String(plan.layers.length - 1);
    parts.tell("notes", plan.notes.join("\n"));
    if (this.selected !== null && !this.isKnown(this.selected)) this.selected = null;
  }
  isKnown(id) {
    return this.plan.layers.some((layer) => [...layer.nodes, ...layer.edges].some((one) => one.id === id));
  }
  // --- what a person wants -------------------------------------------------------------------------
  act(act) {
    const { motion } = this;
    if (act === "back") motion.goTo(Math.ceil(motion.position) - 1);
    else if (act === "next") motion.goTo(Math.floor(motion.position) + 1);
    else if (act === "play") motion.toggle();
    else if (act === "in") zoomBy(this.asked, 1.25);
    else if (act === "out") zoomBy(this.asked, 0.8);
    else if (act === "fit") zoomBy(this.asked, 0);
    else if (act === "apply") this.edits.apply(this.verdicts.get(this.selected ?? "")?.change?.edits ?? []);
    else if (act === "reset") this.edits.send([]);
  }
  select(id, telling = true) {
    if (id === this.selected) return;
    this.selected = id;
    this.scene.mark(id);
    this.tell();
    this.ask();
    if (!telling) return;
    this.model.set("selected", id ?? "");
    this.model.save_changes();
  }
  /** In a large plan changes are looked for one by one. */
  ask() {
    const verdict = this.verdicts.get(this.selected ?? "");
    if (!verdict || verdict.change || !this.edits.possible) return;
    this.model.set("asked", verdict.edge);
    this.model.save_changes();
  }
  point(id) {
    if (id === this.pointed) return;
    this.pointed = id;
    this.scene.mark(id, "pointed");
    drawCard(this.parts, this.looking, this.edits);
  }
  // --- drawing -------------------------------------------------------------------------------------
  resize(force = false) {
    const { root } = this.parts;
    const width = root.clientWidth;
    if (width === 0 || width === this.width && !force) return;
    this.width = width;
    root.dataset["size"] = width >= 1e3 ? "wide" : width >= 660 ? "middle" : "narrow";
    const inner = this.parts.get("scene").clientWidth;
    const letters = Math.min(this.scene.heightForLetters(inner), LARGEST_SHARE * window.innerHeight);
    const most = Math.max(360, SHARE * window.innerHeight, letters);
    const height = clamp(this.scene.wantedHeight(inner), LOWEST, most);
    this.scene.resize(inner, Math.round(height));
    if (!force) this.drawNow();
  }
  /** Draws what stands; while anything moves, the next frame does it. */
  drawNow() {
    const { position, wanted } = this.motion;
    if (this.width === 0 || position !== wanted) return;
    this.scene.draw(position, false);
    this.settle(false);
  }
  /** What follows when everything stands. */
  settle(travelled) {
    this.drawControls();
    this.tell();
    this.scene.mark(this.selected);
    if (!travelled) return;
    this.model.set("layer", this.layer.name);
    this.model.save_changes();
  }
  get layer() {
    return this.plan.layers[Math.round(this.motion.position)];
  }
  get looking() {
    const { plan, layer, verdicts, selected, pointed } = this;
    return { plan, layer, verdicts, selected, pointed };
  }
  /** While everything moves, only this; the rest when another layer is the nearest. */
  drawPosition() {
    const { root, range } = this.parts;
    range.value = String(this.motion.position);
    root.dataset["position"] = this.motion.position.toFixed(2);
    if (root.dataset["layerName"] !== this.layer.name) this.drawControls();
  }
  drawControls() {
    const { position, last, playing } = this.motion;
    const { root, range } = this.parts;
    this.parts.put("play", playing ? `${icon("pause")}Pause` : `${icon("play")}Play`);
    range.value = String(position);
    range.setAttribute("aria-valuetext", this.layer.title);
    const near = Math.round(position);
    for (const tab of root.querySelectorAll("[data-layer]")) {
      tab.setAttribute("aria-checked", String(Number(tab.dataset["layer"]) === near));
    }
    for (const [act, end2] of [["back", 0], ["next", last]]) {
      root.querySelector(`[data-act="${act}"]`).setAttribute("aria-disabled", String(position === end2));
    }
    root.dataset["position"] = position.toFixed(2);
    root.dataset["layerName"] = this.layer.name;
    this.drawWalk();
  }
  drawWalk() {
    const here = this.layer.name === "transformations" || this.layer.name === "stream";
    const sentence = this.walk.draw(this.parts, this.scene, this.plan, here);
    this.parts.put("layerWords", esc(sentence ?? layerSentence(this.plan, this.layer)));
  }
  /** Everything that is said about the picture as it stands. */
  tell() {
    drawCard(this.parts, this.looking, this.edits);
    drawForm(this.parts, this.looking, this.edits);
    if (this.parts.words.open) this.parts.put("words", esc(layerInWords(this.plan, this.layer)));
  }
};

// src/layers.gen.ts
var LAYERS_VERSION = 1;

// src/lens.ts
async function unpack(value) {
  return JSON.parse(new TextDecoder().decode(await inflate(bytesOf(value))));
}
async function openPlan(value) {
  const plan = await unpack(value);
  if (plan.version !== LAYERS_VERSION) {
    throw new Error(`The plan has version ${plan.version}, this page knows ${LAYERS_VERSION}: export it again.`);
  }
  return plan;
}
async function render({ model, el }) {
  let lens = null;
  try {
    const plan = await openPlan(model.get("plan"));
    const packed = model.get("variants");
    const variants = packed ? await unpack(packed) : [];
    lens = new Lens(plan, variants, model, el);
  } catch (error) {
    el.innerHTML = `<style>${base_default}</style><div class="flinksim-widget failed" role="alert"></div>`;
    el.lastElementChild.textContent = error instanceof Error ? error.message : String(error);
  }
  const onPlan = async () => {
    const plan = await openPlan(model.get("plan"));
    lens?.show(plan, model.get("edits"));
  };
  const handlers = [
    ["change:plan", () => void onPlan()],
    ["change:layer", () => lens?.follow("layer")],
    ["change:selected", () => lens?.follow("selected")],
    ["change:problem", () => lens?.follow("problem")],
    ["change:answer", () => lens?.follow("answer")]
  ];
  for (const [name, handler] of handlers) model.on(name, handler);
  return () => {
    for (const [name, handler] of handlers) model.off(name, handler);
    lens?.destroy();
  };
}
var lens_default2 = { render };
export {
  lens_default2 as default
};
