// The reader's choices in the address, so that a link shows the same: #t=1203037.919&range=messages&lang=zh. Times are
// nanoseconds with three decimals, as in summary.json.
import { speeds } from "./clock.js";

const allowed = {
  lang: (v) => v === "zh" || v === "en",
  theme: (v) => v === "light" || v === "dark",
  range: (v) => v === "setup" || v === "messages" || v === "all" || v === "recorded",
};

/// What an address says; what it does not say, or says wrongly, is missing.
export function read_hash(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const state = {};
  for (const [key, fits] of Object.entries(allowed)) {
    if (said.has(key) && fits(said.get(key))) state[key] = said.get(key);
  }
  const ns = Number(said.get("t") ?? NaN);
  if (Number.isFinite(ns) && ns >= 0) state.t = Math.round(ns * 1000);
  const speed = Number(said.get("speed") ?? NaN);
  if (speeds.includes(speed)) state.speed = speed;
  return state;
}

export const nanoseconds = (t) => (t / 1000).toFixed(3);
export const link_to = (t) => "#t=" + nanoseconds(t);

export function write_hash({ t, range, speed, lang, theme }) {
  const parts = [link_to(t), "range=" + range, "lang=" + lang];
  if (speed !== 1) parts.push("speed=" + speed);
  if (theme) parts.push("theme=" + theme);
  return parts.join("&");
}
