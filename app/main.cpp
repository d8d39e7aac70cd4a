#include "app/program.h"

int main(int argc, char* argv[]) { return rocelab::app::program(argc, argv); }

// libsystemc has a main of its own, which wants this; ours is the one that runs.
extern "C" int sc_main(int, char*[]) { return 0; }
