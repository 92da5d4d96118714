import type { SolidInput } from '../../../src/scene/templates/parts/EntityInput.ts';
import { at, block, shot, stroke } from './SweepShot.ts';

export const held = shot(
  'held',
  [
    ...(['sphere', 'box', 'vertices', 'near', 'painted'] as const).map((id, k): SolidInput => ({
      kind: 'solid',
      id,
      source: block(2),
      transform: at(2 * k, 0.5, 0),
    })),
    {
      kind: 'pin',
      id: 'pin-sphere',
      target: 'sphere',
      selection: { kind: 'sphere', centre: [0.2, 0.7, 0.2], radius: 0.3 },
      hold: { kind: 'soft', frequency: 3, dampingRatio: 0.5 },
      motion: { position: [0.01, 0.02, 0.03], rotation: [0.1, 0.2, 0.3] },
      pivot: [0.1, 0.2, 0.3],
      follow: 'bone',
      releaseFrame: 3,
    },
    {
      kind: 'pin',
      id: 'pin-box',
      target: 'box',
      selection: { kind: 'box', min: [1.8, 0.6, -0.1], max: [2.3, 0.8, 0.3] },
    },
    { kind: 'pin', id: 'pin-vertices', target: 'vertices', selection: { kind: 'vertices', indices: [0, 1, 2] } },
    { kind: 'pin', id: 'pin-near', target: 'near', selection: { kind: 'near', distance: 0.05 }, follow: 'post' },
    {
      kind: 'pin',
      id: 'pin-painted',
      target: 'painted',
      selection: { kind: 'painted', field: { base: 0, strokes: [stroke(1)] } },
      hold: { kind: 'soft', frequency: 3 },
    },
    {
      kind: 'collider',
      id: 'bone',
      shape: { kind: 'registered', type: 'sphere', params: { radius: 0.1 } },
      transform: {
        position: [
          {
            keys: [
              { frame: 1, value: 0 },
              { frame: 4, value: 0.3 },
            ],
          },
          5,
          0,
        ],
      },
    },
    {
      kind: 'collider',
      id: 'post',
      shape: { kind: 'registered', type: 'box' },
      transform: { position: [6.6, 0.9, 0] },
    },
    {
      kind: 'force',
      id: 'moon',
      field: { kind: 'gravity', acceleration: [0.1, -3, 0.2] },
      targets: ['sphere', 'box'],
    },
    { kind: 'force', id: 'syrup', field: { kind: 'drag', rate: 2 }, targets: ['vertices'] },
    { kind: 'force', id: 'breeze', field: { kind: 'wind', velocity: [3, 1, 2], rate: 1 }, targets: ['near'] },
    {
      kind: 'materialRegion',
      id: 'stiff',
      target: 'box',
      selection: { kind: 'box', min: [1.7, 0.4374, -0.3], max: [2.1, 0.6, 0.3] },
      density: 1500,
      youngsModulus: 1e6,
    },
    {
      kind: 'materialRegion',
      id: 'ball',
      target: 'sphere',
      selection: { kind: 'sphere', centre: [-0.1, 0.4, -0.1], radius: 0.3 },
    },
    {
      kind: 'materialRegion',
      id: 'numbered',
      target: 'vertices',
      selection: { kind: 'elements', indices: [0, 1, 2, 3] },
    },
    {
      kind: 'materialRegion',
      id: 'brushed',
      target: 'painted',
      selection: { kind: 'painted', field: { base: 0, strokes: [stroke(1)] } },
    },
    {
      kind: 'camera',
      id: 'view',
      name: 'View',
      position: [1, 2, 3],
      target: [0, 0.1, 0],
      verticalFieldOfView: 0.8,
    },
  ],
  3,
);

const meshing = { method: 'embedded-bcc', edge: { percent: 25 } } as const;

/** All procedural forms of solids. */
export const forms = shot(
  'forms',
  (
    [
      { shape: 'torus', majorRadius: 0.5, minorRadius: 0.2, majorSegments: 12, minorSegments: 8 },
      { shape: 'sphere', radius: 0.4, segments: 12 },
      { shape: 'box', size: [0.5, 0.6, 0.7] },
      { shape: 'cylinder', radius: 0.3, height: 0.7, segments: 12 },
      { shape: 'tet', edge: 0.6 },
      { shape: 'block', size: [0.5, 0.6, 0.7], cells: [1, 2, 2], elements: 'tets' },
      { shape: 'hollow-sphere', radius: 0.4, thickness: 0.1, segments: 12, layers: 1 },
      { shape: 'handle', thickness: 0.2, arm: 1, stem: 1, cells: 1 },
      { shape: 'dinosaur', length: 0.8 },
    ] as const
  ).map((form, k) => ({
    kind: 'solid',
    id: form.shape,
    source: { kind: 'procedural', form: structuredClone(form) as never },
    ...(['tet', 'block', 'hollow-sphere', 'handle'].includes(form.shape) ? {} : { meshing }),
    transform: at(2 * k, 1, 0),
  })),
  0,
);
