import type { ShellInput } from './ShellInput.ts';

/** Vertices that no triangle uses weigh this share of the mean: they fly on their own. */
const LOOSE_SHARE = 1e-3;

/** A third of each triangle's mass at its corners, kg. */
export function lumpedMasses({ triangles, areaDensity, restPositions }: ShellInput, areas: Float64Array): Float64Array {
  const masses = new Float64Array(restPositions.length / 3);
  triangles.forEach((vertex, corner) => (masses[vertex] += (areaDensity * areas[Math.floor(corner / 3)]) / 3));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const least = (LOOSE_SHARE * total) / Math.max(1, masses.length);
  return masses.map((mass) => Math.max(mass, least));
}
