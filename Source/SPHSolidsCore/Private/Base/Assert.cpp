#include <SPHSolids/Base/Assert.h>

#include <cstdio>
#include <cstdlib>

namespace SPHSolids
{

void AssertionFailed(const char* condition, const char* file, int line)
{
	std::fprintf(stderr, "%s:%d: SPHSolids assertion failed: %s\n", file, line, condition);
	std::abort();
}

}
