#include "ShiftSolve.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace SPHSolids
{
namespace
{

constexpr int MostShifts = 12, MostHalvings = 24;
/// A body whose speed as a whole is right up to this share of its own and this speed, m/s, is left alone.
constexpr double SpeedShare = 1e-3, LeastShiftSpeed = 2e-4;

/// So many turns may be those of several bodies.
constexpr std::uint32_t SharedTurns = 63;

constexpr std::size_t MotionChunk = 512;
/// So many particles are summed in floats before they are added to doubles.
constexpr std::size_t SummedParticles = 64;

Vec3d SolveSymmetric(const Mat3d& matrix, const Vec3d& right)
{
	return Cofactor(matrix) * right * (1 / Determinant(matrix)); // the cofactors of a symmetric matrix are symmetric
}

struct Whole
{
	double mass = 0; // over h^2
	Vec3d lag, way;  // means by mass: how far the body is from its target, and how far it has come
};

Vec3d SumOfHalves(Float8 a)
{
	float sum[4];
	StoreSumOfHalves(a, sum);
	return Vec3{sum[0], sum[1], sum[2]}.Cast<double>();
}

/// Sums by mass, two particles at a time.
Whole SumBlock(std::span<const float> massOverStepSquared, const Vec3* target, const Vec3* start, const Vec3* x)
{
	Float8 mass = 0.0f, lag = 0.0f, way = 0.0f;
	const std::size_t count = massOverStepSquared.size();
	const auto add = [&](std::size_t i, std::size_t next, Float8 weights)
	{
		const Float8 place = LoadTriples(&x[i].x, &x[next].x);
		mass += weights;
		lag = MulAdd(place - LoadTriples(&target[i].x, &target[next].x), weights, lag);
		way = MulAdd(place - LoadTriples(&start[i].x, &start[next].x), weights, way);
	};
	for (std::size_t i = 0; i + 1 < count; i += 2)
		add(i, i + 1, SplatTwo(&massOverStepSquared[i]));
	if (count % 2 != 0)
	{
		const float last[2] = {massOverStepSquared[count - 1], 0};
		add(count - 1, count - 1, SplatTwo(last));
	}
	return {SumOfHalves(mass).x, SumOfHalves(lag), SumOfHalves(way)};
}

Whole MeasureWhole(const ShiftSolve::Body& body, std::span<const Vec3> start, std::span<const Vec3> x)
{
	Whole whole;
	for (std::size_t i = 0; i < x.size(); i += SummedParticles)
	{
		const std::span<const float> masses = body.massOverStepSquared.subspan(i, std::min(SummedParticles, x.size() - i));
		const Whole sum = SumBlock(masses, &body.target[i], &start[i], &x[i]);
		whole.mass += sum.mass;
		whole.lag += sum.lag;
		whole.way += sum.way;
	}
	if (!(whole.mass > 0))
		return {};
	whole.lag = whole.lag / whole.mass;
	whole.way = whole.way / whole.mass;
	return whole;
}

}

void ShiftSolve::Prepare(const ContactEnergy& contacts, const ContactGroup& group)
{
	bodyOf.clear();
	for (std::uint32_t k = 0; k < bodies.size(); ++k)
	{
		if (bodyOf.size() <= bodies[k].contactBody)
			bodyOf.resize(bodies[k].contactBody + 1, NoBody);
		bodyOf[bodies[k].contactBody] = k;
	}
	ListMet(contacts, group);
	ListTouches(contacts);
	TakeTurns(contacts);
}

void ShiftSolve::ListMet(const ContactEnergy& contacts, const ContactGroup& group)
{
	met.clear();
	for (const std::uint32_t c : group.contacts)
		if (const ContactSides sides = contacts.SidesOf(c);
			sides.owner != sides.other && (BodyOf(sides.owner) != NoBody || BodyOf(sides.other) != NoBody))
			met.push_back(c); // a fold of one body moves with it
}

template <class Visit>
void ShiftSolve::ForEachTouch(const ContactEnergy& contacts, Visit&& visit) const
{
	for (std::uint32_t m = 0; m < met.size(); ++m)
	{
		const ContactSides sides = contacts.SidesOf(met[m]);
		if (const std::uint32_t k = BodyOf(sides.owner); k != NoBody)
			visit(k, ContactTouch{met[m], m, 1.0f});
		if (const std::uint32_t k = BodyOf(sides.other); k != NoBody)
			visit(k, ContactTouch{met[m], m, -1.0f});
	}
}

void ShiftSolve::ListTouches(const ContactEnergy& contacts)
{
	first.assign(bodies.size() + 1, 0);
	ForEachTouch(contacts, [&](std::uint32_t k, const ContactTouch&) { ++first[k + 1]; });
	firstBlock.assign(1, 0);
	for (std::size_t k = 0; k < bodies.size(); ++k)
	{
		firstBlock.push_back(firstBlock.back() + static_cast<std::uint32_t>(TouchBlocksFor(first[k + 1])));
		first[k + 1] += first[k];
	}
	touches.resize(first.back());
	blocks.resize(firstBlock.back());
	ForEachTouch(contacts, [&](std::uint32_t k, const ContactTouch& touch) { touches[first[k]++] = touch; });
	for (std::size_t k = bodies.size(); k > 0; --k)
		first[k] = first[k - 1];
	first[0] = 0;
}

void ShiftSolve::TakeTurns(const ContactEnergy& contacts)
{
	turnOf.assign(bodies.size(), NoBody);
	std::uint32_t turns = 1;
	for (std::uint32_t k = 0; k < bodies.size(); ++k)
	{
		std::uint64_t taken = 0; // turns of those it touches
		for (std::uint32_t t = first[k]; t < first[k + 1]; ++t)
		{
			const ContactSides sides = contacts.SidesOf(touches[t].contact);
			const std::uint32_t other = BodyOf(touches[t].sign > 0 ? sides.other : sides.owner);
			if (other != NoBody && turnOf[other] < SharedTurns)
				taken |= std::uint64_t(1) << turnOf[other];
		}
		turnOf[k] = static_cast<std::uint32_t>(std::countr_one(taken));
		if (turnOf[k] == SharedTurns)
			turnOf[k] = std::max(turns, SharedTurns); // one of its own
		turns = std::max(turns, turnOf[k] + 1);
	}
	firstOfTurn.assign(turns + 1, 0);
	inTurns.clear();
	for (std::uint32_t turn = 0; turn < turns; ++turn)
	{
		for (std::uint32_t k = 0; k < bodies.size(); ++k)
			if (turnOf[k] == turn)
				inTurns.push_back(k);
		firstOfTurn[turn + 1] = static_cast<std::uint32_t>(inTurns.size());
	}
}

void ShiftSolve::Run(const ContactEnergy& contacts, ContactGroup& group, std::span<const Vec3> start, std::span<Vec3> x, TaskRunner& tasks)
{
	contacts.Follow(group, start, x, tasks);
	motions.resize(met.size());
	ParallelFor(tasks, met.size(), MotionChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t m = begin; m < end; ++m)
				motions[m] = contacts.MotionOf(met[m], group, x);
		});
	for (std::size_t turn = 0; turn + 1 < firstOfTurn.size(); ++turn)
		ParallelFor(tasks, firstOfTurn[turn + 1] - firstOfTurn[turn], 1,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t k = begin; k < end; ++k)
					ShiftBody(inTurns[firstOfTurn[turn] + k], contacts, start, x);
			});
}

void ShiftSolve::ShiftBody(std::size_t k, const ContactEnergy& contacts, std::span<const Vec3> start, std::span<Vec3> x)
{
	const Body& body = bodies[k];
	const std::span<Vec3> own = x.subspan(body.firstPoint, body.target.size());
	const std::span<const ContactTouch> ownTouches = std::span(touches).subspan(first[k], first[k + 1] - first[k]);
	const std::span<TouchBlock> packed = std::span(blocks).subspan(firstBlock[k], firstBlock[k + 1] - firstBlock[k]);
	const auto [mass, lag, way] = MeasureWhole(body, start.subspan(body.firstPoint, own.size()), own);
	if (!(mass > 0) || !IsFinite(lag))
		return;
	contacts.PackTouches(ownTouches, motions, packed);
	const auto valueAt = [&](const Vec3d& shift, ContactAnswer& answer)
	{
		answer = AnswerToShift(packed, shift.Cast<Real>());
		return 0.5 * mass * SquaredNorm(lag + shift) + answer.energy;
	};
	const double precise = std::max(SpeedShare * Norm(way), LeastShiftSpeed * static_cast<double>(contacts.Step()));
	Vec3d shift;
	ContactAnswer answer;
	double value = valueAt(shift, answer);
	for (int iteration = 0; iteration < MostShifts; ++iteration)
	{
		const Vec3d gradient = (lag + shift) * mass - answer.force;
		if (!(Norm(gradient) > mass * precise))
			break;
		Vec3d step = SolveSymmetric(answer.stiffness + Mat3d::Identity() * mass, gradient) * -1.0;
		bool isLower = false;
		for (int halving = 0; halving < MostHalvings && !isLower; ++halving, step = step * 0.5)
		{
			ContactAnswer there;
			const double trial = valueAt(shift + step, there);
			isLower = trial < value;
			if (!isLower)
				continue;
			shift += step;
			value = trial;
			answer = there;
		}
		if (!isLower)
			break;
	}
	if (shift == Vec3d{})
		return;
	const Vec3 moved = shift.Cast<Real>();
	for (std::size_t i = 0; i < own.size(); ++i)
		if (body.massOverStepSquared[i] > 0)
			own[i] += moved;
	for (const ContactTouch& touch : ownTouches)
		motions[touch.motion] += moved * touch.sign; // the weights of links sum to one
}

}
