import { CoreError } from '../base/errors.ts';
import type { BlockSparseMatrix } from '../math/BlockSparseMatrix.ts';
import type { PlasticKernel } from '../kernels/solid/PlasticKernel.ts';
import type { KernelDamping } from '../kernels/solid/SolidKernelInput.ts';
import { SolidKernelBody } from '../kernels/solid/SolidKernelBody.ts';
import type { KernelPool } from '../kernels/threads/KernelPool.ts';
import type { KernelQueue } from '../kernels/threads/KernelQueue.ts';
import { sumVectors } from './vectorSums.ts';
import { CoarseSpace } from './CoarseSpace.ts';
import { CoarseTurn } from './CoarseTurn.ts';
import { KernelPressures } from './incompressibility/KernelPressures.ts';
import type { PressureInput, PressureSystem } from './incompressibility/PressureSystem.ts';
import { elementQuadrature, lumpedMasses, weightedQuadrature } from './elementQuadrature.ts';
import { waveFrequencyBound } from './waveFrequency.ts';
import { FibreState, hasFibres } from './FibreState.ts';
import { MaterialScale } from './MaterialScale.ts';
import { OutsideModels } from './OutsideModels.ts';
import type { DiagonalBlocks, SlipDrags } from '../collision/SlipDrags.ts';
import type { VelocityConstraints } from '../collision/VelocityConstraints.ts';
import {
  matterOf,
  type QueuedReport,
  type QueuedSolve,
  type SolidBodyInput,
  type SolidOperators,
  type SolveReport,
  type VelocitySolve,
} from './SolidOperators.ts';

/** Bodies with fewer vertices are solved by the diagonal alone in less time. */
const COARSE_VERTICES = 600;

/**
 * `SolidOperators` on the SIMD kernels, for tetrahedra and hexahedra: stretches, stresses, element forces, damping blocks and the
 * iterations of the solve in f32, relative to a body-local origin; sums of forces, scalar products, residuals and solutions in
 * f64. The same bytes for any number of threads.
 */
export class KernelSolidOperators implements SolidOperators {
  readonly vertexCount: number;
  readonly elementCount: number;
  readonly masses: Float64Array;
  readonly elasticForce: Float64Array;
  readonly fibreStretches: Float32Array | undefined;

  private readonly input: SolidBodyInput;
  private readonly scale: MaterialScale;
  private readonly body: SolidKernelBody;
  private readonly diagonalBlocks: DiagonalBlocks;
  /** Drags that the diagonal blocks have while a solve runs. */
  private drags: SlipDrags | undefined;
  private readonly pointsPerElement: number;
  /** Volumes of the quadrature points, m3. */
  private readonly volumes: Float64Array;
  /** Stretches in element order, where that is not the kernel's. */
  private readonly orderedStretches: Float32Array;
  private readonly outside: OutsideModels;
  private readonly computeOutside: () => void;
  private readonly stretch = new Float64Array(3);
  private readonly centroid = new Float64Array(3);
  private readonly fibre = new FibreState();
  private readonly density = new Float64Array(1);
  private readonly energy = new Float64Array(1);
  private readonly solved: { -readonly [K in keyof QueuedReport]: QueuedReport[K] };
  private coarse: CoarseSpace | undefined;
  /** Blocks of D + h K at rest, where there is a coarse space. */
  private readonly restMatrix: Float32Array;
  private readonly turn: CoarseTurn | undefined;
  private strength = 1;

  private readonly pool: KernelPool;

  constructor(input: SolidBodyInput, pool: KernelPool) {
    this.pool = pool;
    const unweighted = elementQuadrature(input);
    const quadrature = weightedQuadrature(unweighted, input.elementWeight);
    this.input = input;
    this.vertexCount = input.restPositions.length / 3;
    this.elementCount = input.elements.length / quadrature.verticesPerElement;
    this.pointsPerElement = quadrature.pointsPerElement;
    this.masses = lumpedMasses(
      unweighted,
      input.elements,
      this.vertexCount,
      (element) => matterOf(input, element).density,
    );
    this.volumes = quadrature.weights;
    this.turn = this.wantsCoarseSpace() ? new CoarseTurn(input.restPositions, this.masses) : undefined;
    this.scale = new MaterialScale(input, this.masses, waveFrequencyBound(unweighted, input));
    this.body = new SolidKernelBody(
      {
        vertexCount: this.vertexCount,
        verticesPerElement: quadrature.verticesPerElement,
        pointsPerElement: quadrature.pointsPerElement,
        elements: input.elements,
        gradients: quadrature.gradients,
        volumes: quadrature.weights,
        masses: this.masses,
        materials: input.models.map((model) => model.kernel),
        smallStrain: input.models.map(({ measure }) => measure === 'small-strain'),
        elementMaterial: input.elementModel,
        fibres: kernelFibres(input),
        damping: kernelDamping(input),
        conserving: input.dampingForm === 'conserving',
        implicit: input.implicit !== undefined,
        plastic: input.plastic,
        coarseSpace: this.wantsCoarseSpace()
          ? (rows) => (this.coarse = new CoarseSpace(input.restPositions, rows))
          : undefined,
      },
      pool,
    );
    const { blocks, pattern, drags: roots, traces } = this.body;
    this.diagonalBlocks = { blocks, diagonal: pattern.diagonal, size: 9, stride: 3, roots, traces };
    this.elasticForce = this.body.forces;
    this.solved = {
      iterations: 0,
      relativeResidual: 0,
      converged: true,
      initial: 0,
      solution: this.body.solution,
    };
    const { identity } = this.body.order;
    const points = quadrature.weights.length;
    this.orderedStretches = identity ? this.body.stretches.subarray(0, 3 * points) : new Float32Array(3 * points);
    this.fibreStretches = hasFibres(input) ? new Float32Array(points) : undefined;
    this.outside = new OutsideModels(input, this.body, this.fibre);
    this.computeOutside = () => this.outside.computeStresses();
    this.restMatrix = this.measureRestMatrix();
  }

  /** Bytes of the body's arrays in the kernels. */
  get byteLength(): number {
    return this.body.byteLength;
  }

  get singularValues(): Float32Array {
    return this.orderedStretches;
  }

  updateElastic(positions: Float64Array, strength: number, activation = 0): void {
    this.strength = strength;
    this.fibre.at[1] = activation;
    this.writePositions(positions);
    this.body.updateElastic(strength, activation, this.computeOutside);
    if (!this.body.order.identity) this.orderStretches();
    if (this.fibreStretches !== undefined) this.measureFibres(this.fibreStretches);
  }

  updateDamping(): void {
    this.body.updateDamping();
  }

  freezePreconditioner(held: Uint8Array): void {
    const { coarse, restMatrix, body, input } = this;
    if (coarse === undefined || input.implicit === undefined) return;
    const { masses, stiffness } = this.scale.preconditioned;
    coarse.update(masses, stiffness * input.implicit.typicalStep, restMatrix, held);
    body.writeCoarseFactor();
  }

  updateStiffness(h: number): void {
    this.outside.computeTangents();
    if (this.coarse !== undefined) this.turn?.turn(this.body, this.coarse);
    this.body.updateStiffness(h);
  }

  copyMatrix(out: BlockSparseMatrix): void {
    // Those of the kernel are column-major.
    const { blocks } = this.body;
    for (let at = 0; at < blocks.length; at += 9) {
      for (let k = 0; k < 9; k++) out.blocks[at + k] = blocks[at + 3 * (k % 3) + Math.floor(k / 3)];
    }
  }

  writeDiagonal(out: Float64Array, vertices?: Uint32Array, count = out.length): void {
    const { traces } = this.body;
    for (let i = 0; i < count; i++) {
      const v = vertices === undefined ? i : vertices[i];
      out[v] = traces[v] / 3;
    }
  }

  applyDamping(velocity: Float64Array, out: Float64Array): void {
    this.body.velocity.set(velocity);
    this.body.multiplyDamping();
    out.set(this.body.residual);
  }

  solveVelocity(
    solve: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport {
    const { body } = this;
    body.rhs.set(rhs);
    this.writeConstraints(constraints);
    this.drags?.addTo(this.diagonalBlocks);
    body.solve(solve.h, solve.tolerance, solve.maxIterations);
    const solved = this.takeVelocity();
    dv.set(solved.solution);
    return solved;
  }

  askVelocity(solve: QueuedSolve, constraints: VelocityConstraints, queue: KernelQueue): void {
    if (!solve.keepsSystem) this.writeConstraints(constraints);
    this.drags?.addTo(this.diagonalBlocks);
    this.body.solveInQueue(solve, solve.keepsSystem, queue);
  }

  takeVelocity(): QueuedReport {
    const { body, solved } = this;
    this.drags?.takeFrom(this.diagonalBlocks);
    solved.iterations = body.iterations;
    solved.relativeResidual = body.relativeResidual;
    solved.initial = body.initialResidual;
    solved.converged = solved.relativeResidual <= body.usedTolerance;
    if (!Number.isFinite(solved.relativeResidual)) {
      body.solution.fill(0);
      body.rhs.fill(0);
    }
    return solved;
  }

  get queuedRhs(): Float64Array {
    return this.body.rhs;
  }

  private writeConstraints({ kinds, normals, drags }: VelocityConstraints): void {
    this.body.kinds.set(kinds);
    this.body.normals.set(normals);
    this.drags = drags;
  }

  setGradients(point: number, gradients: Float64Array): void {
    this.body.setGradients(point, gradients);
  }

  setInertia(masses: Float64Array): void {
    this.body.inertia.set(masses);
  }

  get waveFrequency(): number {
    return this.scale.waveFrequency;
  }

  get materialStage(): number {
    return this.scale.stage;
  }

  takeMaterial(): void {
    const { input, body, scale, masses } = this;
    scale.take();
    const materials = input.models.map((model) => model.kernel);
    body.takeMaterial(materials, kernelDamping(input));
    body.inertia.set(masses);
  }

  get flowKernel(): PlasticKernel | undefined {
    return this.body.flow;
  }

  elasticEnergy(): number {
    this.sumEnergy();
    return this.energy[0] * this.strength;
  }

  /** energy = strain energy at strength 1, J. Ends with its loop, like `vectorSums`. */
  private sumEnergy(): void {
    const { models, elementModel } = this.input;
    const { orderedStretches: stretches, stretch, density, energy, volumes } = this;
    energy[0] = 0;
    for (let q = 0; q < volumes.length; q++) {
      stretch[0] = stretches[3 * q];
      stretch[1] = stretches[3 * q + 1];
      stretch[2] = stretches[3 * q + 2];
      const model =
        elementModel === undefined ? models[0] : models[elementModel[Math.floor(q / this.pointsPerElement)]];
      model.energyDensity(stretch, density);
      energy[0] += volumes[q] * density[0];
    }
    if (this.fibreStretches !== undefined) this.addFibreEnergy(this.fibreStretches);
  }

  private addFibreEnergy(fibreStretches: Float32Array): void {
    const { models, elementModel } = this.input;
    const { fibre, energy } = this;
    for (let q = 0; q < this.volumes.length; q++) {
      const law = models[elementModel?.[Math.floor(q / this.pointsPerElement)] ?? 0].fibre;
      if (law === undefined) continue;
      fibre.at[0] = fibreStretches[q];
      law.evaluate(fibre.at, fibre.law);
      energy[0] += this.volumes[q] * fibre.law[0];
    }
  }

  /** |F a| of all points, in element order. */
  private measureFibres(out: Float32Array): void {
    const { fibreVectors: d, order } = this.body;
    const points = order.lanesPerSlot;
    for (let slot = 0; slot < order.elementOfSlot.length; slot++) {
      const element = order.elementOfSlot[slot];
      if (element < 0) continue;
      for (let q = 0; q < points; q++) {
        const lane = points * slot + q;
        const at = 12 * (lane >> 2) + (lane & 3);
        out[points * element + q] = Math.sqrt(d[at] * d[at] + d[at + 4] * d[at + 4] + d[at + 8] * d[at + 8]);
      }
    }
  }

  createPressures(input: PressureInput): PressureSystem {
    return new KernelPressures(input, this.pool);
  }

  dispose(): void {
    this.body.dispose();
  }

  /** Positions relative to the centroid, as f32 and what their rounding takes off: strains of small elements are as precise as f32, wherever they are in the body, and the body in the shot. */
  private writePositions(positions: Float64Array): void {
    const { positions: packed, positionRests: rests } = this.body;
    const { centroid } = this;
    sumVectors(positions, centroid);
    if (!Number.isFinite(centroid[0] + centroid[1] + centroid[2])) throw notFinite(positions);
    for (let axis = 0; axis < 3; axis++) centroid[axis] /= this.vertexCount;
    for (let v = 0, k = 0; k < positions.length; v += 4, k += 3) {
      const x = positions[k] - centroid[0];
      const y = positions[k + 1] - centroid[1];
      const z = positions[k + 2] - centroid[2];
      packed[v] = x;
      packed[v + 1] = y;
      packed[v + 2] = z;
      rests[v] = x - packed[v];
      rests[v + 1] = y - packed[v + 1];
      rests[v + 2] = z - packed[v + 2];
    }
  }

  private measureRestMatrix(): Float32Array {
    const { input, body } = this;
    if (this.coarse === undefined || input.implicit === undefined) return new Float32Array(0);
    this.writePositions(input.restPositions);
    body.updateElastic(1, 0, this.computeOutside);
    this.updateStiffness(input.implicit.typicalStep);
    return body.blocks.slice();
  }

  private wantsCoarseSpace(): boolean {
    return this.input.implicit !== undefined && this.vertexCount >= COARSE_VERTICES;
  }

  private orderStretches(): void {
    const { stretches, order } = this.body;
    const numbers = 3 * order.lanesPerSlot;
    for (let slot = 0; slot < order.elementOfSlot.length; slot++) {
      const element = order.elementOfSlot[slot];
      if (element < 0) continue;
      for (let k = 0; k < numbers; k++) this.orderedStretches[numbers * element + k] = stretches[numbers * slot + k];
    }
  }
}

function kernelFibres(input: SolidBodyInput) {
  const { fibreDirections: directions, models } = input;
  if (directions === undefined || !hasFibres(input)) return undefined;
  return { directions, params: models.map(({ fibre }) => fibre?.params) };
}

/** Coefficients of rotated damping: one pair, or one of each material. */
function kernelDamping({ modelMatter, dampingBeta, dampingAlpha }: SolidBodyInput): KernelDamping[] {
  const matter = modelMatter ?? [{ dampingBeta, dampingAlpha }];
  return matter.map((own) => ({ beta: own.dampingBeta, alpha: own.dampingAlpha }));
}

function notFinite(positions: Float64Array): CoreError {
  const at = positions.findIndex((value) => !Number.isFinite(value));
  return new CoreError('simulation-failed', 'a vertex position is not finite', {
    place: `vertex ${Math.floor(at / 3)}`,
    remedy: 'Use more substeps, more damping or a softer material.',
  });
}
