#pragma once

// Read before all of the core, after the libraries it uses: what the engine's headers (check, PI, TEXT ...) and those of Windows
// (near, far, small ...) leave behind as macros. A name of the core that is one of them does not compile.

#include <Eigen/Core>
#include <Eigen/SparseCholesky>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

// Whatever stands in their place cannot be part of any expression.
#define SPHSOLIDS_TAKEN_NAME @

#define PI SPHSOLIDS_TAKEN_NAME
#define INV_PI SPHSOLIDS_TAKEN_NAME
#define HALF_PI SPHSOLIDS_TAKEN_NAME
#define SMALL_NUMBER SPHSOLIDS_TAKEN_NAME
#define KINDA_SMALL_NUMBER SPHSOLIDS_TAKEN_NAME
#define BIG_NUMBER SPHSOLIDS_TAKEN_NAME
#define DELTA SPHSOLIDS_TAKEN_NAME
#define INDEX_NONE SPHSOLIDS_TAKEN_NAME
#define TEXT(text) SPHSOLIDS_TAKEN_NAME
#define check(expression) SPHSOLIDS_TAKEN_NAME
#define checkf(expression, ...) SPHSOLIDS_TAKEN_NAME
#define verify(expression) SPHSOLIDS_TAKEN_NAME
#define verifyf(expression, ...) SPHSOLIDS_TAKEN_NAME
#define ensure(expression) SPHSOLIDS_TAKEN_NAME
#define ensureMsgf(expression, ...) SPHSOLIDS_TAKEN_NAME
#define unimplemented() SPHSOLIDS_TAKEN_NAME

#define near SPHSOLIDS_TAKEN_NAME
#define far SPHSOLIDS_TAKEN_NAME
#define small SPHSOLIDS_TAKEN_NAME
#define hyper SPHSOLIDS_TAKEN_NAME
#define interface SPHSOLIDS_TAKEN_NAME
