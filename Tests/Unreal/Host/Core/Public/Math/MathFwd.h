// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/large-world-coordinates-in-unreal-engine-5 (FVector is TVector<double>, FVector3f is TVector<float>).
#pragma once

namespace UE::Math
{
template <typename T>
struct TVector;
template <typename T>
struct TVector2;
template <typename T>
struct TVector4;
template <typename T>
struct TQuat;
template <typename T>
struct TRotator;
template <typename T>
struct TMatrix;
template <typename T>
struct TTransform;
template <typename T>
struct TBox;
template <typename T>
struct TPlane;
template <typename T, typename TExtent>
struct TBoxSphereBounds;
}

using FVector = UE::Math::TVector<double>;
using FVector3d = UE::Math::TVector<double>;
using FVector3f = UE::Math::TVector<float>;
using FVector2D = UE::Math::TVector2<double>;
using FVector2f = UE::Math::TVector2<float>;
using FVector4 = UE::Math::TVector4<double>;
using FVector4f = UE::Math::TVector4<float>;
using FQuat = UE::Math::TQuat<double>;
using FQuat4f = UE::Math::TQuat<float>;
using FRotator = UE::Math::TRotator<double>;
using FRotator3f = UE::Math::TRotator<float>;
using FMatrix = UE::Math::TMatrix<double>;
using FMatrix44f = UE::Math::TMatrix<float>;
using FTransform = UE::Math::TTransform<double>;
using FTransform3f = UE::Math::TTransform<float>;
using FBox = UE::Math::TBox<double>;
using FBox3f = UE::Math::TBox<float>;
using FPlane = UE::Math::TPlane<double>;
using FBoxSphereBounds = UE::Math::TBoxSphereBounds<double, double>;
