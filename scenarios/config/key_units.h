#pragma once

/// The units in which the tables of keys write a key's limits: octets and picoseconds, as a value is kept.
namespace rocelab::scenarios::key_units {

inline constexpr double kib = 1024, mib = 1024 * kib, gib = 1024 * mib;
inline constexpr double ns = 1e3, us = 1e6, ms = 1e9, s = 1e12;

}  // namespace rocelab::scenarios::key_units
