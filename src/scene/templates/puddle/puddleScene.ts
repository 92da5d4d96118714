import { quantity } from '../../../base/quantities.ts';
import type { Meshing } from '../../kinds/solid.ts';
import type { SceneInput } from '../../Scene.ts';
import type { TemplateRequest } from '../../templates.ts';
import { floor } from '../parts/floor.ts';
import { newShot } from '../parts/newShot.ts';

const seconds = (label: string, help: string, value: number) =>
  quantity({ unit: 's', label, help, min: 0.1, max: 100, default: value });

/** How long the torus is limp and how long it has to recover. */
export const puddleTiming = {
  limp: seconds('limp time', 'Time until which the strength is 0.', 1.5),
  recovery: seconds('recovery time', 'Length of the shot after the strength has returned.', 4),
};

const FRAME_RATE = 24;
/** Gives the finer of the figure's two meshes, 115 000 tetrahedra, from the draft's 11 000. */
const FINAL_EDGE_SCALE = 0.415;
/** Radii of the torus of figure 2.2, m. */
const MAJOR_RADIUS = 0.5;
const MINOR_RADIUS = 0.2;
/** Gap to the floor at the start, m: it falls from the first frame on. */
const GAP = 0.02;

/**
 * The floor is smooth, so that the settled shape does not depend on how the torus got there: friction holds the rim of the puddle
 * where it is, and at 0.5 the torus stays 1.9 % of its size wider than it was.
 */
const FLOOR_FRICTION = 0;

/** A torus over a floor whose strength is 0 for the limp time and 1 afterwards. */
export function puddleScene(
  timing: { readonly limp: number; readonly recovery: number },
  request: TemplateRequest,
  label: string,
  volume: { readonly meshing: Pick<Meshing, 'method' | 'edge'> },
): SceneInput {
  const first = 1;
  const back = first + Math.round(timing.limp * FRAME_RATE);
  return {
    ...newShot(request, back - first + Math.round(timing.recovery * FRAME_RATE)),
    notes:
      'Look at: the torus lies flat as a puddle until its strength returns, then stands up again. ' +
      'Must hold: below 20 % of its height when flat; within 1 % of its settled shape at the end.',
    quality: { final: { edgeScale: FINAL_EDGE_SCALE } },
    entities: [
      {
        kind: 'solid',
        id: 'torus',
        name: label,
        source: {
          kind: 'procedural',
          form: { shape: 'torus', majorRadius: MAJOR_RADIUS, minorRadius: MINOR_RADIUS },
        },
        meshing: volume.meshing,
        material: {
          model: 'rotated-linear',
          density: 1000,
          youngsModulus: 5e4,
          poissonRatio: 0.3,
          dampingTime: 0.01,
        },
        strength: {
          keys: [
            { frame: first, value: 0, interpolation: 'step' },
            { frame: back, value: 1, interpolation: 'step' },
          ],
        },
        transform: { position: [0, MINOR_RADIUS + GAP, 0] },
      },
      floor(FLOOR_FRICTION),
      { kind: 'camera', id: 'camera', name: 'Camera', position: [1.6, 1.1, 2.2], target: [0, 0.15, 0] },
    ],
  };
}
