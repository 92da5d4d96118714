import { CoreError } from '../base/errors.ts';
import { firstSameCorner } from '../geometry/elements/collapsedHex.ts';
import { elementTypes } from '../geometry/elements/elementTypes.ts';
import type { ReferencePoint } from '../geometry/elements/ElementType.ts';
import type { SolidMoments } from '../geometry/solidMoments.ts';
import { filledVolumes } from './filledVolumes.ts';
import { matchMoments } from './matchMoments.ts';
import type { ElementQuadrature } from './quadraturePoints.ts';
import type { SolidBodyInput } from './SolidOperators.ts';
import { massedEigenvalues } from './waveFrequency.ts';

/** What elements are made from. */
type QuadratureInput = Pick<
  SolidBodyInput,
  'elementKind' | 'elements' | 'restPositions' | 'materialFraction' | 'materialMoments' | 'filled'
>;

/** The points of the elements' type (`ElementType.points`), each element with its shape at rest. Throws `geometry-invalid` at a flat or inverted element. */
export function elementQuadrature(body: QuadratureInput): ElementQuadrature {
  const type = elementTypes[body.elementKind];
  const verticesPerElement = type.size;
  const pointsPerElement = type.points.length;
  const points = (body.elements.length / verticesPerElement) * pointsPerElement;
  const quadrature: ElementQuadrature = {
    verticesPerElement,
    pointsPerElement,
    gradients: new Float64Array(3 * verticesPerElement * points),
    weights: new Float64Array(points),
    lumps: new Float64Array(body.elements.length),
  };
  for (let q = 0; q < points; q++) {
    const element = Math.floor(q / pointsPerElement);
    const reference = type.points[q % pointsPerElement];
    const volume = placePoint(quadrature, q, element, body, reference);
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
  lumpVolumes(quadrature, body);
  return quadrature;
}

/** Shares the volume of each element among its vertices by `ElementType.massShares`, else by the row sums N_a weight; then as the body asks whose moments it is to have, which multiplies the weights so that their sum is its volume. */
function lumpVolumes(quadrature: ElementQuadrature, body: QuadratureInput): void {
  const { verticesPerElement: size, pointsPerElement, weights, lumps } = quadrature;
  const { elements, materialMoments } = body;
  const type = elementTypes[body.elementKind];
  for (let q = 0; q < weights.length; q++) {
    const first = size * Math.floor(q / pointsPerElement);
    const shares = type.massShares ?? type.points[q % pointsPerElement].shapes;
    for (let a = 0; a < size; a++) {
      lumps[first + firstSameCorner(elements, first, a)] += weights[q] * shares[a];
    }
  }
  if (materialMoments === undefined) return;
  const share = materialMoments[0] / weights.reduce((sum, weight) => sum + weight, 0);
  for (let q = 0; q < weights.length; q++) weights[q] *= share;
  if (body.filled === undefined) matchLumps(quadrature, body, share, materialMoments);
  else fillCells(quadrature, body, body.filled, materialMoments);
}

/** Matches the moments of elements that follow the surface of the body by how each shares its mass. */
function matchLumps(quadrature: ElementQuadrature, body: QuadratureInput, share: number, moments: SolidMoments): void {
  const { verticesPerElement: size, pointsPerElement, lumps } = quadrature;
  for (let at = 0; at < lumps.length; at++) lumps[at] *= share;
  const usual = elementTypes[body.elementKind].massShares ?? new Array<number>(size).fill(1 / size);
  const least = leastShares(massedEigenvalues(quadrature, body), pointsPerElement);
  matchMoments({ elements: body.elements, positions: body.restPositions, lumps, usual, least }, moments);
}

/** Matches the moments of whole cells that reach beyond the body by how much of the body each vertex has. */
function fillCells(
  { lumps }: ElementQuadrature,
  { elements, restPositions: positions }: QuadratureInput,
  filled: Float64Array,
  moments: SolidMoments,
): void {
  const wholes = new Float64Array(filled.length);
  for (let at = 0; at < lumps.length; at++) wholes[elements[at]] += lumps[at];
  const volumes = filledVolumes({ positions, wholes, filled }, moments);
  for (let at = 0; at < lumps.length; at++) lumps[at] *= volumes[elements[at]] / wholes[elements[at]];
}

/** Least share of a vertex in the mass of any element, over its usual one. */
const LEAST_SHARE = 0.5;

/** Returns, for every element, down to what part of their usual shares its vertices may become lighter, so that no element swings faster than the fastest of the mesh did: time steps stay as long as they were. */
function leastShares(eigenvalues: Float64Array, pointsPerElement: number): Float64Array {
  const fastest = eigenvalues.reduce((most, value) => Math.max(most, value), 0);
  const least = new Float64Array(eigenvalues.length / pointsPerElement).fill(LEAST_SHARE);
  for (let q = 0; q < eigenvalues.length; q++) {
    const element = Math.floor(q / pointsPerElement);
    least[element] = Math.max(least[element], eigenvalues[q] / fastest);
  }
  return least;
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
  const { verticesPerElement: size, gradients } = quadrature;
  for (let corner = 1; corner < size; corner++) {
    const same = firstSameCorner(elements, first, corner);
    if (same === corner) continue;
    const [from, to] = [size * q + corner, size * q + same];
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

/** Lumped masses m_v = sum of density lumps, kg. They add up to density times the volume of the material. */
export function lumpedMasses(
  { lumps, verticesPerElement: size }: ElementQuadrature,
  elements: Uint32Array,
  vertexCount: number,
  densityOf: (element: number) => number,
): Float64Array {
  const masses = new Float64Array(vertexCount);
  for (let at = 0; at < lumps.length; at++) masses[elements[at]] += densityOf(Math.floor(at / size)) * lumps[at];
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
