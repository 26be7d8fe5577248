#include <Scenes/Sculpt/Decimate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <queue>
#include <utility>
#include <vector>

namespace SPHSolids::Scenes
{

namespace
{

constexpr double LeastAngleCosine = 0.985; // 10 degrees: no step makes a sharper corner, unless it was sharper before
constexpr double LengthWeight = 1e-3;      // on flat ground short edges go first

/// Sum of squared distances to planes, weighted by area: x^T A x + 2 b^T x + c.
struct Quadric
{
	double a[6] = {}; // xx, xy, xz, yy, yz, zz
	Vec3d b;
	double c = 0;

	static Quadric OfPlane(const Vec3d& normal, double offset, double weight)
	{
		Quadric q;
		const double products[6] = {
			normal.x * normal.x, normal.x * normal.y, normal.x * normal.z, normal.y * normal.y, normal.y * normal.z, normal.z * normal.z};
		for (int n = 0; n < 6; ++n)
			q.a[n] = products[n] * weight;
		q.b = normal * (offset * weight);
		q.c = offset * offset * weight;
		return q;
	}
	Quadric& operator+=(const Quadric& other)
	{
		for (int n = 0; n < 6; ++n)
			a[n] += other.a[n];
		b += other.b;
		c += other.c;
		return *this;
	}
	double At(const Vec3d& p) const
	{
		return a[0] * p.x * p.x + a[3] * p.y * p.y + a[5] * p.z * p.z + 2 * (a[1] * p.x * p.y + a[2] * p.x * p.z + a[4] * p.y * p.z)
			+ 2 * Dot(b, p) + c;
	}
};

class Decimator
{
public:
	explicit Decimator(SheetMesh& reduce)
		: target(reduce)
		, around(reduce.mesh.vertices.size())
		, quadrics(reduce.mesh.vertices.size())
		, version(reduce.mesh.vertices.size(), 0)
		, alive(reduce.mesh.triangles.size(), true)
		, left(reduce.mesh.triangles.size())
	{
		for (std::uint32_t t = 0; t < target.mesh.triangles.size(); ++t)
		{
			const Triangle& corners = target.mesh.triangles[t];
			const Vec3d doubled = FaceVector(corners);
			const double area = 0.5 * Norm(doubled);
			const Vec3d normal = NormalizedOr(doubled, Vec3d{0, 0, 1});
			const Quadric plane = Quadric::OfPlane(normal, -Dot(normal, target.mesh.vertices[corners[0]]), area);
			for (const std::uint32_t v : corners)
			{
				around[v].push_back(t);
				quadrics[v] += plane;
			}
		}
		for (std::uint32_t v = 0; v < around.size(); ++v)
			for (const std::uint32_t n : RingOf(v))
				Offer(v, n);
	}

	void Run(std::size_t triangles)
	{
		while (left > triangles && !queue.empty())
		{
			const Step step = queue.top();
			queue.pop();
			if (step.dropVersion == version[step.drop] && step.keepVersion == version[step.keep] && IsSafe(step.keep, step.drop))
				Apply(step.keep, step.drop);
		}
		std::vector<Triangle> rest;
		for (std::size_t t = 0; t < alive.size(); ++t)
			if (alive[t])
				rest.push_back(target.mesh.triangles[t]);
		target.SetTriangles(std::move(rest));
	}

private:
	struct Step
	{
		double cost;
		std::uint32_t drop, keep, dropVersion, keepVersion;
		bool operator<(const Step& other) const
		{
			return cost != other.cost ? cost > other.cost : (drop != other.drop ? drop > other.drop : keep > other.keep);
		}
	};

	Vec3d FaceVector(const Triangle& t) const
	{
		const auto& v = target.mesh.vertices;
		return Cross(v[t[1]] - v[t[0]], v[t[2]] - v[t[0]]);
	}

	/// Largest cosine of a corner's angle.
	double SharpestCosine(const Triangle& t) const
	{
		double sharpest = -1;
		for (std::size_t n = 0; n < 3; ++n)
		{
			const Vec3d &tip = target.mesh.vertices[t[n]], &a = target.mesh.vertices[t[(n + 1) % 3]],
						&b = target.mesh.vertices[t[(n + 2) % 3]];
			sharpest = std::max(sharpest, Dot(a - tip, b - tip) / std::max(Norm(a - tip) * Norm(b - tip), 1e-300));
		}
		return sharpest;
	}

	std::vector<std::uint32_t> RingOf(std::uint32_t v) const
	{
		std::vector<std::uint32_t> ring;
		for (const std::uint32_t t : around[v])
			for (const std::uint32_t n : target.mesh.triangles[t])
				if (n != v)
					ring.push_back(n);
		std::sort(ring.begin(), ring.end());
		ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
		return ring;
	}

	/// Puts a way to drop a vertex on the queue, if its curve allows it.
	void Offer(std::uint32_t drop, std::uint32_t keep)
	{
		const std::uint8_t tag = target.tags[drop];
		if (tag == SheetMesh::Pinned || (tag != SheetMesh::Free && target.tags[keep] != tag))
			return;
		const Vec3d& place = target.mesh.vertices[keep];
		const double length2 = SquaredNorm(place - target.mesh.vertices[drop]);
		const double error = quadrics[drop].At(place) + LengthWeight * length2 * length2;
		queue.push({error, drop, keep, version[drop], version[keep]});
	}

	bool IsSafe(std::uint32_t keep, std::uint32_t drop) const
	{
		const std::vector<std::uint32_t> ringKeep = RingOf(keep), ringDrop = RingOf(drop);
		std::vector<std::uint32_t> shared;
		std::set_intersection(ringKeep.begin(), ringKeep.end(), ringDrop.begin(), ringDrop.end(), std::back_inserter(shared));
		std::size_t onEdge = 0;
		for (const std::uint32_t t : around[drop])
		{
			Triangle moved = target.mesh.triangles[t];
			if (std::find(moved.begin(), moved.end(), keep) != moved.end())
			{
				++onEdge;
				continue;
			}
			const Vec3d before = FaceVector(moved);
			const double sharpBefore = SharpestCosine(moved);
			std::replace(moved.begin(), moved.end(), drop, keep);
			const Vec3d after = FaceVector(moved);
			if (Dot(before, after) <= 0.5 * Norm(before) * Norm(after) || SharpestCosine(moved) > std::max(LeastAngleCosine, sharpBefore))
				return false;
		}
		// Manifold afterwards: no shared neighbours but the tips of the triangles on the edge, and each tip keeps three neighbours.
		const bool isBorder = onEdge == 1, dropOnBorder = around[drop].size() < ringDrop.size();
		if (shared.size() != onEdge || (dropOnBorder && !isBorder))
			return false;
		return std::all_of(shared.begin(), shared.end(), [&](std::uint32_t n) { return around[n].size() > 3; });
	}

	void Apply(std::uint32_t keep, std::uint32_t drop)
	{
		for (const std::uint32_t t : around[drop])
		{
			Triangle& corners = target.mesh.triangles[t];
			if (std::find(corners.begin(), corners.end(), keep) != corners.end())
			{
				alive[t] = false;
				--left;
				for (const std::uint32_t v : corners)
					if (v != drop)
						std::erase(around[v], t);
			}
			else
			{
				std::replace(corners.begin(), corners.end(), drop, keep);
				around[keep].push_back(t);
			}
		}
		around[drop].clear();
		++version[drop];
		quadrics[keep] += quadrics[drop];
		++version[keep];
		for (const std::uint32_t n : RingOf(keep))
		{
			Offer(keep, n);
			Offer(n, keep);
		}
	}

	SheetMesh& target;
	std::vector<std::vector<std::uint32_t>> around; // triangles at each vertex
	std::vector<Quadric> quadrics;
	std::vector<std::uint32_t> version; // steps computed for an older version of their ends are stale
	std::vector<bool> alive;
	std::size_t left;
	std::priority_queue<Step> queue;
};

}

void Decimate(SheetMesh& target, std::size_t triangles)
{
	Decimator(target).Run(triangles);
}

}
