import { expect, test } from 'vitest';
import type { Frame } from '../../src/frames/Frame.ts';
import { attributeOf, positionsOf, streamOf } from '../../src/frames/Stream.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { filled, liquidShot } from '../support/liquidShot.ts';
import { runShot, templateScene } from '../support/shots.ts';

const GRAVITY = 9.81;
const SHALLOW = { method: { kind: 'shallow-water', manning: 0 } };

async function framesOf(scene: Scene): Promise<Frame[]> {
  const { simulation, dispose } = await runShot(scene);
  const frames = [simulation.currentFrame()];
  while (simulation.frame < scene.range.last) {
    simulation.advance(() => false);
    frames.push(simulation.currentFrame());
  }
  dispose();
  return frames;
}

function waterOf({ stats }: Frame) {
  const { sections, ...water } = stats.entities['water'];
  return { ...water, ...sections!.liquid! };
}

/** The vertices of the surface of the water: depth and height, m. */
function surfaceOf(frame: Frame): { x: number; y: number; z: number; depth: number }[] {
  const mesh = streamOf(frame, 'water', 'mesh')!;
  const positions = positionsOf(mesh);
  const depths = attributeOf(mesh, 'depth')!.values;
  return Array.from(depths, (depth, v) => ({
    x: positions[3 * v],
    y: positions[3 * v + 1],
    z: positions[3 * v + 2],
    depth,
  }));
}

test('flooded-valley: the water stays until it leaves, energy is only lost, and nothing rises above the lake', async () => {
  const frames = await framesOf(templateScene('flooded-valley', { cells: 60, frames: 49 }));
  const lake = 5;
  const first = waterOf(frames[0]);
  let energy = first.energies.gravity;
  for (const frame of frames.slice(1)) {
    const { volume, energies } = waterOf(frame);
    expect(Math.abs(volume / first.volume - 1)).toBeLessThan(1e-12);
    const now = energies.kinetic + energies.gravity;
    expect(now).toBeLessThan(energy);
    energy = now;
    for (const { y, depth } of surfaceOf(frame)) if (depth > 0.01) expect(y).toBeLessThan(lake + 0.01);
  }
  const last = waterOf(frames.at(-1)!);
  // The flood has left the lake: it covers more ground than at first and is faster than anything that stands.
  expect(last.wetArea!).toBeGreaterThan(1.15 * first.wetArea!);
  expect(last.largestSpeed).toBeGreaterThan(3);
});

test('a ball that lies in a pool is ground: the pool is at rest around it, and its top is dry', async () => {
  const ball = {
    kind: 'collider',
    id: 'ball',
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.15 } },
    transform: { position: [0.03, 0, -0.02] },
  };
  const frames = await framesOf(liquidShot([filled(0.1), ball], { cell: 0.02, last: 4, liquid: SHALLOW }));
  const last = frames.at(-1)!;
  expect(waterOf(last).largestSpeed).toBeLessThan(1e-12);
  for (const { x, y, z, depth } of surfaceOf(last).slice(0, 27 * 27)) {
    const top = Math.sqrt(Math.max(0, 0.15 ** 2 - (x - 0.03) ** 2 - (z + 0.02) ** 2));
    // Vertices along the sides stand beside the centres of their columns.
    if (Math.max(Math.abs(x), Math.abs(z)) > 0.245) continue;
    // Heights are true to a thousandth of a column across the surface, which is upright at the rim of the ball.
    expect(Math.abs(depth - Math.max(0, 0.1 - top))).toBeLessThan(top > 0.05 ? 1e-4 : 3e-3);
    if (depth > 0.001) expect(y).toBeCloseTo(0.1, 6);
  }
});

test('a slab that rises under a pool lifts the water above it, and none is lost', async () => {
  const slab = {
    kind: 'collider',
    id: 'slab',
    shape: { kind: 'registered', type: 'box', params: { sizeX: 0.2, sizeY: 0.1, sizeZ: 0.6 } },
    transform: {
      position: [
        0,
        {
          keys: [
            { frame: 1, value: -0.05, interpolation: 'linear' },
            { frame: 5, value: 0 },
          ],
        },
        0,
      ],
    },
  };
  const frames = await framesOf(liquidShot([filled(0.15), slab], { cell: 0.025, last: 6, liquid: SHALLOW }));
  const [first, ...others] = frames.map(waterOf);
  for (const { volume } of others) expect(Math.abs(volume / first.volume - 1)).toBeLessThan(1e-12);
  const middle = (frame: Frame) => surfaceOf(frame).find(({ x, z }) => Math.hypot(x, z) < 0.02)!;
  expect(middle(frames[4]).y).toBeGreaterThan(0.16);
  // The wave that it sends out runs at sqrt(g h), and reaches no wall before frame 2.
  expect(Math.sqrt(GRAVITY * 0.15) / 24).toBeLessThan(0.15);
  expect(surfaceOf(frames[1])[0].y).toBeCloseTo(0.15, 4);
});

test('a river that is filled in with a velocity flows through open sides as it began', async () => {
  const liquid = {
    ...SHALLOW,
    domain: { centre: [0, 0.25, 0], size: [1, 0.5, 0.2], walls: { left: false, right: false } },
  };
  const frames = await framesOf(liquidShot([filled(0.1, [0.7, 0, 0])], { cell: 0.05, last: 24, liquid }));
  const [first, last] = [frames[0], frames.at(-1)!].map(waterOf);
  expect(last.volume / first.volume).toBeCloseTo(1, 12);
  expect(last.largestSpeed).toBeCloseTo(0.7, 9);
});

test('what shallow water does not do is said at the first frame, and that it needs gravity', async () => {
  const liquid = { ...SHALLOW, viscosity: 1, spray: { enabled: true } };
  const [first] = await framesOf(liquidShot([filled(0.1)], { last: 2, liquid }));
  expect(first.stats.warnings).toEqual([expect.stringMatching(/'water' is shallow water.*viscosity, spray have no/)]);
  const weightless = liquidShot([filled(0.1)], { last: 2, liquid: SHALLOW });
  const scene: Scene = { ...weightless, physics: { ...weightless.physics, gravity: [0, 0, 0] } };
  await expect(framesOf(scene)).rejects.toThrow(/no gravity pulls/);
});
