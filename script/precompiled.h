// Parsed once for all C++ files of a debug build: see use_precompiled_header in script/lib.sh.
#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <version>
