import { lameParameters, stiffnessBound } from '../materials/ConstitutiveModel.ts';
import { evaluate, largestKey, smallestKey } from './curves.ts';
import { type Material, type SteadyMaterial } from './properties/material.ts';

/** Whether a material without damping at the first frame gets some by its keys. */
export function isDampedLater({ dampingTime }: Material, first: number): boolean {
  return evaluate(dampingTime, first) === 0 && largestKey(dampingTime) > 0;
}

/** Returns the numbers, of all keys of a material, that ask for the shortest explicit substeps, together. */
export function stiffestMaterial(material: Material): SteadyMaterial {
  return {
    ...material,
    density: smallestKey(material.density),
    youngsModulus: largestKey(material.youngsModulus),
    poissonRatio: stiffer(smallestKey(material.poissonRatio), largestKey(material.poissonRatio)),
    dampingTime: smallestKey(material.dampingTime),
    // Implicit in every scheme: it asks for no substeps.
    massDamping: 0,
  };
}

/** Which of two Poisson's ratios is the stiffer at equal Young's modulus: between them the bound has no maximum. */
export function stiffer(a: number, b: number): number {
  const [first, second] = [a, b].map((poissonRatio) =>
    stiffnessBound(lameParameters({ youngsModulus: 1, poissonRatio })),
  );
  return first > second ? a : b;
}
