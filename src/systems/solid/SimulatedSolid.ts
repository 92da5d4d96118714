import type { BoundaryTarget } from '../../simulation/boundaries/Meeting.ts';
import { atPlace, CoreError } from '../../base/errors.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { DeclaredAttribute } from '../../frames/AttributeDisplay.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import { encodeStatics } from '../../frames/Statics.ts';
import type { Estimate } from '../../scene/Kinds.ts';
import { bodyEstimate } from '../bodyEstimate.ts';
import { meshStream, staticMesh } from '../../frames/makeStreams.ts';
import type { StaticStream } from '../../frames/StaticStream.ts';
import type { Attribute, Stream } from '../../frames/Stream.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { pinsOn } from '../../scene/capabilities.ts';
import { isQuasistatic, type Solid } from '../../scene/kinds/solid.ts';
import { frameToSeconds, startFrame } from '../../scene/Scene.ts';
import { quasistaticBody, QuasistaticIntegrator } from '../../solids/quasistatic/QuasistaticIntegrator.ts';
import { createSolid } from '../../solids/createSolid.ts';
import { DeformableBody } from '../../solids/DeformableBody.ts';
import type { SolidInput } from '../../solids/SolidInput.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import type { LoggedSystem } from '../../solids/SteppedSystem.ts';
import { fieldsOf, type PresentField } from './SolidField.ts';
import { KeyedSolid } from './KeyedSolid.ts';
import { SolidConstraints } from './SolidConstraints.ts';
import { solidContactPoints, SolidMeetings } from './SolidMeetings.ts';
import { animatedGoal } from './animatedGoal.ts';
import { SolidPlasticity } from './SolidPlasticity.ts';
import { SolidStatistics } from './SolidStatistics.ts';
import { accelerationFields } from '../../simulation/keyed/accelerationFields.ts';
import { checkStorable } from '../../simulation/checkStorable.ts';
import { LIMP } from '../../simulation/judging/judgeShape.ts';
import { explainFailure } from './failures/explainFailure.ts';
import { integrationScheme, type IntegrationScheme } from './integrationScheme.ts';
import { fibreDirections } from './fibres/fibreDirections.ts';
import type { AttachmentParent } from '../../simulation/attachment/AttachedPoints.ts';
import { type KeyedMaterial, keyedMaterial } from './KeyedMaterial.ts';
import { ignoredDetail } from '../../simulation/rest/wantedDetail.ts';
import type { MassPoints } from '../../simulation/MassPoints.ts';
import type { SimulatedBody, TouchingBody } from '../../simulation/SimulatedBody.ts';
import type { TearingBody } from './SolidFracture.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';
import { coupledWarnings } from '../../simulation/immersion/coupledWarnings.ts';
import { placePoints, spinVelocities, startPoints, unscaledPoints } from '../../simulation/rest/placement.ts';
import { checkMaterial, keepsVolume, placedVolume, solidBody, weighedVolume } from './solidBody.ts';
import type { SimulatedSolidInput } from './SimulatedSolidInput.ts';
import { solidWarnings } from './solidWarnings.ts';
import { startingSolid } from '../../simulation/judging/startingSolid.ts';
import type { StartingSolid } from '../../simulation/judging/startOverlaps.ts';

/** One deformable solid of a shot: its operators, its integrator and what they are made from. */
export class SimulatedSolid implements SimulatedBody {
  readonly id: string;
  readonly kind = 'solid';
  readonly deformable = this;
  /** Rest shape in world axes as placed at the first frame. */
  readonly volume: VolumeMesh;
  readonly integrator: DeformableBody | QuasistaticIntegrator;
  readonly state: SystemState;
  /** The integrator of a quasistatic solid, and whether its present state is in equilibrium. */
  private readonly still: QuasistaticIntegrator | undefined;
  private isSettled = false;
  /** Undefined where the solid always springs back. */
  readonly plasticity: SolidPlasticity | undefined;
  private readonly scheme: IntegrationScheme | undefined;
  readonly operators: SolidOperators;
  /** Undefined where the material stays as it is. */
  private readonly material: KeyedMaterial | undefined;
  readonly body: SolidBodyInput;
  private readonly input: SimulatedSolidInput;
  private readonly measured: SolidStatistics;
  private readonly drive: KeyedSolid;
  private readonly constraints: SolidConstraints;
  private readonly meetings: SolidMeetings;
  /** Made when first asked for. */
  private presentFields: readonly PresentField[] | undefined;

  constructor(input: SimulatedSolidInput) {
    const { scene, solid, inputs } = input;
    const settings = scene.quality[input.quality];
    this.id = solid.id;
    this.input = input;
    this.drive = new KeyedSolid(inputs, solid);
    const ownPositions = unscaledPoints(input.volume.mesh.positions, solid.transform);
    const rest = placePoints(input.volume.mesh.positions, solid.transform);
    this.volume = placedVolume(weighedVolume(input), rest, solid);
    const positions = startPoints(input.volume.mesh.positions, solid);
    const pins = pinsOn(solid.id, scene.entities);
    const { colliders } = input;
    const followed = [...colliders, ...input.surfaces, ...input.rigid];
    const isotropic = { materialFraction: input.cut?.fractions, ...solidBody(scene, solid, this.volume, ownPositions) };
    this.naming('', () => checkMaterial(solid, isotropic.models));
    const fibres = { solid, pins, ownPositions, body: isotropic, samples: input.fibreSamples, followed };
    const directions = input.cut?.fibreDirections ?? this.naming('', () => fibreDirections(fibres));
    const material = { ...isotropic, fibreDirections: directions };
    this.scheme = this.naming('', () =>
      integrationScheme(scene, solid, input.quality, material, input.tank !== undefined),
    );
    const still = isQuasistatic(solid);
    const moving = { ...material, implicit: this.scheme, plastic: solid.plasticity !== undefined };
    const body = still ? quasistaticBody(moving) : moving;
    this.body = body;
    this.operators = this.naming('', () => input.createOperators(body));
    const { masses } = this.operators;
    const fields = accelerationFields(scene, solid.id, inputs);
    const { plasticity } = solid;
    const plastic = {
      solid,
      volume: input.volume,
      ownPositions,
      body,
      operators: this.operators,
      inputs,
      goal: input.goal,
    };
    this.plasticity =
      plasticity &&
      this.naming('', () => {
        const animated = animatedGoal(input, this.volume);
        return new SolidPlasticity({ ...plastic, plasticity, animated });
      });
    const keyed = { scene, solid, inputs, body, operators: this.operators, damped: !still };
    this.material = this.naming('', () => keyedMaterial(keyed, keepsVolume(input)));
    const start = { positions, ownPositions, masses };
    this.constraints = new SolidConstraints(pins, input, this.volume, start);
    const { drive } = this;
    const motion: SolidInput = {
      operators: this.operators,
      body,
      positions,
      velocities: spinVelocities(positions, masses, solid.velocity, solid.angularVelocity),
      gravityAt: (time, out) => fields.accelerationAt(time, out),
      dragAt: (time) => fields.dragAt(time) + drive.massDampingAt(time),
      strengthAt: (time) => drive.strengthAt(time),
      activationAt: (time) => drive.activationAt(time),
      material: this.material,
      targets: this.constraints.targets,
      embedded: this.constraints.embedded,
      colliders: [...colliders, ...(input.tank ?? []), ...(input.deformingColliders ?? [])],
      contactPoints: () => solidContactPoints(input),
      scheme: this.scheme?.type,
      newtonIterations: this.scheme?.newtonIterations,
      flow: this.plasticity,
      tolerance: settings.solverTolerance,
      maxIterations: settings.maxIterations,
      minSubsteps: settings.minSubsteps,
      maxSubsteps: settings.maxSubsteps,
      volume: keepsVolume(input) ? solid.volumeConservation : undefined,
    };
    this.still = still ? new QuasistaticIntegrator(motion) : undefined;
    this.integrator = this.still ?? createSolid(motion);
    const stepped = this.integrator instanceof DeformableBody ? this.integrator : undefined;
    this.meetings = new SolidMeetings({ input, volume: this.volume, body, operators: this.operators, stepped });
    this.measured = new SolidStatistics({
      volume: this.volume,
      operators: this.operators,
      integrator: this.integrator,
      still: this.still,
      scheme: this.scheme,
      plasticity: this.plasticity,
      fractions: input.cut?.fractions,
    });
    this.state = new SystemState()
      .include('motion', this.integrator.state)
      .include('plastic', this.plasticity?.state)
      .beforeSave(() => this.settle())
      .afterLoad(() => (this.isSettled = true));
  }

  get motion(): { readonly positions: Float64Array; readonly velocities: Float64Array } {
    this.settle();
    return this.integrator;
  }

  /** Brings a quasistatic solid to rest where the shot begins. */
  private settle(): void {
    const { still, isSettled } = this;
    if (still === undefined || isSettled) return;
    this.isSettled = true;
    const { scene } = this.input;
    const { first } = scene.range;
    const time = frameToSeconds(scene, startFrame(scene));
    this.within(first, time, time, () => still.settle(time));
  }

  warnings(isFirstFrame: boolean): readonly string[] {
    const { scene, solid } = this.input;
    const { note } = this.input.volume;
    const filled = note === undefined ? [] : [`solid '${this.id}': ${note}`];
    const own = isFirstFrame
      ? [
          ...filled,
          ...solidWarnings(solid, this.body),
          ...this.constraints.warnings(),
          ...coupledWarnings(scene, solid),
        ]
      : [];
    return [...own, ...(this.plasticity?.warnings(isFirstFrame) ?? [])];
  }

  get touching(): TouchingBody | undefined {
    return this.meetings.touching;
  }

  get met(): BoundaryTarget | undefined {
    return this.meetings.met;
  }

  get coupled(): ImmersedBody | undefined {
    return this.meetings.coupled;
  }

  get attachmentParent(): AttachmentParent {
    return this.meetings.attachmentParent;
  }

  /** Vertices that pins constrain. */
  get pinned(): ReadonlySet<number> {
    return this.constraints.pinned;
  }

  get entity(): Solid {
    return this.input.solid;
  }

  /** What is drawn of the solid where it begins. */
  get starting(): StartingSolid {
    const { input, volume, body, pinned } = this;
    return startingSolid(input.solid, volume, startPoints(input.volume.mesh.positions, input.solid), body, pinned);
  }

  get limpShare(): number | undefined {
    const weights = this.body.elementWeight;
    return weights && weights.reduce((limp, weight) => limp + (weight < LIMP ? 1 : 0), 0) / weights.length;
  }

  /** A quasistatic solid, which has no velocities, cannot be pushed. */
  get points(): MassPoints | undefined {
    return this.integrator instanceof DeformableBody ? this.integrator : undefined;
  }

  stepped(): LoggedSystem {
    return this.integrator;
  }

  beginFrame(frame: number): void {
    this.settle();
    this.plasticity?.followGoal(frameToSeconds(this.input.scene, frame));
  }

  resumeAt(time: number): void {
    this.plasticity?.followGoal(time);
  }

  setupWarnings(): readonly string[] {
    const ignored = ignoredDetail(this.input.solid);
    return ignored === undefined ? [] : [ignored];
  }

  /** Does what belongs to a frame's interval; failures name the solid and the frame, and say what may help. */
  within<T>(frame: number, start: number, end: number, work: () => T): T {
    return this.naming(`, frame ${frame}`, () => {
      try {
        return work();
      } catch (error) {
        throw error instanceof CoreError ? this.explained(error, frame, start, end) : error;
      }
    });
  }

  checkStorable(time: number, dt: number): void {
    checkStorable(this.integrator, this.body, time, dt);
  }

  private explained(error: CoreError, frame: number, start: number, end: number): CoreError {
    const { body, operators } = this;
    const { solid, scene, quality } = this.input;
    const settings = scene.quality[quality];
    const { velocities } = this.integrator;
    return explainFailure(error, {
      solid,
      quality,
      settings,
      body,
      operators,
      velocities,
      strength: this.drive.strengthAt(start),
      activation: Math.max(this.drive.activationAt(start), this.drive.activationAt(end)),
      frame,
      start,
      end,
    });
  }

  /** Does `work`; its errors say which solid they are about, and when. */
  private naming<T>(when: string, work: () => T): T {
    return atPlace(`solid '${this.id}'${when}`, work);
  }

  /** What says where the solid tears at `time`, s. */
  tearingBody(time: number): TearingBody {
    const { integrator, operators, body, plasticity } = this;
    const { positions, constrained } = integrator;
    this.material?.moveTo(time);
    const plasticStrain = plasticity && ((element: number) => plasticity.strainAt(element));
    const plastic = { plasticStrain, plasticInverse: plasticity?.inverse, yieldStrain: plasticity?.yieldStrain };
    return { positions, constrained, operators, body, strength: this.drive.strengthAt(time), ...plastic };
  }

  get attributes(): readonly DeclaredAttribute[] {
    return this.fields.flatMap(({ declared }) => declared);
  }

  streams(time: number): Stream[] {
    return [this.stream(time)];
  }

  statics(): StaticStream[] {
    return [staticMesh(this.id, this.volume, this.attributes, { measuredVolume: this.measuredVolume })];
  }

  /** What its statistics say of its volume where it is at rest, m3. */
  get measuredVolume(): number {
    return this.measured.restVolume;
  }

  /** The present state at `time`, s. */
  stream(time: number): Stream {
    this.settle();
    const moment = { strength: this.drive.strengthAt(time), activation: this.drive.activationAt(time) };
    const values: Attribute[] = [];
    for (const field of this.fields) if (field.values !== undefined) values.push(...field.values(moment));
    return meshStream(this.id, this.integrator, values);
  }

  private get fields(): readonly PresentField[] {
    return (this.presentFields ??= fieldsOf(this));
  }

  /** Unit directions of the fibres at rest in world axes, xyz per element; undefined without any. */
  get fibreDirections(): Float64Array | undefined {
    return this.body.fibreDirections;
  }

  estimate(): Estimate {
    return bodyEstimate(this.volume, encodeStatics({ streams: this.statics() }).length);
  }

  /** Energies, volume and inverted elements of the present state at `time`, s. */
  statistics(time: number): EntityStats {
    this.settle();
    return this.measured.at(time);
  }

  dispose(): void {
    this.integrator.volume?.dispose();
    this.operators.dispose();
  }
}
