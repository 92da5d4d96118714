import { CoreError } from '../../base/errors.ts';
import {
  constitutiveModels,
  lameParameters,
  stiffnessBound,
  type CreatedModel,
} from '../../materials/ConstitutiveModel.ts';
import { dampingFromTime } from '../../materials/damping.ts';
import { keyedNumbers, materialAt, type MaterialNumber, type SteadyMaterial } from '../../scene/properties/material.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { intervalBounds } from '../../scene/intervalCurves.ts';
import { isDampedLater, stiffer } from '../../scene/keyedMaterial.ts';
import type { IntervalInputs } from '../../scene/shotInputs.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { ChangingMaterial } from '../../solids/ChangingMaterial.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';

/** Poisson's ratios for which it is tabulated how a material stiffens are this far apart. */
const POISSON_STEP = 0.01;
/** The range of Poisson's ratio that a document may hold. */
const LEAST_POISSON = -0.95;
const MOST_POISSON = 0.495;

export interface KeyedMaterialInput {
  readonly scene: Scene;
  readonly solid: Solid;
  readonly inputs: KeyedInputs;
  /** What `operators` were made from, with the material at the first frame; its material members are changed in place. */
  readonly body: SolidBodyInput;
  readonly operators: SolidOperators;
  /** Quasistatic bodies have no damping, whatever their material says. */
  readonly damped: boolean;
}

type MaterialMembers = Pick<SolidBodyInput, 'models' | 'modelMatter' | 'density' | 'dampingBeta' | 'dampingAlpha'>;

/** What the operators of a body are made from: damping by mass acts beside them, as drag does. */
type OperatorNumber = Exclude<MaterialNumber, 'massDamping'>;

/** Bounds of the material over one frame. */
interface FrameBounds {
  readonly interval: IntervalInputs;
  /** The most stiffness there may be over the least density, m2/s2. */
  readonly stiffnessPerMass: number;
  readonly dampingTime: number;
  readonly densityRatio: number;
  readonly stiffening: readonly CreatedModel[];
}

/**
 * A solid's material as its keys say: at any time of the running frame the body's model, damping and density are made anew where one of its numbers is another. Each is
 * a function of the time alone. Where nothing changes nothing is made; while it
 * changes, a model and what belongs to it are, some kilobytes per substep whatever the size of the body.
 */
export class KeyedMaterial implements ChangingMaterial {
  version = 0;
  readonly dampedLater: boolean;
  private readonly input: KeyedMaterialInput;
  private readonly body: { -readonly [Name in keyof MaterialMembers]: MaterialMembers[Name] };
  private readonly first: SteadyMaterial;
  /** The least damping time of the body's regions, s; infinite without any. */
  private readonly regionDamping: number;
  private readonly present: { -readonly [Name in OperatorNumber]: number };
  private readonly bounds = new Float64Array(2);
  private measured: FrameBounds | undefined;
  /** Tabulated models by the number of steps of Poisson's ratio. */
  private readonly tabulated = new Map<number, CreatedModel>();

  constructor(input: KeyedMaterialInput) {
    const { solid, scene, body } = input;
    this.input = input;
    this.body = body;
    this.first = materialAt(solid.material, scene.range.first);
    const { density, youngsModulus, poissonRatio, dampingTime } = this.first;
    this.present = { density, youngsModulus, poissonRatio, dampingTime };
    const regions = body.models.slice(1).map(({ mu }, region) => body.modelMatter![region + 1].dampingBeta / mu);
    this.regionDamping = Math.min(...regions, Infinity);
    this.dampedLater = input.damped && isDampedLater(solid.material, scene.range.first);
  }

  moveTo(time: number): void {
    const { present, body, input } = this;
    const density = this.valueAt('density', time);
    const youngsModulus = this.valueAt('youngsModulus', time);
    const poissonRatio = this.valueAt('poissonRatio', time);
    const dampingTime = this.valueAt('dampingTime', time);
    const stiffnessHolds = youngsModulus === present.youngsModulus && poissonRatio === present.poissonRatio;
    if (stiffnessHolds && density === present.density && dampingTime === present.dampingTime) return;
    present.density = density;
    present.youngsModulus = youngsModulus;
    present.poissonRatio = poissonRatio;
    present.dampingTime = dampingTime;
    // Regions keep their material.
    if (!stiffnessHolds) body.models = [this.create(youngsModulus, poissonRatio), ...body.models.slice(1)];
    body.density = density;
    const { alpha, beta } = dampingFromTime(present, input.damped ? dampingTime : 0);
    body.dampingAlpha = alpha;
    body.dampingBeta = beta;
    if (body.modelMatter !== undefined) {
      body.modelMatter = [{ density, dampingBeta: beta, dampingAlpha: alpha }, ...body.modelMatter.slice(1)];
    }
    this.version++;
    input.operators.takeMaterial();
  }

  get frequencyFactor(): number {
    const { body } = this;
    const { stiffnessPerMass } = this.ofFrame;
    const own = Math.sqrt((stiffnessPerMass * body.density) / stiffnessBound(body.models[0]));
    return body.modelMatter === undefined ? own : Math.max(own, 1);
  }

  get dampingTime(): number {
    return Math.min(this.ofFrame.dampingTime, this.regionDamping);
  }

  get densityRatio(): number {
    return this.ofFrame.densityRatio;
  }

  get stiffening(): readonly CreatedModel[] {
    return this.ofFrame.stiffening;
  }

  /** What bounds the material over the running frame. */
  private get ofFrame(): FrameBounds {
    const { interval } = this.input.inputs;
    if (this.measured?.interval !== interval) this.measured = this.measureFrame(interval);
    return this.measured;
  }

  private measureFrame(interval: IntervalInputs): FrameBounds {
    const [lowest, highest] = this.rangeOf('poissonRatio');
    const [density] = this.rangeOf('density');
    const [, youngsModulus] = this.rangeOf('youngsModulus');
    const stiffness = stiffnessBound(lameParameters({ youngsModulus, poissonRatio: stiffer(lowest, highest) }));
    const stays = lowest === this.first.poissonRatio && highest === lowest;
    const steps = stays ? [] : [Math.floor(lowest / POISSON_STEP), Math.ceil(highest / POISSON_STEP)];
    return {
      interval,
      stiffnessPerMass: stiffness / density,
      dampingTime: this.rangeOf('dampingTime')[0],
      densityRatio: density / this.first.density,
      stiffening: steps.map((step) => this.tabulatedModel(step)),
    };
  }

  /** The model, as stiff as at first, with the Poisson's ratio of this many steps. */
  private tabulatedModel(step: number): CreatedModel {
    const poissonRatio = Math.min(Math.max(step * POISSON_STEP, LEAST_POISSON), MOST_POISSON);
    let found = this.tabulated.get(step);
    if (found === undefined) this.tabulated.set(step, (found = this.create(this.first.youngsModulus, poissonRatio)));
    return found;
  }

  private create(youngsModulus: number, poissonRatio: number): CreatedModel {
    const { model, params } = this.first;
    return constitutiveModels.get(model).create({ youngsModulus, poissonRatio }, params);
  }

  private valueAt(name: OperatorNumber, time: number): number {
    const { inputs, solid } = this.input;
    return inputs.value(inputs.of(solid).material[name], time);
  }

  /** The least and the most of a number over the running frame. */
  private rangeOf(name: OperatorNumber): readonly [number, number] {
    const { inputs, solid } = this.input;
    const { bounds } = this;
    intervalBounds(inputs.of(solid).material[name], bounds);
    return [bounds[0], bounds[1]];
  }
}

/** The material of a solid whose operators change by keys; undefined where they do not. Throws `document-invalid` for keys that its solver cannot follow. */
export function keyedMaterial(input: KeyedMaterialInput, keepsVolume: boolean): KeyedMaterial | undefined {
  const keyed = keyedNumbers(input.solid.material).flatMap(([name]) => (name === 'massDamping' ? [] : [name]));
  if (keyed.length === 0) return undefined;
  if (keepsVolume && keyed.includes('density')) {
    throw new CoreError('document-invalid', 'its density is keyed, but volume conservation needs constant masses', {
      place: 'material.density',
      remedy: 'Remove the keys of its density, or turn off volume conservation.',
    });
  }
  return new KeyedMaterial(input);
}
