import { describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../../src/frames/Checkpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from '../../../src/frames/Frame.ts';
import { decodeStatics, encodeStatics } from '../../../src/frames/Statics.ts';
import { isExtracted } from '../../../src/frames/StaticStream.ts';
import { positionsOf, streamOf, valuesOf } from '../../../src/frames/Stream.ts';
import { enclosedVolume } from '../../../src/geometry/enclosedVolume.ts';
import { chooseSolver, liquidSolvers, solverOf } from '../../../src/liquids/LiquidSolver.ts';
import { liquidsOf } from '../../../src/scene/capabilities.ts';
import { frameDuration, type Scene } from '../../../src/scene/Scene.ts';
import { extractSurface } from '../../../src/systems/liquid/extractSurface.ts';
import { ballRegion, filled, liquidShot } from '../../support/liquidShot.ts';
import { runShot } from '../../support/shots.ts';
import { pointsIn } from '../../support/streams.ts';

const GRAVITY = 9.81;
const FLOOR = 0.25;

/** What a liquid says so that a solver simulates it. */
const saying: Record<string, Record<string, unknown>> = {
  'falling-block': { viscosity: 1e6 },
  'shallow-water': { method: { kind: 'shallow-water' } },
  'tall-cells': { opticalDepth: '1/4' },
  'uniform-grid': {},
};

/** Solvers of columns of liquid, which do not fall and have a surface of their own. */
const inColumns: ReadonlySet<string> = new Set(['shallow-water']);

/** A region that fills a block half as wide as the tank, high up in it. */
const block = {
  kind: 'region',
  id: 'block',
  liquid: 'water',
  role: { kind: 'fill' },
  shape: { kind: 'registered', type: 'box', params: { sizeX: 0.2, sizeY: 0.1, sizeZ: 0.2 } },
  transform: { position: [0, 0.4, 0] },
};

async function framesOf(scene: Scene, last = scene.range.last): Promise<Frame[]> {
  const shot = await runShot(scene);
  const frames = [shot.simulation.currentFrame()];
  while (shot.simulation.frame < last) {
    shot.simulation.advance(() => false);
    frames.push(shot.simulation.currentFrame());
  }
  shot.dispose();
  return frames;
}

function waterOf(frame: Frame | undefined) {
  const { sections, ...water } = frame!.stats.entities['water'];
  return { ...water, ...sections!.liquid!, divergence: sections!.divergence, spray: sections!.spray };
}

test('solvers are found by their files, those for tests among them', () => {
  expect(liquidSolvers.types()).toEqual(Object.keys(saying));
});

describe.each(Object.keys(saying))('the solver %s', (type) => {
  const shot = (members: Parameters<typeof liquidShot>[0], last?: number) =>
    liquidShot(members, { last, liquid: saying[type] });

  test('is chosen by what a liquid says', () => {
    const [water] = liquidsOf(shot([]).entities);
    expect(solverOf(water).type).toBe(type);
  });

  test.skipIf(inColumns.has(type))(
    'lets a block of liquid fall: it loses m g h, and has that as kinetic energy',
    async () => {
      const scene = shot([block], 5);
      const frames = await framesOf(scene);
      const [first, last] = [waterOf(frames[0]), waterOf(frames.at(-1))];
      const mass = 1000 * first.volume;
      const substeps = frames.reduce((sum, frame) => sum + waterOf(frame).substeps!, 0);
      const time = 4 * frameDuration(scene);
      const lost = first.energies.gravity - last.energies.gravity;
      // Substeps move by the velocity at their end: they fall by g t^2 (1 + 1 / n) / 2.
      expect(Math.abs(lost / (mass * GRAVITY * 0.5 * GRAVITY * time ** 2 * (1 + 1 / substeps)) - 1)).toBeLessThan(0.02);
      expect(Math.abs(last.energies.kinetic / (0.5 * mass * (GRAVITY * time) ** 2) - 1)).toBeLessThan(0.02);
      expect(Math.abs(last.largestSpeed / (GRAVITY * time) - 1)).toBeLessThan(0.02);
    },
  );

  test('keeps a pool at rest, with the pressure of its depth', async () => {
    const running = await runShot(shot([filled(0.2)], 6));
    for (let k = 0; k < 4; k++) running.simulation.advance(() => false);
    const frame = running.simulation.currentFrame();
    expect(waterOf(frame).largestSpeed).toBeLessThan(1e-6);
    expect(Math.abs(waterOf(frame).volume / (FLOOR * 0.2) - 1)).toBeLessThan(0.06);
    const { counts, h, pressure } = running.simulation.liquidCells('water', running.simulation.frame, frame, [])!;
    const [nx, ny, nz] = counts;
    const at = (j: number) => pressure[Math.floor(nx / 2) + nx * (j + ny * Math.floor(nz / 2))];
    for (let j = 1; j < 3; j++) expect((at(j - 1) - at(j)) / (1000 * GRAVITY * h)).toBeCloseTo(1, 3);
    running.dispose();
  });

  test('fills, pours and drains, and says how much', async () => {
    const pours = ballRegion({ kind: 'emit', rate: 0.01, velocity: [0, -1, 0] }, 0.35);
    const drains = ballRegion({ kind: 'drain', rate: 0.005 }, 0);
    const frames = await framesOf(shot([filled(0.1), pours, drains], 9));
    const [first, last] = [waterOf(frames[0]), waterOf(frames.at(-1))];
    expect(last.emitted).toBeGreaterThan(0);
    expect(last.drained).toBeGreaterThan(0);
    expect(last.volume - first.volume).toBeCloseTo(last.emitted - last.drained, 9);
  });

  test('goes on from a checkpoint with the same bytes', async () => {
    const scene = shot([block, ballRegion({ kind: 'drain', rate: 0.005 }, 0)], 12);
    const [whole, resumed] = [await runShot(scene), await runShot(scene)];
    whole.advanceTo(6);
    resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(whole.simulation.checkpoint())));
    for (const running of [whole, resumed]) running.advanceTo(10);
    const bytes = encodeFrame(whole.simulation.currentFrame());
    expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(bytes);
    expect(encodeCheckpoint(resumed.simulation.checkpoint())).toEqual(encodeCheckpoint(whole.simulation.checkpoint()));
    for (const running of [whole, resumed]) running.dispose();
  });

  test.skipIf(inColumns.has(type))(
    'has in its frames the streams that its statics declare, and a surface of the volume',
    async () => {
      const running = await runShot(shot([filled(0.2)], 2));
      const { streams } = decodeStatics(encodeStatics(running.simulation.statics()));
      const frame = decodeFrame(encodeFrame(running.simulation.currentFrame()));
      const declared = streams.filter(({ entity }) => entity === 'water');
      for (const { name, attributes } of frame.streams) {
        const own = declared.find((stream) => stream.name === name)!;
        expect(attributes.map((attribute) => attribute.name)).toEqual(
          own.type === 'points' ? own.attributes.map((attribute) => attribute.name) : [],
        );
      }
      const [extracted] = streams.filter(isExtracted);
      const { positions, triangles } = extractSurface(extracted, frame)!;
      expect(Math.abs(enclosedVolume(positions, triangles) / (FLOOR * 0.2) - 1)).toBeLessThan(0.1);
      running.dispose();
    },
  );
});

describe.each([...inColumns])('the solver of columns %s', (type) => {
  test('has in its frames the sheet that its statics declare, at the height of the liquid', async () => {
    const running = await runShot(liquidShot([filled(0.2)], { last: 2, liquid: saying[type] }));
    const [declared] = decodeStatics(encodeStatics(running.simulation.statics())).streams;
    const [sheet] = decodeFrame(encodeFrame(running.simulation.currentFrame())).streams;
    expect(sheet.attributes.map(({ name }) => name)).toEqual(declared.attributes.map(({ name }) => name));
    expect(declared.type === 'mesh' && declared.mesh.mesh.positions.length).toBe(positionsOf(sheet).length);
    // What is lower is the curtain along the sides, in the ground.
    const heights = positionsOf(sheet).filter((_, k) => k % 3 === 1);
    const level = heights.filter((height) => height > 0);
    expect(level.length).toBeGreaterThan(heights.length / 2);
    for (const height of level) expect(height).toBeCloseTo(0.2, 6);
    running.dispose();
  });
});

describe('a solver that deformable solids cannot be coupled with', () => {
  const solid = {
    kind: 'solid',
    id: 'raft',
    source: { kind: 'procedural', form: { shape: 'block', size: [0.2, 0.1, 0.2], cells: [2, 1, 2], elements: 'tets' } },
    material: { density: 500, youngsModulus: 1e5 },
    liquids: 'coupled',
    transform: { position: [0, 0.1, 0] },
  };

  test('lets the liquid flow through them, and says so', async () => {
    const scene = liquidShot([filled(0.2), solid], { last: 3, liquid: saying['falling-block'] });
    const frames = await framesOf(scene);
    expect(frames[0].stats.warnings).toEqual([expect.stringMatching(/\(Falling block\) couples no solids.*'raft'/)]);
    const alone = { ...scene, entities: scene.entities.filter(({ id }) => id === 'raft') };
    const positions = (frame: Frame) => [...valuesOf(streamOf(frame, 'raft', 'mesh')!, 'position', Float32Array)];
    expect(positions(frames[2])).toEqual(positions((await framesOf(alone))[2]));
    expect(pointsIn(frames[2])).toHaveLength(1);
  });
});

test('two solvers that claim one liquid, or none that takes those that no one claims, are told', () => {
  const [water] = liquidsOf(liquidShot([]).entities);
  const claims = (type: string) => ({ type, simulates: () => true });
  expect(chooseSolver([claims('one'), { type: 'rest' }], water).type).toBe('one');
  expect(() => chooseSolver([claims('one'), claims('two')], water)).toThrow(/2 solvers: one, two/);
  expect(() => chooseSolver([{ type: 'one', simulates: () => false }], water)).toThrow(/0 solvers/);
});
