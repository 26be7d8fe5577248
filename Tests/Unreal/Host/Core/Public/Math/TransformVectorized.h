// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/UE__Math__TTransform (scale, then rotation, then translation; A * B does A first).
#pragma once

#include "Math/Quat.h"

namespace UE::Math
{

template <typename T>
struct TTransform
{
	TTransform() = default;
	explicit TTransform(const TVector<T>& InTranslation)
		: Translation(InTranslation)
	{
	}
	explicit TTransform(const TQuat<T>& InRotation)
		: Rotation(InRotation)
	{
	}
	explicit TTransform(const TRotator<T>& InRotation)
		: Rotation(InRotation.Quaternion())
	{
	}
	TTransform(const TQuat<T>& InRotation, const TVector<T>& InTranslation, const TVector<T>& InScale = TVector<T>(1))
		: Rotation(InRotation)
		, Translation(InTranslation)
		, Scale(InScale)
	{
	}
	TTransform(const TRotator<T>& InRotation, const TVector<T>& InTranslation, const TVector<T>& InScale = TVector<T>(1))
		: TTransform(InRotation.Quaternion(), InTranslation, InScale)
	{
	}
	static const TTransform Identity;

	TVector<T> GetLocation() const { return Translation; }
	TVector<T> GetTranslation() const { return Translation; }
	TQuat<T> GetRotation() const { return Rotation; }
	TVector<T> GetScale3D() const { return Scale; }
	TRotator<T> Rotator() const { return Rotation.Rotator(); }
	void SetLocation(const TVector<T>& V) { Translation = V; }
	void SetTranslation(const TVector<T>& V) { Translation = V; }
	void SetRotation(const TQuat<T>& Q) { Rotation = Q; }
	void SetScale3D(const TVector<T>& V) { Scale = V; }
	void AddToTranslation(const TVector<T>& V) { Translation += V; }

	TVector<T> TransformPosition(const TVector<T>& V) const { return Rotation.RotateVector(Scale * V) + Translation; }
	TVector<T> TransformPositionNoScale(const TVector<T>& V) const { return Rotation.RotateVector(V) + Translation; }
	TVector<T> TransformVector(const TVector<T>& V) const { return Rotation.RotateVector(Scale * V); }
	TVector<T> TransformVectorNoScale(const TVector<T>& V) const { return Rotation.RotateVector(V); }
	TQuat<T> TransformRotation(const TQuat<T>& Q) const { return Rotation * Q; }
	TVector<T> InverseTransformPosition(const TVector<T>& V) const
	{
		return Rotation.UnrotateVector(V - Translation) * SafeReciprocal(Scale);
	}
	TVector<T> InverseTransformVector(const TVector<T>& V) const { return Rotation.UnrotateVector(V) * SafeReciprocal(Scale); }
	TVector<T> InverseTransformPositionNoScale(const TVector<T>& V) const { return Rotation.UnrotateVector(V - Translation); }

	TTransform operator*(const TTransform& Other) const
	{
		return TTransform(
			Other.Rotation * Rotation, Other.Rotation.RotateVector(Other.Scale * Translation) + Other.Translation, Scale * Other.Scale);
	}
	/// Exact only for uniform scale, as in the engine.
	TTransform Inverse() const
	{
		const TQuat<T> InverseRotation = Rotation.Inverse();
		const TVector<T> InverseScale = SafeReciprocal(Scale);
		return TTransform(InverseRotation, InverseRotation.RotateVector(InverseScale * -Translation), InverseScale);
	}
	TTransform GetRelativeTransform(const TTransform& Other) const
	{
		const TVector<T> Reciprocal = SafeReciprocal(Other.Scale);
		const TQuat<T> OtherInverse = Other.Rotation.Inverse();
		return TTransform(
			OtherInverse * Rotation, OtherInverse.RotateVector(Translation - Other.Translation) * Reciprocal, Scale * Reciprocal);
	}
	TMatrix<T> ToMatrixWithScale() const
	{
		return TMatrix<T>(Rotation.GetAxisX() * Scale.X, Rotation.GetAxisY() * Scale.Y, Rotation.GetAxisZ() * Scale.Z, Translation);
	}
	TMatrix<T> ToMatrixNoScale() const { return TMatrix<T>(Rotation.GetAxisX(), Rotation.GetAxisY(), Rotation.GetAxisZ(), Translation); }
	T GetDeterminant() const { return Scale.X * Scale.Y * Scale.Z; }
	T GetMaximumAxisScale() const { return Scale.GetAbsMax(); }
	bool ContainsNaN() const { return Translation.ContainsNaN() || Rotation.ContainsNaN() || Scale.ContainsNaN(); }
	bool IsValid() const { return !ContainsNaN() && Rotation.IsNormalized(); }
	bool Equals(const TTransform& Other, T Tolerance = T(1e-4)) const
	{
		return Translation.Equals(Other.Translation, Tolerance) && Rotation.Equals(Other.Rotation, Tolerance)
			&& Scale.Equals(Other.Scale, Tolerance);
	}
	static TVector<T> SafeReciprocal(const TVector<T>& V)
	{
		const auto One = [](T Value) { return FMath::Abs(Value) <= T(1e-8) ? T(0) : T(1) / Value; };
		return {One(V.X), One(V.Y), One(V.Z)};
	}

private:
	TQuat<T> Rotation{0, 0, 0, 1};
	TVector<T> Translation{0, 0, 0};
	TVector<T> Scale{1, 1, 1};
};

template <typename T>
inline const TTransform<T> TTransform<T>::Identity;

}
