import { interpolateViridis } from 'd3-scale-chromatic';
import { coloursOf, type AttributeDisplay, type ColourMapName } from '../../../src/frames/AttributeDisplay.ts';

/** Colours in a map, from its low end to its high end, rgb bytes (sRGB). */
export type ColourMap = Uint8Array;

const SIZE = 256;
/** Ends of equal lightness, a light centre: zero looks like plain clay. */
const DIVERGING = ['#2f6fd0', '#d9d6cf', '#c23d2e'] as const;
/** Place on viridis where the sequential map begins: darker colours drown in the backdrop. */
const DARKEST = 0.18;
const ALARM = ['#8d939d', '#e5534b'] as const;

/** rgb at t in [0, 1] of a map that runs through colours at equal distances, mixed in linear light. */
function mixed(colours: readonly string[], t: number): [number, number, number] {
  const place = t * (colours.length - 1);
  const index = Math.min(Math.floor(place), colours.length - 2);
  const a = parse(colours[index]);
  const b = parse(colours[index + 1]);
  const s = place - index;
  return [0, 1, 2].map((k) => encode((1 - s) * decode(a[k]) + s * decode(b[k]))) as [number, number, number];
}

function parse(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function decode(byte: number): number {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function encode(linear: number): number {
  return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
}

function sampled(colour: (t: number) => [number, number, number]): ColourMap {
  const map = new Uint8Array(3 * SIZE);
  for (let k = 0; k < SIZE; k++) map.set(colour(k / (SIZE - 1)), 3 * k);
  return map;
}

/** d3 gives either `#rrggbb` or `rgb(r, g, b)`. */
function parseCss(text: string): [number, number, number] {
  if (text.startsWith('#')) return parse(text) as [number, number, number];
  return (text.match(/\d+/g) ?? ['0', '0', '0']).slice(0, 3).map(Number) as [number, number, number];
}

/** The CSS colour at t in [0, 1] of the map for numbers that begin at zero: viridis without its darkest end. */
export function sequentialColour(t: number): string {
  return interpolateViridis(DARKEST + (1 - DARKEST) * t);
}

/** The map of numbers around zero. */
export const divergingMap = sampled((t) => mixed(DIVERGING, t));
/** The map of numbers from zero up. */
export const sequentialMap = sampled((t) => parseCss(sequentialColour(t)));

const maps: Readonly<Record<ColourMapName, ColourMap>> = {
  sequential: sequentialMap,
  diverging: divergingMap,
  'diverging-reversed': sampled((t) => mixed(DIVERGING, 1 - t)),
  alarm: sampled((t) => mixed(ALARM, t)),
};

/** The map that an attribute is drawn with. */
export function colourMapOf(display: Pick<AttributeDisplay, 'range' | 'colours'>): ColourMap {
  return maps[coloursOf(display)];
}

/** The map as a CSS gradient, low end first, for legends. */
export function cssGradient(map: ColourMap, direction = 'to top', stops = 24): string {
  const colours = Array.from({ length: stops }, (_, k) => {
    const at = 3 * Math.round((k * (SIZE - 1)) / (stops - 1));
    return `rgb(${map[at]} ${map[at + 1]} ${map[at + 2]})`;
  });
  return `linear-gradient(${direction}, ${colours.join(', ')})`;
}
