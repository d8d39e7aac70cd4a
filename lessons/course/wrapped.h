#pragma once
#include <string>

namespace rocelab::lessons {

/// Sets a text in lines of at most `width` columns (text_table.h counts them), each ended by a newline. Lines break at
/// spaces and between wide characters, never before closing or after opening punctuation; a newline in the text joins
/// as a space, but as nothing between wide characters and beside their punctuation; U+00A0 is a space at which no line
/// breaks. The first line begins with `first`, the others with `rest`.
std::string wrapped(const std::string& text, std::size_t width, const std::string& first, const std::string& rest);

}  // namespace rocelab::lessons
