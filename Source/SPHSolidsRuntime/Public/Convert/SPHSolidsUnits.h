// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "CoreMinimal.h"

#include <SPHSolids/Base/Math.h>

/// The one place where the engine's units and axes meet the core's.
///
/// Engine: centimetres, kilograms, seconds; x forward, y right, z up (left-handed).
/// Core:   metres, kilograms, seconds; the same with y turned round, y to the left (right-handed).
///
/// The mirroring M = diag(1, -1, 1) changes coordinates, not things: a triangle keeps its order of corners and looks the same from the same
/// side. In the core the cross product of its edges points outwards, in the engine's coordinates inwards, which is what the engine's renderer
/// wants (dev.epicgames.com/documentation/unreal-engine/API/Plugins/RigLogicModule/EFaceWindingOrder).
namespace SPHSolidsUnits
{

inline constexpr double MetresPerUnit = 0.01;
inline constexpr double UnitsPerMetre = 100.0;
inline constexpr double PascalsPerKilopascal = 1000.0;

inline double LengthToCore(double Centimetres)
{
	return Centimetres * MetresPerUnit;
}
inline double LengthToEngine(double Metres)
{
	return Metres * UnitsPerMetre;
}

/// Without a unit: normals, axes of a box.
inline SPHSolids::Vec3d DirectionToCore(const FVector& Direction)
{
	return {Direction.X, -Direction.Y, Direction.Z};
}
inline FVector DirectionToEngine(const SPHSolids::Vec3d& Direction)
{
	return FVector(Direction.x, -Direction.y, Direction.z);
}

/// Places, velocities, accelerations, forces and impulses: all have one length in their unit.
inline SPHSolids::Vec3d VectorToCore(const FVector& Vector)
{
	return DirectionToCore(Vector) * MetresPerUnit;
}
inline FVector VectorToEngine(const SPHSolids::Vec3d& Vector)
{
	return DirectionToEngine(Vector) * UnitsPerMetre;
}

/// Angular velocities (rad/s) and other axial vectors without a length: w x r must be the same motion on both sides, so they turn round twice.
inline SPHSolids::Vec3d AxialToCore(const FVector& Axial)
{
	return {-Axial.X, Axial.Y, -Axial.Z};
}
inline FVector AxialToEngine(const SPHSolids::Vec3d& Axial)
{
	return FVector(-Axial.x, Axial.y, -Axial.z);
}

/// Angular impulses: kg m^2/s to kg cm^2/s. Torques likewise.
inline FVector AngularImpulseToEngine(const SPHSolids::Vec3d& Impulse)
{
	return AxialToEngine(Impulse) * (UnitsPerMetre * UnitsPerMetre);
}

/// M R M.
inline SPHSolids::Mat3d RotationToCore(const FQuat& Rotation)
{
	const SPHSolids::Vec3d X = DirectionToCore(Rotation.GetAxisX());
	const SPHSolids::Vec3d Y = DirectionToCore(Rotation.GetAxisY()) * -1.0;
	const SPHSolids::Vec3d Z = DirectionToCore(Rotation.GetAxisZ());
	return {{{X.x, Y.x, Z.x}, {X.y, Y.y, Z.y}, {X.z, Y.z, Z.z}}};
}

/// The other way: M R M as a quaternion, by the largest of its four numbers, which is never small.
inline FQuat RotationToEngine(const SPHSolids::Mat3d& R)
{
	// Of the core's matrix; then the mirroring turns the axis round twice.
	const double Squares[4] = {
		1 + R(0, 0) - R(1, 1) - R(2, 2), 1 - R(0, 0) + R(1, 1) - R(2, 2), 1 - R(0, 0) - R(1, 1) + R(2, 2), 1 + R(0, 0) + R(1, 1) + R(2, 2)};
	const double Sums[4][4] = {{Squares[0], R(0, 1) + R(1, 0), R(0, 2) + R(2, 0), R(2, 1) - R(1, 2)},
		{R(0, 1) + R(1, 0), Squares[1], R(1, 2) + R(2, 1), R(0, 2) - R(2, 0)},
		{R(0, 2) + R(2, 0), R(1, 2) + R(2, 1), Squares[2], R(1, 0) - R(0, 1)},
		{R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1), Squares[3]}};
	int32 Largest = 0;
	for (int32 Index = 1; Index < 4; ++Index)
		Largest = Squares[Index] > Squares[Largest] ? Index : Largest;
	const double* Q = Sums[Largest];
	const FVector Axis = AxialToEngine({Q[0], Q[1], Q[2]});
	return FQuat(Axis.X, Axis.Y, Axis.Z, Q[3]).GetNormalized();
}

/// Turns vectors of the core (x, y, z) into ones of the engine as floats: what vertices go through, many at a time.
struct FToEngine
{
	/// Rows of the matrix, then what is added.
	FVector3f Row[3];
	FVector3f Offset;

	/// From coordinates relative to `Origin` (m, world of the core) to the local space of a component. Directions go through Row alone.
	static FToEngine ToLocal(const SPHSolids::Vec3d& Origin, const FTransform& ComponentToWorld)
	{
		FToEngine Map;
		const FVector Columns[3] = {ComponentToWorld.InverseTransformVector(FVector(UnitsPerMetre, 0, 0)),
			ComponentToWorld.InverseTransformVector(FVector(0, -UnitsPerMetre, 0)),
			ComponentToWorld.InverseTransformVector(FVector(0, 0, UnitsPerMetre))};
		for (int32 Axis = 0; Axis < 3; ++Axis)
			Map.Row[Axis] =
				FVector3f(static_cast<float>(Columns[0][Axis]), static_cast<float>(Columns[1][Axis]), static_cast<float>(Columns[2][Axis]));
		Map.Offset = FVector3f(ComponentToWorld.InverseTransformPosition(VectorToEngine(Origin)));
		return Map;
	}
	FVector3f Direction(const SPHSolids::Vec3& V) const
	{
		const FVector3f Value(V.x, V.y, V.z);
		return FVector3f(Row[0] | Value, Row[1] | Value, Row[2] | Value);
	}
	FVector3f Place(const SPHSolids::Vec3& V) const { return Direction(V) + Offset; }
};

}
