import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { ExtrudedShape } from '../ExtrudedShape.ts';
import { extrudedRingSurface } from '../displaySurfaces.ts';
import { GearProfile } from '../GearProfile.ts';
import { length } from '../lengths.ts';

/**
 * Spur gear with involute teeth about the z axis, |z| <= thickness/2, one tooth centred on +x. Gears with equal pitch radius
 * per tooth and equal pressure angle mesh when their axes are the sum of their pitch radii apart and their angles are those of
 * `meshedGearAngle`. Exact distance to the outline, extruded along z.
 */
const params = z
  .strictObject({
    teeth: wholeNumber({
      unit: '',
      label: 'Teeth',
      help: 'Number of teeth. Two gears mesh when they have the same pitch radius per tooth.',
      symbol: 'N',
      min: 6,
      max: 200,
      softMax: 40,
      default: 16,
    }),
    pitchRadius: length(
      'Pitch radius',
      'Radius of the pitch circle, which rolls on that of the other gear; teeth extend one 2/N-th of it further.',
      0.5,
    ),
    thickness: length('Thickness', 'Full length along the axis (z).', 0.3),
    pressureAngle: quantity({
      unit: 'rad',
      label: 'Pressure angle',
      help: 'Pressure angle of the teeth: larger gives broader, more pointed teeth. Meshing gears need the same.',
      symbol: 'phi',
      min: 0.17,
      max: 0.53,
      default: (20 * Math.PI) / 180,
    }),
    backlash: quantity({
      unit: '',
      label: 'Backlash',
      help: 'Backlash between the flanks of meshing teeth, over the module (2 pitch radius / teeth).',
      min: 0,
      max: 0.6,
      default: 0.04,
    }),
    bore: quantity({
      unit: 'm',
      label: 'Bore',
      help: 'Radius of the hole around the axis; 0 for none.',
      min: 0,
      max: 1e6,
      softMax: 1,
      default: 0,
    }),
  })
  .refine((value) => value.bore < rootRadius(value.pitchRadius, value.teeth), {
    message: 'The bore must be smaller than the circle between the teeth.',
    path: ['bore'],
  });

/** Returns the root radius: gaps are 1.25 modules deep below the pitch circle, one for the other gear's tooth and a quarter for clearance. */
function rootRadius(pitchRadius: number, teeth: number): number {
  return pitchRadius * (1 - 2.5 / teeth);
}

const gear: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'gear',
  label: 'Gear',
  reference: 'Involute spur gear; exact distance to the extruded outline',
  params,
  create({ thickness, bore, ...dimensions }) {
    const profile = new GearProfile(dimensions, bore);
    const half = thickness / 2;
    const outline = profile.outline();
    const box = [Infinity, Infinity, -half, -Infinity, -Infinity, half];
    for (let k = 0; k < outline.length; k++) {
      box[k % 2] = Math.min(box[k % 2], outline[k]);
      box[3 + (k % 2)] = Math.max(box[3 + (k % 2)], outline[k]);
    }
    return new ExtrudedShape(profile, half, box, () => extrudedRingSurface(outline, bore, half));
  },
};

export default gear;
