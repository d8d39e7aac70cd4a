#pragma once
#include <cerrno>

namespace rocelab::host {

/// Name of an errno value that a verb returns.
inline const char* name_of(int error) {
  switch (error) {
    case EINVAL:
      return "EINVAL";
    case ENOMEM:
      return "ENOMEM";
    case EFAULT:
      return "EFAULT";
    case EPERM:
      return "EPERM";
    case ECONNREFUSED:
      return "ECONNREFUSED";
    case ECONNRESET:
      return "ECONNRESET";
    case EHOSTUNREACH:
      return "EHOSTUNREACH";
    case ETIMEDOUT:
      return "ETIMEDOUT";
    case EBUSY:
      return "EBUSY";
    default:
      return "EIO";
  }
}

}  // namespace rocelab::host
