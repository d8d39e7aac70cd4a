/// Part of programs that are built with the address sanitizer, and of no other. It has to know which stack runs, or an
/// exception leaves marks of its frames behind, and healthy code is reported later. SystemC 2.3.4 tells it when a
/// thread takes over; it does not say where the main stack lies, nor that a thread has ended. The functions defined
/// here stand before those of the same name in the libraries and say the rest.
#include <dlfcn.h>
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

#include <map>

namespace {

struct Stack {
  const void* bottom = nullptr;
  std::size_t bytes = 0;
};

Stack main_stack() {
  pthread_attr_t attributes;
  void* bottom = nullptr;
  Stack stack;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  if (pthread_attr_getstack(&attributes, &bottom, &stack.bytes) == 0) stack.bottom = bottom;
  pthread_attr_destroy(&attributes);
  return stack;
}

/// Those of threads that ran, by their bottom.
std::map<const void*, std::size_t>& thread_stacks() {
  static std::map<const void*, std::size_t> stacks;
  return stacks;
}

Stack stack_around(const void* place) {
  const auto above = thread_stacks().upper_bound(place);
  if (above == thread_stacks().begin()) return main_stack();
  const auto [bottom, bytes] = *std::prev(above);
  const bool inside = static_cast<const char*>(place) < static_cast<const char*>(bottom) + bytes;
  return inside ? Stack{bottom, bytes} : main_stack();
}

}  // namespace

/// SystemC passes no bottom where it goes back to the main stack.
extern "C" void __sanitizer_start_switch_fiber(void** saved, const void* bottom, std::size_t bytes) {
  static const auto next =
      reinterpret_cast<decltype(&__sanitizer_start_switch_fiber)>(dlsym(RTLD_NEXT, "__sanitizer_start_switch_fiber"));
  if (bottom) thread_stacks()[bottom] = bytes;
  const Stack to = bottom ? Stack{bottom, bytes} : main_stack();
  next(saved, to.bottom, to.bytes);
}

/// SystemC runs this on the stack of whoever goes on when a thread has ended.
extern "C" void* sc_cor_qt_aborthelp(void*, void*, void*) {
  const Stack here = stack_around(__builtin_frame_address(0));
  __sanitizer_start_switch_fiber(nullptr, here.bottom, here.bytes);
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
  return nullptr;
}

/// A run that is interrupted, or in which nobody can go on, ends while programs wait; SystemC gives back their stacks
/// without unwinding them, so that what stands there does not give back what it owns.
extern "C" const char* __lsan_default_suppressions() { return "leak:rocelab::host::Program::body\n"; }
