import type { SolidIntegratorInput } from './SolidIntegratorInput.ts';

/** The elastic forces that a body's operators hold, and of which state they are: no state's are found twice. */
export class ElasticForces {
  /** Factor on the forces at the middle of the running substep. */
  strength = 1;
  /** Activation of the fibres at the middle of the running substep. */
  activation = 0;
  private readonly input: SolidIntegratorInput;
  private readonly positions: Float64Array;
  /** Factor of the forces that the operators have for `positions`; undefined when they have others. */
  private strengthAtStart: number | undefined;
  private activationAtStart = 0;
  private materialAtStart = 0;
  /** True while the operators hold the forces at the present positions, at `foundAt`, s. */
  private atStart = false;
  private foundAt = NaN;

  /** `positions`: of the body, m. */
  constructor(input: SolidIntegratorInput, positions: Float64Array) {
    this.input = input;
    this.positions = positions;
  }

  /** What flows may have been changed between frames. */
  beginFrame(): void {
    if (this.input.flow !== undefined) this.atStart = false;
  }

  /** The body is somewhere else. */
  forget(): void {
    this.atStart = false;
  }

  /** Computes the forces at the present positions, from which a substep begins at `time`, s. */
  findAtStart(time: number): void {
    if (!this.atStart || time !== this.foundAt) this.find(time);
    this.atStart = false;
  }

  /** Computes the forces at the present positions at `time`, s, where no substep is running: one that begins there need not compute them again. */
  findBetweenFrames(time: number): void {
    this.find(time);
    this.atStart = true;
  }

  /** Takes what acts at the middle of a substep, at `time`, s. */
  beginStep(time: number): void {
    this.input.material?.moveTo(time);
    this.strength = this.input.strengthAt(time);
    this.activation = this.input.activationAt?.(time) ?? 0;
  }

  /** Computes the forces at `x`, m, with strength and activation at the middle of the substep; those at the present positions may be there already. */
  findAt(x: Float64Array): void {
    const { strength, activation } = this;
    const unchanged = this.materialAtStart === (this.input.material?.version ?? 0);
    const held = unchanged && strength === this.strengthAtStart && activation === this.activationAtStart;
    if (x !== this.positions || !held) this.input.operators.updateElastic(x, strength, activation);
  }

  /** Plastic flow over a substep of `dt` that ended at `end`, s: the next one starts with the forces found for it unless they changed by it. */
  flow(dt: number, end: number): void {
    const { flow } = this.input;
    if (flow === undefined) return;
    this.find(end);
    this.atStart = !flow.advance(this.positions, dt, end);
  }

  private find(time: number): void {
    const { input } = this;
    this.foundAt = time;
    input.material?.moveTo(time);
    this.materialAtStart = input.material?.version ?? 0;
    this.strengthAtStart = input.strengthAt(time);
    this.activationAtStart = input.activationAt?.(time) ?? 0;
    input.operators.updateElastic(this.positions, this.strengthAtStart, this.activationAtStart);
  }
}
