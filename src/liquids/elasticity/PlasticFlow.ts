import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidShares } from '../viscosity/LiquidShares.ts';
import { PLANES } from '../viscosity/LiquidShares.ts';
import type { ElasticSettings } from './ElasticSettings.ts';
import { forEachRowOfSites, meanOfFour, type StaggeredTensor } from './StrainSites.ts';

/**
 * Flow of an elastic liquid beyond its yield strain (Irving 2007, 6.1; Goktekin, Bargteil and O'Brien 2004): d e / dt = -alpha max(0, 1 - y / |e|) e, solved
 * exactly. |e| is the Frobenius norm, y = gamma / sqrt 2 of a shear gamma.
 */
export class PlasticFlow {
  private readonly grid: CellGrid;
  private readonly shares: LiquidShares;
  private readonly settings: ElasticSettings;
  /** Share of the strain of each centre that is left. */
  private readonly kept: Float64Array;

  constructor(grid: CellGrid, shares: LiquidShares, settings: ElasticSettings) {
    this.grid = grid;
    this.shares = shares;
    this.settings = settings;
    this.kept = new Float64Array(grid.size);
  }

  /** Lets a strain flow for `dt`, s. */
  apply(strain: StaggeredTensor, dt: number, box: CellBox): void {
    const { flowRate } = this.settings;
    if (flowRate === 0) return;
    const { centres, edges } = this.shares;
    const { strides } = this.grid;
    const { kept } = this;
    this.findKept(strain, 1 - Math.exp(-flowRate * dt), box);
    for (let r = 0; r < 3; r++) {
      const [p, q] = PLANES[r];
      const [diagonal, shear] = [strain.centres[r], strain.edges[r]];
      forEachRowOfSites(box, undefined, (begin, end) => {
        for (let c = begin; c < end; c++) diagonal[c] *= centres[c] > 0 ? kept[c] : 1;
      });
      forEachRowOfSites(box, r, (begin, end) => {
        for (let c = begin; c < end; c++) {
          if (edges[r][c] > 0) shear[c] *= meanOfFour(kept, centres, c, -strides[p], -strides[q]);
        }
      });
    }
  }

  private findKept(strain: StaggeredTensor, flown: number, box: CellBox): void {
    const { kept } = this;
    // y, a norm.
    const limit = this.settings.yieldStrain * Math.SQRT1_2;
    const { centres } = this.shares;
    forEachRowOfSites(box, undefined, (begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(centres[c] > 0)) continue;
        const norm = Math.sqrt(this.squareAt(strain, c));
        kept[c] = norm > limit ? 1 - flown * (1 - limit / norm) : 1;
      }
    });
  }

  /** Returns |e|^2 at a centre: its diagonal and the mean squares of the edges around it. */
  private squareAt(strain: StaggeredTensor, c: number): number {
    const { edges } = this.shares;
    const { strides } = this.grid;
    let sum = 0;
    for (let r = 0; r < 3; r++) {
      const sp = strides[(r + 1) % 3];
      const sq = strides[(r + 2) % 3];
      const values = strain.edges[r];
      const shares = edges[r];
      const own = strain.centres[r][c];
      let squares = 0;
      let count = 0;
      for (let corner = 0; corner < 4; corner++) {
        const n = c + (corner & 1) * sp + (corner >> 1) * sq;
        if (!(shares[n] > 0)) continue;
        squares += values[n] * values[n];
        count++;
      }
      sum += own * own + (count === 0 ? 0 : (2 * squares) / count);
    }
    return sum;
  }
}
