// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Plugins/Niagara/FNiagaraSystemInstance/GetId, .../GetWorld?application_version=5.5, .../GetAttachComponent, .../GetLWCConverter?application_version=5.5 (bLocalSpaceEmitter).
#pragma once

#include "NiagaraDataInterfaceBase.h"
#include "NiagaraTypes.h"

class USceneComponent;
class UWorld;

/// A system that plays. The host's runs nothing but the data interface that a test hands it to.
class FNiagaraSystemInstance
{
public:
	FNiagaraSystemInstance(USceneComponent* InAttachComponent, FNiagaraSystemInstanceID InId)
		: AttachComponent(InAttachComponent)
		, Id(InId)
	{
	}
	FNiagaraSystemInstanceID GetId() const { return Id; }
	UWorld* GetWorld() const;
	USceneComponent* GetAttachComponent() { return AttachComponent; }
	FNiagaraLWCConverter GetLWCConverter(bool bLocalSpaceEmitter = false) const { return FNiagaraLWCConverter(HostTile); }

	/// Origin of the simulation's space in the world, cm.
	FVector HostTile = FVector(0.0, 0.0, 0.0);

private:
	USceneComponent* AttachComponent;
	FNiagaraSystemInstanceID Id;
};
