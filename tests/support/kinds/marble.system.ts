import { SystemState } from '../../../src/base/state/SystemState.ts';
import type { DeclaredAttribute } from '../../../src/frames/AttributeDisplay.ts';
import { meshStream, staticMesh, withValues } from '../../../src/frames/makeStreams.ts';
import type { EntityStats } from '../../../src/frames/EntityStats.ts';
import type { StaticStream } from '../../../src/frames/StaticStream.ts';
import type { Stream } from '../../../src/frames/Stream.ts';
import { ballSurface } from '../../../src/geometry/primitives/ballSurface.ts';
import type { ShellMesh } from '../../../src/geometry/TetMesh.ts';
import { accelerationFields } from '../../../src/simulation/keyed/accelerationFields.ts';
import type { MassPoints } from '../../../src/simulation/MassPoints.ts';
import type { System } from '../../../src/simulation/System.ts';
import type { SteppedSystem } from '../../../src/solids/SteppedSystem.ts';
import { SubstepLog, type SubstepReport } from '../../../src/solids/SubstepLog.ts';
import type { SystemContext, SystemKind } from '../../../src/systems/SystemKind.ts';
import type { Marble } from './marble.scene.ts';

/** Share of the period of the spring, over 2 pi, that a substep may last. */
const SHARE = 0.05;
/** Edge of the triangles that the ball is shown with, per radius. */
const EDGE = 0.25;

const springForce: DeclaredAttribute = {
  name: 'spring force',
  unit: 'N',
  location: 'vertex',
  components: 1,
  display: { label: 'Spring force', detail: 'k |x − a|, of the whole ball', range: 'from-zero', least: 0.01 },
};

/** A ball on a spring, moved by the symplectic Euler method: v <- v + dt (g - k / m (x - a)), x <- x + dt v. */
class MarbleSystem implements System, SteppedSystem {
  readonly id: string;
  readonly state: SystemState;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  private readonly position = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  private readonly next = new Float64Array(3);
  readonly points: MassPoints;
  private readonly gravity = new Float64Array(3);
  private readonly fields;
  /** The ball about its centre. */
  private readonly ball: ShellMesh;
  private readonly log = new SubstepLog();
  /** The running substep, s. */
  private start = 0;
  private dt = 0;

  constructor(
    private readonly marble: Marble,
    private readonly context: SystemContext,
  ) {
    const { scene, quality, inputs } = context;
    this.id = marble.id;
    this.minSubsteps = scene.quality[quality].minSubsteps;
    this.maxSubsteps = scene.quality[quality].maxSubsteps;
    this.fields = accelerationFields(scene, marble.id, inputs);
    marble.anchor.forEach((anchor, axis) => (this.position[axis] = anchor + marble.start[axis]));
    this.ball = ballMesh(marble.radius);
    this.points = {
      masses: Float64Array.of(marble.mass),
      constrained: new Uint8Array(1),
      positions: this.position,
      nextPositions: this.next,
      nextVelocity: this.velocity,
    };
    this.state = new SystemState().array('position', this.position).array('velocity', this.velocity);
  }

  streams(time: number): Stream[] {
    const { positions } = this.ball.mesh;
    const count = positions.length / 3;
    const velocities = new Float64Array(positions.length);
    for (let vertex = 0; vertex < count; vertex++) velocities.set(this.velocity, 3 * vertex);
    const force = new Float32Array(count).fill(this.stiffnessAt(time) * this.extension);
    const motion = { positions: movedBy(positions, this.position), velocities };
    return [meshStream(this.id, motion, [withValues(springForce, force)])];
  }

  statics(): StaticStream[] {
    const { mesh, surface, ...rest } = this.ball;
    const { anchor, start } = this.marble;
    const place = anchor.map((value, axis) => value + start[axis]);
    const moved = {
      ...rest,
      mesh: { ...mesh, positions: movedBy(mesh.positions, place) },
      surface: { ...surface, positions: movedBy(surface.positions, place) },
    };
    return [staticMesh(this.id, moved, [springForce])];
  }

  statistics(time: number): EntityStats {
    const { anchor, mass, radius } = this.marble;
    const squared = (values: ArrayLike<number>) => values[0] ** 2 + values[1] ** 2 + values[2] ** 2;
    this.fields.accelerationAt(time, this.gravity);
    const energies = {
      kinetic: 0.5 * mass * squared(this.velocity),
      elastic: 0.5 * this.stiffnessAt(time) * squared(this.position.map((value, axis) => value - anchor[axis])),
      gravity: -mass * this.position.reduce((sum, value, axis) => sum + value * this.gravity[axis], 0),
    };
    const volume = (4 / 3) * Math.PI * radius ** 3;
    return { volume, energies, sections: { spring: { extension: this.extension } } };
  }

  /** Distance of the ball from its anchor, m. */
  private get extension(): number {
    return Math.hypot(...this.marble.anchor.map((value, axis) => this.position[axis] - value));
  }

  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  stepped(): SteppedSystem {
    return this;
  }

  beginInterval(): void {
    this.log.clear();
  }

  maxStep(start: number): number {
    const stiffness = this.stiffnessAt(start);
    return stiffness > 0 ? SHARE * Math.sqrt(this.marble.mass / stiffness) : Infinity;
  }

  predict(start: number, _end: number, dt: number): void {
    const { anchor, mass } = this.marble;
    const pull = this.stiffnessAt(start) / mass;
    this.start = start;
    this.dt = dt;
    this.fields.accelerationAt(start, this.gravity);
    for (let axis = 0; axis < 3; axis++) {
      this.velocity[axis] += dt * (this.gravity[axis] - pull * (this.position[axis] - anchor[axis]));
    }
  }

  integratePositions(): void {
    for (let axis = 0; axis < 3; axis++) this.next[axis] = this.position[axis] + this.dt * this.velocity[axis];
  }

  integrateVelocities(): void {
    // They are those that moved it.
  }

  commit(): void {
    this.position.set(this.next);
    Object.assign(this.log.append(), { start: this.start, dt: this.dt, converged: true });
  }

  rollback(): void {
    // Nothing that it does can fail, and nothing else is in its island.
  }

  private stiffnessAt(time: number): number {
    const { inputs } = this.context;
    return inputs.value(inputs.of(this.marble).stiffness, time);
  }
}

/** The surface of a ball, each vertex of which is one of the mesh. */
function ballMesh(radius: number): ShellMesh {
  const surface = ballSurface(radius, EDGE * radius);
  const count = surface.positions.length / 3;
  const vertices = Uint32Array.from({ length: 3 * count }, (_, k) => Math.floor(k / 3));
  const weights = Float64Array.from({ length: 3 * count }, (_, k) => (k % 3 === 0 ? 1 : 0));
  const mesh = { positions: surface.positions, triangles: surface.faceVertices };
  return { kind: 'shell', mesh, surface, embedding: { size: 3, vertices, weights } };
}

function movedBy(positions: Float64Array, [x, y, z]: ArrayLike<number> & Iterable<number>): Float64Array {
  const shift = [x, y, z];
  return positions.map((value, k) => value + shift[k % 3]);
}

const kind: SystemKind<'marble'> = {
  type: 'marble',
  after: [],
  create: (marble, context) => new MarbleSystem(marble, context),
};

export default kind;
