#include <Scenes/MassSpringCloth.h>

#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Scenes
{
namespace
{

constexpr double ShearShare = 0.5, BendingShare = 0.01;
constexpr double SolveTolerance = 1e-4; // of the residual
constexpr int MostSolveSteps = 50;

double DotAll(std::span<const Vec3d> a, std::span<const Vec3d> b)
{
	double sum = 0;
	for (std::size_t i = 0; i < a.size(); ++i)
		sum += Dot(a[i], b[i]);
	return sum;
}

}

MassSpringCloth::MassSpringCloth(const SolidScene& sheet, int iterationsPerStep)
	: step(sheet.step)
	, iterations(iterationsPerStep)
	, gravity(sheet.gravity)
{
	const RestState& state = sheet.body.rest->state;
	const double spacing = 2 * static_cast<double>(state.particleRadius);
	for (std::size_t i = 0; i < state.position.size(); ++i)
	{
		rest.push_back(state.position[i].Cast<double>());
		mass.push_back(static_cast<double>(state.volume[i]) * sheet.body.material.density);
		isHeld.push_back(
			std::any_of(sheet.pins.begin(), sheet.pins.end(), [&](const ScenePin& pin) { return pin.region.Contains(rest.back()); }));
	}
	position = rest;
	velocity.resize(rest.size());
	Connect(2.1 * spacing, spacing, sheet.body.material.young * spacing);
}

void MassSpringCloth::Connect(double reach, double spacing, double stiffness)
{
	std::vector<Vec3> places;
	places.reserve(rest.size());
	for (const Vec3d& place : rest)
		places.push_back(place.Cast<float>());
	NeighbourSearch search;
	NeighbourLists lists;
	const auto tasks = MakeSerialTaskRunner();
	if (const Status found = search.FindAll(places, static_cast<Real>(reach), *tasks, lists); !found.IsOk())
		return;
	for (std::uint32_t a = 0; a < rest.size(); ++a)
		for (const std::uint32_t b : lists.Of(a))
		{
			const double length = Norm(rest[a] - rest[b]);
			if (b < a)
				continue;
			const double steps = length / spacing;
			if (steps < 1.2)
				springs.push_back({a, b, length, stiffness});
			else if (steps < 1.6)
				springs.push_back({a, b, length, ShearShare * stiffness});
			else if (std::abs(steps - 2) < 0.1)
				springs.push_back({a, b, length, BendingShare * stiffness});
		}
}

void MassSpringCloth::Multiply(std::span<const Vec3d> x, std::span<Vec3d> product) const
{
	for (std::size_t i = 0; i < x.size(); ++i)
		product[i] = x[i] * (mass[i] / (step * step));
	for (const Spring& spring : springs)
	{
		const Vec3d pull = (x[spring.a] - x[spring.b]) * spring.stiffness;
		product[spring.a] += pull;
		product[spring.b] -= pull;
	}
}

void MassSpringCloth::SolveGlobal(std::span<const Vec3d> rightSide)
{
	std::vector<Vec3d> residual(position.size()), product(position.size());
	const auto clearHeld = [&](std::vector<Vec3d>& values)
	{
		for (std::size_t i = 0; i < values.size(); ++i)
			if (isHeld[i])
				values[i] = {};
	};
	Multiply(position, product);
	for (std::size_t i = 0; i < position.size(); ++i)
		residual[i] = rightSide[i] - product[i];
	clearHeld(residual);
	std::vector<Vec3d> direction = residual;
	double size = DotAll(residual, residual);
	const double enough = SolveTolerance * SolveTolerance * size;
	for (int k = 0; k < MostSolveSteps && size > enough; ++k)
	{
		Multiply(direction, product);
		clearHeld(product);
		const double length = size / DotAll(direction, product);
		for (std::size_t i = 0; i < position.size(); ++i)
		{
			position[i] += direction[i] * length;
			residual[i] -= product[i] * length;
		}
		const double next = DotAll(residual, residual);
		for (std::size_t i = 0; i < position.size(); ++i)
			direction[i] = residual[i] + direction[i] * (next / size);
		size = next;
	}
}

void MassSpringCloth::Step()
{
	const std::vector<Vec3d> before = position;
	std::vector<Vec3d> inertia(position.size()), rightSide(position.size());
	for (std::size_t i = 0; i < position.size(); ++i)
	{
		inertia[i] = isHeld[i] ? position[i] : position[i] + velocity[i] * step + gravity * (step * step);
		position[i] = inertia[i];
	}
	for (int k = 0; k < iterations; ++k)
	{
		for (std::size_t i = 0; i < position.size(); ++i)
			rightSide[i] = inertia[i] * (mass[i] / (step * step));
		for (const Spring& spring : springs)
		{
			const Vec3d along = position[spring.a] - position[spring.b];
			const Vec3d pull = along * (spring.stiffness * spring.length / std::max(Norm(along), 1e-12));
			rightSide[spring.a] += pull;
			rightSide[spring.b] -= pull;
		}
		SolveGlobal(rightSide);
	}
	for (std::size_t i = 0; i < position.size(); ++i)
		velocity[i] = (position[i] - before[i]) / step;
	time += step;
}

}
