import type { ColliderInput } from './EntityInput.ts';

/** Flat ground at a height, m. */
export function floor(friction?: number, height?: number): ColliderInput {
  return {
    kind: 'collider',
    id: 'floor',
    name: 'Floor',
    shape: { kind: 'registered', type: 'plane' },
    ...(friction === undefined ? {} : { friction }),
    ...(height === undefined ? {} : { transform: { position: [0, height, 0] } }),
  };
}
