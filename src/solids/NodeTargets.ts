/** Vertices that follow prescribed positions, constrained or pulled by springs. Knows nothing of where they come from. */
export interface NodeTargets {
  /** Vertices of the body, each at most once. */
  readonly vertices: Uint32Array;
  /** Absent: the vertices are exactly where the targets are. Present: springs pull them. */
  readonly spring?: TargetSpring;
  /** Whether the targets hold at `time` (s); false releases the vertices with the velocity they have. */
  activeAt(time: number): boolean;
  /** out = target positions at `time` (s), xyz per entry of `vertices`, m. Continuous while active. */
  positionsAt(time: number, out: Float64Array): void;
  /** The substep (s) that `positionsAt` is asked about from now on: for targets on bodies that move in the same substep. */
  beginStep?(start: number, end: number): void;
  /** out = target positions at the end of that substep once such bodies have moved; left out, those of `positionsAt`. */
  movedPositions?(out: Float64Array): void;
}

export interface TargetSpring {
  /** N/m per vertex. Explicit: a substep is at most half of 1 / sqrt(stiffness / mass). */
  readonly stiffness: number;
  /** Factor of the stiffness per entry of `vertices`, above 0; left out, 1. */
  readonly shares?: Float64Array;
  /** Fraction of critical damping of the vertex' own mass on the spring, 0 to 1. */
  readonly dampingRatio: number;
}

/** Largest product of a target spring's angular frequency and the substep. Stable up to 2; accurate below 0.5. */
const SPRING_STEP = 0.5;

/** Stiffness of the spring of entry `i`, N/m. */
function stiffnessAt(spring: TargetSpring, i: number): number {
  return spring.shares === undefined ? spring.stiffness : spring.stiffness * spring.shares[i];
}

/** The targets of one body over one substep. */
export class TargetSet {
  /** 1 for every vertex that a hard target constrains in the running substep. */
  readonly held: Uint8Array;
  /** Velocities (m/s) that take constrained vertices to their targets by the end of the substep; others are not written. */
  readonly velocities: Float64Array;
  anyHeld = false;
  private readonly targets: readonly NodeTargets[];
  private readonly starts: Float64Array[];
  private readonly ends: Float64Array[];
  private readonly active: Uint8Array;
  private rate = 0;

  constructor(targets: readonly NodeTargets[], vertexCount: number) {
    this.targets = targets;
    this.held = new Uint8Array(vertexCount);
    this.velocities = new Float64Array(targets.length === 0 ? 0 : 3 * vertexCount);
    this.starts = targets.map((target) => new Float64Array(3 * target.vertices.length));
    this.ends = targets.map((target) => new Float64Array(3 * target.vertices.length));
    this.active = new Uint8Array(targets.length);
  }

  /** Longest stable substep of the target springs, s. */
  longestStep(masses: Float64Array): number {
    let frequency = 0;
    for (const { spring, vertices } of this.targets) {
      if (spring === undefined) continue;
      for (let i = 0; i < vertices.length; i++) {
        frequency = Math.max(frequency, Math.sqrt(stiffnessAt(spring, i) / masses[vertices[i]]));
      }
    }
    return frequency > 0 ? SPRING_STEP / frequency : Infinity;
  }

  /**
   * Samples the targets at both ends of a substep (s). Constrained vertices have the velocity that takes them from `positions` to their target in `step` (s).
   */
  beginStep(start: number, end: number, positions: Float64Array, step = end - start): void {
    if (this.targets.length === 0) return;
    this.held.fill(0);
    this.anyHeld = false;
    this.rate = 1 / (end - start);
    for (let t = 0; t < this.targets.length; t++) {
      const target = this.targets[t];
      this.active[t] = target.activeAt((start + end) / 2) ? 1 : 0;
      if (this.active[t] === 0) continue;
      target.beginStep?.(start, end);
      target.positionsAt(end, this.ends[t]);
      if (target.spring === undefined) this.hold(target.vertices, this.ends[t], positions, 1 / step);
      else target.positionsAt(start, this.starts[t]);
    }
  }

  private hold(vertices: Uint32Array, ends: Float64Array, positions: Float64Array, rate: number): void {
    this.anyHeld ||= vertices.length > 0;
    for (let i = 0; i < vertices.length; i++) {
      const v = vertices[i];
      this.held[v] = 1;
      for (let axis = 0; axis < 3; axis++) {
        this.velocities[3 * v + axis] = (ends[3 * i + axis] - positions[3 * v + axis]) * rate;
      }
    }
  }

  /** velocity = target velocity for constrained vertices. */
  imposeVelocities(velocity: Float64Array): void {
    if (!this.anyHeld) return;
    for (let v = 0; v < this.held.length; v++) {
      if (this.held[v] === 0) continue;
      for (let k = 3 * v; k < 3 * v + 3; k++) velocity[k] = this.velocities[k];
    }
  }

  /** position = target position at the end of the substep for constrained vertices: exactly, without rounding of x + dt v. */
  imposePositions(positions: Float64Array): void {
    for (let t = 0; t < this.targets.length; t++) {
      const { vertices, spring } = this.targets[t];
      if (this.active[t] === 0 || spring !== undefined) continue;
      this.targets[t].movedPositions?.(this.ends[t]);
      for (let i = 0; i < vertices.length; i++) {
        for (let axis = 0; axis < 3; axis++) positions[3 * vertices[i] + axis] = this.ends[t][3 * i + axis];
      }
    }
  }

  /** force += k (target - x), targets at the end of the substep, N; stiffness += k, N/m per vertex. */
  addSpringPulls(positions: Float64Array, force: Float64Array, stiffness: Float64Array): void {
    for (let t = 0; t < this.targets.length; t++) {
      const { vertices, spring } = this.targets[t];
      if (this.active[t] === 0 || spring === undefined) continue;
      for (let i = 0; i < vertices.length; i++) {
        const v = vertices[i];
        const k = stiffnessAt(spring, i);
        stiffness[v] += k;
        for (let axis = 0; axis < 3; axis++) {
          force[3 * v + axis] += k * (this.ends[t][3 * i + axis] - positions[3 * v + axis]);
        }
      }
    }
  }

  /** force += k (target - x) - 2 zeta sqrt(k m) (v - target velocity), target at the middle of the substep. N. */
  addSpringForces(positions: Float64Array, velocity: Float64Array, masses: Float64Array, force: Float64Array): void {
    for (let t = 0; t < this.targets.length; t++) {
      const { vertices, spring } = this.targets[t];
      if (this.active[t] === 0 || spring === undefined) continue;
      const start = this.starts[t];
      const end = this.ends[t];
      for (let i = 0; i < vertices.length; i++) {
        const v = vertices[i];
        const stiffness = stiffnessAt(spring, i);
        const damping = 2 * spring.dampingRatio * Math.sqrt(stiffness * masses[v]);
        for (let axis = 0; axis < 3; axis++) {
          const k = 3 * v + axis;
          const from = start[3 * i + axis];
          const to = end[3 * i + axis];
          force[k] += stiffness * ((from + to) / 2 - positions[k]) - damping * (velocity[k] - (to - from) * this.rate);
        }
      }
    }
  }
}
