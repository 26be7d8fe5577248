// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Adapters/SPHSolidBody.h"
#include "CoreMinimal.h"

#include <SPHSolids/World/World.h>

#include <span>

class USPHSolidComponent;
class UWorld;
struct FPackedNormal;
struct FSPHSolidVertices;

/// What tools of the editor may look at between two frames of a playing world. Game thread; waits for the solver.
namespace SPHSolidsCoreAccess
{

/// Null in worlds that do not play.
SPHSOLIDSRUNTIME_API const SPHSolids::World* WorldOf(const UWorld& World);
/// Null if the component is not simulated.
SPHSOLIDSRUNTIME_API const SPHSolids::SolidBody* BodyOf(const USPHSolidComponent& Component);

}

/// Moves the render mesh of a body with particles that come from anywhere, as a playing component does.
class SPHSOLIDSRUNTIME_API FSPHSkinPoser
{
public:
	explicit FSPHSkinPoser(const TSharedRef<const FSPHSolidBody>& InBody);
	~FSPHSkinPoser();
	FSPHSkinPoser(const FSPHSkinPoser&) = delete;

	/// @param Particles As many as the body has, m, relative to the origin. @param Place Local space of the result.
	void Pose(
		std::span<const SPHSolids::Vec3> Particles, const SPHSolids::Vec3d& Origin, const FTransform& Place, SPHSolids::TaskRunner& Tasks);
	const TArray<FVector3f>& GetPositions() const;    ///< cm
	const TArray<FPackedNormal>& GetTangents() const; ///< two per vertex: direction of u; normal, with the side of v in W
	const FBox& GetBounds() const;                    ///< of the positions

private:
	TSharedRef<const FSPHSolidBody> Body;
	TSharedRef<FSPHSolidVertices> Vertices;
};
