import type { PlasticBody } from './PlasticBody.ts';

/** Points whose smallest signed elastic stretch is below this do not flow: the logarithm of flat and inverted elements is meaningless. */
export const LEAST_STRETCH = 0.2;

// Elements that touch an inverted one do not flow either: their strain comes from the tangle, and flow would make a rest shape of it that
// the inverted elements can no longer leave.

export function vertexCountOf({ elements }: PlasticBody): number {
  return elements.reduce((most, vertex) => Math.max(most, vertex), -1) + 1;
}

/** Sets `marks` to 1 for the vertices of points whose smallest signed stretch is not positive, else to 0. Returns whether there are any. */
export function markTangled(body: PlasticBody, stretches: ArrayLike<number>, marks: Uint8Array): boolean {
  const { elements, verticesPerElement: size, pointsPerElement } = body;
  const points = body.frequencySquares.length;
  let any = false;
  for (let q = 0; q < points; q++) {
    if (stretches[3 * q + 2] >= LEAST_STRETCH) continue;
    if (!any) marks.fill(0);
    any = true;
    const first = size * Math.floor(q / pointsPerElement);
    for (let a = 0; a < size; a++) marks[elements[first + a]] = 1;
  }
  return any;
}

/** Returns whether the element of point q shares a vertex with an inverted element. */
export function isTangled(body: PlasticBody, q: number, marks: Uint8Array): boolean {
  const { elements, verticesPerElement: size, pointsPerElement } = body;
  const first = size * Math.floor(q / pointsPerElement);
  for (let a = 0; a < size; a++) if (marks[elements[first + a]] !== 0) return true;
  return false;
}
