// Draws the figures of a page, and makes SVG pictures of them that hold their fonts, title, caption and settings.
// It knows nothing of who asks: a reader's click, or a Chrome without a window.

const items = JSON.parse(document.getElementById("figures").textContent);
const fontRules = document.getElementById("fonts").textContent;

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** Lines no wider than `width` pixels: broken at spaces, a long word anywhere. */
function lines(text, width, font) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const fits = (line) => pen.measureText(line).width <= width;
  const found = [""];
  for (const word of text.split(" ").filter(Boolean)) {
    const joined = found.at(-1) ? `${found.at(-1)} ${word}` : word;
    if (fits(joined)) found[found.length - 1] = joined;
    else if (fits(word)) found.push(word);
    else for (const letter of (found.at(-1) ? " " : "") + word)
      if (fits(found.at(-1) + letter)) found[found.length - 1] += letter;
      else found.push(letter);
  }
  return found.filter(Boolean);
}

/** Plotly names parts of a drawing at random; here the same figure gives the same names. */
async function withSameNames(work) {
  const random = Math.random;
  let state = 1;
  Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  try { return await work(); } finally { Math.random = random; }
}

/** The same drawing with attributes in one order, whichever order Plotly happened to set them in. */
function inOneOrder(svg) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  for (const part of [drawing, ...drawing.querySelectorAll("*")]) {
    const found = [...part.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    found.forEach((attribute) => part.removeAttributeNode(attribute));
    for (const attribute of found) {
      if (attribute.name === "style") attribute.value = attribute.value.split(/; */).filter(Boolean).sort().join("; ");
      part.setAttributeNode(attribute);
    }
  }
  return new XMLSerializer().serializeToString(drawing);
}

/** Figure `index` as SVG of its own width and height. */
async function picture(index) {
  const { data, layout, width, height, font, title, caption, settings, ink, faint } = items[index];
  const family = layout.font.family, pad = font * 0.8;
  const write = (text, size, weight, top, colour) =>
    lines(text, width - 2 * pad, `${weight} ${size}px ${family}`).map((line, i) =>
      `<text x="${pad}" y="${(top + size * (1.25 * i + 0.95)).toFixed(2)}" font-size="${size}" ` +
      `font-weight="${weight}" fill="${colour}">${escaped(line)}</text>`);
  const titleSize = font * 1.15, captionSize = font * 0.8;
  const head = write(title, titleSize, 700, pad, ink);
  const footLines = write(caption, captionSize, 400, 0, faint).length;
  const above = pad + head.length * titleSize * 1.25 + (head.length ? pad * 0.4 : 0);
  const below = pad * 0.6 + footLines * captionSize * 1.25;
  const foot = write(caption, captionSize, 400, height - below, faint);
  const inner = { width: Math.round(width - pad), height: Math.round(height - above - below) };
  const drawn = await withSameNames(() => Plotly.toImage(
    { data: structuredClone(data), layout: { ...structuredClone(layout), ...inner } },
    { format: "svg", ...inner, imageDataOnly: true }));
  const placed = inOneOrder(drawn).replace("<svg ", `<svg x="${pad / 2}" y="${above.toFixed(2)}" `);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="${escaped(family)}"><title>${escaped(title)}</title><desc>${escaped(caption)}</desc>` +
    `<metadata>${escaped(settings)}</metadata><style>${fontRules}</style>` +
    `<rect width="100%" height="100%" fill="#FFFFFF"/>${head.join("")}${placed}${foot.join("")}</svg>`;
}

async function save(index, format, scale) {
  const { name, width, height } = items[index];
  const svg = new Blob([await picture(index)], { type: "image/svg+xml" });
  let file = svg;
  if (format === "png") {
    const image = new Image();
    image.src = URL.createObjectURL(svg);
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    file = await new Promise((done) => canvas.toBlob(done, "image/png"));
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `${name}.${format}` });
  link.click();
}

const shown = Promise.all(items.map(async ({ data, layout, responsive }, index) => {
  const place = document.getElementById(`figure-${index}`);
  if (!place) return;
  await document.fonts.ready;
  await Plotly.newPlot(place, structuredClone(data), structuredClone(layout), { displayModeBar: false, responsive });
  for (const button of document.querySelectorAll(`button[data-figure="${index}"]`))
    button.addEventListener("click", () => save(index, button.dataset.format, Number(button.dataset.scale)));
}));
