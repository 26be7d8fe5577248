#include <SPHSolids/Geometry/MeshDiagnosis.h>

#include "MeshOrientation.h"
#include "MeshTopology.h"
#include "SelfIntersection.h"
#include "SurfaceMeasure.h"
#include "TriangleField.h"
#include "UnionFind.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr double TinyShare = 0.01;       // of the mesh's size: an island
constexpr double OddlySmall = 1e-3;      // m
constexpr double OddlyLarge = 1e3;       // m
constexpr double FarDistanceShare = 1e4; // sizes away from the origin: floats keep three digits of the shape

std::string CountedItems(std::uint64_t count, const char* one, const char* many)
{
	return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string MetresText(double length)
{
	char text[48];
	std::snprintf(text, sizeof text, "%.3g m", length);
	return text;
}

/// Collects the findings about one mesh, step by step.
class MeshExamination
{
public:
	MeshExamination(TriangleMeshView view, const MeshDiagnosisSettings& wanted, TaskRunner& runner)
		: mesh(view)
		, settings(wanted)
		, tasks(runner)
		, topology(MakeMeshTopology(view))
		, orientation(OrientMesh(topology, runner))
		, surface(MakeOrientedSurface(topology, orientation))
	{
		result.vertexCount = static_cast<std::uint32_t>(mesh.vertices.size());
		result.triangleCount = static_cast<std::uint32_t>(mesh.triangles.size());
		result.usableTriangles = static_cast<std::uint32_t>(surface.corners.size());
	}
	void ReportUnusable();
	void ReportEdges();
	void ReportOrientation();
	void ReportComponents();
	void ReportShells();
	void ReportPlacement();
	void ReportSelfIntersections();
	void ReportThickness();
	void MeasureVolume();
	bool HasSurface() const { return !surface.corners.empty(); }
	void BuildField() { field.emplace(surface.corners, tasks); }
	MeshDiagnosis TakeResult();

private:
	void Report(
		MeshDefect defect, MeshSeverity severity, std::uint64_t count, const Vec3d& place, std::uint32_t triangle, std::string message)
	{
		result.findings.push_back({defect, severity, count, place, triangle, std::move(message)});
	}
	void ReportTally(MeshDefect defect, MeshSeverity severity, const MeshTally& tally, std::string message)
	{
		Report(defect, severity, tally.count, PlaceOfTriangle(tally.first), tally.first, std::move(message));
	}
	void ReportHoles(const std::vector<std::uint32_t>& boundaryUses);
	void ReportNestedShells();
	Vec3d PlaceOfTriangle(std::uint32_t triangle) const;
	std::uint32_t SourceOf(std::uint32_t face) const { return topology.faces[face].source; }
	Vec3d MiddleOf(const MeshTopology::EdgeUse& use) const
	{
		return topology.frame.FromFrame((topology.points[use.Low()] + topology.points[use.High()]) * 0.5);
	}
	double InFrame(double length) const { return length * topology.frame.scale; }

	TriangleMeshView mesh;
	const MeshDiagnosisSettings& settings;
	TaskRunner& tasks;
	MeshTopology topology;
	MeshOrientation orientation;
	OrientedSurface surface;
	std::optional<TriangleField> field;
	MeshDiagnosis result;
};

/// Mean of the corners that can be used.
Vec3d MeshExamination::PlaceOfTriangle(std::uint32_t triangle) const
{
	Vec3d sum;
	int count = 0;
	for (const std::uint32_t v : mesh.triangles[triangle])
		if (v < mesh.vertices.size() && IsUsable(mesh.vertices[v]))
		{
			sum += mesh.vertices[v];
			++count;
		}
	return count > 0 ? sum / count : Vec3d{};
}

void MeshExamination::ReportUnusable()
{
	if (!HasSurface())
		Report(MeshDefect::NoSurface, MeshSeverity::Error, 1, {}, NoTriangle,
			"The mesh has no usable triangle out of " + std::to_string(mesh.triangles.size()) + "; export its surface as triangles again.");
	if (const MeshTally& bad = topology.unusableVertices; bad.count > 0)
		Report(MeshDefect::NonFiniteVertices, MeshSeverity::Warning, bad.count,
			topology.badVertex.count > 0 ? PlaceOfTriangle(topology.badVertex.first) : Vec3d{}, topology.badVertex.first,
			CountedItems(bad.count, "vertex has", "vertices have") + " coordinates that are not finite, and "
				+ CountedItems(topology.badVertex.count, "triangle", "triangles")
				+ " on them went out; export the mesh again or delete those vertices.");
	if (topology.badIndex.count > 0)
		ReportTally(MeshDefect::IndicesOutOfRange, MeshSeverity::Warning, topology.badIndex,
			CountedItems(topology.badIndex.count, "triangle names a vertex", "triangles name vertices")
				+ " that the mesh does not have, and went out; the file is damaged: export it again.");
	if (MeshTally none = topology.collapsed; none.count + topology.flat.count > 0)
	{
		if (none.count == 0)
			none.first = topology.flat.first;
		none.count += topology.flat.count;
		ReportTally(MeshDefect::DegenerateFaces, MeshSeverity::Warning, none,
			CountedItems(none.count, "triangle has", "triangles have")
				+ " no area and went out; dissolve degenerate faces in the modelling tool.");
	}
	if (topology.repeated.count > 0)
		ReportTally(MeshDefect::RepeatedFaces, MeshSeverity::Warning, topology.repeated,
			CountedItems(topology.repeated.count, "triangle repeats", "triangles repeat")
				+ " another and went out; merge vertices by distance and delete doubled faces.");
	if (topology.backToBack.count > 0)
		ReportTally(MeshDefect::BackToBackFaces, MeshSeverity::Note, topology.backToBack,
			CountedItems(topology.backToBack.count, "pair of triangles lies", "pairs of triangles lie")
				+ " back to back, as where bodies touch; they bound nothing, delete them if the bodies are one.");
	if (topology.doubleSided.count > 0)
		ReportTally(MeshDefect::DoubleSided, MeshSeverity::Warning, topology.doubleSided,
			"The surface is modelled double-sided and was taken once, without " + CountedItems(topology.doubleSided.count, "back", "backs")
				+ "; use a two-sided material instead of doubled faces.");
}

void MeshExamination::ReportEdges()
{
	std::vector<std::uint32_t> boundaryUses;
	MeshTally nonManifold;
	std::uint32_t use = 0;
	ForEachEdge(topology,
		[&](std::span<const MeshTopology::EdgeUse> uses)
		{
			if (uses.size() == 1)
				boundaryUses.push_back(use);
			else if (uses.size() > 2)
				nonManifold.Add(use);
			use += static_cast<std::uint32_t>(uses.size());
		});
	result.boundaryEdges = static_cast<std::uint32_t>(boundaryUses.size());
	result.nonManifoldEdges = nonManifold.count;
	if (!boundaryUses.empty())
		ReportHoles(boundaryUses);
	if (nonManifold.count > 0)
	{
		const MeshTopology::EdgeUse& first = topology.edges[nonManifold.first];
		Report(MeshDefect::NonManifoldEdges, MeshSeverity::Warning, nonManifold.count, MiddleOf(first), SourceOf(first.face),
			CountedItems(nonManifold.count, "edge has", "edges have")
				+ " more than two faces, so what is inside there is a guess; remove inner walls or split the parts.");
	}
}

void MeshExamination::ReportHoles(const std::vector<std::uint32_t>& boundaryUses)
{
	UnionFind borders(topology.points.size());
	for (const std::uint32_t use : boundaryUses)
		borders.Join(topology.edges[use].Low(), topology.edges[use].High());
	std::vector<std::uint32_t> edgesOf(topology.points.size(), 0);
	std::uint32_t longestUse = boundaryUses.front();
	for (const std::uint32_t use : boundaryUses)
	{
		std::uint32_t& edges = edgesOf[borders.RootOf(topology.edges[use].Low())];
		result.holes += edges == 0 ? 1 : 0;
		if (++edges > result.longestHole)
		{
			result.longestHole = edges;
			longestUse = use;
		}
	}
	const MeshTopology::EdgeUse& some = topology.edges[longestUse];
	Report(MeshDefect::Holes, MeshSeverity::Warning, result.holes, MiddleOf(some), SourceOf(some.face),
		"The surface has " + CountedItems(result.holes, "hole", "holes") + " with "
			+ CountedItems(result.boundaryEdges, "open edge", "open edges") + ", the longest of " + std::to_string(result.longestHole)
			+ "; inside is guessed across them: fill the holes, or merge vertices by distance if they are cracks.");
}

void MeshExamination::ReportOrientation()
{
	if (const MeshTally& faces = orientation.disagreeing; faces.count > 0)
		Report(MeshDefect::InconsistentOrientation, MeshSeverity::Warning, faces.count, PlaceOfTriangle(SourceOf(faces.first)),
			SourceOf(faces.first),
			CountedItems(faces.count, "triangle looks", "triangles look")
				+ " the other way than the faces around, which was mended; recalculate the normals to face outwards.");
	if (const MeshTally& faces = orientation.oneSided; faces.count > 0)
		Report(MeshDefect::OneSided, MeshSeverity::Warning, faces.count, PlaceOfTriangle(SourceOf(faces.first)), SourceOf(faces.first),
			CountedItems(faces.count, "triangle belongs", "triangles belong")
				+ " to a surface with one side only, like a Moebius strip, which has no inside; cut it or make it a sheet.");
	MeshTally insideOut;
	for (const SurfacePart& part : orientation.parts)
		if (part.turned && part.container == NoPart)
			insideOut.Add(part.faces.front());
	if (insideOut.count > 0)
		Report(MeshDefect::InsideOut, MeshSeverity::Warning, insideOut.count, PlaceOfTriangle(SourceOf(insideOut.first)),
			SourceOf(insideOut.first),
			CountedItems(insideOut.count, "part was", "parts were")
				+ " inside-out and turned over; recalculate the normals to face outwards.");
}

void MeshExamination::ReportComponents()
{
	result.components = topology.componentCount;
	if (topology.componentCount < 2)
		return;
	std::vector<Box3d> boxes(topology.componentCount);
	std::vector<std::uint32_t> someFace(topology.componentCount, NoFace);
	for (std::uint32_t f = 0; f < topology.faces.size(); ++f)
	{
		const MeshTopology::Face& face = topology.faces[f];
		someFace[face.component] = std::min(someFace[face.component], f);
		for (const Vec3d& corner : topology.Corners(face))
			boxes[face.component].Include(corner);
	}
	const double tiny = TinyShare * Norm(surface.bounds.Size());
	MeshTally islands;
	std::uint32_t smallest = 0;
	for (std::uint32_t c = 0; c < topology.componentCount; ++c)
	{
		if (Norm(boxes[c].Size()) < tiny)
			islands.Add(c);
		if (Norm(boxes[c].Size()) < Norm(boxes[smallest].Size()))
			smallest = c;
	}
	result.tinyIslands = islands.count;
	Report(MeshDefect::LooseParts, MeshSeverity::Note, topology.componentCount, PlaceOfTriangle(SourceOf(someFace[smallest])),
		SourceOf(someFace[smallest]),
		"The mesh has " + std::to_string(topology.componentCount)
			+ " parts that share no vertex; they move apart unless they overlap: join them if they are one body.");
	if (islands.count > 0)
	{
		const std::uint32_t triangle = SourceOf(someFace[islands.first]);
		Report(MeshDefect::TinyIslands, MeshSeverity::Warning, islands.count, PlaceOfTriangle(triangle), triangle,
			CountedItems(islands.count, "part is", "parts are")
				+ " smaller than 1 % of the mesh, probably left over; delete loose geometry.");
	}
}

void MeshExamination::ReportShells()
{
	result.closed = !orientation.parts.empty();
	for (const SurfacePart& part : orientation.parts)
		result.closed = result.closed && part.closed;
	ReportNestedShells();
}

void MeshExamination::ReportNestedShells()
{
	MeshTally nested;
	for (const SurfacePart& part : orientation.parts)
		if (part.container != NoPart)
		{
			nested.Add(part.faces.front());
			if ((part.volume < 0) != (orientation.parts[part.container].volume < 0))
				++result.cavities;
		}
	if (nested.count == 0)
		return;
	const std::uint64_t solids = nested.count - result.cavities;
	Report(MeshDefect::NestedShells, solids > 0 ? MeshSeverity::Warning : MeshSeverity::Note, nested.count,
		PlaceOfTriangle(SourceOf(nested.first)), SourceOf(nested.first),
		CountedItems(nested.count, "shell lies", "shells lie") + " inside another, " + std::to_string(result.cavities)
			+ " facing inwards and kept hollow, " + std::to_string(solids)
			+ " facing outwards and filled; turn the normals of a shell over if it was meant the other way.");
}

void MeshExamination::ReportPlacement()
{
	for (const std::uint32_t f : surface.face)
		for (const std::uint32_t v : mesh.triangles[SourceOf(f)])
			result.bounds.Include(mesh.vertices[v]);
	result.area = surface.area / (topology.frame.scale * topology.frame.scale);
	const Vec3d size = result.bounds.Size();
	const double extent = std::max({size.x, size.y, size.z}), away = Norm(result.bounds.Centre());
	if (extent < OddlySmall || extent > OddlyLarge)
		Report(MeshDefect::OddScale, MeshSeverity::Warning, 1, result.bounds.Centre(), SourceOf(surface.face.front()),
			"The mesh is " + MetresText(extent) + (extent < 1 ? " small" : " large")
				+ "; check the unit it was exported in, lengths are taken as metres.");
	if (away > FarDistanceShare * extent)
		Report(MeshDefect::FarFromOrigin, MeshSeverity::Warning, 1, result.bounds.Centre(), SourceOf(surface.face.front()),
			"The mesh lies " + MetresText(away) + " from its origin, which costs digits in single precision; centre it before export.");
}

void MeshExamination::ReportSelfIntersections()
{
	std::vector<Triangle> points;
	points.reserve(surface.face.size());
	for (const std::uint32_t f : surface.face)
		points.push_back(topology.faces[f].points);
	const SelfIntersections found = FindSelfIntersections(*field, points, settings.maxIntersectionTests, tasks);
	result.selfIntersections = found.count;
	result.allIntersectionsFound = found.complete;
	if (found.count > 0)
		Report(MeshDefect::SelfIntersections, MeshSeverity::Warning, found.count, topology.frame.FromFrame(found.place),
			SourceOf(surface.face[found.triangle]),
			(found.complete ? "" : "At least ") + CountedItems(found.count, "pair of triangles passes", "pairs of triangles pass")
				+ " through each other; overlaps are filled once: unite the parts if the surface is to be clean.");
}

void MeshExamination::ReportThickness()
{
	for (const SurfacePart& part : orientation.parts)
		result.enclosesVolume = result.enclosesVolume || part.encloses;
	if (!result.enclosesVolume)
	{
		Report(MeshDefect::Sheet, MeshSeverity::Note, 1, PlaceOfTriangle(SourceOf(surface.face.front())), SourceOf(surface.face.front()),
			"The surface encloses no volume and makes a sheet one particle thick; close it if a solid was meant.");
		return;
	}
	std::vector<ThicknessSample> samples = MeasureThickness(surface, *field, settings.thicknessSamples, tasks);
	std::erase_if(samples, [](const ThicknessSample& sample) { return sample.thickness == 0; });
	if (samples.empty())
		return;
	std::sort(samples.begin(), samples.end(), [](const ThicknessSample& a, const ThicknessSample& b)
		{ return a.thickness != b.thickness ? a.thickness < b.thickness : a.triangle < b.triangle; });
	double backed = 0, thin = 0;
	std::uint64_t thinCount = 0;
	for (const ThicknessSample& sample : samples)
	{
		backed += sample.area;
		if (sample.thickness < InFrame(settings.thinBelow))
		{
			thin += sample.area;
			++thinCount;
		}
	}
	double passed = 0;
	for (const ThicknessSample& sample : samples)
	{
		passed += sample.area;
		if (passed >= backed / 2)
		{
			result.medianThickness = sample.thickness / topology.frame.scale;
			break;
		}
	}
	result.thinnest = samples.front().thickness / topology.frame.scale;
	result.thinShare = thin / surface.area;
	if (thinCount == 0)
		return;
	char share[16];
	std::snprintf(share, sizeof share, "%.1f", 100 * result.thinShare);
	const std::uint32_t triangle = SourceOf(surface.face[samples.front().triangle]);
	Report(MeshDefect::ThinParts, MeshSeverity::Warning, thinCount, PlaceOfTriangle(triangle), triangle,
		std::string(share) + " % of the surface is thinner than " + MetresText(settings.thinBelow) + ", down to "
			+ MetresText(result.thinnest) + ", and holds one layer of particles at most; use smaller particles or thicken those parts.");
}

void MeshExamination::MeasureVolume()
{
	// The sum over the triangles counts overlaps and solids within solids twice: those are counted on a lattice.
	const MeshFinding* nested = result.Find(MeshDefect::NestedShells);
	const bool solidsInSolids = nested != nullptr && nested->count > result.cavities;
	result.volumeIsExact = result.closed && result.selfIntersections == 0 && result.allIntersectionsFound && !solidsInSolids;
	double volume = 0;
	if (result.volumeIsExact)
		for (const SurfacePart& part : orientation.parts)
			volume += part.turned ? -part.volume : part.volume;
	else if (result.enclosesVolume)
		volume = CountVolume(surface, *field, tasks);
	result.volume = volume / std::pow(topology.frame.scale, 3);
}

MeshDiagnosis MeshExamination::TakeResult()
{
	std::sort(
		result.findings.begin(), result.findings.end(), [](const MeshFinding& a, const MeshFinding& b) { return a.defect < b.defect; });
	return std::move(result);
}

}

const MeshFinding* MeshDiagnosis::Find(MeshDefect defect) const
{
	const auto found = std::find_if(findings.begin(), findings.end(), [&](const MeshFinding& finding) { return finding.defect == defect; });
	return found != findings.end() ? &*found : nullptr;
}

const char* NameOf(MeshDefect defect)
{
	switch (defect)
	{
	case MeshDefect::NoSurface: return "no-surface";
	case MeshDefect::NonFiniteVertices: return "non-finite-vertices";
	case MeshDefect::IndicesOutOfRange: return "indices-out-of-range";
	case MeshDefect::DegenerateFaces: return "degenerate-faces";
	case MeshDefect::RepeatedFaces: return "repeated-faces";
	case MeshDefect::BackToBackFaces: return "back-to-back-faces";
	case MeshDefect::DoubleSided: return "double-sided";
	case MeshDefect::Holes: return "holes";
	case MeshDefect::NonManifoldEdges: return "non-manifold-edges";
	case MeshDefect::InconsistentOrientation: return "inconsistent-orientation";
	case MeshDefect::OneSided: return "one-sided";
	case MeshDefect::InsideOut: return "inside-out";
	case MeshDefect::LooseParts: return "loose-parts";
	case MeshDefect::TinyIslands: return "tiny-islands";
	case MeshDefect::NestedShells: return "nested-shells";
	case MeshDefect::SelfIntersections: return "self-intersections";
	case MeshDefect::ThinParts: return "thin-parts";
	case MeshDefect::Sheet: return "sheet";
	case MeshDefect::OddScale: return "odd-scale";
	case MeshDefect::FarFromOrigin: return "far-from-origin";
	}
	return "unknown";
}

Result<MeshDiagnosis> DiagnoseMesh(TriangleMeshView mesh, const MeshDiagnosisSettings& settings, TaskRunner& tasks, Progress* progress)
{
	const auto goesOn = [&](const char* stage, double fraction) { return progress == nullptr || progress->Report(stage, fraction); };
	if (mesh.vertices.size() > MaxMeshItems || mesh.triangles.size() > MaxMeshItems)
	{
		MeshDiagnosis refused;
		refused.findings.push_back({MeshDefect::NoSurface, MeshSeverity::Error, 1, {}, NoTriangle,
			"The mesh has more than " + std::to_string(MaxMeshItems) + " triangles or vertices; reduce it before baking."});
		return refused;
	}
	if (!goesOn("Examining the mesh", 0))
		return Error{CancelledMessage};
	MeshExamination examination(mesh, settings, tasks);
	examination.ReportUnusable();
	if (!examination.HasSurface())
		return examination.TakeResult();
	examination.ReportEdges();
	examination.ReportOrientation();
	examination.ReportComponents();
	examination.ReportShells();
	examination.ReportPlacement();
	if (!goesOn("Looking for self-intersections", 0.2))
		return Error{CancelledMessage};
	examination.BuildField();
	examination.ReportSelfIntersections();
	if (!goesOn("Measuring thickness", 0.6))
		return Error{CancelledMessage};
	examination.ReportThickness();
	if (!goesOn("Measuring volume", 0.8))
		return Error{CancelledMessage};
	examination.MeasureVolume();
	return examination.TakeResult();
}

}
