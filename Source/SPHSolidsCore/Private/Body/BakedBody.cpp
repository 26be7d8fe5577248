#include <SPHSolids/Body/BakedBody.h>

#include <SPHSolids/Kernel/Kernels.h>

#include <cmath>
#include <string>

namespace SPHSolids
{
namespace
{

/// Weights of a point are normalised in float; a sum of some tens of them is off by this at most.
constexpr double WeightSumSlack = 1e-4;

bool IsPositive(Real value)
{
	return value > 0 && std::isfinite(value);
}

bool IsFiniteMatrix(const Mat3& a)
{
	return IsFinite(a.Row(0)) && IsFinite(a.Row(1)) && IsFinite(a.Row(2));
}

Status CheckParticles(const RestState& rest)
{
	const std::size_t count = rest.ParticleCount();
	if (count == 0)
		return Error{"It has no particles."};
	if (!(rest.particleRadius >= Real(1e-9) && rest.particleRadius <= Real(1e9)))
		return Error{"Its particle radius is not a length between 1e-9 and 1e9 m."};
	if (rest.supportRadius != static_cast<Real>(SupportPerParticleRadius) * rest.particleRadius)
		return Error{"Its support radius is not four particle radii."};
	if (rest.kernelVolume.size() != count || rest.volume.size() != count || rest.correction.size() != count || rest.rank.size() != count)
		return Error{"Its particles do not all have the same quantities."};
	for (std::size_t i = 0; i < count; ++i)
	{
		const bool sound = IsFinite(rest.position[i]) && IsPositive(rest.kernelVolume[i]) && IsPositive(rest.volume[i])
			&& IsFiniteMatrix(rest.correction[i]) && rest.rank[i] <= 3;
		if (!sound)
			return Error{"Particle " + std::to_string(i) + " has a quantity that is not a number in its range."};
	}
	return {};
}

Status CheckFirst(const std::vector<std::uint32_t>& first, std::size_t count, std::size_t total, const char* what)
{
	bool sound = first.size() == count + 1 && first.front() == 0 && first.back() == total;
	for (std::size_t i = 0; sound && i < count; ++i)
		sound = first[i] <= first[i + 1];
	return sound ? Status() : Error{std::string("The lists of its ") + what + " do not follow each other."};
}

/// Lists are ascending, so going through them in order meets the mirrored pairs of every list in order as well.
Status CheckNeighbours(const RestState& rest)
{
	const NeighbourLists& lists = rest.neighbours;
	const std::size_t count = rest.ParticleCount();
	if (Status status = CheckFirst(lists.first, count, lists.index.size(), "neighbours"); !status.IsOk())
		return status;
	const Real nearest = rest.particleRadius * rest.particleRadius * Real(1e-8),
			   farthest = rest.supportRadius * rest.supportRadius * Real(1.002);
	std::vector<std::uint32_t> mirrored(lists.first.begin(), lists.first.end() - 1);
	for (std::uint32_t i = 0; i < count; ++i)
	{
		std::int64_t previous = -1;
		for (const std::uint32_t j : lists.Of(i))
		{
			if (j >= count || j == i || static_cast<std::int64_t>(j) <= previous)
				return Error{"The neighbours of particle " + std::to_string(i) + " are not other particles in ascending order."};
			previous = j;
			const bool isListed = mirrored[j] < lists.first[j + 1] && lists.index[mirrored[j]] == i;
			++mirrored[j];
			if (!isListed)
				return Error{"Particle " + std::to_string(i) + " lists a neighbour that does not list it."};
			if (j < i)
				continue;
			const Real squared = SquaredNorm(rest.position[i] - rest.position[j]);
			if (!(squared > nearest && squared <= farthest))
				return Error{"Particle " + std::to_string(i) + " lies at the place of a neighbour or out of its reach."};
		}
	}
	return {};
}

template <class T>
bool IsPerVertexOrEmpty(const std::vector<T>& values, const SkinBinding& skin)
{
	return values.empty() || values.size() == skin.VertexCount();
}

Status CheckSkinMesh(const SkinBinding& skin)
{
	if (!IsPerVertexOrEmpty(skin.normals, skin) || !IsPerVertexOrEmpty(skin.tangents, skin) || !IsPerVertexOrEmpty(skin.uvs, skin))
		return Error{"The vertices of its skin do not all have the same quantities."};
	if (!skin.sections.empty() && skin.sections.size() != skin.triangles.size())
		return Error{"Not every triangle of its skin has a material section."};
	bool finite = true;
	for (const Vec3& p : skin.positions)
		finite = finite && IsFinite(p);
	for (const Vec3& n : skin.normals)
		finite = finite && IsFinite(n);
	for (const RenderTangent& t : skin.tangents)
		finite = finite && IsFinite(t.direction) && std::isfinite(t.sign);
	for (const auto& uv : skin.uvs)
		finite = finite && std::isfinite(uv[0]) && std::isfinite(uv[1]);
	if (!finite)
		return Error{"A vertex of its skin has a coordinate that is not a finite number."};
	for (const Triangle& triangle : skin.triangles)
		for (const std::uint32_t corner : triangle)
			if (corner >= skin.VertexCount())
				return Error{"A triangle of its skin has a corner that does not exist."};
	return {};
}

Status CheckSkinWeights(const SkinBinding& skin, std::size_t particleCount)
{
	if (skin.VertexCount() == 0)
		return skin.point.empty() && skin.first.empty() && skin.particle.empty() && skin.weight.empty()
			? Status()
			: Error{"Its skin has weights but no vertices."};
	if (skin.point.size() != skin.VertexCount() || skin.particle.size() != skin.weight.size())
		return Error{"Not every vertex of its skin hangs on particles."};
	if (Status status = CheckFirst(skin.first, skin.PointCount(), skin.particle.size(), "skin weights"); !status.IsOk())
		return status;
	for (const std::uint32_t point : skin.point)
		if (point >= skin.PointCount())
			return Error{"A vertex of its skin lies on a point that does not exist."};
	for (std::size_t point = 0; point < skin.PointCount(); ++point)
	{
		double sum = 0;
		bool sound = true;
		for (std::uint32_t k = skin.first[point]; k < skin.first[point + 1]; ++k)
		{
			sound = sound && skin.particle[k] < particleCount && skin.weight[k] >= 0 && skin.weight[k] <= 1;
			sum += static_cast<double>(skin.weight[k]);
		}
		if (!sound || !(std::abs(sum - 1) <= WeightSumSlack))
			return Error{"Point " + std::to_string(point) + " of its skin hangs on particles that do not exist or with weights that do not "
				+ "sum to one."};
	}
	return {};
}

Status CheckDescription(const BakedBody& body)
{
	if (!IsFinite(body.origin))
		return Error{"Its origin is not a finite place."};
	const BakeSettings& s = body.settings;
	const bool settingsSound = std::isfinite(s.particleRadius) && s.particleRadius >= 0 && std::isfinite(s.sheetThickness)
		&& s.sheetThickness >= 0 && s.method >= SamplingMethod::Relaxed && s.method <= SamplingMethod::BlueNoise
		&& s.sheet >= SheetMode::Auto && s.sheet <= SheetMode::Never;
	if (!settingsSound)
		return Error{"Its bake settings are out of range."};
	bool figuresFinite = true;
	VisitFigures(body.diagnosis.quality, [&](const char*, double value) { figuresFinite = figuresFinite && std::isfinite(value); });
	if (!figuresFinite)
		return Error{"A quality figure of its diagnosis is not a finite number."};
	for (const BodyFinding& finding : body.diagnosis.findings)
		if (finding.severity > FindingSeverity::Problem || !IsFinite(finding.place))
			return Error{"A finding of its diagnosis is out of range."};
	return {};
}

}

Status CheckBody(const BakedBody& body)
{
	if (Status status = CheckDescription(body); !status.IsOk())
		return status;
	if (Status status = CheckParticles(body.rest); !status.IsOk())
		return status;
	if (Status status = CheckNeighbours(body.rest); !status.IsOk())
		return status;
	if (Status status = CheckSkinMesh(body.skin); !status.IsOk())
		return status;
	return CheckSkinWeights(body.skin, body.rest.ParticleCount());
}

}
