// Copyright (c) 2026 The SPHSolids authors

#include "SPHSolidActor.h"

#include "SPHSolidComponent.h"

ASPHSolidActor::ASPHSolidActor()
{
	Solid = CreateDefaultSubobject<USPHSolidComponent>(TEXT("Solid"));
	SetRootComponent(Solid);
	bReplicates = true;
}
