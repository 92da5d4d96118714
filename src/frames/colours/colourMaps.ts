import { linearFromSrgb, srgbFromLinear } from '../../base/srgb.ts';
import { coloursOf, type AttributeDisplay, type ColourMapName } from '../AttributeDisplay.ts';

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

/** Colours in a map, from its low end to its high end, rgb bytes (sRGB). */
export type ColourMap = Uint8Array;

const SIZE = 256;
/** Ends of equal lightness, a light centre: zero looks like plain clay. */
const DIVERGING = ['#2f6fd0', '#d9d6cf', '#c23d2e'] as const;
/** Place on viridis where the sequential map begins: darker colours drown in the backdrop. */
const DARKEST = 0.18;
const ALARM = ['#8d939d', '#e5534b'] as const;

/** rgb, each 0 .. 1, at t in [0, 1] of a map that runs through colours at equal distances, mixed in linear light. */
function mixed(colours: readonly string[], t: number): number[] {
  const place = t * (colours.length - 1);
  const index = Math.min(Math.floor(place), colours.length - 2);
  const a = parsed(colours[index]);
  const b = parsed(colours[index + 1]);
  const s = place - index;
  return a.map((value, k) => srgbFromLinear((1 - s) * linearFromSrgb(value) + s * linearFromSrgb(b[k])));
}

/** rgb of `#rrggbb`, each 0 .. 1. */
function parsed(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function sampled(colour: (t: number) => readonly number[]): ColourMap {
  const map = new Uint8Array(3 * SIZE);
  for (let k = 0; k < SIZE; k++) {
    map.set(
      colour(k / (SIZE - 1)).map((value) => Math.round(255 * value)),
      3 * k,
    );
  }
  return map;
}

/** The map of numbers around zero. */
export const divergingMap = sampled((t) => mixed(DIVERGING, t));
/** The map of numbers from zero up: viridis without its darkest end. */
export const sequentialMap = sampled((t) => viridis(DARKEST + (1 - DARKEST) * t));

const maps: Readonly<Record<ColourMapName, ColourMap>> = {
  sequential: sequentialMap,
  diverging: divergingMap,
  'diverging-reversed': sampled((t) => mixed(DIVERGING, 1 - t)),
  alarm: sampled((t) => mixed(ALARM, t)),
};

/** The map that an attribute is drawn with, in the viewport and on contact sheets. */
export function colourMapOf(display: Pick<AttributeDisplay, 'range' | 'colours'>): ColourMap {
  return maps[coloursOf(display)];
}

/** Index into the map of the red byte of its colour at `t` in 0 .. 1 (clamped; NaN counts as 0). */
export function placeInMap(map: ColourMap, t: number): number {
  return t > 0 ? 3 * Math.round(Math.min(1, t) * (map.length / 3 - 1)) : 0;
}
