import type { MeshStatics } from '../../state/DisplayStatics.ts';

/** Elements of about one size. */
export interface Band {
  /** Times that its edge is twice that of the surface; below 0 it is halved. */
  readonly level: number;
  /** Edge length, m. */
  readonly edge: number;
  readonly elements: number;
  /** Part of the scale from the finest band to the coarsest, 0..1. */
  readonly place: number;
}

/**
 * The bands of a graded mesh, finest first, and where on the scale each element lies. The level of a tetrahedron is that of the body-centred
 * cubic lattice cell of its volume: V = a^3 / 12 for the long edge a (Molino 2003, section 4), rounded to a power of two of `edgeLength`;
 * a hexahedron's volume is a^3. Elements that were squeezed at the surface count to the finest band, `-detail`.
 */
export function elementBands(
  { elementSize, restDeterminants }: Pick<MeshStatics, 'elementSize' | 'restDeterminants'>,
  edgeLength: number,
  detail = 0,
): { readonly bands: readonly Band[]; readonly values: Float32Array } {
  const levels = Int8Array.from(restDeterminants, (determinant) =>
    Math.max(-detail, levelOf(determinant, elementSize, edgeLength)),
  );
  const counts = new Map<number, number>();
  for (const level of levels) counts.set(level, (counts.get(level) ?? 0) + 1);
  const total = levels.length;
  const found = [...counts].sort(([a], [b]) => a - b);
  // A handful of odd elements at a transition are no band.
  const kept = found.filter(([, count]) => count >= LEAST_SHARE * total);
  const first = kept[0]?.[0] ?? 0;
  const last = kept.at(-1)?.[0] ?? 0;
  const place = (level: number) => (last === first ? 0 : Math.min(1, Math.max(0, (level - first) / (last - first))));
  const bands = kept.map(([level]) => ({
    level,
    edge: edgeLength * 2 ** level,
    // Those beyond the ends count to the band next to them.
    elements: found.reduce((sum, [other, count]) => sum + (nearest(other, kept) === level ? count : 0), 0),
    place: place(level),
  }));
  return { bands, values: Float32Array.from(levels, place) };
}

/** Share of all elements that a band has at least. */
const LEAST_SHARE = 0.002;

function levelOf(determinant: number, size: number, edgeLength: number): number {
  // Six times the volume of a tetrahedron, 64 times that of a hexahedron.
  const cube = size === 8 ? determinant / 64 : 2 * determinant;
  if (!(cube > 0)) return 0;
  return Math.max(-20, Math.min(20, Math.round(Math.log2(Math.cbrt(cube) / edgeLength))));
}

function nearest(level: number, kept: readonly (readonly [number, number])[]): number {
  return kept.reduce((best, [other]) => (Math.abs(other - level) < Math.abs(best - level) ? other : best), kept[0][0]);
}

/** CSS colour of a place on the scale of bands: as the viewport mixes it. */
export function bandColour(place: number): string {
  const [from, to, share] =
    place <= 0.5 ? ['--band-fine', '--band-middle', 2 * place] : ['--band-middle', '--band-coarse', 2 * place - 1];
  return `color-mix(in srgb, var(${to}) ${Math.round(100 * Number(share))}%, var(${from}))`;
}
