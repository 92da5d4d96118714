import { afterEach, describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { isExtracted } from '../../src/frames/StaticStream.ts';
import { FULL_BELOW, streamOf, valuesOf } from '../../src/frames/Stream.ts';
import { enclosedVolume } from '../../src/geometry/enclosedVolume.ts';
import { solverOf } from '../../src/liquids/LiquidSolver.ts';
import { liquidsOf } from '../../src/scene/capabilities.ts';
import { extractSurface } from '../../src/systems/liquid/extractSurface.ts';
import { ballRegion, liquidShot } from '../support/liquidShot.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

type Member = Record<string, unknown>;

const H = 0.05;
const SIZE = [0.4, 1.1, 0.3] as const;
const DEPTH = 0.8;
const FLOOR = SIZE[0] * SIZE[2];
/** Cells from the floor up that tall ones replace: all but the eight below the surface. */
const TALL = DEPTH / H - 8;

/** Water in the whole tank up to a height, tilted by an angle about z. */
function pool(height: number, tilt = 0): Member {
  return {
    kind: 'region',
    id: 'fill',
    liquid: 'water',
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'plane' },
    transform: { position: [0, height, 0], rotation: [0, 0, tilt] },
  };
}

/** A key of a curve, linear up to the next one. */
function key(value: number, frame: number): Member {
  return { frame, value, interpolation: 'linear' };
}

const running: RunningShot[] = [];
afterEach(() => running.splice(0).forEach((shot) => shot.dispose()));

/** A deep tank that is ready to run. */
async function tank(members: readonly Member[], liquid: Member = {}): Promise<RunningShot> {
  const domain = { centre: [0, SIZE[1] / 2, 0], size: SIZE };
  const scene = liquidShot(members, { cell: H, last: 60, liquid: { domain, opticalDepth: '1/4', ...liquid } });
  const shot = await runShot(scene);
  running.push(shot);
  return shot;
}

function waterOf({ stats }: Frame) {
  const { sections, ...water } = stats.entities['water'];
  return { ...water, ...sections!.liquid! };
}

/** Height of the tall cells at a frame, in uniform cells. */
function tallHeight(frame: Frame): number {
  const [height] = valuesOf(streamOf(frame, 'water', 'points')!, FULL_BELOW, Float64Array);
  return Math.round(height / H);
}

test('a deep pool stays at rest, with the pressure of its depth and a surface down to the floor', async () => {
  const { simulation } = await tank([pool(DEPTH)]);
  for (let n = 0; n < 4; n++) simulation.advance(() => false);
  const frame = simulation.currentFrame();
  expect(tallHeight(frame)).toBe(TALL);
  const { largestSpeed, volume } = waterOf(frame);
  expect(largestSpeed).toBeLessThan(1e-6);
  expect(Math.abs(volume / (FLOOR * DEPTH) - 1)).toBeLessThan(0.01);
  const { counts, h, kinds, pressure } = simulation.liquidCells('water', simulation.frame, frame, [])!;
  const [nx, ny] = counts;
  const at = (j: number) => 3 + nx * (j + ny * 2);
  for (let j = 1; j < 14; j++) {
    expect(kinds[at(j)]).toBe(1);
    expect((pressure[at(j - 1)] - pressure[at(j)]) / (1000 * 9.81 * h)).toBeCloseTo(1, 3);
  }
  const [declared] = simulation.statics().streams.filter(isExtracted);
  const { positions, triangles } = extractSurface(declared, decodeFrame(encodeFrame(frame)))!;
  expect(Math.abs(enclosedVolume(positions, triangles) / (FLOOR * DEPTH) - 1)).toBeLessThan(0.05);
  const heights = positions.filter((_, k) => k % 3 === 1);
  expect(Math.min(...heights)).toBe(0);
  expect(heights.some((height) => height > 0 && height <= TALL * H)).toBe(false);
});

describe('colliders', () => {
  const block = (height: number, more: Member = {}): Member => ({
    kind: 'collider',
    id: 'block',
    shape: { kind: 'registered', type: 'box', params: { sizeX: 0.2, sizeY: 0.3, sizeZ: 0.5 } },
    transform: { position: [0.12, height, 0.05], rotation: [0, 0, 0.3] },
    ...more,
  });

  test('that stand on the floor are ground to tall cells, over which a pool rests', async () => {
    const { simulation } = await tank([pool(DEPTH), block(0.1)]);
    for (let n = 0; n < 4; n++) simulation.advance(() => false);
    const frame = simulation.currentFrame();
    expect(tallHeight(frame)).toBe(TALL);
    const { largestSpeed, volume } = waterOf(frame);
    expect(largestSpeed).toBeLessThan(1e-5);
    expect(volume).toBeLessThan(FLOOR * DEPTH - 0.01);
  });

  test('that dive have uniform cells around them', async () => {
    const position = [0, { keys: [key(1, 1), key(0.5, 13)] }, 0];
    const shot = await tank([pool(DEPTH), block(0, { transform: { position } })]);
    const first = shot.simulation.currentFrame();
    shot.advanceTo(9);
    const last = shot.simulation.currentFrame();
    expect(tallHeight(first)).toBe(TALL);
    expect(tallHeight(last)).toBeLessThan(TALL);
    const { particles, largestSpeed, volume } = waterOf(last);
    expect(particles).toBeGreaterThan(waterOf(first).particles!);
    expect(largestSpeed).toBeGreaterThan(0.5);
    expect(Math.abs(volume / waterOf(first).volume - 1)).toBeLessThan(0.02);
  });
});

describe('the plane', () => {
  test('is lowered by a drain that lowers the surface, what was tall is filled, and a run goes on with the same bytes', async () => {
    const members = [pool(DEPTH, 0.05), ballRegion({ kind: 'drain', rate: 0.06 }, DEPTH - 0.1)];
    const [whole, resumed] = [await tank(members), await tank(members)];
    const first = whole.simulation.currentFrame();
    whole.advanceTo(13);
    resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(whole.simulation.checkpoint())));
    for (const shot of [whole, resumed]) shot.advanceTo(15);
    const last = whole.simulation.currentFrame();
    expect(tallHeight(first)).toBe(TALL);
    expect(tallHeight(last)).toBeLessThan(TALL);
    const { volume, drained } = waterOf(last);
    expect(drained).toBeGreaterThan(0.02);
    expect(waterOf(first).volume - volume).toBeCloseTo(drained, 4);
    expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(encodeFrame(last));
  });

  test('rises with a surface that rises', async () => {
    const shot = await tank([pool(0.5), ballRegion({ kind: 'emit', rate: 0.15, velocity: [0, -1, 0] }, 0.75)]);
    const first = shot.simulation.currentFrame();
    shot.advanceTo(14);
    const last = shot.simulation.currentFrame();
    expect(tallHeight(last)).toBeGreaterThan(tallHeight(first));
    const { volume, emitted } = waterOf(last);
    expect(emitted).toBeGreaterThan(0.03);
    expect(volume - waterOf(first).volume).toBeCloseTo(emitted, 9);
  });
});

test('deep-pool: keeps its volume, and moves as in full detail', async () => {
  const energies = await Promise.all(
    ['full', '1/4'].map(async (opticalDepth) => {
      const shot = await runShot(templateScene('deep-pool', { cells: 24, opticalDepth, frames: 6 }));
      running.push(shot);
      const { volume } = waterOf(shot.simulation.currentFrame());
      const found: number[] = [];
      for (let frame = 3; frame <= 6; frame += 3) {
        shot.advanceTo(frame);
        const water = waterOf(shot.simulation.currentFrame());
        expect(Math.abs(water.volume / volume - 1)).toBeLessThan(0.01);
        found.push(water.energies.kinetic);
      }
      return found;
    }),
  );
  energies[0].forEach((full, n) => expect(Math.abs(energies[1][n] / full - 1)).toBeLessThan(0.05));
});

test('what tall cells cannot do is told before the first frame', () => {
  const warnings = (liquid: Member) => {
    const [water] = liquidsOf(liquidShot([], { liquid: { opticalDepth: '1/4', ...liquid } }).entities);
    return solverOf(water).warnings?.(water).join('\n');
  };
  expect(warnings({})).toBe('');
  expect(warnings({ viscosity: 1 })).toMatch(/viscosity has no effect/);
  expect(warnings({ transport: { type: 'level-set' } })).toMatch(/stores more than particles.*saves nothing/);
  expect(warnings({ domain: { walls: { left: false } } })).toMatch(/side or the bottom of its box is open/);
});
