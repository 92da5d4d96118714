import { type CreatedModel, stiffnessBound } from '../materials/ConstitutiveModel.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/** Steps of `stage` between two powers of two of the masses' scale: more than there are of the stiffness's. */
const STAGES = 4096;

/**
 * How a body's masses, its frequency and the scale of its stiffness follow a material that changes over time. All of it is by the material as it is now over that at
 * which the body was made, so that a resumed body has the same bytes.
 */
export class MaterialScale {
  /** Bound of the elastic angular frequency at strength 1, 1/s. */
  waveFrequency: number;
  /** Says which powers of two stiffness and masses are next to: what a preconditioner is made for. 0 at the beginning. */
  stage = 0;
  private readonly body: SolidBodyInput;
  private readonly masses: Float64Array;
  private readonly first: {
    readonly frequency: number;
    readonly density: number;
    readonly models: readonly CreatedModel[];
  };
  private readonly firstForce: number;
  /** kg; copied when something changes. */
  private firstMasses: Float64Array | undefined;

  /** `masses`, kg, and `frequency`, 1/s: as they are of the body's present material; the masses are changed in place. */
  constructor(body: SolidBodyInput, masses: Float64Array, frequency: number) {
    this.body = body;
    this.masses = masses;
    this.waveFrequency = frequency;
    this.first = { frequency, density: body.density, models: body.models };
    this.firstForce = this.force;
  }

  /** Takes over the body's present material. Speeds are no matter of this: they stay as they are, whatever the masses. */
  take(): void {
    const { body, masses, first } = this;
    const weight = body.density / first.density;
    this.firstMasses ??= masses.slice();
    for (let v = 0; v < masses.length; v++) masses[v] = this.firstMasses[v] * weight;
    this.waveFrequency = first.frequency * Math.sqrt(stiffened(body.models, first.models) / weight);
    const stiffer = this.firstForce > 0 ? nextPower(this.force / this.firstForce) : 0;
    this.stage = STAGES * nextPower(weight) + stiffer;
  }

  /** The masses, kg, and the factor on the stiffness at first, that a preconditioner of the present `stage` is made of. */
  get preconditioned(): { readonly masses: Float64Array; readonly stiffness: number } {
    const { masses, firstMasses, stage } = this;
    if (stage === 0) return { masses: firstMasses ?? masses, stiffness: 1 };
    const weight = Math.round(stage / STAGES);
    const scaled = (firstMasses ?? masses).map((mass) => mass * 2 ** weight);
    return { masses: scaled, stiffness: 2 ** (stage - STAGES * weight) };
  }

  /** What D + h K grows with, h being the typical step of an implicit body, Pa s. */
  private get force(): number {
    const { models, dampingBeta, implicit } = this.body;
    return dampingBeta + (implicit?.typicalStep ?? 0) * models[0].mu;
  }
}

/** The exponent of the power of two that is next to `ratio`; 0 of what has none. */
function nextPower(ratio: number): number {
  return ratio > 0 ? Math.round(Math.log2(ratio)) : 0;
}

/** Returns the largest factor that the small-strain stiffness of a model has on what it was. */
function stiffened(models: readonly CreatedModel[], first: readonly CreatedModel[]): number {
  return models.reduce((most, model, m) => Math.max(most, stiffnessBound(model) / stiffnessBound(first[m])), 0);
}
