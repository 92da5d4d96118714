import { hasSameCorners } from '../geometry/elements/collapsedHex.ts';
import { elementTypes } from '../geometry/elements/elementTypes.ts';
import { signedSvd } from '../math/signedSvd.ts';
import type { ElementQuadrature } from './quadraturePoints.ts';
import { matterOf, type SolidBodyInput } from './SolidOperators.ts';

/**
 * Upper bound of the small-strain angular frequency of any element that moves alone with its share of the mass, hence of the
 * whole mesh (Irons and Treharne 1971): omega^2 <= (2 mu + 3 lambda) / density * max eigenvalue of sum_a g_a g_a^T V / V_a, V_a being the
 * volume whose mass vertex a of the element has, V that which resists and g_a = dN_a/dX. For a tetrahedron whose vertices have equal shares the eigenvalue is about (16/3) / altitude^2. Elements count by their
 * `elementWeight`, which multiplies their stiffness and not their mass; the weights of `quadrature` are without it. 1/s.
 */
export function waveFrequencyBound(quadrature: ElementQuadrature, body: SolidBodyInput): number {
  return Math.sqrt(waveFrequencySquares(quadrature, body).reduce((worst, square) => Math.max(worst, square), 0));
}

/** The squares of that bound for every quadrature point alone, 1/s2; points of an element whose vertices share its mass unevenly have that of their element. */
export function waveFrequencySquares(quadrature: ElementQuadrature, body: SolidBodyInput): Float64Array {
  const squares = massedEigenvalues(quadrature, body);
  for (let q = 0; q < squares.length; q++) {
    const element = Math.floor(q / quadrature.pointsPerElement);
    const { mu, lambda } = body.models[body.elementModel?.[element] ?? 0];
    const stiffness = (2 * mu + 3 * Math.max(lambda, 0)) * (body.elementWeight?.[element] ?? 1);
    squares[q] = (stiffness * squares[q]) / matterOf(body, element).density;
  }
  return squares;
}

/** The part of the squares that the shapes of the elements and how their mass is shared decide, 1/m2. */
export function massedEigenvalues(
  quadrature: ElementQuadrature,
  body: Pick<SolidBodyInput, 'elementKind' | 'elements'>,
): Float64Array {
  const { verticesPerElement: size, pointsPerElement, weights } = quadrature;
  const squares = new Float64Array(weights.length);
  const uneven = elementTypes[body.elementKind].massShares !== undefined;
  const metric = new MassMetric(size);
  const scratch = {
    metric: new Float64Array(9),
    values: new Float64Array(3),
    u: new Float64Array(9),
    v: new Float64Array(9),
  };
  for (let first = 0; first < weights.length; first += pointsPerElement) {
    if (uneven || hasSameCorners(body.elements, (size * first) / pointsPerElement, size)) {
      squares.fill(metric.bound(quadrature, first), first, first + pointsPerElement);
    } else writePointEigenvalues(quadrature, scratch, first, squares);
  }
  return squares;
}

/** Scratch arrays in which the eigenvalues of one point are computed. */
type PointScratch = Readonly<Record<'metric' | 'values' | 'u' | 'v', Float64Array>>;

/** Writes the largest eigenvalue of sum_a g_a g_a^T V / V_a at each point of the element whose points begin at `first`, 1/m2. */
function writePointEigenvalues(
  { verticesPerElement: size, pointsPerElement, gradients, weights, lumps }: ElementQuadrature,
  { metric, values, u, v }: PointScratch,
  first: number,
  out: Float64Array,
): void {
  const corner = (size * first) / pointsPerElement;
  let volume = 0;
  for (let q = first; q < first + pointsPerElement; q++) volume += weights[q];
  for (let q = first; q < first + pointsPerElement; q++) {
    metric.fill(0);
    for (let a = 0; a < size && volume > 0; a++) {
      const lightness = volume / lumps[corner + a];
      const g = 3 * (size * q + a);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) metric[3 * i + j] += lightness * gradients[g + i] * gradients[g + j];
      }
    }
    signedSvd(metric, u, values, v);
    out[q] = values[0];
  }
}

/** The stiffness of an element of unit modulus over the masses of its vertices. */
class MassMetric {
  private readonly size: number;
  private readonly matrix: Float64Array;
  private readonly square: Float64Array;

  /** `size`: vertices of an element. */
  constructor(size: number) {
    this.size = size;
    this.matrix = new Float64Array(size * size);
    this.square = new Float64Array(size * size);
  }

  /** A bound of the largest eigenvalue of the element whose points begin at `first`, 1/m2. */
  bound(quadrature: ElementQuadrature, first: number): number {
    this.write(quadrature, first);
    return traceBound(this.matrix, this.square, this.size);
  }

  /**
   * A_ab = sum_q w_q (g_a . g_b) / sqrt(m_a m_b), m_a being the volumes whose mass the vertices have of the element, 1/m2; rows of corners that are another's vertex are 0, and all of an element of no weight, which
   * has no stiffness.
   */
  private write({ pointsPerElement, gradients, weights, lumps }: ElementQuadrature, first: number): void {
    const { size, matrix } = this;
    const corner = (size * first) / pointsPerElement;
    matrix.fill(0);
    for (let q = first; q < first + pointsPerElement; q++) {
      for (let a = 0; a < size; a++) {
        const ga = 3 * (size * q + a);
        for (let b = 0; b < size; b++) {
          const gb = 3 * (size * q + b);
          matrix[size * a + b] +=
            weights[q] *
            (gradients[ga] * gradients[gb] +
              gradients[ga + 1] * gradients[gb + 1] +
              gradients[ga + 2] * gradients[gb + 2]);
        }
      }
    }
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        const scale = Math.sqrt(lumps[corner + a] * lumps[corner + b]);
        if (scale > 0) matrix[size * a + b] /= scale;
      }
    }
  }
}

/** Squarings of a matrix after which the root of its trace bounds its largest eigenvalue to n^(1/16): 15 % for ten vertices. */
const SQUARINGS = 4;

/** tr(A^16)^(1/16) of a symmetric matrix without negative eigenvalues, which it overwrites. */
function traceBound(matrix: Float64Array, square: Float64Array, size: number): number {
  let bound = 1;
  let root = 1;
  for (let k = 0; k <= SQUARINGS; k++) {
    let trace = 0;
    for (let a = 0; a < size; a++) trace += matrix[(size + 1) * a];
    bound *= trace ** root;
    if (k === SQUARINGS || trace === 0) break;
    for (let n = 0; n < matrix.length; n++) matrix[n] /= trace;
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) {
        let sum = 0;
        for (let c = 0; c < size; c++) sum += matrix[size * a + c] * matrix[size * c + b];
        square[size * a + b] = sum;
      }
    }
    matrix.set(square);
    root /= 2;
  }
  return bound;
}
