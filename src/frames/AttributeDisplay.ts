import type { AttributeInfo } from './Stream.ts';

/** Names of the colour maps: from zero up, around zero, the same turned round, and plain to alarming. */
export const colourMapNames = ['sequential', 'diverging', 'diverging-reversed', 'alarm'] as const;
export type ColourMapName = (typeof colourMapNames)[number];

/** What menus, legends, the probe and the contact sheet show of an attribute. Whatever makes the attribute declares it, once, in the statics. */
export interface AttributeDisplay {
  /** `Plastic strain`. */
  readonly label: string;
  /** A few words for the legend: `deformed for good, |log Fp|`. */
  readonly detail: string;
  /** Limits of the colour map: around zero, from zero up, from the least value to the greatest, or always the same. */
  readonly range: 'symmetric' | 'from-zero' | 'values' | readonly [number, number];
  /** The number is a ratio that is written in percent. */
  readonly percent?: boolean;
  /** Colour map; left out, diverging where the range is symmetric, else sequential. */
  readonly colours?: ColourMapName;
  /** The limit of the colour map is never less than this: below it everything is noise. In SI units. */
  readonly least?: number;
  /** The limit of the colour map is never more than this, so that a few values that are far off do not wash out the others. In SI units. */
  readonly most?: number;
}

/** An attribute as the statics declare it. */
export interface DeclaredAttribute extends AttributeInfo {
  /** `none`: the attribute is in no menu. Left out: it is shown under its own name, with limits from its values. */
  readonly display?: AttributeDisplay | 'none';
  /** Frames do not hold the attribute: the host computes it for a stored frame that somebody looks at. */
  readonly onRequest?: boolean;
}

/** The display of an attribute that declares none: its own name, limits from its values; of a vector, its length from zero up. */
export function defaultDisplay({ name, components }: AttributeInfo): AttributeDisplay {
  const label = name.slice(0, 1).toUpperCase() + name.slice(1);
  if (components > 1) return { label, detail: 'length of the vector', range: 'from-zero' };
  return { label, detail: '', range: 'values' };
}

export function coloursOf({ colours, range }: Pick<AttributeDisplay, 'colours' | 'range'>): ColourMapName {
  return colours ?? (range === 'symmetric' ? 'diverging' : 'sequential');
}
