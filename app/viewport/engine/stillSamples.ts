/** What differs from pass to pass of a still picture: where its light comes from, and where its pixels lie. */
export interface StillSample {
  readonly index: number;
  /** Place on the key light's disc of radius one. */
  readonly key: readonly [number, number];
  /** Towards the light of the sky, about +y, unit length; spread by the cosine to +y. */
  readonly sky: readonly [number, number, number];
  /** Shift of the picture, pixels, -0.5..0.5. */
  readonly jitter: readonly [number, number];
}

/** Fractions of two numbers that spread evenly: the plane's golden ratio (Roberts 2018). */
const SPREAD = [0.7548776662466927, 0.5698402909980532] as const;
/** Place at which the sequence of samples begins. */
const START = [0.65, 0.45] as const;
/** The sky that is asked ends here above the horizon: lower lights would stand for too much. */
const LOWEST = 0.06;

/** The `index`-th pass. Passes of any count cover the lights and the pixel evenly. */
export function stillSample(index: number): StillSample {
  const u = fraction(START[0] + index * SPREAD[0]);
  const v = fraction(START[1] + index * SPREAD[1]);
  const jitter = [fraction(0.5 + index * SPREAD[1]) - 0.5, fraction(0.5 + index * SPREAD[0]) - 0.5] as const;
  const angle = 2 * Math.PI * v;
  // The key's point is turned against the sky's, so that both are not on the same side in every pass.
  const keyAngle = 2 * Math.PI * fraction(v + index * 0.38196601125);
  const reach = Math.sqrt(u);
  const y = Math.max(Math.sqrt(1 - fraction(u + 0.5)), LOWEST);
  const level = Math.sqrt(1 - y * y);
  return {
    index,
    key: [reach * Math.cos(keyAngle), reach * Math.sin(keyAngle)],
    sky: [level * Math.cos(angle), y, level * Math.sin(angle)],
    jitter,
  };
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
