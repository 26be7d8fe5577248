#include <Scenes/Sculpt/Sheet.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Scenes
{

namespace
{

constexpr double GradientStep = 1e-4; // of a cell
constexpr double GoodEnough = 1e-9;   // of a cell

Vec3d AtMost(const Vec3d& move, double length)
{
	const double norm = Norm(move);
	return norm > length ? move * (length / norm) : move;
}

}

Vec3d Sheet::Project(Vec3d place) const
{
	for (int step = 0; step < 12; ++step)
	{
		const double distance = shape(place);
		if (std::abs(distance) < GoodEnough * cellSize)
			break;
		const Vec3d gradient = Gradient(shape, place, GradientStep * cellSize);
		place += AtMost(gradient * (-distance / std::max(SquaredNorm(gradient), 1e-6)), cellSize);
	}
	return place;
}

Vec3d Sheet::ProjectOntoCurve(Vec3d place, std::size_t curve) const
{
	for (int step = 0; step < 16; ++step)
	{
		const double a = shape(place), b = curves[curve](place);
		if (std::abs(a) < GoodEnough * cellSize && std::abs(b) < GoodEnough * cellSize)
			break;
		const Vec3d gradA = Gradient(shape, place, GradientStep * cellSize),
					gradB = Gradient(curves[curve], place, GradientStep * cellSize);
		const double aa = SquaredNorm(gradA), ab = Dot(gradA, gradB), bb = SquaredNorm(gradB);
		// Where the two surfaces are nearly parallel the system is damped: the place creeps instead of leaping away.
		const double determinant = std::max(aa * bb - ab * ab, 0.01 * aa * bb + 1e-12);
		const double weightA = (-a * bb + b * ab) / determinant, weightB = (-b * aa + a * ab) / determinant;
		place += AtMost(gradA * weightA + gradB * weightB, 0.5 * cellSize);
	}
	return place;
}

}
