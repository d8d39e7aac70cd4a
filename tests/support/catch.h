#pragma once
// Debian ships Catch2 v2, Ubuntu 24.04 v3: the one place that knows.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Matchers::Contains;
#else
#include <catch2/catch.hpp>
using Catch::Matchers::Contains;
#endif
