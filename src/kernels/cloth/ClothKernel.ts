import * as BodyField from '../bodyFields.ts';
import * as Field from '../clothFields.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import type { ClothKernelInput } from './ClothKernelInput.ts';
import { clothBytes, clothTables, writeClothTables } from './clothTables.ts';

/** Cloth with fewer vertices runs on the caller's thread: its passes take less time than waking another. Changes speed only. */
const THREADED_VERTICES = 1024;

/**
 * Forces, stiffness and velocity solve of one piece of cloth in one memory: elements and blocks in f32 from differences of f64 positions, sums
 * in f64. The same bytes for any number of threads.
 */
export class ClothKernel {
  /** f64 views, xyz per vertex in the order of the mesh. */
  readonly positions: Float64Array;
  readonly forces: Float64Array;
  readonly rhs: Float64Array;
  readonly solution: Float64Array;
  readonly velocity: Float64Array;
  readonly image: Float64Array;
  readonly normals: Float64Array;
  readonly drags: Float64Array;
  readonly kinds: Uint8Array;
  /** Non-zero for vertices whose constraint is new since the last solve; all of them after `updateStiffness`, or with another step. */
  readonly changed: Uint8Array;
  /** Size of the cloth's memory, bytes. */
  readonly byteLength: number;

  /** Diagonal blocks of D + h K, f32, twelve per row of which every fourth is padding; and the vertex of each row. */
  readonly diagonals: Float32Array;
  readonly rowVertices: Uint32Array;

  private readonly arrays: KernelArrays;
  private readonly pool: KernelPool;
  private readonly arena: AttachedArena;
  private readonly runsAlone: boolean;
  private readonly gradients: Float32Array;
  private readonly hingeTable: Float32Array;
  private readonly sides: Float32Array;
  private readonly passes: Readonly<Record<'elastic' | 'stiffness' | 'multiply' | 'solve', number>>;

  constructor(input: ClothKernelInput, pool: KernelPool) {
    const { vertexCount: count, triangles, hinges } = input;
    const tables = clothTables(input);
    const arrays = new KernelArrays(clothBytes(input, tables, pool.threads), pool.threads > 1);
    this.arrays = arrays;
    this.pool = pool;
    this.byteLength = arrays.memory.buffer.byteLength;
    this.runsAlone = count < THREADED_VERTICES;
    this.positions = arrays.f64(Field.POSITIONS_AT, 3 * count);
    this.forces = arrays.f64(Field.FORCES_AT, 3 * count);
    this.rhs = arrays.f64(Field.RHS_AT, 3 * count);
    this.solution = arrays.f64(Field.SOLUTION_AT, 3 * count);
    this.velocity = arrays.f64(Field.VELOCITY_AT, 3 * count);
    this.image = arrays.f64(Field.IMAGE_AT, 3 * count);
    this.normals = arrays.f64(Field.NORMALS_AT, 3 * count);
    this.drags = arrays.f64(Field.DRAGS_AT, 3 * count);
    this.kinds = arrays.u8(Field.KINDS_AT, count);
    this.diagonals = arrays.f32(Field.DIAGONALS_AT, 12 * count);
    this.rowVertices = arrays.u32(Field.VERTICES_AT, count);
    this.changed = arrays.u8(Field.CHANGED_AT, count);
    this.gradients = arrays.f32(Field.TRIANGLE_TABLE_AT, 5 * 4 * Math.ceil(triangles.length / 12));
    this.hingeTable = arrays.f32(Field.HINGE_TABLE_AT, 4 * 4 * Math.ceil(hinges.length / 16));
    this.sides = arrays.f32(Field.SIDES_AT, input.liesOnSurface ? 3 * 4 * Math.ceil(triangles.length / 12) : 0);
    writeClothTables(arrays, input, tables);
    arrays.fields[BodyField.PATIENCE] = pool.patience;
    this.arena = pool.attach(arrays.memory, arrays.fields[BodyField.BARRIER_AT] + 12);
    this.passes = {
      elastic: pool.kernel('clothElasticPass'),
      stiffness: pool.kernel('clothStiffnessPass'),
      multiply: pool.kernel('clothMultiplyPass'),
      solve: pool.kernel('clothSolvePass'),
    };
  }

  /** Sets the rest state: six gradients per triangle (`Membrane.gradients`), 1/m, and theta0 per hinge, rad. */
  setRest(gradients: Float64Array, restAngles: Float64Array): void {
    const { gradients: table, hingeTable } = this;
    for (let t = 0, at = 0; 6 * t < gradients.length; t++) {
      at = 20 * (t >> 2) + (t & 3);
      for (let k = 0; k < 4; k++) table[at + 4 * k] = gradients[6 * t + 2 + k];
    }
    for (let hinge = 0; hinge < restAngles.length; hinge++) {
      hingeTable[16 * (hinge >> 2) + 4 + (hinge & 3)] = Math.sin(0.5 * restAngles[hinge]);
    }
  }

  /** Sets the normals of the reference surface, xyz per triangle (`Membrane.sides`). */
  setSides(normals: Float64Array): void {
    const { sides } = this;
    for (let k = 0, t = 0; k < normals.length; k += 3, t++) {
      const at = 12 * (t >> 2) + (t & 3);
      for (let axis = 0; axis < 3; axis++) sides[at + 4 * axis] = normals[k + axis];
    }
  }

  /** Computes `forces` at `positions`, and the factors of the stiffness. */
  updateElastic(strength: number): void {
    this.arrays.scalars[Field.STRENGTH] = strength;
    this.run(this.passes.elastic);
  }

  /** Assembles D + h K for the state of the last `updateElastic`; h in s. */
  updateStiffness(h: number): void {
    this.arrays.scalars[Field.STIFFNESS_STEP] = h;
    this.run(this.passes.stiffness);
  }

  /** Computes `image` = (D + h K) `velocity`. */
  multiply(): void {
    this.run(this.passes.multiply);
  }

  /** Solves (M + h S) `solution` = P `rhs` under `kinds` and `normals`; see `solveCloth`. */
  solve(h: number, tolerance: number, maxIterations: number): void {
    const { scalars, fields } = this.arrays;
    scalars[Field.STEP] = h;
    scalars[Field.TOLERANCE] = tolerance;
    fields[Field.MAX_ITERATIONS] = maxIterations;
    this.run(this.passes.solve);
  }

  /** Iterations of the last `solve`. */
  get iterations(): number {
    return this.arrays.fields[Field.ITERATIONS];
  }

  get relativeResidual(): number {
    return this.arrays.scalars[Field.RELATIVE_RESIDUAL];
  }

  /** Releases the memory. */
  dispose(): void {
    this.pool.detach(this.arena);
  }

  private run(kernel: number): void {
    if (this.runsAlone) this.pool.runAlone(this.arena, kernel, this.arrays.record);
    else this.pool.run(this.arena, kernel, this.arrays.record);
  }
}
