import { compactSurface, writeVertices } from '../../coupling/compactSurface.ts';
import type { CoupledSurface } from '../../coupling/CoupledSolid.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import type { ImmersedBody } from './ImmersedBody.ts';

/** A solid of a shot whose surface has the vertices of its elements: what its integrator has predicted, and how that responds to pressure. */
export class CoupledBody implements ImmersedBody {
  readonly id: string;
  readonly surface: CoupledSurface;
  readonly isSheet: boolean;
  private readonly integrator: DeformableBody;
  /** N, of the running round. */
  private readonly pressure: Float64Array;
  /** Velocity without the liquid, m/s. */
  private readonly free: Float64Array;

  /** `triangles`: outward triangles of vertices of the body; of a sheet, all of it. */
  constructor(id: string, triangles: Uint32Array, integrator: DeformableBody, isSheet = false) {
    this.id = id;
    this.isSheet = isSheet;
    this.surface = compactSurface(triangles);
    this.integrator = integrator;
    this.pressure = new Float64Array(integrator.positions.length);
    this.free = new Float64Array(integrator.positions.length);
  }

  is(stepped: SteppedBody): boolean {
    return stepped === this.integrator;
  }

  get velocity(): Float64Array {
    return this.integrator.moveVelocity;
  }

  writeSurface(positions: Float64Array): void {
    writeVertices(this.surface, this.integrator.positions, positions);
  }

  predict(): void {
    // The step that moves the bodies has asked its integrator to.
  }

  isCompliant(node: number, direction: Float64Array, at: number): boolean {
    return this.integrator.isCompliant(node, direction, at);
  }

  applyInverse(force: Float64Array): void {
    this.integrator.applyInverse(force);
  }

  applyPressure(force: Float64Array, change: Float64Array, wet: boolean): void {
    const { velocity } = this;
    if (wet) this.integrator.noteLiquid();
    this.pressure.set(force);
    this.free.set(velocity);
    for (let k = 0; k < velocity.length; k++) velocity[k] += change[k];
  }

  settleContact(mayRevise: boolean): boolean {
    if (!this.integrator.applyPressure(this.pressure, mayRevise)) return false;
    this.free.set(this.velocity);
    return true;
  }

  commitPressure(): void {
    this.integrator.commitPressure(this.pressure);
  }

  restoreFreeVelocity(): void {
    this.velocity.set(this.free);
  }

  get speed(): number {
    const { nodes } = this.surface;
    const { velocities } = this.integrator;
    let most = 0;
    for (let k = 0; k < nodes.length; k++) {
      for (let axis = 0; axis < 3; axis++) most = Math.max(most, Math.abs(velocities[3 * nodes[k] + axis]));
    }
    return most;
  }

  finish(): void {
    this.integrator.endPrediction();
  }
}
