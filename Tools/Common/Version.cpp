#include <Common/Version.h>

namespace SPHSolids::Tools
{

const char* Version()
{
	return SPHSOLIDS_VERSION;
}

}
