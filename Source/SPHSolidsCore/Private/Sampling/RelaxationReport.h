#pragma once

#include <cstddef>

namespace SPHSolids
{

struct RelaxationReport
{
	int iterations = 0;
	double lastMotion = 0; // root mean square of the last step, d
	bool isStill = false;
	std::size_t memoryBytes = 0;
};

}
