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
    case EBUSY:
      return "EBUSY";
    case ECONNRESET:
      return "ECONNRESET";
    case EHOSTUNREACH:
      return "EHOSTUNREACH";
    case EOPNOTSUPP:
      return "EOPNOTSUPP";
    case EPERM:
      return "EPERM";
    case ECONNREFUSED:
      return "ECONNREFUSED";
    case ETIMEDOUT:
      return "ETIMEDOUT";
    default:
      return "EIO";
  }
}

}  // namespace rocelab::host
