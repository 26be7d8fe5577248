#pragma once

#include "Coupling/ContactEnergy.h"

#include <span>
#include <vector>

namespace SPHSolids
{

/// Lets bodies move as their momentum says, each as a whole: finds for one body after the other the shift d that minimises
///
///   sum_i m_i |x_i + d - y_i|^2 / (2 h^2) + contact(x + d)
///
/// Elastic energy does not change with d, so this costs a few passes over the contacts. At the minimum what the body gains of momentum in the
/// step is what contacts give it, however few iterations found its shape. Without it, what few iterations leave over of the motion of the
/// whole is not friction or bouncing but momentum out of nothing: a body that slid over a plate on a thin film of its own melt gained a
/// quarter of its speed in each step in which it touched (Docs/decisions/0065).
class ShiftSolve
{
public:
	/// One of the bodies that move together. Pinned ones are left out: what holds them takes their momentum.
	struct Body
	{
		std::uint32_t contactBody = 0; // index in ContactEnergy
		std::size_t firstPoint = 0;
		std::span<const float> massOverStepSquared; // zero: not part of the body any more
		std::span<const Vec3> target;               // y
	};

	void Clear() { bodies.clear(); }
	void Add(const Body& body) { bodies.push_back(body); }
	/// Sorts the contacts of all bodies that were added.
	void Prepare(const ContactEnergy& contacts, const ContactGroup& group);
	/// Bodies that do not touch each other side by side, the others in turn; whose turn it is depends on who touches whom alone.
	/// @param start Where the step began. @param x Shifted.
	void Run(const ContactEnergy& contacts, ContactGroup& group, std::span<const Vec3> start, std::span<Vec3> x, TaskRunner& tasks);

private:
	static constexpr std::uint32_t NoBody = 0xffffffffu;

	/// Calls visit(body, touch) for both sides of each contact, in the order of contacts.
	template <class Visit>
	void ForEachTouch(const ContactEnergy& contacts, Visit&& visit) const;
	void ListMet(const ContactEnergy& contacts, const ContactGroup& group);
	void ListTouches(const ContactEnergy& contacts);
	void TakeTurns(const ContactEnergy& contacts);
	void ShiftBody(std::size_t k, const ContactEnergy& contacts, std::span<const Vec3> start, std::span<Vec3> x);
	std::uint32_t BodyOf(std::uint32_t contactBody) const { return contactBody < bodyOf.size() ? bodyOf[contactBody] : NoBody; }

	std::vector<Body> bodies;
	std::vector<std::uint32_t> bodyOf; // by contactBody
	std::vector<std::uint32_t> met;    // contacts that change if one of the bodies is shifted
	std::vector<Vec3> motions;         // of those
	std::vector<std::uint32_t> first;  // of the touches of each body; one more
	std::vector<ContactTouch> touches;
	std::vector<std::uint32_t> firstBlock;           // of the touches of each body; one more
	AlignedArray<TouchBlock> blocks;                 // the touches of a body as they are before it is shifted
	std::vector<std::uint32_t> turnOf;               // of each body
	std::vector<std::uint32_t> inTurns, firstOfTurn; // bodies by turn; one more
};

}
