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

Vec3d SolveSymmetric(const Mat3d& matrix, const Vec3d& right)
{
	return Cofactor(matrix) * right * (1 / Determinant(matrix)); // the cofactors of a symmetric matrix are symmetric
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
	const auto forEachTouch = [&](auto&& visit)
	{
		for (const std::uint32_t c : group.contacts)
		{
			const ContactSides sides = contacts.SidesOf(c);
			if (sides.owner == sides.other)
				continue; // a fold of one body moves with it
			if (const std::uint32_t k = BodyOf(sides.owner); k != NoBody)
				visit(k, ContactTouch{c, 1.0f});
			if (const std::uint32_t k = BodyOf(sides.other); k != NoBody)
				visit(k, ContactTouch{c, -1.0f});
		}
	};
	first.assign(bodies.size() + 1, 0);
	forEachTouch([&](std::uint32_t k, const ContactTouch&) { ++first[k + 1]; });
	for (std::size_t k = 0; k < bodies.size(); ++k)
		first[k + 1] += first[k];
	touches.resize(first.back());
	forEachTouch([&](std::uint32_t k, const ContactTouch& touch) { touches[first[k]++] = touch; });
	for (std::size_t k = bodies.size(); k > 0; --k)
		first[k] = first[k - 1];
	first[0] = 0;
	TakeTurns(contacts);
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
	motions.resize(touches.size());
	for (std::size_t turn = 0; turn + 1 < firstOfTurn.size(); ++turn)
		ParallelFor(tasks, firstOfTurn[turn + 1] - firstOfTurn[turn], 1,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t k = begin; k < end; ++k)
					ShiftBody(inTurns[firstOfTurn[turn] + k], contacts, group, start, x);
			});
}

void ShiftSolve::ShiftBody(
	std::size_t k, const ContactEnergy& contacts, ContactGroup& group, std::span<const Vec3> start, std::span<Vec3> x)
{
	const Body& body = bodies[k];
	const std::span<const ContactTouch> own = std::span(touches).subspan(first[k], first[k + 1] - first[k]);
	const std::span<Vec3> motion = std::span(motions).subspan(first[k], own.size());
	for (std::size_t t = 0; t < own.size(); ++t)
		motion[t] = contacts.MotionOf(own[t].contact, group, x);
	double mass = 0; // over h^2
	Vec3d lag, way;  // by mass: how far the body is from its target, and how far it has come
	for (std::size_t i = 0; i < body.target.size(); ++i)
	{
		const double m = static_cast<double>(body.massOverStepSquared[i]);
		mass += m;
		lag += (x[body.firstPoint + i] - body.target[i]).Cast<double>() * m;
		way += (x[body.firstPoint + i] - start[body.firstPoint + i]).Cast<double>() * m;
	}
	if (!(mass > 0) || !IsFinite(lag))
		return;
	lag = lag / mass;
	way = way / mass;
	const auto valueAt = [&](const Vec3d& shift, ContactAnswer& answer)
	{
		answer = contacts.AnswerToShift(own, motion, shift.Cast<Real>());
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
	for (std::size_t i = 0; i < body.target.size(); ++i)
		if (body.massOverStepSquared[i] > 0)
			x[body.firstPoint + i] += moved;
	contacts.FollowShift(body.contactBody, moved, group);
}

}
