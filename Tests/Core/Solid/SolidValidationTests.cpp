// Small versions of the experiments of Docs/validation.md; Tests/Benchmarks/validation_solids runs them in full size.

#include <Scenes/SolidMeasures.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

TEST(SolidValidation, CantileverSagApproachesBeamTheoryAtSecondOrder)
{
	const auto error = [](int across)
	{
		const CantileverSag sag = MeasureCantileverSag(across, 1);
		return sag.measured / sag.timoshenko - 1;
	};
	const double coarse = error(4), fine = error(8);
	EXPECT_GT(coarse, 0) << "particles at the surface see less than the full strain of bending: too soft, not too stiff";
	EXPECT_LT(fine, 0.12);
	EXPECT_LT(fine, coarse / 3);
}

TEST(SolidValidation, ABarInTensionShowsTheStressAndPoissonsRatioOfItsMaterial)
{
	for (const MaterialModelInfo& info : MaterialModels())
		for (const double stretch : {1.01, 1.2})
		{
			const BarTension bar = MeasureBarTension(MaterialOf(info.model, 1e6, 0.3, 1000, 1), stretch, 4);
			EXPECT_NEAR(bar.stress / bar.expected, 1, 1e-2) << info.name << " at " << stretch;
			EXPECT_NEAR(bar.lateral, bar.expectedLateral, 1e-3) << info.name << " at " << stretch;
			if (stretch < 1.05 && info.model != MaterialModel::Arap)
			{
				EXPECT_NEAR((1 - bar.lateral) / (bar.stretch - 1), 0.3, 0.01) << info.name;
			}
		}
}

TEST(SolidValidation, ABarWithFibresAndOneOfADrawnCurveShowTheStressOfTheirMaterial)
{
	Material fibres = MaterialOf(MaterialModel::StableNeoHookean, 1e6, 0.3, 1000, 1),
			 tissue = MaterialOf(MaterialModel::Spline, 1e6, 0.3, 1000, 1);
	fibres.fibreStiffness = 1e6;
	fibres.fibreDirection = {1, 0, 0};
	for (const SplinePreset& preset : SplinePresets())
		if (preset.name == "tissue")
			tissue.curves = preset.curves;
	const double plain = MeasureBarTension(MaterialOf(MaterialModel::StableNeoHookean, 1e6, 0.3, 1000, 1), 1.3, 4).stress;
	for (const Material& material : {fibres, tissue})
	{
		const BarTension bar = MeasureBarTension(material, 1.3, 6); // where the curve is steep, held ends reach farther in
		EXPECT_NEAR(bar.stress / bar.expected, 1, 1e-2) << static_cast<int>(material.model);
		EXPECT_NEAR(bar.lateral, bar.expectedLateral, 2e-3) << static_cast<int>(material.model);
		EXPECT_GT(bar.stress, 1.5 * plain) << static_cast<int>(material.model);
	}
}

TEST(SolidValidation, ASlabInShearApproachesTheStressOfItsMaterial)
{
	// Held layers reach half a spacing into the slab: it is thinner than it looks by a share that falls with the number of layers.
	for (const MaterialModelInfo& info : MaterialModels())
	{
		const Material material = MaterialOf(info.model, 1e6, 0.3, 1000, 1);
		const auto excess = [&](int layers)
		{
			const SlabShear slab = MeasureSlabShear(material, 0.1, layers);
			return slab.stress / slab.expected - 1;
		};
		const double coarse = excess(3), fine = excess(6);
		EXPECT_LT(fine, 0.6 * coarse) << info.name;
		EXPECT_LT(std::fabs(fine), 0.1) << info.name;
	}
}

TEST(SolidValidation, ABarSwingsAtItsNaturalFrequency)
{
	const BarFrequency frequency = MeasureBarFrequency(4, 0);
	EXPECT_NEAR(frequency.measured / frequency.expected, 1, 0.03);
}

TEST(SolidValidation, WiderWindowsConvergeFasterAndNewtonFastest)
{
	const std::vector<ObjectiveCurve> curves = MeasureObjectiveCurves(TwistingBeam(MaterialModel::StableNeoHookean, 6), 40, 20);
	ASSERT_EQ(curves.size(), 6u);
	double minimum = curves.front().objective.back();
	const auto iterationsTo = [&](const ObjectiveCurve& curve, double share)
	{
		const double goal = minimum + share * (curve.objective.front() - minimum);
		return std::find_if(curve.objective.begin(), curve.objective.end(), [&](double g) { return g <= goal; }) - curve.objective.begin();
	};
	const auto newton = iterationsTo(curves[0], 1e-3), none = iterationsTo(curves[1], 1e-3), five = iterationsTo(curves[4], 1e-3);
	EXPECT_LT(newton, five);
	EXPECT_LE(five, none);
	EXPECT_LE(five, 20) << "L-BFGS of window 5 comes within a thousandth of the gap";
}

TEST(SolidValidation, AStretchedCubeIsSteadyWithOneAndWithTwoIterations)
{
	SolidScene converged = StretchingCube(8);
	converged.solver.minimiser.iterations = 60;
	SolidPlayer reference(converged);
	std::vector<double> expected;
	for (int k = 0; k < 120; ++k)
	{
		reference.Run(1);
		expected.push_back(VolumeRatio(reference.body, *reference.tasks));
	}
	for (const int iterations : {1, 2})
	{
		SolidScene scene = StretchingCube(8);
		scene.solver.minimiser.iterations = iterations;
		SolidPlayer player(scene);
		for (int k = 0; k < 120; ++k)
		{
			player.Run(1);
			EXPECT_NEAR(VolumeRatio(player.body, *player.tasks), expected[static_cast<std::size_t>(k)], 0.03)
				<< iterations << ", step " << k;
		}
	}
}

TEST(SolidValidation, ACubeDrawnFarIsSteadyWithTwoIterationsWhereSplittingTurnsRoundEveryStep)
{
	struct End
	{
		double mean = 0, least = 1e9, most = -1e9; // volume ratio of the steps after the pull
	};
	const auto play = [](const char* solver, int iterations)
	{
		SolidScene scene = StretchingCube(12, 2);
		scene.solver.name = solver;
		scene.solver.minimiser.iterations = iterations;
		SolidPlayer player(scene);
		player.Run(75); // the pull ends with step 60
		End end;
		for (int k = 0; k < 10; ++k)
		{
			player.Run(1);
			const double ratio = VolumeRatio(player.body, *player.tasks);
			end.mean += ratio / 10;
			end.least = std::min(end.least, ratio);
			end.most = std::max(end.most, ratio);
		}
		return end;
	};
	const End truth = play("lbfgs", 60), two = play("lbfgs", 2), splitting = play("splitting", 1);
	EXPECT_NEAR(two.mean, truth.mean, 1e-3);
	EXPECT_LT(two.most - two.least, 1e-3);
	EXPECT_GT(splitting.most - splitting.least, 0.02);
	EXPECT_LT(splitting.mean, truth.mean - 0.1) << "and it loses volume";
}

TEST(SolidValidation, ABeamIsTwistedBeyondTwoTurnsWithoutAnInvertedParticleIfNeoHookeanButNotIfCorotated)
{
	const auto mostInverted = [](MaterialModel model)
	{
		SolidPlayer player(TwistingBeam(model, 6, 2.5));
		std::size_t most = 0;
		for (int k = 0; k < 126; ++k)
		{
			player.Run(1);
			most = std::max(most, InvertedParticles(player.body, *player.tasks));
		}
		return most;
	};
	EXPECT_EQ(mostInverted(MaterialModel::NeoHookean), 0u);
	EXPECT_GT(mostInverted(MaterialModel::Corotated), 0u);
}

TEST(SolidValidation, AClothDoesNotShiverWhereSplittingDoes)
{
	// At alpha 10 splitting shivers in full size only (validation_solids swinging_cloth).
	const auto oscillation = [](const char* solver, int iterations)
	{
		SolidScene scene = SwingingCloth(0.1, 20);
		scene.solver.name = solver;
		scene.solver.minimiser.iterations = iterations;
		SolidPlayer player(scene);
		OscillationMeter meter;
		std::vector<double> shares;
		for (int k = 0; k < 150; ++k)
		{
			player.Run(1);
			meter.Add(player.body);
			if (k >= 50)
				shares.push_back(meter.Share());
		}
		std::sort(shares.begin(), shares.end());
		return shares[shares.size() / 2];
	};
	const double splitting = oscillation("splitting", 1);
	EXPECT_LT(oscillation("lbfgs", 2), 0.05 * splitting);
	EXPECT_LT(oscillation("lbfgs", 10), 0.05 * splitting);
}

TEST(SolidValidation, ThePenaltyHardlyStiffensACantilever)
{
	const auto lowestTip = [](double alpha)
	{
		SolidPlayer player(Cantilever(4, alpha));
		double lowest = 0;
		for (int k = 0; k < player.scene.steps; ++k)
		{
			player.Run(1);
			for (const Vec3& p : player.body.position)
				lowest = std::min(lowest, static_cast<double>(p.y));
		}
		return lowest;
	};
	const double free = lowestTip(0);
	EXPECT_LT(free, -0.1);
	for (const double alpha : {0.01, 0.1, 1.0})
		EXPECT_NEAR(lowestTip(alpha) / free, 1, 0.02) << alpha;
}

TEST(SolidValidation, ScrambledParticlesReturnWithZeroEnergyControlOnly)
{
	const auto errorWith = [](double alpha)
	{
		SolidScene scene = Scrambled(alpha, 5);
		scene.solver.minimiser.iterations = 10;
		SolidPlayer player(scene);
		player.Run(300);
		return ShapeError(player.body);
	};
	EXPECT_LT(errorWith(1), 0.02);
	EXPECT_GT(errorWith(0), 0.05);
}

TEST(SolidValidation, ExplicitZeroEnergyControlFailsWhereTheImplicitPenaltyHolds)
{
	const auto fastestWith = [](const char* solver)
	{
		SolidScene scene = TwistedStiffBeam(5);
		scene.solver.name = solver;
		SolidPlayer player(scene);
		player.Run(150);
		double most = 0;
		for (const Vec3& v : player.body.velocity)
			most = std::max(most, static_cast<double>(Norm(v)));
		return most;
	};
	const double pinSpeed = Pi / 2 * 0.125 * std::sqrt(2.0); // of the corners of the held ends
	EXPECT_LT(fastestWith("lbfgs"), 3 * pinSpeed);
	EXPECT_GT(fastestWith("peer"), 10 * pinSpeed);
}
