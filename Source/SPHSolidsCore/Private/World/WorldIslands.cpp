#include "WorldStep.h"

#include "ElasticIsland.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace SPHSolids
{
namespace
{

/// Islands up to this size are solved side by side, one worker each; larger ones one after the other with all workers.
constexpr std::size_t SmallIsland = 4096;

bool IsSmall(const ElasticIsland& island)
{
	return island.ParticleCount() <= SmallIsland;
}

/// Shares the time for minimisations among islands by their particles. What one left over others have, what one took too long they lack.
class IslandBudgets
{
public:
	using Islands = std::span<const std::unique_ptr<ElasticIsland>>;

	/// @param milliseconds For all; 0: no limit.
	IslandBudgets(Islands ofStep, double milliseconds, std::size_t workerCount)
		: islands(ofStep)
		, clock(milliseconds)
		, workers(std::max<double>(1, static_cast<double>(std::min(workerCount, ofStep.size()))))
	{
		clock.Share(1, 0);
		for (const auto& island : islands)
			particlesLeft += island->ParticleCount();
	}
	/// For an island that begins now.
	double Of(const ElasticIsland& island)
	{
		if (!clock.IsSet())
			return 0;
		const std::size_t own = island.ParticleCount();
		const double share = static_cast<double>(own) / static_cast<double>(std::max<std::size_t>(1, particlesLeft.fetch_sub(own)));
		return std::max(clock.Left(), ElasticIsland::LeastBudget) * share * Lanes(island);
	}
	/// What minimisations took, as if all workers had shared the time of small ones, ms.
	double Spent() const
	{
		double sum = 0;
		for (const auto& island : islands)
			sum += island->MinimiserMilliseconds() / Lanes(*island);
		return sum;
	}

private:
	/// Small islands share the workers among them, large ones have them all in turn.
	double Lanes(const ElasticIsland& island) const { return IsSmall(island) ? workers : 1; }

	Islands islands;
	StepBudget clock;
	double workers;
	std::atomic<std::size_t> particlesLeft = 0;
};

/// Of mass, from the body's origin.
Vec3d CentreAt(const SolidBody& body, std::span<const Vec3> places)
{
	Vec3d sum;
	for (std::size_t i = 0; i < places.size(); ++i)
		sum += places[i].Cast<double>() * static_cast<double>(body.mass[i]);
	return sum / body.Mass();
}

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
	CollideRigids(h);
	for (const BodyId id : world.bodies.Ids())
		if (WorldBody& entry = world.bodies[id]; entry.state != BodyState::Disabled && entry.solver->Optimisation() != nullptr)
			entry.UpdateContactStiffness(h);
	GatherContactBodies(true);
	world.contactEnergy.Begin(world.contactBodies, world.obstacles,
		{static_cast<Real>(h), static_cast<Real>(world.def.contact.separationSpeed), world.frame, world.def.gravity.Cast<Real>()}, tasks);
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

void WorldStep::BookContactWrenches()
{
	ParallelFor(tasks, world.contactBodies.size(), 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t b = begin; b < end; ++b)
				if (world.contactEnergy.HasContacts(static_cast<std::uint32_t>(b)))
				{
					WorldBody& entry = *world.bodies.At(world.contactBodies[b].key);
					const Vec3d centre = entry.body.origin + CentreAt(entry.body, entry.startPosition) - world.frame;
					const ContactEnergy::BodyPush push = world.contactEnergy.PushOn(static_cast<std::uint32_t>(b), centre);
					entry.wrench.impulse += push.impulse;
					entry.wrench.angularImpulse += push.angularImpulse;
				}
		});
}

void WorldStep::SolveIslands(double h)
{
	FindElasticContacts(h);
	const std::size_t count = FormIslands();
	const double end = world.time + h;
	const std::span<const std::unique_ptr<ElasticIsland>> islands = std::span(world.islands).first(count);
	const double start = budget.Elapsed();
	IslandBudgets budgets(islands, MinimisationBudget(h), static_cast<std::size_t>(tasks.WorkerCount()));
	ParallelFor(tasks, count, 1,
		[&](std::size_t begin, std::size_t last)
		{
			for (std::size_t k = begin; k < last; ++k)
				if (ElasticIsland& island = *islands[k]; IsSmall(island))
					island.Solve(world.contactEnergy, h, end, budgets.Of(island), *world.serial, *world.serial);
		});
	for (const auto& island : islands)
		if (!IsSmall(*island))
			island->Solve(world.contactEnergy, h, end, budgets.Of(*island), tasks, *world.serial);
	for (const auto& island : islands)
		island->Finish(world.contactEnergy, world.contactBodies, world.obstacles, world.contactSums, tasks);
	BookContactWrenches();
	world.contactEnergy.End(world.contactBodies, world.obstacles, tasks);
	world.elasticWrenches.clear();
	for (const Obstacle& obstacle : world.obstacles)
		world.elasticWrenches.push_back({obstacle.impulse, obstacle.angularImpulse});
	minimisationsEnd = budget.Elapsed();
	world.costs.islands.Learn(minimisationsEnd - start - budgets.Spent(), world.costs.particles);
}

}
