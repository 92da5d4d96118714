import type { EntityInput, SolidInput } from '../../../src/scene/templates/parts/EntityInput.ts';
import { at, block, field, floor, shot, stroke } from './SweepShot.ts';

/** Solids on a floor, on each other, and on themselves. */
export const solids = shot(
  'solids',
  [
    {
      kind: 'solid',
      id: 'ball',
      source: block(2),
      display: { surface: 'rubber', roughness: 0.4 },
      material: {
        model: 'cubic-spline',
        preset: 'jelly',
        density: 900,
        youngsModulus: 3e4,
        poissonRatio: 0.35,
        dampingTime: 0.01,
      },
      contact: { others: true, self: true, friction: 0.4, thickness: 12 },
      strength: 0.9,
      painted: { strength: field(0.1) },
      transform: { position: [0, 0.36, 0], rotation: [0.1, 0.2, 0.3], scale: [1, 0.9, 1.1] },
      velocity: [0.4, -1, 0.2],
      angularVelocity: [1, 2, 3],
      startScale: 0.9,
    },
    {
      kind: 'solid',
      id: 'brick',
      source: block(2),
      integration: 'implicit',
      newtonIterations: 3,
      contact: { others: true, self: false, friction: 0.4, thickness: 12 },
      transform: at(0.05, 0.93, 0.02),
      velocity: [0, -3, 0],
      angularVelocity: [0, 3, 0],
    },
    {
      kind: 'solid',
      id: 'cap',
      source: block(1),
      contact: { others: true },
      transform: at(0.05, 1.46, 0.02),
      velocity: [1, -4, 0],
    },
    floor,
  ],
  3,
  {
    physics: { contactPairs: [{ bodies: ['brick', 'cap'], enabled: true, friction: 0.9 }] },
    quality: { draft: { minSubsteps: 2, maxSubsteps: 2000, solverTolerance: 1e-2, maxIterations: 1000 } },
  },
);

export const meshed = shot(
  'meshed',
  [
    {
      kind: 'solid',
      id: 'graded',
      source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.3, segments: 12 } },
      meshing: { method: 'graded-stuffing', edge: { percent: 30 } },
      painted: { detail: { base: 0, strokes: [stroke(1)] } },
    },
    {
      kind: 'solid',
      id: 'lattice',
      source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.3, segments: 12 } },
      meshing: { method: 'embedded-bcc', edge: { metres: 0.2 } },
      transform: at(2, 0.35, 0),
    },
  ],
  0,
  { quality: { draft: { edgeScale: 1 } } },
);

export const plastic = shot(
  'plastic',
  [
    {
      kind: 'solid',
      id: 'clay',
      source: block(2),
      plasticity: {
        law: 'rate',
        stretchLimit: 1.2,
        goal: {
          shape: { kind: 'registered', type: 'bend' },
          strength: 0.5,
          paintedStrength: field(0.2),
          smoothing: 1,
          guidance: 0.4,
          pull: 2,
        },
      },
      material: { youngsModulus: 2e4 },
      transform: at(0, 0.27, 0),
      velocity: [0, -6, 0],
    },
    {
      kind: 'solid',
      id: 'sculpted',
      source: block(2),
      plasticity: { goal: { shape: { kind: 'sculpted', steps: [{ type: 'twist' }, { type: 'stretch' }] }, pull: 5 } },
      transform: at(2, 0.3, 0),
    },
    {
      kind: 'solid',
      id: 'pressed',
      source: block(3),
      plasticity: { goal: { shape: { kind: 'pressed', collider: 'press', frame: 4, reach: 0.6 }, pull: 5 } },
      transform: at(-2, 0.3, 0),
    },
    {
      kind: 'collider',
      id: 'press',
      shape: { kind: 'registered', type: 'sphere', params: { radius: 0.3 } },
      transform: {
        position: [
          -2,
          {
            keys: [
              { frame: 1, value: 1.2 },
              { frame: 4, value: 0.75 },
            ],
          },
          0,
        ],
      },
    },
    {
      kind: 'collider',
      id: 'other',
      shape: { kind: 'registered', type: 'box' },
      transform: {
        position: [
          -2,
          {
            keys: [
              { frame: 1, value: -0.4 },
              { frame: 4, value: -0.1 },
            ],
          },
          0.1,
        ],
      },
    },
    floor,
  ],
  4,
);

/** Pulled at both ends by pins that move. */
function pulled(id: string, x: number): EntityInput[] {
  const end = (side: number): EntityInput => ({
    kind: 'pin',
    id: `${id}-${side < 0 ? 'left' : 'right'}`,
    target: id,
    selection: { kind: 'box', min: [x + side * 0.25 - 0.02, -1, -1], max: [x + side * 0.25 + 0.02, 1, 1] },
    motion: {
      position: [
        {
          keys: [
            { frame: 1, value: 0 },
            { frame: 6, value: side * 0.8 },
          ],
        },
        0,
        0,
      ],
    },
  });
  return [end(-1), end(1)];
}

export const torn = shot(
  'torn',
  [
    ...(['stretch', 'stress'] as const).map((measure, k): SolidInput => ({
      kind: 'solid',
      id: measure,
      source: {
        kind: 'procedural',
        form: { shape: 'block', size: [0.5, 0.2, 0.2], cells: [5, 2, 2], elements: 'tets' },
      },
      fracture: {
        enabled: true,
        measure,
        strain: 0.2,
        stress: 4e3,
        toughness: 0.8,
        paintedToughness: field(0.2),
        spacing: 0.5,
        roughness: 0.5,
        smallestPiece: 0.02,
        maxCracks: 2,
      },
      material: { youngsModulus: 2e4 },
      transform: at(3 * k, 0, 0),
    })),
    ...pulled('stretch', 0),
    ...pulled('stress', 3),
  ],
  8,
  { physics: { gravity: [0, 0, 0] } },
);

export const volume = shot(
  'volume',
  [
    {
      kind: 'solid',
      id: 'water-bag',
      source: block(3),
      material: { youngsModulus: 1e4 },
      volumeConservation: { enabled: true, recoveryTime: 0.05, tolerance: 1e-3, maxIterations: 500 },
      startScale: 0.95,
      transform: at(0, 0.26, 0),
      velocity: [0, -2, 0],
    },
    {
      kind: 'cloth',
      id: 'balloon',
      source: { kind: 'procedural', form: { shape: 'ball', radius: 0.3, edge: 0.12 } },
      volumeConservation: { enabled: true, keeps: 'enclosed', recoveryTime: 0.05, tolerance: 1e-3, maxIterations: 500 },
      transform: { position: [2, 0.33, 0], scale: [1, 0.9, 1] },
      velocity: [0, -2, 0],
    },
    floor,
  ],
  3,
);

export const muscles = shot(
  'muscles',
  [
    ...(['constant', 'attachments', 'painted'] as const).map((kind, k): SolidInput => ({
      kind: 'solid',
      id: kind,
      source: block(2),
      material: { model: 'muscle', youngsModulus: 3e4 },
      fibres: {
        direction:
          kind === 'constant'
            ? { kind, axis: [0.2, 1, 0.3] }
            : kind === 'attachments'
              ? { kind, from: 'origin', to: 'insertion' }
              : { kind, field: { strokes: [stroke(1)] } },
        activation: 0.5,
      },
      transform: at(2 * k, 0, 0),
    })),
    {
      kind: 'pin',
      id: 'origin',
      target: 'attachments',
      selection: { kind: 'box', min: [1.7, -0.3, -0.3], max: [2.3, -0.24, 0.3] },
    },
    {
      kind: 'pin',
      id: 'insertion',
      target: 'attachments',
      selection: { kind: 'box', min: [1.7, 0.24, -0.3], max: [2.3, 0.3, 0.3] },
      hold: { kind: 'soft', frequency: 3, dampingRatio: 0.5 },
    },
    {
      kind: 'pin',
      id: 'elsewhere',
      target: 'attachments',
      selection: { kind: 'box', min: [2.24, -0.3, -0.3], max: [2.3, 0.3, 0.3] },
      hold: { kind: 'soft', frequency: 3 },
    },
  ],
  2,
);
