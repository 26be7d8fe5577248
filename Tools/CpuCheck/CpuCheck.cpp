// Says so, instead of dying of an illegal instruction, when a program built for a newer processor is started on an older one.
//
// This file alone is compiled for any x86-64 (Tools/CMakeLists.txt), includes nothing that could pull in newer code, and runs before
// every other initialiser of the program.

#include <unistd.h>

#if defined(SPHSOLIDS_NEEDS_AVX2)

namespace
{

constexpr char CpuMessage[] = "This program was built for processors with AVX2, FMA and F16C, and this one lacks them. "
							  "Build it with cmake -DSPHSOLIDS_SIMD=sse2.\n";

__attribute__((constructor(101))) void RefuseOlderProcessors()
{
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c"))
		return;
	const auto written = write(STDERR_FILENO, CpuMessage, sizeof CpuMessage - 1);
	_exit(written < 0 ? 2 : 1);
}

}

#endif
