#pragma once

#include <SPHSolids/Coupling/Shape.h>

#include <cstdint>

namespace SPHSolids
{

/// A boundary or rigid body as particles of one substep meet it, in floats relative to the world's frame.
struct Obstacle
{
	const Shape* shape = nullptr;
	Vec3 position;
	Mat3 rotation;
	Vec3 velocity; // of the point `pivot`
	Vec3 angularVelocity;
	Vec3 pivot; // centre of mass of a rigid body, position of a boundary
	float friction = 0;
	// Of a rigid body that particles push; zero for boundaries and what the host moves.
	float inverseMass = 0;
	Mat3 inverseInertia;
	// What particles gave it so far.
	Vec3d impulse, angularImpulse;

	bool IsMovable() const { return inverseMass > 0; }
	Vec3 VelocityAt(const Vec3& place) const { return velocity + Cross(angularVelocity, place - pivot); }
	/// Signed distance and outward direction, in the frame.
	DistanceSample Distance(const Vec3& place) const
	{
		DistanceSample sample = shape->Distance(Transpose(rotation) * (place - position));
		sample.gradient = rotation * sample.gradient;
		return sample;
	}
	/// Books an impulse; a movable body also changes its motion.
	void Receive(const Vec3& place, const Vec3& push)
	{
		impulse += push.Cast<double>();
		const Vec3 turn = Cross(place - pivot, push);
		angularImpulse += turn.Cast<double>();
		velocity += push * inverseMass;
		angularVelocity += inverseInertia * turn;
	}
};

}
