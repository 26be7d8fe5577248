// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/FUIAction (execute, can execute), .../FExecuteAction, .../FCanExecuteAction.
#pragma once

#include "Delegates/Delegate.h"

DECLARE_DELEGATE(FExecuteAction);
DECLARE_DELEGATE_RetVal(bool, FCanExecuteAction);

struct FUIAction
{
	FUIAction() = default;
	FUIAction(FExecuteAction InExecuteAction)
		: ExecuteAction(InExecuteAction)
	{
	}
	FUIAction(FExecuteAction InExecuteAction, FCanExecuteAction InCanExecuteAction)
		: ExecuteAction(InExecuteAction)
		, CanExecuteAction(InCanExecuteAction)
	{
	}
	bool CanExecute() const { return !CanExecuteAction.IsBound() || CanExecuteAction.Execute(); }
	bool Execute() const { return CanExecute() && ExecuteAction.ExecuteIfBound(); }

	FExecuteAction ExecuteAction;
	FCanExecuteAction CanExecuteAction;
};
