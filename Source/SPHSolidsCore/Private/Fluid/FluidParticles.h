#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/PaddedVec3.h>

#include <cstdint>

namespace SPHSolids
{

/// Everything a fluid particle keeps from step to step, one array per quantity, in the order of the cells of the last substep.
struct FluidParticles
{
	AlignedArray<PaddedVec3> position;      // m, relative to the world's frame
	AlignedArray<PaddedVec3> velocity;      // m/s
	AlignedArray<float> density;            // in units of rest density, of the last substep
	AlignedArray<float> pressure;           // Pa, of the density solve: warm start of the next
	AlignedArray<float> divergencePressure; // Pa, of the divergence solve
	AlignedArray<std::uint32_t> id;
	AlignedArray<std::uint8_t> fluid; // index of its FluidId
	AlignedArray<float> expiry;       // time of its end, s; empty while no particle has one
	AlignedArray<PaddedVec3> spin;    // rad/s, of the micropolar model; empty while no fluid has it
	AlignedArray<float> temperature;  // degrees Celsius; empty while no fluid takes part in heat

	/// Position and velocity hold particles of solids behind those of the fluid during a substep.
	std::size_t Count() const { return id.size(); }

	template <class Visit>
	void ForEachArray(Visit&& visit)
	{
		visit(position);
		visit(velocity);
		visit(density);
		visit(pressure);
		visit(divergencePressure);
		visit(id);
		visit(fluid);
		if (!expiry.empty())
			visit(expiry);
		if (!spin.empty())
			visit(spin);
		if (!temperature.empty())
			visit(temperature);
	}
	std::size_t Bytes() const;
};

}
