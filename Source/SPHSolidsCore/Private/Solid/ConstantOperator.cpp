#include <SPHSolids/Solid/ConstantOperator.h>

namespace SPHSolids
{

Mat3d ConstantOperator::InnerMatrix(std::size_t i) const
{
	const ElasticRest::Block& block = rest->blocks[i / SimdWidth];
	const ElasticStiffness::Block& moduli = stiffness->blocks[i / SimdWidth];
	const std::size_t lane = i % SimdWidth;
	const auto entry = [&](int e) { return static_cast<double>(block.correction[e][lane]); };
	const Mat3d K = {{{entry(0), entry(1), entry(2)}, {entry(1), entry(3), entry(4)}, {entry(2), entry(4), entry(5)}}};
	const double w = 2 * static_cast<double>(moduli.mu[lane]) + static_cast<double>(moduli.lambda[lane]);
	return (K * K) * (static_cast<double>(block.volume[lane]) * w) - K * static_cast<double>(stiffness->penalty[i]);
}

}
