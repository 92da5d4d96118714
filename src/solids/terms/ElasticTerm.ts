import { elementTypes } from '../../geometry/elements/elementTypes.ts';
import type { CreatedModel } from '../../materials/ConstitutiveModel.ts';
import { countInverted } from '../countInverted.ts';
import { FibreStep } from '../FibreStep.ts';
import { FrozenPreconditioner } from '../implicit/FrozenPreconditioner.ts';
import type { SolidInput } from '../SolidInput.ts';
import { StepFailure, worstElement } from '../StepFailure.ts';
import { Stiffening } from '../stiffening.ts';
import { stableStep, stiffnessDampingTime } from '../timeStep.ts';
import { addVectors, allFinite } from '../vectorSums.ts';
import type { StepLimit, Substep, Term } from './Term.ts';

/** What the elasticity of a body gives beside a term: of solids and of shells. */
export interface ElasticPart extends Term {
  /** Computes the forces at `x` (m), with what acts in the middle of the running substep, whatever the operators hold. */
  evaluateAt(x: Float64Array): void;
  /** Returns the strain energy of the state at `time` (s), between substeps, J. */
  energyBetween(time: number): number;
  /** Whether elastic and damping forces turn the body as a whole, as no force from inside does: those of a model that follows no rotation. */
  readonly turnsBody?: boolean;
  /** Returns how many elements are inverted as the operators hold them; left out where that is not counted. */
  countInverted?(): number;
  /** Prepares solves with implicit elastic forces for the `constrained` vertices (not 0). */
  prepareSolve?(constrained: Uint8Array): void;
}

type ElasticInput = Pick<SolidInput, 'operators' | 'body' | 'material' | 'flow' | 'strengthAt' | 'activationAt'>;

/**
 * Elasticity of a solid with its fibres, damping and plastic flow: what its operators hold, and of which state that is, so that no state's forces are found twice. Damping and the differential are the
 * operators' matrix, which solves assemble.
 */
export class ElasticTerm implements ElasticPart {
  /** Factor on the forces at the middle of the running substep. */
  private strength = 1;
  /** Activation of the fibres at the middle of the running substep. */
  private activation = 0;
  private readonly input: ElasticInput;
  private readonly positions: Float64Array;
  private readonly preconditioner: FrozenPreconditioner;
  /** Limit of substeps; undefined where elastic forces are implicit, which is stable at any length. */
  private readonly stability: StableStep | undefined;
  /** Factor of the forces that the operators have for `positions`; undefined when they have others. */
  private strengthAtStart: number | undefined;
  private activationAtStart = 0;
  private materialAtStart = 0;
  /** True while the operators hold the forces at the present positions, at `foundAt`, s. */
  private atStart = false;
  private foundAt = NaN;

  /** `positions`: of the body, m, the live state. */
  constructor(input: ElasticInput, positions: Float64Array) {
    this.input = input;
    this.positions = positions;
    this.preconditioner = new FrozenPreconditioner(input.operators);
    this.stability = input.body.implicit === undefined ? new StableStep(input) : undefined;
  }

  get turnsBody(): boolean {
    const { models } = this.input.body;
    for (let m = 0; m < models.length; m++) if (models[m].measure === 'small-strain') return true;
    return false;
  }

  /** What flows may have been changed between frames. */
  beginInterval(): void {
    if (this.input.flow !== undefined) this.atStart = false;
  }

  /** The body is somewhere else. */
  forget(): void {
    this.atStart = false;
  }

  /** Computes the forces at the present positions, from which a substep begins. */
  limitStep(limit: StepLimit): void {
    if (!this.atStart || limit.start !== this.foundAt) this.findAtPresent(limit.start);
    this.atStart = false;
    this.stability?.limitStep(limit);
  }

  /** Takes what acts at the middle of the substep. */
  beginStep({ start, end }: Substep): void {
    const middle = (start + end) / 2;
    this.input.material?.moveTo(middle);
    this.strength = this.input.strengthAt(middle);
    this.activation = this.input.activationAt?.(middle) ?? 0;
  }

  /** The forces at the present positions may be there already. */
  addForce(x: Float64Array, _v: Float64Array, force: Float64Array): void {
    const { strength, activation } = this;
    const { operators, material } = this.input;
    const unchanged = this.materialAtStart === (material?.version ?? 0);
    const found = unchanged && strength === this.strengthAtStart && activation === this.activationAtStart;
    if (x !== this.positions || !found) this.evaluateAt(x);
    const { elasticForce } = operators;
    if (!allFinite(elasticForce)) throw new StepFailure('the elastic force is not finite', worstElement(operators));
    addVectors(force, elasticForce, force);
  }

  evaluateAt(x: Float64Array): void {
    this.input.operators.updateElastic(x, this.strength, this.activation);
  }

  energyAt(x: Float64Array): number {
    this.evaluateAt(x);
    return this.input.operators.elasticEnergy();
  }

  /** A substep that begins there need not compute the forces again. */
  energyBetween(time: number): number {
    this.findAtPresent(time);
    this.atStart = true;
    return this.input.operators.elasticEnergy();
  }

  countInverted(): number {
    return countInverted(this.input.operators.singularValues);
  }

  prepareSolve(constrained: Uint8Array): void {
    this.preconditioner.freeze(constrained);
  }

  /** Plastic flow over the substep: the next one starts with the forces found for it unless they changed by it. */
  commit({ dt, end }: Substep): void {
    const { flow } = this.input;
    if (flow === undefined) return;
    this.findAtPresent(end);
    this.atStart = !flow.advance(this.positions, dt, end);
  }

  private findAtPresent(time: number): void {
    const { input } = this;
    this.foundAt = time;
    input.material?.moveTo(time);
    this.materialAtStart = input.material?.version ?? 0;
    this.strengthAtStart = input.strengthAt(time);
    this.activationAtStart = input.activationAt?.(time) ?? 0;
    input.operators.updateElastic(this.positions, this.strengthAtStart, this.activationAtStart);
  }
}

/** The longest substep in which explicit elastic forces are stable. */
class StableStep {
  private readonly input: ElasticInput;
  private readonly stiffening: Stiffening;
  /** Tables of materials that a keyed one comes to be like. */
  private readonly ofModels = new Map<CreatedModel, Stiffening>();
  private readonly fibres: FibreStep;
  /** Ratio of damping to stiffness, s. */
  private readonly dampingTime: number;
  private readonly pointsPerElement: number;

  constructor(input: ElasticInput) {
    const { body } = input;
    this.input = input;
    this.stiffening = new Stiffening(body);
    this.fibres = new FibreStep(body);
    this.dampingTime = stiffnessDampingTime(body);
    this.pointsPerElement = elementTypes[body.elementKind].points.length;
  }

  /** The operators must hold the forces at the present state. */
  limitStep(limit: StepLimit): void {
    limit.longest = Math.min(limit.longest, this.longestStep(limit.start, limit.end));
  }

  private longestStep(start: number, end: number): number {
    const { input } = this;
    const { operators, material } = input;
    const strength = Math.max(input.strengthAt(start), input.strengthAt((start + end) / 2), input.strengthAt(end));
    const present = operators.waveFrequency * Math.sqrt(strength) * (input.flow?.frequencyFactor ?? 1);
    const frequency = present * (material?.frequencyFactor ?? 1);
    const dampingTime = material?.dampingTime ?? this.dampingTime;
    const stiffening = this.largestStiffening(material?.stiffening ?? []);
    const isotropic = stableStep(frequency, dampingTime, stiffening);
    const { fibreStretches } = operators;
    if (fibreStretches === undefined) return isotropic;
    const activationAt = (time: number) => input.activationAt?.(time) ?? 0;
    const activation = Math.max(activationAt(start), activationAt((start + end) / 2), activationAt(end));
    return Math.min(isotropic, this.fibres.longest(fibreStretches, activation, frequency, dampingTime, stiffening));
  }

  /** Returns the largest stiffening of the body as it was made where no models are given, else of all of these. */
  private largestStiffening(models: readonly CreatedModel[]): number {
    const { singularValues } = this.input.operators;
    if (models.length === 0) return this.stiffening.largest(singularValues, this.pointsPerElement);
    let largest = 1;
    for (const model of models) {
      let own = this.ofModels.get(model);
      if (own === undefined) this.ofModels.set(model, (own = new Stiffening({ models: [model] })));
      largest = Math.max(largest, own.largest(singularValues, this.pointsPerElement));
    }
    return largest;
  }
}
