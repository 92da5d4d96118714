import { bendGltf, cubePc2, writeFiles } from '../animationSamples.ts';
import { objCube } from '../meshSamples.ts';
import type { MemoryFiles } from '../memorySource.ts';
import { OTHER } from './filesShot.ts';
import { at, block, field, shot, type SweepShot } from './SweepShot.ts';

/** Any: the content is looked at when the shot is loaded. */
const sha256 = '0'.repeat(64);

/** A strip that bends, once more without its joints, and a second animation that bends it back. */
function strips(): MemoryFiles {
  return bendGltf(({ json, floats, times }) => {
    const turns = floats('VEC4', 3, ...[0, 0, 0, 1, 0, 0, -0.3, 0.95, 0, 0, -0.6, 0.8]);
    const clip = {
      channels: [{ sampler: 0, target: { node: 2, path: 'rotation' } }],
      samplers: [{ input: times, output: turns }],
    };
    (json.animations as object[]).push({ ...clip, name: 'Another' });
    (json.nodes as object[]).push({ name: 'Another', mesh: 0, translation: [0, 0.5, 0] });
    (json.scenes as { nodes: number[] }[])[0].nodes.push(4);
  });
}

/** Animations of files, which are written beside it, and of a form, with cloth on each. */
export function writeAnimationsShot(folder: string): SweepShot {
  const cube = { 'cube.pc2': cubePc2({ speed: 0.1 }), 'cube.obj': objCube };
  for (const prefix of ['', OTHER]) {
    writeFiles(folder, { ...strips(), [`${prefix}bend.gltf`]: strips()['bend.gltf'] }, 'bend.gltf');
    for (const [name, content] of Object.entries(cube)) writeFiles(folder, { [`${prefix}${name}`]: content }, name);
  }
  const sheet = (id: string, ...position: [number, number, number]) =>
    ({
      kind: 'cloth',
      id,
      source: { kind: 'procedural', form: { shape: 'sheet', width: 0.5, depth: 0.5, edge: 0.25 } },
      transform: at(...position),
    }) as const;
  return shot(
    'animations',
    [
      {
        kind: 'importedAnimation',
        id: 'limb',
        display: { surface: 'metal', roughness: 0.4 },
        source: { kind: 'procedural', form: { shape: 'limb', edge: 0.16, period: 0.4 } },
        transform: { position: [0, 1, 0], rotation: [0.1, 0.1, 1.5], scale: [1, 1.1, 0.9] },
        collision: { friction: 0.4 },
      },
      sheet('sheet', 0.3, 1.05, 0),
      {
        kind: 'importedAnimation',
        id: 'strip',
        source: {
          kind: 'file',
          path: 'bend.gltf',
          sha256,
          object: 'strip',
          clip: 'bend',
          metresPerUnit: 0.3,
          upAxis: 'y',
        },
        startsAt: 0,
        speed: 90,
        transform: at(2, 0, 0),
        collision: { surface: 'open' },
      },
      {
        kind: 'importedAnimation',
        id: 'cube',
        source: {
          kind: 'file',
          path: 'cube.pc2',
          sha256,
          object: 'cube',
          metresPerUnit: 0.4,
          upAxis: 'z',
          framesPerSecond: 20,
          keeps: 'seconds',
        },
        transform: at(-2, 0, 0),
        collision: { surface: 'open' },
        preRoll: { kind: 'from-bind-pose', frame: 2 },
      },
      sheet('cover', -1.8, 0.5, -0.2),
      {
        kind: 'solid',
        id: 'flesh',
        source: block(2),
        animatedTarget: {
          animation: 'limb',
          frequency: 5,
          dampingRatio: 0.8,
          strength: 0.9,
          paintedStrength: field(1),
        },
        plasticity: {
          params: { yieldStrain: 0.01 },
          goal: { shape: { kind: 'animation', animation: 'limb' }, pull: 20 },
        },
        transform: at(0.3, 2, 0),
      },
      {
        kind: 'pin',
        id: 'sewn',
        target: 'cover',
        selection: { kind: 'box', min: [-3, 0, -1], max: [-1, 1, 1] },
        follow: 'cube',
        within: 0.12,
      },
    ],
    2,
    { range: { first: 1, last: 4, preRoll: 1 } },
  );
}
