#pragma once
#include <string>

#include "app/packetdrill/cursor.h"
#include "app/packetdrill/script.h"

namespace rocelab::app::packetdrill {

/// Throws SyntaxError. `file` is for messages.
Script parse(const std::string& file, const std::string& text);

// The rules, each in its own file. They read from where the cursor stands.

When parse_when(Cursor&);
/// Behind '<' or '>'. What it uses and nobody models is told in `unsupported`; its line is passed over then.
PacketLine parse_packet(Cursor&, bool outbound, std::string& unsupported);
/// Behind the '<' of TCP options.
void parse_options(Cursor&, PacketLine&, std::string& unsupported);
Call parse_call(Cursor&);
Value parse_value(Cursor&);

}  // namespace rocelab::app::packetdrill
