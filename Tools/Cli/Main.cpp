#include <cstdio>

int main()
{
	std::puts("sphsolids");
	return 0;
}
