#include "ShellClusters.h"

#include <algorithm>

namespace SPHSolids
{
namespace
{

/// Factor on a squared distance that is farther than any rounding of it.
constexpr Real WithRounding = Real(1.0001);
/// The square of a distance beyond all.
constexpr Real NoneNear = 3 * FarAway * FarAway;

/// Outward direction at a particle of the shell: away from its rest neighbours. w: how far to trust it, high where the surface is flat:
/// a particle on an edge points askew, and where it meets a face the face shall rule.
PaddedVec3 SurfaceNormal(const SolidBody& body, std::uint32_t particle)
{
	const AlignedArray<Vec3>& x = body.position;
	const auto neighbours = body.Rest().state.neighbours.Of(particle);
	Vec3 sum;
	Real squares = 0;
	for (const std::uint32_t other : neighbours)
	{
		const Vec3 offset = x[particle] - x[other];
		sum += offset;
		squares += SquaredNorm(offset);
	}
	const Real length = Norm(sum);
	// A particle amid its neighbours has no outside to speak of.
	const Real least = Real(0.5) * body.Rest().state.particleRadius;
	if (!(length > least))
		return {Vec3{}, 1};
	// On a lattice of support 2 d its root is 0.38 on a face, 0.57 on an edge, 0.76 at a corner.
	const Real square = SquaredNorm(sum) / (squares * static_cast<Real>(neighbours.size()));
	return {sum / length, 1 / (square * square * square)};
}

}

void ShellClusters::Resize(std::span<const ContactBody> bodies)
{
	firstOfBody.assign(1, 0);
	for (const ContactBody& entry : bodies)
		firstOfBody.push_back(firstOfBody.back() + static_cast<std::uint32_t>((entry.shell->particles.size() + Size - 1) / Size));
	const std::size_t clusters = firstOfBody.back();
	box.resize(clusters);
	needsNormals.resize(clusters);
	looseness.resize(clusters);
	particle.resize(clusters * Size);
	for (AlignedArray<float>* coordinate : {&x, &y, &z})
		coordinate->resize(clusters * Size);
	for (AlignedArray<float>& row : normal)
		row.resize(clusters * Size);
}

void ShellClusters::Fill(std::size_t body, const ContactShell& shell, std::span<const PaddedVec3> places, std::uint32_t first)
{
	const std::size_t begin = firstOfBody[body] * Size;
	for (std::uint32_t cluster = firstOfBody[body]; cluster < firstOfBody[body + 1]; ++cluster)
	{
		Box3 bounds;
		for (std::size_t place = cluster * Size; place < (cluster + 1) * Size; ++place)
		{
			const bool isThere = place - begin < shell.particles.size();
			particle[place] = isThere ? first + shell.particles[place - begin] : NoParticle;
			const Vec3 at = isThere ? places[particle[place]].Xyz() : Vec3{FarAway, FarAway, FarAway};
			x[place] = at.x;
			y[place] = at.y;
			z[place] = at.z;
			if (isThere)
				bounds.Include(at);
		}
		box[cluster] = bounds;
		needsNormals[cluster] = 0;
	}
}

/// @param leaveOut Called with (half, place, squares): the squared distances of eight places, the first or the last of the cluster, to another
/// place; returns them with NoneNear where the two are no pair.
template <class LeaveOut>
void ShellClusters::FindNearestOf(
	std::uint32_t cluster, std::span<Near> others, Real reach, float (&squared)[Size], LeaveOut&& leaveOut) const
{
	static_assert(Size == 2 * SimdWidth);
	const std::size_t own = cluster * Size;
	const Float8 x0 = Float8::Load(&x[own]), y0 = Float8::Load(&y[own]), z0 = Float8::Load(&z[own]);
	const Float8 x1 = Float8::Load(&x[own + SimdWidth]), y1 = Float8::Load(&y[own + SimdWidth]), z1 = Float8::Load(&z[own + SimdWidth]);
	const Float8 none(NoneNear), farthest(reach * reach * WithRounding);
	Float8 nearest0 = none, nearest1 = none;
	for (Near& other : others)
	{
		Float8 least0 = none, least1 = none;
		for (std::size_t k = other.cluster * Size; k < (other.cluster + 1) * Size; ++k)
		{
			const Float8 xk(x[k]), yk(y[k]), zk(z[k]);
			const Float8 dx0 = x0 - xk, dy0 = y0 - yk, dz0 = z0 - zk, dx1 = x1 - xk, dy1 = y1 - yk, dz1 = z1 - zk;
			least0 = Min(least0, leaveOut(0, k, MulAdd(dx0, dx0, MulAdd(dy0, dy0, dz0 * dz0))));
			least1 = Min(least1, leaveOut(SimdWidth, k, MulAdd(dx1, dx1, MulAdd(dy1, dy1, dz1 * dz1))));
		}
		other.lanes =
			static_cast<std::uint32_t>(Bits(least0 < farthest)) | static_cast<std::uint32_t>(Bits(least1 < farthest)) << SimdWidth;
		nearest0 = Min(nearest0, least0);
		nearest1 = Min(nearest1, least1);
	}
	nearest0.Store(squared);
	nearest1.Store(squared + SimdWidth);
}

void ShellClusters::FindNearest(std::uint32_t cluster, std::span<Near> others, Real reach, float (&squared)[Size]) const
{
	FindNearestOf(cluster, others, reach, squared, [](std::size_t, std::size_t, Float8 squares) { return squares; });
}

void ShellClusters::FindNearestFolds(std::uint32_t cluster, std::span<Near> others, Real reach, std::size_t body, const ContactShell& shell,
	Real away, float (&squared)[Size]) const
{
	const std::size_t first = firstOfBody[body] * Size, own = cluster * Size - first;
	const Float8 none(NoneNear), nearAtRest(away * away);
	FindNearestOf(cluster, others, reach, squared, [&](std::size_t half, std::size_t k, Float8 squares)
		{ return Select(shell.RestSquares(own + half, k - first) < nearAtRest, none, squares); });
}

void ShellClusters::FindNormals(std::size_t body, const ContactBody& entry, std::uint32_t first)
{
	for (std::uint32_t cluster = firstOfBody[body]; cluster < firstOfBody[body + 1]; ++cluster)
		for (std::size_t place = cluster * Size; needsNormals[cluster] != 0 && place < (cluster + 1) * Size; ++place)
		{
			if (particle[place] == NoParticle)
				break;
			const PaddedVec3 found = entry.shell->isSheet ? PaddedVec3{Vec3{}, 1} : SurfaceNormal(*entry.body, particle[place] - first);
			for (std::size_t row = 0; row < 4; ++row)
				normal[row][place] = found.Data()[row];
		}
}

std::size_t ShellClusters::Bytes() const
{
	return box.capacity() * (sizeof(Box3) + 1) + particle.capacity() * sizeof(std::uint32_t)
		+ (x.capacity() + y.capacity() + z.capacity()) * sizeof(float) + 4 * normal[0].capacity() * sizeof(float);
}

}
