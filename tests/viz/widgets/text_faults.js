// Find texts that are cut off, too small, or over another text. Canvases need canvas_texts.js.
() => {
  const root = document.querySelector(".flinksim-widget");
  const faults = new Set();
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const overlaps = (a, b, x, y) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > x && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > y;
  const getClass = (one) => `.${one.className?.baseVal ?? one.className}`.replaceAll(" ", ".");

  /** Whether the whole text is in a tooltip of the element or of what contains it. */
  const hasTooltip = (one) => {
    for (let at = one; at !== root && !at.matches("svg, .panel"); at = at.parentElement) {
      if (at.title || at.querySelector(":scope > title, :scope > rect > title")) return true;
    }
    return false;
  };

  const getBoxes = (one, nodes) => {
    if (one.closest("svg")) return [one.getBoundingClientRect()];
    const range = document.createRange();
    return nodes.flatMap((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  };

  /** Clip a box by everything that contains it. What a reader cannot scroll to is a fault. */
  const clip = (one, whole, name) => {
    let box = { left: whole.left, right: whole.right, top: whole.top, bottom: whole.bottom };
    for (let at = one; box && at !== document.documentElement; at = at.parentElement) {
      if (at.closest("svg") && !at.matches("svg")) continue;
      const style = getComputedStyle(at);
      const room = at.getBoundingClientRect();
      const sides = [["left", "right", style.overflowX, 1.5], ["top", "bottom", style.overflowY, Math.max(2.5, whole.height / 5)]];
      for (const [low, high, flow, slack] of sides) {
        if (!box || flow === "visible") continue;
        const excess = Math.max(room[low] - box[low], box[high] - room[high]);
        const isExplained = style.textOverflow === "ellipsis" && hasTooltip(one);
        if (excess > slack && !/auto|scroll/.test(flow) && !isExplained) faults.add(`cut off by ${getClass(at)}: ${name}`);
        box = { ...box, [low]: Math.max(room[low], box[low]), [high]: Math.min(room[high], box[high]) };
        if (box[high] - box[low] < 1.5) box = null;
      }
    }
    if (box && (box.left < -1 || box.right > innerWidth + 1)) faults.add(`outside of the page: ${name}`);
    return box;
  };

  const texts = [];
  for (const one of root.querySelectorAll("*")) {
    const nodes = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (nodes.length === 0 || !isShown(one) || one.closest("option, title, style, .travellers")) continue;
    const name = one.textContent.trim().slice(0, 40);
    const boxes = getBoxes(one, nodes).filter(({ width, height }) => width > 1 && height > 1);
    const shown = boxes.map((box) => clip(one, box, name)).filter(Boolean);
    if (shown.length === 0) continue;
    const matrix = one.closest("svg") && one.getScreenCTM?.();
    const size = parseFloat(getComputedStyle(one).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : one.currentCSSZoom);
    if (size < 11.9) faults.add(`${size.toFixed(1)} px: ${name}`);
    if (name.includes("…") && !hasTooltip(one) && !one.closest("button, select")) faults.add(`nowhere whole: ${name}`);
    if (!one.closest(".marks, .stripTip, .tooltip")) texts.push({ one, name, shown });
  }
  texts.forEach((a, number) => {
    for (const b of texts.slice(number + 1)) {
      if (a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (a.shown.some((box) => b.shown.some((other) => overlaps(box, other, 1.5, 4)))) faults.add(`overlap: ${a.name} | ${b.name}`);
    }
  });
  for (const canvas of root.querySelectorAll("canvas")) {
    if (!isShown(canvas) || canvas.width === 0) continue;
    const scale = canvas.getBoundingClientRect().width / canvas.width;
    const painted = (canvas.paintedTexts ?? []).filter(({ text, alpha }) => text.trim() && alpha > 0.15);
    painted.forEach((a, number) => {
      if (a.size * scale < 11.9) faults.add(`${(a.size * scale).toFixed(1)} px on a canvas: ${a.text}`);
      const isOutside = a.left < -1 || a.top < -1.5 || a.right > canvas.width + 1 || a.bottom > canvas.height + 1.5;
      if (isOutside) faults.add(`cut off by a canvas: ${a.text}`);
      for (const b of painted.slice(number + 1)) {
        if (overlaps(a, b, 1.5 / scale, 2.5 / scale)) faults.add(`overlap on a canvas: ${a.text} | ${b.text}`);
      }
    });
  }
  return [...faults];
};
