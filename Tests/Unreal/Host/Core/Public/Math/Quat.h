// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/UE__Math__TQuat (A * B turns by B first, then by A), .../TRotator (degrees; pitch about y, yaw about z,
// roll about x), .../TMatrix (row vectors: V * M, A * B does A first).
#pragma once

#include "Math/Vector.h"

namespace UE::Math
{

/// Degrees. Positive yaw turns x to y, positive pitch lifts x to z, positive roll turns y towards minus z (clockwise seen from behind).
template <typename T>
struct TRotator
{
	T Pitch, Yaw, Roll;
	TRotator() {} // NOLINT
	constexpr TRotator(T InPitch, T InYaw, T InRoll)
		: Pitch(InPitch)
		, Yaw(InYaw)
		, Roll(InRoll)
	{
	}
	explicit constexpr TRotator(EForceInit)
		: TRotator(0, 0, 0)
	{
	}
	static const TRotator ZeroRotator;
	TQuat<T> Quaternion() const;
	TVector<T> RotateVector(const TVector<T>& V) const { return Quaternion().RotateVector(V); }
	TVector<T> Vector() const { return RotateVector(TVector<T>(1, 0, 0)); }
	constexpr bool operator==(const TRotator& R) const { return Pitch == R.Pitch && Yaw == R.Yaw && Roll == R.Roll; }
	static T NormalizeAxis(T Angle)
	{
		Angle = std::fmod(Angle, T(360));
		return Angle > T(180) ? Angle - T(360) : Angle <= T(-180) ? Angle + T(360) : Angle;
	}
	bool ContainsNaN() const { return !std::isfinite(Pitch) || !std::isfinite(Yaw) || !std::isfinite(Roll); }
	bool Equals(const TRotator& R, T Tolerance = T(1e-4)) const
	{
		return FMath::Abs(NormalizeAxis(Pitch - R.Pitch)) <= Tolerance && FMath::Abs(NormalizeAxis(Yaw - R.Yaw)) <= Tolerance
			&& FMath::Abs(NormalizeAxis(Roll - R.Roll)) <= Tolerance;
	}
};

template <typename T>
inline const TRotator<T> TRotator<T>::ZeroRotator(0, 0, 0);

template <typename T>
struct TQuat
{
	T X, Y, Z, W;
	TQuat() {} // NOLINT
	constexpr TQuat(T InX, T InY, T InZ, T InW)
		: X(InX)
		, Y(InY)
		, Z(InZ)
		, W(InW)
	{
	}
	TQuat(const TVector<T>& Axis, T AngleRadians)
	{
		const T Sine = std::sin(AngleRadians / 2);
		X = Axis.X * Sine;
		Y = Axis.Y * Sine;
		Z = Axis.Z * Sine;
		W = std::cos(AngleRadians / 2);
	}
	explicit TQuat(const TRotator<T>& R)
		: TQuat(R.Quaternion())
	{
	}
	template <typename U>
		requires(!std::is_same_v<U, T>)
	explicit constexpr TQuat(const TQuat<U>& Q)
		: TQuat(static_cast<T>(Q.X), static_cast<T>(Q.Y), static_cast<T>(Q.Z), static_cast<T>(Q.W))
	{
	}
	static const TQuat Identity;

	constexpr TQuat operator*(const TQuat& Q) const
	{
		return {W * Q.X + X * Q.W + Y * Q.Z - Z * Q.Y, W * Q.Y - X * Q.Z + Y * Q.W + Z * Q.X, W * Q.Z + X * Q.Y - Y * Q.X + Z * Q.W,
			W * Q.W - X * Q.X - Y * Q.Y - Z * Q.Z};
	}
	TQuat& operator*=(const TQuat& Q) { return *this = *this * Q; }
	constexpr TVector<T> operator*(const TVector<T>& V) const { return RotateVector(V); }
	constexpr TVector<T> RotateVector(const TVector<T>& V) const
	{
		const TVector<T> Q(X, Y, Z);
		const TVector<T> Twice = (Q ^ V) * T(2);
		return V + Twice * W + (Q ^ Twice);
	}
	constexpr TVector<T> UnrotateVector(const TVector<T>& V) const { return Inverse().RotateVector(V); }
	constexpr TQuat Inverse() const { return {-X, -Y, -Z, W}; }
	constexpr T SizeSquared() const { return X * X + Y * Y + Z * Z + W * W; }
	T Size() const { return std::sqrt(SizeSquared()); }
	/// A quaternion too small to be a rotation becomes the identity.
	void Normalize(T Tolerance = T(1e-8))
	{
		const T Squared = SizeSquared();
		if (Squared < Tolerance)
			*this = TQuat(0, 0, 0, 1);
		else
		{
			const T Scale = T(1) / std::sqrt(Squared);
			*this = TQuat(X * Scale, Y * Scale, Z * Scale, W * Scale);
		}
	}
	TQuat GetNormalized(T Tolerance = T(1e-8)) const
	{
		TQuat Result = *this;
		Result.Normalize(Tolerance);
		return Result;
	}
	bool IsNormalized() const { return FMath::Abs(T(1) - SizeSquared()) < T(0.01); }
	bool IsIdentity(T Tolerance = T(1e-8)) const { return Equals(TQuat(0, 0, 0, 1), Tolerance); }
	/// q and -q are the same rotation.
	bool Equals(const TQuat& Q, T Tolerance = T(1e-4)) const
	{
		const auto Near = [&](T Sign)
		{
			return FMath::Abs(X - Sign * Q.X) <= Tolerance && FMath::Abs(Y - Sign * Q.Y) <= Tolerance
				&& FMath::Abs(Z - Sign * Q.Z) <= Tolerance && FMath::Abs(W - Sign * Q.W) <= Tolerance;
		};
		return Near(T(1)) || Near(T(-1));
	}
	constexpr bool operator==(const TQuat& Q) const { return X == Q.X && Y == Q.Y && Z == Q.Z && W == Q.W; }
	T AngularDistance(const TQuat& Q) const
	{
		const T Inner = X * Q.X + Y * Q.Y + Z * Q.Z + W * Q.W;
		return FMath::Acos(2 * Inner * Inner - 1);
	}
	bool ContainsNaN() const { return !std::isfinite(X) || !std::isfinite(Y) || !std::isfinite(Z) || !std::isfinite(W); }
	TVector<T> GetAxisX() const { return RotateVector({1, 0, 0}); }
	TVector<T> GetAxisY() const { return RotateVector({0, 1, 0}); }
	TVector<T> GetAxisZ() const { return RotateVector({0, 0, 1}); }
	TVector<T> GetForwardVector() const { return GetAxisX(); }
	TVector<T> GetRightVector() const { return GetAxisY(); }
	TVector<T> GetUpVector() const { return GetAxisZ(); }
	TRotator<T> Rotator() const
	{
		const TVector<T> Forward = GetAxisX(), Right = GetAxisY(), Up = GetAxisZ();
		TRotator<T> Result;
		Result.Pitch = FMath::RadiansToDegrees(std::atan2(Forward.Z, std::sqrt(Forward.X * Forward.X + Forward.Y * Forward.Y)));
		Result.Yaw = FMath::RadiansToDegrees(std::atan2(Forward.Y, Forward.X));
		// What is left after pitch and yaw turns y about the forward axis.
		const TVector<T> LevelRight = TRotator<T>(Result.Pitch, Result.Yaw, 0).Quaternion().GetAxisY();
		Result.Roll = FMath::RadiansToDegrees(std::atan2(Up | LevelRight, Right | LevelRight));
		return Result;
	}
	static TQuat Slerp(const TQuat& A, const TQuat& B, T Alpha)
	{
		T Cosine = A.X * B.X + A.Y * B.Y + A.Z * B.Z + A.W * B.W;
		const T Sign = Cosine < 0 ? T(-1) : T(1);
		Cosine *= Sign;
		T ScaleA = 1 - Alpha, ScaleB = Alpha;
		if (Cosine < T(0.9999))
		{
			const T Angle = std::acos(Cosine), InverseSine = T(1) / std::sin(Angle);
			ScaleA = std::sin((1 - Alpha) * Angle) * InverseSine;
			ScaleB = std::sin(Alpha * Angle) * InverseSine;
		}
		ScaleB *= Sign;
		return TQuat(ScaleA * A.X + ScaleB * B.X, ScaleA * A.Y + ScaleB * B.Y, ScaleA * A.Z + ScaleB * B.Z, ScaleA * A.W + ScaleB * B.W)
			.GetNormalized();
	}
	static TQuat FindBetweenNormals(const TVector<T>& A, const TVector<T>& B)
	{
		const T W = 1 + (A | B);
		if (W < T(1e-6)) // opposite: any axis across
			return FMath::Abs(A.X) > FMath::Abs(A.Y) ? TQuat(-A.Z, 0, A.X, 0).GetNormalized() : TQuat(0, -A.Z, A.Y, 0).GetNormalized();
		const TVector<T> Axis = A ^ B;
		return TQuat(Axis.X, Axis.Y, Axis.Z, W).GetNormalized();
	}
};

template <typename T>
inline const TQuat<T> TQuat<T>::Identity(0, 0, 0, 1);

template <typename T>
TQuat<T> TRotator<T>::Quaternion() const
{
	// Left-handed: pitch and roll are negative turns by the right-hand formula. Roll first, then pitch, then yaw.
	const TQuat<T> AboutX({1, 0, 0}, -FMath::DegreesToRadians(Roll)), AboutY({0, 1, 0}, -FMath::DegreesToRadians(Pitch)),
		AboutZ({0, 0, 1}, FMath::DegreesToRadians(Yaw));
	return AboutZ * AboutY * AboutX;
}

/// Row vectors: a point goes through M as V * M, the translation is in the last row, and A * B does A first.
template <typename T>
struct TMatrix
{
	T M[4][4];
	TMatrix() {} // NOLINT
	static const TMatrix Identity;
	TMatrix(const TVector<T>& AxisX, const TVector<T>& AxisY, const TVector<T>& AxisZ, const TVector<T>& Origin)
	{
		const TVector<T>* Rows[4] = {&AxisX, &AxisY, &AxisZ, &Origin};
		for (int32 Row = 0; Row < 4; ++Row)
		{
			for (int32 Column = 0; Column < 3; ++Column)
				M[Row][Column] = (*Rows[Row])[Column];
			M[Row][3] = Row == 3 ? T(1) : T(0);
		}
	}
	TMatrix operator*(const TMatrix& Other) const
	{
		TMatrix Result;
		for (int32 Row = 0; Row < 4; ++Row)
			for (int32 Column = 0; Column < 4; ++Column)
			{
				T Sum = 0;
				for (int32 Inner = 0; Inner < 4; ++Inner)
					Sum += M[Row][Inner] * Other.M[Inner][Column];
				Result.M[Row][Column] = Sum;
			}
		return Result;
	}
	TVector4<T> TransformFVector4(const TVector4<T>& P) const
	{
		TVector4<T> Result(0, 0, 0, 0);
		for (int32 Column = 0; Column < 4; ++Column)
			for (int32 Row = 0; Row < 4; ++Row)
				Result[Column] += P[Row] * M[Row][Column];
		return Result;
	}
	TVector4<T> TransformPosition(const TVector<T>& V) const { return TransformFVector4(TVector4<T>(V, 1)); }
	TVector4<T> TransformVector(const TVector<T>& V) const { return TransformFVector4(TVector4<T>(V, 0)); }
	TVector<T> GetOrigin() const { return {M[3][0], M[3][1], M[3][2]}; }
	TVector<T> GetScaledAxis(int32 Axis) const { return {M[Axis][0], M[Axis][1], M[Axis][2]}; }
	/// Of the upper 3x3: negative for a mirroring.
	T Determinant() const { return (GetScaledAxis(0) ^ GetScaledAxis(1)) | GetScaledAxis(2); }
	bool operator==(const TMatrix& Other) const
	{
		for (int32 Row = 0; Row < 4; ++Row)
			for (int32 Column = 0; Column < 4; ++Column)
				if (M[Row][Column] != Other.M[Row][Column])
					return false;
		return true;
	}
};

template <typename T>
inline const TMatrix<T> TMatrix<T>::Identity({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0});

template <typename T>
struct TPlane : TVector<T>
{
	T W = 0;
	TPlane() = default;
	constexpr TPlane(const TVector<T>& Normal, T InW)
		: TVector<T>(Normal)
		, W(InW)
	{
	}
	constexpr T PlaneDot(const TVector<T>& P) const { return (*this | P) - W; }
};

}
