# Data files that a program carries inside it: each becomes `extern const std::string_view NAME` in `namespace SPACE`.
#
#   embed(TARGET SPACE file.toml…)       NAME = file name without extension
function(embed target space)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(REPLACE "." "_" unit ${space}.${name})
    string(REPLACE "::" "_" unit ${unit})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${unit}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"#include <string_view>
namespace @space@ {
extern const std::string_view @name@;
const std::string_view @name@ = R\"embedded(@text@)embedded\";
}
")
    target_sources(${target} PRIVATE ${source})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
endfunction()
