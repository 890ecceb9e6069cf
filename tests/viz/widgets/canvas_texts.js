// Remember the texts of each canvas since it was cleared, in `paintedTexts`, with their boxes in pixels of the canvas.
(() => {
  const proto = CanvasRenderingContext2D.prototype;
  const { fillText, clearRect, drawImage } = proto;

  const measure = (context, text, x, y) => {
    const metrics = context.measureText(text);
    const matrix = context.getTransform();
    const low = matrix.transformPoint(new DOMPoint(x - metrics.actualBoundingBoxLeft, y - metrics.actualBoundingBoxAscent));
    const high = matrix.transformPoint(new DOMPoint(x + metrics.actualBoundingBoxRight, y + metrics.actualBoundingBoxDescent));
    const size = parseFloat(/([\d.]+)px/.exec(context.font)?.[1] ?? "0") * Math.hypot(matrix.a, matrix.b);
    return { text: String(text), left: low.x, top: low.y, right: high.x, bottom: high.y, size, alpha: context.globalAlpha };
  };

  proto.fillText = function (text, x, y, ...rest) {
    (this.canvas.paintedTexts ??= []).push(measure(this, text, x, y));
    return fillText.call(this, text, x, y, ...rest);
  };
  proto.clearRect = function (x, y, width, height) {
    const end = this.getTransform().transformPoint(new DOMPoint(x + width, y + height));
    if (x <= 1 && y <= 1 && end.x >= this.canvas.width - 1 && end.y >= this.canvas.height - 1) this.canvas.paintedTexts = [];
    return clearRect.call(this, x, y, width, height);
  };
  proto.drawImage = function (image, ...rest) {
    if (image.paintedTexts) (this.canvas.paintedTexts ??= []).push(...image.paintedTexts);
    return drawImage.call(this, image, ...rest);
  };
  for (const name of ["width", "height"]) {
    const property = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, name);
    Object.defineProperty(HTMLCanvasElement.prototype, name, {
      ...property,
      set(value) {
        this.paintedTexts = [];
        property.set.call(this, value);
      },
    });
  }
})();
