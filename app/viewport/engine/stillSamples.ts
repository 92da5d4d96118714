/** What differs from pass to pass of a still picture: which light it stands for, and where its pixels lie. */
export interface StillSample {
  /** Every other pass has the key light, the others a light of the sky. */
  readonly light: 'key' | 'sky';
  /** Towards the light, about +y, unit length; for the key light, the shift of its direction (y is 0). */
  readonly direction: readonly [number, number, number];
  /** By how much the light of the sky counts for what faces it: one over the density of directions, times pi. */
  readonly weight: number;
  /** Shift of the picture, pixels, -0.5..0.5. */
  readonly jitter: readonly [number, number];
}

/** Radius of the key light's disc, seen from what it lights, radians. */
const KEY_RADIUS = 0.16;
/** Fractions of two numbers that spread evenly: the plane's golden ratio (Roberts 2018). */
const SPREAD = [0.7548776662466927, 0.5698402909980532] as const;
/** Where they begin: 32 lights from there are nearest to an even sky. */
const START = [0.55, 0.35] as const;

/** The `index`-th pass. Passes of any count cover the lights and the pixel evenly. */
export function stillSample(index: number): StillSample {
  const step = index >> 1;
  const u = fraction(START[0] + step * SPREAD[0]);
  const v = fraction(START[1] + step * SPREAD[1]);
  const jitter = [fraction(0.5 + index * SPREAD[1]) - 0.5, fraction(0.5 + index * SPREAD[0]) - 0.5] as const;
  const angle = 2 * Math.PI * v;
  if (index % 2 === 0) {
    const reach = KEY_RADIUS * Math.sqrt(u);
    return { light: 'key', direction: [reach * Math.cos(angle), 0, reach * Math.sin(angle)], weight: 1, jitter };
  }
  // Density of directions (1 + 2 y) / 4 pi: between an even one and that of a level surface.
  const y = (Math.sqrt(1 + 8 * u) - 1) / 2;
  const level = Math.sqrt(Math.max(0, 1 - y * y));
  const direction = [level * Math.cos(angle), y, level * Math.sin(angle)] as const;
  return { light: 'sky', direction, weight: 4 / (1 + 2 * y), jitter };
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
