import { quantity } from '../../base/quantities.ts';
import { STANDARD_SCHEDULE } from './optimiseTets.ts';

/** Returns the parameters of every mesher that optimises its tetrahedra. `target`: the default quality; `angles`: the corresponding dihedral angles, degrees. */
export function optimisationParams(target: number, angles: string) {
  return {
    targetQuality: quantity({
      unit: '',
      label: 'Target quality',
      help: `Target quality of every element, .8 for a regular tetrahedron; ${String(target).slice(1)} means dihedral angles of ${angles} degrees.`,
      min: 0,
      max: 0.5,
      default: target,
    }),
    sweeps: quantity({
      unit: '',
      label: 'Optimisation passes',
      help: 'Number of sweeps that improve the worst element around every vertex; more is slower and makes the mesh more uniform.',
      min: 0,
      max: 50,
      softMax: 10,
      default: STANDARD_SCHEDULE.sweeps,
    }).refine(Number.isInteger, 'a whole number'),
    offSurface: quantity({
      unit: '',
      label: 'Surface tolerance',
      help: 'Distance in edge lengths by which a few boundary vertices may leave the surface to reach the target quality.',
      min: 0,
      max: 0.5,
      default: STANDARD_SCHEDULE.offSurface,
    }),
  };
}
