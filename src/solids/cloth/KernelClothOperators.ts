import { assert } from '../../base/errors.ts';
import { ClothKernel } from '../../kernels/cloth/ClothKernel.ts';
import type { KernelPool } from '../../kernels/threads/KernelPool.ts';
import type { DiagonalBlocks, SlipDrags } from '../../collision/SlipDrags.ts';
import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { SolveReport, VelocitySolve } from '../SolidOperators.ts';
import { Bending } from './Bending.ts';
import { findHinges } from './hinges.ts';
import { lumpedMasses } from './lumpedMasses.ts';
import { Membrane } from './Membrane.ts';
import type { ShellInput } from './ShellInput.ts';
import type { ShellOperators } from './ShellOperators.ts';

/** Share of the tolerance that sums in another order may differ by. */
const ROUNDING = 1e-9;

/** A shell on the kernels: `ClothOperators` within the rounding of f32. */
export class KernelClothOperators implements ShellOperators {
  readonly vertexCount: number;
  readonly elementCount: number;
  readonly masses: Float64Array;
  readonly elasticForce: Float64Array;
  /** Measured only for energies, plastic flow and failures. */
  readonly membrane: Membrane;
  readonly bending: Bending;
  private readonly kernel: ClothKernel;
  private readonly diagonalBlocks: DiagonalBlocks;
  private at: Float64Array;
  private strength = 1;
  private restIsNew = true;
  /** Whether the matrix has new numbers, and the step that its factors are made for, s. */
  private isNew = true;
  private h = NaN;
  /** Vertices that had drags in the last solve: the first `draggedCount`. */
  private readonly dragged: Uint32Array;
  private draggedCount = 0;
  private readonly report: { -readonly [Key in keyof SolveReport]: SolveReport[Key] } = {
    iterations: 0,
    relativeResidual: NaN,
    converged: true,
  };

  constructor(input: ShellInput, pool: KernelPool) {
    const { restPositions, triangles, dampingTime, bendingStiffness, liesOnSurface = false } = input;
    const hinges = findHinges(triangles);
    this.vertexCount = restPositions.length / 3;
    this.elementCount = triangles.length / 3;
    this.at = restPositions;
    this.dragged = new Uint32Array(this.vertexCount);
    this.membrane = new Membrane(input);
    this.bending = new Bending(hinges, restPositions, bendingStiffness, dampingTime);
    const { mu, lambda, warpExcess, weftExcess, areas } = this.membrane;
    const { stiffness: hingeStiffness, leastAreas } = this.bending;
    this.masses = lumpedMasses(input, areas);
    const { vertexCount, masses } = this;
    const model = input.model?.kernel;
    assert(model !== undefined || input.model === undefined, 'the kernels of cloth take models that have one');
    const sheet = { vertexCount, triangles, areas, model, mu, lambda, warpExcess, weftExcess };
    const folds = { hinges, hingeStiffness, leastAreas };
    this.kernel = new ClothKernel({ ...sheet, ...folds, masses, dampingTime, liesOnSurface }, pool);
    this.elasticForce = this.kernel.forces;
    const { diagonals: blocks, drags: roots } = this.kernel;
    this.diagonalBlocks = { blocks, diagonal: rowsOf(this.kernel), size: 12, stride: 4, roots };
  }

  /** Bytes of the kernels' memory. */
  get kernelBytes(): number {
    return this.kernel.byteLength;
  }

  /** s1 and s2 of every triangle at the last `updateElastic`. */
  get singularValues(): Float64Array {
    this.membrane.decomposeAll(this.at, this.strength);
    return this.membrane.stretches;
  }

  updateElastic(positions: Float64Array, strength: number): void {
    const { kernel, membrane, bending } = this;
    this.at = positions;
    this.strength = strength;
    if (this.restIsNew) kernel.setRest(membrane.gradients, bending.restAngles);
    this.restIsNew = false;
    kernel.setSides(membrane.sides);
    kernel.positions.set(positions);
    kernel.updateElastic(strength);
  }

  updateDamping(): void {
    this.updateStiffness(0);
  }

  /** Assembles D + h K at the state of the last `updateElastic`; h in s. */
  updateStiffness(h: number): void {
    this.isNew = true;
    this.kernel.updateStiffness(h);
  }

  writeDiagonal(out: Float64Array): void {
    const { diagonals, rowVertices } = this.kernel;
    for (let row = 0; row < rowVertices.length; row++) {
      const at = 12 * row;
      out[rowVertices[row]] = (diagonals[at] + diagonals[at + 5] + diagonals[at + 10]) / 3;
    }
  }

  /** out = (D + h K) velocity. */
  applyDamping(velocity: Float64Array, out: Float64Array): void {
    const { kernel } = this;
    kernel.velocity.set(velocity);
    kernel.multiply();
    out.set(kernel.image);
  }

  solveVelocity(
    solve: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport {
    const { kernel, report } = this;
    kernel.rhs.set(rhs);
    const { drags } = constraints;
    writeConstraints(kernel, constraints, this.isNew || this.h !== solve.h);
    this.markDragged(drags);
    this.isNew = false;
    this.h = solve.h;
    drags?.addTo(this.diagonalBlocks);
    kernel.solve(solve.h, solve.tolerance, solve.maxIterations);
    drags?.takeFrom(this.diagonalBlocks);
    dv.set(kernel.solution);
    report.iterations = kernel.iterations;
    report.relativeResidual = kernel.relativeResidual;
    report.converged = report.relativeResidual <= (1 + ROUNDING) * solve.tolerance;
    return report;
  }

  /** Marks the vertices whose diagonal blocks have drags in this solve, or had them in the last. */
  private markDragged(drags: SlipDrags | undefined): void {
    const { dragged } = this;
    const { changed } = this.kernel;
    for (let k = 0; k < this.draggedCount; k++) changed[dragged[k]] = 1;
    this.draggedCount = drags?.count ?? 0;
    for (let k = 0; k < this.draggedCount; k++) {
      dragged[k] = drags!.vertices[k];
      changed[dragged[k]] = 1;
    }
  }

  renewRest(): void {
    this.restIsNew = true;
  }

  elasticEnergy(): number {
    const { membrane, bending, at, strength } = this;
    membrane.decomposeAll(at, strength);
    bending.measureAll(at, strength);
    return membrane.energy(at) + bending.energy();
  }

  dispose(): void {
    this.kernel.dispose();
  }
}

/** The row of each vertex. */
function rowsOf({ rowVertices }: ClothKernel): Uint32Array {
  const rows = new Uint32Array(rowVertices.length);
  rowVertices.forEach((v, row) => (rows[v] = row));
  return rows;
}

/** Writes constraints and says which of them differ from those of the last solve; all where `whole`. */
function writeConstraints(kernel: ClothKernel, constraints: VelocityConstraints, whole: boolean): void {
  const { kinds, normals, changed } = kernel;
  for (let v = 0; v < kinds.length; v++) {
    const kind = constraints.kinds[v];
    let differs = whole || kind !== kinds[v];
    kinds[v] = kind;
    if (kind === Constraint.normal || kind === Constraint.line) {
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        if (normals[k] !== constraints.normals[k]) differs = true;
        normals[k] = constraints.normals[k];
      }
    }
    changed[v] = differs ? 1 : 0;
  }
}
