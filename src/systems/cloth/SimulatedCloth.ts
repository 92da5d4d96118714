import { escapeSpeed } from '../../collision/escapeSpeed.ts';
import type { BoundaryTarget } from '../../simulation/boundaries/Meeting.ts';
import { atPlace, CoreError } from '../../base/errors.ts';
import type { SystemState } from '../../base/state/SystemState.ts';
import { enclosedVolume } from '../../geometry/enclosedVolume.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import type { DeclaredAttribute } from '../../frames/AttributeDisplay.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import { encodeStatics } from '../../frames/Statics.ts';
import type { Estimate } from '../../scene/Kinds.ts';
import { bodyEstimate } from '../bodyEstimate.ts';
import { meshStream, staticMesh, withValues } from '../../frames/makeStreams.ts';
import type { StaticStream } from '../../frames/StaticStream.ts';
import type { Attribute, Stream } from '../../frames/Stream.ts';
import { meanEdge } from '../../geometry/meanEdge.ts';
import type { ShellMesh } from '../../geometry/TetMesh.ts';
import { pinsOn } from '../../scene/capabilities.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { ShellPlasticity } from '../../scene/properties/shellPlasticity.ts';
import type { QualityName, Scene } from '../../scene/Scene.ts';
import { ClothBody } from '../../solids/cloth/ClothBody.ts';
import type { ShellOperatorsFactory } from '../../solids/cloth/ShellOperators.ts';
import type { EmbeddedVertices } from '../../solids/EmbeddedVertices.ts';
import type { ShellYield } from '../../solids/cloth/ShellPlasticity.ts';
import type { ShellVolumeSettings } from '../../solids/cloth/shellVolume.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import { accelerationFields } from '../../simulation/keyed/accelerationFields.ts';
import { plasticStrain, ringArea } from '../../simulation/bodyAttributes.ts';
import { checkStorable } from '../../simulation/checkStorable.ts';
import { createMembraneModel } from './membraneModel.ts';
import { clothColliders } from './clothColliders.ts';
import type { AttachmentParent } from '../../simulation/attachment/AttachedPoints.ts';
import type { RigidParent } from '../../simulation/attachment/RigidParent.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import { insideWarnings, thicknessWarnings } from './clothWarnings.ts';
import { CoupledBody } from '../../simulation/immersion/CoupledBody.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';
import { clothWarnings } from '../../simulation/immersion/coupledWarnings.ts';
import { BodyPins } from '../../simulation/attachment/BodyPins.ts';
import type { PrescribedSurface } from '../../simulation/attachment/PrescribedSurface.ts';
import { placePoints, spinVelocities, unscaledPoints } from '../../simulation/rest/placement.ts';
import type { MassPoints } from '../../simulation/MassPoints.ts';
import type { SimulatedBody, TouchingBody } from '../../simulation/SimulatedBody.ts';
import { surfaceSides } from './surfaceSides.ts';

export interface SimulatedClothInput {
  readonly scene: Scene;
  readonly cloth: Cloth;
  /** Mesh in the cloth's own frame, scaled. */
  readonly shell: ShellMesh;
  readonly colliders: readonly KeyedCollider[];
  /** Surfaces that deform as prescribed, as its layer meets them. */
  readonly deformingColliders: readonly ContactCollider[];
  /** Ids of what it is attached to, and those of these that are attachment parents. */
  readonly attached: readonly string[];
  readonly parents: readonly AttachmentParent[];
  /** Surfaces that move as prescribed, which its pins may follow. */
  readonly surfaces: readonly PrescribedSurface[];
  /** The rigid bodies of the shot. */
  readonly rigid: readonly RigidParent[];
  readonly inputs: KeyedInputs;
  readonly quality: QualityName;
  readonly createShell?: ShellOperatorsFactory;
  /** Walls of the liquid that it moves with; left out, it moves with none. */
  readonly tank?: readonly ContactCollider[] | undefined;
}

/** One piece of cloth or shell of a shot. */
export class SimulatedCloth implements SimulatedBody {
  readonly id: string;
  readonly kind = 'cloth';
  readonly deformable = this;
  readonly attachedTo: readonly string[];
  readonly volume: ShellMesh;
  readonly body: ClothBody;
  readonly pinned = new Set<number>();
  private readonly scene: Scene;
  private readonly cloth: Cloth;
  private readonly isInLiquid: boolean;
  private immersed: ImmersedBody | undefined;
  private readonly startWarnings: readonly string[];

  constructor({
    scene,
    cloth,
    shell,
    colliders,
    deformingColliders,
    attached,
    parents,
    surfaces,
    rigid,
    inputs,
    quality,
    createShell,
    tank,
  }: SimulatedClothInput) {
    const settings = scene.quality[quality];
    const { id, fabric, transform } = cloth;
    this.id = id;
    this.attachedTo = attached;
    this.scene = scene;
    this.cloth = cloth;
    this.isInLiquid = tank !== undefined;
    const ownPositions = unscaledPoints(shell.mesh.positions, transform);
    const positions = placePoints(shell.mesh.positions, transform);
    const surface = { ...shell.surface, positions: placePoints(shell.surface.positions, transform) };
    this.volume = { ...shell, mesh: { ...shell.mesh, positions }, surface };
    const fields = accelerationFields(scene, id, inputs);
    const { triangles } = shell.mesh;
    const followed = [...colliders, ...surfaces, ...parents, ...rigid];
    const pins = new BodyPins(pinsOn(id, scene.entities), { positions, ownPositions }, inputs, followed);
    const keyed = () => inputs.of(cloth);
    const met =
      cloth.liesOn?.touches === false ? colliders.filter((other) => other.id !== cloth.liesOn?.body) : colliders;
    if (tank !== undefined) checkEmbedded(pins.embedded, id);
    for (const { vertices } of pins.embedded) for (const vertex of vertices) this.pinned.add(vertex);
    const bodyInput = {
      shell: {
        restPositions: positions,
        triangles,
        areaDensity: fabric.areaDensity,
        membraneStiffness: fabric.membraneStiffness,
        model: createMembraneModel(cloth),
        poissonRatio: fabric.poissonRatio,
        bendingStiffness: fabric.bendingStiffness,
        dampingTime: fabric.dampingTime,
        warpFactor: fabric.warp,
        weftFactor: fabric.weft,
        warpDirections: grainAlongX(triangles, transform),
      },
      positions,
      gravityAt: (time: number, out: Float64Array) => fields.accelerationAt(time, out),
      dragAt: (time: number) => fields.dragAt(time) + inputs.value(keyed().drag, time),
      strengthAt: (time: number) => inputs.value(keyed().strength, time),
      embedded: pins.embedded,
      colliders: [...clothColliders([...met, ...(tank ?? [])], fabric.thickness), ...deformingColliders],
      inLiquid: tank !== undefined,
      tolerance: settings.solverTolerance,
      maxIterations: settings.maxIterations,
      minSubsteps: Math.max(settings.minSubsteps, cloth.substeps),
      maxSubsteps: settings.maxSubsteps,
      yields: cloth.plasticity.enabled ? yieldOf(cloth.plasticity) : undefined,
      volume: tank === undefined ? keptVolume(cloth, triangles) : undefined,
      surface: surfaceSides(cloth, [...colliders, ...parents], { positions, triangles }),
    };
    this.body = new ClothBody({
      ...bodyInput,
      createOperators: createShell,
      velocitiesOf: (masses) => spinVelocities(positions, masses, cloth.velocity, cloth.angularVelocity),
      targetsOf: (masses) => {
        const targets = pins.targets(masses);
        for (const { spring, vertices } of targets) {
          if (spring === undefined) for (const vertex of vertices) this.pinned.add(vertex);
        }
        return targets;
      },
    });
    this.startWarnings = [
      ...insideWarnings({ id, positions, held: this.pinned }, met),
      ...pins.warnings(),
      ...thicknessWarnings(cloth, meanEdge(positions, triangles)),
    ];
  }

  get motion(): { readonly positions: Float64Array; readonly velocities: Float64Array } {
    return this.body;
  }

  get touching(): TouchingBody {
    const { contact, fabric } = this.cloth;
    const { positions, triangles } = this.volume.mesh;
    const { masses } = this.body;
    return {
      contact: { ...contact, thickness: 0 },
      solvesColliders: true,
      stepped: this.body,
      surface: () => ({ triangles, positions, masses, thickness: fabric.thickness }),
    };
  }

  /** The cloth as the liquid sees it in which it is immersed; undefined where it is in none. */
  get coupled(): ImmersedBody | undefined {
    if (!this.isInLiquid) return undefined;
    this.immersed ??= new CoupledBody(this.id, this.volume.mesh.triangles, this.body, true);
    return this.immersed;
  }

  get met(): BoundaryTarget | undefined {
    if (this.isInLiquid) return undefined;
    const { mesh } = this.volume;
    return {
      id: this.id,
      stepped: this.body,
      edge: meanEdge(mesh.positions, mesh.triangles),
      offset: this.cloth.fabric.thickness / 2,
      size: escapeSpeed(mesh.positions),
      points: () => undefined,
    };
  }

  get points(): MassPoints {
    return this.body;
  }

  stepped(): SteppedBody {
    return this.body;
  }

  /** Does what belongs to a frame's interval; failures name the cloth and the frame. */
  within<T>(frame: number, _start: number, _end: number, work: () => T): T {
    return atPlace(`cloth '${this.id}', frame ${frame}`, work);
  }

  checkStorable(time: number, dt: number): void {
    checkStorable(this.body, { elements: this.volume.mesh.triangles, elementKind: 'shell' }, time, dt);
  }

  get attributes(): readonly DeclaredAttribute[] {
    return [
      ...(this.body.plasticity === undefined ? [] : [plasticStrain]),
      ...(this.keptAreas === undefined ? [] : [ringArea]),
    ];
  }

  streams(): Stream[] {
    return [this.stream()];
  }

  statics(): StaticStream[] {
    const measuredVolume = this.encloses ? this.enclosedAt(this.volume.mesh.positions) : undefined;
    return [staticMesh(this.id, this.volume, this.attributes, { measuredVolume })];
  }

  stream(): Stream {
    return meshStream(this.id, this.body, [...this.dents(), ...this.areas()]);
  }

  /** Whether it keeps the volume that it encloses. */
  private get encloses(): boolean {
    return this.body.volume !== undefined && this.cloth.volumeConservation?.keeps === 'enclosed';
  }

  private enclosedAt(positions: Float64Array): number {
    return enclosedVolume(positions, this.volume.mesh.triangles);
  }

  private get keptAreas(): ClothBody['volume'] {
    return this.cloth.volumeConservation?.keeps === 'area' ? this.body.volume : undefined;
  }

  /** One-ring areas over those at rest, of a cloth that keeps its area. */
  private areas(): Attribute[] {
    const { keptAreas } = this;
    return keptAreas === undefined ? [] : [withValues(ringArea, keptAreas.volumeRatios(this.body.positions))];
  }

  /** How far each triangle is deformed for good. */
  private dents(): Attribute[] {
    const { plasticity } = this.body;
    if (plasticity === undefined) return [];
    const { triangles } = this.volume.mesh;
    const values = new Float32Array(triangles.length / 3);
    plasticity.strains(triangles, values);
    return [withValues(plasticStrain, values)];
  }

  estimate(): Estimate {
    return bodyEstimate(this.volume, encodeStatics({ streams: this.statics() }).length);
  }

  /**
   * Energies of the present state at `time`, s. A surface has no volume but what it encloses, where it keeps that; its triangles are inverted where they face
   * away from what it lies on.
   */
  statistics(time: number): EntityStats {
    const { kinetic, elastic, gravitational } = this.body.energies(time);
    const energies = { kinetic, elastic, gravity: gravitational };
    const { volume: conservation, positions } = this.body;
    const volumeConservation = conservation?.errors(positions);
    const volume = this.encloses ? this.enclosedAt(positions) : 0;
    return {
      invertedElements: this.body.countInverted(),
      volume,
      energies,
      ...(volumeConservation && { sections: { volumeConservation } }),
    };
  }

  /** Returns what the cloth begins inside of, at the first frame, and the liquids that flow through it. */
  warnings(isFirstFrame: boolean): readonly string[] {
    if (!isFirstFrame) return [];
    return [...this.startWarnings, ...clothWarnings(this.scene, this.cloth, this.volume.mesh.positions)];
  }

  get state(): SystemState {
    return this.body.state;
  }

  dispose(): void {
    this.body.volume?.dispose();
    this.body.operators.dispose();
  }
}

/** Throws `document-invalid` for cloth in a liquid whose vertices are to be parts of a rigid body, which would not feel it. */
function checkEmbedded(embedded: readonly EmbeddedVertices[], id: string): void {
  if (embedded.length === 0) return;
  throw new CoreError(
    'document-invalid',
    `it is pinned to the rigid body '${embedded[0].boundary}', but it moves with a liquid, which rigid bodies do not share`,
    { place: `cloth '${id}'`, remedy: 'Pin the cloth to a collider, or take it out of the liquid.' },
  );
}

/** What the document wants kept. Throws `geometry-invalid` where it is what an open surface encloses. */
function keptVolume({ id, volumeConservation }: Cloth, triangles: Uint32Array): ShellVolumeSettings | undefined {
  if (volumeConservation?.enabled !== true) return undefined;
  if (volumeConservation.keeps === 'enclosed' && !isClosed(triangles)) {
    throw new CoreError(
      'geometry-invalid',
      'its enclosed volume is to be conserved, but its surface is open or not manifold',
      {
        place: `cloth '${id}'`,
        remedy: 'Close its holes, or conserve its area.',
      },
    );
  }
  return volumeConservation;
}

/** Whether every edge has two triangles, which run along it in opposite directions. */
function isClosed(triangles: Uint32Array): boolean {
  const edges = new Set<string>();
  for (let corner = 0; corner < triangles.length; corner++) {
    const from = triangles[corner];
    const to = triangles[corner % 3 === 2 ? corner - 2 : corner + 1];
    if (!edges.delete(`${to} ${from}`)) edges.add(`${from} ${to}`);
  }
  return edges.size === 0;
}

function yieldOf({ bendYield, stretchYield, sheetThickness }: ShellPlasticity): ShellYield {
  return { bendStrain: bendYield, stretchStrain: stretchYield, thickness: sheetThickness };
}

/** The grain of every triangle: the cloth's own x axis, turned as it is placed. */
function grainAlongX(triangles: Uint32Array, { rotation }: Cloth['transform']): Float64Array {
  const axis = placePoints(Float64Array.of(1, 0, 0), { position: [0, 0, 0], rotation });
  return Float64Array.from(triangles, (_, k) => axis[k % 3]);
}
