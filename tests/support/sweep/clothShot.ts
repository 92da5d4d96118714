import { at, floor, shot } from './SweepShot.ts';

export const cloth = shot(
  'cloth',
  [
    {
      kind: 'cloth',
      id: 'sheet',
      source: { kind: 'procedural', form: { shape: 'sheet', width: 0.8, depth: 0.6, edge: 0.1, waves: 0.02 } },
      display: { surface: 'rubber', roughness: 0.4 },
      fabric: { dampingTime: 0.003, warp: 1.2, weft: 0.9 },
      contact: { self: true, others: true, friction: 0.4 },
      plasticity: { enabled: true, bendYield: 0.001, stretchYield: 0.001 },
      volumeConservation: { enabled: true, keeps: 'area' },
      strength: 0.9,
      drag: 0.4,
      substeps: 5,
      transform: { position: [0, 0.33, 0], rotation: [0.1, 0.2, 0.1], scale: [1, 1.1, 0.9] },
      velocity: [0.2, -3, 0.1],
      angularVelocity: [1, 2, 0.5],
    },
    {
      kind: 'cloth',
      id: 'upper',
      membrane: { model: 'cubic-spline', params: {} },
      source: { kind: 'procedural', form: { shape: 'sheet', width: 0.6, depth: 0.6, edge: 0.12 } },
      contact: { self: true, others: true, friction: 0.4 },
      transform: at(0, 0.4, 0),
      velocity: [1, -4, 0],
    },
    {
      kind: 'cloth',
      id: 'skin',
      source: { kind: 'procedural', form: { shape: 'half-torus', majorRadius: 0.3, minorRadius: 0.12, edge: 0.1 } },
      liesOn: { body: 'ring', distance: 0.05, touches: true },
      transform: at(3, 0.02, 0),
      velocity: [0, -2, 0],
    },
    {
      kind: 'collider',
      id: 'ring',
      shape: { kind: 'registered', type: 'torus', params: {} },
      transform: { position: [3, 0, 0] },
    },
    {
      kind: 'cloth',
      id: 'lying',
      source: { kind: 'procedural', form: { shape: 'sheet', width: 0.4, depth: 0.4, edge: 0.1, waves: 0.02 } },
      contact: { self: false },
      liesOn: { body: 'floor', distance: 0.2 },
      transform: at(9, -0.07, 0),
    },
    {
      kind: 'pin',
      id: 'rest',
      target: 'lying',
      selection: { kind: 'box', min: [8.7, -1, -1], max: [8.95, 1, 1] },
    },
    {
      // Turns triangles over in their plane.
      kind: 'pin',
      id: 'mirror',
      target: 'lying',
      selection: { kind: 'box', min: [9.05, -1, -1], max: [9.3, 1, 1] },
      motion: {
        position: [
          {
            keys: [
              { frame: 1, value: 0 },
              { frame: 4, value: -0.25 },
            ],
          },
          0,
          0,
        ],
      },
    },
    {
      kind: 'cloth',
      id: 'tube',
      source: { kind: 'procedural', form: { shape: 'tube', radius: 0.15, length: 0.4, edge: 0.1 } },
      transform: at(6, 0.16, 0),
      velocity: [0, -2, 0],
    },
    {
      kind: 'collider',
      id: 'ball',
      shape: { kind: 'registered', type: 'sphere', params: { radius: 0.25 } },
      friction: 0.3,
    },
    { ...floor, transform: { position: [0, -0.1, 0] } },
  ],
  3,
);
