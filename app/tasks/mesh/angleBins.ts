import type { MeshPreview } from '../../../src/protocol/requests/meshes.ts';

/** Dihedral angles beyond these are where elements begin to go bad, degrees. */
export const ANGLE_LIMITS = { least: 10, most: 165 } as const;
/** Width of a bar, degrees. */
export const BIN_WIDTH = 2;
/** Dihedral angle of a regular tetrahedron, degrees. */
const REGULAR = (Math.acos(1 / 3) * 180) / Math.PI;

export interface AngleBin {
  /** Degrees. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Height of its bar, 0..1: square-root scaled, so that few bad elements are still seen. */
  readonly height: number;
  /** 0 at 0 and 180 degrees, 1 at the angle of a regular element. */
  readonly quality: number;
  readonly bad: boolean;
}

/** The histogram in bars of two degrees over 0..180; finer ones are joined. */
export function angleBins({ from, to, counts }: MeshPreview['dihedrals']): AngleBin[] {
  const sums = Array.from({ length: 180 / BIN_WIDTH }, () => 0);
  counts.forEach((count, k) => {
    const angle = from + ((k + 0.5) / counts.length) * (to - from);
    sums[Math.min(sums.length - 1, Math.max(0, Math.floor(angle / BIN_WIDTH)))] += count;
  });
  const greatest = Math.max(1, ...sums);
  return sums.map((count, k) => {
    const middle = (k + 0.5) * BIN_WIDTH;
    return {
      from: k * BIN_WIDTH,
      to: (k + 1) * BIN_WIDTH,
      count,
      height: Math.sqrt(count / greatest),
      quality: angleQuality(middle),
      bad: middle < ANGLE_LIMITS.least || middle > ANGLE_LIMITS.most,
    };
  });
}

/** How good an angle is: linear from 0 at flat to 1 at that of a regular element. Degrees. */
export function angleQuality(degrees: number): number {
  return degrees <= REGULAR ? degrees / REGULAR : (180 - degrees) / (180 - REGULAR);
}

/** Share of all angles that lie beyond the limits. */
export function badShare(bins: readonly AngleBin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const bad = bins.reduce((sum, bin) => sum + (bin.bad ? bin.count : 0), 0);
  return total === 0 ? 0 : bad / total;
}
