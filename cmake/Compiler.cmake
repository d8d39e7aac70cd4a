# -ffp-contract=off: the same floating-point results on every amd64 machine.
add_compile_options(-Wall -Wextra -ffp-contract=off)
if(ROCELAB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
