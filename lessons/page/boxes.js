// Which boxes of the picture a piece of work lights. A stage's unit says it (tlm/facts.h); a few stages touch more than
// one box.
import { covers } from "./spans.js";

export const host_boxes = ["app", "kernel", "memory", "pcie", "nic"];
export const network_boxes = ["wire", "switch"];

const by_unit = { app: ["app"], cpu: ["kernel"], dma: ["pcie", "memory"], nic: ["nic"], wire: ["wire"], switch: ["switch"] };
const by_stage = {
  "tcp.2": ["kernel", "memory"],
  "tcp.8": ["kernel", "memory"],
  "rdma.copy": ["app", "memory"],
  "tcp.4": ["memory", "pcie", "nic"],
  "rdma.doorbell": ["pcie", "nic"],
};

export const boxes_of = (busy) => by_stage[busy.what] ?? by_unit[busy.unit] ?? [];

const of_ledger = (what) => what.startsWith("core.");

/// What is busy in a lane at t: [{ host, box, what }], host "" for the network. What a core is booked under is told only
/// where no stage tells more of the same box.
export function lit_at(facts, lane, t) {
  const now = facts.busy.filter((b) => b.lane === lane && covers(b.spans, t));
  const lit = now.flatMap((b) => boxes_of(b).map((box) => ({ host: b.host, box, what: b.what })));
  const told = new Set(lit.filter((l) => !of_ledger(l.what)).map((l) => l.host + "." + l.box));
  return lit.filter((l) => !of_ledger(l.what) || !told.has(l.host + "." + l.box));
}
