#include <Scenes/Sculpt/LimbCurve.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace SPHSolids::Scenes
{

namespace
{

constexpr int ChordsPerSpan = 3;
constexpr int NewtonSteps = 3;

Ball Weighted(const Ball& a, double wa, const Ball& b, double wb, const Ball& c, double wc, const Ball& d, double wd)
{
	return {a.centre * wa + b.centre * wb + c.centre * wc + d.centre * wd, a.radius * wa + b.radius * wb + c.radius * wc + d.radius * wd};
}

}

LimbCurve::LimbCurve(const std::vector<Ball>& balls)
{
	const std::size_t last = balls.size() - 1;
	for (std::size_t n = 0; n < last; ++n)
	{
		// Catmull-Rom; the ends count twice.
		const Ball &before = balls[n == 0 ? 0 : n - 1], &from = balls[n], &to = balls[n + 1], &after = balls[std::min(n + 2, last)];
		spans.push_back({from, Weighted(before, -0.5, from, 0, to, 0.5, after, 0), Weighted(before, 1, from, -2.5, to, 2, after, -0.5),
			Weighted(before, -0.5, from, 1.5, to, -1.5, after, 0.5)});
	}
	const int count = ChordsPerSpan * static_cast<int>(last) + 1;
	std::vector<Ball> samples;
	samples.reserve(static_cast<std::size_t>(count));
	for (int n = 0; n < count; ++n)
		samples.push_back(At(double(n) / ChordsPerSpan).ball);
	for (std::size_t n = 0; n + 1 < samples.size(); ++n)
	{
		const Vec3d span = samples[n + 1].centre - samples[n].centre;
		const double length = std::max(Norm(span), 1e-12), growth = samples[n + 1].radius - samples[n].radius;
		const double sine = std::clamp(-growth / length, -0.95, 0.95);
		chords.push_back({samples[n], span / length, length, growth, sine / std::sqrt(1 - sine * sine)});
	}
	for (const Ball& ball : samples)
	{
		// The curve may bulge a little beyond its samples.
		const double reach = ball.radius * 1.1;
		box.Include(ball.centre - Vec3d{reach, reach, reach});
		box.Include(ball.centre + Vec3d{reach, reach, reach});
	}
}

LimbCurve::Point LimbCurve::At(double parameter) const
{
	const std::size_t n = std::min(static_cast<std::size_t>(std::max(parameter, 0.0)), spans.size() - 1);
	const Span& s = spans[n];
	const double t = parameter - double(n);
	return {{s.c0.centre + (s.c1.centre + (s.c2.centre + s.c3.centre * t) * t) * t,
				s.c0.radius + (s.c1.radius + (s.c2.radius + s.c3.radius * t) * t) * t},
		{s.c1.centre + (s.c2.centre * 2.0 + s.c3.centre * (3 * t)) * t, s.c1.radius + (s.c2.radius * 2 + s.c3.radius * (3 * t)) * t},
		{s.c2.centre * 2.0 + s.c3.centre * (6 * t), s.c2.radius * 2 + s.c3.radius * (6 * t)}};
}

double LimbCurve::Distance(const Vec3d& place) const
{
	double parameter = NearestChord(place);
	Point point = At(parameter);
	const auto distanceTo = [&](const Point& at) { return Norm(place - at.ball.centre) - at.ball.radius; };
	double best = distanceTo(point);
	for (int step = 0; step < NewtonSteps; ++step)
	{
		const Vec3d out = place - point.ball.centre;
		const double length = std::max(Norm(out), 1e-12);
		const double lean = Dot(out, point.slope.centre) / length;
		const double slope = -lean - point.slope.radius;
		const double bend = (SquaredNorm(point.slope.centre) - lean * lean - Dot(out, point.bend.centre)) / length - point.bend.radius;
		double move = bend > 0 ? std::clamp(-slope / bend, -0.25, 0.25) : (slope > 0 ? -0.1 : 0.1);
		bool improved = false;
		for (int halving = 0; halving < 4 && !improved; ++halving, move *= 0.5)
		{
			const double next = std::clamp(parameter + move, 0.0, double(spans.size()));
			const Point candidate = At(next);
			const double distance = distanceTo(candidate);
			improved = distance < best;
			if (improved)
			{
				best = distance;
				parameter = next;
				point = candidate;
			}
		}
		if (!improved || std::abs(move) < 1e-9)
			break;
	}
	return best;
}

double LimbCurve::NearestChord(const Vec3d& place) const
{
	double best = 1e300, parameter = 0;
	for (std::size_t n = 0; n < chords.size(); ++n)
	{
		const Chord& chord = chords[n];
		const Vec3d out = place - chord.from.centre;
		const double along = Dot(out, chord.direction);
		const double across = std::sqrt(std::max(SquaredNorm(out) - along * along, 0.0));
		const double share = std::clamp((along - across * chord.lean) / chord.length, 0.0, 1.0);
		const double distance = Norm(out - chord.direction * (share * chord.length)) - (chord.from.radius + chord.growth * share);
		if (distance < best)
		{
			best = distance;
			parameter = (double(n) + share) / ChordsPerSpan;
		}
	}
	return parameter;
}

}
