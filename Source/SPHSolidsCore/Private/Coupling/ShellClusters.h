#pragma once

#include "ContactBody.h"

#include <SPHSolids/Base/PaddedVec3.h>
#include <SPHSolids/Base/Simd.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// The shells of bodies in clusters of a few particles that lie near each other: what is near what is asked of boxes first, then of eight
/// particles at a time.
struct ShellClusters
{
	static constexpr std::size_t Size = ContactShell::ClusterSize;
	/// What a place without a particle holds; it is FarAway.
	static constexpr std::uint32_t NoParticle = 0xffffffffu;

	/// A cluster that is near another.
	struct Near
	{
		std::uint32_t cluster = 0;
		std::uint32_t lanes = 0; // bits of the other's places within reach of it
	};

	std::vector<std::uint32_t> firstOfBody; // cluster; one more than bodies
	std::vector<Box3> box;                  // of each cluster
	std::vector<std::uint8_t> needsNormals; // of each cluster
	std::vector<Real> looseness;            // of each cluster of bodies that may fold (BoundFolds), m
	// Of each place, Size to a cluster.
	std::vector<std::uint32_t> particle; // of all bodies
	AlignedArray<float> x, y, z;
	/// Of the surface there; zero inside and on sheets; and how far to trust it.
	AlignedArray<float> normal[4];

	PaddedVec3 NormalAt(std::size_t place) const { return {{normal[0][place], normal[1][place], normal[2][place]}, normal[3][place]}; }

	void Resize(std::span<const ContactBody> bodies);
	/// Fills the clusters of a body. May be called for several at a time. @param places Of all bodies. @param first Particle of the body.
	void Fill(std::size_t body, const ContactShell& shell, std::span<const PaddedVec3> places, std::uint32_t first);
	/// The squared distances of the places of a cluster to the nearest particle of some others; and which places are within reach of each.
	void FindNearest(std::uint32_t cluster, std::span<Near> others, Real reach, float (&squared)[Size]) const;
	/// The same for clusters of one body, of particles that are this far away at rest: nearer ones never touch.
	void FindNearestFolds(std::uint32_t cluster, std::span<Near> others, Real reach, std::size_t body, const ContactShell& shell, Real away,
		float (&squared)[Size]) const;
	/// Of the clusters of a body that need them. @param first Particle of the body.
	void FindNormals(std::size_t body, const ContactBody& entry, std::uint32_t first);
	std::size_t Bytes() const;

private:
	template <class LeaveOut>
	void FindNearestOf(std::uint32_t cluster, std::span<Near> others, Real reach, float (&squared)[Size], LeaveOut&& leaveOut) const;
};

}
