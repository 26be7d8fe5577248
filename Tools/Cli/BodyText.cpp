#include "BodyText.h"

#include <Common/BodyJson.h>

#include <cstdio>
#include <string>

namespace SPHSolids::Tools
{
namespace
{

double VolumeOf(const RestState& rest)
{
	double volume = 0;
	for (const Real share : rest.volume)
		volume += static_cast<double>(share);
	return volume;
}

void PrintFindings(const std::vector<BodyFinding>& findings)
{
	if (findings.empty())
		std::printf("Nothing to complain about.\n");
	for (const BodyFinding& finding : findings)
		std::printf("%s: %s (at %.4g %.4g %.4g)\n", NameOf(finding.severity), finding.sentence.c_str(), finding.place.x, finding.place.y,
			finding.place.z);
}

}

std::string ReadableBytes(std::size_t bytes)
{
	char text[32];
	const double size = static_cast<double>(bytes);
	if (bytes < 1000)
		std::snprintf(text, sizeof text, "%zu bytes", bytes);
	else if (bytes < 1'000'000)
		std::snprintf(text, sizeof text, "%.1f kB", size / 1e3);
	else
		std::snprintf(text, sizeof text, "%.1f MB", size / 1e6);
	return text;
}

void PrintBody(const BakedBody& body, std::size_t fileBytes)
{
	const RestState& rest = body.rest;
	const BodyQuality& quality = body.diagnosis.quality;
	std::printf("Body        %s, %s\n", body.name.c_str(), ReadableBytes(fileBytes).c_str());
	std::printf("Particles   %zu of radius %.4g m, sampled by '%s'\n", rest.ParticleCount(), static_cast<double>(rest.particleRadius),
		std::string(SamplingMethodName(body.settings.method)).c_str());
	std::printf(
		"Volume      %.4g m^3, shares %.2f to %.2f of a lattice cell\n", VolumeOf(rest), quality.smallestShare, quality.largestShare);
	std::printf("Neighbours  %.1f on average, at least %.0f; %.1f %% of particles have fewer than 12\n", quality.neighboursMean,
		quality.neighboursMin, 100 * quality.fewNeighboursShare);
	std::printf("Density     off by %.1f %% on average, at most %.1f %%\n", 100 * quality.densityErrorMean, 100 * quality.densityErrorMax);
	std::printf("Surface     %.1f %% covered\n", 100 * quality.surfaceCoverage);
	if (body.skin.VertexCount() > 0)
		std::printf("Skin        %zu vertices at %zu places, %zu triangles, %.1f particles per place\n", body.skin.VertexCount(),
			body.skin.PointCount(), body.skin.triangles.size(),
			static_cast<double>(body.skin.particle.size()) / static_cast<double>(body.skin.PointCount()));
	else
		std::printf("Skin        none\n");
	if (SquaredNorm(body.origin) > 0)
		std::printf("Origin      %.10g %.10g %.10g m in the frame of the mesh\n", body.origin.x, body.origin.y, body.origin.z);
	std::printf("Source      %s\n\n", HexHash(body.sourceHash).c_str());
	PrintFindings(body.diagnosis.findings);
}

}
