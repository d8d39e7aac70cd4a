#!/usr/bin/env python3
"""Where the instructions of a packet-hop go: the table of docs/speed.md, in Markdown.

    tests/bench/where_time_goes.py build/app/rocelab [--path kernel_tcp] [--functions 20]

Runs the bench scenario twice under valgrind's callgrind, with 40 and with 60 messages of 1 MB: what both have
(elaboration, connecting, first touch of memory) cancels. Counts are exact and the same on every machine, so a change of
a few instructions shows; how long an instruction takes they do not say.
"""
import argparse
import collections
import math
import pathlib
import re
import subprocess
import tempfile

SCENARIO = pathlib.Path(__file__).resolve().parents[2] / "app/bench/transfer.toml"
MESSAGE = 1_000_000  # octets
SHORT, LONG = 40, 60

# The first pattern that is found in a function's name says where it belongs.
PARTS = [
    ("timeline and conveyors (`tlm/timeline`, `tlm/conveyor.h`)", r"^rocelab::(Timeline|Clockwork|Conveyor|Recurring)"),
    ("RDMA engine (`hw/rnic`)", r"rocelab::rnic::"),
    ("reliable connection (`transport/rc`)", r"rocelab::rc::"),
    ("TCP machine (`transport/tcp`)", r"rocelab::tcp::"),
    ("memory keys (`transport/memory_keys`)", r"rocelab::protection::"),
    ("Ethernet NIC (`hw/nic`)", r"rocelab::nic::"),
    ("ports, links, switch (`hw/fabric`)", r"rocelab::fabric::"),
    ("PCIe (`hw/pcie`)", r"rocelab::pcie::"),
    ("headers to octets and back (`tlm/wire`)", r"rocelab::wire::"),
    ("counting the facts (`scenarios/tally`)", r"rocelab::scenarios::"),
    ("memory, cores, operating system, applications (`host/`)", r"rocelab::host::"),
    ("packets, actions, the rest of `tlm/`", r"rocelab::"),
    ("SystemC and TLM sockets", r"sc_core|tlm_utils|^tlm::|sc_dt"),
    ("octets moved, compared, zeroed (`memcpy`, `memcmp`, `memset`)", r"\bmem(cpy|move|set|cmp)|__mem"),
    ("allocation", r"malloc|free|operator (new|delete)"),
]


def counted(binary, messages, path, folder):
    """Instructions by function of one run."""
    profile = folder / f"profile.{messages}"
    settings = ["--set", f"message.count={messages}", "--set", f"lanes.rdma.path={path}"]
    subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", binary, "run", str(SCENARIO), *settings,
         "--no-waves", "--out", str(folder / "out")],
        check=True, capture_output=True)
    listing = subprocess.run(["callgrind_annotate", "--threshold=100", "--show-percs=no", str(profile)],
                             check=True, capture_output=True, text=True).stdout
    self = collections.Counter()
    for line in listing.splitlines():
        found = re.match(r"\s*([\d,]+)\s+(?!PROGRAM TOTALS)\S*?:(\S.*?)(?:\s+\[[^\]]*\])?$", line)
        if found:
            self[found[2]] += int(found[1].replace(",", ""))
    return self


def packet_hops(path):
    """What the longer run has more: data frames times the two links that each crosses."""
    per_message = math.ceil(MESSAGE / 1024) if path == "rdma" else MESSAGE / 1448  # TCP fills its segments
    return 2 * per_message * (LONG - SHORT)


def part_of(function):
    return next((part for part, pattern in PARTS if re.search(pattern, function)), "everything else")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("binary")
    arguments.add_argument("--path", default="rdma", help="the lane's path: rdma (default) or kernel_tcp")
    arguments.add_argument("--functions", type=int, default=0, help="also list so many functions")
    options = arguments.parse_args()

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        before = counted(options.binary, SHORT, options.path, folder)
        after = counted(options.binary, LONG, options.path, folder)
    after.subtract(before)
    hops = packet_hops(options.path)

    parts = collections.Counter()
    for function, instructions in after.items():
        parts[part_of(function)] += instructions
    whole = sum(parts.values())
    print("| part | instructions a packet-hop | share |\n|---|--:|--:|")
    for part, instructions in parts.most_common():
        print(f"| {part} | {instructions / hops:.0f} | {100 * instructions / whole:.0f} % |")
    print(f"| all | {whole / hops:.0f} | 100 % |")
    if options.functions:
        print("\n| function | instructions a packet-hop |\n|---|--:|")
        for function, instructions in after.most_common(options.functions):
            print(f"| `{function}` | {instructions / hops:.0f} |")


if __name__ == "__main__":
    main()
