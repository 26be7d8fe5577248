#include <Lab/FluidSurface.h>

#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace SPHSolids::Lab
{
namespace
{

constexpr double NeighbourReach = 4;     // radii within which neighbours shape an ellipsoid
constexpr std::size_t FewNeighbours = 6; // fewer make a droplet
constexpr double CentreSmoothing = 0.8;  // share of the way to the neighbours' mean
constexpr double Flattest = 4;           // longest over shortest axis at most
constexpr double KernelReach = 4;        // support of a particle's kernel over its half axes
constexpr double DropletReach = 2.2;     // the same for droplets, so that one alone still rises above the level
constexpr float Level = 0.35f;           // below the half of what the field has inside, because smoothed centres lie further in
constexpr double MostNodes = 6e7;        // of the grid: beyond, cells grow
constexpr int LayersPerTask = 4;

double NeighbourWeight(double distance, double reach)
{
	const double share = std::min(1.0, distance / reach);
	return 1 - share * share * share;
}

FluidEllipsoid ShapeEllipsoid(std::span<const Vec3> particles, std::uint32_t i, std::span<const std::uint32_t> neighbours, double radius)
{
	FluidEllipsoid shape;
	const Vec3d own = particles[i].Cast<double>();
	shape.centre = particles[i];
	shape.axes = Mat3::Identity() * static_cast<float>(radius);
	shape.isAlone = neighbours.size() < FewNeighbours;
	const double reach = NeighbourReach * radius;
	double sum = 1;
	Vec3d mean = own;
	for (const std::uint32_t j : neighbours)
	{
		const Vec3d other = particles[j].Cast<double>();
		const double weight = NeighbourWeight(Norm(other - own), reach);
		mean += other * weight;
		sum += weight;
	}
	mean = mean / sum;
	const Vec3d away = own - mean;
	// Inside, the mean of the neighbours is the particle itself; at a flat surface it lies about half a radius further in.
	if (Norm(away) > 0.15 * radius)
		shape.normal = (away / Norm(away)).Cast<float>();
	if (shape.isAlone)
		return shape;
	shape.centre = (own - away * CentreSmoothing).Cast<float>();
	Mat3d covariance;
	for (const std::uint32_t j : neighbours)
	{
		const Vec3d offset = particles[j].Cast<double>() - mean;
		covariance += Mat3d::Outer(offset, offset) * (NeighbourWeight(Norm(particles[j].Cast<double>() - own), reach) / sum);
	}
	const SymmetricEigen eigen = DecomposeSymmetric(covariance);
	const double largest = std::max({eigen.values.x, eigen.values.y, eigen.values.z, 1e-30});
	double lengths[3], product = 1;
	for (int k = 0; k < 3; ++k)
	{
		lengths[k] = std::sqrt(std::max(eigen.values[k], largest / (Flattest * Flattest)));
		product *= lengths[k];
	}
	const double scale = radius / std::cbrt(product);
	Mat3d axes;
	for (int k = 0; k < 3; ++k)
		for (int row = 0; row < 3; ++row)
			axes(row, k) = eigen.vectors(row, k) * lengths[k] * scale;
	shape.axes = axes.Cast<float>();
	return shape;
}

/// Values at the corners of cells.
struct Field
{
	Vec3 corner;
	float cell = 1;
	int size[3] = {};
	std::vector<float> values;

	std::size_t Index(int x, int y, int z) const
	{
		return (static_cast<std::size_t>(z) * static_cast<std::size_t>(size[1]) + static_cast<std::size_t>(y))
			* static_cast<std::size_t>(size[0])
			+ static_cast<std::size_t>(x);
	}
	Vec3 Place(int x, int y, int z) const
	{
		return corner + Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * cell;
	}
	/// Out of the fluid: down the field's slope.
	Vec3 Outwards(int x, int y, int z) const
	{
		const auto at = [&](int i, int j, int k)
		{ return values[Index(std::clamp(i, 0, size[0] - 1), std::clamp(j, 0, size[1] - 1), std::clamp(k, 0, size[2] - 1))]; };
		return {at(x - 1, y, z) - at(x + 1, y, z), at(x, y - 1, z) - at(x, y + 1, z), at(x, y, z - 1) - at(x, y, z + 1)};
	}
};

/// What a particle adds to the field.
struct Splat
{
	Vec3 centre, reach; ///< reach of its kernel along each axis of space, m
	Mat3 toUnit;        ///< Offsets to shares of the kernel's support
	float amount = 0;
};

Splat MakeSplat(const FluidEllipsoid& shape)
{
	const double support = shape.isAlone ? DropletReach : KernelReach;
	Splat splat;
	splat.centre = shape.centre;
	const Mat3 axes = shape.axes * static_cast<float>(support);
	for (int row = 0; row < 3; ++row)
		splat.reach[row] = std::sqrt(axes(row, 0) * axes(row, 0) + axes(row, 1) * axes(row, 1) + axes(row, 2) * axes(row, 2));
	// The columns are at right angles.
	for (int k = 0; k < 3; ++k)
		for (int row = 0; row < 3; ++row)
			splat.toUnit(k, row) = axes(row, k) / SquaredNorm(axes.Column(k));
	// The particle's share of space, (2 r)^3, over the cube of the support, support^3 r^3; the rest of the kernel is that of support 1.
	splat.amount = static_cast<float>(8 / (support * support * support));
	return splat;
}

Field LayOutField(std::span<const Splat> splats, double cell)
{
	Box3 bounds;
	for (const Splat& splat : splats)
	{
		bounds.Include(splat.centre - splat.reach);
		bounds.Include(splat.centre + splat.reach);
	}
	const Vec3d size = bounds.Size().Cast<double>();
	const auto nodes = [&](double width) { return (size.x / width + 4) * (size.y / width + 4) * (size.z / width + 4); };
	while (nodes(cell) > MostNodes)
		cell *= 1.25;
	Field field;
	field.cell = static_cast<float>(cell);
	field.corner = bounds.min - Vec3{1, 1, 1} * field.cell;
	for (int axis = 0; axis < 3; ++axis)
		field.size[axis] = static_cast<int>(std::ceil(size[axis] / cell)) + 4;
	field.values.assign(field.Index(0, 0, field.size[2]), 0.0f);
	return field;
}

/// Adds one particle to the layers from first to last.
void AddSplat(Field& field, const Splat& splat, int firstLayer, int lastLayer)
{
	const CubicSpline<float> kernel(1);
	const Vec3 low = (splat.centre - splat.reach - field.corner) / field.cell,
			   high = (splat.centre + splat.reach - field.corner) / field.cell;
	const auto begin = [](float value, int least) { return std::max(least, static_cast<int>(std::ceil(value))); };
	const auto end = [](float value, int most) { return std::min(most, static_cast<int>(std::floor(value)) + 1); };
	for (int z = begin(low.z, firstLayer); z < end(high.z, lastLayer); ++z)
		for (int y = begin(low.y, 0); y < end(high.y, field.size[1]); ++y)
			for (int x = begin(low.x, 0); x < end(high.x, field.size[0]); ++x)
			{
				const float distance = Norm(splat.toUnit * (field.Place(x, y, z) - splat.centre));
				if (distance < 1)
					field.values[field.Index(x, y, z)] += splat.amount * kernel.Value(distance);
			}
}

void FillField(Field& field, std::span<const Splat> splats, TaskRunner& tasks)
{
	const int groups = (field.size[2] + LayersPerTask - 1) / LayersPerTask;
	std::vector<std::vector<std::uint32_t>> touching(static_cast<std::size_t>(groups));
	for (std::uint32_t i = 0; i < splats.size(); ++i)
	{
		const auto groupOf = [&](float z)
		{ return std::clamp(static_cast<int>(std::floor((z - field.corner.z) / field.cell)) / LayersPerTask, 0, groups - 1); };
		for (int g = groupOf(splats[i].centre.z - splats[i].reach.z); g <= groupOf(splats[i].centre.z + splats[i].reach.z); ++g)
			touching[static_cast<std::size_t>(g)].push_back(i);
	}
	ParallelFor(tasks, touching.size(), 1,
		[&](std::size_t first, std::size_t last)
		{
			for (std::size_t g = first; g < last; ++g)
				for (const std::uint32_t i : touching[g])
				{
					const int layer = static_cast<int>(g) * LayersPerTask;
					AddSplat(field, splats[i], layer, std::min(layer + LayersPerTask, field.size[2]));
				}
		});
}

/// One vertex in each cell that the level passes, at the mean of where it cuts the cell's edges; four cells around an edge that is cut
/// make two triangles.
class SurfaceNets
{
public:
	explicit SurfaceNets(const Field& wholeField)
		: field(wholeField)
		, vertexOf(field.values.size(), NoVertex)
	{
	}

	FluidSurface Run()
	{
		for (int z = 0; z + 1 < field.size[2]; ++z)
			for (int y = 0; y + 1 < field.size[1]; ++y)
				for (int x = 0; x + 1 < field.size[0]; ++x)
					PlaceVertex(x, y, z);
		for (int z = 1; z + 1 < field.size[2]; ++z)
			for (int y = 1; y + 1 < field.size[1]; ++y)
				for (int x = 1; x + 1 < field.size[0]; ++x)
					for (int axis = 0; axis < 3; ++axis)
						CloseEdge({x, y, z}, axis);
		return std::move(surface);
	}

private:
	static constexpr std::uint32_t NoVertex = 0xFFFFFFFFu;

	void PlaceVertex(int x, int y, int z)
	{
		float corner[8];
		int inside = 0;
		for (int k = 0; k < 8; ++k)
		{
			corner[k] = field.values[field.Index(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2))] - Level;
			inside += corner[k] > 0;
		}
		if (inside == 0 || inside == 8)
			return;
		Vec3 sum;
		int cuts = 0;
		for (int a = 0; a < 8; ++a)
			for (int bit = 1; bit < 8; bit <<= 1)
			{
				const int b = a | bit;
				if (b == a || (corner[a] > 0) == (corner[b] > 0))
					continue;
				const float share = corner[a] / (corner[a] - corner[b]);
				Vec3 place = {static_cast<float>(a & 1), static_cast<float>(a >> 1 & 1), static_cast<float>(a >> 2)};
				place[bit == 1 ? 0 : bit == 2 ? 1 : 2] = share;
				sum += place;
				++cuts;
			}
		const Vec3 within = sum / static_cast<float>(cuts);
		Vec3 normal;
		for (int k = 0; k < 8; ++k)
		{
			const float weight =
				(k & 1 ? within.x : 1 - within.x) * (k >> 1 & 1 ? within.y : 1 - within.y) * (k >> 2 ? within.z : 1 - within.z);
			normal += field.Outwards(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)) * weight;
		}
		vertexOf[field.Index(x, y, z)] = static_cast<std::uint32_t>(surface.positions.size());
		surface.positions.push_back(field.Place(x, y, z) + within * field.cell);
		surface.normals.push_back(NormalizedOr(normal, Vec3{0, 0, 1}));
	}

	/// The edge from a node along an axis, if the level cuts it.
	void CloseEdge(const std::array<int, 3>& node, int axis)
	{
		std::array<int, 3> other = node;
		++other[static_cast<std::size_t>(axis)];
		const bool isIn = field.values[field.Index(node[0], node[1], node[2])] > Level;
		if (isIn == (field.values[field.Index(other[0], other[1], other[2])] > Level))
			return;
		const std::size_t u = static_cast<std::size_t>((axis + 1) % 3), v = static_cast<std::size_t>((axis + 2) % 3);
		std::uint32_t around[4];
		for (std::size_t k = 0; k < 4; ++k)
		{
			constexpr int Back[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}}; // once around the edge
			std::array<int, 3> cell = node;
			cell[u] -= Back[k][0];
			cell[v] -= Back[k][1];
			around[k] = vertexOf[field.Index(cell[0], cell[1], cell[2])];
		}
		// Counter-clockwise seen from the far end of the axis, which is outside where this node is inside.
		if (!isIn)
			std::swap(around[1], around[3]);
		surface.triangles.push_back({around[0], around[1], around[2]});
		surface.triangles.push_back({around[0], around[2], around[3]});
	}

	const Field& field;
	std::vector<std::uint32_t> vertexOf;
	FluidSurface surface;
};

}

Result<std::vector<FluidEllipsoid>> MakeFluidEllipsoids(std::span<const Vec3> particles, double radius, TaskRunner& tasks)
{
	if (!(radius > 0) || !std::isfinite(radius))
		return Error{"A fluid's surface needs the radius of its particles, and it must be positive."};
	NeighbourSearch search;
	NeighbourLists lists;
	if (Status found = search.FindAll(particles, static_cast<Real>(NeighbourReach * radius), tasks, lists); !found.IsOk())
		return Error{found.Message()};
	std::vector<FluidEllipsoid> shapes(particles.size());
	ParallelFor(tasks, particles.size(), 512,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				shapes[i] = ShapeEllipsoid(particles, static_cast<std::uint32_t>(i), lists.Of(i), radius);
		});
	return shapes;
}

Result<FluidSurface> MakeFluidSurface(std::span<const Vec3> particles, const FluidSurfaceSettings& settings, TaskRunner& tasks)
{
	std::vector<Vec3> finite;
	std::copy_if(particles.begin(), particles.end(), std::back_inserter(finite), [](const Vec3& p) { return IsFinite(p); });
	auto shapes = MakeFluidEllipsoids(finite, settings.radius, tasks);
	if (!shapes.IsOk())
		return shapes.TakeError();
	if (finite.empty())
		return FluidSurface();
	std::vector<Splat> splats;
	for (const FluidEllipsoid& shape : shapes.Value())
		splats.push_back(MakeSplat(shape));
	Field field = LayOutField(splats, settings.cell > 0 ? settings.cell : settings.radius);
	FillField(field, splats, tasks);
	return SurfaceNets(field).Run();
}

}
