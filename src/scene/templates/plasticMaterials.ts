import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { solidPresets } from '../../materials/presets.ts';
import { presetMaterial, presetPlasticity } from '../presetMaterial.ts';
import type { TemplateDefinition } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(6),
  press: quantity({
    unit: '',
    label: 'press',
    help: 'Share of its height by which every ball is pressed together.',
    min: 0.05,
    max: 0.8,
    default: 0.4,
  }),
  frames: frameCount(
    96,
    { min: 12, max: 10_000 },
    ': the balls land in the first quarter and are pressed in the second',
  ),
});

/** Presets from left to right: from the one that recovers most to the one that recovers least. */
const PRESETS = [
  { preset: 'soft-wax', colour: '#e8d9a8' },
  { preset: 'clay', colour: '#b5653f' },
  { preset: 'soft-lead', colour: '#7d8794' },
  { preset: 'dough', colour: '#e9dcc3' },
  { preset: 'putty', colour: '#7aa6a1' },
] as const;
/** m. */
const RADIUS = 0.25;
const APART = 0.78;
/** Height of the fall, thickness of the plate, its distance before and after, m. */
const FALL = 0.3;
const THICKNESS = 0.06;
const CLEAR = 0.45;

/** Putty flows far under its own weight. */
const STRETCH_LIMIT = 10;

function withLimit(plasticity: ReturnType<typeof presetPlasticity>) {
  return plasticity && { ...plasticity, stretchLimit: STRETCH_LIMIT };
}

/** Balls of wax, clay, lead, dough and putty fall, and are pressed by one plate. */
const plasticMaterials: TemplateDefinition<z.output<typeof params>> = {
  type: 'plastic-materials',
  label: 'Plastic materials',
  reference: 'Irving 2007, 2.6.3; Wojtan and Turk 2008',
  params,
  needsMesh: false,
  create({ percent, press, frames }, request) {
    const at = (share: number) => 1 + Math.round(share * (frames - 1));
    const plate = (gap: number) => 2 * RADIUS + gap + THICKNESS / 2;
    const places = PRESETS.map((_, k) => (k - (PRESETS.length - 1) / 2) * APART);
    const balls = PRESETS.map(({ preset, colour }, k) =>
      ballSolid(RADIUS, percent, {
        id: preset,
        name: solidPresets.find(({ type }) => type === preset)?.label,
        material: presetMaterial(preset),
        plasticity: withLimit(presetPlasticity(preset)),
        display: { colour },
        transform: { position: [places[k], RADIUS + FALL, 0] },
      }),
    );
    return {
      ...newShot(request, frames),
      notes:
        'Look at: wax springs back a little when the plate lifts, clay and lead stay pressed, dough creeps, putty flows on under ' +
        'its own weight. Must hold: every ball keeps its volume to 2 %, and none comes back to its height.',
      entities: [
        ...balls,
        {
          kind: 'collider',
          id: 'plate',
          name: 'Plate',
          shape: {
            kind: 'registered',
            type: 'box',
            params: { sizeX: PRESETS.length * APART + 0.2, sizeY: THICKNESS, sizeZ: 1.1, rounding: 0.015 },
          },
          transform: {
            position: [
              0,
              keyedCurve(
                [at(0.25), plate(CLEAR), 'bezier'],
                [at(0.5), plate(-2 * press * RADIUS), 'linear'],
                [at(0.55), plate(-2 * press * RADIUS), 'bezier'],
                [at(0.75), plate(CLEAR), 'step'],
              ),
              0,
            ],
          },
          friction: 0.3,
        },
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.3, 1.35, 3.9], target: [0, 0.22, 0] },
      ],
    };
  },
};

export default plasticMaterials;
