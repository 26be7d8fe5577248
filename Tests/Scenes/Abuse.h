#pragma once

#include <SPHSolids/Base/Random.h>
#include <SPHSolids/World/World.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace SPHSolids::Scenes
{

/// What someone who means a world no good can do to it.
enum class AbuseKind
{
	Throw,         ///< impulse on a whole body, up to 1e6 N s
	Punch,         ///< the same on a part of it
	Blast,         ///< radial impulse on all
	Scramble,      ///< particles at random places
	Mirror,        ///< turned inside out along an axis
	Collapse,      ///< to a plane, a line or a point
	Squeeze,       ///< between plates to 5 % of its height
	Pull,          ///< by pins at both ends to 500 % of its length
	JumpingPins,   ///< pins that jump a metre each frame
	IntoWall,      ///< teleported half into a wall
	IntoEachOther, ///< teleported into another body
	Stiffness,     ///< 1e2 to 1e8 Pa
	Gravity,       ///< flipped, up to 3 g
	Commands,      ///< enable, sleep, wake, velocities, contacts, stale ids, values that are not numbers
};
std::string_view NameOf(AbuseKind kind);

/// What bodies have to do with while they come back to their shape.
enum class AbuseCompany
{
	Nothing,   ///< each on the floor, apart from all else
	EachOther, ///< one above the other, on which it falls
	Rigid,     ///< a rigid box above the first, on which it falls
	Water,     ///< in the room from the beginning, poured over both in the end
};
std::string_view NameOf(AbuseCompany company);

/// One seeded episode: a closed room with two blocks and a rigid box, abused for some frames with a hundred and twenty commands a second,
/// then left in peace. Everything follows from the seed, the solver and the material.
struct AbuseEpisode
{
	std::uint64_t seed = 0;
	std::string solver = "lbfgs";
	MaterialModel model = MaterialModel::StableNeoHookean;
	AbuseCompany company = AbuseCompany::Nothing;
	double elasticStep = 0;    ///< s; 0: by the seed, mostly 4 to 50 ms, in one of 16 episodes 0.1 to 1 ms
	int abuseFrames = 20;      ///< of 1/60 s; fewer with steps so short that more than some hundred would be needed
	double peaceSeconds = 1.6; ///< long enough for a body without a shape to be given it back, which takes a second
	/// Peace lasts so long at most where a body is out of shape then and still bounces: with very short steps nothing but drag ends that,
	/// and who is pressed by the floor is not in the shape of rest.
	double longestPeace = 10;
};

/// Share of its size by which a body may end out of shape.
inline constexpr double ShapeTolerance = 0.01;

/// How it ended.
struct AbuseOutcome
{
	bool finite = true;    ///< positions and velocities after every step
	double outside = 0;    ///< m that the centre of the farthest particle was beyond a wall after a frame of peace, or 0
	double sizeError = 0;  ///< largest difference of a body's root mean square radius to that at rest, as a share
	double shapeError = 0; ///< root mean square distance of a body's particles from the best rigid fit, as a share of its size
	double smallestJ = 0;  ///< det F of the most compressed particle at the end; not positive where one is inside out
	double energyGain = 0; ///< most that the energy after a frame of peace was above that at its start, as a share of it
	int frozen = 0;        ///< bodies that were held still at the end
	StepIssue issues = StepIssue::None;
	std::uint64_t hash = 0;     ///< of the world at the end
	double elasticStep = 0;     ///< that was used, s
	double peaceSeconds = 0;    ///< that it took
	bool hasWaited = false;     ///< longer than others, for bodies that bounced
	std::size_t worstBody = 0;  ///< with the largest error of size or shape
	std::vector<AbuseKind> did; ///< what was done to that body, in order

	bool IsInside() const { return !(outside > 0); }
	/// As large as it was, of the same shape, and no particle inside out.
	bool IsRecovered() const { return finite && sizeError < ShapeTolerance && shapeError < ShapeTolerance && smallestJ > 0; }
	/// Rounding and the contact's own springs may add a little.
	bool IsEnergyBounded() const { return finite && energyGain < 0.02; }
};

/// A body at the end of a frame of peace, for those who want to see what became of it.
struct AbusedBody
{
	double kinetic = 0, elastic = 0, weight = 0; ///< J; of zero-energy modes included, of weight above the floor
	double sizeError = 0, shapeError = 0;        ///< as in AbuseOutcome
	double smallestJ = 0;                        ///< det F
	double strongestPull = 0;                    ///< largest elastic force on a particle, N: zero in a balance without weight

	bool IsInShape() const { return sizeError < ShapeTolerance && shapeError < ShapeTolerance && smallestJ > 0; }
};
using AbuseWatch = std::function<void(double secondsOfPeace, std::span<const AbusedBody> bodies)>;

/// @param watch Called at the start of the peace and after each of its frames, if given.
AbuseOutcome Play(const AbuseEpisode& episode, const AbuseWatch& watch = {});

/// The episode of a number: materials take turns where the solver knows more than one, then everything by the seed.
AbuseEpisode EpisodeOf(std::uint64_t seed, const std::string& solver, AbuseCompany company = AbuseCompany::Nothing);

}
