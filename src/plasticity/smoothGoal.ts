import { packedDistance } from './goalRule.ts';
import { PACKED } from './packedSymmetric.ts';
import type { PlasticBody } from './PlasticBody.ts';

/** A point of a goal is noisy where its logarithm differs by more than this from the mean around it: noise of 0.2 costs a compressed body 7 % of its volume. */
const NOISY = 0.25;

/**
 * Smooths the logarithms of a goal: every pass replaces each by the mean over its vertices of the mean of the points around them. Points whose goal
 * is inverted (`has` 0) get that mean, too, and are directed from then on. Logarithms without trace keep none.
 */
export function smoothGoal(body: PlasticBody, logs: Float64Array, has: Uint8Array, passes: number): void {
  for (let pass = 0; pass < passes; pass++) {
    const around = meansAround(body, logs, has);
    logs.set(around.logs);
    has.set(around.has);
  }
}

/** Counts the elements with a point whose logarithm is far from the mean around it. */
export function countNoisy(body: PlasticBody, logs: Float64Array, has: Uint8Array): number {
  const around = meansAround(body, logs, has);
  const noisy = new Set<number>();
  for (let q = 0; q < has.length; q++) {
    if (has[q] === 0 || packedDistance(logs, PACKED * q, around.logs) <= NOISY) continue;
    noisy.add(Math.floor(q / body.pointsPerElement));
  }
  return noisy.size;
}

/** Returns for every point the mean, over the vertices of its element, of the mean over all points around the vertex that have a goal. */
function meansAround(body: PlasticBody, logs: Float64Array, has: Uint8Array): { logs: Float64Array; has: Uint8Array } {
  const { elements, verticesPerElement: size, pointsPerElement } = body;
  const vertexCount = elements.reduce((most, vertex) => Math.max(most, vertex), -1) + 1;
  const sums = new Float64Array(PACKED * vertexCount);
  const counts = new Uint32Array(vertexCount);
  const firstOf = (q: number) => size * Math.floor(q / pointsPerElement);
  for (let q = 0; q < has.length; q++) {
    if (has[q] === 0) continue;
    for (let a = 0; a < size; a++) {
      const vertex = elements[firstOf(q) + a];
      counts[vertex]++;
      for (let k = 0; k < PACKED; k++) sums[PACKED * vertex + k] += logs[PACKED * q + k];
    }
  }
  const means = new Float64Array(logs.length);
  const found = new Uint8Array(has.length);
  for (let q = 0; q < has.length; q++) {
    let known = 0;
    for (let a = 0; a < size; a++) if (counts[elements[firstOf(q) + a]] > 0) known++;
    if (known === 0) continue;
    found[q] = 1;
    for (let a = 0; a < size; a++) {
      const vertex = elements[firstOf(q) + a];
      if (counts[vertex] === 0) continue;
      for (let k = 0; k < PACKED; k++) means[PACKED * q + k] += sums[PACKED * vertex + k] / (counts[vertex] * known);
    }
  }
  return { logs: means, has: found };
}
