import { expect, test } from 'vitest';
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
    shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS - 0.006 } },
    transform: { position: [0.003, HEIGHT, 0] },
  },
  {
    kind: 'cloth',
    id: 'bag',
    source: { kind: 'procedural', form: BALL },
    fabric: { membraneStiffness: 2000, dampingTime: 0.02 },
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

function particlesOf({ simulation }: RunningShot): { total: number; inside: number } {
  const { streams } = simulation.currentFrame();
  const of = (id: string) => streams.find(({ entity }) => entity === id)!;
  const query = new SurfaceQuery({ positions: Float64Array.from(positionsOf(of('bag'))), triangles });
  const places = valuesOf(of('water'), 'position', Float32Array);
  let inside = 0;
  for (let k = 0; k < places.length; k += 3) {
    if (query.signedDistance(places[k], places[k + 1], places[k + 2]) < 0) inside++;
  }
  return { total: places.length / 3, inside };
}

test('a bag of cloth holds its water, hung in air', async () => {
  const shot = await runShot(liquidShot(bag, { cell: 0.04, last: 12 }));
  expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
  for (let frame = 2; frame <= 10; frame++) {
    shot.advanceTo(frame);
    const { total, inside } = particlesOf(shot);
    expect(total).toBeGreaterThan(1000);
    expect(inside).toBe(total);
  }
  const positions = positionsOf(shot.simulation.currentFrame().streams.find(({ entity }) => entity === 'bag')!);
  const lowest = positions.reduce((low, x, k) => (k % 3 === 1 ? Math.min(low, x) : low), Infinity);
  expect(lowest).toBeGreaterThan(HEIGHT - 1.5 * RADIUS);
  expect(lowest).toBeLessThan(HEIGHT - RADIUS);
  shot.dispose();
});
