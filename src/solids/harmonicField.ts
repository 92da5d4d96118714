import { ConjugateGradientScratch, solveProjected } from '../math/projectedConjugateGradient.ts';
import { elementQuadrature } from './elementQuadrature.ts';
import type { ElementQuadrature } from './quadraturePoints.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/** Relative residual of the field: gradients are then right to about as many digits. */
const TOLERANCE = 1e-8;
/** Conjugate gradients on a Laplacian need about as many steps as there are elements across; more is trouble. */
const MOST_ITERATIONS = 20_000;

/** A body by its elements at rest. */
export type RestBody = Pick<SolidBodyInput, 'elementKind' | 'elements' | 'restPositions'>;

/** Fields u with div grad u = 0 inside a body, no flux through its free surface, and given values at the `held` vertices (not 0), by linear (or trilinear) finite elements. */
export class HarmonicField {
  readonly quadrature: ElementQuadrature;
  private readonly laplacian: Laplacian;
  private readonly held: Uint8Array;
  private readonly rhs: Float64Array;
  private readonly change: Float64Array;
  private readonly scratch: ConjugateGradientScratch;

  constructor(body: RestBody, held: Uint8Array) {
    const count = held.length;
    this.quadrature = elementQuadrature(body);
    this.laplacian = new Laplacian(this.quadrature, body.elements, count);
    this.held = held;
    this.rhs = new Float64Array(count);
    this.change = new Float64Array(count);
    this.scratch = new ConjugateGradientScratch(count);
  }

  /** values = u, given at the constrained vertices and, as a guess, elsewhere. Vertices that no element joins to a constrained one keep their guess. */
  solve(values: Float64Array): void {
    const { laplacian, held, rhs, change, scratch } = this;
    laplacian.multiply(values, rhs);
    for (let v = 0; v < rhs.length; v++) rhs[v] = -rhs[v];
    const system = {
      multiply: (x: Float64Array, out: Float64Array) => laplacian.multiply(x, out),
      precondition: (r: Float64Array, out: Float64Array) => laplacian.precondition(r, out),
      project: (x: Float64Array) => {
        for (let v = 0; v < x.length; v++) if (held[v] !== 0) x[v] = 0;
      },
    };
    change.fill(0);
    solveProjected(system, rhs, TOLERANCE, MOST_ITERATIONS, change, scratch);
    for (let v = 0; v < values.length; v++) values[v] += change[v];
  }
}

/** K_ab = sum over points of weight g_a . g_b, applied element by element. */
class Laplacian {
  private readonly quadrature: ElementQuadrature;
  private readonly elements: Uint32Array;
  private readonly inverseDiagonal: Float64Array;

  constructor(quadrature: ElementQuadrature, elements: Uint32Array, vertexCount: number) {
    this.quadrature = quadrature;
    this.elements = elements;
    this.inverseDiagonal = new Float64Array(vertexCount);
    const { verticesPerElement: size, pointsPerElement, gradients, weights } = quadrature;
    for (let q = 0; q < weights.length; q++) {
      const first = size * Math.floor(q / pointsPerElement);
      for (let a = 0; a < size; a++) {
        const g = 3 * (size * q + a);
        const square = gradients[g] ** 2 + gradients[g + 1] ** 2 + gradients[g + 2] ** 2;
        this.inverseDiagonal[elements[first + a]] += weights[q] * square;
      }
    }
    for (let v = 0; v < vertexCount; v++) {
      this.inverseDiagonal[v] = this.inverseDiagonal[v] > 0 ? 1 / this.inverseDiagonal[v] : 1;
    }
  }

  multiply(x: Float64Array, out: Float64Array): void {
    const { verticesPerElement: size, pointsPerElement, gradients, weights } = this.quadrature;
    out.fill(0);
    const slope = new Float64Array(3);
    for (let q = 0; q < weights.length; q++) {
      const first = size * Math.floor(q / pointsPerElement);
      slopeAt(this.quadrature, this.elements, x, q, slope);
      for (let a = 0; a < size; a++) {
        const g = 3 * (size * q + a);
        const flow = gradients[g] * slope[0] + gradients[g + 1] * slope[1] + gradients[g + 2] * slope[2];
        out[this.elements[first + a]] += weights[q] * flow;
      }
    }
  }

  precondition(r: Float64Array, out: Float64Array): void {
    for (let v = 0; v < r.length; v++) out[v] = r[v] * this.inverseDiagonal[v];
  }
}

/** out = sum_a x_a g_a at point q. */
export function slopeAt(
  { verticesPerElement: size, pointsPerElement, gradients }: ElementQuadrature,
  elements: Uint32Array,
  x: Float64Array,
  q: number,
  out: Float64Array,
): void {
  const first = size * Math.floor(q / pointsPerElement);
  out.fill(0);
  for (let a = 0; a < size; a++) {
    const value = x[elements[first + a]];
    for (let axis = 0; axis < 3; axis++) out[axis] += value * gradients[3 * (size * q + a) + axis];
  }
}
