import { z } from 'zod';
import { quantityInfo, type QuantityInfo } from '../../base/quantities.ts';
import { evaluate } from '../curves.ts';
import { isCurve, keyable, type Keyable } from '../keyable.ts';
import { display, marked } from '../marks.ts';
import { registeredChoice } from './common.ts';

/** What a solid is made of. A number that is declared keyable can change over the shot; the solver follows it between substeps. */
export const material = marked(
  z.strictObject({
    /** Registered constitutive model. */
    model: registeredChoice.type.default('rotated-linear'),
    params: registeredChoice.params,
    /** The preset that the numbers came from; shown, never read by the physics. */
    preset: display(z.string().max(64)).optional(),
    density: keyable({
      unit: 'kg/m3',
      label: 'density',
      help: 'Mass per volume at rest. When it is keyed, velocities stay as they are and momentum changes with the mass.',
      symbol: 'rho',
      min: 1e-3,
      max: 1e6,
      default: 1000,
    }),
    youngsModulus: keyable({
      unit: 'Pa',
      label: "Young's modulus",
      help: 'Stiffness against stretching. Larger values deform less and need shorter time steps.',
      symbol: 'E',
      min: 1e-3,
      max: 1e13,
      default: 5e4,
    }),
    poissonRatio: keyable({
      unit: '',
      label: "Poisson's ratio",
      help: 'How much the solid thins when it is stretched. Near 0.5 it resists changes of volume, and elements lock.',
      symbol: 'nu',
      min: -0.95,
      max: 0.495,
      softMin: 0,
      softMax: 0.495,
      default: 0.3,
    }),
    dampingTime: keyable({
      unit: 's',
      label: 'damping time',
      help: 'Stiffness-proportional Rayleigh damping: ratio of viscous to elastic stiffness, beta / mu = alpha / lambda. Damps fast modes most: at a frequency f it gives the damping ratio pi f tau.',
      symbol: 'tau',
      min: 0,
      max: 100,
      default: 0.01,
    }),
    massDamping: keyable({
      unit: '1/s',
      label: 'mass damping',
      help: 'Mass-proportional Rayleigh damping: share of the velocity lost per second. Damps slow modes most, at a frequency f with the ratio a / (4 pi f), and slows rigid motion too, free fall to at most gravity / a.',
      symbol: 'a',
      min: 0,
      max: 1e3,
      softMax: 10,
      default: 0,
    }),
  }),
  { definition: { of: 'constitutiveModels', by: 'model' } },
);
export type Material = z.output<typeof material>;

type OwnNumbers = { [Name in keyof Material as Material[Name] extends Keyable ? Name : never]: number };
/** A number of a material, by name. */
export type MaterialNumber = keyof OwnNumbers;

/** What is declared of each number that can be keyed. */
const declared = new Map(
  Object.entries(material.shape).flatMap(([name, schema]): [MaterialNumber, QuantityInfo][] => {
    const info = quantityInfo(schema);
    return info?.keyable === true ? [[name as MaterialNumber, info]] : [];
  }),
);

/** A material at one time: every number of it is one. */
export type SteadyMaterial = Omit<Material, MaterialNumber> & Readonly<OwnNumbers>;

/** The material at `frame`. */
export function materialAt(given: Material, frame: number): SteadyMaterial {
  const numbers = [...declared.keys()].map((name) => [name, evaluate(given[name], frame)] as const);
  return { ...given, ...(Object.fromEntries(numbers) as OwnNumbers) };
}

/** The numbers of a material that have keys, with the ranges that they stay in. */
export function keyedNumbers(given: Material): readonly (readonly [MaterialNumber, QuantityInfo])[] {
  return [...declared].filter(([name]) => isCurve(given[name]));
}
