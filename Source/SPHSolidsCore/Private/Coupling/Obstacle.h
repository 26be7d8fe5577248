#pragma once

#include <SPHSolids/Coupling/Shape.h>

#include <cmath>
#include <cstdint>

namespace SPHSolids
{

/// A boundary or rigid body as particles of one substep meet it, in floats relative to the world's frame.
struct Obstacle
{
	const Shape* shape = nullptr;
	std::uint32_t key = 0; // who it is, from step to step
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
	// What other obstacles gave a movable one: changes of its motion.
	Vec3 velocityByContact, angularVelocityByContact;

	bool IsMovable() const { return inverseMass > 0; }
	bool IsStanding() const { return !IsMovable() && velocity == Vec3{} && angularVelocity == Vec3{}; }
	Vec3 VelocityAt(const Vec3& place) const { return velocity + Cross(angularVelocity, place - pivot); }
	/// Of a movable one, against a push at a place along a direction, 1/kg.
	Real InverseMassAt(const Vec3& place, const Vec3& direction) const
	{
		const Vec3 turn = Cross(place - pivot, direction);
		return inverseMass + Dot(turn, inverseInertia * turn);
	}
	/// Signed distance and outward direction, in the frame.
	DistanceSample Distance(const Vec3& place) const
	{
		DistanceSample sample = shape->Distance(Transpose(rotation) * (place - position));
		sample.gradient = rotation * sample.gradient;
		return sample;
	}
	/// A distance that no surface is nearer than. @param sampled Of Distance, which may say too much far from a grid.
	Real LeastDistance(const Vec3& place, const DistanceSample& sampled) const
	{
		return shape->Kind() == ShapeKind::Grid ? shape->LeastDistance(Transpose(rotation) * (place - position), sampled.distance)
												: sampled.distance;
	}
	Real LeastDistance(const Vec3& place) const { return LeastDistance(place, Distance(place)); }
	/// A place at the end of a step, as the obstacle, which moves and turns in it, sees it from where it is now.
	Vec3 SeenAtEnd(const Vec3& place, Real step) const
	{
		const Vec3 arm = place - (pivot + velocity * step);
		const Real angle = Norm(angularVelocity) * step;
		return pivot + (angle > 0 ? AxisAngleRotation(angularVelocity * (step / angle), -angle) * arm : arm);
	}
	/// Length by which turning is measured as motion: about how far from the pivot its mass is. Of what is not movable: 1.
	Real Gyration() const
	{
		const Real turning = Trace(inverseInertia);
		return turning > 0 && inverseMass > 0 ? std::sqrt(3 * inverseMass / turning) : Real(1);
	}
	/// Notes an impulse without giving way to it.
	void Book(const Vec3& place, const Vec3& push)
	{
		impulse += push.Cast<double>();
		angularImpulse += Cross(place - pivot, push).Cast<double>();
	}
	/// A movable body gives way to an impulse of another obstacle.
	void Collide(const Vec3& place, const Vec3& push)
	{
		const Vec3 change = push * inverseMass, turn = inverseInertia * Cross(place - pivot, push);
		velocity += change;
		angularVelocity += turn;
		velocityByContact += change;
		angularVelocityByContact += turn;
	}
	/// Notes an impulse; a movable body also changes its motion.
	void Receive(const Vec3& place, const Vec3& push)
	{
		Book(place, push);
		const Vec3 turn = Cross(place - pivot, push);
		velocity += push * inverseMass;
		angularVelocity += inverseInertia * turn;
	}
};

}
