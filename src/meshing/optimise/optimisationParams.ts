import { quantity } from '../../base/quantities.ts';
import { STANDARD_SCHEDULE } from './optimiseTets.ts';

/** Parameters of every mesher that optimises its tetrahedra. `target`: the default quality; `angles`: what it means, in degrees. */
export function optimisationParams(target: number, angles: string) {
  return {
    targetQuality: quantity({
      unit: '',
      label: 'Target quality',
      help: `Shape every element should reach, .8 for the regular one; ${String(target).slice(1)} means dihedral angles of ${angles} degrees.`,
      min: 0,
      max: 0.5,
      default: target,
    }),
    sweeps: quantity({
      unit: '',
      label: 'Optimisation passes',
      help: 'Sweeps that raise the worst elements around every vertex; more is slower and evens the mesh out.',
      min: 0,
      max: 50,
      softMax: 10,
      default: STANDARD_SCHEDULE.sweeps,
    }).refine(Number.isInteger, 'a whole number'),
    offSurface: quantity({
      unit: '',
      label: 'Surface tolerance',
      help: 'Distance in edge lengths that a few boundary vertices may stay off the surface to reach the target quality.',
      min: 0,
      max: 0.5,
      default: STANDARD_SCHEDULE.offSurface,
    }),
  };
}
