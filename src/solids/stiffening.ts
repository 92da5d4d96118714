import { signedSvd } from '../math/signedSvd.ts';
import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/** Principal stretches that the tables cover; beyond them the model is asked itself. */
const LOWEST = -2;
const HIGHEST = 4;
const CELLS = 48;
const CELL = (HIGHEST - LOWEST) / CELLS;
/** Tables that stay this close to 1 need no look-up. */
const LINEAR = 1.001;

/**
 * How much stiffer than at rest a body's elements are: the largest eigenvalue of d2W/ds2 over that at rest, 2 mu + 3 lambda,
 * which scales the square of the elastic frequency. At least 1. Tabulated over the largest and smallest principal stretch.
 */
export class Stiffening {
  private readonly models: readonly CreatedModel[];
  private readonly elementModel: Uint8Array | undefined;
  private readonly tables: readonly (Float64Array | undefined)[];
  private readonly anyStiffens: boolean;
  private readonly s = new Float64Array(3);
  private readonly scratch = new StiffnessScratch();

  constructor(body: Pick<SolidBodyInput, 'models' | 'elementModel'>) {
    this.models = body.models;
    this.elementModel = body.elementModel;
    this.tables = body.models.map(tabulate);
    this.anyStiffens = this.tables.some((table) => table !== undefined);
  }

  /** The largest factor over all quadrature points, `pointsPerElement` (1 or 8) signed singular value triples per element. */
  largest(singularValues: ArrayLike<number>, pointsPerElement: number): number {
    if (!this.anyStiffens) return 1;
    const { models, elementModel, tables, s } = this;
    let largest = 1;
    for (let q = 0; 3 * q < singularValues.length; q++) {
      const model = elementModel === undefined ? 0 : elementModel[Math.floor(q / pointsPerElement)];
      const table = tables[model];
      if (table === undefined) continue;
      const high = (singularValues[3 * q] - LOWEST) / CELL;
      const low = (singularValues[3 * q + 2] - LOWEST) / CELL;
      if (low >= 0 && high >= low && high < CELLS) {
        const tabulated = table[CELLS * Math.floor(high) + Math.floor(low)];
        if (tabulated > largest) largest = tabulated;
        continue;
      }
      for (let k = 0; k < 3; k++) s[k] = singularValues[3 * q + k];
      const factor = this.scratch.factor(models[model], s);
      if (factor > largest) largest = factor;
    }
    return largest;
  }
}

/** Table over (cell of s0, cell of s2): the largest factor at the cell's corners, with s1 at both ends and between. */
function tabulate(model: CreatedModel): Float64Array | undefined {
  const scratch = new StiffnessScratch();
  const corner = (i: number) => LOWEST + i * CELL;
  const s = new Float64Array(3);
  const atCorners = new Float64Array((CELLS + 1) * (CELLS + 1));
  for (let high = 0; high <= CELLS; high++) {
    for (let low = 0; low <= high; low++) {
      for (const part of [0, 0.5, 1]) {
        s[0] = corner(high);
        s[2] = corner(low);
        s[1] = s[2] + part * (s[0] - s[2]);
        const at = (CELLS + 1) * high + low;
        atCorners[at] = Math.max(atCorners[at], scratch.factor(model, s));
      }
    }
  }
  const table = new Float64Array(CELLS * CELLS);
  for (let high = 0; high < CELLS; high++) {
    for (let low = 0; low <= high; low++) {
      const at = (CELLS + 1) * high + low;
      table[CELLS * high + low] = Math.max(
        atCorners[at],
        atCorners[at + 1],
        atCorners[at + CELLS + 1],
        atCorners[at + CELLS + 2],
      );
    }
  }
  return table.every((factor) => factor <= LINEAR) ? undefined : table;
}

class StiffnessScratch {
  private readonly stiffness = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly values = new Float64Array(3);

  /** Largest eigenvalue of the principal stiffness at `s` over 2 mu + 3 lambda. */
  factor(model: CreatedModel, s: Float64Array): number {
    model.principalStiffness(s, this.stiffness);
    signedSvd(this.stiffness, this.u, this.values, this.v);
    return this.values[0] / (2 * model.mu + 3 * Math.max(0, model.lambda));
  }
}
