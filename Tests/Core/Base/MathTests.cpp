#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/Random.h>

#include <gtest/gtest.h>

using namespace SPHSolids;

namespace
{

Mat3d RandomMatrix(Random& random, double size)
{
	Mat3d a;
	for (auto& row : a.m)
		for (double& value : row)
			value = random.NextIn(-size, size);
	return a;
}

void ExpectRotation(const Mat3d& R)
{
	EXPECT_LT(FrobeniusNorm(R * Transpose(R) - Mat3d::Identity()), 1e-12);
	EXPECT_NEAR(Determinant(R), 1, 1e-12);
}

}

TEST(Math, SymmetricDecompositionRebuildsTheMatrixInDescendingOrder)
{
	Random random(1);
	for (int k = 0; k < 500; ++k)
	{
		const Mat3d half = RandomMatrix(random, std::pow(10.0, random.NextIn(-8, 8)));
		const Mat3d a = half + Transpose(half);
		const SymmetricEigen eigen = DecomposeSymmetric(a);
		ExpectRotation(eigen.vectors);
		EXPECT_GE(eigen.values.x, eigen.values.y);
		EXPECT_GE(eigen.values.y, eigen.values.z);
		const Mat3d rebuilt = eigen.vectors * Mat3d::Diagonal(eigen.values) * Transpose(eigen.vectors);
		EXPECT_LT(FrobeniusNorm(rebuilt - a), 1e-13 * FrobeniusNorm(a));
	}
}

TEST(Math, SignedDecompositionRebuildsAnyMatrixWithTwoRotations)
{
	Random random(2);
	for (int k = 0; k < 500; ++k)
	{
		Mat3d a = RandomMatrix(random, 2);
		if (k % 5 == 1) // rank two
			for (int c = 0; c < 3; ++c)
				a(2, c) = a(0, c) + a(1, c);
		if (k % 5 == 2) // rank one
			a = Mat3d::Outer(random.NextDirection(), random.NextDirection());
		if (k % 5 == 3)
			a = Mat3d{};
		const SignedSvd svd = DecomposeSigned(a);
		ExpectRotation(svd.u);
		ExpectRotation(svd.v);
		EXPECT_LT(FrobeniusNorm(svd.u * Mat3d::Diagonal(svd.values) * Transpose(svd.v) - a), 1e-7 * (1 + FrobeniusNorm(a)));
		EXPECT_GE(svd.values.x, svd.values.y - 1e-12);
		EXPECT_GE(svd.values.y, std::fabs(svd.values.z) - 1e-7);
		EXPECT_NEAR(svd.values.x * svd.values.y * svd.values.z, Determinant(a), 1e-9);
	}
}

TEST(Math, CofactorIsTheDerivativeOfTheDeterminantAndInvertsTheMatrix)
{
	Random random(3);
	const Mat3d a = RandomMatrix(random, 1);
	for (int r = 0; r < 3; ++r)
		for (int c = 0; c < 3; ++c)
		{
			Mat3d up = a, down = a;
			up(r, c) += 1e-5;
			down(r, c) -= 1e-5;
			EXPECT_NEAR(Cofactor(a)(r, c), (Determinant(up) - Determinant(down)) / 2e-5, 1e-9);
		}
	EXPECT_LT(FrobeniusNorm(Transpose(Cofactor(a)) * a - Mat3d::Identity() * Determinant(a)), 1e-14);
}

TEST(Math, AxisAngleTurnsCounterClockwiseSeenAgainstTheAxis)
{
	const Vec3d turned = AxisAngleRotation(Vec3d{0, 0, 1}, Pi / 2) * Vec3d{1, 0, 0};
	EXPECT_LT(Norm(turned - Vec3d{0, 1, 0}), 1e-15);
}

TEST(Math, BoxesStartEmptyAndHoldWhatTheyInclude)
{
	Box3d box;
	EXPECT_TRUE(box.IsEmpty());
	box.Include({1, 2, 3});
	box.Include({-1, 5, 0});
	EXPECT_FALSE(box.IsEmpty());
	EXPECT_TRUE(box.Contains({0, 3, 1}));
	EXPECT_FALSE(box.Contains({0, 6, 1}));
	EXPECT_EQ(box.Size(), (Vec3d{2, 3, 3}));
}
