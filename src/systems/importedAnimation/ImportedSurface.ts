import { DeformingCollider, type MovingSurface } from '../../collision/deforming/DeformingCollider.ts';
import { atPlace, CoreError } from '../../base/errors.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import { encodeStatics } from '../../frames/Statics.ts';
import { meshStream, staticMesh } from '../../frames/makeStreams.ts';
import type { StaticStream } from '../../frames/StaticStream.ts';
import type { Stream } from '../../frames/Stream.ts';
import { surfaceAsShell } from '../../geometry/surfaceAsShell.ts';
import type { ShellMesh } from '../../geometry/TetMesh.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import { isClosedSurface } from '../../geometry/welding/isClosedSurface.ts';
import type { Estimate } from '../../scene/Kinds.ts';
import type { ImportedAnimation } from '../../scene/kinds/importedAnimation.ts';
import { frameToSeconds, startFrame } from '../../scene/Scene.ts';
import { KinematicSurface } from '../../simulation/animated/KinematicSurface.ts';
import type { SampledGeometry } from '../../simulation/animated/SampledGeometry.ts';
import type { PrescribedSurface } from '../../simulation/attachment/PrescribedSurface.ts';
import type { TouchingBody } from '../../simulation/SimulatedBody.ts';
import type { System } from '../../simulation/System.ts';
import type { SystemContext } from '../SystemKind.ts';
import { animationWarnings } from './animationWarnings.ts';
import { lastMovingFrame, placedAnimation } from './animationSource.ts';

/** An animation of the scene: a surface that moves as its samples say, and that others meet where it collides. */
export class ImportedSurface implements System {
  readonly id: string;
  /** The surface alone: its state follows from the time. */
  readonly surface: KinematicSurface;
  readonly state = new SystemState();
  private readonly entity: ImportedAnimation;
  private readonly context: SystemContext;
  private readonly geometry: SampledGeometry;
  /** The surface where the shot begins, in world axes. */
  private readonly rest: ShellMesh;

  /** `geometry`: of one topology. Throws `document-invalid` for what cannot be simulated, and what reading the first sample throws. */
  constructor(entity: ImportedAnimation, context: SystemContext, geometry: SampledGeometry) {
    const { scene, quality } = context;
    const { id } = entity;
    this.id = id;
    this.entity = entity;
    this.context = context;
    this.geometry = geometry;
    const time = frameToSeconds(scene, startFrame(scene));
    const { triangles, positions } = geometry.sample(geometry.start);
    this.surface = new KinematicSurface({
      geometry: placedAnimation(entity, scene, geometry),
      vertexCount: positions.length / 3,
      triangles,
      time,
      isClosed: entity.collision.surface === 'closed',
      friction: entity.collision.friction,
      minSubsteps: 1,
      maxSubsteps: scene.quality[quality].maxSubsteps,
    });
    this.rest = surfaceAsShell(id, this.surface.positions.slice(), triangles);
    checkClosed(entity, this.rest.mesh);
  }

  stepped(): KinematicSurface {
    return this.surface;
  }

  get touching(): TouchingBody | undefined {
    const { collision } = this.entity;
    if (!collision.enabled) return undefined;
    const { positions, triangles } = this.rest.mesh;
    const { masses } = this.surface;
    const { friction, thickness } = collision;
    return {
      contact: { self: false, others: true, friction, thickness: 0 },
      stepped: this.surface,
      surface: () => ({ triangles, positions, masses, thickness }),
      isCollider: true,
    };
  }

  /** The surface as bodies of a thickness, m, meet it: as far away as contact between bodies keeps them; without one, the inside of a closed surface. */
  deformingCollider(thickness?: number, friction?: number): DeformingCollider | undefined {
    const { collision } = this.entity;
    if (!collision.enabled) return undefined;
    if (thickness === undefined && collision.surface === 'open') return undefined;
    const offset = thickness === undefined ? 0 : (collision.thickness + thickness) / 2;
    return new DeformingCollider(this.surface, offset, friction);
  }

  /** The surface as pins follow it, whether it collides or not. */
  get prescribedSurface(): PrescribedSurface {
    const { positions, triangles } = this.rest.mesh;
    return {
      id: this.id,
      triangles,
      positions,
      isClosed: this.entity.collision.surface === 'closed',
      positionsAt: (time) => this.surface.positionsAt(time),
    };
  }

  get movingSurface(): MovingSurface | undefined {
    return this.entity.collision.enabled ? this.surface : undefined;
  }

  resumeAt(time: number): void {
    this.surface.moveTo(time);
  }

  /** Failures name the animation and the frame. */
  within<T>(frame: number, _start: number, _end: number, work: () => T): T {
    return atPlace(`animation '${this.id}', frame ${frame}`, work);
  }

  streams(): Stream[] {
    return [meshStream(this.id, this.surface, [])];
  }

  statics(): StaticStream[] {
    return [staticMesh(this.id, this.rest, [])];
  }

  estimate(): Estimate {
    const { positions, triangles } = this.rest.mesh;
    return {
      count: triangles.length / 3,
      counted: 'triangles',
      memoryBytes: encodeStatics({ streams: this.statics() }).length,
      frameBytes: 8 * positions.length,
    };
  }

  setupWarnings(): readonly string[] {
    const { entity, context, geometry } = this;
    const lastFrame = lastMovingFrame(entity, context.scene, geometry);
    return animationWarnings(entity, context, { rest: this.rest.mesh, lastFrame });
  }

  dispose(): void {
    this.geometry.close();
  }
}

function checkClosed({ id, collision }: ImportedAnimation, mesh: TriMesh): void {
  if (!collision.enabled || collision.surface !== 'closed' || isClosedSurface(mesh)) return;
  throw new CoreError('document-invalid', 'it is to be met as a closed surface, but it has holes or loose edges', {
    place: `animation '${id}'`,
    remedy: 'Choose the open surface, which is met from both sides, or close the mesh where it was made.',
  });
}
