#pragma once
#include <string>
#include <string_view>

namespace rocelab::waves {

/// A name that every waveform viewer takes: letters, digits and `_`, not empty.
std::string identifier(std::string_view);

/// A value of a VCD string variable: printable ASCII without spaces, not empty ("-").
std::string one_word(std::string_view);

/// The same for people: `_` read as spaces.
std::string spaced(std::string_view);

}  // namespace rocelab::waves
