#pragma once

namespace SPHSolids
{

/// Weights of four values in a row for a place between the inner two, and their derivatives: the cubic through the inner values whose
/// slopes there are those between their neighbours. Smooth across cells, and exact for straight lines.
struct CatmullRom
{
	float weight[4], slope[4];

	/// @param t 0 at the second value, 1 at the third.
	explicit CatmullRom(float t)
		: weight{((-0.5f * t + 1.0f) * t - 0.5f) * t, (1.5f * t - 2.5f) * t * t + 1.0f, ((-1.5f * t + 2.0f) * t + 0.5f) * t,
			  (0.5f * t - 0.5f) * t * t}
		, slope{(-1.5f * t + 2.0f) * t - 0.5f, (4.5f * t - 5.0f) * t, (-4.5f * t + 4.0f) * t + 0.5f, (1.5f * t - 1.0f) * t}
	{
	}
};

}
