// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Editor/EditorFramework/UE__Widget__EWidgetMode.
#pragma once

namespace UE
{
namespace Widget
{
enum EWidgetMode
{
	WM_None = -1,
	WM_Translate,
	WM_TranslateRotateZ,
	WM_2D,
	WM_Rotate,
	WM_Scale,
	WM_Max,
};
}
}
