import { elementTypes } from '../geometry/elements/elementTypes.ts';
import type { ElementQuadrature } from './quadraturePoints.ts';
import { HarmonicField, slopeAt, type RestBody } from './harmonicField.ts';

/** Gradients below this share of the largest belong to elements inside a patch, where the potential is constant. */
const NO_GRADIENT = 1e-6;

/**
 * Fibres from one patch of vertices to another (Choi and Blemker 2013, "Skeletal muscle fascicle arrangements can be reconstructed using a Laplacian
 * vector field simulation"): the potential u with div grad u = 0 inside, no flux through the free surface, u = 0 on `from` and u = 1 on `to`, by
 * linear (or trilinear) finite elements; the fibre of an element is its mean gradient, made one long. Elements inside a patch, where the gradient
 * is zero, go on as their neighbours do; parts that meet no patch take the way from the one patch's middle to the other's. Unit vectors, xyz per element.
 */
export function laplaceFibres(body: RestBody, from: Uint32Array, to: Uint32Array): Float64Array {
  const count = body.restPositions.length / 3;
  const held = new Uint8Array(count);
  for (const patch of [from, to]) for (const vertex of patch) held[vertex] = 1;
  const field = new HarmonicField(body, held);
  const directions = elementGradients(body, field.quadrature, potentialBetween(field, count, to));
  const known = normalise(directions);
  spread(body, directions, known);
  fillRest(directions, known, between(body.restPositions, from, to));
  return directions;
}

/** u per vertex: 0 on `from`, 1 on `to`. */
function potentialBetween(field: HarmonicField, count: number, to: Uint32Array): Float64Array {
  const potential = new Float64Array(count);
  for (const vertex of to) potential[vertex] = 1;
  field.solve(potential);
  return potential;
}

/** Mean gradient of the potential in every element, 1/m. */
function elementGradients(
  { elements }: RestBody,
  quadrature: ElementQuadrature,
  potential: Float64Array,
): Float64Array {
  const { pointsPerElement, weights, verticesPerElement: size } = quadrature;
  const sums = new Float64Array((3 * elements.length) / size);
  const slope = new Float64Array(3);
  for (let q = 0; q < weights.length; q++) {
    slopeAt(quadrature, elements, potential, q, slope);
    const element = 3 * Math.floor(q / pointsPerElement);
    for (let axis = 0; axis < 3; axis++) sums[element + axis] += slope[axis] / pointsPerElement;
  }
  return sums;
}

/** Makes vectors one long, those that are no direction zero; 1 for every direction. */
function normalise(vectors: Float64Array): Uint8Array {
  const known = new Uint8Array(vectors.length / 3);
  let longest = 0;
  const length = (e: number) => Math.hypot(vectors[3 * e], vectors[3 * e + 1], vectors[3 * e + 2]);
  for (let e = 0; e < known.length; e++) longest = Math.max(longest, length(e));
  for (let e = 0; e < known.length; e++) {
    const size = length(e);
    known[e] = size > NO_GRADIENT * longest ? 1 : 0;
    for (let axis = 0; axis < 3; axis++) vectors[3 * e + axis] = known[e] === 1 ? vectors[3 * e + axis] / size : 0;
  }
  return known;
}

/** Carries directions into elements without one from those that they share vertices with, layer by layer. */
function spread({ elements, elementKind, restPositions }: RestBody, directions: Float64Array, known: Uint8Array): void {
  const { size } = elementTypes[elementKind];
  const sums = new Float64Array(restPositions.length);
  for (let changed = true; changed;) {
    changed = false;
    sums.fill(0);
    for (let k = 0; k < elements.length; k++) {
      const element = Math.floor(k / size);
      if (known[element] === 0) continue;
      for (let axis = 0; axis < 3; axis++) sums[3 * elements[k] + axis] += directions[3 * element + axis];
    }
    for (let element = 0; element < known.length; element++) {
      if (known[element] !== 0 || !gather(elements, size, element, sums, directions)) continue;
      known[element] = 1;
      changed = true;
    }
  }
}

/** directions = the sum at the element's vertices, one long; false where there is none. */
function gather(elements: Uint32Array, size: number, element: number, sums: Float64Array, directions: Float64Array) {
  const sum = [0, 0, 0];
  for (let a = 0; a < size; a++) {
    for (let axis = 0; axis < 3; axis++) sum[axis] += sums[3 * elements[size * element + a] + axis];
  }
  const length = Math.hypot(...sum);
  if (!(length > NO_GRADIENT)) return false;
  for (let axis = 0; axis < 3; axis++) directions[3 * element + axis] = sum[axis] / length;
  return true;
}

/** Returns the direction from the middle of one patch to that of the other; up where they are the same. */
function between(positions: Float64Array, from: Uint32Array, to: Uint32Array): number[] {
  const middle = (patch: Uint32Array, axis: number) =>
    patch.reduce((sum, v) => sum + positions[3 * v + axis], 0) / patch.length;
  const way = [0, 1, 2].map((axis) => middle(to, axis) - middle(from, axis));
  const length = Math.hypot(...way);
  return length > 0 ? way.map((value) => value / length) : [0, 1, 0];
}

function fillRest(directions: Float64Array, known: Uint8Array, direction: readonly number[]): void {
  for (let e = 0; e < known.length; e++) if (known[e] === 0) directions.set(direction, 3 * e);
}
