import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from '../../src/frames/Frame.ts';
import { ROTATION, TRANSLATION, valuesOf } from '../../src/frames/Stream.ts';
import { rotationFromQuaternion } from '../../src/math/quaternions.ts';
import { type RunningShot, runShot, templateScene } from '../support/shots.ts';

const LAST = 58;
/** Frames over which what floats is averaged: it swings. */
const SETTLED = 34;
const DENSITY = 1000;
/** Length and depth of the tank, m. */
const TANK = [2.4, 1.2] as const;
const EDGE = 0.3;
const BARREL = 0.32;
const CRATE = [EDGE, EDGE, EDGE] as const;
/** Sizes, m. */
const SIZES = {
  pallet: [0.9, 0.12, 0.7],
  heavy: CRATE,
  'heavy-2': CRATE,
  wooden: CRATE,
  'light-1': CRATE,
  'light-2': CRATE,
  'light-3': CRATE,
  barrel: [BARREL, 0.44, BARREL],
} as const;
/** Densities of what floats by itself, kg/m3. */
const FLOATING = { 'light-1': 200, 'light-2': 200, 'light-3': 200, barrel: 300 } as const;
const HEAVY = ['heavy', 'heavy-2'];
type Body = keyof typeof SIZES;
const BODIES = Object.keys(SIZES) as Body[];

const frames: Frame[] = [];
let shot: RunningShot;

beforeAll(async () => {
  shot = await runShot(templateScene('crates-into-water', { cells: 20, height: 0.1, frames: LAST }));
  frames.push(shot.simulation.currentFrame());
  for (let frame = 2; frame <= LAST; frame++) {
    shot.advanceTo(frame);
    frames.push(shot.simulation.currentFrame());
  }
});

afterAll(() => shot.dispose());

function poseOf({ streams }: Frame, id: string) {
  const stream = streams.find(({ entity }) => entity === id)!;
  const rotation = new Float64Array(9);
  rotationFromQuaternion(valuesOf(stream, ROTATION, Float64Array), rotation);
  return { place: valuesOf(stream, TRANSLATION, Float64Array), rotation };
}

/** Volume of a body below a height, m3, by evenly spread points. */
function volumeBelow(frame: Frame, id: Body, level: number, count = 8): number {
  const size = SIZES[id];
  const { place, rotation } = poseOf(frame, id);
  const at = (n: number, axis: number) => ((n + 0.5) / count - 0.5) * size[axis];
  let below = 0;
  for (let n = 0; n < count ** 3; n++) {
    const [x, y, z] = [at(n % count, 0), at(Math.floor(n / count) % count, 1), at(Math.floor(n / count ** 2), 2)];
    if (id === 'barrel' && Math.hypot(x, z) > BARREL / 2) continue;
    if (place[1] + rotation[3] * x + rotation[4] * y + rotation[5] * z < level) below++;
  }
  return (below * size[0] * size[1] * size[2]) / count ** 3;
}

/** Volume of what floats under the level that the water has with all bodies in it, m3. */
function displacedIn(frame: Frame): number {
  const { volume } = frame.stats.entities['water'];
  let [low, high] = [0, 1.5];
  while (high - low > 1e-3) {
    const level = (low + high) / 2;
    const below = BODIES.reduce((sum, id) => sum + volumeBelow(frame, id, level), volume);
    if (level * TANK[0] * TANK[1] < below) low = level;
    else high = level;
  }
  return Object.keys(FLOATING).reduce((sum, id) => sum + volumeBelow(frame, id as Body, low), 0);
}

test('light crates and the barrel displace their weight, within an eighth on average, though still in waves', () => {
  const volumes = {
    'light-1': EDGE ** 3,
    'light-2': EDGE ** 3,
    'light-3': EDGE ** 3,
    barrel: (Math.PI / 4) * BARREL ** 2 * 0.44,
  };
  const mass = Object.entries(FLOATING).reduce((sum, [id, rho]) => sum + rho * volumes[id as keyof typeof FLOATING], 0);
  const settled = frames.slice(SETTLED);
  const mean = settled.reduce((sum, frame) => sum + displacedIn(frame), 0) / settled.length;
  expect(Math.abs((mean * DENSITY) / mass - 1)).toBeLessThan(0.125);
});

test('heavy crates lie on the bottom, or on what lies there, in the end', () => {
  for (const id of HEAVY) expect(poseOf(frames[LAST - 1], id).place[1]).toBeLessThan(1.5 * EDGE);
});

test('nothing leaves the tank or sinks into anything, and the water keeps its volume', () => {
  const [length, depth] = TANK;
  const { volume } = frames[0].stats.entities['water'];
  for (const frame of frames) {
    for (const id of BODIES) {
      const { place } = poseOf(frame, id);
      expect(Math.abs(place[0])).toBeLessThan(length / 2);
      expect(Math.abs(place[2])).toBeLessThan(depth / 2);
      expect(place[1]).toBeGreaterThan(0.05);
      expect(frame.stats.entities[id].sections!.rigidBody!.overlap).toBeLessThan(5e-3);
    }
    const water = frame.stats.entities['water'];
    expect(water.volume / volume).toBeGreaterThan(0.99);
    expect(Math.abs(water.sections!.liquid!.volumeDrift!)).toBeLessThan(0.03);
  }
});
