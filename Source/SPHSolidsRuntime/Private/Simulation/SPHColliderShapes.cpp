// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHColliderShapes.h"

#include "Adapters/SPHSolidBody.h"
#include "Components/PrimitiveComponent.h"
#include "Convert/SPHSolidsUnits.h"
#include "PhysicsEngine/BodySetup.h"
#include "SPHColliderComponent.h"
#include "SPHSolidBodyAsset.h"

#include <vector>

namespace
{

SPHSolids::Result<SPHSolids::Shape> MeshShapeOf(const USPHColliderComponent& Collider, SPHSolids::TaskRunner& Tasks)
{
	const TSharedPtr<const FSPHSolidBody> Body = Collider.MeshBody ? Collider.MeshBody->GetBody() : nullptr;
	if (!Body)
		return SPHSolids::Error{"its shape is Mesh but it has no Mesh Body that can be read; bake one from the static mesh and choose it."};
	const FVector Scale = Collider.GetComponentScale();
	double CellSize = static_cast<double>(Collider.MeshCellSize);
	if (CellSize <= 0.0)
		CellSize = static_cast<double>(Collider.MeshBody->ParticleRadius) * Scale.GetAbsMax();
	if (Scale.GetAbs().GetMin() <= 0.0 || Scale.ContainsNaN())
		return SPHSolids::Error{"its scale is zero or not a number; set another."};
	return Body->ShapeAtScale(Scale, SPHSolidsUnits::LengthToCore(CellSize), Tasks);
}

}

SPHSolids::Result<SPHSolids::Shape> SPHColliderShapes::ShapeOf(const USPHColliderComponent& Collider, SPHSolids::TaskRunner& Tasks)
{
	using SPHSolidsUnits::LengthToCore;
	const FVector Scale = Collider.GetComponentScale().GetAbs(), Half = Collider.BoxExtent.GetAbs() * Scale;
	const double Radius = LengthToCore(static_cast<double>(Collider.Radius) * Scale.GetMin());
	switch (Collider.Shape)
	{
	case ESPHColliderShape::Sphere: return SPHSolids::Shape::Sphere(Radius);
	case ESPHColliderShape::Capsule:
		return SPHSolids::Shape::Capsule(
			Radius, FMath::Max(0.0, LengthToCore(static_cast<double>(Collider.HalfHeight) * Scale.Z) - Radius));
	case ESPHColliderShape::Plane: return SPHSolids::Shape::Plane();
	case ESPHColliderShape::Mesh: return MeshShapeOf(Collider, Tasks);
	case ESPHColliderShape::Box: break;
	}
	return SPHSolids::Shape::Box({LengthToCore(Half.X), LengthToCore(Half.Y), LengthToCore(Half.Z)});
}

TArray<SPHColliderShapes::FElement> SPHColliderShapes::SimpleCollisionOf(UPrimitiveComponent& Component, const FVector& Scale)
{
	using SPHSolidsUnits::LengthToCore;
	TArray<FElement> Elements;
	if (!Component.GetBodySetup())
		return Elements;
	const FKAggregateGeom& Geometry = Component.GetBodySetup()->AggGeom;
	const FVector Size = Scale.GetAbs();
	const auto Add = [&Elements, &Scale](SPHSolids::Result<SPHSolids::Shape>&& Shape, const FVector& Centre, const FQuat& Rotation)
	{
		if (Shape.IsOk())
			Elements.Add(FElement{Shape.TakeValue(), FTransform(Rotation, Centre * Scale)});
	};
	for (const FKSphereElem& Sphere : Geometry.SphereElems)
		Add(SPHSolids::Shape::Sphere(LengthToCore(static_cast<double>(Sphere.Radius) * Size.GetMin())), Sphere.Center, FQuat::Identity);
	for (const FKBoxElem& Box : Geometry.BoxElems)
	{
		// A box that is turned inside a component of uneven scale would be sheared; the engine's physics keeps it a box, so does this.
		const FVector Half = FVector(static_cast<double>(Box.X), static_cast<double>(Box.Y), static_cast<double>(Box.Z)) * Size * 0.5;
		Add(SPHSolids::Shape::Box({LengthToCore(Half.X), LengthToCore(Half.Y), LengthToCore(Half.Z)}), Box.Center,
			Box.Rotation.Quaternion());
	}
	for (const FKSphylElem& Capsule : Geometry.SphylElems)
	{
		const double Thick = FMath::Min(Size.X, Size.Y);
		Add(SPHSolids::Shape::Capsule(LengthToCore(static_cast<double>(Capsule.Radius) * Thick),
				LengthToCore(static_cast<double>(Capsule.Length) * Size.Z * 0.5)),
			Capsule.Center, Capsule.Rotation.Quaternion());
	}
	for (const FKConvexElem& Convex : Geometry.ConvexElems)
	{
		std::vector<SPHSolids::Vec3d> Corners;
		for (const FVector& Corner : Convex.VertexData)
			Corners.push_back(SPHSolidsUnits::VectorToCore(Convex.GetTransform().TransformPosition(Corner) * Scale));
		Add(SPHSolids::Shape::Convex(Corners), FVector(0.0, 0.0, 0.0), FQuat::Identity);
	}
	return Elements;
}

SPHSolids::Pose SPHColliderShapes::PoseOf(const FTransform& Place)
{
	return {SPHSolidsUnits::VectorToCore(Place.GetLocation()), SPHSolidsUnits::RotationToCore(Place.GetRotation())};
}

SPHSolids::Pose SPHColliderShapes::PoseOf(const FElement& Element, const FTransform& ComponentPlace)
{
	return PoseOf(Element.Local * FTransform(ComponentPlace.GetRotation(), ComponentPlace.GetLocation()));
}
