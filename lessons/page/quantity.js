// Figures as people read them, exact to the picosecond below a millisecond, as the summary writes them.

/// A duration in picoseconds in the unit that reads best.
export function duration(t) {
  const size = Math.abs(t);
  if (size < 1e6) return trimmed((t / 1e3).toFixed(3)) + " ns";
  if (size < 1e9) return trimmed((t / 1e6).toFixed(6)) + " µs";
  return trimmed((t / 1e9).toFixed(6)) + " ms";
}

const trimmed = (text) => text.replace(/\.?0+$/, "");

/// A time as a column of the summary shows it: microseconds with six decimals.
export const microseconds = (t) => (t / 1e6).toFixed(6);

export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/// A round step such that `span` has about `count` of them.
export function round_step(span, count) {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => step >= rough);
}

/// Multiples of a round step inside [low, high].
export function ticks(low, high, count) {
  if (!(high > low)) return [];
  const step = round_step(high - low, count);
  const all = [];
  for (let i = Math.ceil(low / step); i * step <= high; ++i) all.push(i * step);
  return all;
}
