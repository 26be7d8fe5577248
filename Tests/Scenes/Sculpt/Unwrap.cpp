#include <Scenes/Sculpt/Unwrap.h>

#include <Scenes/Sculpt/HalfEdges.h>

#include <SPHSolids/Base/Assert.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <vector>

namespace SPHSolids::Scenes
{

namespace
{

constexpr std::uint32_t NoChart = 0xffffffffu;
/// Charts below this share of the triangles are merged into what surrounds them, where a neighbour's direction still sees them.
constexpr double SmallChart = 0.002;
constexpr float ChartGap = 0.004f; // of the unit square, so that filtered textures do not bleed

struct Plane
{
	Vec3d right, up;
};

/// Axes of the picture plane seen against the direction: up is z where that is possible.
Plane PlaneOf(const Vec3d& direction)
{
	const Vec3d hint = std::abs(direction.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{0, 1, 0};
	const Vec3d right = NormalizedOr(Cross(hint, direction), Vec3d{1, 0, 0});
	return {right, Cross(direction, right)};
}

struct Charts
{
	std::vector<std::uint32_t> directionOfTriangle;
	std::vector<std::uint32_t> chartOfTriangle;
	std::vector<std::uint32_t> directionOfChart;
	std::vector<std::uint32_t> trianglesInChart;
};

void FindConnected(const HalfEdges& edges, Charts& charts)
{
	const std::size_t triangleCount = charts.directionOfTriangle.size();
	charts.chartOfTriangle.assign(triangleCount, NoChart);
	charts.directionOfChart.clear();
	charts.trianglesInChart.clear();
	std::vector<std::uint32_t> open;
	for (std::uint32_t seed = 0; seed < triangleCount; ++seed)
	{
		if (charts.chartOfTriangle[seed] != NoChart)
			continue;
		const auto chart = static_cast<std::uint32_t>(charts.directionOfChart.size());
		charts.directionOfChart.push_back(charts.directionOfTriangle[seed]);
		charts.trianglesInChart.push_back(0);
		charts.chartOfTriangle[seed] = chart;
		open.assign(1, seed);
		while (!open.empty())
		{
			const std::uint32_t t = open.back();
			open.pop_back();
			++charts.trianglesInChart[chart];
			for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h)
			{
				if (edges.twin[h] == HalfEdges::None)
					continue;
				const std::uint32_t other = edges.twin[h] / 3;
				if (charts.chartOfTriangle[other] == NoChart && charts.directionOfTriangle[other] == charts.directionOfTriangle[t])
				{
					charts.chartOfTriangle[other] = chart;
					open.push_back(other);
				}
			}
		}
	}
}

/// Gives small charts to the neighbouring direction they share most edges with.
void MergeSmall(const HalfEdges& edges, std::size_t directionCount, Charts& charts)
{
	const std::size_t triangleCount = charts.directionOfTriangle.size();
	const auto limit = static_cast<std::uint32_t>(SmallChart * double(triangleCount)) + 2;
	for (int round = 0; round < 4; ++round)
	{
		FindConnected(edges, charts);
		std::vector<std::uint32_t> votes(charts.directionOfChart.size() * directionCount, 0);
		for (std::uint32_t h = 0; h < edges.twin.size(); ++h)
			if (edges.twin[h] != HalfEdges::None)
			{
				const std::uint32_t chart = charts.chartOfTriangle[h / 3];
				if (charts.trianglesInChart[chart] < limit && charts.chartOfTriangle[edges.twin[h] / 3] != chart)
					++votes[chart * directionCount + charts.directionOfTriangle[edges.twin[h] / 3]];
			}
		for (std::size_t t = 0; t < triangleCount; ++t)
		{
			const std::uint32_t chart = charts.chartOfTriangle[t];
			const auto first = votes.begin() + static_cast<std::ptrdiff_t>(chart * directionCount);
			const auto best = std::max_element(first, first + static_cast<std::ptrdiff_t>(directionCount));
			if (charts.trianglesInChart[chart] < limit && *best > 0)
				charts.directionOfTriangle[t] = static_cast<std::uint32_t>(best - first);
		}
	}
	FindConnected(edges, charts);
}

Charts CutIntoCharts(const TriangleMesh& mesh, std::span<const Vec3d> directions)
{
	Charts charts;
	charts.directionOfTriangle.reserve(mesh.triangles.size());
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3d normal = Cross(mesh.vertices[t[1]] - mesh.vertices[t[0]], mesh.vertices[t[2]] - mesh.vertices[t[0]]);
		std::uint32_t best = 0;
		for (std::uint32_t d = 1; d < directions.size(); ++d)
			if (Dot(normal, directions[d]) > Dot(normal, directions[best]))
				best = d;
		charts.directionOfTriangle.push_back(best);
	}
	MergeSmall(HalfEdges::Of(mesh.triangles), directions.size(), charts);
	return charts;
}

struct Rectangle
{
	float width = 0, height = 0; // m
	float x = 0, y = 0;          // m, lower left corner in the sheet
};

/// Rows of falling height in a sheet of the given width. Returns the height used.
float PackRows(std::vector<Rectangle>& rectangles, std::span<const std::uint32_t> tallestFirst, float sheetWidth, float gap)
{
	float x = gap, y = gap, rowHeight = 0;
	for (const std::uint32_t index : tallestFirst)
	{
		Rectangle& r = rectangles[index];
		if (x + r.width + gap > sheetWidth && x > gap)
		{
			x = gap;
			y += rowHeight + gap;
			rowHeight = 0;
		}
		r.x = x;
		r.y = y;
		x += r.width + gap;
		rowHeight = std::max(rowHeight, r.height);
	}
	return y + rowHeight + gap;
}

/// Finds the smallest square sheet (to 1 %) that the rows fit into. Returns its side.
float PackSquare(std::vector<Rectangle>& rectangles)
{
	std::vector<std::uint32_t> order(rectangles.size());
	std::iota(order.begin(), order.end(), 0u);
	std::sort(order.begin(), order.end(),
		[&](std::uint32_t a, std::uint32_t b)
		{
			const float heightA = rectangles[a].height, heightB = rectangles[b].height;
			return heightA != heightB ? heightA > heightB : a < b;
		});
	float side = 0;
	for (const Rectangle& r : rectangles)
		side = std::max({side, r.width, r.height, std::sqrt(r.width * r.height)});
	side *= 1 + 2 * ChartGap;
	while (true)
	{
		float widest = 0;
		const float height = PackRows(rectangles, order, side, side * ChartGap);
		for (const Rectangle& r : rectangles)
			widest = std::max(widest, r.x + r.width + side * ChartGap);
		if (height <= side && widest <= side)
			return side;
		side *= 1.01f;
	}
}

}

void ComputeTangents(RenderMesh& mesh)
{
	SPHS_ASSERT(mesh.normals.size() == mesh.positions.size() && mesh.uvs.size() == mesh.positions.size());
	std::vector<Vec3d> alongU(mesh.positions.size()), alongV(mesh.positions.size());
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3d a = mesh.positions[t[1]] - mesh.positions[t[0]], b = mesh.positions[t[2]] - mesh.positions[t[0]];
		const double u1 = double(mesh.uvs[t[1]][0]) - double(mesh.uvs[t[0]][0]), v1 = double(mesh.uvs[t[1]][1]) - double(mesh.uvs[t[0]][1]);
		const double u2 = double(mesh.uvs[t[2]][0]) - double(mesh.uvs[t[0]][0]), v2 = double(mesh.uvs[t[2]][1]) - double(mesh.uvs[t[0]][1]);
		const double area = u1 * v2 - u2 * v1; // its sign tells a mirrored layout
		const double sign = area < 0 ? -1.0 : 1.0;
		for (const std::uint32_t v : t)
		{
			alongU[v] += (a * v2 - b * v1) * sign;
			alongV[v] += (b * u1 - a * u2) * sign;
		}
	}
	mesh.tangents.resize(mesh.positions.size());
	for (std::size_t v = 0; v < mesh.positions.size(); ++v)
	{
		const Vec3d normal = mesh.normals[v].Cast<double>();
		const Vec3d any = std::abs(normal.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
		const Vec3d fallback = NormalizedOr(Cross(normal, any), Vec3d{1, 0, 0});
		const Vec3d tangent = NormalizedOr(alongU[v] - normal * Dot(normal, alongU[v]), fallback);
		mesh.tangents[v] = {tangent.Cast<Real>(), Dot(Cross(normal, tangent), alongV[v]) < 0 ? -1.0f : 1.0f};
	}
}

RenderMesh Unwrap(const TriangleMesh& mesh, std::span<const Vec3> normals, std::span<const Vec3d> directions)
{
	const Charts charts = CutIntoCharts(mesh, directions);
	RenderMesh result;
	std::vector<std::uint32_t> chartOfVertex;
	// Vertices of the same chart share; a list per original vertex is short (the charts that meet there).
	std::vector<std::vector<std::uint32_t>> copies(mesh.vertices.size());
	result.triangles.reserve(mesh.triangles.size());
	for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		Triangle corner{};
		for (std::size_t n = 0; n < 3; ++n)
		{
			const std::uint32_t v = mesh.triangles[t][n], chart = charts.chartOfTriangle[t];
			const auto found = std::find_if(copies[v].begin(), copies[v].end(), [&](std::uint32_t c) { return chartOfVertex[c] == chart; });
			if (found != copies[v].end())
				corner[n] = *found;
			else
			{
				corner[n] = static_cast<std::uint32_t>(result.positions.size());
				copies[v].push_back(corner[n]);
				chartOfVertex.push_back(chart);
				result.positions.push_back(mesh.vertices[v]);
				result.normals.push_back(normals[v]);
			}
		}
		result.triangles.push_back(corner);
	}

	std::vector<Rectangle> rectangles(charts.directionOfChart.size());
	std::vector<AxisBox<double>> extents(rectangles.size());
	std::vector<Vec3d> flat(result.positions.size());
	for (std::size_t v = 0; v < flat.size(); ++v)
	{
		const Plane plane = PlaneOf(directions[charts.directionOfChart[chartOfVertex[v]]]);
		flat[v] = {Dot(plane.right, result.positions[v]), Dot(plane.up, result.positions[v]), 0};
		extents[chartOfVertex[v]].Include(flat[v]);
	}
	for (std::size_t c = 0; c < rectangles.size(); ++c)
	{
		rectangles[c].width = static_cast<float>(extents[c].Size().x);
		rectangles[c].height = static_cast<float>(extents[c].Size().y);
	}
	const float side = PackSquare(rectangles);
	result.uvs.reserve(flat.size());
	for (std::size_t v = 0; v < flat.size(); ++v)
	{
		const std::uint32_t chart = chartOfVertex[v];
		const Vec3d local = flat[v] - extents[chart].min;
		result.uvs.push_back(
			{(rectangles[chart].x + static_cast<float>(local.x)) / side, (rectangles[chart].y + static_cast<float>(local.y)) / side});
	}
	ComputeTangents(result);
	return result;
}

}
