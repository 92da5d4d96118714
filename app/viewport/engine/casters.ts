import type { Object3D } from 'three';

/** What throws shadows and darkens the ground is on this layer, beside the one it is drawn in. */
export const CASTER_LAYER = 1;
/** Bodies that show what is behind them, drawn after what is opaque; and liquids, drawn after these. */
export const JELLY_LAYER = 2;
export const LIQUID_LAYER = 3;

/** Whether a mesh throws a shadow. */
export function setCasts(object: Object3D, casts: boolean): void {
  if (casts) object.layers.enable(CASTER_LAYER);
  else object.layers.disable(CASTER_LAYER);
}
