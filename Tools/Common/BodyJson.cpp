#include <Common/BodyJson.h>

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>
#include <type_traits>

namespace SPHSolids::Tools
{
namespace
{

using Json = nlohmann::ordered_json;

Json DescribeSettings(const BakeSettings& settings)
{
	Json json;
	VisitFigures(settings,
		[&]<class T>(const char* name, const T& value)
		{
			if constexpr (std::is_same_v<T, SamplingMethod>)
				json[name] = SamplingMethodName(value);
			else if constexpr (std::is_same_v<T, SheetMode>)
				json[name] = NameOf(value);
			else
				json[name] = value;
		});
	return json;
}

Json DescribeFindings(const std::vector<BodyFinding>& findings)
{
	Json json = Json::array();
	for (const BodyFinding& finding : findings)
		json.push_back({{"severity", NameOf(finding.severity)}, {"code", finding.code}, {"count", finding.count},
			{"place", ToJson(finding.place)}, {"sentence", finding.sentence}});
	return json;
}

Json DescribeSkin(const SkinBinding& skin)
{
	Json json;
	json["vertices"] = skin.VertexCount();
	json["points"] = skin.PointCount();
	json["triangles"] = skin.triangles.size();
	json["influences"] = skin.particle.size();
	return json;
}

}

Json ToJson(const Vec3d& v)
{
	return Json::array({v.x, v.y, v.z});
}

const char* NameOf(SheetMode mode)
{
	switch (mode)
	{
	case SheetMode::Auto: return "auto";
	case SheetMode::Always: return "always";
	case SheetMode::Never: return "never";
	}
	return "unknown";
}

const char* NameOf(FindingSeverity severity)
{
	switch (severity)
	{
	case FindingSeverity::Note: return "note";
	case FindingSeverity::Warning: return "warning";
	case FindingSeverity::Problem: return "problem";
	}
	return "unknown";
}

std::string HexHash(std::uint64_t hash)
{
	char text[17];
	std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
	return text;
}

double PeakMemoryMB()
{
	rusage usage = {};
	getrusage(RUSAGE_SELF, &usage);
	return static_cast<double>(usage.ru_maxrss) / 1024;
}

Json DescribeBody(const BakedBody& body)
{
	double volume = 0;
	for (const Real share : body.rest.volume)
		volume += static_cast<double>(share);
	Json json;
	json["name"] = body.name;
	json["particles"] = body.rest.ParticleCount();
	json["radius"] = static_cast<double>(body.rest.particleRadius);
	json["volume"] = volume;
	json["origin"] = ToJson(body.origin);
	json["neighbours"] = body.rest.neighbours.index.size();
	json["skin"] = DescribeSkin(body.skin);
	Json quality;
	VisitFigures(body.diagnosis.quality, [&](const char* name, double value) { quality[name] = value; });
	json["quality"] = quality;
	json["findings"] = DescribeFindings(body.diagnosis.findings);
	json["settings"] = DescribeSettings(body.settings);
	json["sourceHash"] = HexHash(body.sourceHash);
	return json;
}

Json DescribeMesh(const MeshDiagnosis& mesh)
{
	Json json;
	json["vertices"] = mesh.vertexCount;
	json["triangles"] = mesh.triangleCount;
	json["parts"] = mesh.components;
	json["holes"] = mesh.holes;
	json["closed"] = mesh.closed;
	json["volume"] = mesh.volume;
	json["area"] = mesh.area;
	json["min"] = ToJson(mesh.bounds.min);
	json["max"] = ToJson(mesh.bounds.max);
	json["thinnest"] = mesh.thinnest;
	json["medianThickness"] = mesh.medianThickness;
	return json;
}

}
