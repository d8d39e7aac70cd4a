#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "app/packetdrill/script.h"

namespace rocelab::app::packetdrill {

/// A name of Linux's socket interface with Linux's number; those that differ between machines are amd64's.
std::optional<std::int64_t> symbol(const std::string& name);
/// "EAGAIN" of 11; the number where the name is not known.
std::string error_name(int error);
std::optional<int> error_number(const std::string& name);

/// The number that a value stands for: an integer, or names joined by '|'. Throws Unsupported naming an unknown one.
std::int64_t number(const Value&);

}  // namespace rocelab::app::packetdrill
