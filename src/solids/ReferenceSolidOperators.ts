import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import { BlockSparseMatrix } from '../math/BlockSparseMatrix.ts';
import { conservingStretch } from './dampingStretch.ts';
import { elementQuadrature, lumpedMasses, weightedQuadrature } from './elementQuadrature.ts';
import type { ElementQuadrature } from './quadraturePoints.ts';
import { waveFrequencyBound } from './waveFrequency.ts';
import { FibreState, hasFibres } from './FibreState.ts';
import { MaterialScale } from './MaterialScale.ts';
import { diagonalProduct, tangentBlock } from './principalForms.ts';
import { principalFrame } from './principalFrame.ts';
import { PrincipalTangent } from './principalTangent.ts';
import { ReferenceVelocitySystem } from './ReferenceVelocitySystem.ts';
import type { VelocityConstraints } from '../collision/VelocityConstraints.ts';
import {
  matterOf,
  type SolidBodyInput,
  type SolidOperators,
  type SolveReport,
  type VelocitySolve,
} from './SolidOperators.ts';

/**
 * The meaning of `SolidOperators`, in float64 and one thread: invertible finite elements by signed diagonalisation at every
 * quadrature point (Irving 2007, 2.3-2.6 and 2.10) and assembled rotated damping.
 */
export class ReferenceSolidOperators implements SolidOperators {
  readonly vertexCount: number;
  readonly elementCount: number;
  readonly masses: Float64Array;
  readonly elasticForce: Float64Array;
  readonly singularValues: Float64Array;
  readonly fibreStretches: Float64Array | undefined;

  private readonly body: SolidBodyInput;
  private readonly quadrature: ElementQuadrature;
  private readonly damping: BlockSparseMatrix;
  /** Block of (vertex a, vertex b) of each element: `slots[n * n * element + n * a + b]`. */
  private readonly slots: Uint32Array;
  /** M = U diag(m) V^T per quadrature point, row-major (see `conservingStretch`). */
  private readonly dampingFrames: Float64Array;
  /** Positions of the last `updateElastic`, for the stiffness of implicit bodies, m. */
  private readonly elasticPositions: Float64Array;
  private readonly tangent = new PrincipalTangent();
  private readonly fibre = new FibreState();
  private strength = 1;
  private readonly scale: MaterialScale;

  private readonly f = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly s = new Float64Array(3);
  private readonly density = new Float64Array(1);
  private readonly principal = new Float64Array(3);
  /** M g_a of one quadrature point. */
  private readonly frameGradients: Float64Array;
  private readonly frameSquare = new Float64Array(9);

  private readonly system: ReferenceVelocitySystem;

  constructor(body: SolidBodyInput) {
    this.body = body;
    this.vertexCount = body.restPositions.length / 3;
    const unweighted = elementQuadrature(body);
    this.quadrature = weightedQuadrature(unweighted, body.elementWeight);
    const size = this.quadrature.verticesPerElement;
    this.frameGradients = new Float64Array(3 * size);
    this.elementCount = body.elements.length / size;
    this.masses = lumpedMasses(
      unweighted,
      body.elements,
      this.vertexCount,
      (element) => matterOf(body, element).density,
    );
    this.scale = new MaterialScale(body, this.masses, waveFrequencyBound(unweighted, body));
    this.elasticForce = new Float64Array(3 * this.vertexCount);
    this.singularValues = new Float64Array(3 * this.quadrature.weights.length);
    this.fibreStretches = hasFibres(body) ? new Float64Array(this.quadrature.weights.length) : undefined;
    this.dampingFrames = new Float64Array(9 * this.quadrature.weights.length);
    this.elasticPositions = new Float64Array(body.implicit !== undefined ? 3 * this.vertexCount : 0);
    this.damping = new BlockSparseMatrix(this.vertexCount, body.elements, size);
    this.slots = blockSlots(this.damping, body.elements, size);
    this.system = new ReferenceVelocitySystem(this.damping, this.masses);
  }

  updateElastic(positions: Float64Array, strength: number, activation = 0): void {
    this.strength = strength;
    this.fibre.at[1] = activation;
    this.elasticForce.fill(0);
    if (this.elasticPositions.length > 0) this.elasticPositions.set(positions);
    const points = this.quadrature.weights.length;
    for (let q = 0; q < points; q++) {
      this.measureDeformation(q, positions);
      this.addElasticForces(q);
    }
  }

  /** F of point q, its fibre, its principal frame and values, and its damping frame. */
  private measureDeformation(q: number, positions: Float64Array): void {
    const { verticesPerElement: size, pointsPerElement, gradients } = this.quadrature;
    const { elements, dampingForm, models, elementModel } = this.body;
    const { f, u, s, v } = this;
    const first = size * Math.floor(q / pointsPerElement);
    f.fill(0);
    for (let a = 0; a < size; a++) {
      const x = 3 * elements[first + a];
      const g = 3 * (size * q + a);
      for (let i = 0; i < 3; i++) {
        f[3 * i] += positions[x + i] * gradients[g];
        f[3 * i + 1] += positions[x + i] * gradients[g + 1];
        f[3 * i + 2] += positions[x + i] * gradients[g + 2];
      }
    }
    if (this.fibreStretches !== undefined) this.stretchFibre(Math.floor(q / pointsPerElement));
    const model = models[elementModel?.[Math.floor(q / pointsPerElement)] ?? 0];
    principalFrame(model, f, u, s, v);
    // What follows no rotation is damped by its strain rate as it stands: M = I.
    const conserving = dampingForm === 'conserving' && model.measure !== 'small-strain';
    const m0 = conserving ? conservingStretch(s[0]) : 1;
    const m1 = conserving ? conservingStretch(s[1]) : 1;
    const m2 = conserving ? conservingStretch(s[2]) : 1;
    for (let k = 0; k < 3; k++) this.singularValues[3 * q + k] = s[k];
    diagonalProduct(u, m0, m1, m2, v, this.dampingFrames, 9 * q);
  }

  /** d = F a for the F that was measured last. */
  private stretchFibre(element: number): void {
    const { f, fibre } = this;
    const directions = this.body.fibreDirections!;
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += f[3 * i + j] * directions[3 * element + j];
      fibre.direction[i] = sum;
    }
  }

  /** stress += (T / lambda) d a^T of the fibre that was measured last; see `FibreModel`. */
  private addFibreStress(q: number, element: number, model: CreatedModel, stress: Float64Array): void {
    const { fibre, fibreStretches } = this;
    const directions = this.body.fibreDirections!;
    const pulls = fibre.measure(model);
    fibreStretches![q] = fibre.at[0];
    if (!pulls) return;
    const pull = fibre.law[1] / fibre.at[0];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) stress[3 * i + j] += pull * fibre.direction[i] * directions[3 * element + j];
    }
  }

  /** f_a -= weight strength P g_a with P = U diag(principal stress) V^T of the point measured last. */
  private addElasticForces(q: number): void {
    const { verticesPerElement: size, pointsPerElement, gradients, weights } = this.quadrature;
    const { elements, elementModel, models } = this.body;
    const { principal, elasticForce, f: stress } = this;
    const element = Math.floor(q / pointsPerElement);
    const model = models[elementModel?.[element] ?? 0];
    model.principalStress(this.s, principal);
    diagonalProduct(this.u, principal[0], principal[1], principal[2], this.v, stress, 0);
    if (this.fibreStretches !== undefined) this.addFibreStress(q, element, model, stress);
    const scale = -weights[q] * this.strength;
    for (let a = 0; a < size; a++) {
      const x = 3 * elements[size * element + a];
      const g = 3 * (size * q + a);
      for (let i = 0; i < 3; i++) {
        elasticForce[x + i] +=
          scale *
          (stress[3 * i] * gradients[g] + stress[3 * i + 1] * gradients[g + 1] + stress[3 * i + 2] * gradients[g + 2]);
      }
    }
  }

  updateDamping(): void {
    this.damping.blocks.fill(0);
    const points = this.quadrature.weights.length;
    for (let q = 0; q < points; q++) this.addDampingBlocks(q);
  }

  /**
   * D_ab += weight strength (beta ((g_a . g_b) M M^T + m_b m_a^T) + alpha m_a m_b^T) with m_a = M g_a: the derivative by v_b
   * of the force M S g_a of `conservingStretch`.
   */
  private addDampingBlocks(q: number): void {
    const { verticesPerElement: size, pointsPerElement, gradients, weights } = this.quadrature;
    const { frameGradients: m, frameSquare: square } = this;
    const blocks = this.damping.blocks;
    const { dampingBeta, dampingAlpha } = matterOf(this.body, Math.floor(q / pointsPerElement));
    const beta = dampingBeta * weights[q] * this.strength;
    const alpha = dampingAlpha * weights[q] * this.strength;
    this.prepareDampingFrame(q);
    const firstSlot = size * size * Math.floor(q / pointsPerElement);
    for (let a = 0; a < size; a++) {
      const ga = 3 * (size * q + a);
      for (let b = 0; b < size; b++) {
        const gb = 3 * (size * q + b);
        const metric =
          beta *
          (gradients[ga] * gradients[gb] +
            gradients[ga + 1] * gradients[gb + 1] +
            gradients[ga + 2] * gradients[gb + 2]);
        const block = 9 * this.slots[firstSlot + size * a + b];
        for (let i = 0; i < 3; i++) {
          const betaB = beta * m[3 * b + i];
          const alphaA = alpha * m[3 * a + i];
          for (let j = 0; j < 3; j++) {
            blocks[block + 3 * i + j] += metric * square[3 * i + j] + betaB * m[3 * a + j] + alphaA * m[3 * b + j];
          }
        }
      }
    }
  }

  /** M g_a and M M^T of point q. */
  private prepareDampingFrame(q: number): void {
    const { verticesPerElement: size, gradients } = this.quadrature;
    const frame = this.dampingFrames;
    for (let i = 0; i < 3; i++) {
      const row = 9 * q + 3 * i;
      for (let a = 0; a < size; a++) {
        const g = 3 * (size * q + a);
        this.frameGradients[3 * a + i] =
          frame[row] * gradients[g] + frame[row + 1] * gradients[g + 1] + frame[row + 2] * gradients[g + 2];
      }
      for (let j = 0; j < 3; j++) {
        const other = 9 * q + 3 * j;
        this.frameSquare[3 * i + j] =
          frame[row] * frame[other] + frame[row + 1] * frame[other + 1] + frame[row + 2] * frame[other + 2];
      }
    }
  }

  freezePreconditioner(): void {
    // The diagonal of the present matrix serves alone.
  }

  updateStiffness(h: number): void {
    this.updateDamping();
    const points = this.quadrature.weights.length;
    for (let q = 0; q < points; q++) this.addStiffnessBlocks(q, h);
  }

  /** D_ab += h weight strength U T U^T with T of `PrincipalTangent` between V^T g_a and V^T g_b. */
  private addStiffnessBlocks(q: number, h: number): void {
    const { verticesPerElement: size, pointsPerElement, weights } = this.quadrature;
    const { elementModel, models } = this.body;
    const { frameGradients: m, frameSquare: t, tangent, u } = this;
    this.measureDeformation(q, this.elasticPositions);
    const element = Math.floor(q / pointsPerElement);
    const model = models[elementModel?.[element] ?? 0];
    const { blocks } = this.damping;
    const scale = h * weights[q] * this.strength;
    if (this.fibreStretches !== undefined) this.addFibreStiffness(q, element, model, scale);
    tangent.measure(model, this.s);
    this.turnGradientsBack(q);
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        tangentBlock(tangent.values, m, 3 * a, 3 * b, t);
        const block = 9 * this.slots[size * size * element + size * a + b];
        for (let k = 0; k < 81; k++) {
          const [i, j] = [Math.floor(k / 27), Math.floor(k / 9) % 3];
          const [p, r] = [Math.floor(k / 3) % 3, k % 3];
          blocks[block + 3 * i + j] += scale * u[3 * i + p] * t[3 * p + r] * u[3 * j + r];
        }
      }
    }
  }

  /** D_ab += scale (a . g_a) (a . g_b) N with a the fibre's direction and N of `FibreState`. */
  private addFibreStiffness(q: number, element: number, model: CreatedModel, scale: number): void {
    const { fibre } = this;
    const { verticesPerElement: size, gradients } = this.quadrature;
    const directions = this.body.fibreDirections!;
    if (!fibre.measure(model)) return;
    fibre.measureStiffness();
    const n = fibre.stiffness;
    const along = (a: number): number => {
      const g = 3 * (size * q + a);
      const d = 3 * element;
      return directions[d] * gradients[g] + directions[d + 1] * gradients[g + 1] + directions[d + 2] * gradients[g + 2];
    };
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        const block = 9 * this.slots[size * size * element + size * a + b];
        const share = scale * along(a) * along(b);
        for (let k = 0; k < 9; k++) this.damping.blocks[block + k] += share * n[SYMMETRIC[k]];
      }
    }
  }

  /** V^T g_a of point q, the one that was measured last. */
  private turnGradientsBack(q: number): void {
    const { verticesPerElement: size, gradients } = this.quadrature;
    const { v, frameGradients: m } = this;
    for (let a = 0; a < size; a++) {
      const g = 3 * (size * q + a);
      for (let i = 0; i < 3; i++) {
        m[3 * a + i] = v[i] * gradients[g] + v[3 + i] * gradients[g + 1] + v[6 + i] * gradients[g + 2];
      }
    }
  }

  copyMatrix(out: BlockSparseMatrix): void {
    out.blocks.set(this.damping.blocks);
  }

  writeDiagonal(out: Float64Array): void {
    const { diagonal, blocks } = this.damping;
    for (let v = 0; v < out.length; v++) {
      const at = 9 * diagonal[v];
      out[v] = (blocks[at] + blocks[at + 4] + blocks[at + 8]) / 3;
    }
  }

  applyDamping(velocity: Float64Array, out: Float64Array): void {
    this.damping.multiply(velocity, out);
  }

  solveVelocity(
    solve: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport {
    return this.system.solve(solve, rhs, constraints, dv);
  }

  setGradients(point: number, gradients: Float64Array): void {
    this.quadrature.gradients.set(gradients, gradients.length * point);
  }

  get waveFrequency(): number {
    return this.scale.waveFrequency;
  }

  get materialStage(): number {
    return this.scale.stage;
  }

  takeMaterial(): void {
    this.scale.take();
    this.setInertia(this.masses);
  }

  setInertia(masses: Float64Array): void {
    this.system.inertia.set(masses);
  }

  elasticEnergy(): number {
    const { models, elementModel } = this.body;
    const { weights, pointsPerElement } = this.quadrature;
    let energy = 0;
    for (let q = 0; q < weights.length; q++) {
      for (let k = 0; k < 3; k++) this.s[k] = this.singularValues[3 * q + k];
      const model = models[elementModel?.[Math.floor(q / pointsPerElement)] ?? 0];
      model.energyDensity(this.s, this.density);
      energy += weights[q] * (this.density[0] + this.fibreEnergy(q, model));
    }
    return energy * this.strength;
  }

  /** Returns the fibre energy of point q, J/m3. */
  private fibreEnergy(q: number, { fibre }: CreatedModel): number {
    const { fibreStretches } = this;
    if (fibre === undefined || fibreStretches === undefined) return 0;
    this.fibre.at[0] = fibreStretches[q];
    fibre.evaluate(this.fibre.at, this.fibre.law);
    return this.fibre.law[0];
  }

  dispose(): void {
    // Everything lives in this object's own arrays.
  }
}

/** Entry of a symmetric matrix (xx xy xz yy yz zz) at each place of the full one, row-major. */
const SYMMETRIC = [0, 1, 2, 1, 3, 4, 2, 4, 5];

function blockSlots(matrix: BlockSparseMatrix, elements: Uint32Array, size: number): Uint32Array {
  const slots = new Uint32Array(elements.length * size);
  for (let k = 0; k < elements.length; k++) {
    const first = size * Math.floor(k / size);
    for (let b = 0; b < size; b++) slots[size * k + b] = matrix.find(elements[k], elements[first + b]);
  }
  return slots;
}
