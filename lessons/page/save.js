// Charts as files: figures as CSV, pictures as SVG. Both are made where the reader asks for them.
import { html } from "./dom.js";
import { microseconds } from "./quantity.js";

/// A row a change: what a curve was from this moment on. `t0` is where times count from.
export function curves_csv(curves, [begin, end], t0) {
  const changes = curves.flatMap((c) => c.points.map(([t, value]) => ({ t, name: c.name, value })))
    .filter(({ t }) => t >= begin && t <= end)
    .sort((a, b) => a.t - b.t);
  return csv([["us_from_t0", "curve", "value"], ...changes.map((c) => [microseconds(c.t - t0), c.name, c.value])]);
}

/// Rows of cells; a cell with a comma or a quote is quoted (RFC 4180).
export const csv = (rows) => rows.map((cells) => cells.map(cell).join(",") + "\r\n").join("");
const cell = (value) => (/[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

const drawn_with = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"];

/// A picture of the page without the page: what its style sheet says stands at the elements, the moment shown is left out.
export function svg_text(picture) {
  const copy = picture.cloneNode(true);
  const originals = [picture, ...picture.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const property of drawn_with) element.setAttribute(property, style.getPropertyValue(property));
  });
  copy.querySelectorAll(".cursor").forEach((cursor) => cursor.remove());
  copy.setAttribute("style", `background: ${getComputedStyle(document.body).backgroundColor}`);
  return new XMLSerializer().serializeToString(copy);
}

/// A link that saves what `content` gives: filled in when it is followed, so that no chart is written out in vain.
export function save_link(words, caption, file, content) {
  const kind = file.split(".").at(-1);
  const type = { csv: "text/csv", svg: "image/svg+xml" }[kind];
  const link = html("a", { class: "save", download: file, href: "#", "aria-label": words.say("page.save", { caption, kind: kind.toUpperCase() }),
    onclick: () => link.setAttribute("href", `data:${type};charset=utf-8,${encodeURIComponent(content())}`) }, kind.toUpperCase());
  return link;
}
