import type { WantedDetail } from '../Mesher.ts';
import type { RedGreenLattice } from './RedGreenLattice.ts';

/**
 * Levels beyond the finest band that are requested at the leaves of a lattice during refinement; leaves without a request are refined
 * as their band requires. Queries in the order of the leaves evaluate all leaves made so far at once.
 */
export class LeafDetail {
  private readonly lattice: RedGreenLattice;
  private readonly detail: WantedDetail;
  /** Levels requested at every evaluated vertex; grows. */
  private atVertices = new Uint8Array(0);
  /** Levels requested at the centroids of the leaves from `firstLeaf` on. */
  private atCentroids = new Uint8Array(0);
  private firstLeaf = 0;

  constructor(lattice: RedGreenLattice, detail: WantedDetail) {
    this.lattice = lattice;
    this.detail = detail;
  }

  /** Returns the halvings beyond the edge of the finest band, or -Infinity where none is requested at the leaf's corners and centroid. */
  levelsWanted(tet: number): number {
    if (tet >= this.firstLeaf + this.atCentroids.length) this.lookAhead(tet);
    const { tets } = this.lattice;
    let most = this.atCentroids[tet - this.firstLeaf];
    for (let corner = 0; corner < 4; corner++) most = Math.max(most, this.atVertices[tets[4 * tet + corner]]);
    return most === 0 ? -Infinity : most;
  }

  private lookAhead(tet: number): void {
    const { lattice, detail } = this;
    const known = this.atVertices.length;
    const vertices = new Uint8Array(lattice.vertexCount);
    vertices.set(this.atVertices);
    detail.levelsAt(this.points(known, lattice.vertexCount), vertices.subarray(known));
    this.atVertices = vertices;
    this.firstLeaf = tet;
    this.atCentroids = new Uint8Array(lattice.tetCount - tet);
    detail.levelsAt(this.centroids(tet), this.atCentroids);
  }

  private points(first: number, end: number): Float64Array {
    const { coordinates, origin, unit } = this.lattice;
    const points = new Float64Array(3 * (end - first));
    for (let k = 0; k < points.length; k++) points[k] = origin[k % 3] + unit * coordinates[3 * first + k];
    return points;
  }

  private centroids(first: number): Float64Array {
    const { coordinates, tets, origin, unit } = this.lattice;
    const points = new Float64Array(3 * this.atCentroids.length);
    for (let k = 0; k < points.length; k++) {
      const leaf = 4 * (first + Math.floor(k / 3));
      let sum = 0;
      for (let corner = 0; corner < 4; corner++) sum += coordinates[3 * tets[leaf + corner] + (k % 3)];
      points[k] = origin[k % 3] + (unit * sum) / 4;
    }
    return points;
  }
}
