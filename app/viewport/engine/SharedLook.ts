import type { Vector2 } from 'three';
import type { Behind } from './Behind.ts';
import type { FieldUniforms } from './fieldMaterial.ts';
import type { Lighting } from './surfaceMaterial.ts';
import type { ViewportColours } from './viewportColours.ts';

/** What all parts of the picture draw with. */
export interface SharedLook {
  readonly colours: ViewportColours;
  readonly field: FieldUniforms;
  readonly lighting: Lighting;
  readonly behind: Behind;
  /** Size of the picture, CSS pixels: for lines of a fixed width. */
  readonly resolution: Vector2;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
}
