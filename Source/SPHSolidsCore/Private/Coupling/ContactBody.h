#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace SPHSolids
{

/// Which particles of a body lie at its surface in the rest shape. Built once per rest state.
struct ContactShell
{
	/// So many particles, one after the other, lie near each other.
	static constexpr std::size_t ClusterSize = 16;

	std::vector<std::uint32_t> particles;
	AlignedArray<float> restPlace[3]; // of these, filled up to whole clusters
	bool isSheet = false;             // no particle has an inside

	/// Puts particles that lie near each other at rest one after the other.
	void Sort(const RestState& rest);
	/// The squared distances at rest of eight of the particles from one of them.
	Float8 RestSquares(std::size_t firstOfEight, std::size_t one) const
	{
		Float8 way[3];
		for (int axis = 0; axis < 3; ++axis)
			way[axis] = Float8::Load(&restPlace[axis][firstOfEight]) - Float8(restPlace[axis][one]);
		return way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
	}
};
std::shared_ptr<const ContactShell> MakeContactShell(const RestState& rest);

/// A body as contact sees it.
struct ContactBody
{
	SolidBody* body = nullptr;
	const ContactShell* shell = nullptr;
	float friction = 0;
	bool selfContact = true;
	bool isFixed = false;                             // asleep, frozen or not its turn: pushes, is not pushed
	bool isJoined = false;                            // contact takes part in its elastic step (ContactEnergy)
	std::uint32_t key = 0;                            // who it is, for events and from step to step
	const AlignedArray<Vec3>* acceleration = nullptr; // expected in the step, m/s^2; null: none
	const AlignedArray<float>* stiffness = nullptr;   // of each particle against being moved alone, N/m; of joined bodies
	AlignedArray<Vec3>* contactVelocity = nullptr;    // what contact changed velocities by, added up
	float speed = 0;                                  // of its centre of mass, m/s
	float fastestTouch = 0;                           // out: speed of the fastest body that touched it, m/s
};

}
