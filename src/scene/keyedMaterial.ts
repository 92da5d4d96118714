import { lameParameters, stiffnessBound } from '../materials/ConstitutiveModel.ts';
import { evaluate, largestKey, smallestKey } from './curves.ts';
import {
  keyedNumbers,
  materialAt,
  type Material,
  type MaterialNumber,
  type SteadyMaterial,
} from './entities/material.ts';
import type { Solid } from './entities/solid.ts';
import type { IntervalCurve } from './intervalCurves.ts';
import type { Keyable } from './keyable.ts';

/** The numbers of a material that are not those of the first frame all through an interval. */
export type MaterialInputs = Readonly<Partial<Record<MaterialNumber, IntervalCurve>>>;

/**
 * What of a material an interval depends on beside that of the first frame, as a member of the inputs of its solid; nothing where all is as there. A first key that
 * changes nothing thus makes no frame stale, and intervals of materials without keys are what they are of documents that have none.
 */
export function sampledMaterial(
  material: Material,
  first: number,
  sample: (curve: Keyable, min?: number, max?: number) => IntervalCurve,
): { readonly material?: MaterialInputs } {
  const changed = keyedNumbers(material).flatMap(([name, { min, max }]): [MaterialNumber, IntervalCurve][] => {
    const sampled = sample(material[name], min, max);
    return sampled === evaluate(material[name], first) ? [] : [[name, sampled]];
  });
  return changed.length === 0 ? {} : { material: Object.fromEntries(changed) };
}

/** What of a solid's material the state at the first frame depends on: its numbers there, and what the choice of the scheme takes from later keys. */
export function constantMaterial({ material, integration }: Solid, first: number): object {
  const { preset: _preset, ...constant } = materialAt(material, first);
  return {
    material: constant,
    ...(isDampedLater(material, first) && { dampedLater: true }),
    ...(integration === 'automatic' && keyedNumbers(material).length > 0 && { stiffest: stiffestMaterial(material) }),
  };
}

/** Whether a material without damping at the first frame gets some by its keys. */
export function isDampedLater({ dampingTime }: Material, first: number): boolean {
  return evaluate(dampingTime, first) === 0 && largestKey(dampingTime) > 0;
}

/** Of all keys of a material those that ask for the shortest explicit substeps, together. */
export function stiffestMaterial(material: Material): SteadyMaterial {
  return {
    ...material,
    density: smallestKey(material.density),
    youngsModulus: largestKey(material.youngsModulus),
    poissonRatio: stiffer(smallestKey(material.poissonRatio), largestKey(material.poissonRatio)),
    dampingTime: smallestKey(material.dampingTime),
  };
}

/** Which of two Poisson's ratios is the stiffer at equal Young's modulus: between them the bound has no maximum. */
export function stiffer(a: number, b: number): number {
  const [first, second] = [a, b].map((poissonRatio) =>
    stiffnessBound(lameParameters({ youngsModulus: 1, poissonRatio })),
  );
  return first > second ? a : b;
}
