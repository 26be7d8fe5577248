// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsFluids.h"

#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "SPHFluidEmitterComponent.h"
#include "SPHFluidType.h"
#include "SPHFluidVolume.h"
#include "SPHSolidsLog.h"

#include <cmath>
#include <vector>

namespace
{

SPHSolids::FluidDef FluidToCore(const USPHFluidType& Type)
{
	SPHSolids::FluidDef Def;
	Def.name = SPHSolidsText::ToCore(Type.GetName());
	Def.density = static_cast<double>(Type.Density);
	Def.particleRadius = SPHSolidsUnits::LengthToCore(static_cast<double>(Type.ParticleRadius));
	Def.viscosity = static_cast<double>(Type.Viscosity);
	Def.xsph = static_cast<double>(Type.Smoothing);
	Def.surfaceTension = static_cast<double>(Type.SurfaceTension);
	Def.vorticity = static_cast<double>(Type.Vorticity);
	Def.boundaryFriction = static_cast<double>(Type.Friction);
	return Def;
}

/// The core pours along z, the component along x.
SPHSolids::Pose PouringPose(const FTransform& Place)
{
	const SPHSolids::Mat3d Rotation = SPHSolidsUnits::RotationToCore(Place.GetRotation());
	const SPHSolids::Vec3d X = Rotation.Column(0), Y = Rotation.Column(1), Z = Rotation.Column(2);
	return {SPHSolidsUnits::VectorToCore(Place.GetLocation()), {{{Y.x, Z.x, X.x}, {Y.y, Z.y, X.y}, {Y.z, Z.z, X.z}}}};
}

}

SPHSolids::FluidId FSPHSolidsFluids::FluidOf(const USPHFluidType* Type, const FString& Asker)
{
	const USPHFluidType& Known = Type ? *Type : *GetDefault<USPHFluidType>();
	if (const SPHSolids::FluidId* Found = Types.Find(&Known))
		return *Found;
	const auto Added = Core.AddFluid(FluidToCore(Known));
	if (!Added.IsOk())
	{
		UE_LOG(LogSPHSolids, Warning, TEXT("%s makes no fluid: %s"), *Asker, *SPHSolidsText::ToEngine(Added.Message()));
		return {};
	}
	Types.Add(&Known, Added.Value());
	return Added.Value();
}

std::vector<bool> FSPHSolidsFluids::TakenPlaces(const FTransform& Place, const FVector& Half, double Spacing, const FIntVector& Count) const
{
	constexpr double LeastDistance = 0.9; // in spacings; what moves is never quite at rest density
	std::vector<bool> Taken(static_cast<std::size_t>(Count.X) * static_cast<std::size_t>(Count.Y) * static_cast<std::size_t>(Count.Z));
	const SPHSolids::FluidView View = Core.Fluid();
	const auto First = [](double Middle) { return FMath::Max(0, static_cast<int32>(std::ceil(Middle - LeastDistance))); };
	const auto Last = [](double Middle, int32 Num) { return FMath::Min(Num - 1, static_cast<int32>(std::floor(Middle + LeastDistance))); };
	for (const SPHSolids::PaddedVec3& Particle : View.position)
	{
		const FVector World = SPHSolidsUnits::VectorToEngine(View.origin + Particle.Xyz().Cast<double>());
		const FVector At = (Place.InverseTransformPositionNoScale(World) + Half) * (1.0 / Spacing) - FVector(0.5, 0.5, 0.5);
		if (At.GetMin() < -1.0 || At.X > Count.X || At.Y > Count.Y || At.Z > Count.Z)
			continue;
		for (int32 Z = First(At.Z); Z <= Last(At.Z, Count.Z); ++Z)
			for (int32 Y = First(At.Y); Y <= Last(At.Y, Count.Y); ++Y)
				for (int32 X = First(At.X); X <= Last(At.X, Count.X); ++X)
					if ((FVector(X, Y, Z) - At).SizeSquared() < LeastDistance * LeastDistance)
						Taken[static_cast<std::size_t>((Z * Count.Y + Y) * Count.X + X)] = true;
	}
	return Taken;
}

int32 FSPHSolidsFluids::Fill(const ASPHFluidVolume& Volume)
{
	const FTransform Place = Volume.GetActorTransform();
	const SPHSolids::FluidId Fluid = FluidOf(Volume.Fluid, Volume.GetActorNameOrLabel());
	const SPHSolids::FluidDef* Def = Core.Find(Fluid);
	if (!Def || Place.ContainsNaN())
		return 0;
	// A lattice of the volume's own axes, half a spacing from its sides.
	const double Spacing = 2.0 * SPHSolidsUnits::LengthToEngine(Def->particleRadius);
	const FVector Half = Volume.BoxExtent.GetAbs() * Place.GetScale3D().GetAbs();
	constexpr double MostPerSide = 1000.0;
	const FIntVector Count(static_cast<int32>(FMath::Min(MostPerSide, 2.0 * Half.X / Spacing + 1e-6)),
		static_cast<int32>(FMath::Min(MostPerSide, 2.0 * Half.Y / Spacing + 1e-6)),
		static_cast<int32>(FMath::Min(MostPerSide, 2.0 * Half.Z / Spacing + 1e-6)));
	// A volume of a streamed level may find the water of its last visit.
	const std::vector<bool> Taken = TakenPlaces(Place, Half, Spacing, Count);
	std::vector<SPHSolids::Vec3d> Places;
	std::size_t Next = 0;
	for (int32 Z = 0; Z < Count.Z; ++Z)
		for (int32 Y = 0; Y < Count.Y; ++Y)
			for (int32 X = 0; X < Count.X; ++X)
			{
				if (Taken[Next++])
					continue;
				const FVector Local = -Half + FVector(X + 0.5, Y + 0.5, Z + 0.5) * Spacing;
				Places.push_back(SPHSolidsUnits::VectorToCore(Place.TransformPositionNoScale(Local)));
			}
	const auto Made = Core.AddFluidParticles(Fluid, Places, SPHSolidsUnits::VectorToCore(Volume.InitialVelocity));
	if (!Made.IsOk())
		UE_LOG(LogSPHSolids, Warning, TEXT("Fluid volume %s stays empty: %s"), *Volume.GetActorNameOrLabel(),
			*SPHSolidsText::ToEngine(Made.Message()));
	return Made.IsOk() ? static_cast<int32>(Made.Value()) : 0;
}

void FSPHSolidsFluids::Start(USPHFluidEmitterComponent& Emitter)
{
	Stop(Emitter);
	const FTransform Place = Emitter.GetComponentTransform();
	SPHSolids::EmitterDef Def;
	Def.fluid = FluidOf(Emitter.Fluid, Emitter.GetName());
	if (!Def.fluid.IsSet() || Place.ContainsNaN())
		return;
	Def.pose = PouringPose(Place);
	Def.radius = SPHSolidsUnits::LengthToCore(static_cast<double>(Emitter.Radius));
	Def.speed = SPHSolidsUnits::LengthToCore(static_cast<double>(Emitter.Speed));
	Def.startTime = Core.Time();
	if (Emitter.Duration > 0.0f)
		Def.endTime = Def.startTime + static_cast<double>(Emitter.Duration);
	Def.lifetime = static_cast<double>(Emitter.Lifetime);
	Def.maxParticles = static_cast<std::uint32_t>(FMath::Max(0, Emitter.MaxParticles));
	const auto Added = Core.AddEmitter(Def);
	if (Added.IsOk())
		Emitters.Add(&Emitter, FPouring{Added.Value(), Place});
	else
		UE_LOG(LogSPHSolids, Warning, TEXT("Fluid emitter %s does not pour: %s"), *Emitter.GetName(),
			*SPHSolidsText::ToEngine(Added.Message()));
}

void FSPHSolidsFluids::Stop(USPHFluidEmitterComponent& Emitter)
{
	if (const FPouring* Pouring = Emitters.Find(&Emitter))
	{
		Core.Remove(Pouring->Id);
		Emitters.Remove(&Emitter);
	}
}

void FSPHSolidsFluids::Shift(const FVector& Offset)
{
	for (TPair<TWeakObjectPtr<USPHFluidEmitterComponent>, FPouring>& Pair : Emitters)
		Pair.Value.Place.AddToTranslation(Offset);
}

void FSPHSolidsFluids::Update()
{
	for (TPair<TWeakObjectPtr<USPHFluidEmitterComponent>, FPouring>& Pair : Emitters)
	{
		const USPHFluidEmitterComponent* Emitter = Pair.Key.Get();
		if (!Emitter || Emitter->GetComponentTransform().ContainsNaN() || Emitter->GetComponentTransform().Equals(Pair.Value.Place, 0.0))
			continue;
		Pair.Value.Place = Emitter->GetComponentTransform();
		(void)Core.SetEmitterPose(Pair.Value.Id, PouringPose(Pair.Value.Place));
	}
}

FBox FSPHSolidsFluids::Bounds() const
{
	const SPHSolids::FluidView View = Core.Fluid();
	SPHSolids::Box3 Box;
	for (const SPHSolids::PaddedVec3& Place : View.position)
		Box.Include(SPHSolids::Vec3{Place.x, Place.y, Place.z});
	FBox Result(ForceInit);
	if (!Box.IsEmpty())
	{
		Result += SPHSolidsUnits::VectorToEngine(View.origin + Box.min.Cast<double>());
		Result += SPHSolidsUnits::VectorToEngine(View.origin + Box.max.Cast<double>());
	}
	return Result;
}

double FSPHSolidsFluids::ParticleRadius() const
{
	// The core sees to it that all have the same.
	for (const TPair<TWeakObjectPtr<const USPHFluidType>, SPHSolids::FluidId>& Pair : Types)
		if (const SPHSolids::FluidDef* Def = Core.Find(Pair.Value))
			return Def->particleRadius;
	return 0;
}
