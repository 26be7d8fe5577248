// Particle sets of other programs (CSV, ASCII PLY) give finite places or a sentence.

#include "Fuzz.h"

#include <Lab/ParticleFile.h>

using namespace SPHSolids;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const auto places = Lab::ParseParticles(Fuzz::Text(data, size), 10000);
	if (!places.IsOk())
		return 0;
	Fuzz::Expect(!places.Value().empty() && places.Value().size() <= 10000, "a particle set is empty or above its limit");
	for (const Vec3d& place : places.Value())
		Fuzz::Expect(IsFinite(place), "a particle's place is not finite");
	return 0;
}
