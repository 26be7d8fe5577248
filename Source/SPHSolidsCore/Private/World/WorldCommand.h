#pragma once

#include <cstdint>

namespace SPHSolids
{

/// All that can be asked of a world and changes it, as recordings name it. Numbers are part of the file format: new ones go to the end.
enum class WorldCommand : std::uint8_t
{
	Step = 1,
	SetGravity,
	Restore,
	AddBody,
	RemoveBody,
	SetEnabled,
	Sleep,
	Wake,
	SetMaterial,
	SetContact,
	Pin,
	PinParticles,
	Unpin,
	Teleport,
	SetVelocity,
	SetState,
	ImpulseAt,
	ForceAt,
	BodyImpulse,
	RadialImpulse,
	AddForceField,
	RemoveForceField,
	AddFluid,
	SetFluid,
	RemoveFluid,
	AddFluidBlock,
	AddFluidParticles,
	AddEmitter,
	SetEmitterPose,
	RemoveEmitter,
	AddKillVolume,
	RemoveKillVolume,
	AddBoundary,
	SetBoundaryTransform,
	RemoveBoundary,
	AddRigid,
	SetRigidState,
	RigidImpulse,
	RemoveRigid,
	SetIterations,
	SetSolver,
	UnpinParticles,
	Shift,
	SetStride,
	SetBodyHeat,
	SetFluidHeat,
	SetBoundaryHeat,
	SetAmbient,
	AddHeatSource,
	SetHeatSource,
	RemoveHeatSource,
	SetTemperature,
	Melt,
	AddKillShape,
};

}
