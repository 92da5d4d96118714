import { placeInMap, type ColourMap } from '../../../src/frames/colours/colourMaps.ts';

/** The colour of a map at t in [0, 1] as CSS writes it. */
export function cssColour(map: ColourMap, t: number): string {
  const at = placeInMap(map, t);
  return `rgb(${map[at]} ${map[at + 1]} ${map[at + 2]})`;
}

/** The map as a CSS gradient, low end first, for legends. */
export function cssGradient(map: ColourMap, direction = 'to top', stops = 24): string {
  const colours = Array.from({ length: stops }, (_, k) => cssColour(map, k / (stops - 1)));
  return `linear-gradient(${direction}, ${colours.join(', ')})`;
}
