import { expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { enclosedVolume } from '../../src/geometry/enclosedVolume.ts';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { positionsOf, valuesOf } from '../../src/frames/Stream.ts';
import { cloth } from '../../src/scene/kinds/cloth.ts';
import { clothMesh, proceduralCloth } from '../../src/simulation/rest/clothMesh.ts';
import { liquidShot } from '../support/liquidShot.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const RADIUS = 0.15;
const HEIGHT = 0.3;
const BALL = { shape: 'ball' as const, radius: RADIUS, edge: 0.04 };

/** A closed bag of water, hung by its upper part, in air. */
const bag = [
  {
    kind: 'region',
    id: 'fill',
    liquid: 'water',
    role: { kind: 'fill', velocity: [0, 0, 0] },
    shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS - 0.004 } },
    transform: { position: [0.003, HEIGHT, 0] },
  },
  {
    kind: 'cloth',
    id: 'bag',
    source: { kind: 'procedural', form: BALL },
    fabric: { membraneStiffness: 20_000, dampingTime: 0.01 },
    transform: { position: [0.003, HEIGHT, 0] },
    liquids: 'coupled',
    contact: { self: false, others: false },
  },
  {
    kind: 'pin',
    id: 'pin',
    target: 'bag',
    selection: { kind: 'sphere', centre: [0, HEIGHT + RADIUS, 0], radius: RADIUS },
    hold: { kind: 'hard' },
  },
];

const { triangles } = clothMesh(
  cloth.parse({
    kind: 'cloth',
    id: 'bag',
    name: 'bag',
    display: { colour: '#ffffff' },
    source: { kind: 'procedural', form: BALL },
  }),
  proceduralCloth(BALL, 1),
).mesh;

/** Particles of the water, those in the bag, the volume of the bag, m3, and its lowest point, m. */
function heldBy({ simulation }: RunningShot) {
  const { streams } = simulation.currentFrame();
  const of = (id: string) => streams.find(({ entity }) => entity === id)!;
  const positions = Float64Array.from(positionsOf(of('bag')));
  const query = new SurfaceQuery({ positions, triangles });
  const places = valuesOf(of('water'), 'position', Float32Array);
  let inside = 0;
  for (let k = 0; k < places.length; k += 3) {
    if (query.signedDistance(places[k], places[k + 1], places[k + 2]) < 0) inside++;
  }
  const lowest = positions.reduce((low, x, k) => (k % 3 === 1 ? Math.min(low, x) : low), Infinity);
  return { total: places.length / 3, inside, volume: enclosedVolume(positions, triangles), lowest };
}

const FRAMES = 7;

test('a full bag of cloth that is hung in air holds its water, with its volume within .1 %, in the same bytes after a stop', async () => {
  const shot = await runShot(liquidShot(bag, { cell: 0.03, last: FRAMES }));
  expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
  const first = heldBy(shot);
  expect(first.total).toBeGreaterThan(3000);
  let resumed: RunningShot | undefined;
  for (let frame = 2; frame <= FRAMES; frame++) {
    shot.advanceTo(frame);
    const held = heldBy(shot);
    expect(held.inside).toBe(held.total);
    expect(Math.abs(held.volume / first.volume - 1)).toBeLessThan(1e-3);
    if (frame < FRAMES - 1) continue;
    resumed ??= await runShot(liquidShot(bag, { cell: 0.03, last: FRAMES }));
    if (frame < FRAMES) resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(shot.simulation.checkpoint())));
  }
  // The water hangs in it: without pressure on the cloth it falls by .3 m.
  expect(heldBy(shot).lowest).toBeGreaterThan(HEIGHT - 1.1 * RADIUS);
  resumed?.advanceTo(FRAMES);
  expect(resumed && encodeFrame(resumed.simulation.currentFrame())).toEqual(
    encodeFrame(shot.simulation.currentFrame()),
  );
  resumed?.dispose();
  shot.dispose();
}, 60_000);

test('a sheet that is hung at its corners catches a block of water that falls on it, and swings on with it', async () => {
  const [height, size] = [0.3, 0.44];
  const params = { sizeX: 0.2, sizeY: 0.12, sizeZ: 0.2 };
  const role = { kind: 'fill', velocity: [0, 0, 0] };
  const block = { kind: 'registered', type: 'box', params };
  const corners = [0, 1, 2, 3].map((k) => ({
    kind: 'pin',
    id: `corner-${k}`,
    target: 'sheet',
    selection: {
      kind: 'sphere',
      centre: [(size / 2) * (k % 2 === 0 ? -1 : 1), height, (size / 2) * (k < 2 ? -1 : 1)],
      radius: 0.06,
    },
    hold: { kind: 'hard' },
  }));
  const sheet = {
    kind: 'cloth',
    id: 'sheet',
    source: { kind: 'procedural', form: { shape: 'sheet', width: size, depth: size, edge: 0.04 } },
    transform: { position: [0, height, 0] },
    liquids: 'coupled',
    contact: { self: false, others: false },
  };
  const fill = { kind: 'region', id: 'fill', liquid: 'water', role, shape: block };
  const water = { ...fill, transform: { position: [0, 0.38, 0] } };
  const shot = await runShot(liquidShot([water, sheet, ...corners], { cell: 0.03, last: 24 }));
  const of = (id: string) => shot.simulation.currentFrame().streams.find(({ entity }) => entity === id)!;
  let deepest = height;
  for (let frame = 2; frame <= 24; frame++) {
    shot.advanceTo(frame);
    const heights = (values: ArrayLike<number>) => Array.from(values).filter((_, k) => k % 3 === 1);
    const lowest = Math.min(...heights(positionsOf(of('sheet'))));
    deepest = Math.min(deepest, lowest);
    const places = heights(valuesOf(of('water'), 'position', Float32Array));
    expect(places.filter((y) => y < lowest).length).toBeLessThan(0.01 * places.length);
  }
  // The sheet stretches under four litres and comes up again.
  expect(deepest).toBeLessThan(0.1);
  expect(Math.min(...Array.from(positionsOf(of('sheet'))).filter((_, k) => k % 3 === 1))).toBeGreaterThan(0.1);
  shot.dispose();
});
