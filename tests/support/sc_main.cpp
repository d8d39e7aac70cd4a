// libsystemc defines main and wants an sc_main; Catch2's main is the one that runs.
extern "C" int sc_main(int, char*[]) { return 0; }
