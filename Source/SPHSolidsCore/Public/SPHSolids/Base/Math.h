#pragma once

#include <SPHSolids/Base/Config.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace SPHSolids
{

// Small vectors and matrices of our own rather than Eigen's: they cross the border to the engine, whose own copy of Eigen would be
// merged with ours by the linker of a packaged game (Docs/decisions/0002-own-small-vectors.md).

template <class T>
struct Vector3
{
	T x = 0, y = 0, z = 0;

	constexpr T& operator[](int axis) { return axis == 0 ? x : (axis == 1 ? y : z); }
	constexpr const T& operator[](int axis) const { return axis == 0 ? x : (axis == 1 ? y : z); }

	constexpr Vector3& operator+=(const Vector3& b)
	{
		x += b.x;
		y += b.y;
		z += b.z;
		return *this;
	}
	constexpr Vector3& operator-=(const Vector3& b)
	{
		x -= b.x;
		y -= b.y;
		z -= b.z;
		return *this;
	}
	constexpr Vector3& operator*=(T s)
	{
		x *= s;
		y *= s;
		z *= s;
		return *this;
	}
	friend constexpr Vector3 operator+(const Vector3& a, const Vector3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
	friend constexpr Vector3 operator-(const Vector3& a, const Vector3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
	friend constexpr Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
	friend constexpr Vector3 operator*(const Vector3& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
	friend constexpr Vector3 operator*(T s, const Vector3& a) { return a * s; }
	friend constexpr Vector3 operator/(const Vector3& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
	friend constexpr bool operator==(const Vector3& a, const Vector3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

	template <class U>
	constexpr Vector3<U> Cast() const
	{
		return {static_cast<U>(x), static_cast<U>(y), static_cast<U>(z)};
	}
};

/// a b + c. One rounding where T is Float8 (Simd.h) and the machine has it, else two.
template <class T>
constexpr T MulAdd(T a, T b, T c)
{
	return a * b + c;
}
/// c - a b
template <class T>
constexpr T NegMulAdd(T a, T b, T c)
{
	return c - a * b;
}
template <class T>
SPHS_FORCE_INLINE constexpr T Dot(const Vector3<T>& a, const Vector3<T>& b)
{
	return MulAdd(a.z, b.z, MulAdd(a.y, b.y, a.x * b.x));
}
template <class T>
SPHS_FORCE_INLINE constexpr Vector3<T> Cross(const Vector3<T>& a, const Vector3<T>& b)
{
	return {NegMulAdd(a.z, b.y, a.y * b.z), NegMulAdd(a.x, b.z, a.z * b.x), NegMulAdd(a.y, b.x, a.x * b.y)};
}
template <class T>
constexpr T SquaredNorm(const Vector3<T>& a)
{
	return Dot(a, a);
}
template <class T>
T Norm(const Vector3<T>& a)
{
	return std::sqrt(SquaredNorm(a));
}
/// Unit vector along a, or the fallback where a is too short to have a direction.
template <class T>
Vector3<T> NormalizedOr(const Vector3<T>& a, const Vector3<T>& fallback)
{
	const T norm = Norm(a);
	return norm > std::numeric_limits<T>::min() ? a / norm : fallback;
}
template <class T>
constexpr Vector3<T> Min(const Vector3<T>& a, const Vector3<T>& b)
{
	return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
template <class T>
constexpr Vector3<T> Max(const Vector3<T>& a, const Vector3<T>& b)
{
	return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
template <class T>
bool IsFinite(const Vector3<T>& a)
{
	return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// 3x3 matrix, row-major: m[row][column].
template <class T>
struct Matrix3
{
	T m[3][3] = {};

	static constexpr Matrix3 Identity() { return Diagonal({1, 1, 1}); }
	static constexpr Matrix3 Diagonal(const Vector3<T>& d)
	{
		Matrix3 result;
		result.m[0][0] = d.x;
		result.m[1][1] = d.y;
		result.m[2][2] = d.z;
		return result;
	}
	/// a b^T
	static constexpr Matrix3 Outer(const Vector3<T>& a, const Vector3<T>& b)
	{
		return {{{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z}, {a.z * b.x, a.z * b.y, a.z * b.z}}};
	}

	constexpr T& operator()(int row, int column) { return m[row][column]; }
	constexpr const T& operator()(int row, int column) const { return m[row][column]; }
	constexpr Vector3<T> Row(int row) const { return {m[row][0], m[row][1], m[row][2]}; }
	constexpr Vector3<T> Column(int column) const { return {m[0][column], m[1][column], m[2][column]}; }

	// Without loops and copies: with eight particles in a T, compilers then keep the entries in registers.
	constexpr Matrix3& operator+=(const Matrix3& b) { return *this = *this + b; }
	constexpr Matrix3& operator-=(const Matrix3& b) { return *this = *this - b; }
	constexpr Matrix3& operator*=(T s) { return *this = *this * s; }
	friend SPHS_FORCE_INLINE constexpr Matrix3 operator+(const Matrix3& a, const Matrix3& b)
	{
		return {{{a.m[0][0] + b.m[0][0], a.m[0][1] + b.m[0][1], a.m[0][2] + b.m[0][2]},
			{a.m[1][0] + b.m[1][0], a.m[1][1] + b.m[1][1], a.m[1][2] + b.m[1][2]},
			{a.m[2][0] + b.m[2][0], a.m[2][1] + b.m[2][1], a.m[2][2] + b.m[2][2]}}};
	}
	friend SPHS_FORCE_INLINE constexpr Matrix3 operator-(const Matrix3& a, const Matrix3& b)
	{
		return {{{a.m[0][0] - b.m[0][0], a.m[0][1] - b.m[0][1], a.m[0][2] - b.m[0][2]},
			{a.m[1][0] - b.m[1][0], a.m[1][1] - b.m[1][1], a.m[1][2] - b.m[1][2]},
			{a.m[2][0] - b.m[2][0], a.m[2][1] - b.m[2][1], a.m[2][2] - b.m[2][2]}}};
	}
	friend SPHS_FORCE_INLINE constexpr Matrix3 operator*(const Matrix3& a, T s)
	{
		return {{{a.m[0][0] * s, a.m[0][1] * s, a.m[0][2] * s}, {a.m[1][0] * s, a.m[1][1] * s, a.m[1][2] * s},
			{a.m[2][0] * s, a.m[2][1] * s, a.m[2][2] * s}}};
	}
	friend SPHS_FORCE_INLINE constexpr Matrix3 operator*(T s, const Matrix3& a) { return a * s; }
	friend SPHS_FORCE_INLINE constexpr Vector3<T> operator*(const Matrix3& a, const Vector3<T>& v)
	{
		return {Dot(a.Row(0), v), Dot(a.Row(1), v), Dot(a.Row(2), v)};
	}
	friend SPHS_FORCE_INLINE constexpr Matrix3 operator*(const Matrix3& a, const Matrix3& b)
	{
		const Vector3<T> c0 = b.Column(0), c1 = b.Column(1), c2 = b.Column(2);
		const Vector3<T> r0 = a.Row(0), r1 = a.Row(1), r2 = a.Row(2);
		return {
			{{Dot(r0, c0), Dot(r0, c1), Dot(r0, c2)}, {Dot(r1, c0), Dot(r1, c1), Dot(r1, c2)}, {Dot(r2, c0), Dot(r2, c1), Dot(r2, c2)}}};
	}

	template <class U>
	constexpr Matrix3<U> Cast() const
	{
		Matrix3<U> result;
		for (int r = 0; r < 3; ++r)
			for (int c = 0; c < 3; ++c)
				result.m[r][c] = static_cast<U>(m[r][c]);
		return result;
	}
};

template <class T>
SPHS_FORCE_INLINE constexpr Matrix3<T> Transpose(const Matrix3<T>& a)
{
	return {{{a.m[0][0], a.m[1][0], a.m[2][0]}, {a.m[0][1], a.m[1][1], a.m[2][1]}, {a.m[0][2], a.m[1][2], a.m[2][2]}}};
}
template <class T>
SPHS_FORCE_INLINE constexpr T Determinant(const Matrix3<T>& a)
{
	return Dot(a.Row(0), Cross(a.Row(1), a.Row(2)));
}
template <class T>
SPHS_FORCE_INLINE constexpr T Trace(const Matrix3<T>& a)
{
	return a.m[0][0] + a.m[1][1] + a.m[2][2];
}
/// a : b, the sum of the products of equal entries.
template <class T>
SPHS_FORCE_INLINE constexpr T Contract(const Matrix3<T>& a, const Matrix3<T>& b)
{
	return Dot(a.Row(0), b.Row(0)) + Dot(a.Row(1), b.Row(1)) + Dot(a.Row(2), b.Row(2));
}
template <class T>
T FrobeniusNorm(const Matrix3<T>& a)
{
	return std::sqrt(Contract(a, a));
}
/// Matrix of cofactors: det(a) a^-T, and the derivative of the determinant, defined for singular matrices too.
template <class T>
SPHS_FORCE_INLINE constexpr Matrix3<T> Cofactor(const Matrix3<T>& a)
{
	const Vector3<T> r0 = Cross(a.Row(1), a.Row(2));
	const Vector3<T> r1 = Cross(a.Row(2), a.Row(0));
	const Vector3<T> r2 = Cross(a.Row(0), a.Row(1));
	return {{{r0.x, r0.y, r0.z}, {r1.x, r1.y, r1.z}, {r2.x, r2.y, r2.z}}};
}
/// Rotation by an angle in radians about a unit axis.
template <class T>
Matrix3<T> AxisAngleRotation(const Vector3<T>& axis, T angle)
{
	const T c = std::cos(angle), s = std::sin(angle);
	Matrix3<T> result = Matrix3<T>::Outer(axis, axis) * (1 - c) + Matrix3<T>::Identity() * c;
	result.m[0][1] -= axis.z * s;
	result.m[0][2] += axis.y * s;
	result.m[1][0] += axis.z * s;
	result.m[1][2] -= axis.x * s;
	result.m[2][0] -= axis.y * s;
	result.m[2][1] += axis.x * s;
	return result;
}

using Vec3 = Vector3<Real>;
using Vec3d = Vector3<double>;
using Mat3 = Matrix3<Real>;
using Mat3d = Matrix3<double>;

/// Axis-aligned box. Starts empty: min above max.
template <class T>
struct AxisBox
{
	Vector3<T> min = {std::numeric_limits<T>::max(), std::numeric_limits<T>::max(), std::numeric_limits<T>::max()};
	Vector3<T> max = {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::lowest(), std::numeric_limits<T>::lowest()};

	constexpr void Include(const Vector3<T>& point)
	{
		min = Min(min, point);
		max = Max(max, point);
	}
	constexpr bool IsEmpty() const { return min.x > max.x || min.y > max.y || min.z > max.z; }
	constexpr bool Contains(const Vector3<T>& p) const
	{
		return p.x >= min.x && p.x <= max.x && p.y >= min.y && p.y <= max.y && p.z >= min.z && p.z <= max.z;
	}
	constexpr Vector3<T> Size() const { return max - min; }
	constexpr Vector3<T> Centre() const { return (min + max) * T(0.5); }
};
using Box3 = AxisBox<Real>;
using Box3d = AxisBox<double>;

/// Eigenvalues (descending) and eigenvectors (columns of a rotation) of a symmetric matrix, by cyclic Jacobi.
struct SymmetricEigen
{
	Vec3d values;
	Mat3d vectors;
};
SPHSOLIDSCORE_API SymmetricEigen DecomposeSymmetric(const Mat3d& symmetric);

/// a = U diag(values) V^T with U and V rotations (determinant +1): values are descending in magnitude and only the last may be
/// negative, the convention for inverted deformation gradients.
struct SignedSvd
{
	Mat3d u;
	Vec3d values;
	Mat3d v;
};
SPHSOLIDSCORE_API SignedSvd DecomposeSigned(const Mat3d& a);

constexpr double Pi = 3.14159265358979323846;

}
