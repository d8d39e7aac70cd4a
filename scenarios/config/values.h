#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tlm/units.h"

/// Values as users write them. Each throws std::invalid_argument whose message says what is allowed.
namespace rocelab::scenarios {

std::uint64_t parse_size(const std::string&);     // octets: B KiB MiB GiB kB MB GB, a bare number is octets
Rate parse_rate(const std::string&);              // Gbps Mbps kbps bps, a bare number is bits per second
Ps parse_time(const std::string&);                // ps ns us ms s, a bare number is seconds
double parse_number(const std::string&);          // a plain decimal number
std::uint64_t parse_integer(const std::string&);  // 0 or more
/// Whole numbers and ranges, "3, 7, 9-12"; "none" is none.
std::vector<std::uint64_t> parse_numbers(const std::string&);
bool parse_bool(const std::string&);  // true false (also on off, yes no, 1 0)

}  // namespace rocelab::scenarios
