import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, shot, type SweepShot } from './SweepShot.ts';

/** The names of copies begin with this. */
export const OTHER = 'other-';

const TETRAHEDRON = 'v 0 0 0\nv .5 0 0\nv 0 .6 0\nv 0 0 .7\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
const GOAL = TETRAHEDRON.replace('v .5 0 0', 'v .7 .1 0');
/** One above the other, of two materials. */
const PAIR = `usemtl lower\n${TETRAHEDRON}usemtl Another\n${TETRAHEDRON.replace(/^v (\S+) (\S+)/gm, (_, x, y) => `v ${x} ${Number(y) + 0.65}`).replace(/f (\d) (\d) (\d)/g, (_, a, b, c) => `f ${Number(a) + 4} ${Number(b) + 4} ${Number(c) + 4}`)}`;
const SHEET = 'v 0 0 0\nv .5 0 0\nv 0 .1 .6\nv .5 0 .6\nf 1 3 2\nf 2 3 4\n';
const FIBRES = '0 0 0 1 0 0\n.5 0 0 0 1 0\n';
/** Any: the content is looked at when the shot is loaded. */
const sha256 = '0'.repeat(64);

/** Any file, in other units. */
const file = (path: string) => ({ kind: 'file', path, sha256, metresPerUnit: 0.9, upAxis: 'y' }) as const;

function writeFiles(folder: string): void {
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
}

/** A rigid body that comes from a file, apart from all else: its distance is sampled anew for each property. */
export function writeRigidFile(folder: string): SweepShot {
  writeFiles(folder);
  return shot(
    'rigid file',
    [
      {
        kind: 'rigidBody',
        id: 'stone',
        shape: { ...file('body.obj'), scale: 1.1 },
        transform: { position: [0, 1, 0] },
        angularVelocity: [1, 2, 3],
      },
    ],
    1,
  );
}

/** Everything else that comes from files, which are written beside it. */
export function writeFilesShot(folder: string): SweepShot {
  writeFiles(folder);
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
        kind: 'materialRegion',
        id: 'lower',
        target: 'pair',
        selection: { kind: 'group', of: 'material', name: 'lower' },
        youngsModulus: 2e5,
      },
      {
        kind: 'collider',
        id: 'floor',
        shape: { kind: 'registered', type: 'plane' },
        transform: { position: [0, -0.6, 0] },
      },
      { kind: 'cloth', id: 'sheet', source: file('sheet.obj'), liquids: 'ignored', transform: at(0, 1, 0) },
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
