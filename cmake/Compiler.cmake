# -ffp-contract=off: the same floating-point results on every amd64 machine.
add_compile_options(-Wall -Wextra -ffp-contract=off)
# Debian's compiler makes position-independent programs; that takes 1.4 % more instructions a packet (docs/speed.md).
add_compile_options(-fno-pie)
add_link_options(-no-pie)
if(ROCELAB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(ROCELAB_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
endif()
