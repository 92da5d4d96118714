import { Color, Vector2 } from 'three';
import type { Surface } from '../../../src/scene/properties/common.ts';
import type { Finish } from './surfaceMaterial.ts';

const WHITE = new Color(1, 1, 1);
const NO_COAT = new Vector2(0, 0);
const WET = new Vector2(0.6, 0.06);

/** Reflectance of glass in air, seen along its normal. */
const DIELECTRIC = 0.04;

/** How each kind of surface takes light; clay and cloth have a fuzz of their own colour on the way to `towards`, by `share`. */
interface Kind {
  readonly rough: number;
  readonly metal?: number;
  readonly facing: number;
  readonly sheen?: { readonly amount: number; readonly rough: number; readonly towards: Color; readonly share: number };
  readonly coat?: Vector2;
}

const kinds: Readonly<Record<Surface, Kind>> = {
  clay: {
    rough: 0.78,
    facing: 0.55 * DIELECTRIC,
    sheen: { amount: 0.45, rough: 0.55, towards: new Color('#ffe9d6'), share: 0.55 },
  },
  plaster: { rough: 0.9, facing: 0.35 * DIELECTRIC },
  rubber: {
    rough: 0.42,
    facing: 0.75 * 0.0426,
    sheen: { amount: 0.15, rough: 0.4, towards: new Color('#9fb8d0'), share: 1 },
  },
  metal: { rough: 0.24, metal: 1, facing: DIELECTRIC },
  cloth: { rough: 0.86, facing: 0.25 * DIELECTRIC, sheen: { amount: 1, rough: 0.38, towards: WHITE, share: 0.35 } },
  jelly: { rough: 0.16, facing: 0.0255, coat: WET },
  muscle: {
    rough: 0.35,
    facing: 0.75 * 0.0426,
    sheen: { amount: 0.3, rough: 0.4, towards: new Color('#9fb8d0'), share: 0.5 },
  },
};

/** The finish of a kind of surface in a colour; `rough` takes the place of the kind's own. */
export function finishOf(surface: Surface, colour: Color, rough?: number): Finish {
  const kind = kinds[surface];
  const sheen = new Color(0, 0, 0);
  if (kind.sheen !== undefined)
    sheen.copy(colour).lerp(kind.sheen.towards, kind.sheen.share).multiplyScalar(kind.sheen.amount);
  return {
    rough: rough ?? kind.rough,
    metal: kind.metal ?? 0,
    facing: kind.facing,
    sheen,
    sheenRough: kind.sheen?.rough ?? 0.5,
    coat: kind.coat ?? NO_COAT,
  };
}
