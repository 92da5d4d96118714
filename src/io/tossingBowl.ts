import { latheSurface } from '../collision/displaySurfaces.ts';
import { FLOAT, GltfBuffer, UNSIGNED_SHORT } from './GltfBuffer.ts';
import type { SampleMesh } from './SampleMesh.ts';

/** Frames per second of the keys, and how many there are: two for each frame of a shot. */
const RATE = 48;
const KEYS = 2 * 96 + 1;
/** Radius of the round inside and thickness of its wall, m; how much of a quarter turn the wall goes up, and around it. */
const RADIUS = 0.36;
const WALL = 0.025;
const RISE = 1.35;
const RINGS = 12;
const SEGMENTS = 40;
/** Height at which its middle is held, m. */
const HEIGHT = 0.7;
/** Heights of the toss above that: times at which it begins and ends, s, and how far it goes, m. */
const TOSS = [
  { from: 1, to: 1.3, by: -0.2 },
  { from: 1.3, to: 1.56, by: 0.52 },
  { from: 1.75, to: 2.3, by: -0.32 },
] as const;
/** The times between which the bowl is poured out, s, and the angle by which it turns for that, rad. */
const POUR = { from: 2.6, to: 3.4, by: 2 } as const;

/** A round bowl that tosses what is in it and pours it out, as a glTF file: what the program has in place of an artist's hand. */
export function tossingBowl(): SampleMesh {
  const { positions, triangles } = bowl();
  const buffer = new GltfBuffer();
  const attributes = { POSITION: buffer.add('VEC3', FLOAT, Float32Array.from(positions), true) };
  const indices = buffer.add('SCALAR', UNSIGNED_SHORT, Uint16Array.from(triangles));
  const times = Float32Array.from({ length: KEYS }, (_, key) => key / RATE);
  const input = buffer.add('SCALAR', FLOAT, times, true);
  const channel = (type: string, valuesAt: (time: number) => number[]) => ({
    input,
    output: buffer.add(type, FLOAT, Float32Array.from([...times].flatMap(valuesAt))),
  });
  const samplers = [channel('VEC3', placeAt), channel('VEC4', turnAt)];
  const json = {
    asset: { version: '2.0', generator: 'Ductile' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'bowl', mesh: 0, translation: [0, HEIGHT, 0] }],
    meshes: [{ name: 'bowl', primitives: [{ attributes, indices }] }],
    animations: [
      {
        name: 'toss',
        channels: ['translation', 'rotation'].map((path, sampler) => ({ sampler, target: { node: 0, path } })),
        samplers,
      },
    ],
    ...buffer.tables(),
  };
  return { fileName: 'tossing-bowl.gltf', bytes: new TextEncoder().encode(JSON.stringify(json)) };
}

/** Makes the bowl about its middle, m: its profile leads up outside, over the rim and down inside. */
function bowl() {
  const profile: [number, number][] = [];
  const arc = (radius: number, ring: number) => {
    const angle = (RISE * ring) / RINGS;
    profile.push([ring === 0 ? 0 : radius * Math.sin(angle), -radius * Math.cos(angle)]);
  };
  for (let ring = 0; ring <= RINGS; ring++) arc(RADIUS + WALL, ring);
  for (let ring = RINGS; ring >= 0; ring--) arc(RADIUS, ring);
  return latheSurface(profile, false, SEGMENTS);
}

/** Returns a number that goes from 0 to 1 between two times with a continuous slope. */
function ease(time: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function placeAt(time: number): number[] {
  const lift = TOSS.reduce((sum, { from, to, by }) => sum + by * ease(time, from, to), 0);
  return [0, HEIGHT + lift, 0];
}

function turnAt(time: number): number[] {
  const half = 0.5 * POUR.by * ease(time, POUR.from, POUR.to);
  return [0, 0, Math.sin(half), Math.cos(half)];
}
