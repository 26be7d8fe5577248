#include <SPHSolids/World/World.h>

#include "WorldHeat.h"
#include "WorldRecorder.h"
#include "WorldState.h"

#include "Base/FitsFloat.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace SPHSolids
{
namespace
{

Status ValidateContact(const BodyContactDef& contact)
{
	if (!(contact.friction >= 0) || !FitsFloat(contact.friction))
		return Error{"A body's friction must be zero or positive; 0.5 is usual."};
	return {};
}

/// Calls visit(particle, weight) for particles within the radius of a place; weights fall linearly and sum to one.
template <class Visit>
std::size_t VisitAround(const SolidBody& body, const Vec3d& place, double radius, Visit&& visit)
{
	const Vec3 local = (place - body.origin).Cast<Real>();
	const auto weightOf = [&](std::size_t i) { return 1 - static_cast<double>(Norm(body.position[i] - local)) / radius; };
	double sum = 0;
	std::size_t count = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (const double weight = weightOf(i); weight > 0)
		{
			sum += weight;
			++count;
		}
	for (std::size_t i = 0; i < body.ParticleCount() && count > 0; ++i)
		if (const double weight = weightOf(i); weight > 0)
			visit(i, weight / sum);
	return count;
}

bool IsUsablePush(const Vec3d& place, double radius, const Vec3d& push)
{
	return IsInWorld(place) && FitsFloat(push) && radius > 0 && FitsFloat(radius);
}

double ElasticEnergy(const SolidBody& body, TaskRunner& tasks)
{
	ElasticObjective objective(body.PresentRest(), body.PresentStiffness());
	const std::vector<float> massless(body.ParticleCount());
	return objective.Evaluate(body.position, {massless, body.position, {}}, tasks).Total();
}

void ClearMotionHistory(WorldBody& entry)
{
	entry.body.hasPrevious = false;
	std::fill(entry.contactVelocity.begin(), entry.contactVelocity.end(), Vec3{});
	entry.failuresInARow = 0;
	entry.quietSeconds = 0;
	if (entry.state != BodyState::Disabled)
		entry.state = BodyState::Awake;
}

}

Result<BodyId> World::AddBody(const SolidBodyDef& def, const BodyContactDef& contact)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::AddBody, def, contact);
	if (Status status = ValidateContact(contact); !status.IsOk())
		return Error{status.Message()};
	if (!IsInWorld(def.position))
		return Error{"The body's position is not a finite number or a million kilometres away; check its units, metres."};
	Result<SolidBody> made = SolidBody::Create(def);
	if (!made.IsOk())
		return made.TakeError();
	auto entry = std::make_unique<WorldBody>(made.TakeValue());
	Result<std::unique_ptr<ElasticSolver>> solver = MakeElasticSolver(state->def.solver, entry->body);
	if (!solver.IsOk())
		return solver.TakeError();
	entry->solver = solver.TakeValue();
	entry->contact = contact;
	const std::size_t count = entry->body.ParticleCount();
	for (AlignedArray<Vec3>* array :
		{&entry->acceleration, &entry->startPosition, &entry->endPosition, &entry->endVelocity, &entry->contactVelocity})
		array->resize(count);
	const std::vector<BodyId>& ids = state->bodies.Ids();
	const auto isLike = [&](const SolidBody& body) { return body.SharedRest() == def.rest && body.MeltedCount() == 0; };
	const auto sibling = std::find_if(ids.begin(), ids.end(), [&](BodyId id) { return isLike(state->bodies[id].body); });
	if (sibling != ids.end())
		entry->shell = state->bodies[*sibling].shell;
	if (entry->shell == nullptr)
		entry->shell = MakeContactShell(def.rest->state);
	Box3 box;
	for (const Vec3& p : def.rest->state.position)
		box.Include(p);
	entry->extent = static_cast<double>(Norm(box.Size())) / 2;
	return state->bodies.Add(std::move(entry));
}

Status World::SetSolver(const ElasticSolverSettings& settings)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetSolver, settings);
	ElasticSolverSettings own = settings;
	if (own.cache == nullptr)
		own.cache = state->def.solver.cache;
	std::vector<std::unique_ptr<ElasticSolver>> made;
	for (const BodyId id : state->bodies.Ids())
	{
		Result<std::unique_ptr<ElasticSolver>> solver = MakeElasticSolver(own, state->bodies[id].body);
		if (!solver.IsOk())
			return Error{solver.Message()};
		if (Status status = CheckHeatSolver(state->bodies[id], *solver.Value()); !status.IsOk())
			return status;
		made.push_back(solver.TakeValue());
	}
	std::size_t next = 0;
	for (const BodyId id : state->bodies.Ids())
	{
		state->bodies[id].solver = std::move(made[next++]);
		Wake(id);
	}
	state->def.solver = own;
	return {};
}

bool World::Remove(BodyId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::RemoveBody, id);
	state->WakeNeighboursOf(id);
	if (!state->bodies.Remove(id))
		return false;
	state->contactEnergy.Forget(id.index);
	return true;
}

bool World::SetEnabled(BodyId id, bool enabled)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetEnabled, id, enabled);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return false;
	if (!enabled)
	{
		state->WakeNeighboursOf(id);
		entry->state = BodyState::Disabled;
	}
	else if (entry->state == BodyState::Disabled && entry->body.MeltedCount() < entry->body.ParticleCount())
		entry->state = BodyState::Awake;
	return true;
}

bool World::Sleep(BodyId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Sleep, id);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return false;
	if (entry->state == BodyState::Awake)
	{
		entry->state = BodyState::Sleeping;
		entry->hasRestContacts = false;
		std::fill(entry->body.velocity.begin(), entry->body.velocity.end(), Vec3{});
		entry->body.hasPrevious = false;
	}
	return true;
}

bool World::Wake(BodyId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Wake, id);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return false;
	entry->Wake();
	return true;
}

BodyState World::StateOf(BodyId id) const
{
	const WorldBody* entry = state->bodies.Find(id);
	return entry == nullptr ? BodyState::Disabled : entry->state;
}

Wrench World::WrenchOf(BodyId id) const
{
	const WorldBody* entry = state->bodies.Find(id);
	return entry == nullptr ? Wrench{} : entry->wrench;
}

const SolidBody* World::Find(BodyId id) const
{
	const WorldBody* entry = state->bodies.Find(id);
	return entry == nullptr ? nullptr : &entry->body;
}

std::span<const BodyId> World::Bodies() const
{
	return state->bodies.Ids();
}

Status World::SetMaterial(BodyId id, const Material& material)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetMaterial, id, material);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body whose material should change does not exist any more."};
	if (Status accepted = entry->solver->Accepts(material); !accepted.IsOk())
		return accepted;
	Status status = entry->body.SetMaterial(material);
	if (status.IsOk())
		Wake(id);
	return status;
}

Status World::SetContact(BodyId id, const BodyContactDef& contact)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetContact, id, contact);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body whose contact should change does not exist any more."};
	if (Status status = ValidateContact(contact); !status.IsOk())
		return status;
	entry->contact = contact;
	Wake(id);
	state->WakeNeighboursOf(id);
	return {};
}

bool World::SetIterations(BodyId id, int iterations)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetIterations, id, iterations);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr || iterations < 0)
		return false;
	entry->iterations = iterations;
	return true;
}

bool World::SetStride(BodyId id, int stride)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetStride, id, stride);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr || stride < 1 || stride > MaxStride)
		return false;
	if (entry->stride != stride)
		entry->waited = 0;
	entry->stride = stride;
	return true;
}

double World::Lag(BodyId id) const
{
	const WorldBody* entry = state->bodies.Find(id);
	return entry == nullptr ? 0.0 : entry->waited * state->def.time.elasticStep;
}

Result<std::size_t> World::Pin(BodyId id, const Box3d& region, const PinMotion& motion)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Pin, id, region, motion);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body that should be pinned does not exist any more."};
	const Vec3d size = region.Size();
	if (std::isnan(size.x) || std::isnan(size.y) || std::isnan(size.z))
		return Error{"The region to pin is not a box; nothing was pinned."};
	if (Status status = ValidateMotion(motion, "a pin"); !status.IsOk())
		return Error{status.Message()};
	Wake(id);
	return entry->body.Pin([&](const Vec3& X) { return region.Contains(X.Cast<double>()); }, motion, state->time);
}

Result<std::size_t> World::PinParticles(BodyId id, std::span<const std::uint32_t> particles, const PinMotion& motion)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::PinParticles, id, particles, motion);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body that should be pinned does not exist any more."};
	if (Status status = ValidateMotion(motion, "a pin"); !status.IsOk())
		return Error{status.Message()};
	Wake(id);
	return entry->body.PinParticles(particles, motion, state->time);
}

bool World::Unpin(BodyId id)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Unpin, id);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return false;
	entry->body.ReleaseAllPins();
	return Wake(id);
}

std::size_t World::UnpinParticles(BodyId id, std::span<const std::uint32_t> particles)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::UnpinParticles, id, particles);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return 0;
	Wake(id);
	return entry->body.ReleasePins(particles);
}

Status World::Teleport(BodyId id, const Pose& pose, const Vec3d& velocity)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::Teleport, id, pose, velocity);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body that should be moved does not exist any more."};
	if (Status status = ValidatePose(pose, "a body"); !status.IsOk())
		return status;
	if (!IsFinite(velocity.Cast<Real>()))
		return Error{"The velocity of a moved body is not a finite number; it was not moved."};
	SolidBody& body = entry->body;
	state->WakeNeighboursOf(id);
	body.ReleaseAllPins();
	body.origin = pose.position;
	const auto& rest = body.Rest().state.position;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		body.position[i] = (pose.rotation * rest[i].Cast<double>()).Cast<Real>();
		body.velocity[i] = velocity.Cast<Real>();
	}
	body.Recentre();
	ClearMotionHistory(*entry);
	return {};
}

Status World::SetVelocity(BodyId id, const Vec3d& velocity)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetVelocity, id, velocity);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body whose velocity should change does not exist any more."};
	if (!IsFinite(velocity.Cast<Real>()))
		return Error{"The velocity of a body is not a finite number; it keeps the one it has."};
	std::fill(entry->body.velocity.begin(), entry->body.velocity.end(), velocity.Cast<Real>());
	ClearMotionHistory(*entry);
	return {};
}

Status World::SetState(BodyId id, const Vec3d& origin, std::span<const Vec3> position, std::span<const Vec3> velocity)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::SetState, id, origin, position, velocity);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr)
		return Error{"The body whose state should change does not exist any more."};
	SolidBody& body = entry->body;
	if (position.size() != body.ParticleCount() || velocity.size() != body.ParticleCount())
		return Error{"The new state of a body has another number of particles than the body."};
	const auto isFinite = [](const Vec3& v) { return IsFinite(v); };
	if (!IsInWorld(origin) || !AreWithinReach(position) || !std::all_of(velocity.begin(), velocity.end(), isFinite))
		return Error{"The new state of a body is not finite or reaches farther than 1,000 km from its origin; it keeps the one it has."};
	body.origin = origin;
	std::copy(position.begin(), position.end(), body.position.begin());
	std::copy(velocity.begin(), velocity.end(), body.velocity.begin());
	ClearMotionHistory(*entry);
	// What is put into a shape that nothing would press it into may be through itself: its surfaces let go at once, or their contacts would
	// press it even further.
	if (entry->MayTangle()
		&& ElasticEnergy(body, *state->serial) > entry->EnergyOwed(body.Mass() * Norm(state->def.gravity) / 2) + entry->OwnMotion())
		entry->tangledSeconds = std::max(entry->tangledSeconds, WorldBody::LongestTangled);
	return {};
}

std::size_t World::ApplyImpulse(BodyId id, const Vec3d& place, double radius, const Vec3d& impulse)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::ImpulseAt, id, place, radius, impulse);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr || !IsUsablePush(place, radius, impulse))
		return 0;
	Wake(id);
	SolidBody& body = entry->body;
	return VisitAround(body, place, radius,
		[&](std::size_t i, double share)
		{
			if (!body.IsMelted(i))
				body.velocity[i] += (impulse * (share / static_cast<double>(body.mass[i]))).Cast<Real>();
		});
}

std::size_t World::ApplyForce(BodyId id, const Vec3d& place, double radius, const Vec3d& force)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::ForceAt, id, place, radius, force);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr || !IsUsablePush(place, radius, force))
		return 0;
	Wake(id);
	entry->force.resize(entry->body.ParticleCount());
	return VisitAround(entry->body, place, radius, [&](std::size_t i, double share) { entry->force[i] += (force * share).Cast<Real>(); });
}

bool World::ApplyImpulse(BodyId id, const Vec3d& impulse)
{
	const NotedCall noted(state->recorder.get(), WorldCommand::BodyImpulse, id, impulse);
	WorldBody* entry = state->bodies.Find(id);
	if (entry == nullptr || !FitsFloat(impulse) || entry->body.MeltedCount() == entry->body.ParticleCount())
		return false;
	Wake(id);
	const Vec3 change = (impulse / entry->body.Mass()).Cast<Real>();
	for (Vec3& v : entry->body.velocity)
		v += change;
	return true;
}

}
