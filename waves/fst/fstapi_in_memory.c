/* GTKWave's FST writer as Verilator ships it, with its temporary files in memory: it maps them, and where /tmp is full
 * a mapped write ends the program by a signal instead of an error. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE* memory_file(void) {
  const int descriptor = memfd_create("fst", MFD_CLOEXEC);
  FILE* file = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
  if (!file && descriptor >= 0) close(descriptor);
  return file;
}

#define tmpfile memory_file
#include <fstapi.c>
