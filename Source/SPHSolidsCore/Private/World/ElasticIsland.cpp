#include "ElasticIsland.h"

#include "StepBudget.h"

#include <algorithm>
#include <limits>

namespace SPHSolids
{
namespace
{

/// Corrections within bodies and of bodies as wholes overlap, and contacts come and go on the way: with this share of both, first steps are
/// nearly always accepted.
constexpr Real TouchingDamping = Real(0.7);

/// Share of a body's size by which its particles may move against each other in a step before it is asked whether that is too far.
constexpr double LargestCalmMove = 0.02;

/// Calls visit(member, tasks) for each.
template <class Member, class Visit>
void ForEachMember(std::span<Member> members, TaskRunner& tasks, TaskRunner& serial, Visit&& visit)
{
	if (members.size() == 1)
		return visit(std::size_t(0), tasks);
	ParallelFor(tasks, members.size(), 1,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				if (members[k].entry->IsSmall())
					visit(k, serial);
		});
	for (std::size_t k = 0; k < members.size(); ++k)
		if (!members[k].entry->IsSmall())
			visit(k, tasks);
}

OptimisationSolver& SolverOf(const ElasticIsland::Member& member)
{
	return *member.entry->solver->Optimisation();
}

}

class ElasticIsland::Objective final : public StepObjective
{
public:
	Objective(ElasticIsland& ofIsland, ContactEnergy& contactEnergy, TaskRunner& serialRunner)
		: island(ofIsland)
		, contacts(contactEnergy)
		, serial(serialRunner)
	{
	}

	double Evaluate(std::span<const Vec3> x, TaskRunner& tasks, std::span<Vec3> gradient) override
	{
		const std::span<Member> parts = island.members;
		const bool needsGradient = !gradient.empty();
		ForEachMember(parts, tasks, serial,
			[&](std::size_t k, TaskRunner& memberTasks)
			{
				const std::size_t first = island.firstPoint[k], count = island.firstPoint[k + 1] - first;
				const std::span<Vec3> own = needsGradient ? gradient.subspan(first, count) : gradient;
				island.memberValue[k] = SolverOf(parts[k]).Objective().Evaluate(x.subspan(first, count), memberTasks, own);
			});
		double total = 0;
		for (std::size_t k = 0; k < parts.size(); ++k)
			total += island.memberValue[k];
		Vec3 unused[2];
		for (std::size_t k = 0; k < island.rigids.size(); ++k)
		{
			const std::size_t point = island.firstPoint[parts.size() + k];
			total += EvaluateRigid(island.rigids[k], x.subspan(point, 2), needsGradient ? gradient.subspan(point, 2) : std::span(unused));
		}
		if (!island.group.contacts.empty())
			total += needsGradient ? contacts.AddTo(island.group, island.start, x, tasks, gradient)
								   : contacts.EnergyAt(island.group, island.start, x, tasks);
		return total;
	}

	/// Of the rigid bodies alone.
	double RigidEnergyAt(std::span<const Vec3> x) const
	{
		double total = 0;
		Vec3 unused[2];
		for (std::size_t k = 0; k < island.rigids.size(); ++k)
			total += EvaluateRigid(island.rigids[k], x.subspan(island.firstPoint[island.members.size() + k], 2), unused);
		return total;
	}
	double Noise() const override
	{
		double sum = 0;
		for (const Member& member : island.members)
			sum += SolverOf(member).Objective().Noise();
		return sum;
	}
	std::span<const float> Inertia() const override
	{
		return island.isPredicted ? SolverOf(island.members.front()).Objective().Inertia() : std::span<const float>();
	}

private:
	/// Inertia: m |u - h v|^2 / (2 h^2) + (theta - h omega) . I (theta - h omega) / (2 h^2)
	double EvaluateRigid(const Rigid& entry, std::span<const Vec3> x, std::span<Vec3> gradient) const
	{
		const Obstacle& rigid = entry.obstacle;
		const Real h = static_cast<Real>(island.step), gyration = rigid.Gyration(), inverseSquare = 1 / (h * h);
		const Vec3 shift = x[0] - rigid.velocity * h, turn = x[1] / gyration - rigid.angularVelocity * h;
		const Vec3 pull = shift * (inverseSquare / rigid.inverseMass), twist = entry.inertia * turn * inverseSquare;
		gradient[0] = pull;
		gradient[1] = twist / gyration;
		return 0.5 * static_cast<double>(Dot(shift, pull) + Dot(turn, twist));
	}

	ElasticIsland& island;
	ContactEnergy& contacts;
	TaskRunner& serial;
};

/// The preconditioners of the bodies side by side, and the inverse of inertia and contact for rigid bodies.
class ElasticIsland::BlockPreconditioner final : public Preconditioner
{
public:
	BlockPreconditioner(ElasticIsland& ofIsland, const ContactEnergy& contactEnergy, TaskRunner& serialRunner)
		: island(ofIsland)
		, contacts(contactEnergy)
		, serial(serialRunner)
	{
	}

	void Apply(std::span<const Vec3> q, TaskRunner& tasks, AlignedArray<float>&, std::span<Vec3> r) const override
	{
		const std::span<Member> parts = island.members;
		const bool anyTouches = !island.group.contacts.empty();
		if (anyTouches && !isMade)
		{
			island.DescribeContacts(contacts, tasks, serial);
			isMade = true;
		}
		ForEachMember(parts, tasks, serial,
			[&](std::size_t k, TaskRunner& memberTasks)
			{
				const std::size_t first = island.firstPoint[k], count = island.firstPoint[k + 1] - first;
				const Preconditioner& own = SolverOf(parts[k]).PreconditionerInUse();
				if (anyTouches)
					ApplyWithin(k, own, q.subspan(first, count), memberTasks, r.subspan(first, count));
				else
					own.Apply(q.subspan(first, count), memberTasks, island.memberScratch[k], r.subspan(first, count));
			});
		if (anyTouches)
		{
			island.wholes.Solve(island.motions);
			ForEachMember(parts, tasks, serial,
				[&](std::size_t k, TaskRunner&)
				{
					const std::span<Vec3> own = r.subspan(island.firstPoint[k], island.firstPoint[k + 1] - island.firstPoint[k]);
					if (island.wholes.IsMovable(k))
						return island.wholes.Add(k, island.traits[k], island.motions[k], island.ownParts[k], TouchingDamping, own);
					for (Vec3& point : own)
						point *= TouchingDamping;
				});
		}
		for (std::size_t k = 0; k < island.rigids.size(); ++k)
		{
			const Rigid& rigid = island.rigids[k];
			const std::size_t point = island.firstPoint[parts.size() + k];
			const Real h = static_cast<Real>(island.step);
			const Real inverse = 1 / (1 / (rigid.obstacle.inverseMass * h * h) + contacts.StiffnessOn(rigid.index));
			r[point] = q[point] * inverse;
			r[point + 1] = q[point + 1] * inverse;
		}
	}
	std::size_t Bytes() const override { return 0; }

private:
	/// What a body's own preconditioner says to all that is no motion of the whole.
	void ApplyWithin(std::size_t k, const Preconditioner& own, std::span<const Vec3> q, TaskRunner& tasks, std::span<Vec3> r) const
	{
		island.motions[k] = {};
		if (!island.wholes.IsMovable(k))
			return own.Apply(q, tasks, island.memberScratch[k], r);
		const std::span<Vec3> inner = std::span(island.local).subspan(island.firstPoint[k], q.size());
		island.motions[k] = island.wholes.TakeOut(k, island.traits[k], q, inner);
		own.Apply(inner, tasks, island.memberScratch[k], r);
		island.ownParts[k] = island.wholes.PartOf(k, island.traits[k], r);
	}

	ElasticIsland& island;
	const ContactEnergy& contacts;
	TaskRunner& serial;
	mutable bool isMade = false;
};

void ElasticIsland::DescribeContacts(const ContactEnergy& contacts, TaskRunner& tasks, TaskRunner& serial)
{
	const std::size_t points = firstPoint.back();
	local.resize(points);
	motions.resize(members.size());
	ownParts.resize(members.size());
	traits.resize(members.size());
	wholes.Clear(members.size());
	ForEachMember(std::span(members), tasks, serial,
		[&](std::size_t k, TaskRunner&)
		{
			const WorldBody& entry = *members[k].entry;
			traits[k] = {entry.body.Rest().state.position, entry.startPosition, SolverOf(members[k]).MassOverStepSquared(),
				entry.shearStiffness, entry.volumeStiffness, !entry.body.HasPins() && !entry.body.HasChanged()};
			wholes.Describe(k, traits[k]);
		});
	for (std::size_t k = 0; k < members.size(); ++k)
		if (members[k].contactBody != 0xffffffffu)
		{
			memberOfContactBody.resize(std::max<std::size_t>(memberOfContactBody.size(), members[k].contactBody + 1));
			memberOfContactBody[members[k].contactBody] = static_cast<std::uint32_t>(k);
		}
	contacts.Follow(group, start, inUse, tasks);
	wholeSprings.resize(group.contacts.size());
	ParallelFor(tasks, group.contacts.size(), 128,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				wholeSprings[k] = DescribeContact(contacts.ResistanceOf(group.contacts[k], group, inUse), contacts);
		});
	for (const WholeSpring& spring : wholeSprings)
		if (spring.own != IslandMotions::Nobody || spring.other != IslandMotions::Nobody)
			wholes.AddSpring(spring.own, spring.restPosition, spring.other, spring.otherModes, spring.stiffness);
	wholes.Factorise(tasks);
}

ElasticIsland::WholeSpring ElasticIsland::DescribeContact(const ContactEnergy::Resistance& contact, const ContactEnergy& contacts) const
{
	WholeSpring spring;
	if (!(contact.along + contact.across > 0))
		return spring;
	if (contact.bodyMoves)
	{
		spring.own = memberOfContactBody[contact.body];
		spring.restPosition = traits[spring.own].restPosition[contact.particle];
	}
	if (contact.otherMoves)
	{
		spring.other = memberOfContactBody[contact.otherBody];
		for (const ContactLink& link : contact.links)
		{
			float at[IslandMotions::ModeCount];
			wholes.ModesAt(spring.other, traits[spring.other].restPosition[contacts.ParticleOf(link.point)], at);
			for (std::size_t m = 0; m < IslandMotions::ModeCount; ++m)
				spring.otherModes[m] += at[m] * link.weight;
		}
	}
	spring.stiffness = Mat3::Outer(contact.normal, contact.normal) * (contact.along - contact.across) + Mat3::Identity() * contact.across;
	return spring;
}

void ElasticIsland::Clear()
{
	members.clear();
	rigids.clear();
}

void ElasticIsland::AddRigid(const Obstacle& obstacle, std::uint32_t index)
{
	const Mat3d inverse = obstacle.inverseInertia.Cast<double>();
	rigids.push_back({obstacle, index, (Transpose(Cofactor(inverse)) * (1 / Determinant(inverse))).Cast<Real>()});
}

std::size_t ElasticIsland::ParticleCount() const
{
	std::size_t count = 0;
	for (const Member& member : members)
		count += member.entry->body.ParticleCount();
	return count;
}

void ElasticIsland::Place(ContactEnergy& contacts, TaskRunner& tasks, TaskRunner& serial)
{
	firstPoint.assign(1, 0);
	std::vector<std::uint32_t>& bodies = touchingBodies;
	bodies.clear();
	for (const Member& member : members)
	{
		if (member.contactBody != 0xffffffffu)
		{
			contacts.PlaceBody(member.contactBody, firstPoint.back());
			bodies.push_back(member.contactBody);
		}
		firstPoint.push_back(firstPoint.back() + static_cast<std::uint32_t>(member.entry->body.ParticleCount()));
	}
	for (const Rigid& rigid : rigids)
	{
		contacts.PlaceObstacle(rigid.index, firstPoint.back());
		firstPoint.push_back(firstPoint.back() + 2);
	}
	contacts.Collect(bodies, firstPoint.back(), group);
	memberScratch.resize(std::max(memberScratch.size(), members.size()));
	memberValue.resize(members.size());
	start.resize(firstPoint.back());
	std::fill(start.begin() + firstPoint[members.size()], start.end(), Vec3{});
	ForEachMember(std::span(members), tasks, serial, [&](std::size_t k, TaskRunner&)
		{ std::copy(members[k].entry->startPosition.begin(), members[k].entry->startPosition.end(), start.begin() + firstPoint[k]); });
}

void ElasticIsland::ChooseStart(ContactEnergy& contacts, const Member& member) const
{
	// What carried a load will go on carrying it: its particles will hardly fall freely.
	if (member.contactBody == 0xffffffffu || !contacts.CarriesLoad(member.contactBody))
		return;
	OptimisationSolver& solver = SolverOf(member);
	const SolidBody& body = member.entry->body;
	const std::span<Vec3> x = solver.Solution();
	const std::span<const float> massOverStepSquared = solver.MassOverStepSquared();
	for (std::size_t i = 0; i < x.size(); ++i)
		if (body.held[i] == 0)
			x[i] -= member.entry->acceleration[i] * (body.mass[i] / massOverStepSquared[i]);
}

void ElasticIsland::Solve(
	ContactEnergy& contacts, double h, double endTime, double budgetMilliseconds, TaskRunner& tasks, TaskRunner& serial)
{
	step = h;
	minimiserMilliseconds = 0;
	// A budget that left one iteration may do so again, which does not make up for what prediction makes of earlier errors.
	const MinimiserReport& last = members.front().entry->report.minimiser;
	const bool mayBeCut = budgetMilliseconds > 0 && last.iterations < 2 && !last.converged;
	ForEachMember(std::span(members), tasks, serial,
		[&](std::size_t k, TaskRunner& memberTasks)
		{
			WorldBody& entry = *members[k].entry;
			std::copy(entry.body.position.begin(), entry.body.position.end(), entry.startPosition.begin());
			entry.report = {};
			const bool mayTouch = members.size() > 1 || !rigids.empty() || contacts.HasContacts(members[k].contactBody);
			entry.report.recovered =
				!SolverOf(members[k]).Begin(entry.body, h, endTime, entry.acceleration, entry.IsStuck(), mayTouch, memberTasks);
			if (SolverOf(members[k]).HasRecovered())
			{
				// A body that was given its shape back starts from there.
				entry.tangledSeconds = 0;
				entry.placesBefore = entry.startPosition;
				std::copy(entry.body.position.begin(), entry.body.position.end(), entry.startPosition.begin());
			}
			ChooseStart(contacts, members[k]);
		});
	std::erase_if(members, [](const Member& member) { return member.entry->report.recovered; });
	if (members.empty())
		return;
	Place(contacts, tasks, serial);
	inUse = SolverOf(members.front()).Solution();
	if (!IsAlone())
	{
		solution.resize(firstPoint.back());
		ForEachMember(std::span(members), tasks, serial,
			[&](std::size_t k, TaskRunner&) { std::ranges::copy(SolverOf(members[k]).Solution(), solution.begin() + firstPoint[k]); });
		for (std::size_t k = 0; k < rigids.size(); ++k)
		{
			const Obstacle& rigid = rigids[k].obstacle;
			const std::size_t point = firstPoint[members.size() + k];
			solution[point] = rigid.velocity * static_cast<Real>(h);
			solution[point + 1] = rigid.angularVelocity * (static_cast<Real>(h) * rigid.Gyration());
		}
		inUse = solution;
	}
	Objective objective(*this, contacts, serial);
	const BlockPreconditioner preconditioner(*this, contacts, serial);
	OptimisationSolver& first = SolverOf(members.front());
	LbfgsSolver& used = IsAlone() ? first.Minimiser() : minimiser;
	MinimiserSettings settings = first.Settings();
	used.Resize(inUse.size(), settings.window);
	// As many as the member that asks for most: a coarse body that touches a fine one must not spoil it.
	const int all = settings.iterations;
	settings.iterations = 1;
	for (const Member& member : members)
		settings.iterations = std::max(settings.iterations, member.entry->iterations > 0 ? std::min(member.entry->iterations, all) : all);
	if (budgetMilliseconds > 0)
		settings.budgetMilliseconds = budgetMilliseconds;
	PrepareShifts(contacts);
	StandStill(tasks, serial);
	if (!standstill.empty())
		shifts.Run(contacts, group, start, standstill, tasks);
	const double valueThere = StandstillValue(objective, contacts, tasks);
	const StepBudget clock(budgetMilliseconds);
	isPredicted = standstill.empty() && settings.iterations > 1 && !mayBeCut && Predict(tasks);
	const std::span<const Vec3> otherStart = isPredicted ? first.Target() : std::span<const Vec3>(standstill);
	const MinimiserReport report = used.Minimise(objective, preconditioner, settings, tasks, inUse, otherStart, valueThere);
	minimiserMilliseconds = clock.Elapsed();
	if (!report.startNotFinite)
		shifts.Run(contacts, group, start, inUse, tasks);
	for (const Member& member : members)
		member.entry->report.minimiser = report;
	FinishBodies(report.startNotFinite, tasks, serial);
}

void ElasticIsland::PrepareShifts(const ContactEnergy& contacts)
{
	shifts.Clear();
	for (std::size_t k = 0; k < members.size(); ++k)
		if (const Member& member = members[k]; member.contactBody != 0xffffffffu && !member.entry->body.HasPins())
			shifts.Add({member.contactBody, firstPoint[k], SolverOf(member).MassOverStepSquared(), SolverOf(member).Target()});
	shifts.Prepare(contacts, group);
}

void ElasticIsland::StandStill(TaskRunner& tasks, TaskRunner& serial)
{
	// A body that runs into something starts deep inside it, one whose parts fly apart or into each other starts far out of shape, and what
	// is left of that when the iterations end would throw it back faster than it came. Where it stands the objective is its energy, so that
	// no step that ends below makes any. Asking costs an evaluation, so calm bodies do not.
	standstill.clear();
	const auto isViolent = [&](const Member& member)
	{
		const double move = LargestCalmMove * member.entry->extent / step; // m/s, by the mean of squares
		return 2 * member.entry->OwnMotion() > move * move * member.entry->body.Mass();
	};
	if (group.contacts.empty() && std::none_of(members.begin(), members.end(), isViolent))
		return;
	standstill.resize(start.size());
	std::fill(standstill.begin() + firstPoint[members.size()], standstill.end(), Vec3{});
	ForEachMember(std::span(members), tasks, serial,
		[&](std::size_t k, TaskRunner&)
		{
			const std::vector<std::uint8_t>& held = members[k].entry->body.held;
			for (std::size_t i = 0; i < held.size(); ++i)
				standstill[firstPoint[k] + i] = (held[i] != 0 ? inUse : std::span<const Vec3>(start))[firstPoint[k] + i];
		});
}

bool ElasticIsland::Predict(TaskRunner& tasks)
{
	if (!IsAlone() || !group.contacts.empty())
		return false;
	const WorldBody& entry = *members.front().entry;
	return SolverOf(members.front()).PredictStart(entry.body, entry.acceleration, tasks);
}

double ElasticIsland::StandstillValue(const Objective& objective, ContactEnergy& contacts, TaskRunner& tasks)
{
	const auto isPinned = [](const Member& member) { return member.entry->body.HasPins(); };
	if (group.contacts.empty() || standstill.empty() || std::any_of(members.begin(), members.end(), isPinned))
		return std::numeric_limits<double>::quiet_NaN();
	ParallelFor(tasks, members.size(), 8,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
			{
				OptimisationSolver& solver = SolverOf(members[k]);
				const std::span<const Vec3> target = solver.Target();
				const std::span<const float> weight = solver.MassOverStepSquared();
				double inertia = 0;
				for (std::size_t i = 0; i < target.size(); ++i)
					inertia += static_cast<double>(weight[i] * SquaredNorm(standstill[firstPoint[k] + i] - target[i]));
				memberValue[k] = inertia / 2 + solver.StartEnergy();
			}
		});
	double total = contacts.EnergyAt(group, start, standstill, tasks) + objective.RigidEnergyAt(standstill);
	for (std::size_t k = 0; k < members.size(); ++k)
		total += memberValue[k];
	return total;
}

void ElasticIsland::FinishBodies(bool startNotFinite, TaskRunner& tasks, TaskRunner& serial)
{
	ForEachMember(std::span(members), tasks, serial,
		[&](std::size_t k, TaskRunner& memberTasks)
		{
			WorldBody& entry = *members[k].entry;
			OptimisationSolver& solver = SolverOf(members[k]);
			if (startNotFinite)
				StepFrame::PutToRest(entry.body);
			else if (!IsAlone())
				std::copy(solution.begin() + firstPoint[k], solution.begin() + firstPoint[k + 1], solver.Solution().begin());
			entry.report.recovered = startNotFinite || !solver.Finish(entry.body, memberTasks) || solver.HasRecovered();
		});
}

void ElasticIsland::Finish(
	ContactEnergy& contacts, std::span<ContactBody> bodies, std::span<Obstacle> obstacles, ContactSums& sums, TaskRunner& tasks)
{
	if (members.empty() || group.contacts.empty() || members.front().entry->report.recovered)
		return;
	ParallelFor(tasks, members.size(), 4,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t k = begin; k < end; ++k)
				if (const Member& member = members[k]; member.contactBody != 0xffffffffu && !member.entry->body.HasPins())
				{
					OptimisationSolver& solver = SolverOf(member);
					const std::span<const float> massOverStepSquared = solver.MassOverStepSquared();
					const std::span<const Vec3> target = solver.Target();
					Vec3d force, turning, centre;
					double mass = 0; // over the step squared
					for (std::size_t i = 0; i < target.size(); ++i)
					{
						const Vec3d place = inUse[firstPoint[k] + i].Cast<double>();
						const double weight = static_cast<double>(massOverStepSquared[i]);
						const Vec3d push = (inUse[firstPoint[k] + i] - target[i]).Cast<double>() * weight;
						force += push;
						turning += Cross(place, push);
						centre += place * weight;
						mass += weight;
					}
					contacts.SetForceOn(member.contactBody, force.Cast<Real>(), turning - Cross(centre / mass, force));
				}
		});
	contacts.Finish(group, start, inUse, bodies, obstacles, sums, tasks);
}

}
