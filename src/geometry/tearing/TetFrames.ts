import type { TetMesh } from '../TetMesh.ts';

/** Barycentric coordinates in some tets, precomputed for many points. */
export class TetFrames {
  readonly tets: readonly number[];
  /** Weights of the last query point, in the tet that was found. */
  readonly weights = new Float64Array(4);
  /** Origin of each tet and the rows of the inverse of its edge matrix. */
  private readonly frames: Float64Array;

  constructor({ positions, tets }: TetMesh, chosen: readonly number[]) {
    this.tets = chosen;
    this.frames = new Float64Array(12 * chosen.length);
    chosen.forEach((t, row) => {
      const x = [0, 1, 2, 3].map((k) => [...positions.subarray(3 * tets[4 * t + k], 3 * tets[4 * t + k] + 3)]);
      const [a, b, c] = [1, 2, 3].map((k) => x[k].map((value, axis) => value - x[0][axis]));
      const normals = [cross(b, c), cross(c, a), cross(a, b)];
      const volume = a[0] * normals[0][0] + a[1] * normals[0][1] + a[2] * normals[0][2];
      this.frames.set(x[0], 12 * row);
      normals.forEach((normal, k) =>
        this.frames.set(
          normal.map((value) => value / volume),
          12 * row + 3 * (k + 1),
        ),
      );
    });
  }

  /** Returns the tet with the largest minimum weight of a point (the one that contains it, or needs the least extrapolation), and that weight. */
  find(x: number, y: number, z: number): { readonly tet: number; readonly least: number } {
    const { frames, tets } = this;
    let best = -1;
    let greatest = -Infinity;
    for (let row = 0; row < tets.length; row++) {
      const least = leastWeight(frames, 12 * row, x, y, z);
      if (least > greatest) [best, greatest] = [row, least];
    }
    if (best < 0) return { tet: -1, least: -Infinity };
    this.weigh(12 * best, x, y, z);
    return { tet: tets[best], least: greatest };
  }

  private weigh(at: number, x: number, y: number, z: number): void {
    const { frames, weights } = this;
    const [dx, dy, dz] = [x - frames[at], y - frames[at + 1], z - frames[at + 2]];
    for (let k = 1; k < 4; k++) {
      weights[k] = frames[at + 3 * k] * dx + frames[at + 3 * k + 1] * dy + frames[at + 3 * k + 2] * dz;
    }
    weights[0] = 1 - weights[1] - weights[2] - weights[3];
  }
}

function leastWeight(frames: Float64Array, at: number, x: number, y: number, z: number): number {
  const dx = x - frames[at];
  const dy = y - frames[at + 1];
  const dz = z - frames[at + 2];
  const b = frames[at + 3] * dx + frames[at + 4] * dy + frames[at + 5] * dz;
  const c = frames[at + 6] * dx + frames[at + 7] * dy + frames[at + 8] * dz;
  const d = frames[at + 9] * dx + frames[at + 10] * dy + frames[at + 11] * dz;
  return Math.min(b, c, d, 1 - b - c - d);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
