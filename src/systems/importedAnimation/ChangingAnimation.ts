import { atPlace, CoreError } from '../../base/errors.ts';
import { DeformingCollider, type MovingSurface } from '../../collision/deforming/DeformingCollider.ts';
import { meshMotion, meshTriangles, staticMesh, surfaceStream } from '../../frames/makeStreams.ts';
import type { StaticStream } from '../../frames/StaticStream.ts';
import type { Stream } from '../../frames/Stream.ts';
import { surfaceAsShell } from '../../geometry/surfaceAsShell.ts';
import type { ShellMesh } from '../../geometry/TetMesh.ts';
import { isClosedSurface } from '../../geometry/welding/isClosedSurface.ts';
import { pinsOf } from '../../scene/capabilities.ts';
import type { Estimate } from '../../scene/Kinds.ts';
import { changingRefusal, type ImportedAnimation } from '../../scene/kinds/importedAnimation.ts';
import { frameToSeconds, isKind, startFrame, type Scene } from '../../scene/Scene.ts';
import { ChangingSurface } from '../../simulation/animated/ChangingSurface.ts';
import type { PlacedGeometry } from '../../simulation/animated/PlacedGeometry.ts';
import type { SampledGeometry } from '../../simulation/animated/SampledGeometry.ts';
import type { System } from '../../simulation/System.ts';
import type { SystemContext } from '../SystemKind.ts';
import { lastMovingFrame, placedAnimation } from './animationSource.ts';
import { animationWarnings } from './animationWarnings.ts';

/** A surface at a time, in the shot. */
interface ShownSurface {
  /** xyz per vertex, m and m/s. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly triangles: Uint32Array;
}

/** An animation of the scene whose triangles change from sample to sample: it is shown as it is, and met by signed distance where it is closed. Nothing can follow it. */
export class ChangingAnimation implements System {
  readonly id: string;
  /** What rigid bodies, and by `deformingCollider` others, meet of it. */
  readonly movingSurface: MovingSurface | undefined;
  private readonly entity: ImportedAnimation;
  private readonly context: SystemContext;
  private readonly source: SampledGeometry;
  private readonly geometry: PlacedGeometry;
  /** The surface where the shot begins, in world axes. */
  private readonly rest: ShellMesh;

  /** Throws `document-invalid` for what asks for one topology, and what reading the first sample throws. */
  constructor(entity: ImportedAnimation, context: SystemContext, source: SampledGeometry) {
    const { scene } = context;
    const { id, collision } = entity;
    this.id = id;
    this.entity = entity;
    this.context = context;
    this.source = source;
    refuseChanging(entity, scene);
    this.geometry = placedAnimation(entity, scene, source);
    const { positions, triangles } = this.shownAt(frameToSeconds(scene, startFrame(scene)));
    this.rest = surfaceAsShell(id, positions, triangles);
    checkBeginning(entity, this.rest.mesh);
    const { times } = source;
    if (!collision.enabled || times === undefined) return;
    this.movingSurface = new ChangingSurface({ source, geometry: this.geometry, times, friction: collision.friction });
  }

  /** The surface as bodies of a thickness, m, meet it, or its inside. */
  deformingCollider(thickness?: number, friction?: number): DeformingCollider | undefined {
    const { movingSurface, entity } = this;
    if (movingSurface === undefined) return undefined;
    const offset = thickness === undefined ? 0 : (entity.collision.thickness + thickness) / 2;
    return new DeformingCollider(movingSurface, offset, friction);
  }

  /** Failures name the animation and the frame. */
  within<T>(frame: number, _start: number, _end: number, work: () => T): T {
    return atPlace(`animation '${this.id}', frame ${frame}`, work);
  }

  streams(time: number): Stream[] {
    const { triangles, ...motion } = this.shownAt(time);
    return [surfaceStream(this.id, motion, triangles)];
  }

  statics(): StaticStream[] {
    const made = staticMesh(this.id, this.rest, [], { topology: 'changing' });
    return [{ ...made, attributes: [...meshMotion, meshTriangles] }];
  }

  estimate(): Estimate {
    const { positions, triangles } = this.rest.mesh;
    const frameBytes = 8 * positions.length + 4 * triangles.length;
    return { count: triangles.length / 3, counted: 'triangles at first', memoryBytes: 8 * frameBytes, frameBytes };
  }

  setupWarnings(): readonly string[] {
    const { entity, context, source, rest } = this;
    const lastFrame = lastMovingFrame(entity, context.scene, source);
    const warnings = animationWarnings(entity, context, { rest: rest.mesh, lastFrame });
    if (this.movingSurface === undefined || source.hasVelocities === true) return warnings;
    return [
      ...warnings,
      `animation '${this.id}' collides, but its triangles change and its file has no velocities: it jumps from sample to sample and carries nothing along; export its velocities with it`,
    ];
  }

  dispose(): void {
    this.source.close();
  }

  private shownAt(time: number): ShownSurface {
    const { source, geometry } = this;
    const { length } = source.sample(geometry.sourceTimeAt(time)).positions;
    const [positions, velocities] = [new Float64Array(length), new Float64Array(length)];
    const { triangles } = geometry.writeAt(time, positions, velocities);
    return { positions, velocities, triangles: triangles.slice() };
  }
}

/** Throws `document-invalid` for what follows the vertices of an animation that does not keep them. */
function refuseChanging({ id, collision, preRoll }: ImportedAnimation, { entities }: Scene): void {
  const refuse = (message: string, remedy: string): never => {
    throw new CoreError('document-invalid', `its triangles change from sample to sample, so that ${message}`, {
      place: `animation '${id}'`,
      remedy,
    });
  };
  const { enabled: collides, surface } = collision;
  const refusal = changingRefusal({ collides, surface, preRoll: preRoll.kind });
  if (refusal !== undefined) refuse(refusal.reason, refusal.remedy);
  const pin = pinsOf(entities).find(({ follow }) => follow === id);
  if (pin !== undefined) {
    refuse(`pin '${pin.id}' cannot follow it`, `Attach pin '${pin.id}' to another object.`);
  }
  const solid = entities.filter(isKind('solid')).find((one) => one.enabled && one.animatedTarget?.animation === id);
  const formed = entities.filter(isKind('solid')).find((one) => {
    const shape = one.plasticity?.goal?.shape;
    return one.enabled && shape?.kind === 'animation' && shape.animation === id;
  });
  if (formed !== undefined)
    refuse(`it cannot be the goal of solid '${formed.id}'`, `Choose another goal of solid '${formed.id}'.`);
  if (solid !== undefined) {
    refuse(`it cannot be the target of solid '${solid.id}'`, `Choose another target of solid '${solid.id}'.`);
  }
}

function checkBeginning({ id, collision }: ImportedAnimation, mesh: ShellMesh['mesh']): void {
  if (!collision.enabled || (mesh.triangles.length > 0 && isClosedSurface(mesh))) return;
  const found = mesh.triangles.length === 0 ? 'it is empty' : 'it has holes or loose edges';
  throw new CoreError('document-invalid', `it is to be met as a closed surface, but ${found} where the shot begins`, {
    place: `animation '${id}'`,
    remedy: 'Turn its collisions off, or close the mesh where it was made.',
  });
}
