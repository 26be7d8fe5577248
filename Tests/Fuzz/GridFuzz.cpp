// A distance grid from bytes can be asked for the distance anywhere.

#include "Fuzz.h"

#include <SPHSolids/Geometry/DistanceGrid.h>

#include <cmath>

using namespace SPHSolids;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned seed)
{
	return Fuzz::MutateAndRepair(data, size, maxSize, seed, [](Tests::Bytes& bytes) { Tests::RepairChecksum(bytes, 64, 56); });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const auto grid = DistanceGrid::FromBytes(Fuzz::Bytes(data, size));
	if (!grid.IsOk())
		return 0;
	const Vec3d centre = grid.Value().Bounds().Centre(), reach = grid.Value().Bounds().Size();
	for (const double share : {-1.0, -0.5, -0.1, 0.0, 0.3, 0.5, 2.0})
	{
		static_cast<void>(grid.Value().SampleLinear((centre + reach * share).Cast<Real>()));
		static_cast<void>(grid.Value().SampleCubic((centre + reach * share).Cast<Real>()));
	}
	Fuzz::Expect(DistanceGrid::FromBytes(grid.Value().ToBytes()).IsOk(), "a grid that was read could not be written and read again");
	return 0;
}
