// Copyright (c) 2026 The SPHSolids authors
#pragma once

#include "Components/MeshComponent.h"
#include "CoreMinimal.h"

#include "SPHSolidComponent.generated.h"

class FSPHSolidVertexPool;
class USPHSolidBodyAsset;
class USPHSolidComponent;
class USPHSolidMaterial;
class USPHSolidQueryShape;
class USPHSolidRecording;
class USPHSolidsWorldSubsystem;
struct FSPHRigidFrame;
struct FSPHSolidBody;
struct FSPHSolidInstance;
struct FSPHSolidVertices;

/** Whether a soft body is simulated, recorded or shown from a recording. */
UENUM(BlueprintType)
enum class ESPHCacheMode : uint8
{
	/** Simulated, nothing kept. */
	Simulate,
	/** Simulated, and its motion is written into the recording. */
	Record,
	/** Not simulated: the recording is shown at Cache Time. */
	Play
};

/** Something that a soft body touches. */
USTRUCT(BlueprintType)
struct FSPHSolidContact
{
	GENERATED_BODY()

	/** What it touches; none for SPH Colliders, fluids and the body itself. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	TObjectPtr<UPrimitiveComponent> Other;

	/** Middle of the place where they touch, in the world, cm. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FVector Location = FVector(0.0, 0.0, 0.0);

	/** What the body got during the last frame, kg cm/s. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FVector Impulse = FVector(0.0, 0.0, 0.0);

	/** Highest speed at which they met, cm/s. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	float Speed = 0.0f;

	/** How many particles touch. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	int32 NumParticles = 0;

	/** Whether a part of the body touches another part of it. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	bool bSelf = false;
};

/** Where a soft body is on the server and how it moves as a whole: what clients follow. */
USTRUCT(BlueprintType)
struct FSPHSolidNetFrame
{
	GENERATED_BODY()

	/** Centre of mass in the world, cm. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FVector Centre = FVector(0.0, 0.0, 0.0);

	/** How it is turned, from its undeformed shape. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FQuat Rotation = FQuat(0.0, 0.0, 0.0, 1.0);

	/** Mean velocity, cm/s. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FVector Velocity = FVector(0.0, 0.0, 0.0);

	/** How it turns, in degrees per second about each axis of the world. */
	UPROPERTY(BlueprintReadOnly, Category = "SPHSolids")
	FVector AngularVelocity = FVector(0.0, 0.0, 0.0);
};

/** A soft body hit something. Location in the world; impulse on the body in kg cm/s; the component that was hit, none for another part of the plugin's world. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_FourParams(
	FSPHSolidImpactSignature, USPHSolidComponent*, Component, FVector, Location, FVector, Impulse, UPrimitiveComponent*, Other);
/** A soft body came to rest or began to move again. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FSPHSolidSleepSignature, USPHSolidComponent*, Component);
/** Something is wrong with a soft body; the message says what and what can be done. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FSPHSolidIssueSignature, USPHSolidComponent*, Component, const FString&, Message);

/**
 * Makes its actor a soft body simulated by SPHSolids.
 *
 * Holds what the designer sets; the simulation itself belongs to the world's SPHSolids subsystem. In the editor it shows the undeformed mesh.
 * While playing, the mesh follows the particles and the component follows the body's centre. Moving the component while playing teleports
 * the body and clears its velocity and deformation.
 */
UCLASS(ClassGroup = (SPHSolids), meta = (BlueprintSpawnableComponent, DisplayName = "SPH Solid"),
	HideCategories = (Physics, Navigation, VirtualTexture, Mobility))
class SPHSOLIDSRUNTIME_API USPHSolidComponent : public UMeshComponent
{
	GENERATED_BODY()

public:
	USPHSolidComponent();

	/** The baked body: particles and render mesh. Bake it from a static mesh in the content browser. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, ReplicatedUsing = OnRep_Body, Category = "SPHSolids")
	TObjectPtr<USPHSolidBodyAsset> Body;

	/** What the body is made of. Empty: soft rubber. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, ReplicatedUsing = OnRep_Material, Category = "SPHSolids")
	TObjectPtr<USPHSolidMaterial> SolidMaterial;

	/** Factor on the stiffness of the material, for this body alone. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, ReplicatedUsing = OnRep_Material, Category = "SPHSolids",
		meta = (ClampMin = "0.001", UIMin = "0.1", UIMax = "10"))
	float StiffnessScale = 1.0f;

	/** Whether the body is simulated when play begins. If not, it keeps its undeformed shape until Set Simulating. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, ReplicatedUsing = OnRep_Simulate, Category = "SPHSolids")
	bool bSimulate = true;

	/** Velocity at the start, in centimetres per second, world space. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Replicated, Category = "SPHSolids|Start", meta = (Units = "cm/s"))
	FVector InitialVelocity = FVector(0.0, 0.0, 0.0);

	/** Turning at the start, in degrees per second about each axis of the world. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Replicated, Category = "SPHSolids|Start")
	FVector InitialAngularVelocity = FVector(0.0, 0.0, 0.0);

	/** Whether the body touches anything at all: level, simulating bodies, fluids, other soft bodies. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Replicated, Category = "SPHSolids|Contact")
	bool bCollides = true;

	/** Whether folds of the body stop each other. Costs time; switch it off for compact bodies. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Replicated, Category = "SPHSolids|Contact", meta = (EditCondition = "bCollides"))
	bool bSelfContact = true;

	/** Friction: 0 ice, 0.5 wood, 1 rubber. Two that touch use the geometric mean of theirs. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Replicated, Category = "SPHSolids|Contact",
		meta = (ClampMin = "0", UIMax = "1", EditCondition = "bCollides"))
	float Friction = 0.5f;

	/**
	 * Collects shapes of the level near the body as colliders. Without it the body is stopped by SPH Collider components, and by what was collected for
	 * other bodies and fluids.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Replicated, Category = "SPHSolids|Contact", meta = (EditCondition = "bCollides"))
	bool bGatherLevel = true;

	/**
	 * Whether the engine's own queries find the body while it is simulated, by a box around it: radial forces, overlaps and traces by object type
	 * (Physics Body), and triggers if Generate Overlap Events is on. The box stops nothing.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "SPHSolids|Contact")
	bool bFoundByQueries = true;

	/** On clients: a body whose centre is farther than this from where the server has it is put there, deformed as it is, cm. 0 for never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids|Network", meta = (ClampMin = "0", Units = "cm"))
	float NetCorrectionDistance = 25.0f;

	/** On clients: a body that is turned by more than this from how the server has it is turned there, deformed as it is. 0 for never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids|Network",
		meta = (ClampMin = "0", ClampMax = "180", Units = "deg"))
	float NetCorrectionAngle = 30.0f;

	/**
	 * On servers: pushes and impulses reach the body on all clients, too. They are sent once and may get lost; what is then wrong is mended as
	 * Net Correction Distance says. Forces and velocities are not sent.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids|Network")
	bool bReplicatePushes = true;

	/** Impacts weaker than this send no event, in kg cm/s. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Contact", meta = (ClampMin = "0"))
	float ImpactThreshold = 100.0f;

	/** Least time between two impact events of this body, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Contact", meta = (ClampMin = "0", Units = "s"))
	float ImpactInterval = 0.05f;

	/** Whether the body may do fewer iterations and steps, or stop, far from all players. The distances are in the project's settings. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids")
	bool bScaleQuality = true;

	/**
	 * Whether the mesh follows the particles only while it is seen: not when it is behind the camera, hidden, or beyond its draw distance. The
	 * simulation goes on. Switch it off for meshes that something else than the screen looks at.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids")
	bool bSkinOnlyWhenSeen = true;

	/**
	 * Whether a coarser mesh is drawn and moved where the picture would hardly show the difference: from afar. How much may be seen of it is Mesh
	 * Error in the project's settings. Meshes with fewer than 1500 vertices are always drawn in full.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "SPHSolids")
	bool bScaleMeshDetail = true;

	/** Whether the body is simulated, recorded or shown from a recording. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "SPHSolids|Cache")
	ESPHCacheMode CacheMode = ESPHCacheMode::Simulate;

	/** What is recorded into or shown. Empty when recording: one is made. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Cache")
	TObjectPtr<USPHSolidRecording> Recording;

	/** Which moment of the recording is shown, in seconds from its start. Sequencer can key it. */
	UPROPERTY(EditAnywhere, Interp, BlueprintSetter = SetCacheTime, Category = "SPHSolids|Cache", meta = (Units = "s"))
	float CacheTime = 0.0f;

	/** Factor on the speed at which the recording plays by itself: 1 as it was recorded, 0 only when Cache Time is set. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Cache")
	float CachePlayRate = 0.0f;

	/** Time between two recorded moments, in seconds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "SPHSolids|Cache", meta = (ClampMin = "0.001", Units = "s"))
	float RecordInterval = 0.033333f;

	/** Called when the body hits something and the push is above the threshold; not more often than Impact Interval allows. */
	UPROPERTY(BlueprintAssignable, Category = "SPHSolids")
	FSPHSolidImpactSignature OnImpact;

	/** Called when the body has come to rest; it then costs nothing until something touches it. */
	UPROPERTY(BlueprintAssignable, Category = "SPHSolids")
	FSPHSolidSleepSignature OnSleep;

	/** Called when the body moves again after it slept. */
	UPROPERTY(BlueprintAssignable, Category = "SPHSolids")
	FSPHSolidSleepSignature OnWake;

	/** Called when something is wrong with the body. The log says the same. */
	UPROPERTY(BlueprintAssignable, Category = "SPHSolids")
	FSPHSolidIssueSignature OnIssue;

	/** Takes another baked body. While playing, it starts undeformed where the component is. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void SetBody(USPHSolidBodyAsset* NewBody);

	/** Takes another material. While playing, shape and velocity are kept. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void SetSolidMaterial(USPHSolidMaterial* NewMaterial);

	/** Makes this body stiffer or softer than its material, without a stall. @param NewScale Factor on the stiffness. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void SetStiffnessScale(float NewScale);

	/** Starts or stops the simulation of this body. A stopped body returns to its undeformed shape. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void SetSimulating(bool bNewSimulate);

	/** Whether the body is being simulated: playing, switched on and sound. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	bool IsSimulatingBody() const;

	/** Whether the body has come to rest. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	bool IsAsleep() const;

	/** Puts the body undeformed and at rest where the component was when play began. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void ResetBody();

	/** Changes the velocity of the whole body. @param Velocity In cm/s, world space. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void SetBodyVelocity(FVector Velocity);

	/** Pushes the part of the body near a place. @param Impulse In kg cm/s. @param Radius Particles within it share the push, cm. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void PushAtLocation(FVector Impulse, FVector Location, float Radius = 20.0f);

	/** Holds the particles inside a sphere where they are, from now on. Returns how many. @param Radius In cm. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	int32 PinSphere(FVector Location, float Radius);

	/** Lets go of everything that was pinned, also by SPH Pin components. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void Unpin();

	/** Number of the particle nearest to a place, and where it is in the world, cm; -1 if there is no simulated body. What has melted does not count. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	int32 FindClosestParticle(FVector Location, FVector& OutParticleLocation) const;

	/** Places of all particles in the world, in centimetres; those that have melted are near the rest. Copies them all: not for every frame. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	TArray<FVector> GetParticleLocations() const;

	/** The body's deformation and motion as bytes, for a saved game. Empty if it is not simulated. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	TArray<uint8> SaveBodyState() const;

	/** Takes up a state that Save Body State made of a body from the same asset. False if it is of another body or damaged. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	bool LoadBodyState(const TArray<uint8>& State);

	/** Centre of mass in the world, cm. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	FVector GetBodyCentre() const;

	/** Mean velocity of the body in cm/s. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	FVector GetBodyVelocity() const;

	/** Volume of what is solid of the body, as it is deformed now, in litres (cubic decimetres). Looks at every particle: not for every frame. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	float GetBodyVolumeLitres() const;

	/** Volume of the body now as a share of the undeformed one: 1 undeformed, less when it is squeezed. Looks at every particle. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	float GetVolumeRatio() const;

	/** Mean pressure inside the body in kilopascals: positive where it is squeezed, negative where it is pulled. Looks at every particle. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	float GetBodyPressure() const;

	/** What the body touched during the last frame. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	TArray<FSPHSolidContact> GetContacts() const;

	/** Level of detail at which the mesh is drawn now: 0 the full mesh, 1 to 3 coarser ones. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	int32 GetMeshLevel() const;

	/** Number of the body in this world, from 1, as Niagara sees it; 0 if it is not simulated. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	int32 GetBodyNumber() const;

	/** Simulates, records or shows a recording from now on. A recording that is begun anew replaces what the asset held. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids")
	void SetCacheMode(ESPHCacheMode NewMode);

	/** Shows another moment of the recording. @param NewTime In seconds from its start. */
	UFUNCTION(BlueprintSetter)
	void SetCacheTime(float NewTime);

	/**
	 * Melts the part of the body near a place at once: it becomes the fluid of its material in the next step. Returns how many particles; 0 if its
	 * material takes no heat or does not melt. @param Radius In cm.
	 */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Heat")
	int32 Melt(FVector Location, float Radius = 20.0f);

	/** Gives the whole body a temperature, in degrees Celsius. Above its melting point it melts. False if its material takes no heat. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Heat")
	bool SetTemperature(float Celsius);

	/** Gives the part of the body near a place a temperature. Returns how many particles. @param Celsius In degrees. @param Radius In cm. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Heat")
	int32 SetTemperatureAt(float Celsius, FVector Location, float Radius = 20.0f);

	/** Mean temperature of what is solid of the body, in degrees Celsius; that of its surroundings if its material takes no heat. */
	UFUNCTION(BlueprintCallable, Category = "SPHSolids|Heat")
	float GetTemperature() const;

	/** Share of the body that has melted, 0 to 1. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids|Heat")
	float GetMeltedShare() const;

	/** Mass of the body in kilograms. */
	UFUNCTION(BlueprintPure, Category = "SPHSolids")
	float GetBodyMassKg() const;

	// Functions of primitive components, so that radial forces and Blueprints made for rigid bodies move soft ones too.
	virtual void AddImpulse(FVector Impulse, FName BoneName = NAME_None, bool bVelChange = false) override;
	virtual void AddImpulseAtLocation(FVector Impulse, FVector Location, FName BoneName = NAME_None) override;
	virtual void AddForce(FVector Force, FName BoneName = NAME_None, bool bAccelChange = false) override;
	virtual void AddForceAtLocation(FVector Force, FVector Location, FName BoneName = NAME_None) override;
	virtual void AddRadialImpulse(
		FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bVelChange = false) override;
	virtual void AddRadialForce(
		FVector Origin, float Radius, float Strength, ERadialImpulseFalloff Falloff, bool bAccelChange = false) override;

	virtual FPrimitiveSceneProxy* CreateSceneProxy() override;
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
	virtual int32 GetNumMaterials() const override;
	virtual UMaterialInterface* GetMaterial(int32 ElementIndex) const override;
	virtual int32 GetMaterialIndex(FName MaterialSlotName) const override;
	virtual TArray<FName> GetMaterialSlotNames() const override;
	virtual bool IsMaterialSlotNameValid(FName MaterialSlotName) const override;
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
	virtual void ApplyWorldOffset(const FVector& InOffset, bool bWorldShift) override;
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const override;

	/** For the plugin's own use: the body was stepped; takes the new vertices (none if nothing changed or nothing is drawn) and place. */
	void Publish(const TSharedPtr<FSPHSolidVertices>& NewVertices, const FTransform& NewPlace, const FBox& ParticleBounds);
	/** For the plugin's own use: the box that queries find goes to where the body is. */
	void MoveQueryShape(const FBox& ParticleBounds);
	/** For the plugin's own use. */
	FSPHSolidVertexPool& GetVertexPool();
	/** For the plugin's own use: logs a message once, with the actor's name, and sends it to On Issue. */
	void ReportIssue(const FString& Message);
	/** For the plugin's own use: simulates the body in a world that does not play. Empty, or why it cannot. */
	FString StartPreview();
	/** For the plugin's own use: whether this is a server whose clients have the body, too. */
	bool TellsClients() const;
	/** For the plugin's own use: set while simulated. */
	FSPHSolidInstance* GetInstance() const { return Instance; }
	/** Name of the actor for messages. */
	FString GetReadableOwnerName() const;

protected:
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport = ETeleportType::None) override;
	virtual void SendRenderDynamicData_Concurrent() override;

private:
	UFUNCTION()
	void OnRep_Body();

	UFUNCTION()
	void OnRep_Material();

	UFUNCTION()
	void OnRep_Simulate();

	UFUNCTION()
	void OnRep_ServerFrame();

	/** On the server and all clients. @param Radius In cm; 0 for the whole body. */
	UFUNCTION(NetMulticast, Unreliable)
	void MulticastPush(FVector Impulse, FVector Location, float Radius);
	void MulticastPush_Implementation(FVector Impulse, FVector Location, float Radius);

	UPROPERTY(ReplicatedUsing = OnRep_ServerFrame)
	FSPHSolidNetFrame ServerFrame;

	/** While simulated, if wanted. */
	UPROPERTY(Transient)
	TObjectPtr<USPHSolidQueryShape> QueryShape;

	USPHSolidsWorldSubsystem* GetSubsystem() const;
	void StartSimulation();
	void TakeNetFrame(const FSPHRigidFrame& Frame);
	/** Here, and on clients if this is their server. */
	void Push(const FVector& Impulse, const FVector& Location, float Radius);
	bool TakeState(const TArray<uint8>& State, const FVector& Offset);
	/** How far from a place particles share a push at it, cm. */
	double PushReach() const;
	void StopSimulation();
	void AddQueryShape();
	void ListenToAssets(bool bListen);
	void OnBodyAssetChanged();
	void OnMaterialAssetChanged();
	TSharedPtr<const FSPHSolidBody> GetDecodedBody() const;
	void ShowRestShape();
	void RecordFrame();
	void ShowRecording();
	struct FDeformation;
	FDeformation MeasureDeformation() const;

	/** In the subsystem; none while not simulated. */
	FSPHSolidInstance* Instance = nullptr;
	TSharedPtr<FSPHSolidVertexPool> VertexPool;
	/** What is drawn; replaced every frame that the body moves. */
	TSharedPtr<FSPHSolidVertices> Vertices;
	/** Whether the vertices still have to go to the render thread. */
	bool bVerticesUnsent = false;
	/** Set while the simulation itself moves the component. */
	bool bMovedByBody = false;
	FBox LocalBounds;
	FTransform StartPlace;
	/** State and place when the level went away, for when it comes back. */
	TArray<uint8> KeptState;
	FTransform KeptPlace;
	/** Memory of a shown recording. */
	TSharedPtr<FSPHSolidInstance> Player;
	/** Time of the simulation when the recording began; negative while there is none. */
	double RecordStart = -1.0;
	float ShownCacheTime = -1.0f;
	TArray<FString> ReportedIssues;
	TWeakObjectPtr<USPHSolidBodyAsset> ListenedBody;
	TWeakObjectPtr<USPHSolidMaterial> ListenedMaterial;
	FDelegateHandle BodyHandle, MaterialHandle;
};
