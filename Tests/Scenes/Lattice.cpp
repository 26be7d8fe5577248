#include <Scenes/Lattice.h>

#include <cmath>

namespace SPHSolids::Scenes
{

std::vector<Vec3d> BlockLattice(int countX, int countY, int countZ, double spacing)
{
	std::vector<Vec3d> points;
	points.reserve(static_cast<std::size_t>(countX) * static_cast<std::size_t>(countY) * static_cast<std::size_t>(countZ));
	for (int k = 0; k < countZ; ++k)
		for (int j = 0; j < countY; ++j)
			for (int i = 0; i < countX; ++i)
				points.push_back(Vec3d{i + 0.5, j + 0.5, k + 0.5} * spacing);
	return points;
}

void SnapToOffsets(std::vector<Vec3d>& points, double spacing)
{
	const double unit = 2 * spacing / 32767; // the support over the largest number
	for (Vec3d& p : points)
		for (int axis = 0; axis < 3; ++axis)
			p[axis] = std::round(p[axis] / unit) * unit;
}

}
