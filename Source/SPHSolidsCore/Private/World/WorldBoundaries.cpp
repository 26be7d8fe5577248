#include <SPHSolids/World/World.h>

#include "WorldRecorder.h"
#include "WorldState.h"

#include "Base/FitsFloat.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

bool IsSamePose(const Pose& a, const Pose& b)
{
	return a.position == b.position && FrobeniusNorm(a.rotation - b.rotation) == 0;
}

}

Result<BoundaryId> World::AddBoundary(const BoundaryDef& def)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddBoundary, def);
	if (Status status = ValidatePose(def.pose, "a boundary"); !status.IsOk())
		return Error{status.Message()};
	if (!(def.friction >= 0) || !FitsFloat(def.friction) || !FitsFloat(def.velocity))
		return Error{"A boundary needs a friction that is zero or positive and a finite velocity."};
	if (def.motion.has_value())
		if (Status status = ValidateMotion(*def.motion, "a boundary"); !status.IsOk())
			return Error{status.Message()};
	auto entry = std::make_unique<WorldBoundary>();
	entry->def = def;
	entry->startPose = def.pose;
	entry->startTime = state->time;
	for (const BodyId id : state->bodies.Ids())
		Wake(id);
	return state->boundaries.Add(std::move(entry));
}

Status World::SetBoundaryTransform(BoundaryId id, const Pose& pose, bool teleport)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetBoundaryTransform, id, pose, teleport);
	WorldBoundary* entry = state->boundaries.Find(id);
	if (entry == nullptr)
		return Error{"The boundary that should be moved does not exist any more."};
	if (Status status = ValidatePose(pose, "a boundary"); !status.IsOk())
		return status;
	entry->def.motion.reset();
	const bool isAtOnce = teleport || !state->boundaries.IsActive(id);
	entry->hasGoal = !isAtOnce;
	if (isAtOnce && !IsSamePose(entry->def.pose, pose))
	{
		state->WakeNear(entry->def.shape, entry->def.pose);
		state->WakeNear(entry->def.shape, pose);
		entry->def.pose = pose;
	}
	else
		entry->goal = pose;
	return {};
}

bool World::SetEnabled(BoundaryId id, bool enabled)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetBoundaryEnabled, id, enabled);
	WorldBoundary* entry = state->boundaries.Find(id);
	if (entry == nullptr)
		return false;
	if (state->boundaries.IsActive(id) == enabled)
		return true;
	state->boundaries.SetActive(id, enabled);
	if (entry->def.motion.has_value())
		entry->def.pose = entry->PoseAt(state->time);
	for (const BodyId body : state->bodies.Ids())
		Wake(body);
	return true;
}

bool World::Remove(BoundaryId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveBoundary, id);
	for (const BodyId body : state->bodies.Ids())
		Wake(body);
	return state->boundaries.Remove(id);
}

const BoundaryDef* World::Find(BoundaryId id) const
{
	const WorldBoundary* entry = state->boundaries.Find(id);
	return entry == nullptr ? nullptr : &entry->def;
}

Wrench World::WrenchOf(BoundaryId id) const
{
	const WorldBoundary* entry = state->boundaries.Find(id);
	return entry == nullptr ? Wrench{} : entry->wrench;
}

Result<RigidId> World::AddRigid(const RigidDef& def)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddRigid, def);
	if (Status status = ValidatePose(def.pose, "a rigid body"); !status.IsOk())
		return Error{status.Message()};
	if (!FitsFloat(def.velocity) || !FitsFloat(def.angularVelocity) || !(def.friction >= 0) || !FitsFloat(def.friction)
		|| !FitsFloat(def.gravityScale))
		return Error{"A rigid body needs finite velocities, a finite gravityScale and a friction that is zero or positive."};
	if (!(def.mass >= 0) || !FitsFloat(def.mass))
		return Error{"The mass of a rigid body must be zero (as its density gives) or positive, in kilograms."};
	Result<Shape::MassProperties> mass = def.shape.ComputeMass();
	if (!mass.IsOk())
		return mass.TakeError();
	auto entry = std::make_unique<WorldRigid>();
	entry->def = def;
	entry->mass = def.mass > 0 ? def.mass : def.density * mass.Value().volume;
	if (!(entry->mass > 0) || !FitsFloat(entry->mass))
		return Error{"A rigid body needs a positive mass or density."};
	entry->centre = mass.Value().centre;
	entry->inertia = def.inertia;
	if (FrobeniusNorm(def.inertia) == 0)
		entry->inertia = mass.Value().inertia * (entry->mass / mass.Value().volume);
	if (!(DecomposeSymmetric(entry->inertia).values.z > 0))
		return Error{"The inertia of a rigid body must be positive about every axis; leave it zero to take the shape's."};
	entry->state = {def.pose, def.velocity, def.angularVelocity};
	entry->touch = MakeTouchPoints(def.shape);
	return state->rigids.Add(std::move(entry));
}

Status World::SetRigidState(RigidId id, const RigidState& rigid)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetRigidState, id, rigid);
	WorldRigid* entry = state->rigids.Find(id);
	if (entry == nullptr)
		return Error{"The rigid body that should be moved does not exist any more."};
	if (Status status = ValidatePose(rigid.pose, "a rigid body"); !status.IsOk())
		return status;
	if (!FitsFloat(rigid.velocity) || !FitsFloat(rigid.angularVelocity))
		return Error{"The velocity of a rigid body is not a finite number; it was not moved."};
	if (!IsSamePose(entry->state.pose, rigid.pose))
	{
		state->WakeNear(entry->def.shape, entry->state.pose);
		state->WakeNear(entry->def.shape, rigid.pose);
	}
	entry->state = rigid;
	return {};
}

bool World::SetEnabled(RigidId id, bool enabled)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetRigidEnabled, id, enabled);
	if (state->rigids.Find(id) == nullptr)
		return false;
	if (state->rigids.IsActive(id) == enabled)
		return true;
	state->rigids.SetActive(id, enabled);
	for (const BodyId body : state->bodies.Ids())
		Wake(body);
	return true;
}

bool World::ApplyImpulse(RigidId id, const Vec3d& place, const Vec3d& impulse)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RigidImpulse, id, place, impulse);
	WorldRigid* entry = state->rigids.Find(id);
	if (entry == nullptr || !IsInWorld(place) || !FitsFloat(impulse))
		return false;
	entry->ApplyImpulse(place, impulse);
	return true;
}

bool World::Remove(RigidId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveRigid, id);
	for (const BodyId body : state->bodies.Ids())
		Wake(body);
	return state->rigids.Remove(id);
}

const RigidState* World::Find(RigidId id) const
{
	const WorldRigid* entry = state->rigids.Find(id);
	return entry == nullptr ? nullptr : &entry->state;
}

double World::MassOf(RigidId id) const
{
	const WorldRigid* entry = state->rigids.Find(id);
	return entry == nullptr ? 0 : entry->mass;
}

Vec3d World::CentreOfMass(RigidId id) const
{
	const WorldRigid* entry = state->rigids.Find(id);
	return entry == nullptr ? Vec3d{} : entry->CentreOfMass();
}

Wrench World::WrenchOf(RigidId id) const
{
	const WorldRigid* entry = state->rigids.Find(id);
	return entry == nullptr ? Wrench{} : entry->wrench;
}

std::size_t World::ApplyRadialImpulse(const Vec3d& place, double radius, double speed)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RadialImpulse, place, radius, speed);
	if (!IsInWorld(place) || !(radius > 0) || !FitsFloat(radius) || !FitsFloat(speed))
		return 0;
	std::size_t pushed = 0;
	const auto changeAt = [&](const Vec3& offset) -> Vec3
	{
		const double distance = static_cast<double>(Norm(offset));
		const double share = 1 - distance / radius;
		if (!(share > 0) || !(distance > 0))
			return {};
		++pushed;
		return offset * static_cast<Real>(speed * share / distance);
	};
	for (const BodyId id : state->bodies.Ids())
	{
		if (state->bodies[id].state == BodyState::Disabled)
			continue;
		SolidBody& body = state->bodies[id].body;
		const Vec3 local = (place - body.origin).Cast<Real>();
		const std::size_t before = pushed;
		for (std::size_t i = 0; i < body.ParticleCount(); ++i)
			body.velocity[i] += changeAt(body.position[i] - local);
		if (pushed > before)
			Wake(id);
	}
	const Vec3 local = (place - state->frame).Cast<Real>();
	for (std::size_t i = 0; i < state->fluid.Count(); ++i)
		state->fluid.velocity[i].SetXyz(state->fluid.velocity[i].Xyz() + changeAt(state->fluid.position[i].Xyz() - local));
	for (const RigidId id : state->rigids.ActiveIds())
	{
		WorldRigid& rigid = state->rigids[id];
		rigid.state.velocity += changeAt((rigid.CentreOfMass() - place).Cast<Real>()).Cast<double>();
	}
	return pushed;
}

Result<ForceFieldId> World::AddForceField(const ForceFieldDef& field)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddForceField);
	if (!field.acceleration)
		return Error{"A force field needs a function of place, velocity and time."};
	for (const BodyId id : state->bodies.Ids())
		Wake(id);
	return state->fields.Add(std::make_unique<ForceFieldDef>(field));
}

bool World::Remove(ForceFieldId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveForceField);
	return state->fields.Remove(id);
}

double World::Penetration(BodyId id) const
{
	const WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return 0;
	double deepest = 0;
	const double radius = static_cast<double>(entry->body.Rest().state.particleRadius);
	const auto measure = [&](const Shape& shape, const Pose& pose)
	{
		for (std::size_t i = 0; i < entry->body.ParticleCount(); ++i)
		{
			if (entry->body.IsMelted(i))
				continue;
			const Vec3 local = pose.ToLocal(entry->body.origin + entry->body.position[i].Cast<double>()).Cast<Real>();
			deepest = std::max(deepest, radius - static_cast<double>(shape.Distance(local).distance));
		}
	};
	for (const BoundaryId boundary : state->boundaries.ActiveIds())
		measure(state->boundaries[boundary].def.shape, state->boundaries[boundary].def.pose);
	for (const RigidId rigid : state->rigids.ActiveIds())
		measure(state->rigids[rigid].def.shape, state->rigids[rigid].state.pose);
	return deepest;
}

}
