#pragma once
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/shell.h"

/// A second, independent look at a capture: what the format says, octet by octet.
namespace rocelab::test {

struct CapturedFrame {
  std::uint32_t interface = 0;
  std::uint64_t t_ns = 0;
  std::uint32_t flags = 0;
  std::string octets;
  std::vector<std::string> comments;
};

struct Capture {
  std::vector<std::string> interfaces;
  std::vector<CapturedFrame> frames;
};

class PcapngReader {
 public:
  explicit PcapngReader(const std::filesystem::path& path) : text_(text_of(path)) {}

  /// Throws std::runtime_error when the file breaks the format.
  Capture read() {
    if (u32(0) != 0x0a0d0d0a || u32(8) != 0x1a2b3c4d) throw std::runtime_error("no section header");
    Capture capture;
    for (std::size_t at = 0; at < text_.size();) {
      const std::uint32_t length = u32(at + 4);
      if (length % 4 != 0 || length < 12 || u32(at + length - 4) != length) throw std::runtime_error("block length");
      if (u32(at) == 1) interface(capture, at, length);
      if (u32(at) == 6) frame(capture, at, length);
      at += length;
    }
    return capture;
  }

 private:
  std::uint32_t u32(std::size_t at) const {
    std::uint32_t v;
    std::memcpy(&v, text_.substr(at).substr(0, 4).data(), 4);
    return v;
  }
  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(u32(at)); }

  template <class Take>
  void options(std::size_t at, std::size_t end, Take take) const {
    while (at < end) {
      const std::uint16_t code = u16(at), length = u16(at + 2);
      if (code == 0) return;
      take(code, text_.substr(at + 4, length));
      at += 4 + (length + 3u) / 4 * 4;
    }
  }

  void interface(Capture& capture, std::size_t at, std::uint32_t length) const {
    bool nanoseconds = false;
    options(at + 16, at + length - 4, [&](std::uint16_t code, const std::string& value) {
      if (code == 2) capture.interfaces.push_back(value);
      if (code == 9) nanoseconds = value == "\x09";
    });
    if (!nanoseconds || u16(at + 8) != 1) throw std::runtime_error("interface is not Ethernet in nanoseconds");
  }

  void frame(Capture& capture, std::size_t at, std::uint32_t length) const {
    CapturedFrame f;
    f.interface = u32(at + 8);
    f.t_ns = static_cast<std::uint64_t>(u32(at + 12)) << 32 | u32(at + 16);
    if (u32(at + 20) != u32(at + 24)) throw std::runtime_error("cut frame");
    f.octets = text_.substr(at + 28, u32(at + 20));
    options(at + 28 + (f.octets.size() + 3) / 4 * 4, at + length - 4,
            [&](std::uint16_t code, const std::string& value) {
              if (code == 1) f.comments.push_back(value);
              if (code == 2) std::memcpy(&f.flags, value.data(), 4);
            });
    capture.frames.push_back(f);
  }

  std::string text_;
};

}  // namespace rocelab::test
