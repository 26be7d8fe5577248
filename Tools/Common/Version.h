#pragma once

namespace SPHSolids::Tools
{

/// Version of the project, as CMake and the changelog count it.
const char* Version();

}
