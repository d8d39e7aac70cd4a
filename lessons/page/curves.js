// Numbers over time as steps: what a plot draws.

/// Payload that arrived at other hosts' NICs, lane by lane: [[t, bytes so far], …]. What arrives twice counts twice; what
/// was sent before t0, keys over TCP, is no payload of the messages.
export function arrived_payload(facts, lane) {
  let bytes = 0;
  const arrivals = facts.frames
    .filter((f) => f.first >= facts.t0 && f.payload > 0 && f.last !== null && !["damaged", "no_room"].includes(f.fate) && facts.hosts[f.to]?.lane === lane)
    .sort((a, b) => a.last - b.last);
  return arrivals.map((f) => [f.last, (bytes += f.payload)]);
}

const together = ["queue_bytes", "rate_mbps"]; // one chart a lane, a curve a place; others: one chart a place
const most_curves = 3;
const most_places = 2;

/// The series that change inside a range, as charts whose curves share an axis: { lane, measure, place, curves: [{ name,
/// slot, points }], left_out }. Where the NIC does the transport, the kernel's windows are those of another connection than
/// the messages'. Of many places the highest are taken, and how many were left out stands in the chart.
export function charts_in(facts, [begin, end]) {
  const highest = (s) => Math.max(...s.points.map(([, , high]) => high));
  const in_nic = new Set(facts.lanes.filter((l) => l.transport_in === "nic").map((l) => l.name));
  const of_messages = (s) => !in_nic.has(s.lane) || together.some((measure) => s.name.endsWith("." + measure));
  const moving = facts.series.filter((s) => of_messages(s) && moves(s.points, begin, end)).sort((a, b) => highest(b) - highest(a));
  const charts = new Map();
  for (const s of moving) {
    const dot = s.name.lastIndexOf(".");
    const [place, measure] = [s.name.slice(0, dot), s.name.slice(dot + 1)];
    const shared = together.includes(measure);
    const key = `${s.lane} ${shared ? measure : place}`;
    const chart = charts.get(key) ?? { lane: s.lane, measure: shared ? measure : "windows", place, curves: [], left_out: 0 };
    charts.set(key, chart);
    if (shared && chart.curves.length >= most_curves) ++chart.left_out;
    else chart.curves.push({ name: shared ? place : measure, slot: s.slot, points: peaks(s.points) });
  }
  return fewer_places([...charts.values()]);
}

function fewer_places(charts) {
  const of_lane = (lane) => charts.filter((c) => c.lane === lane && c.measure === "windows");
  return charts.filter((c) => {
    const peers = of_lane(c.lane);
    if (c.measure !== "windows" || peers.indexOf(c) < most_places) return true;
    ++peers[most_places - 1].left_out;
    return false;
  });
}

/// Does the number change inside the range, beyond the value it came in with?
function moves(points, begin, end) {
  const inside = points.filter(([t]) => t >= begin && t <= end);
  const before = points.filter(([t]) => t < begin).at(-1)?.[3] ?? inside[0]?.[1];
  return inside.some(([, low, high]) => low !== before || high !== before);
}

/// A point for the highest value of a slot, and one for the value it left.
const peaks = (points) => points.flatMap(([t, , high, last]) => (high === last ? [[t, last]] : [[t, high], [t, last]]));

/// An SVG path of steps: the value stays until the next point.
export function steps_path(points, x, y, begin, end) {
  let path = "";
  let value = 0;
  for (const [t, v] of points) {
    if (t > end) break;
    if (t >= begin) path += path ? `H${x(t).toFixed(1)}V${y(v).toFixed(1)}` : `M${x(begin).toFixed(1)},${y(value).toFixed(1)}H${x(t).toFixed(1)}V${y(v).toFixed(1)}`;
    value = v;
  }
  return (path || `M${x(begin).toFixed(1)},${y(value).toFixed(1)}`) + `H${x(end).toFixed(1)}`;
}
