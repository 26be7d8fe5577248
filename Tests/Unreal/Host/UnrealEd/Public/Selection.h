// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/USelection (GetSelectedObjects(TArray<T*>&), Num, Select, DeselectAll).
#pragma once

#include "Templates/Casts.h"
#include "UObject/UObjectGlobals.h"

#include "Selection.generated.h"

UCLASS()
class USelection : public UObject
{
	GENERATED_BODY()

public:
	int32 Num() const { return Objects.Num(); }
	void Select(UObject* InObject) { Objects.AddUnique(InObject); }
	void DeselectAll() { Objects.Empty(); }
	template <typename T>
	int32 GetSelectedObjects(TArray<T*>& OutSelectedObjects)
	{
		OutSelectedObjects.Reset();
		for (UObject* Object : Objects)
			if (T* Found = Cast<T>(Object))
				OutSelectedObjects.Add(Found);
		return OutSelectedObjects.Num();
	}

private:
	UPROPERTY()
	TArray<TObjectPtr<UObject>> Objects;
};
