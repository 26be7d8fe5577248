#pragma once

#include <Lab/Measures.h>
#include <SPHSolids/Skin/SkinEvaluator.h>

#include <memory>
#include <vector>

namespace SPHSolids::Lab
{

/// The skins of a player's bodies at the moment that a meter measured. Keeps evaluators and memory from frame to frame.
class BodySkins
{
public:
	struct Skin
	{
		std::vector<Vec3> positions; ///< of the vertices, m, relative to the body's origin
		std::vector<Vec3> normals;   ///< always as many as positions
	};

	/// @pre The body has a skin. Valid until the next call for the same body.
	const Skin& Evaluate(const ScenePlayer& player, std::size_t body, const FrameMeter& meter, TaskRunner& tasks);
	/// Forgets the bodies: for another player.
	void Clear() { kept.clear(); }

private:
	struct Kept
	{
		std::unique_ptr<SkinEvaluator> evaluator;
		SkinEvaluator::Scratch scratch;
		Skin skin;
	};
	std::vector<Kept> kept;
};

/// A quantity of particles, carried to the vertices of a skin as positions are.
std::vector<double> SpreadToVertices(const SkinBinding& binding, std::span<const double> ofParticles);

}
