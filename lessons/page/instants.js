// The instants at which something changes in the picture: what a step goes to.
import { last_at } from "./spans.js";

export function instants_of(facts) {
  const all = new Set(facts.moments.map((m) => m.t));
  for (const b of facts.busy) b.spans.forEach(([begin, end]) => all.add(begin).add(end));
  for (const f of facts.frames) {
    all.add(f.first);
    if (f.last !== null) all.add(f.last);
  }
  return [...all].sort((a, b) => a - b);
}

/// The first instant after t, or t where there is none.
export function next_instant(instants, t) {
  const i = last_at(instants, t) + 1;
  return i < instants.length ? instants[i] : t;
}

/// The last instant before t, or t where there is none.
export function previous_instant(instants, t) {
  let i = last_at(instants, t);
  if (i >= 0 && instants[i] === t) --i;
  return i >= 0 ? instants[i] : t;
}
