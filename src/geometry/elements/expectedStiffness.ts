import type { ElementKind } from './ElementType.ts';

/** What a part consists of: elements of a kind in any arrangement, or linear tetrahedra as meshers make them of a body-centred cubic lattice. */
export type Elements = ElementKind | 'lattice';

/** Poisson's ratios that were measured. */
const RATIOS = [0, 0.3, 0.45] as const;

/**
 * Bending stiffness of a cantilever, 20 times as long as high, over that of a beam, for 1, 2 and 4 across and each Poisson's ratio; tetrahedra
 * are Kuhn's six of a cube, the worst case, and those of a lattice as graded stuffing makes them (the first of its rows is extrapolated: it fills nothing so
 * thin). Measured: `npm run bench -- table bending`, 1 / (1 + droop).
 */
const MEASURED: Readonly<Record<Elements, readonly (readonly number[])[]>> = {
  tet: [
    [4.13, 4.61, 9.52],
    [1.82, 1.98, 3.34],
    [1.21, 1.26, 1.66],
  ],
  lattice: [
    [1.92, 1.78, 1.9],
    [1.23, 1.19, 1.22],
    [1.05, 1.05, 1.07],
  ],
  hex: [
    [1.5, 1.54, 1.89],
    [1.12, 1.14, 1.29],
    [1.03, 1.04, 1.09],
  ],
  tet10: [
    [1, 1.01, 1.05],
    [1, 1, 1.02],
    [1, 1, 1.01],
  ],
};

/**
 * How many times too stiff in bending a part is with so many elements across it, about: the measured excess, interpolated by its logarithm between the
 * measured numbers and falling with the square of the number beyond them; linear in Poisson's ratio. `across`: at least 1 counts.
 */
export function expectedStiffness(kind: Elements, across: number, poissonRatio: number): number {
  const columns = MEASURED[kind].map((row) => betweenRatios(row, poissonRatio) - 1);
  const at = Math.log2(Math.max(1, across));
  if (across === Infinity) return 1;
  const last = columns.length - 1;
  if (at >= last) return 1 + columns[last] * 4 ** (last - at);
  const low = Math.floor(at);
  const [a, b] = [columns[low], columns[low + 1]].map((excess) => Math.log(Math.max(excess, 1e-3)));
  return 1 + Math.exp(a + (at - low) * (b - a));
}

function betweenRatios(row: readonly number[], ratio: number): number {
  const last = RATIOS.length - 1;
  const clamped = Math.min(Math.max(ratio, RATIOS[0]), RATIOS[last]);
  const k = clamped < RATIOS[1] ? 0 : 1;
  const share = (clamped - RATIOS[k]) / (RATIOS[k + 1] - RATIOS[k]);
  return row[k] + share * (row[k + 1] - row[k]);
}

/** The least number across, as measured, at which parts of such elements are at most `most` times too stiff; for the remedy of a shorter edge. */
export function acrossFor(kind: Elements, most: number, poissonRatio: number): number {
  let across = 1;
  while (expectedStiffness(kind, across, poissonRatio) > most && across < 64) across += 1;
  return across;
}
