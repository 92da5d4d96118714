import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFormat, documentVersion, type SceneInput } from '../../../src/scene/Scene.ts';
import type { ColliderInput, EntityInput, SolidInput } from '../../../src/scene/templates/parts/EntityInput.ts';

/** A shot in which properties are changed one by one. */
export interface SweepShot {
  readonly name: string;
  readonly document: SceneInput;
  /** Frames that are simulated after the first; 0 where the first tells what is looked for. */
  readonly frames: number;
}

/** Within reach of the middle of one side. */
const stroke = (value: number) => ({
  value,
  radius: 0.3,
  hardness: 0.4,
  opacity: 0.8,
  points: [0.2, 0.2, 0.2, -0.1, 0.25, 0.1],
});
const field = (value: number) => ({ base: 0.5, strokes: [stroke(value)] });
const block = (cells: number): SolidInput['source'] => ({
  kind: 'procedural',
  form: { shape: 'block', size: [0.5, 0.5, 0.5], cells: [cells, cells, cells], elements: 'tets' },
});
const at = (...position: [number, number, number]): { position: [number, number, number] } => ({ position });
const floor: ColliderInput = {
  kind: 'collider',
  id: 'floor',
  shape: { kind: 'registered', type: 'plane' },
  friction: 0.4,
  transform: { position: [0, 0, 0], rotation: [0.05, 0.03, 0.02] },
};

function shot(name: string, entities: EntityInput[], frames: number, others: Partial<SceneInput> = {}): SweepShot {
  return {
    name,
    frames,
    document: {
      format: documentFormat,
      version: documentVersion,
      project: '5d2f1c7e-0b7a-4c55-9f7b-2f6a4a1d9e01',
      range: { first: 1, last: frames + 2 },
      entities,
      ...others,
    },
  };
}

/** Solids on a floor, on each other, and on themselves. */
const solids = shot(
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
  { physics: { contactPairs: [{ bodies: ['brick', 'cap'], enabled: true, friction: 0.9 }], seed: 3 } },
);

const meshed = shot(
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
);

const plastic = shot(
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

const torn = shot(
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

const volume = shot(
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

const muscles = shot(
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

const cloth = shot(
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

const liquids = shot(
  'liquids',
  [
    {
      kind: 'liquid',
      id: 'water',
      display: { turbidity: 2, tank: 'edges' },
      domain: { centre: [0, 0.3, 0], size: [0.6, 0.6, 0.6] },
      cellSize: 0.06,
      density: 1100,
      viscosity: 0.5,
      transport: { type: 'flip' },
      spray: { enabled: true, distance: 1 },
      vortices: { enabled: true, source: 'everywhere', rate: 200, spin: 40, size: 0.12, lifetime: 0.1, strength: 30 },
    },
    {
      kind: 'region',
      id: 'pool',
      liquid: 'water',
      role: { kind: 'fill', velocity: [3, 0.5, 2] },
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.4, sizeY: 0.3, sizeZ: 0.4 } },
      transform: { position: [0.05, 0.2, 0.03], rotation: [0.2, 0.3, 0.1] },
    },
    {
      kind: 'region',
      id: 'tap',
      liquid: 'water',
      role: { kind: 'emit', rate: 0.05, velocity: [0.5, -2, 0.3] },
      shape: { kind: 'registered', type: 'sphere', params: { radius: 0.1 } },
      transform: { position: [-0.1, 0.45, 0.1] },
    },
    {
      kind: 'region',
      id: 'sink',
      liquid: 'water',
      role: { kind: 'drain', rate: 0.02 },
      shape: { kind: 'registered', type: 'sphere', params: { radius: 0.12 } },
      transform: { position: [0.15, 0.12, -0.1] },
    },
    {
      kind: 'collider',
      id: 'post',
      display: { surface: 'metal', roughness: 0.4 },
      shape: { kind: 'registered', type: 'cylinder', params: { radius: 0.05, height: 0.3 } },
      transform: { position: [0.2, 0.1, 0.2] },
    },
    {
      kind: 'solid',
      id: 'float',
      source: {
        kind: 'procedural',
        form: { shape: 'block', size: [0.15, 0.15, 0.15], cells: [2, 2, 2], elements: 'tets' },
      },
      liquids: 'coupled',
      transform: at(-0.1, 0.3, -0.1),
    },
    {
      kind: 'liquid',
      id: 'other',
      domain: { centre: [3, 0.25, 0], size: [0.5, 0.5, 0.5] },
      cellSize: 0.07,
    },
    {
      kind: 'region',
      id: 'drop',
      liquid: 'other',
      role: { kind: 'fill' },
      shape: { kind: 'registered', type: 'sphere', params: { radius: 0.15 } },
      transform: { position: [3, 0.25, 0] },
    },
  ],
  4,
);

const held = shot(
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
const forms = shot(
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
      { shape: 'dinosaur', length: 0.8 },
    ] as const
  ).map((form, k) => ({
    kind: 'solid',
    id: form.shape,
    source: { kind: 'procedural', form: structuredClone(form) as never },
    ...(['tet', 'block', 'hollow-sphere'].includes(form.shape) ? {} : { meshing }),
    transform: at(2 * k, 1, 0),
  })),
  0,
);

/** Of the names of copies. */
export const OTHER = 'other-';

const TETRAHEDRON = 'v 0 0 0\nv .5 0 0\nv 0 .6 0\nv 0 0 .7\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
const GOAL = TETRAHEDRON.replace('v .5 0 0', 'v .7 .1 0');
/** One above the other. */
const PAIR = `${TETRAHEDRON}${TETRAHEDRON.replace(/^v (\S+) (\S+)/gm, (_, x, y) => `v ${x} ${Number(y) + 0.65}`).replace(/f (\d) (\d) (\d)/g, (_, a, b, c) => `f ${Number(a) + 4} ${Number(b) + 4} ${Number(c) + 4}`)}`;
const SHEET = 'v 0 0 0\nv .5 0 0\nv 0 .1 .6\nv .5 0 .6\nf 1 3 2\nf 2 3 4\n';
const FIBRES = '0 0 0 1 0 0\n.5 0 0 0 1 0\n';
/** Any: the content is looked at when the shot is loaded. */
const sha256 = '0'.repeat(64);

/** Everything that comes from files, which are written beside it. */
export function writeFilesShot(folder: string): SweepShot {
  const files = {
    'body.obj': TETRAHEDRON,
    'pair.obj': PAIR,
    'goal.obj': GOAL,
    'sheet.obj': SHEET,
    'fibres.txt': FIBRES,
  };
  for (const [name, text] of Object.entries(files)) {
    // What lies elsewhere is the same.
    for (const prefix of ['', OTHER]) writeFileSync(join(folder, `${prefix}${name}`), text);
  }
  const file = (path: string) => ({ kind: 'file', path, sha256, metresPerUnit: 0.9, upAxis: 'y' }) as const;
  return shot(
    'files',
    [
      {
        kind: 'solid',
        id: 'body',
        source: file('body.obj'),
        meshing: { method: 'embedded-bcc', edge: { percent: 40 } },
        material: { model: 'muscle' },
        fibres: { direction: { kind: 'file', path: 'fibres.txt', sha256 }, activation: 0.6 },
        transform: at(0, 0.1, 0),
      },
      {
        kind: 'solid',
        id: 'clay',
        source: file('body.obj'),
        meshing: { method: 'embedded-bcc', edge: { percent: 40 } },
        plasticity: { goal: { shape: file('goal.obj'), pull: 5 } },
        transform: at(3, 0.4, 0),
      },
      {
        kind: 'solid',
        id: 'pair',
        source: file('pair.obj'),
        meshing: { method: 'embedded-bcc', edge: { metres: 0.3 } },
        contact: { others: false, self: true, friction: 0.4 },
        transform: at(0, -0.56, 4),
        velocity: [0, -4, 0],
      },
      {
        kind: 'collider',
        id: 'floor',
        shape: { kind: 'registered', type: 'plane' },
        transform: { position: [0, -0.6, 0] },
      },
      { kind: 'cloth', id: 'sheet', source: file('sheet.obj'), transform: at(0, 1, 0) },
      {
        kind: 'collider',
        id: 'rock',
        shape: { ...file('body.obj'), scale: 1.2 },
        transform: { position: [0, -0.5, 0] },
      },
      { kind: 'liquid', id: 'water', domain: { centre: [6, 0.3, 0.2], size: [0.8, 0.8, 0.8] }, cellSize: 0.1 },
      {
        kind: 'region',
        id: 'pool',
        liquid: 'water',
        role: { kind: 'fill' },
        shape: { ...file('body.obj'), scale: 1.1 },
        transform: { position: [5.8, 0.1, 0] },
      },
    ],
    3,
  );
}

export const sweepShots: readonly SweepShot[] = [
  solids,
  meshed,
  plastic,
  torn,
  volume,
  muscles,
  cloth,
  liquids,
  held,
  forms,
];
