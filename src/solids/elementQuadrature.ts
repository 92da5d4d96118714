import { CoreError } from '../base/errors.ts';
import { firstSameCorner } from '../geometry/elements/collapsedHex.ts';
import { elementTypes } from '../geometry/elements/elementTypes.ts';
import type { ReferencePoint } from '../geometry/elements/ElementType.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/**
 * Elements of any kind as quadrature points (Irving 2007, 2.10): point q of element e = floor(q / pointsPerElement) sees
 * F = sum_a x_a (dN_a/dX)^T over the element's vertices a, and weighs `weights[q]` m3 of rest volume. Of corners that are one vertex (`collapsedHex`)
 * the first has their sums, the others 0.
 */
export interface ElementQuadrature {
  readonly verticesPerElement: number;
  readonly pointsPerElement: number;
  /** dN_a/dX, 1/m: `gradients[3 * (verticesPerElement * q + a) + axis]`. */
  readonly gradients: Float64Array;
  /** Rest volume of each point, m3, positive; of the material that is there. */
  readonly weights: Float64Array;
  /** Share of a point's mass that each vertex of its element carries: `massShares[verticesPerElement * q + a]`, adding up to 1. */
  readonly massShares: Float64Array;
}

/** The points of the elements' type (`ElementType.points`), each element with its shape at rest. Throws `geometry-invalid` at a flat or inverted element. */
export function elementQuadrature(
  body: Pick<SolidBodyInput, 'elementKind' | 'elements' | 'restPositions' | 'materialFraction'>,
): ElementQuadrature {
  const type = elementTypes[body.elementKind];
  const verticesPerElement = type.size;
  const pointsPerElement = type.points.length;
  const points = (body.elements.length / verticesPerElement) * pointsPerElement;
  const quadrature: ElementQuadrature = {
    verticesPerElement,
    pointsPerElement,
    gradients: new Float64Array(3 * verticesPerElement * points),
    weights: new Float64Array(points),
    massShares: new Float64Array(verticesPerElement * points),
  };
  for (let q = 0; q < points; q++) {
    const element = Math.floor(q / pointsPerElement);
    const reference = type.points[q % pointsPerElement];
    const volume = placePoint(quadrature, q, element, body, reference);
    quadrature.massShares.set(type.massShares ?? reference.shapes, verticesPerElement * q);
    addSameCorners(quadrature, q, body.elements, verticesPerElement * element);
    if (volume > 0 && Number.isFinite(volume)) {
      quadrature.weights[q] *= body.materialFraction?.[element] ?? 1;
      continue;
    }
    throw new CoreError('geometry-invalid', `${type.name} ${element} is flat or inverted at rest`, {
      place: `${type.name} ${element}`,
      remedy: 'Mesh the surface again, or repair the volume mesh.',
    });
  }
  return quadrature;
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
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) sum += cofactor[3 * i + j] * reference.derivatives[3 * a + j];
      quadrature.gradients[3 * (size * q + a) + i] = sum / determinant;
    }
  }
  quadrature.weights[q] = determinant * reference.weight;
  return quadrature.weights[q];
}

/** Adds what corners of point `q` that are the same vertex have, at the first of them. `first`: where its element begins. */
function addSameCorners(quadrature: ElementQuadrature, q: number, elements: Uint32Array, first: number): void {
  const { verticesPerElement: size, gradients, massShares } = quadrature;
  for (let corner = 1; corner < size; corner++) {
    const same = firstSameCorner(elements, first, corner);
    if (same === corner) continue;
    const [from, to] = [size * q + corner, size * q + same];
    massShares[to] += massShares[from];
    massShares[from] = 0;
    for (let axis = 0; axis < 3; axis++) {
      gradients[3 * to + axis] += gradients[3 * from + axis];
      gradients[3 * from + axis] = 0;
    }
  }
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

/** Lumped masses m_v = sum density weight massShare, kg (`ElementType.massShares`). They add up to density times volume. */
export function lumpedMasses(
  quadrature: ElementQuadrature,
  elements: Uint32Array,
  vertexCount: number,
  densityOf: (element: number) => number,
): Float64Array {
  const { verticesPerElement: size, pointsPerElement, weights, massShares } = quadrature;
  const masses = new Float64Array(vertexCount);
  for (let q = 0; q < weights.length; q++) {
    const element = Math.floor(q / pointsPerElement);
    for (let a = 0; a < size; a++) {
      masses[elements[size * element + a]] += densityOf(element) * weights[q] * massShares[size * q + a];
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
