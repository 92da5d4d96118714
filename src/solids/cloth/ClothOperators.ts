import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { SolveReport, VelocitySolve } from '../SolidOperators.ts';
import { Bending } from './Bending.ts';
import { FilteredSolve } from './FilteredSolve.ts';
import { findHinges } from './hinges.ts';
import { lumpedMasses } from './lumpedMasses.ts';
import { Membrane } from './Membrane.ts';
import type { ShellInput } from './ShellInput.ts';
import type { ShellOperators } from './ShellOperators.ts';
import { SymmetricBlocks } from './SymmetricBlocks.ts';

/** Forces, stiffness and velocity solve of a shell, as `VelocityStep` asks for them. float64, one thread. */
export class ClothOperators implements ShellOperators {
  readonly vertexCount: number;
  readonly elementCount: number;
  readonly masses: Float64Array;
  readonly elasticForce: Float64Array;
  readonly membrane: Membrane;
  readonly bending: Bending;
  private readonly matrix: SymmetricBlocks;
  private readonly solver: FilteredSolve;
  private at: Float64Array;

  constructor(input: ShellInput) {
    const { restPositions, triangles } = input;
    const count = restPositions.length / 3;
    const hinges = findHinges(triangles);
    this.vertexCount = count;
    this.elementCount = triangles.length / 3;
    this.at = restPositions;
    this.elasticForce = new Float64Array(3 * count);
    this.matrix = new SymmetricBlocks(count, [
      { size: 3, vertices: triangles },
      { size: 4, vertices: hinges },
    ]);
    this.membrane = new Membrane(input, this.matrix);
    this.bending = new Bending(hinges, restPositions, input.bendingStiffness, input.dampingTime, this.matrix);
    this.masses = lumpedMasses(input, this.membrane.areas);
    this.solver = new FilteredSolve(this.matrix, this.masses);
  }

  /** s1 and s2 of every triangle at the last `updateElastic`. */
  get singularValues(): Float64Array {
    return this.membrane.stretches;
  }

  /** Elastic forces at `positions`, m, times `strength`. */
  updateElastic(positions: Float64Array, strength: number): void {
    this.at = positions;
    this.elasticForce.fill(0);
    this.membrane.addForces(positions, strength, this.elasticForce);
    this.bending.addForces(positions, strength, this.elasticForce);
  }

  updateDamping(): void {
    this.updateStiffness(0);
  }

  /** Assembles D + h K at the state of the last `updateElastic`; h in s. */
  updateStiffness(h: number): void {
    this.matrix.clear();
    this.solver.renew();
    this.membrane.assemble(h, this.at, this.matrix);
    this.bending.assemble(h, this.matrix);
  }

  writeDiagonal(out: Float64Array): void {
    const { diagonal } = this.matrix;
    for (let v = 0; v < out.length; v++) out[v] = (diagonal[9 * v] + diagonal[9 * v + 4] + diagonal[9 * v + 8]) / 3;
  }

  /** out = (D + h K) velocity. */
  applyDamping(velocity: Float64Array, out: Float64Array): void {
    this.matrix.multiply(velocity, out);
  }

  solveVelocity(
    solve: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport {
    return this.solver.solve(solve, rhs, constraints, dv);
  }

  /** Reads the rest shape wherever it uses it. */
  renewRest(): void {
    // Nothing is kept of it.
  }

  dispose(): void {
    // Nothing outside the heap.
  }

  /** Strain and bending energy at the state of the last `updateElastic`, J. */
  elasticEnergy(): number {
    return this.membrane.energy(this.at) + this.bending.energy();
  }
}
