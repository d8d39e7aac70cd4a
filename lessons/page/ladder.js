// The ladder of frames: what is drawn in a stretch of time, before anything is drawn. One line per host, time runs down,
// a frame is a line from its first bit out to its last bit in.

/// What a reader must tell apart; the picture gives each its own dash and sign.
export function sort_of(frame) {
  if (frame.fate === "arrived") return frame.transmission > 1 ? "resent" : "ordinary";
  if (frame.fate === "lost") return "lost";
  return frame.fate;
}

/// The hosts of each lane that sent or got a frame, local first, peer last.
export function columns_of(facts) {
  const busy = new Set(facts.frames.flatMap((f) => [f.from, f.to]));
  const rank = (name) => (name === "local" ? 0 : name === "peer" ? 2 : 1);
  return facts.lanes.map((lane) => ({
    lane: lane.name,
    hosts: facts.hosts
      .map((host, index) => ({ ...host, index }))
      .filter((host) => host.lane === lane.name && busy.has(host.index))
      .sort((a, b) => rank(a.name) - rank(b.name)),
  }));
}

/// Frames of a lane that touch [begin, end].
export const frames_in = (facts, lane, begin, end) =>
  facts.frames.filter((f) => {
    const host = facts.hosts[f.from >= 0 ? f.from : f.to];
    return host?.lane === lane && f.first <= end && (f.last ?? f.first + f.line_time) >= begin;
  });

/// At most `most` of them: what is out of the ordinary goes first, the rest is thinned evenly. Order stays.
export function thinned(frames, most) {
  if (frames.length <= most) return frames;
  const every = (list, room) => {
    const step = Math.max(1, list.length / Math.max(1, room));
    return list.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step)).slice(0, room);
  };
  const special = every(frames.filter((f) => sort_of(f) !== "ordinary"), Math.floor(most / 2));
  const ordinary = every(frames.filter((f) => sort_of(f) === "ordinary"), most - special.length);
  return [...special, ...ordinary].sort((a, b) => a.index - b.index);
}

/// Frames between two machines at t: { frame, way: 0 … 1 }; a lost one stays where it was lost until its time is over.
export function under_way_at(facts, lane, t) {
  return frames_in(facts, lane, t, t).map((frame) => {
    const last = frame.last ?? frame.first + frame.line_time;
    const way = last > frame.first ? (t - frame.first) / (last - frame.first) : 1;
    return { frame, way: frame.last === null ? way / 2 : way };
  });
}

/// What a range opens with: all of it, or as much from t0 on as has so few frames that each is seen.
export function opening(facts, [begin, end], most = 100) {
  const later = facts.frames.filter((f) => f.first >= begin && f.first <= end);
  if (later.length <= most) return [begin, end];
  const until = Math.max(later[most].first, begin + 1);
  const from = Math.min(later[0].first, Math.max(begin, facts.t0));
  return [Math.max(begin, Math.floor(from - (until - from) / 30)), until];
}

/// The stretch of time to show: as it is while t is inside, else moved so that t is.
export function follow(view, t, range) {
  const span = view[1] - view[0];
  if (t >= view[0] && t <= view[1]) return view;
  const begin = Math.min(Math.max(range[0], t - span / 5), Math.max(range[0], range[1] - span));
  return [begin, begin + span];
}

/// A stretch `factor` times as long around t, inside the range.
export function zoomed(view, factor, t, range) {
  const span = Math.min(range[1] - range[0], Math.max(1000, (view[1] - view[0]) * factor));
  const share = (t - view[0]) / (view[1] - view[0]);
  const begin = Math.min(Math.max(range[0], t - share * span), range[1] - span);
  return [begin, begin + span];
}
