/** sRGB red, green and blue, each 0 .. 1. */
type Colour = readonly [number, number, number];

/** Coefficients of t^0 .. t^6 per channel: a polynomial fit of matplotlib's viridis (Smith and van der Walt 2015), off by less than 0.02. */
const VIRIDIS: readonly Colour[] = [
  [0.2777273272234177, 0.005407344544966578, 0.3340998053353061],
  [0.1050930431085774, 1.404613529898575, 1.384590162594685],
  [-0.3308618287255563, 0.214847559468213, 0.09509516302823659],
  [-4.634230498983486, -5.799100973351585, -19.33244095627987],
  [6.228269936347081, 14.17993336680509, 56.69055260068105],
  [4.776384997670288, -13.74514537774601, -65.35303263337234],
  [-5.435455855934631, 4.645852612178535, 26.3124352495832],
];

/** sRGB colour of `t` in 0 .. 1 (clamped; NaN counts as 0). */
export function viridis(t: number): Colour {
  const x = t > 0 ? Math.min(1, t) : 0;
  const channel = (k: 0 | 1 | 2) => {
    let value = 0;
    for (let power = VIRIDIS.length - 1; power >= 0; power--) value = value * x + VIRIDIS[power][k];
    return Math.min(1, Math.max(0, value));
  };
  return [channel(0), channel(1), channel(2)];
}
