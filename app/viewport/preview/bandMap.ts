import { Color } from 'three';
import type { ColourMap } from '../../../src/frames/colours/colourMaps.ts';

const SIZE = 256;

/** The tokens of the scale from fine to coarse elements: tables show the same colours (see `bandColour` of the mesh task). */
export const BAND_TOKENS = ['--band-fine', '--band-middle', '--band-coarse'] as const;

/** A map through the colours of the tokens at equal distances, mixed as CSS mixes sRGB. */
export function bandMap(element: Element): ColourMap {
  const style = getComputedStyle(element);
  const stops = BAND_TOKENS.map((token) => new Color(style.getPropertyValue(token).trim()).getHex());
  const map = new Uint8Array(3 * SIZE);
  for (let k = 0; k < SIZE; k++) {
    const place = (k / (SIZE - 1)) * (stops.length - 1);
    const index = Math.min(Math.floor(place), stops.length - 2);
    for (let channel = 0; channel < 3; channel++) {
      const [a, b] = [stops[index], stops[index + 1]].map((hex) => (hex >> (16 - 8 * channel)) & 255);
      map[3 * k + channel] = Math.round(a + (place - index) * (b - a));
    }
  }
  return map;
}
