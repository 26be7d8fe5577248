#include "WorldStep.h"

#include "StageTimer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Boundaries that move faster than this, m/s, are reported: nothing is promised about what they meet.
constexpr Real FastestBoundary = 50;

/// The rotation vector that turns `from` into `to`.
Vec3d RotationBetween(const Mat3d& from, const Mat3d& to)
{
	const Mat3d turn = to * Transpose(from);
	const Vec3d axis = {turn.m[2][1] - turn.m[1][2], turn.m[0][2] - turn.m[2][0], turn.m[1][0] - turn.m[0][1]};
	const double sine = Norm(axis) / 2, cosine = (Trace(turn) - 1) / 2;
	return sine > 1e-12 ? axis * (std::atan2(sine, cosine) / (2 * sine)) : Vec3d{};
}

Mat3d RotatedBy(const Vec3d& rotationVector, const Mat3d& rotation)
{
	const double angle = Norm(rotationVector);
	return angle > 0 ? AxisAngleRotation(rotationVector / angle, angle) * rotation : rotation;
}

std::array<Vec3d, 8> CornersOf(const Box3d& box)
{
	std::array<Vec3d, 8> corners;
	for (std::size_t k = 0; k < corners.size(); ++k)
		corners[k] = {(k & 1 ? box.max : box.min).x, (k & 2 ? box.max : box.min).y, (k & 4 ? box.max : box.min).z};
	return corners;
}

/// Takes the rounding out of a rotation that has been turned many times.
Mat3d Orthonormalised(const Mat3d& rotation)
{
	const Vec3d x = rotation.Column(0) / Norm(rotation.Column(0));
	Vec3d y = rotation.Column(1) - x * Dot(x, rotation.Column(1));
	y = y / Norm(y);
	const Vec3d z = Cross(x, y);
	return {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

/// Turns a body as it spins at the start of a substep. Its angular momentum stays, so that what is not round tumbles.
void TurnFreely(const WorldRigid& rigid, double h, RigidState& next)
{
	const Mat3d before = rigid.state.pose.rotation;
	const auto turnedBy = [&](const Vec3d& spin) { return Orthonormalised(RotatedBy(spin * h, before)); };
	next.pose.rotation = turnedBy(next.angularVelocity);
	if (rigid.def.hostDriven)
		return;
	const Vec3d spin = next.angularVelocity, momentum = before * (rigid.inertia * (Transpose(before) * spin));
	const auto spinAt = [&](const Mat3d& rotation) { return rigid.InverseInertiaAt(rotation) * momentum; };
	next.pose.rotation = turnedBy((spin + spinAt(next.pose.rotation)) / 2);
	next.angularVelocity = spinAt(next.pose.rotation);
}

}

void WorldStep::Substep(double h)
{
	{
		StageTimer timer(report.milliseconds.boundary);
		PrepareObstacles(h);
		PushObstacles();
	}
	EmitFluid(h);
	if (world.fluid.Count() > 0)
	{
		PrepareFluid();
		SolveFluid(h);
		HeatFluid(h);
		ReturnSolids();
		MoveFluid(h);
	}
	{
		StageTimer timer(report.milliseconds.boundary);
		CollideRigids(h); // first: what stops a rigid body stops what rides on it
		TouchBodies(h);
		MoveBodies(h);
	}
	MoveObstacles(h);
	RemoveLostFluid();
	++report.substeps;
	report.smallestSubstep = report.smallestSubstep == 0 ? h : std::min(report.smallestSubstep, h);
	world.lastSubstep = h;
}

Pose WorldStep::PoseAfter(const WorldBoundary& boundary, double h) const
{
	Pose next = boundary.def.pose;
	if (obstaclesStand)
		return next;
	if (boundary.def.motion.has_value())
		next = boundary.PoseAt(world.time + h);
	else if (boundary.hasGoal)
	{
		const double share = std::min(1.0, h / std::max(callEnd - world.time, h));
		next.position += (boundary.goal.position - next.position) * share;
		next.rotation = Orthonormalised(RotatedBy(RotationBetween(next.rotation, boundary.goal.rotation) * share, next.rotation));
	}
	return ValidatePose(next, "a boundary").IsOk() ? next : boundary.def.pose; // or its motion leads out of the world
}

double WorldStep::FastestObstacleIn(const Box3& regionInFrame) const
{
	const Box3d region = {world.frame + regionInFrame.min.Cast<double>(), world.frame + regionInFrame.max.Cast<double>()};
	const double ahead = world.def.time.maxStep;
	double fastest = 0;
	const auto look = [&](const Shape& shape, const Pose& pose, const Vec3d& velocity, const Vec3d& angularVelocity, const Vec3d& pivot)
	{
		if (velocity == Vec3d{} && angularVelocity == Vec3d{})
			return;
		const Box3d bounds = shape.Bounds();
		Box3d reach = region; // what has no bounds is everywhere
		if (IsFinite(bounds.min) && IsFinite(bounds.max))
		{
			Box3d swept;
			for (const Vec3d& corner : CornersOf(bounds))
			{
				const Vec3d place = pose.ToWorld(corner);
				swept.Include(place);
				swept.Include(place + (velocity + Cross(angularVelocity, place - pivot)) * ahead);
			}
			reach = {Max(region.min, swept.min), Min(region.max, swept.max)};
			if (reach.IsEmpty())
				return;
		}
		for (const Vec3d& place : CornersOf(reach)) // the speed of a rigid motion is largest at one of them
			fastest = std::max(fastest, Norm(velocity + Cross(angularVelocity, place - pivot)));
	};
	for (const BoundaryId id : world.boundaries.ActiveIds())
	{
		const WorldBoundary& boundary = world.boundaries[id];
		const Pose &pose = boundary.def.pose, next = PoseAfter(boundary, ahead);
		look(boundary.def.shape, pose, (next.position - pose.position) / ahead, RotationBetween(pose.rotation, next.rotation) / ahead,
			pose.position);
	}
	for (const RigidId id : world.rigids.ActiveIds())
	{
		const WorldRigid& rigid = world.rigids[id];
		look(rigid.def.shape, rigid.state.pose, rigid.state.velocity, rigid.state.angularVelocity, rigid.CentreOfMass());
	}
	return fastest;
}

void WorldStep::PrepareObstacles(double h)
{
	world.obstacles.clear();
	for (const BoundaryId id : world.boundaries.ActiveIds())
	{
		WorldBoundary& boundary = world.boundaries[id];
		const Pose next = PoseAfter(boundary, h);
		Obstacle obstacle;
		obstacle.shape = &boundary.def.shape;
		obstacle.position = (boundary.def.pose.position - world.frame).Cast<Real>();
		obstacle.rotation = boundary.def.pose.rotation.Cast<Real>();
		obstacle.pivot = obstacle.position;
		obstacle.velocity = ((next.position - boundary.def.pose.position) / h + boundary.def.velocity).Cast<Real>();
		obstacle.angularVelocity = (RotationBetween(boundary.def.pose.rotation, next.rotation) / h).Cast<Real>();
		obstacle.friction = static_cast<float>(boundary.def.friction);
		obstacle.key = 2 * id.index;
		if (Norm(obstacle.velocity) > FastestBoundary)
			report.issues |= StepIssue::BoundaryTooFast;
		boundary.next = next;
		if (!obstaclesStand)
			boundary.isMoving = !obstacle.IsStanding();
		world.obstacles.push_back(obstacle);
	}
	for (const RigidId id : world.rigids.ActiveIds())
	{
		WorldRigid& rigid = world.rigids[id];
		Obstacle obstacle;
		obstacle.shape = &rigid.def.shape;
		obstacle.position = (rigid.state.pose.position - world.frame).Cast<Real>();
		obstacle.rotation = rigid.state.pose.rotation.Cast<Real>();
		obstacle.pivot = (rigid.CentreOfMass() - world.frame).Cast<Real>();
		obstacle.friction = static_cast<float>(rigid.def.friction);
		obstacle.key = 2 * id.index + 1;
		obstacle.velocity = rigid.state.velocity.Cast<Real>();
		obstacle.angularVelocity = rigid.state.angularVelocity.Cast<Real>();
		if (obstaclesStand)
			obstacle.velocity = obstacle.angularVelocity = {};
		else if (!rigid.def.hostDriven)
		{
			obstacle.velocity += (world.def.gravity * (h * rigid.def.gravityScale)).Cast<Real>();
			obstacle.inverseMass = static_cast<float>(1 / rigid.mass);
			obstacle.inverseInertia = rigid.InverseInertia().Cast<Real>();
		}
		world.obstacles.push_back(obstacle);
	}
}

void WorldStep::PushObstacles()
{
	if (elasticShare == 0)
		return;
	for (std::size_t k = 0; k < world.obstacles.size(); ++k)
	{
		Obstacle& obstacle = world.obstacles[k];
		const Wrench push = {world.elasticWrenches[k].impulse * elasticShare, world.elasticWrenches[k].angularImpulse * elasticShare};
		obstacle.impulse += push.impulse;
		obstacle.angularImpulse += push.angularImpulse;
		obstacle.velocity += push.impulse.Cast<Real>() * obstacle.inverseMass;
		obstacle.angularVelocity += obstacle.inverseInertia * push.angularImpulse.Cast<Real>();
	}
}

void WorldStep::CollideRigids(double h, std::span<const CaughtParticle> caught)
{
	if (world.rigids.ActiveIds().empty())
		return;
	world.touchPoints.assign(world.obstacles.size(), nullptr);
	std::size_t index = world.boundaries.ActiveIds().size();
	for (const RigidId id : world.rigids.ActiveIds())
		world.touchPoints[index++] = &world.rigids[id].touch;
	world.rigidContact.Solve(
		world.obstacles, world.touchPoints, caught, {static_cast<Real>(h), static_cast<Real>(world.def.contact.separationSpeed)});
}

void WorldStep::MoveObstacles(double h)
{
	std::size_t index = 0;
	for (const BoundaryId id : world.boundaries.ActiveIds())
	{
		WorldBoundary& boundary = world.boundaries[id];
		const Obstacle& obstacle = world.obstacles[index++];
		boundary.wrench.impulse += obstacle.impulse;
		boundary.wrench.angularImpulse += obstacle.angularImpulse;
		boundary.def.pose = boundary.next;
	}
	for (const RigidId id : world.rigids.ActiveIds())
	{
		WorldRigid& rigid = world.rigids[id];
		const Obstacle& obstacle = world.obstacles[index++];
		rigid.wrench.impulse += obstacle.impulse;
		rigid.wrench.angularImpulse += obstacle.angularImpulse;
		RigidState next = rigid.state;
		if (!rigid.def.hostDriven)
		{
			next.velocity += world.def.gravity * (h * rigid.def.gravityScale) + obstacle.impulse / rigid.mass
				+ obstacle.velocityByContact.Cast<double>();
			next.angularVelocity += rigid.InverseInertia() * obstacle.angularImpulse + obstacle.angularVelocityByContact.Cast<double>();
		}
		const Vec3d centre = rigid.CentreOfMass() + next.velocity * h;
		TurnFreely(rigid, h, next);
		next.pose.position = centre - next.pose.rotation * rigid.centre;
		if (ValidatePose(next.pose, "a rigid body").IsOk() && IsFinite(next.velocity) && IsFinite(next.angularVelocity))
			rigid.state = next;
		else
		{
			rigid.state.velocity = rigid.state.angularVelocity = {};
			report.issues |= StepIssue::RigidFrozen;
		}
	}
}

}
