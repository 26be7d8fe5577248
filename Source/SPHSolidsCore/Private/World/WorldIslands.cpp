#include "WorldStep.h"

#include "ElasticIsland.h"
#include "StageTimer.h"

#include <SPHSolids/Solid/ConstantOperator.h>

#include <algorithm>
#include <numeric>

namespace SPHSolids
{
namespace
{

/// Islands up to this size are solved side by side, one worker each; larger ones one after the other with all workers.
constexpr std::size_t SmallIsland = 4096;

/// Which of some things belong together.
class Groups
{
public:
	explicit Groups(std::vector<std::uint32_t>& memory, std::size_t count)
		: parent(memory)
	{
		parent.resize(count);
		std::iota(parent.begin(), parent.end(), 0u);
	}
	/// The first of the group.
	std::uint32_t Of(std::uint32_t k) const
	{
		while (parent[k] != k)
			k = parent[k] = parent[parent[k]];
		return k;
	}
	void Join(std::uint32_t a, std::uint32_t b)
	{
		a = Of(a);
		b = Of(b);
		parent[std::max(a, b)] = std::min(a, b);
	}

private:
	std::vector<std::uint32_t>& parent;
};

/// What contact springs of a body are as stiff as: the diagonal of the step's constant Hessian.
void UpdateContactStiffness(WorldBody& entry, double h, TaskRunner& tasks)
{
	const SolidBody& body = entry.body;
	const bool isUpToDate = entry.contactStiffness.size() == body.ParticleCount() && entry.contactStiffnessStep == h
		&& entry.contactStiffnessVersion == body.stiffnessVersion;
	if (isUpToDate)
		return;
	entry.contactStiffness.resize(body.ParticleCount());
	entry.contactStiffnessStep = h;
	entry.contactStiffnessVersion = body.stiffnessVersion;
	AlignedArray<float> massOverStepSquared(body.ParticleCount());
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		massOverStepSquared[i] = static_cast<float>(static_cast<double>(body.mass[i]) / (h * h));
	entry.shearStiffness = entry.volumeStiffness = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const ElasticStiffness::Block& moduli = body.Stiffness().blocks[i / SimdWidth];
		const double volume = static_cast<double>(body.Rest().elastic.blocks[i / SimdWidth].volume[i % SimdWidth]);
		entry.shearStiffness += volume * static_cast<double>(moduli.mu[i % SimdWidth]);
		entry.volumeStiffness += volume * static_cast<double>(moduli.lambda[i % SimdWidth]);
	}
	const ConstantOperator stiffness{&body.Rest().elastic, &body.Stiffness(), massOverStepSquared, {}};
	ParallelFor(tasks, body.ParticleCount(), 512,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				entry.contactStiffness[i] = static_cast<float>(stiffness.DiagonalEntry(i));
		});
}

}

void WorldStep::GatherContactBodies(bool isElasticStep)
{
	world.contactBodies.clear();
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		if (entry.state == BodyState::Disabled || !entry.contact.collides)
			continue;
		ContactBody body;
		body.body = &entry.body;
		body.shell = entry.shell.get();
		body.friction = static_cast<float>(entry.contact.friction);
		body.selfContact = entry.contact.selfContact && !entry.IsTangled();
		body.isFixed = !entry.IsStepped();
		body.isJoined = entry.solver->Optimisation() != nullptr;
		body.key = id.index;
		body.acceleration = isElasticStep ? &entry.acceleration : nullptr;
		body.stiffness = &entry.contactStiffness;
		body.contactVelocity = &entry.contactVelocity;
		world.contactBodies.push_back(body);
	}
	// Asked only of those who may wake another.
	if (std::none_of(world.contactBodies.begin(), world.contactBodies.end(), [](const ContactBody& body) { return body.isFixed; }))
		return;
	ParallelFor(tasks, world.contactBodies.size(), 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (ContactBody& body : std::span(world.contactBodies).subspan(begin, end - begin))
				if (!body.isFixed)
					body.speed = static_cast<float>(Norm(body.body->Momentum()) / body.body->Mass());
		});
}

void WorldStep::WakeTouchedBodies()
{
	for (const ContactBody& body : world.contactBodies)
		if (WorldBody* entry = world.bodies.At(body.key);
			entry != nullptr && entry->state == BodyState::Sleeping && static_cast<double>(body.fastestTouch) > world.def.sleep.wakeSpeed)
			WakeInStep(*entry);
}

void WorldStep::WatchForTangles(double seconds)
{
	// A body that goes on holding more than it owes to anything, with no pin to hold it, has been thrust through itself, and its own contacts
	// keep it from coming back. When it has, its surfaces meet again; if it does not, it is given its shape back.
	if (!(seconds > 0))
		return;
	for (const BodyId id : world.bodies.Ids())
		world.bodies[id].pressingForce = 0;
	for (const ContactSum& sum : world.contactSums.All())
		if (sum.other != ContactSum::Other::Body || sum.otherIndex != sum.body)
			world.bodies[world.bodies.IdAt(sum.body)].pressingForce += sum.weight / seconds;
	const std::vector<BodyId>& ids = world.bodies.Ids();
	ParallelFor(tasks, ids.size(), 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				WatchForTangle(world.bodies[ids[k]], seconds);
		});
}

void WorldStep::WatchForTangle(WorldBody& entry, double seconds)
{
	if (!entry.IsStepped() || !entry.MayTangle())
	{
		entry.tangledSeconds = 0;
		return;
	}
	// Weight and what else works on all of it moves its middle by no more than half of what it moves its ends.
	double load = entry.pressingForce;
	for (std::size_t i = 0; i < entry.body.ParticleCount(); ++i)
		load += static_cast<double>(entry.body.mass[i] * Norm(entry.acceleration[i])) / 2;
	const double tooMuch = entry.solver->Optimisation()->StoredEnergy() - entry.EnergyOwed(load), motion = entry.OwnMotion();
	if (tooMuch > motion)
		entry.tangledSeconds += seconds;
	else if (!entry.IsTangled() || tooMuch <= -motion)
		// What has let go of itself stays so until it is calm; and a bump, which may explain anything for a moment, makes nothing forgotten.
		entry.tangledSeconds = std::max(0.0, entry.tangledSeconds - seconds);
}

void WorldStep::FindElasticContacts(double h)
{
	PrepareObstacles(h);
	for (const BodyId id : world.bodies.Ids())
		if (WorldBody& entry = world.bodies[id]; entry.IsStepped() && entry.solver->Optimisation() != nullptr)
			UpdateContactStiffness(entry, h, tasks);
	GatherContactBodies(true);
	world.contactEnergy.Begin(world.contactBodies, world.obstacles,
		{static_cast<Real>(h), static_cast<Real>(world.def.contact.separationSpeed), world.frame}, tasks);
	if (world.contactEnergy.FoundOverlap())
		report.issues |= StepIssue::BodiesOverlapped;
}

std::size_t WorldStep::FormIslands()
{
	const std::span<const ContactBody> bodies = world.contactBodies;
	Groups groups(world.islandParents, bodies.size() + world.obstacles.size());
	world.contactEnergy.ForEachLink(bodies, world.obstacles, [&](std::uint32_t a, std::uint32_t b) { groups.Join(a, b); });

	constexpr std::uint32_t none = 0xffffffffu;
	world.islandOfGroup.assign(bodies.size() + world.obstacles.size(), none);
	std::size_t count = 0, contactBody = 0;
	const auto newIsland = [&]
	{
		if (count == world.islands.size())
			world.islands.push_back(std::make_unique<ElasticIsland>());
		world.islands[count]->Clear();
		return static_cast<std::uint32_t>(count++);
	};
	for (const BodyId id : world.bodies.Ids())
	{
		WorldBody& entry = world.bodies[id];
		const bool mayTouch = entry.state != BodyState::Disabled && entry.contact.collides;
		const std::uint32_t index = mayTouch ? static_cast<std::uint32_t>(contactBody++) : none;
		if (!entry.IsStepped() || entry.solver->Optimisation() == nullptr)
			continue;
		std::uint32_t island = none;
		if (mayTouch)
		{
			std::uint32_t& ofGroup = world.islandOfGroup[groups.Of(index)];
			island = ofGroup = ofGroup == none ? newIsland() : ofGroup;
		}
		else
			island = newIsland();
		world.islands[island]->Add({&entry, index});
	}
	for (std::uint32_t o = 0; o < world.obstacles.size(); ++o)
		if (world.obstacles[o].IsMovable())
			if (const std::uint32_t island = world.islandOfGroup[groups.Of(static_cast<std::uint32_t>(bodies.size()) + o)]; island != none)
				world.islands[island]->AddRigid(world.obstacles[o], o);
	return count;
}

void WorldStep::SolveIslands(double h)
{
	FindElasticContacts(h);
	const std::size_t count = FormIslands();
	const double end = world.time + h;
	const auto isSmall = [](const ElasticIsland& island) { return island.ParticleCount() <= SmallIsland; };
	double particles = 0;
	for (std::size_t k = 0; k < count; ++k)
		particles += static_cast<double>(world.islands[k]->ParticleCount());
	// Small islands share the workers among them, large ones have them all in turn.
	const double workers = std::max(1.0, std::min(static_cast<double>(tasks.WorkerCount()), static_cast<double>(count)));
	const auto budgetOf = [&](const ElasticIsland& island)
	{
		const double share = static_cast<double>(island.ParticleCount()) / std::max(1.0, particles);
		return elasticBudget * share * (isSmall(island) ? workers : 1);
	};
	StageTimer timer(minimiseMilliseconds);
	ParallelFor(tasks, count, 1,
		[&](std::size_t begin, std::size_t last)
		{
			for (std::size_t k = begin; k < last; ++k)
				if (ElasticIsland& island = *world.islands[k]; isSmall(island))
					island.Solve(world.contactEnergy, h, end, budgetOf(island), *world.serial, *world.serial);
		});
	for (std::size_t k = 0; k < count; ++k)
		if (ElasticIsland& island = *world.islands[k]; !isSmall(island))
			island.Solve(world.contactEnergy, h, end, budgetOf(island), tasks, *world.serial);
	for (std::size_t k = 0; k < count; ++k)
		world.islands[k]->Finish(world.contactEnergy, world.contactBodies, world.obstacles, world.contactSums, tasks);
	world.contactEnergy.End(world.contactBodies, world.obstacles, tasks);
	world.elasticWrenches.clear();
	for (const Obstacle& obstacle : world.obstacles)
		world.elasticWrenches.push_back({obstacle.impulse, obstacle.angularImpulse});
}

}
