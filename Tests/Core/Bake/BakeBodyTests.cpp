#include "Bake/BrokenMeshes.h"

#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Body/BodyArchive.h>
#include <SPHSolids/Body/DeformationGradients.h>
#include <SPHSolids/Skin/SkinEvaluator.h>

#include <Scenes/Models.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

Result<BakedBody> Bake(const RenderMesh& mesh, const BakeSettings& settings, int workers = 2)
{
	auto tasks = MakeParallelTaskRunner(workers);
	return BakeBody(mesh, settings, *tasks, nullptr);
}

BakeSettings WithCount(std::uint32_t count)
{
	BakeSettings settings;
	settings.particleCount = count;
	return settings;
}
BakeSettings WithRadius(double radius)
{
	BakeSettings settings;
	settings.particleRadius = radius;
	return settings;
}

double VolumeOf(const BakedBody& body)
{
	double volume = 0;
	for (const Real share : body.rest.volume)
		volume += static_cast<double>(share);
	return volume;
}

bool HasFinding(const BakedBody& body, const std::string& code)
{
	const auto& findings = body.diagnosis.findings;
	return std::any_of(findings.begin(), findings.end(), [&](const BodyFinding& finding) { return finding.code == code; });
}

std::string FindingsOf(const BakedBody& body)
{
	std::string text;
	for (const BodyFinding& finding : body.diagnosis.findings)
		text += finding.code + " ";
	return text;
}

/// Counts reports, and cancels at one of them.
class CancelAt final : public Progress
{
public:
	explicit CancelAt(int when)
		: last(when)
	{
	}
	bool Report(const char*, double fraction) override
	{
		EXPECT_GE(fraction, latest - 1e-9) << "progress fell back";
		latest = fraction;
		return ++count != last;
	}
	int count = 0;
	double latest = 0;

private:
	int last;
};

const Mat3d Turn = AxisAngleRotation(Vec3d{0, 0.6, 0.8}, 1.0);
const Mat3d TurnAndStretch = Turn * Mat3d::Diagonal({1.2, 0.9, 1});

/// How far the skin is from where a map of all particles should take it, in radii.
double SkinError(const BakedBody& body, const Mat3d& map)
{
	auto tasks = MakeParallelTaskRunner(2);
	std::vector<Vec3> now;
	for (const Vec3& p : body.rest.position)
		now.push_back((map * p.Cast<double>()).Cast<Real>());
	std::vector<Mat3> gradients(now.size());
	ComputeDeformationGradients(body.rest, now, *tasks, gradients);
	std::vector<Vec3> vertices(body.skin.VertexCount());
	SkinEvaluator::Scratch scratch;
	SkinEvaluator(body.rest, body.skin).Evaluate(now, gradients, *tasks, scratch, {vertices, {}, {}});
	double worst = 0;
	for (std::size_t k = 0; k < vertices.size(); ++k)
		worst = std::max(worst, Norm(vertices[k].Cast<double>() - map * body.skin.positions[k].Cast<double>()));
	return worst / static_cast<double>(body.rest.particleRadius);
}

}

TEST(BakeBody, ABoxGetsItsVolumeItsSkinAndNothingToComplainAbout)
{
	const RenderMesh mesh = FineBox({-0.5, -0.4, 0}, {0.5, 0.4, 0.6}, 8);
	const auto baked = Bake(mesh, WithRadius(0.03));
	ASSERT_TRUE(baked.IsOk()) << baked.Message();
	const BakedBody& body = baked.Value();
	EXPECT_TRUE(CheckBody(body).IsOk());
	EXPECT_EQ(body.rest.particleRadius, 0.03f);
	EXPECT_NEAR(VolumeOf(body), 0.48, 1e-6);
	EXPECT_NEAR(static_cast<double>(body.rest.ParticleCount()), 0.48 / std::pow(0.06, 3), 0.15 * 0.48 / std::pow(0.06, 3));
	EXPECT_EQ(body.skin.VertexCount(), mesh.positions.size());
	EXPECT_EQ(body.skin.triangles.size(), mesh.triangles.size());
	EXPECT_EQ(body.origin, Vec3d{});
	EXPECT_EQ(body.sourceHash, HashRenderMesh(mesh));
	EXPECT_EQ(body.settings, WithRadius(0.03));
	EXPECT_TRUE(body.diagnosis.findings.empty()) << FindingsOf(body);
	EXPECT_LT(SkinError(body, TurnAndStretch), 1e-3);
}

TEST(BakeBody, ACubeThatHoldsAWholeLatticeBakes)
{
	// Every distance is a multiple of the spacing: the hardest case for anything that breaks ties.
	for (const double radius : {0.05, 0.0625, 0.125})
	{
		const auto baked = Bake(FineBox({0, 0, 0}, {1, 1, 1}, 4), WithRadius(radius));
		ASSERT_TRUE(baked.IsOk()) << radius << ": " << baked.Message();
		EXPECT_NEAR(VolumeOf(baked.Value()), 1, 1e-6);
	}
}

TEST(BakeBody, EverySampleModelBakesAndSurvivesItsFile)
{
	for (const Scenes::ModelInfo& model : Scenes::Models())
	{
		const RenderMesh mesh = Scenes::BuildModel(model.name, 4000).TakeValue();
		auto baked = Bake(mesh, WithCount(1200));
		ASSERT_TRUE(baked.IsOk()) << model.name << ": " << baked.Message();
		const BakedBody& body = baked.Value();
		EXPECT_NEAR(static_cast<double>(body.rest.ParticleCount()), 1200, 24) << model.name;
		EXPECT_LT(SkinError(body, Turn), 1e-2) << model.name;
		EXPECT_GT(body.diagnosis.quality.volumeReached, 0.98) << model.name;
		const auto read = ReadBody(WriteBody(body));
		ASSERT_TRUE(read.IsOk()) << model.name << ": " << read.Message();
	}
}

TEST(BakeBody, EveryBrokenMeshGivesASoundBodyThatNamesTheDefectOrAClearRefusal)
{
	for (const BrokenMesh& broken : BrokenMeshes())
	{
		const auto baked = Bake(broken.mesh, WithCount(800));
		if (broken.finding.empty())
		{
			ASSERT_FALSE(baked.IsOk()) << broken.name;
			EXPECT_EQ(baked.Message().back(), '.') << broken.name << ": " << baked.Message();
			continue;
		}
		ASSERT_TRUE(baked.IsOk()) << broken.name << ": " << baked.Message();
		EXPECT_TRUE(CheckBody(baked.Value()).IsOk()) << broken.name;
		EXPECT_TRUE(HasFinding(baked.Value(), broken.finding)) << broken.name << " found " << FindingsOf(baked.Value());
		if (broken.volume > 0)
		{
			EXPECT_NEAR(VolumeOf(baked.Value()) / broken.volume, 1, 0.01) << broken.name;
		}
	}
}

TEST(BakeBody, AMeshFarFromItsOriginGetsAFrameOfItsOwnAndKeepsItsShape)
{
	RenderMesh mesh = FineBox({0, 0, 0}, {1, 0.8, 0.6}, 6);
	const BakedBody near = Bake(mesh, WithRadius(0.04)).TakeValue();
	for (Vec3d& p : mesh.positions)
		p += Vec3d{1e6, -2e6, 3e6};
	const BakedBody far = Bake(mesh, WithRadius(0.04)).TakeValue();
	EXPECT_EQ(near.origin, Vec3d{});
	EXPECT_LT(Norm(far.origin - Vec3d{1e6 + 0.5, -2e6 + 0.4, 3e6 + 0.3}), 0.1);
	EXPECT_EQ(far.rest.ParticleCount(), near.rest.ParticleCount());
	// In its own frame it is as precise as at home: distances of neighbours are what they were.
	EXPECT_LT(SkinError(far, TurnAndStretch), 1e-3);
	for (std::size_t k = 0; k < mesh.positions.size(); ++k)
		EXPECT_LT(Norm(far.skin.positions[k].Cast<double>() + far.origin - mesh.positions[k]), 1e-6);
}

TEST(BakeBody, ClothHasTheVolumeOfItsAreaTimesItsThickness)
{
	RenderMesh sheet = FineBox({0, 0, 0}, {1, 0.8, 0.6}, 8);
	std::erase_if(sheet.triangles, [&](const Triangle& t)
		{ return sheet.positions[t[0]].z > 1e-9 || sheet.positions[t[1]].z > 1e-9 || sheet.positions[t[2]].z > 1e-9; });
	BakeSettings settings = WithRadius(0.02);
	settings.sheet = SheetMode::Always;
	const BakedBody asThickAsParticles = Bake(sheet, settings).TakeValue();
	EXPECT_NEAR(VolumeOf(asThickAsParticles), 0.8 * 0.04, 1e-6);
	for (const std::uint8_t rank : asThickAsParticles.rest.rank)
		EXPECT_LE(rank, 2);
	settings.sheetThickness = 0.001;
	const BakedBody thin = Bake(sheet, settings).TakeValue();
	EXPECT_NEAR(VolumeOf(thin), 0.8 * 0.001, 1e-7);
	EXPECT_LT(SkinError(thin, TurnAndStretch), 1e-2);
}

TEST(BakeBody, ABodyInPiecesSaysSo)
{
	RenderMesh mesh = FineBox({0, 0, 0}, {0.5, 0.5, 0.5}, 4);
	const RenderMesh other = FineBox({2, 0, 0}, {2.5, 0.5, 0.5}, 4);
	const auto base = static_cast<std::uint32_t>(mesh.positions.size());
	mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
	for (const Triangle& t : other.triangles)
		mesh.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
	const BakedBody body = Bake(mesh, WithRadius(0.03)).TakeValue();
	EXPECT_TRUE(HasFinding(body, "separate-pieces")) << FindingsOf(body);
}

TEST(BakeBody, TooFewParticlesAreReported)
{
	const BakedBody body = Bake(FineBox({0, 0, 0}, {1, 1, 1}, 4), WithRadius(0.2)).TakeValue();
	EXPECT_TRUE(HasFinding(body, "few-particles")) << FindingsOf(body);
}

TEST(BakeBody, VerticesOutOfReachAreReported)
{
	// A vertex far away that belongs to no triangle is still skinned, and named.
	RenderMesh mesh = FineBox({0, 0, 0}, {1, 1, 1}, 4);
	mesh.positions.push_back({5, 5, 5});
	const BakedBody body = Bake(mesh, WithRadius(0.05)).TakeValue();
	EXPECT_TRUE(HasFinding(body, "vertices-out-of-reach")) << FindingsOf(body);
}

TEST(BakeBody, FindingsComeWorstFirst)
{
	for (const BrokenMesh& broken : BrokenMeshes())
	{
		if (broken.finding.empty() || broken.name == "soup of triangles")
			continue;
		const BakedBody body = Bake(broken.mesh, WithCount(300)).TakeValue();
		const auto& findings = body.diagnosis.findings;
		EXPECT_TRUE(std::is_sorted(
			findings.begin(), findings.end(), [](const BodyFinding& a, const BodyFinding& b) { return a.severity > b.severity; }));
		for (const BodyFinding& finding : findings)
			EXPECT_TRUE(!finding.sentence.empty() && finding.sentence.back() == '.') << finding.sentence;
	}
}

TEST(BakeBody, TheBodyHasTheSameBytesForAnyNumberOfWorkers)
{
	const RenderMesh mesh = Scenes::BuildModel("hand", 4000).TakeValue();
	const std::vector<std::byte> one = WriteBody(Bake(mesh, WithCount(900), 1).TakeValue());
	for (const int workers : {2, 3, 8})
		EXPECT_EQ(WriteBody(Bake(mesh, WithCount(900), workers).TakeValue()), one) << workers;
}

TEST(BakeBody, CancelWorksAtEveryReportAndProgressNeverFallsBack)
{
	const RenderMesh mesh = FineBox({0, 0, 0}, {1, 0.8, 0.6}, 6);
	auto tasks = MakeParallelTaskRunner(2);
	CancelAt never(-1);
	ASSERT_TRUE(BakeBody(mesh, WithCount(400), *tasks, &never).IsOk());
	EXPECT_GT(never.count, 8);
	EXPECT_EQ(never.latest, 1);
	for (int when = 1; when <= never.count; when += 1 + never.count / 40)
	{
		CancelAt cancel(when);
		const auto baked = BakeBody(mesh, WithCount(400), *tasks, &cancel);
		ASSERT_FALSE(baked.IsOk()) << when;
		EXPECT_EQ(baked.Message(), CancelledMessage);
	}
}

TEST(BakeBody, SettingsThatMakeNoSenseAreRefused)
{
	const RenderMesh mesh = FineBox({0, 0, 0}, {1, 1, 1}, 2);
	const auto refusal = [&](const BakeSettings& settings)
	{
		const auto baked = Bake(mesh, settings);
		return baked.IsOk() ? std::string("accepted") : baked.Message();
	};
	BakeSettings both = WithCount(100);
	both.particleRadius = 0.1;
	EXPECT_NE(refusal(both).find("either"), std::string::npos);
	EXPECT_NE(refusal(BakeSettings{}).find("either"), std::string::npos);
	EXPECT_NE(refusal(WithRadius(-1)).find("radius"), std::string::npos);
	EXPECT_NE(refusal(WithRadius(std::nan(""))).find("radius"), std::string::npos);
	BakeSettings thick = WithCount(100);
	thick.sheetThickness = -1;
	EXPECT_NE(refusal(thick).find("thickness"), std::string::npos);
	BakeSettings few = WithCount(100);
	few.maxParticles = 50;
	EXPECT_NE(refusal(few).find("allowed"), std::string::npos);
	EXPECT_NE(refusal(WithRadius(1e-7)), "accepted");
}

TEST(HashRenderMesh, ChangesWithAnythingABakeReads)
{
	const RenderMesh mesh = FineBox({0, 0, 0}, {1, 1, 1}, 2);
	const std::uint64_t hash = HashRenderMesh(mesh);
	EXPECT_EQ(HashRenderMesh(mesh), hash);
	RenderMesh moved = mesh;
	moved.positions[3].y += 1e-12;
	EXPECT_NE(HashRenderMesh(moved), hash);
	RenderMesh turned = mesh;
	std::swap(turned.triangles[0][0], turned.triangles[0][1]);
	EXPECT_NE(HashRenderMesh(turned), hash);
	RenderMesh lit = mesh;
	lit.normals.resize(lit.positions.size());
	EXPECT_NE(HashRenderMesh(lit), hash);
}
