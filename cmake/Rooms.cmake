# A room is a library that sees only its own folder and the rooms it links. Each room's include directory holds a
# single link to its folder, so `#include "hw/…"` does not resolve in a room beneath hw: the build keeps the floors.
#
#   rocelab_room(NAME FLOOR n FOLDER f [DATA_PATH] [LINKS room…] [USES external-target…] [PARSED_ONCE <header>…]
#                SOURCES …)
#
# DATA_PATH: what runs for each packet. It is compiled with -O3; why not with link-time optimisation says docs/speed.md.
#
# PARSED_ONCE: headers from outside the project that most of the room includes. They are precompiled, since to parse them
# costs more than to compile what stands in the room; every file still names what it includes.
#
# The files of one folder are compiled together (ROCELAB_TOGETHER), as they include much the same headers: that shortens
# a cold build by minutes. So a name in an anonymous namespace is unique within its folder. The presets dev and asan
# compile each file alone, which keeps every file honest about what it includes. What runs for each packet is compiled
# apart as well: together it took 3 % more instructions, since the compiler inlines less in a large unit.
function(rocelab_room name)
  cmake_parse_arguments(ROOM "DATA_PATH" "FLOOR;FOLDER" "LINKS;USES;PARSED_ONCE;SOURCES" ${ARGN})
  foreach(below IN LISTS ROOM_LINKS)
    get_target_property(floor_below ${below} ROCELAB_FLOOR)
    if(NOT floor_below LESS ROOM_FLOOR)
      message(FATAL_ERROR "${name} (floor ${ROOM_FLOOR}) must not link ${below} (floor ${floor_below})")
    endif()
  endforeach()

  set(view ${CMAKE_BINARY_DIR}/rooms/${ROOM_FOLDER})
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${ROOM_FOLDER} ${view}/${ROOM_FOLDER} SYMBOLIC)

  add_library(${name} STATIC ${ROOM_SOURCES})
  if(ROCELAB_TOGETHER AND NOT ROOM_DATA_PATH)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(source IN LISTS ROOM_SOURCES)
      get_filename_component(file ${source} ABSOLUTE)
      file(RELATIVE_PATH file ${CMAKE_SOURCE_DIR} ${file})
      get_filename_component(folder ${file} DIRECTORY)
      string(REPLACE "/" "_" group ${folder})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
  endif()
  set_target_properties(${name} PROPERTIES ROCELAB_FLOOR ${ROOM_FLOOR})
  target_include_directories(${name} PUBLIC ${view})
  target_link_libraries(${name} PUBLIC ${ROOM_LINKS} ${ROOM_USES})
  if(ROOM_DATA_PATH)
    target_compile_options(${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O3>)
  endif()
  if(ROOM_PARSED_ONCE)
    target_precompile_headers(${name} PRIVATE ${ROOM_PARSED_ONCE})
  endif()
endfunction()
