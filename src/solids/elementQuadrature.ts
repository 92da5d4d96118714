import { CoreError } from '../base/errors.ts';
import { signedSvd } from '../math/signedSvd.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/**
 * Elements of any kind as quadrature points (Irving 2007, 2.10): point q of element e = floor(q / pointsPerElement) sees
 * F = sum_a x_a (dN_a/dX)^T over the element's vertices a, and weighs `weights[q]` m3 of rest volume.
 */
export interface ElementQuadrature {
  readonly verticesPerElement: 4 | 8;
  readonly pointsPerElement: 1 | 8;
  /** dN_a/dX, 1/m: `gradients[3 * (verticesPerElement * q + a) + axis]`. */
  readonly gradients: Float64Array;
  /** Rest volume of each point, m3, positive; of the material that is there. */
  readonly weights: Float64Array;
  /** N_a at each point: `shapes[verticesPerElement * q + a]`. */
  readonly shapes: Float64Array;
}

/** Gauss abscissa of the two-point rule on [0, 1]. */
const GAUSS = 0.5 - 0.5 / Math.sqrt(3);

/** One point per tetrahedron, 2x2x2 Gauss points per hexahedron. Throws `geometry-invalid` at a flat or inverted element. */
export function elementQuadrature(
  body: Pick<SolidBodyInput, 'elementKind' | 'elements' | 'restPositions' | 'materialFraction'>,
): ElementQuadrature {
  const tet = body.elementKind === 'tet';
  const verticesPerElement = tet ? 4 : 8;
  const pointsPerElement = tet ? 1 : 8;
  const points = (body.elements.length / verticesPerElement) * pointsPerElement;
  const quadrature: ElementQuadrature = {
    verticesPerElement,
    pointsPerElement,
    gradients: new Float64Array(3 * verticesPerElement * points),
    weights: new Float64Array(points),
    shapes: new Float64Array(verticesPerElement * points),
  };
  const reference = tet ? [tetReferencePoint()] : hexReferencePoints();
  for (let q = 0; q < points; q++) {
    const element = Math.floor(q / pointsPerElement);
    const volume = placePoint(quadrature, q, element, body, reference[q % pointsPerElement]);
    if (volume > 0 && Number.isFinite(volume)) {
      quadrature.weights[q] *= body.materialFraction?.[element] ?? 1;
      continue;
    }
    throw new CoreError('geometry-invalid', `${body.elementKind} ${element} is flat or inverted at rest`, {
      place: `${body.elementKind} ${element}`,
      remedy: 'Mesh the surface again, or repair the volume mesh.',
    });
  }
  return quadrature;
}

/** Shape functions, their parametric derivatives and the parametric weight of one point of the reference element. */
interface ReferencePoint {
  readonly shapes: readonly number[];
  /** dN_a/dxi: three per vertex. */
  readonly derivatives: readonly number[];
  readonly weight: number;
}

function tetReferencePoint(): ReferencePoint {
  return { shapes: [0.25, 0.25, 0.25, 0.25], derivatives: [-1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1], weight: 1 / 6 };
}

/** Trilinear shape functions on [0, 1]^3, corner i + 2j + 4k at (i, j, k), at the Gauss points in the same order. */
function hexReferencePoints(): ReferencePoint[] {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, c >> 2]);
  return corners.map((point) => {
    const xi = point.map((bit) => (bit === 0 ? GAUSS : 1 - GAUSS));
    const shapes: number[] = [];
    const derivatives: number[] = [];
    for (const corner of corners) {
      const factor = corner.map((bit, axis) => (bit === 1 ? xi[axis] : 1 - xi[axis]));
      const slope = corner.map((bit) => (bit === 1 ? 1 : -1));
      shapes.push(factor[0] * factor[1] * factor[2]);
      derivatives.push(slope[0] * factor[1] * factor[2], factor[0] * slope[1] * factor[2]);
      derivatives.push(factor[0] * factor[1] * slope[2]);
    }
    return { shapes, derivatives, weight: 1 / 8 };
  });
}

/** Fills point `q`: dN/dX = dN/dxi (dX/dxi)^-1. Returns its volume, which is negative for an inverted element. */
function placePoint(
  quadrature: ElementQuadrature,
  q: number,
  element: number,
  body: Pick<SolidBodyInput, 'elements' | 'restPositions'>,
  reference: ReferencePoint,
): number {
  const size = quadrature.verticesPerElement;
  const jacobian = new Float64Array(9);
  for (let a = 0; a < size; a++) {
    const vertex = body.elements[size * element + a];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        jacobian[3 * i + j] += body.restPositions[3 * vertex + i] * reference.derivatives[3 * a + j];
      }
    }
  }
  const cofactor = cofactors(jacobian);
  const determinant = jacobian[0] * cofactor[0] + jacobian[1] * cofactor[1] + jacobian[2] * cofactor[2];
  for (let a = 0; a < size; a++) {
    quadrature.shapes[size * q + a] = reference.shapes[a];
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += cofactor[3 * i + j] * reference.derivatives[3 * a + j];
      quadrature.gradients[3 * (size * q + a) + i] = sum / determinant;
    }
  }
  quadrature.weights[q] = determinant * reference.weight;
  return quadrature.weights[q];
}

/** Cofactor matrix: A^-1 = cofactors(A)^T / det A. */
function cofactors(m: Float64Array): Float64Array {
  return Float64Array.of(
    m[4] * m[8] - m[5] * m[7],
    m[5] * m[6] - m[3] * m[8],
    m[3] * m[7] - m[4] * m[6],
    m[2] * m[7] - m[1] * m[8],
    m[0] * m[8] - m[2] * m[6],
    m[1] * m[6] - m[0] * m[7],
    m[1] * m[5] - m[2] * m[4],
    m[2] * m[3] - m[0] * m[5],
    m[0] * m[4] - m[1] * m[3],
  );
}

/** Row-sum lumped masses m_v = sum density N_v weight, kg. They add up to density times volume. */
export function lumpedMasses(
  quadrature: ElementQuadrature,
  elements: Uint32Array,
  vertexCount: number,
  density: number,
): Float64Array {
  const { verticesPerElement: size, pointsPerElement, weights, shapes } = quadrature;
  const masses = new Float64Array(vertexCount);
  for (let q = 0; q < weights.length; q++) {
    const element = Math.floor(q / pointsPerElement);
    for (let a = 0; a < size; a++) {
      masses[elements[size * element + a]] += density * weights[q] * shapes[size * q + a];
    }
  }
  return masses;
}

/** The quadrature with the volume of each element's points times its `elementWeight`: what its stress, damping and energy count by. */
export function weightedQuadrature(
  quadrature: ElementQuadrature,
  elementWeight: Float64Array | undefined,
): ElementQuadrature {
  if (elementWeight === undefined) return quadrature;
  const { weights, pointsPerElement } = quadrature;
  return {
    ...quadrature,
    weights: weights.map((weight, q) => weight * elementWeight[Math.floor(q / pointsPerElement)]),
  };
}

/**
 * Upper bound of the small-strain angular frequency of any element that moves alone with its share of the mass, hence of the
 * whole mesh (Irons and Treharne 1971): omega^2 <= n (2 mu + 3 lambda) / density * max eigenvalue of sum_a g_a g_a^T, n
 * vertices per element, g_a = dN_a/dX. For a tetrahedron the eigenvalue is about (4/3) / altitude^2. Elements count by their
 * `elementWeight`, which multiplies their stiffness and not their mass. 1/s.
 */
export function waveFrequencyBound(quadrature: ElementQuadrature, body: SolidBodyInput): number {
  return Math.sqrt(waveFrequencySquares(quadrature, body).reduce((worst, square) => Math.max(worst, square), 0));
}

/** The squares of that bound for every quadrature point alone, 1/s2. */
export function waveFrequencySquares(quadrature: ElementQuadrature, body: SolidBodyInput): Float64Array {
  const { verticesPerElement: size, pointsPerElement, gradients, weights } = quadrature;
  const metric = new Float64Array(9);
  const values = new Float64Array(3);
  const scratchU = new Float64Array(9);
  const scratchV = new Float64Array(9);
  const squares = new Float64Array(weights.length);
  for (let q = 0; q < weights.length; q++) {
    metric.fill(0);
    for (let a = 0; a < size; a++) {
      const g = 3 * (size * q + a);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) metric[3 * i + j] += gradients[g + i] * gradients[g + j];
      }
    }
    signedSvd(metric, scratchU, values, scratchV);
    const element = Math.floor(q / pointsPerElement);
    const { mu, lambda } = body.models[body.elementModel?.[element] ?? 0];
    const stiffness = (2 * mu + 3 * Math.max(lambda, 0)) * (body.elementWeight?.[element] ?? 1);
    squares[q] = (size * stiffness * values[0]) / body.density;
  }
  return squares;
}
