import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { affineRests } from '../support/affineRests.ts';
import { extent, rigidDistance } from '../support/rigidDistance.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

describe('a ball of clay that is pressed and let go', () => {
  test.each([
    // Share of the height, bar on the volume, largest height after over that between the plates.
    [0.5, 0.012, 1.08],
    [0.15, 0.02, 1.1],
  ])(
    'by %d keeps its shape and its volume',
    async (press, bar, springback) => {
      const scene = templateScene('clay-press', { percent: 8, press, frames: 49 });
      const shot = await runShot(scene);
      const rest = shot.simulation.currentFrame().stats.volume;
      let least = 1;
      for (let frame = 2; frame <= scene.range.last; frame++) {
        shot.advanceTo(frame);
        const { stats } = shot.simulation.currentFrame();
        expect(stats.invertedElements).toBe(0);
        least = Math.min(least, stats.volume / rest);
      }
      const frame = shot.simulation.currentFrame();
      const { stats } = frame;
      const bodies = meshesIn(frame);
      const { min, max } = extent(bodies[0].positions, 1);
      const height = 1 - press;
      expect(Math.abs(stats.volume / rest - 1)).toBeLessThan(bar);
      expect(least).toBeGreaterThan(1 - bar);
      expect(max - min).toBeLessThan(springback * height);
      expect(stats.entities['ball'].sections!.plasticity!.meanStrain).toBeGreaterThan(0.3 * press);
      expect(bodies[0].fields.map(({ name, unit }) => [name, unit])).toEqual([
        ['plastic strain', ''],
        ['von Mises stress', 'Pa'],
      ]);
      expect(stats.warnings).toEqual([]);
      shot.dispose();
    },
    60_000,
  );

  test('springs back without plasticity', async () => {
    const scene = templateScene('clay-press', { percent: 10, frames: 49 });
    const elastic = {
      ...scene,
      entities: scene.entities.map((entity) =>
        entity.kind === 'solid' ? { ...entity, plasticity: undefined } : entity,
      ),
    };
    const shot = await runShot(elastic);
    shot.advanceTo(scene.range.last);
    const frame = shot.simulation.currentFrame();
    const { stats } = frame;
    const bodies = meshesIn(frame);
    const { min, max } = extent(bodies[0].positions, 1);
    expect(max - min).toBeGreaterThan(0.9);
    expect(bodies[0].fields).toEqual([]);
    expect(stats.entities['ball'].sections?.plasticity).toBeUndefined();
    shot.dispose();
  });
});

test('a ball whose goal is a disk leaves the gears as one, with marks of the teeth', async () => {
  const scene = templateScene('goal-disk', { percent: 8, frames: 49 });
  const shot = await runShot(scene);
  const start = shot.simulation.currentFrame().stats;
  let last = start.entities['ball'].sections!.plasticity!.goalDistance!;
  const first = last;
  for (let frame = 2; frame <= scene.range.last; frame++) {
    shot.advanceTo(frame);
    const { goalDistance } = shot.simulation.currentFrame().stats.entities['ball'].sections!.plasticity!;
    // A little of what a tooth did is given back by the next.
    expect(goalDistance!).toBeLessThan(last + 0.01);
    last = goalDistance!;
  }
  const frame = shot.simulation.currentFrame();
  const { stats } = frame;
  const bodies = meshesIn(frame);
  const size = [0, 1, 2].map((axis) => {
    const { min, max } = extent(bodies[0].positions, axis);
    return max - min;
  });
  expect(last).toBeLessThan(0.6 * first);
  expect(Math.abs(stats.volume / start.volume - 1)).toBeLessThan(0.01);
  expect(stats.invertedElements).toBe(0);
  // Of a diameter of 0.56 m: a third as thick as it is wide.
  expect(size[0]).toBeLessThan(0.36);
  expect(Math.min(size[1], size[2])).toBeGreaterThan(0.7);
  expect(bodies[0].fields.map(({ name }) => name)).toContain('distance to goal');
  // What is left of the distance is marks: it varies by element, where that of the goal's own disk would not.
  const distances = [...bodies[0].fields.find(({ name }) => name === 'distance to goal')!.values].sort((a, b) => a - b);
  expect(distances[Math.floor(0.9 * distances.length)]).toBeGreaterThan(
    2 * distances[Math.floor(0.3 * distances.length)],
  );
  // The goal is an affine image of the ball: what no affine map of it explains are the marks of the teeth.
  const rest = shot.volumes.get('ball')!.mesh.positions;
  const marks = [...affineRests(rest, bodies[0].positions)].map(Math.abs).sort((a, b) => a - b);
  expect(marks[Math.floor(0.99 * marks.length)]).toBeGreaterThan(0.02 * 0.56);
  shot.dispose();
});

test('foam is compacted for good, and clay is not', async () => {
  const volumes: number[] = [];
  for (const compressible of [true, false]) {
    const scene = templateScene('clay-press', { percent: 10, frames: 37 });
    const plasticity = { law: 'log-strain', params: { yieldStrain: 0.05, compressible }, stretchLimit: 4 };
    const entities = scene.entities.map((entity) => (entity.kind === 'solid' ? { ...entity, plasticity } : entity));
    const shot = await runShot({ ...scene, entities });
    const rest = shot.simulation.currentFrame().stats.volume;
    shot.advanceTo(scene.range.last);
    volumes.push(shot.simulation.currentFrame().stats.volume / rest);
    shot.dispose();
  }
  expect(volumes[0]).toBeLessThan(0.95);
  expect(volumes[1]).toBeGreaterThan(0.98);
});

/** A free block of one metre, with a goal. */
function blockScene(goal: Record<string, unknown>, extra: Record<string, unknown> = {}, last = 85) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '00000000-0000-4000-8000-000000000000',
      range: { first: 1, last },
      physics: { gravity: [0, 0, 0] },
      entities: [
        {
          kind: 'solid',
          id: 'block',
          source: { kind: 'procedural', form: { shape: 'block', size: [1, 1, 1], cells: [4, 4, 4] } },
          material: { youngsModulus: 1e5, poissonRatio: 0.3, density: 1000, dampingTime: 0.02 },
          plasticity: { goal },
          transform: { position: [0, 2, 0], rotation: [0.3, 0.2, 0.1] },
          ...extra,
        },
      ],
    } as unknown as SceneInput,
    catalogue,
  );
}

describe('pull', () => {
  const wide = Math.SQRT1_2;
  test.each([
    // A rod twice as long and half as thick; and four times.
    ['1:2', { x: wide, y: 2, z: wide }, 0.002],
    ['1:4', { x: 0.5, y: 4, z: 0.5 }, 0.01],
  ])(
    'brings a free body to a goal of %s',
    async (_, params, bar) => {
      const scene = blockScene({ shape: { kind: 'registered', type: 'stretch', params }, pull: 4 });
      const shot = await runShot(scene);
      const { positions } = shot.simulation.motionOf('block');
      const rest = shot.volumes.get('block')!.mesh.positions;
      const factors = [params.x, params.y, params.z];
      const goal = rest.map((value, k) => value * factors[k % 3]);
      shot.advanceTo(scene.range.last);
      expect(rigidDistance(goal, positions).rms / params.y).toBeLessThan(bar);
      const { goalDistance } = shot.simulation.currentFrame().stats.entities['block'].sections!.plasticity!;
      expect(goalDistance).toBeLessThan(1e-3);
      shot.dispose();
    },
    60_000,
  );

  test('that is keyed begins when its key says', async () => {
    const keys = [
      { frame: 1, value: 0, interpolation: 'step' },
      { frame: 13, value: 4, interpolation: 'step' },
    ];
    const scene = blockScene({ pull: { keys }, strength: 1 }, {}, 25);
    const shot = await runShot(scene);
    const distance = () => shot.simulation.currentFrame().stats.entities['block'].sections!.plasticity!.goalDistance!;
    const start = distance();
    expect(start).toBeGreaterThan(1);
    shot.advanceTo(13);
    expect(distance()).toBe(start);
    shot.advanceTo(19);
    // A quarter of a second at four halvings per second.
    expect(distance() / start).toBeCloseTo(0.5, 3);
    shot.dispose();
  });
});

describe('a goal in a press', () => {
  /** A slab under a plate whose face is bumpy or flat, which goes away again; its goal is to be half as thick. */
  async function pressed(strength: number | undefined, minSubsteps: number, bumps: boolean) {
    const cylinder = (x: number) => ({
      kind: 'collider',
      id: `bump${Math.round(10 * x)}`,
      shape: { kind: 'registered', type: 'cylinder', params: { radius: 0.06, height: 3 } },
      transform: {
        position: [
          x,
          {
            keys: [
              { frame: 1, value: 0.52 },
              { frame: 19, value: 0.27 },
              { frame: 25, value: 1 },
            ],
          },
          0,
        ],
        rotation: [Math.PI / 2, 0, 0],
      },
      friction: 0,
    });
    const plate = {
      kind: 'collider',
      id: 'plate',
      shape: { kind: 'registered', type: 'box', params: { sizeX: 4, sizeY: 0.1, sizeZ: 4 } },
      transform: {
        position: [
          0,
          {
            keys: [
              { frame: 1, value: 0.56 },
              { frame: 19, value: 0.31 },
              { frame: 25, value: 1 },
            ],
          },
          0,
        ],
      },
      friction: 0,
    };
    const wide = 1 / Math.sqrt(0.5);
    const goal =
      strength === undefined
        ? undefined
        : {
            shape: { kind: 'registered', type: 'stretch', params: { x: wide, y: 0.5, z: wide } },
            strength,
            guidance: 0,
          };
    const scene = validateScene(
      {
        format: 'ductile-shot',
        version: documentVersion,
        project: '00000000-0000-4000-8000-000000000000',
        range: { first: 1, last: 37 },
        quality: { draft: { minSubsteps } },
        entities: [
          {
            kind: 'solid',
            id: 'slab',
            source: { kind: 'procedural', form: { shape: 'block', size: [1.2, 0.4, 0.6], cells: [16, 6, 6] } },
            material: { youngsModulus: 3e5, poissonRatio: 0.3, density: 1000, dampingTime: 0.01 },
            plasticity: { params: { yieldStrain: 0.03 }, ...(goal && { goal }) },
            transform: { position: [0, 0.2, 0] },
          },
          { kind: 'collider', id: 'floor', shape: { kind: 'registered', type: 'plane' }, friction: 0 },
          plate,
          ...(bumps ? [-0.45, -0.15, 0.15, 0.45].map(cylinder) : []),
        ],
      } as unknown as SceneInput,
      catalogue,
    );
    const shot = await runShot(scene);
    shot.advanceTo(scene.range.last);
    const { positions } = shot.simulation.motionOf('slab');
    const rest = shot.volumes.get('slab')!.mesh.positions;
    const tops: number[] = [];
    for (let k = 0; k < rest.length; k += 3) {
      if (rest[k + 1] > 0.2 - 1e-9 && Math.abs(rest[k]) < 0.5 && Math.abs(rest[k + 2]) < 0.2)
        tops.push(positions[k + 1]);
    }
    tops.sort((a, b) => a - b);
    const { stats } = shot.simulation.currentFrame();
    shot.dispose();
    const share = Math.floor(0.1 * tops.length);
    const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
    return {
      amplitude: mean(tops.slice(-share)) - mean(tops.slice(0, share)),
      height: mean(tops),
      plastic: stats.entities['slab'].sections!.plasticity!,
    };
  }

  test('marks that the goal has not stay at half strength', async () => {
    const free = await pressed(undefined, 4, true);
    const marked = await pressed(0.5, 4, true);
    const flat = await pressed(0.5, 4, false);
    expect(free.amplitude).toBeGreaterThan(0.02);
    expect(flat.amplitude).toBeLessThan(0.2 * free.amplitude);
    expect(marked.amplitude / free.amplitude).toBeGreaterThan(0.8);
  });

  test('strength acts the same in substeps of another length', async () => {
    const [coarse, fine] = [await pressed(0.5, 4, true), await pressed(0.5, 16, true)];
    expect(Math.abs(fine.height / coarse.height - 1)).toBeLessThan(0.02);
    expect(Math.abs(fine.plastic.goalDistance! / coarse.plastic.goalDistance! - 1)).toBeLessThan(0.02);
    expect(Math.abs(fine.plastic.meanStrain / coarse.plastic.meanStrain - 1)).toBeLessThan(0.02);
  });
});
