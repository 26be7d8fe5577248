#include <SPHSolids/Body/BodyArchive.h>

#include "Body/SectionFile.h"
#include <SPHSolids/Body/ByteStream.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Kernel/Kernels.h>

#include <limits>
#include <string_view>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr FileKind BodyKind = {{'S', 'P', 'H', 'B', 'O', 'D', 'Y', '\0'}, BodyFormatVersion, "a SPHSolids body", "Bake the mesh again."};

constexpr std::uint32_t InfoSection = SectionId("INFO");
constexpr std::uint32_t SettingsSection = SectionId("SETT");
constexpr std::uint32_t QualitySection = SectionId("QUAL");
constexpr std::uint32_t FindingsSection = SectionId("FIND");
constexpr std::uint32_t ParticlesSection = SectionId("PART");
constexpr std::uint32_t NeighboursSection = SectionId("NEIG");
constexpr std::uint32_t SkinMeshSection = SectionId("MESH");
constexpr std::uint32_t SkinWeightsSection = SectionId("SKIN");

// Settings and quality figures are stored by name: a file may know more of them than its reader, or fewer.

/// Eight bytes that hold any of our numbers exactly.
template <class T>
std::uint64_t NumberBits(T value)
{
	if constexpr (std::is_floating_point_v<T>)
		return std::bit_cast<std::uint64_t>(static_cast<double>(value));
	else
		return static_cast<std::uint64_t>(value);
}
template <class T>
T NumberFromBits(std::uint64_t bits)
{
	if constexpr (std::is_floating_point_v<T>)
		return static_cast<T>(std::bit_cast<double>(bits));
	else if constexpr (std::is_same_v<T, bool>)
		return bits != 0;
	else
		return static_cast<T>(bits);
}

std::vector<std::byte> EncodeInfo(const BakedBody& body)
{
	ByteWriter writer;
	writer.WriteText(body.name);
	writer.Write(body.origin);
	writer.Write(body.sourceHash);
	return writer.Take();
}

void DecodeInfo(ByteReader reader, BakedBody& body, bool& sound)
{
	body.name = reader.ReadText();
	body.origin = reader.Read<Vec3d>();
	body.sourceHash = reader.Read<std::uint64_t>();
	sound = sound && !reader.Failed();
}

std::vector<std::byte> EncodeSettings(const BakeSettings& settings)
{
	ByteWriter writer;
	VisitFigures(settings,
		[&](const char* name, const auto& value)
		{
			writer.WriteText(name);
			writer.Write(NumberBits(value));
		});
	return writer.Take();
}

std::vector<std::byte> EncodeQuality(const BodyQuality& quality)
{
	ByteWriter writer;
	VisitFigures(quality,
		[&](const char* name, double value)
		{
			writer.WriteText(name);
			writer.Write(NumberBits(value));
		});
	return writer.Take();
}

/// Calls visit(name, bits) for each named number.
template <class Visitor>
void DecodeNamed(ByteReader reader, bool& sound, Visitor visit)
{
	while (!reader.AtEnd() && !reader.Failed())
	{
		const std::string name = reader.ReadText();
		visit(name, reader.Read<std::uint64_t>());
	}
	sound = sound && !reader.Failed();
}

void DecodeSettings(ByteReader reader, BakeSettings& settings, bool& sound)
{
	DecodeNamed(reader, sound,
		[&](const std::string& read, std::uint64_t bits)
		{
			VisitFigures(settings,
				[&]<class T>(const char* name, T& value)
				{
					if (read == name)
						value = NumberFromBits<T>(bits);
				});
		});
}

void DecodeQuality(ByteReader reader, BodyQuality& quality, bool& sound)
{
	DecodeNamed(reader, sound,
		[&](const std::string& read, std::uint64_t bits)
		{
			VisitFigures(quality,
				[&](const char* name, double& value)
				{
					if (read == name)
						value = NumberFromBits<double>(bits);
				});
		});
}

std::vector<std::byte> EncodeFindings(const std::vector<BodyFinding>& findings)
{
	ByteWriter writer;
	for (const BodyFinding& finding : findings)
	{
		writer.Write(finding.severity);
		writer.Write(finding.count);
		writer.Write(finding.place);
		writer.WriteText(finding.code);
		writer.WriteText(finding.sentence);
	}
	return writer.Take();
}

void DecodeFindings(ByteReader reader, std::vector<BodyFinding>& findings, bool& sound)
{
	while (!reader.AtEnd() && !reader.Failed())
	{
		BodyFinding finding;
		finding.severity = static_cast<FindingSeverity>(reader.Read<std::uint8_t>());
		finding.count = reader.Read<std::uint32_t>();
		finding.place = reader.Read<Vec3d>();
		finding.code = reader.ReadText();
		finding.sentence = reader.ReadText();
		findings.push_back(std::move(finding));
	}
	sound = sound && !reader.Failed();
}

/// The upper triangle of a symmetric matrix.
struct SymmetricEntries
{
	Real xx, xy, xz, yy, yz, zz;
};

std::vector<std::byte> EncodeParticles(const RestState& rest)
{
	ByteWriter writer;
	writer.Write(static_cast<std::uint32_t>(rest.ParticleCount()));
	writer.Write(rest.particleRadius);
	writer.WriteArray(std::span<const Vec3>(rest.position));
	writer.WriteArray(std::span<const Real>(rest.kernelVolume));
	writer.WriteArray(std::span<const Real>(rest.volume));
	for (const Mat3& c : rest.correction)
		writer.Write(SymmetricEntries{c(0, 0), c(0, 1), c(0, 2), c(1, 1), c(1, 2), c(2, 2)});
	writer.WriteArray(std::span<const std::uint8_t>(rest.rank));
	return writer.Take();
}

void DecodeParticles(ByteReader reader, RestState& rest, bool& sound)
{
	const auto count = reader.Read<std::uint32_t>();
	rest.particleRadius = reader.Read<Real>();
	rest.supportRadius = static_cast<Real>(SupportPerParticleRadius) * rest.particleRadius;
	reader.ReadArray(count, rest.position);
	reader.ReadArray(count, rest.kernelVolume);
	reader.ReadArray(count, rest.volume);
	std::vector<SymmetricEntries> corrections;
	reader.ReadArray(count, corrections);
	reader.ReadArray(count, rest.rank);
	rest.correction.resize(corrections.size());
	for (std::size_t i = 0; i < corrections.size(); ++i)
	{
		const SymmetricEntries& c = corrections[i];
		rest.correction[i] = {{{c.xx, c.xy, c.xz}, {c.xy, c.yy, c.yz}, {c.xz, c.yz, c.zz}}};
	}
	sound = sound && !reader.Failed() && reader.AtEnd();
}

/// Each pair once, at its lower particle: half the bytes, and what is read back cannot be other than symmetric.
std::vector<std::byte> EncodeNeighbours(const NeighbourLists& lists)
{
	std::vector<std::uint32_t> higherCount, higher;
	for (std::uint32_t i = 0; i < lists.PointCount(); ++i)
	{
		const std::size_t before = higher.size();
		for (const std::uint32_t j : lists.Of(i))
			if (j > i)
				higher.push_back(j);
		higherCount.push_back(static_cast<std::uint32_t>(higher.size() - before));
	}
	ByteWriter writer;
	writer.Write(static_cast<std::uint32_t>(higher.size()));
	writer.WriteArray(std::span<const std::uint32_t>(higherCount));
	writer.WriteArray(std::span<const std::uint32_t>(higher));
	return writer.Take();
}

/// Whether every list has only higher particles, ascending, and the lists take up all pairs.
bool AreHigherListsSound(std::span<const std::uint32_t> higherCount, std::span<const std::uint32_t> higher)
{
	std::uint64_t begin = 0;
	for (std::uint32_t i = 0; i < higherCount.size(); ++i)
	{
		if (higherCount[i] > higher.size() - begin)
			return false;
		std::uint32_t previous = i;
		for (const std::uint32_t j : higher.subspan(begin, higherCount[i]))
		{
			if (j <= previous || j >= higherCount.size())
				return false;
			previous = j;
		}
		begin += higherCount[i];
	}
	return begin == higher.size();
}

/// Both directions of every pair. Taking particles in ascending order leaves every list in ascending order.
void SpreadHigherLists(std::span<const std::uint32_t> higherCount, std::span<const std::uint32_t> higher, NeighbourLists& lists)
{
	lists.first.assign(higherCount.size() + 1, 0);
	for (std::size_t i = 0; i < higherCount.size(); ++i)
		lists.first[i + 1] += higherCount[i];
	for (const std::uint32_t j : higher)
		++lists.first[j + 1];
	for (std::size_t i = 0; i < higherCount.size(); ++i)
		lists.first[i + 1] += lists.first[i];
	lists.index.resize(2 * higher.size());
	std::vector<std::uint32_t> next(lists.first.begin(), lists.first.end() - 1);
	std::size_t k = 0;
	for (std::uint32_t i = 0; i < higherCount.size(); ++i)
		for (const std::size_t end = k + higherCount[i]; k < end; ++k)
		{
			lists.index[next[higher[k]]++] = i;
			lists.index[next[i]++] = higher[k];
		}
}

void DecodeNeighbours(ByteReader reader, std::size_t particleCount, NeighbourLists& lists, bool& sound)
{
	const auto pairCount = reader.Read<std::uint32_t>();
	std::vector<std::uint32_t> higherCount, higher;
	reader.ReadArray(particleCount, higherCount);
	reader.ReadArray(pairCount, higher);
	sound = sound && !reader.Failed() && reader.AtEnd() && pairCount <= std::numeric_limits<std::uint32_t>::max() / 2
		&& AreHigherListsSound(higherCount, higher);
	if (sound)
		SpreadHigherLists(higherCount, higher, lists);
}

std::vector<std::byte> EncodeSkinMesh(const SkinBinding& skin)
{
	ByteWriter writer;
	const auto writeCounted = [&]<class T>(const std::vector<T>& values)
	{
		writer.Write(static_cast<std::uint32_t>(values.size()));
		writer.WriteArray(std::span<const T>(values));
	};
	writeCounted(skin.positions);
	writeCounted(skin.normals);
	writeCounted(skin.tangents);
	writeCounted(skin.uvs);
	writeCounted(skin.triangles);
	writeCounted(skin.sections);
	return writer.Take();
}

void DecodeSkinMesh(ByteReader reader, SkinBinding& skin, bool& sound)
{
	const auto readCounted = [&](auto& values) { reader.ReadArray(reader.Read<std::uint32_t>(), values); };
	readCounted(skin.positions);
	readCounted(skin.normals);
	readCounted(skin.tangents);
	readCounted(skin.uvs);
	readCounted(skin.triangles);
	readCounted(skin.sections);
	sound = sound && !reader.Failed() && reader.AtEnd();
}

std::vector<std::byte> EncodeSkinWeights(const SkinBinding& skin)
{
	ByteWriter writer;
	writer.Write(static_cast<std::uint32_t>(skin.PointCount()));
	writer.Write(static_cast<std::uint32_t>(skin.particle.size()));
	writer.WriteArray(std::span<const std::uint32_t>(skin.point));
	writer.WriteArray(std::span<const std::uint32_t>(skin.first));
	writer.WriteArray(std::span<const std::uint32_t>(skin.particle));
	writer.WriteArray(std::span<const Real>(skin.weight));
	return writer.Take();
}

void DecodeSkinWeights(ByteReader reader, SkinBinding& skin, bool& sound)
{
	const std::uint64_t pointCount = reader.Read<std::uint32_t>();
	const std::uint64_t influenceCount = reader.Read<std::uint32_t>();
	reader.ReadArray(skin.VertexCount(), skin.point);
	reader.ReadArray(pointCount + 1, skin.first);
	reader.ReadArray(influenceCount, skin.particle);
	reader.ReadArray(influenceCount, skin.weight);
	sound = sound && !reader.Failed() && reader.AtEnd();
}

Error DamagedBody(std::string_view what)
{
	return Error{"This body file is damaged: " + std::string(what) + " " + std::string(BodyKind.cure)};
}

}

std::vector<std::byte> WriteBody(const BakedBody& body)
{
	SPHS_ASSERT(CheckBody(body).IsOk());
	std::vector<FileSection> sections;
	sections.push_back({InfoSection, EncodeInfo(body)});
	sections.push_back({SettingsSection, EncodeSettings(body.settings)});
	sections.push_back({QualitySection, EncodeQuality(body.diagnosis.quality)});
	sections.push_back({FindingsSection, EncodeFindings(body.diagnosis.findings)});
	sections.push_back({ParticlesSection, EncodeParticles(body.rest)});
	sections.push_back({NeighboursSection, EncodeNeighbours(body.rest.neighbours)});
	if (body.skin.VertexCount() > 0)
	{
		sections.push_back({SkinMeshSection, EncodeSkinMesh(body.skin)});
		sections.push_back({SkinWeightsSection, EncodeSkinWeights(body.skin)});
	}
	return WriteSectionFile(BodyKind, sections);
}

Result<BakedBody> ReadBody(std::span<const std::byte> bytes)
{
	auto opened = SectionFile::Open(bytes, BodyKind);
	if (!opened.IsOk())
		return opened.TakeError();
	const SectionFile& file = opened.Value();

	BakedBody body;
	bool sound = true;
	DecodeInfo(ByteReader(file.Find(InfoSection)), body, sound);
	DecodeSettings(ByteReader(file.Find(SettingsSection)), body.settings, sound);
	DecodeQuality(ByteReader(file.Find(QualitySection)), body.diagnosis.quality, sound);
	DecodeFindings(ByteReader(file.Find(FindingsSection)), body.diagnosis.findings, sound);
	DecodeParticles(ByteReader(file.Find(ParticlesSection)), body.rest, sound);
	DecodeNeighbours(ByteReader(file.Find(NeighboursSection)), body.rest.ParticleCount(), body.rest.neighbours, sound);
	if (!file.Find(SkinMeshSection).empty())
	{
		DecodeSkinMesh(ByteReader(file.Find(SkinMeshSection)), body.skin, sound);
		DecodeSkinWeights(ByteReader(file.Find(SkinWeightsSection)), body.skin, sound);
	}
	if (!sound)
		return DamagedBody("a section is shorter or longer than what it should hold.");
	if (Status status = CheckBody(body); !status.IsOk())
		return DamagedBody(status.Message());
	return body;
}

}
