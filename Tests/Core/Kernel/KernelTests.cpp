#include <SPHSolids/Kernel/Kernels.h>

#include <gtest/gtest.h>

using namespace SPHSolids;

template <class KernelType>
class KernelTest : public testing::Test
{
};
using KernelTypes = testing::Types<CubicSpline<double>, WendlandC2<double>>;
TYPED_TEST_SUITE(KernelTest, KernelTypes);

TYPED_TEST(KernelTest, IntegratesToOneOverSpace)
{
	for (const double support : {0.001, 0.1, 3.0})
	{
		const TypeParam kernel(support);
		const int steps = 4000;
		double integral = 0;
		for (int k = 0; k < steps; ++k)
		{
			const double r = (k + 0.5) / steps * support;
			integral += kernel.Value(r) * 4 * Pi * r * r * support / steps;
		}
		EXPECT_NEAR(integral, 1, 1e-6);
	}
}

TYPED_TEST(KernelTest, DerivativeMatchesCentralDifferencesAtSecondOrder)
{
	const TypeParam kernel(0.7);
	for (const double r : {0.05, 0.2, 0.34, 0.36, 0.5, 0.69})
	{
		const auto difference = [&](double step) { return (kernel.Value(r + step) - kernel.Value(r - step)) / (2 * step); };
		const double coarse = std::fabs(difference(1e-3) - kernel.Derivative(r));
		const double fine = std::fabs(difference(5e-4) - kernel.Derivative(r));
		EXPECT_LT(fine, 1e-4 * std::fabs(kernel.Derivative(0.2)));
		EXPECT_LT(fine, 0.3 * coarse + 1e-9) << "error must fall by four when the step is halved, r = " << r;
	}
}

TYPED_TEST(KernelTest, IsZeroFromTheSupportOnAndNeverRises)
{
	const TypeParam kernel(1.0);
	EXPECT_EQ(kernel.Value(1.0), 0);
	EXPECT_EQ(kernel.Derivative(1.0), 0);
	EXPECT_EQ(kernel.Value(5.0), 0);
	double last = kernel.Value(0);
	for (double r = 0.01; r < 1; r += 0.01)
	{
		EXPECT_LT(kernel.Value(r), last);
		EXPECT_LE(kernel.Derivative(r), 0);
		last = kernel.Value(r);
	}
}
