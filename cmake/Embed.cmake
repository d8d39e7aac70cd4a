# Data files that a program carries inside it.
#
#   embed(TARGET SPACE NAME file.toml…)
#
# makes `namespace SPACE { extern const std::vector<std::pair<std::string_view, std::string_view>> NAME; }`: name and
# text of each file, in the order of their names. A new file needs no other change.
function(embed target space name)
  set(files ${ARGN})
  list(SORT files)
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(file_name ${file} NAME)
    file(READ ${file} text)
    string(APPEND entries "    {\"${file_name}\", R\"embedded(${text})embedded\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"#include <string_view>
#include <utility>
#include <vector>
namespace @space@ {
extern const std::vector<std::pair<std::string_view, std::string_view>> @name@;
const std::vector<std::pair<std::string_view, std::string_view>> @name@{
@entries@};
}
")
  target_sources(${target} PRIVATE ${source})
endfunction()
