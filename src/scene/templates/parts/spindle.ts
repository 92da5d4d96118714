import { presetMaterial } from '../../presetMaterial.ts';
import type { EntityInput, SolidInput } from './EntityInput.ts';

/** A muscle as a spindle along y at (x, z), from `high` to `low` over a joint, `thickness` in the middle; m. */
export interface Spindle {
  readonly id: string;
  readonly name: string;
  readonly at: readonly [x: number, z: number];
  readonly high: number;
  readonly low: number;
  readonly thickness: number;
  readonly colour: string;
}

/** What its elements and its fibres are like, and when these are tense. */
export interface SpindleTissue {
  /** Edge of the elements, percent of the diagonal. */
  readonly percent: number;
  /** Pa. */
  readonly peakStress: number;
  readonly activation: NonNullable<SolidInput['fibres']>['activation'];
}

/** The height of a joint, m, and the bones above and below it. */
interface JoinedBones {
  readonly height: number;
  readonly upper: string;
  readonly lower: string;
}

/** Radius of the region around the tip of a muscle that is attached to a bone, m. */
const ATTACHMENT = 0.028;

/** A muscle, and the pins that attach its tips to two bones. */
export function spindle(
  { id, name, at: [x, z], high, low, thickness, colour }: Spindle,
  { percent, peakStress, activation }: SpindleTissue,
  { height, upper, lower }: JoinedBones,
): EntityInput[] {
  const material = presetMaterial('skeletal-muscle');
  const pin = (end: 'origin' | 'insertion', y: number, follow: string): EntityInput => ({
    kind: 'pin',
    id: `${id}-${end}`,
    name: `${name}, ${end}`,
    target: id,
    selection: { kind: 'sphere', centre: [x, height + y, z], radius: ATTACHMENT },
    follow,
  });
  return [
    {
      kind: 'solid',
      id,
      name,
      display: { colour, surface: 'muscle' },
      source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.5 } },
      meshing: { method: 'graded-stuffing', edge: { percent } },
      material: { ...material, params: { ...material?.params, peakStress } },
      volumeConservation: { enabled: true },
      fibres: {
        direction: { kind: 'attachments', from: `${id}-origin`, to: `${id}-insertion` },
        activation,
      },
      transform: { position: [x, height + (high + low) / 2, z], scale: [thickness, high - low, thickness] },
    },
    pin('origin', high, upper),
    pin('insertion', low, lower),
  ];
}
