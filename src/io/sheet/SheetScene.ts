import { linearFromSrgb, srgbFromLinear as exactSrgb } from '../../base/srgb.ts';
import type { Limits } from '../../frames/colours/colourLimits.ts';
import type { ColourMap } from '../../frames/colours/colourMaps.ts';

/** Linear or sRGB red, green, blue, each 0 .. 1. */
export type Colour = readonly [number, number, number];

/** One object in a picture. */
export interface SheetBody {
  /** xyz per vertex, metres, Y up. */
  readonly positions: Float32Array;
  /** Three vertices per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** sRGB; missing: clay for bodies, a cooler grey for colliders. */
  readonly colour?: Colour;
  /** One value per vertex, shown with the colours of the legend instead of the body's own. */
  readonly scalars?: Float32Array;
  /** Colliders do not decide where the camera stands. Default `body`. */
  readonly role?: 'body' | 'collider';
}

export interface SheetFrame {
  /** E.g. `frame 24`. */
  readonly label: string;
  /** Text at the right of the label, e.g. `1.00 s`. */
  readonly detail?: string;
  /** A second, dimmer line. */
  readonly caption?: string;
  readonly bodies: readonly SheetBody[];
}

/** What the colours of values stand for. */
export interface SheetLegend {
  readonly label: string;
  /** Values at the two ends of the colours. */
  readonly limits: Limits;
  /** How these are written. */
  readonly ends: readonly [string, string];
  readonly colours: ColourMap;
}

export interface Sheet {
  readonly frames: readonly SheetFrame[];
  /** Default: up to 4, so that rows are even. */
  readonly columns?: number;
  /** Size of each picture, pixels. */
  readonly tileWidth?: number;
  readonly tileHeight?: number;
  readonly title?: string;
  /** Text at the right of the title. */
  readonly subtitle?: string;
  /** Height of the ground in metres; false: no ground. Default: the lowest point of all bodies. */
  readonly ground?: number | false;
  /** Direction from the subject towards the camera. */
  readonly viewDirection?: Colour;
  /** What the scalars of bodies mean; without it they are not shown. */
  readonly legend?: SheetLegend;
  /** Samples per pixel along each side: 1 .. 4. */
  readonly supersampling?: number;
}

/** Entries of the table from linear light to sRGB: finer than a 255th everywhere. */
const TABLE = 8192;
const SRGB_TABLE = Float32Array.from({ length: TABLE + 1 }, (_, i) => exactSrgb(i / TABLE));

/** Linear light, 0 .. 1, to sRGB component (IEC 61966-2-1). */
export function srgbFromLinear(value: number): number {
  return SRGB_TABLE[Math.round(Math.min(1, Math.max(0, value)) * TABLE)];
}

export function linearColour(colour: Colour): Colour {
  return [linearFromSrgb(colour[0]), linearFromSrgb(colour[1]), linearFromSrgb(colour[2])];
}
