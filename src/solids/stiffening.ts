import { signedSvd } from '../math/signedSvd.ts';
import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/** Principal stretches that the tables cover; beyond them the model is asked itself. */
const LOWEST = -2;
const HIGHEST = 4;
const CELLS = 48;
const CELL = (HIGHEST - LOWEST) / CELLS;
/** Fine cells along the side of a coarse one: where an element is crushed, the factor doubles over a coarse one. */
const FINE = 8;
const FINE_CELL = CELL / FINE;
/** Places of the middle stretch that are tabulated, from the smallest to the largest. */
const SAMPLES = 3;
const PAGE = SAMPLES * FINE * FINE;
/** Tables that stay this close to 1 need no look-up. */
const LINEAR = 1.001;

/**
 * How much stiffer than at rest a body's elements are: the largest eigenvalue of d2W/ds2 over that at rest, 2 mu + 3 lambda,
 * which scales the square of the elastic frequency. At least 1. Tabulated over the principal stretches: coarsely over the largest and
 * the smallest, which shows what elements are worth a closer look, and finely where there has been one.
 */
export class Stiffening {
  private readonly models: readonly CreatedModel[];
  private readonly elementModel: Uint8Array | undefined;
  private readonly tables: readonly (StiffeningTable | undefined)[];
  private readonly anyStiffens: boolean;
  private readonly s = new Float64Array(3);
  private readonly scratch = new StiffnessScratch();

  constructor(body: Pick<SolidBodyInput, 'models' | 'elementModel'>) {
    this.models = body.models;
    this.elementModel = body.elementModel;
    this.tables = body.models.map(tabulate);
    this.anyStiffens = this.tables.some((table) => table !== undefined);
  }

  /** The largest factor over all quadrature points, `pointsPerElement` signed singular value triples per element. */
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
        const i = Math.floor(high);
        const j = Math.floor(low);
        // What nobody has asked for yet is infinite.
        if (table.coarse[CELLS * i + j] > largest && table.coarseAt(i, j) > largest) {
          const factor = table.fineAt(high, (singularValues[3 * q + 1] - LOWEST) / CELL, low);
          if (factor > largest) largest = factor;
        }
        continue;
      }
      for (let k = 0; k < 3; k++) s[k] = singularValues[3 * q + k];
      const factor = this.scratch.factor(models[model], s);
      if (factor > largest) largest = factor;
    }
    return largest;
  }
}

/** The largest factors over cells of the largest and the smallest stretch, coarse and fine, of those that have been asked for. */
class StiffeningTable {
  /** The largest factor at the corners of each coarse cell; infinite where not known yet. */
  readonly coarse = new Float64Array(CELLS * CELLS).fill(Infinity);
  private readonly model: CreatedModel;
  private readonly scratch: StiffnessScratch;
  /** Page of each coarse cell, from 1 on; 0 where nobody has looked. */
  private readonly pageOf = new Uint16Array(CELLS * CELLS);
  private pageCount = 0;
  /** Factors by page and fine cell, where s1 is the smallest stretch, the mean of both, and the largest; 0 where not known yet. */
  private fine = new Float32Array(PAGE);

  constructor(model: CreatedModel, scratch: StiffnessScratch) {
    this.model = model;
    this.scratch = scratch;
  }

  /** Returns the largest factor at the corners of the coarse cell (`high`, `low`). */
  coarseAt(high: number, low: number): number {
    const at = CELLS * high + low;
    if (this.coarse[at] !== Infinity) return this.coarse[at];
    let largest = 0;
    for (let i = high; i <= high + 1; i++) {
      for (let j = low; j <= Math.min(low + 1, i); j++)
        largest = Math.max(largest, this.scratch.cornerFactor(this.model, i, j));
    }
    this.coarse[at] = largest;
    return largest;
  }

  /** Returns the factor of the fine cell of (s0, s2), linear in s1 between its ends and their mean; stretches in coarse cells from the lowest on. */
  fineAt(high: number, middle: number, low: number): number {
    const i = Math.floor(FINE * high);
    const j = Math.floor(FINE * low);
    const at = this.pageAt(CELLS * Math.floor(high) + Math.floor(low)) + SAMPLES * (FINE * (i % FINE) + (j % FINE));
    if (this.fine[at] === 0) this.fill(at, i, j);
    const t = high > low ? (2 * (middle - low)) / (high - low) : 0;
    const { fine } = this;
    return t < 1 ? fine[at] + t * (fine[at + 1] - fine[at]) : fine[at + 1] + (t - 1) * (fine[at + 2] - fine[at + 1]);
  }

  /** Returns the start of a coarse cell's page. */
  private pageAt(cell: number): number {
    if (this.pageOf[cell] === 0) {
      this.pageOf[cell] = ++this.pageCount;
      if (PAGE * this.pageCount > this.fine.length) {
        const longer = new Float32Array(2 * this.fine.length);
        longer.set(this.fine);
        this.fine = longer;
      }
    }
    return PAGE * (this.pageOf[cell] - 1);
  }

  private fill(at: number, i: number, j: number): void {
    const { model, scratch, fine } = this;
    for (let high = i; high <= i + 1; high++) {
      for (let low = j; low <= Math.min(j + 1, high); low++) {
        for (let k = 0; k < SAMPLES; k++) {
          const factor = scratch.factorAt(
            model,
            LOWEST + high * FINE_CELL,
            LOWEST + low * FINE_CELL,
            k / (SAMPLES - 1),
          );
          fine[at + k] = Math.max(fine[at + k], factor);
        }
      }
    }
  }
}

/** Table over (cell of s0, cell of s2); none where the factor is 1 at all corners. */
function tabulate(model: CreatedModel): StiffeningTable | undefined {
  if (model.hasConstantStiffness === true) return undefined;
  const scratch = new StiffnessScratch();
  for (let high = CELLS; high >= 0; high--) {
    for (let low = 0; low <= high; low++) {
      if (!(scratch.cornerFactor(model, high, low) <= LINEAR)) return new StiffeningTable(model, scratch);
    }
  }
  return undefined;
}

class StiffnessScratch {
  private readonly stiffness = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly values = new Float64Array(3);
  private readonly s = new Float64Array(3);

  /** Returns the largest factor at a corner of coarse cells, over the places of the middle stretch. */
  cornerFactor(model: CreatedModel, high: number, low: number): number {
    let largest = 0;
    for (let k = 0; k < SAMPLES; k++) {
      const share = k / (SAMPLES - 1);
      largest = Math.max(largest, this.factorAt(model, LOWEST + high * CELL, LOWEST + low * CELL, share));
    }
    return largest;
  }

  /** Returns the factor of stretches `high`, `low`, and one this `share` of the distance from the smaller to the larger. */
  factorAt(model: CreatedModel, high: number, low: number, share: number): number {
    this.s[0] = high;
    this.s[1] = low + share * (high - low);
    this.s[2] = low;
    return this.factor(model, this.s);
  }

  /** Largest eigenvalue of the principal stiffness at `s` over 2 mu + 3 lambda. */
  factor(model: CreatedModel, s: Float64Array): number {
    model.principalStiffness(s, this.stiffness);
    signedSvd(this.stiffness, this.u, this.values, this.v);
    return this.values[0] / (2 * model.mu + 3 * Math.max(0, model.lambda));
  }
}
