// What the lessons claim and whether this run bears it out.
import { html } from "./dom.js";

const verdicts = { true: ["pass", "✓ PASS"], false: ["fail", "✗ FAIL"], null: ["na", "– N/A"] };

const shown = (value) => (typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : String(value));

export function claims_view(facts, words) {
  const { claims } = facts.summary;
  if (claims.length === 0) return { element: html("section", { id: "claims", hidden: true }), update() {} };
  const holding = claims.filter((c) => c.holds === true).length;
  const item = (c) => {
    const [kind, sign] = verdicts[c.holds];
    return html("li", { class: kind }, html("b", { class: "verdict" }, sign), " ", words.of(c.text), html("br"),
      html("small", {}, html("code", {}, c.id), ` · ${words.say("heading.expected")} ${c.expected} · `,
        `${words.say("heading.measured")} ${shown(c.measured)} ${c.unit}`));
  };
  const element = html("section", { id: "claims" }, html("h2", {}, words.say("heading.claims")),
    html("p", { class: "note" }, words.say("page.claims_hold", { holding, all: claims.length })),
    html("ul", { class: "claims" }, claims.map(item)));
  return { element, update() {} };
}
