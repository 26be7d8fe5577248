#include <Scenes/Sculpt/DrawCurve.h>

#include <Scenes/Sculpt/Collapse.h>
#include <Scenes/Sculpt/EdgeFlips.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace SPHSolids::Scenes
{

namespace
{

/// Vertices closer to the curve than this share of a cell are moved onto it.
constexpr double SnapShare = 0.35;

/// A triangle with all corners on a curve is a sliver: the curve runs over two of its sides, so its longest side is flipped.
void OpenFins(SheetMesh& target, std::uint8_t tag)
{
	EdgeFlipper flipper(target.mesh, target.tags);
	const auto isFin = [&](std::uint32_t t)
	{
		const Triangle& corners = target.mesh.triangles[t];
		return target.tags[corners[0]] == tag && target.tags[corners[1]] == tag && target.tags[corners[2]] == tag;
	};
	for (std::uint32_t t = 0; t < target.mesh.triangles.size(); ++t)
	{
		if (!isFin(t))
			continue;
		const Triangle& corners = target.mesh.triangles[t];
		std::uint32_t longest = 0;
		double length[3];
		for (std::uint32_t n = 0; n < 3; ++n)
		{
			length[n] = Norm(target.mesh.vertices[corners[(n + 1) % 3]] - target.mesh.vertices[corners[n]]);
			longest = length[n] > length[longest] ? n : longest;
		}
		const std::uint32_t h = 3 * t + longest;
		// Two fins back to back have no direction to keep; flipped, their tips share a short edge that can be collapsed.
		if (flipper.CanFlip(h) && (isFin(flipper.Twin(h) / 3) || flipper.KeepsFacing(h)))
			flipper.Flip(h);
	}
}

class CurveDrawer
{
public:
	CurveDrawer(const Sheet& on, std::size_t curveIndex, SheetMesh& drawInto)
		: sheet(on)
		, curve(curveIndex)
		, target(drawInto)
	{
	}

	void Draw()
	{
		SnapOntoCurve();
		OpenFins(target, OwnTag());
		std::vector<Triangle> uncut;
		uncut.swap(target.mesh.triangles);
		for (const Triangle& triangle : uncut)
			AddCut(triangle);
	}

private:
	/// First-order distance to the curve on the surface; large where both surfaces run side by side.
	double DistanceAlongSurface(const Vec3d& place, double off) const
	{
		const Vec3d normal = NormalizedOr(Gradient(sheet.shape, place, 1e-3 * sheet.cellSize), Vec3d{0, 0, 1});
		const Vec3d gradient = Gradient(sheet.curves[curve], place, 1e-3 * sheet.cellSize);
		return std::abs(off) / std::max(Norm(gradient - normal * Dot(gradient, normal)), 1e-6);
	}

	void SnapOntoCurve()
	{
		side.reserve(target.mesh.vertices.size());
		for (std::size_t v = 0; v < target.mesh.vertices.size(); ++v)
		{
			Vec3d& place = target.mesh.vertices[v];
			std::uint8_t& tag = target.tags[v];
			const double atLeast = sheet.curves[curve].LowerBound(place);
			double off = atLeast > sheet.cellSize ? atLeast : sheet.curves[curve](place);
			if (std::abs(off) < SnapShare * sheet.cellSize && DistanceAlongSurface(place, off) < SnapShare * sheet.cellSize)
			{
				const Vec3d snapped = tag == SheetMesh::Free ? sheet.ProjectOntoCurve(place, curve) : place;
				// Where a curve ends it may be out of reach: leave those vertices.
				if (Norm(snapped - place) < 2 * SnapShare * sheet.cellSize)
				{
					place = snapped;
					tag = tag == SheetMesh::Free ? OwnTag() : SheetMesh::Pinned;
					off = 0;
				}
			}
			side.push_back(off);
		}
	}

	void AddCut(Triangle t)
	{
		const auto outside = std::count_if(t.begin(), t.end(), [&](std::uint32_t v) { return side[v] > 0; });
		const auto inside = std::count_if(t.begin(), t.end(), [&](std::uint32_t v) { return side[v] < 0; });
		if (inside == 0 || outside == 0)
		{
			target.mesh.triangles.push_back(t);
			return;
		}
		// Turn the triangle so that the odd corner leads: the only one on its side.
		while (inside == 1 ? side[t[0]] >= 0 : side[t[0]] <= 0)
			std::rotate(t.begin(), t.begin() + 1, t.end());
		const std::uint32_t ab = side[t[0]] * side[t[1]] < 0 ? Split(t[0], t[1]) : t[1];
		const std::uint32_t ac = side[t[0]] * side[t[2]] < 0 ? Split(t[0], t[2]) : t[2];
		target.mesh.triangles.push_back({t[0], ab, ac});
		if (ab != t[1])
			target.mesh.triangles.push_back({ab, t[1], t[2]});
		if (ac != t[2])
			target.mesh.triangles.push_back({ab, t[2], ac});
	}

	std::uint32_t Split(std::uint32_t a, std::uint32_t b)
	{
		const auto [entry, isNew] = splits.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(target.mesh.vertices.size()));
		if (isNew)
		{
			const Vec3d from = target.mesh.vertices[a], way = target.mesh.vertices[b] - from;
			const Vec3d place = from + way * (side[a] / (side[a] - side[b]));
			const Vec3d exact = sheet.ProjectOntoCurve(place, curve);
			const bool reached = Norm(exact - place) < sheet.cellSize;
			const bool crossesOther = target.tags[a] != SheetMesh::Free && target.tags[a] == target.tags[b];
			target.mesh.vertices.push_back(reached ? exact : sheet.Project(place));
			target.tags.push_back(reached && !crossesOther ? OwnTag() : SheetMesh::Pinned);
			side.push_back(0);
		}
		return entry->second;
	}

	std::uint8_t OwnTag() const { return static_cast<std::uint8_t>(curve + 1); }

	const Sheet& sheet;
	std::size_t curve;
	SheetMesh& target;
	std::vector<double> side; // distance to the curve's shape, exactly 0 on the curve
	std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> splits;
};

}

void DrawCurve(const Sheet& sheet, std::size_t curve, SheetMesh& target)
{
	CurveDrawer(sheet, curve, target).Draw();
	CollapseShortEdges(sheet, target);
	OpenFins(target, static_cast<std::uint8_t>(curve + 1));
	CollapseShortEdges(sheet, target);
}

void DropOutside(const Sheet& sheet, std::size_t curve, SheetMesh& target)
{
	std::vector<Triangle> kept;
	for (const Triangle& t : target.mesh.triangles)
	{
		const Vec3d centre = (target.mesh.vertices[t[0]] + target.mesh.vertices[t[1]] + target.mesh.vertices[t[2]]) / 3.0;
		if (sheet.curves[curve](centre) < 0)
			kept.push_back(t);
	}
	target.SetTriangles(std::move(kept));
}

}
