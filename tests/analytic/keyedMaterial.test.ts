import { describe, expect, test } from 'vitest';
import type { Frame } from '../../src/frames/Frame.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, type ShotOptions } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

const LENGTH = 1;
const YOUNGS = 1e5;
const DENSITY = 1000;
const GRAVITY = 9.81;
/** How far the lower end of the bar hangs down by Hooke's law at rotated linear and Poisson's ratio 0, m. */
const SAG = (DENSITY * GRAVITY * LENGTH * LENGTH) / (2 * YOUNGS);

type Keys = readonly (readonly [frame: number, value: number])[];
const linear = (...keys: Keys) => ({
  keys: keys.map(([frame, value]) => ({ frame, value, interpolation: 'linear' })),
});

/** A bar of 1 m that hangs from a pin, or falls freely, with these members. */
function bar(last: number, { material, hangs = true, ...solid }: Record<string, unknown>): Scene {
  const form = { shape: 'block', size: [0.2, LENGTH, 0.2], cells: [1, 8, 1], elements: 'tets' };
  const selection = { kind: 'box', min: [-1, LENGTH / 2 - 1e-6, -1], max: [1, LENGTH, 1] };
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '5a1b4b70-3c64-4f0f-9a36-0c6c7e7f5d22',
      name: 'bar',
      range: { first: 1, last },
      quality: { draft: { solverTolerance: 1e-6 } },
      entities: [
        {
          kind: 'solid',
          id: 'bar',
          source: { kind: 'procedural', form },
          material: {
            youngsModulus: YOUNGS,
            density: DENSITY,
            poissonRatio: 0,
            dampingTime: 0.01,
            ...(material as object),
          },
          ...solid,
        },
        ...(hangs === true ? [{ kind: 'pin', id: 'hook', target: 'bar', selection }] : []),
      ],
    },
    catalogue,
  );
}

/** The last of the frames that `read` gives, and how many substeps each of them took. */
async function framesOf(scene: Scene, wanted: readonly number[], options?: ShotOptions) {
  const shot = await runShot(scene, options);
  const frames: Frame[] = [];
  for (const frame of wanted) {
    shot.advanceTo(frame);
    frames.push(shot.simulation.currentFrame());
  }
  shot.dispose();
  return frames;
}

/** How far the lower end is below its place at rest, m. */
function sagOf(frame: Frame): number {
  const [{ positions }] = meshesIn(frame);
  const heights = [...positions.keys()].filter((k) => k % 3 === 1).map((k) => positions[k]);
  const end = Math.min(...heights);
  const lowest = heights.filter((y) => y < end + 0.01 * LENGTH);
  return -LENGTH / 2 - lowest.reduce((sum, y) => sum + y, 0) / lowest.length;
}

function largestDistance(a: Frame, b: Frame): number {
  const [p, q] = [meshesIn(a)[0].positions, meshesIn(b)[0].positions];
  return p.reduce((most, x, k) => Math.max(most, Math.abs(x - q[k])), 0);
}

describe('a hanging bar whose material is keyed', () => {
  test.each(['semi-implicit', 'implicit', 'implicit-second-order', 'quasistatic'])(
    'ends in the static stretch of what it is then: %s',
    async (integration) => {
      // Slow keys, and a slow fundamental mode (two a second) that damping halts.
      const last = 73;
      const slow = (from: number, to: number) => linear([1, from], [49, to]);
      const drag = 4;
      const hung = async (material: object) => {
        const scene = bar(last, { integration, material: { dampingTime: 0.1, ...material } });
        const field = { kind: 'drag', rate: drag };
        const damped = { ...scene, entities: [...scene.entities, { kind: 'force', id: 'air', field }] };
        const [frame] = await framesOf(validateScene(damped, catalogue), [last]);
        return sagOf(frame) / SAG;
      };
      const bar2 = await hung({ youngsModulus: slow(YOUNGS, 2 * YOUNGS) });
      const heavy = await hung({ density: slow(DENSITY, 1.5 * DENSITY) });
      expect(bar2).toBeCloseTo(1 / 2, 2);
      expect(heavy).toBeCloseTo(3 / 2, 2);
    },
  );

  test("follows Poisson's ratio to where it hangs with that from the start", async () => {
    const material = (poissonRatio: unknown) => ({
      integration: 'quasistatic',
      material: { poissonRatio, model: 'neo-hookean' },
    });
    const [keyed] = await framesOf(bar(4, material(linear([1, 0], [4, 0.4]))), [4]);
    const [steady] = await framesOf(bar(4, material(0.4)), [4]);
    expect(largestDistance(keyed, steady)).toBeLessThan(2e-5 * LENGTH);
  });

  test('stops swinging when its damping is keyed to much, though it had none at first', async () => {
    const material = { dampingTime: linear([12, 0], [13, 2]) };
    const frames = await framesOf(bar(60, { material, integration: 'implicit-second-order' }), [10, 11, 12, 59, 60]);
    const speeds = frames.map(({ stats }) => stats.entities['bar'].energies.kinetic);
    expect(Math.max(...speeds.slice(0, 3))).toBeGreaterThan(0.1);
    expect(speeds[4]).toBeLessThan(1e-3 * Math.max(...speeds.slice(0, 3)));
  });
});

describe('a keyed material', () => {
  const start = { hangs: false, angularVelocity: [3, 0, 5], startScale: 0.9 };
  const grown: Keys = [
    [1, 1],
    [3.5, 3],
    [7, 2],
  ];
  const times = (factor: number) => linear(...grown.map(([frame, value]) => [frame, factor * value] as const));

  test.each(['semi-implicit', 'implicit', 'implicit-second-order'])(
    'of as many times the stiffness moves as that strength does, and one of so many times the mass keeps its speed: %s',
    async (integration) => {
      const own = { ...start, integration };
      const [strong] = await framesOf(bar(8, { ...own, strength: times(1) }), [8]);
      const [stiff] = await framesOf(bar(8, { ...own, material: { youngsModulus: times(YOUNGS) } }), [8]);
      expect(largestDistance(strong, stiff)).toBeLessThan(1e-4 * LENGTH);
      const both = { youngsModulus: times(YOUNGS), density: times(DENSITY) };
      const [plain] = await framesOf(bar(8, own), [8]);
      const [heavy] = await framesOf(bar(8, { ...own, material: both }), [8]);
      expect(largestDistance(plain, heavy)).toBeLessThan(1e-4 * LENGTH);
      expect(heavy.stats.entities['bar'].energies.kinetic / plain.stats.entities['bar'].energies.kinetic).toBeCloseTo(
        2,
        3,
      );
    },
  );

  test('asks for the explicit substeps of the stiffest of a frame in all of that frame', async () => {
    const substeps = async (youngsModulus: unknown) => {
      const [frame] = await framesOf(bar(3, { ...start, material: { youngsModulus, dampingTime: 0 } }), [3]);
      return frame.stats.substeps;
    };
    const stiff = 1e7;
    const peak = linear([2.2, YOUNGS], [2.5, stiff], [2.8, YOUNGS]);
    expect(await substeps(peak)).toBeGreaterThanOrEqual((await substeps(stiff)) - 1);
  });

  test.each(['semi-implicit', 'implicit', 'quasistatic'])(
    'goes on from a checkpoint, and in more threads, with the same bytes: %s',
    async (integration) => {
      const material = {
        model: 'neo-hookean',
        youngsModulus: times(YOUNGS),
        density: times(DENSITY),
        poissonRatio: linear([1, 0.1], [6, 0.45]),
        dampingTime: linear([2, 0.02], [6, 0]),
      };
      const form = { shape: 'block', size: [0.2, LENGTH, 0.2], cells: [5, 16, 5], elements: 'tets' };
      const scene = bar(7, { integration, material, source: { kind: 'procedural', form } });
      const whole = await runShot(scene);
      whole.advanceTo(4);
      const checkpoint = whole.simulation.checkpoint();
      whole.advanceTo(7);
      const resumed = await runShot(scene, { threads: 2 });
      resumed.simulation.restore(checkpoint);
      resumed.advanceTo(7);
      expect(resumed.simulation.currentFrame()).toEqual(whole.simulation.currentFrame());
      whole.dispose();
      resumed.dispose();
    },
  );

  test('is refused before the first frame where pressures keep the volume of masses that stay', async () => {
    const scene = bar(3, { material: { density: times(DENSITY) }, volumeConservation: { enabled: true } });
    await expect(runShot(scene)).rejects.toMatchObject({
      code: 'document-invalid',
      place: expect.stringContaining('bar') as string,
    });
  });
});
