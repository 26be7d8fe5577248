# Flags of every target (sphsolids_flags) and of the core alone (sphsolids_core_flags).

add_library(sphsolids_flags INTERFACE)
target_compile_options(sphsolids_flags INTERFACE
  -Wall -Wextra -Wshadow -Wundef -Werror
  # One rounding per written operation, on every compiler: fused multiply-add only where the source says MulAdd.
  -ffp-contract=off -fno-math-errno -fno-trapping-math)
# What ccache needs to see through precompiled headers.
target_compile_options(sphsolids_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
target_compile_definitions(sphsolids_flags INTERFACE
  $<$<CONFIG:Debug>:SPHSOLIDS_ASSERTS=1>)

add_library(sphsolids_core_flags INTERFACE)
target_compile_options(sphsolids_core_flags INTERFACE -fno-exceptions -fno-rtti -Wconversion)

if(SPHSOLIDS_SANITIZE)
  target_compile_definitions(sphsolids_flags INTERFACE SPHSOLIDS_ASSERTS=1)
  # The core has no RTTI, so a check of its objects' types from the tools, which have, would always fail: -fno-sanitize=vptr.
  target_compile_options(sphsolids_flags INTERFACE -fsanitize=${SPHSOLIDS_SANITIZE} -fno-sanitize=vptr -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(sphsolids_flags INTERFACE -fsanitize=${SPHSOLIDS_SANITIZE})
endif()

set(simd ${SPHSOLIDS_SIMD})
if(simd STREQUAL "auto")
  set(simd sse2)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo cpu_flags LIMIT_COUNT 1 REGEX "^flags")
    if(cpu_flags MATCHES " avx2( |$)" AND cpu_flags MATCHES " fma( |$)" AND cpu_flags MATCHES " f16c( |$)")
      set(simd avx2)
    endif()
  endif()
endif()
if(simd STREQUAL "avx2")
  target_compile_options(sphsolids_flags INTERFACE -mavx2 -mfma -mf16c
    # g++ copies structs of vectors in halves by default, and reading them whole afterwards stalls.
    $<$<CXX_COMPILER_ID:GNU>:-mmove-max=256> $<$<CXX_COMPILER_ID:GNU>:-mstore-max=256>)
elseif(simd STREQUAL "scalar")
  target_compile_definitions(sphsolids_flags INTERFACE SPHSOLIDS_FORCE_SCALAR=1)
endif()
set(SPHSOLIDS_SIMD_CHOSEN ${simd})
message(STATUS "Instruction set of the core: ${simd}")

# For code that only asks others to work: tests, the command line, the header tool. It takes two thirds of the time to compile.
add_library(sphsolids_unhurried INTERFACE)
target_compile_options(sphsolids_unhurried INTERFACE $<$<CONFIG:Release>:-O1>)
