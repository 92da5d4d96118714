/** What one substep did. */
export interface SubstepReport {
  /** s. */
  readonly start: number;
  /** s. */
  readonly dt: number;
  /** Conjugate gradient iterations of all solves together. */
  readonly iterations: number;
  /** MINRES iterations of the pressure solves; 0 where volumes are not kept. */
  readonly pressureIterations: number;
  /** Largest relative residual of the solves. */
  readonly residual: number;
  readonly converged: boolean;
  /** Quadrature points with a negative signed singular value at the middle of the substep. */
  readonly inverted: number;
  readonly contacts: number;
}

/** Valid until the next frame, which is written into the same objects. */
export interface FrameReport {
  readonly substeps: readonly SubstepReport[];
  readonly iterations: number;
  readonly retries: number;
  /** Largest count over the substeps. */
  readonly inverted: number;
}

/** What a body's substeps did that were tried again `retries` times. */
export function frameReport(substeps: readonly SubstepReport[], retries: number): FrameReport {
  return {
    substeps,
    iterations: substeps.reduce((sum, substep) => sum + substep.iterations, 0),
    retries,
    inverted: substeps.reduce((most, substep) => Math.max(most, substep.inverted), 0),
  };
}

type SubstepRecord = { -readonly [Key in keyof SubstepReport]: SubstepReport[Key] };

/** The substeps of one frame; records are used again in the next one. */
export class SubstepLog {
  private readonly records: SubstepRecord[] = [];
  private count = 0;

  /** Substeps of this frame, in order. */
  get substeps(): readonly SubstepReport[] {
    return this.records.slice(0, this.count);
  }

  clear(): void {
    this.count = 0;
  }

  /** The record of another substep, to be filled in. */
  append(): SubstepRecord {
    if (this.count === this.records.length) this.records.push(emptyRecord());
    return this.records[this.count++];
  }
}

/** Numbers that are fractional later start as such, so that the engine writes them in place. */
function emptyRecord(): SubstepRecord {
  return {
    start: NaN,
    dt: NaN,
    iterations: 0,
    pressureIterations: 0,
    residual: NaN,
    converged: true,
    inverted: 0,
    contacts: 0,
  };
}
