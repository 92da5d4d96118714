import type { EmbeddedVertices } from '../EmbeddedVertices.ts';
import type { NodeTargets, TargetSpring } from '../NodeTargets.ts';
import type { ChangingMaterial } from '../ChangingMaterial.ts';
import type { StepLimit, Substep, Term } from './Term.ts';

/** Largest product of a target spring's angular frequency and the substep. Stable up to 2; accurate below 0.5. */
const SPRING_STEP = 0.5;

/** Stiffness of the spring of entry `i`, N/m. */
function stiffnessAt(spring: TargetSpring, i: number): number {
  return spring.shares === undefined ? spring.stiffness : spring.stiffness * spring.shares[i];
}

/** What pins ask of a body over a substep: vertices that are constrained to targets, and springs that pull others to theirs. */
export class TargetTerm implements Term {
  /** 1 for every vertex that contact leaves alone in the running substep: that a hard target constrains, or that is embedded in a rigid body. */
  readonly constrained: Uint8Array;
  /** 1 for every vertex that a hard target constrains in the running substep. */
  readonly prescribed: Uint8Array;
  /** Vertices that are parts of rigid bodies. */
  readonly embedded: readonly EmbeddedVertices[];
  /** Velocities (m/s) that take constrained vertices to their targets by the end of the substep; others are not written. */
  readonly velocities: Float64Array;
  anyConstrained = false;
  private readonly targets: readonly NodeTargets[];
  private readonly starts: Float64Array[];
  private readonly ends: Float64Array[];
  private readonly active: Uint8Array;
  /** Factor of the stiffness of each target's springs in the running substep. */
  private readonly strengths: Float64Array;
  private rate = 0;
  /** kg per vertex. */
  private readonly masses: Float64Array;
  private readonly material: Pick<ChangingMaterial, 'densityRatio'> | undefined;
  /** Longest stable step of the springs with the masses that the body was made with, s. */
  private readonly springStep: number;

  /** `masses`: kg per vertex; `material`: what changes them. */
  constructor(
    targets: readonly NodeTargets[],
    masses: Float64Array,
    material?: Pick<ChangingMaterial, 'densityRatio'>,
    embedded: readonly EmbeddedVertices[] = [],
  ) {
    const vertexCount = masses.length;
    this.targets = targets;
    this.embedded = embedded;
    this.masses = masses;
    this.material = material;
    this.springStep = this.longestSpringStep();
    this.constrained = new Uint8Array(vertexCount);
    this.prescribed = embedded.length === 0 ? this.constrained : new Uint8Array(vertexCount);
    this.velocities = new Float64Array(targets.length === 0 ? 0 : 3 * vertexCount);
    this.starts = targets.map((target) => new Float64Array(3 * target.vertices.length));
    this.ends = targets.map((target) => new Float64Array(3 * target.vertices.length));
    this.active = new Uint8Array(targets.length);
    this.strengths = new Float64Array(targets.length).fill(1);
  }

  /** Whether any target constrains or pulls in the running substep. */
  get acts(): boolean {
    for (let t = 0; t < this.active.length; t++) if (this.active[t] !== 0) return true;
    return false;
  }

  /** Finds which vertices are constrained: in a loaded state as in one that has moved there. */
  limitStep(limit: StepLimit): void {
    const middle = (limit.start + limit.end) / 2;
    this.release(middle);
    for (let t = 0; t < this.targets.length; t++) {
      const { vertices, spring } = this.targets[t];
      if (spring !== undefined || !this.targets[t].activeAt(middle)) continue;
      this.anyConstrained ||= vertices.length > 0;
      for (let i = 0; i < vertices.length; i++) this.constrained[vertices[i]] = this.prescribed[vertices[i]] = 1;
    }
    limit.longest = Math.min(limit.longest, this.springStep * Math.sqrt(this.material?.densityRatio ?? 1));
  }

  /** Samples the targets at both ends of the substep; constrained vertices reach theirs from where the step of the scheme starts. */
  beginStep({ start, end, from, h }: Substep): void {
    this.sample(start, end, from, h);
  }

  /**
   * Samples the targets at both ends of a substep (s). Constrained vertices have the velocity that takes them from `positions` to their target in `step` (s).
   */
  sample(start: number, end: number, positions: Float64Array, step: number): void {
    if (this.targets.length === 0 && this.embedded.length === 0) return;
    this.release((start + end) / 2);
    this.rate = 1 / (end - start);
    for (let t = 0; t < this.targets.length; t++) {
      const target = this.targets[t];
      this.active[t] = target.activeAt((start + end) / 2) ? 1 : 0;
      if (this.active[t] === 0) continue;
      target.beginStep?.(start, end);
      target.positionsAt(end, this.ends[t]);
      if (target.spring === undefined) this.hold(target.vertices, this.ends[t], positions, 1 / step);
      else {
        target.positionsAt(start, this.starts[t]);
        this.strengths[t] = target.spring.strengthAt?.((start + end) / 2) ?? 1;
      }
    }
  }

  /** Leaves constrained what is embedded at `time`, s, alone. */
  private release(time: number): void {
    const { constrained, embedded } = this;
    constrained.fill(0);
    this.prescribed.fill(0);
    this.anyConstrained = false;
    for (let e = 0; e < embedded.length; e++) {
      if (!embedded[e].activeAt(time)) continue;
      const { vertices } = embedded[e];
      for (let i = 0; i < vertices.length; i++) constrained[vertices[i]] = 1;
    }
  }

  private hold(vertices: Uint32Array, ends: Float64Array, positions: Float64Array, rate: number): void {
    this.anyConstrained ||= vertices.length > 0;
    for (let i = 0; i < vertices.length; i++) {
      const v = vertices[i];
      this.constrained[v] = this.prescribed[v] = 1;
      for (let axis = 0; axis < 3; axis++) {
        this.velocities[3 * v + axis] = (ends[3 * i + axis] - positions[3 * v + axis]) * rate;
      }
    }
  }

  /** velocity = target velocity for constrained vertices. */
  imposeVelocities(velocity: Float64Array): void {
    if (!this.anyConstrained) return;
    for (let v = 0; v < this.prescribed.length; v++) {
      if (this.prescribed[v] === 0) continue;
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
        const k = this.strengths[t] * stiffnessAt(spring, i);
        stiffness[v] += k;
        for (let axis = 0; axis < 3; axis++) {
          force[3 * v + axis] += k * (this.ends[t][3 * i + axis] - positions[3 * v + axis]);
        }
      }
    }
  }

  /** force += k (target - x) - 2 zeta sqrt(k m) (v - target velocity), target at the middle of the substep. N. */
  addForce(positions: Float64Array, velocity: Float64Array, force: Float64Array): void {
    const { masses } = this;
    for (let t = 0; t < this.targets.length; t++) {
      const { vertices, spring } = this.targets[t];
      if (this.active[t] === 0 || spring === undefined) continue;
      const start = this.starts[t];
      const end = this.ends[t];
      for (let i = 0; i < vertices.length; i++) {
        const v = vertices[i];
        const stiffness = this.strengths[t] * stiffnessAt(spring, i);
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

  /** Returns the energy of the springs whose targets are in the middle of the substep, J. */
  energyAt(x: Float64Array): number {
    let energy = 0;
    for (let t = 0; t < this.targets.length; t++) {
      const { vertices, spring } = this.targets[t];
      if (this.active[t] === 0 || spring === undefined) continue;
      for (let i = 0; i < vertices.length; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const target = (this.starts[t][3 * i + axis] + this.ends[t][3 * i + axis]) / 2;
          energy += 0.5 * this.strengths[t] * stiffnessAt(spring, i) * (x[3 * vertices[i] + axis] - target) ** 2;
        }
      }
    }
    return energy;
  }

  addDifferential(dx: Float64Array, force: Float64Array): void {
    for (let t = 0; t < this.targets.length; t++) {
      const { vertices, spring } = this.targets[t];
      if (this.active[t] === 0 || spring === undefined) continue;
      for (let i = 0; i < vertices.length; i++) {
        const v = vertices[i];
        const stiffness = this.strengths[t] * stiffnessAt(spring, i);
        for (let k = 3 * v; k < 3 * v + 3; k++) force[k] -= stiffness * dx[k];
      }
    }
  }

  private longestSpringStep(): number {
    let frequency = 0;
    for (const { spring, vertices } of this.targets) {
      if (spring === undefined) continue;
      for (let i = 0; i < vertices.length; i++) {
        frequency = Math.max(frequency, Math.sqrt(stiffnessAt(spring, i) / this.masses[vertices[i]]));
      }
    }
    return frequency > 0 ? SPRING_STEP / frequency : Infinity;
  }
}
