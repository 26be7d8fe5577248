#include "Bake/BodyFindings.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <limits>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr std::size_t FewNeighbours = 6;       // below this a particle hardly knows its F
constexpr std::size_t FewParticles = 64;       // below this a body has no inside to speak of
constexpr std::size_t StrayPieceParticles = 8; // a piece of the body with no more than these is a crumb
constexpr double UnreachedVolume = 0.02;

FindingSeverity SeverityOf(MeshSeverity severity)
{
	switch (severity)
	{
	case MeshSeverity::Note: return FindingSeverity::Note;
	case MeshSeverity::Warning: return FindingSeverity::Warning;
	case MeshSeverity::Error: return FindingSeverity::Problem;
	}
	return FindingSeverity::Problem;
}

std::uint32_t AsCount(std::uint64_t count)
{
	return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

std::string Plural(std::size_t count, const char* one, const char* many)
{
	return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// How many particles have some property, and one that has it.
struct ParticleTally
{
	std::size_t count = 0;
	std::size_t first = 0;

	void Add(std::size_t particle)
	{
		first = count == 0 ? particle : first;
		++count;
	}
};

/// Sizes of the pieces that rest neighbours hold together, and which piece each particle is in.
struct BodyPieces
{
	std::vector<std::uint32_t> pieceOf;
	std::vector<std::uint32_t> size;

	explicit BodyPieces(const RestState& rest)
		: pieceOf(rest.ParticleCount(), std::numeric_limits<std::uint32_t>::max())
	{
		std::vector<std::uint32_t> pending;
		for (std::uint32_t seed = 0; seed < rest.ParticleCount(); ++seed)
		{
			if (pieceOf[seed] != std::numeric_limits<std::uint32_t>::max())
				continue;
			const auto piece = static_cast<std::uint32_t>(size.size());
			size.push_back(0);
			pieceOf[seed] = piece;
			pending.push_back(seed);
			while (!pending.empty())
			{
				const std::uint32_t i = pending.back();
				pending.pop_back();
				++size[piece];
				for (const std::uint32_t j : rest.neighbours.Of(i))
					if (pieceOf[j] == std::numeric_limits<std::uint32_t>::max())
					{
						pieceOf[j] = piece;
						pending.push_back(j);
					}
			}
		}
	}
};

class FindingCollector
{
public:
	explicit FindingCollector(const FindingSources& given)
		: sources(given)
	{
	}
	void TakeFromMesh()
	{
		for (const MeshFinding& finding : sources.mesh.findings)
			Add(SeverityOf(finding.severity), NameOf(finding.defect), finding.count, finding.place, finding.message);
	}
	void LookAtNeighbourhoods()
	{
		const RestState& rest = sources.rest;
		ParticleTally few, flat;
		for (std::size_t i = 0; i < rest.ParticleCount(); ++i)
		{
			if (rest.neighbours.Of(i).size() < FewNeighbours)
				few.Add(i);
			else if (rest.rank[i] < 3 && !sources.isSheet)
				flat.Add(i);
		}
		if (few.count > 0 && !sources.isSheet)
			Add(FindingSeverity::Warning, "few-neighbours", few.count, PlaceOf(few.first),
				Plural(few.count, "particle has", "particles have") + " fewer than " + std::to_string(FewNeighbours)
					+ " neighbours and will follow the others rather than resist; use smaller particles or thicken those parts.");
		if (flat.count > 0)
			Add(FindingSeverity::Note, "flat-neighbourhoods", flat.count, PlaceOf(flat.first),
				Plural(flat.count, "particle has its neighbours", "particles have their neighbours")
					+ " in one plane or line, so the body is like cloth there; use smaller particles if it is to resist bending.");
	}
	void LookAtPieces()
	{
		const BodyPieces pieces(sources.rest);
		if (pieces.size.size() < 2)
			return;
		ParticleTally crumbs;
		for (std::size_t i = 0; i < pieces.pieceOf.size(); ++i)
			if (pieces.size[pieces.pieceOf[i]] <= StrayPieceParticles)
				crumbs.Add(i);
		Add(FindingSeverity::Warning, "separate-pieces", pieces.size.size(), PlaceOf(SmallestPiece(pieces)),
			"The particles form " + std::to_string(pieces.size.size())
				+ " pieces that nothing holds together; join the parts of the mesh, use larger particles, or bake the parts one by one.");
		if (crumbs.count > 0)
			Add(FindingSeverity::Warning, "stray-particles", crumbs.count, PlaceOf(crumbs.first),
				Plural(crumbs.count, "particle lies", "particles lie") + " in pieces of no more than " + std::to_string(StrayPieceParticles)
					+ " and will fly off on their own; delete those parts of the mesh or use smaller " + "particles.");
	}
	void LookAtSize()
	{
		if (sources.rest.ParticleCount() < FewParticles)
			Add(FindingSeverity::Warning, "few-particles", sources.rest.ParticleCount(), PlaceOf(0),
				"The body has only " + Plural(sources.rest.ParticleCount(), "particle", "particles")
					+ " and will be far too stiff or too soft; use a smaller particle radius.");
		if (sources.volumeReached < 1 - UnreachedVolume)
		{
			char share[16];
			std::snprintf(share, sizeof share, "%.0f", 100 * (1 - sources.volumeReached));
			Add(FindingSeverity::Problem, "empty-parts", 1, PlaceOf(0),
				std::string(share) + " % of the mesh's volume holds no particle and its mass was spread over the rest; use smaller "
					+ "particles, or let thin parts be sampled as sheets.");
		}
	}
	void LookAtSkin()
	{
		if (sources.skin.outOfReach > 0)
			Add(FindingSeverity::Warning, "vertices-out-of-reach", sources.skin.outOfReach, sources.skin.outOfReachPlace,
				Plural(sources.skin.outOfReach, "vertex lies", "vertices lie")
					+ " farther than two particle diameters from any particle and will follow the nearest stiffly; use smaller particles "
					+ "or delete loose geometry.");
	}
	/// Worst first, otherwise in the order they were found.
	std::vector<BodyFinding> Take()
	{
		std::vector<BodyFinding> ordered;
		for (const FindingSeverity severity : {FindingSeverity::Problem, FindingSeverity::Warning, FindingSeverity::Note})
			std::copy_if(findings.begin(), findings.end(), std::back_inserter(ordered),
				[&](const BodyFinding& finding) { return finding.severity == severity; });
		return ordered;
	}

private:
	void Add(FindingSeverity severity, const char* code, std::uint64_t count, const Vec3d& place, std::string sentence)
	{
		findings.push_back({severity, code, AsCount(count), IsFinite(place) ? place : Vec3d{}, std::move(sentence)});
	}
	Vec3d PlaceOf(std::size_t particle) const { return sources.rest.position[particle].Cast<double>() + sources.origin; }
	static std::size_t SmallestPiece(const BodyPieces& pieces)
	{
		const auto smallest = std::min_element(pieces.size.begin(), pieces.size.end()) - pieces.size.begin();
		const auto first = std::find(pieces.pieceOf.begin(), pieces.pieceOf.end(), static_cast<std::uint32_t>(smallest));
		return static_cast<std::size_t>(first - pieces.pieceOf.begin());
	}

	const FindingSources& sources;
	std::vector<BodyFinding> findings;
};

}

std::vector<BodyFinding> CollectFindings(const FindingSources& sources)
{
	FindingCollector collector(sources);
	collector.TakeFromMesh();
	collector.LookAtSize();
	collector.LookAtPieces();
	collector.LookAtNeighbourhoods();
	collector.LookAtSkin();
	return collector.Take();
}

}
