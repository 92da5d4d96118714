import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, type ShotOptions } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

const LENGTH = 1;
const SIDE = 0.2;
const CELLS = 8;
const GRAVITY = 9.81;
/** Young's moduli, Pa, and densities, kg/m3, of the upper and of the lower half of the bar. */
const UPPER = { youngsModulus: 4e5, density: 500 };
const LOWER = { youngsModulus: 1e5, density: 2000 };

/** How far the lower end of a bar of two halves hangs down by Hooke's law, m: springs in series, each under its own weight, and the upper one under that of the lower half too. */
const half = LENGTH / 2;
const SAG =
  (UPPER.density * GRAVITY * half * half) / (2 * UPPER.youngsModulus) +
  (LOWER.density * GRAVITY * half * half) / UPPER.youngsModulus +
  (LOWER.density * GRAVITY * half * half) / (2 * LOWER.youngsModulus);

type Members = Record<string, unknown>;

/** Numbers of the elements of the lower half of the bar, which stands along y: cells are numbered along x, y, z, six tetrahedra each. */
const lowerElements = (perCell: number) => Array.from({ length: (CELLS / 2) * perCell }, (_, element) => element);

const SELECTIONS: readonly [string, Members][] = [
  ['a box', { kind: 'box', min: [-1, -1, -1], max: [1, 0, 1] }],
  ['a sphere', { kind: 'sphere', centre: [0, -1, 0], radius: 1.0 }],
  ['elements', { kind: 'elements', indices: lowerElements(6) }],
  [
    'painting',
    {
      kind: 'painted',
      field: { base: 0, strokes: [{ value: 1, radius: 1, hardness: 1, opacity: 1, points: [0, -1, 0] }] },
    },
  ],
];

/** The bar, hung from its upper end, with these regions. */
function bar(solid: Members, regions: readonly Members[], last = 2): Scene {
  const form = { shape: 'block', size: [SIDE, LENGTH, SIDE], cells: [1, CELLS, 1], elements: 'tets' };
  const selection = { kind: 'box', min: [-1, half - 1e-6, -1], max: [1, LENGTH, 1] };
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '5a1b4b70-3c64-4f0f-9a36-0c6c7e7f5d22',
      name: 'bar',
      range: { first: 1, last },
      quality: { draft: { solverTolerance: 1e-8 } },
      entities: [
        {
          kind: 'solid',
          id: 'bar',
          source: { kind: 'procedural', form },
          elementOrder: 'linear',
          material: { ...UPPER, poissonRatio: 0, dampingTime: 0.01 },
          integration: 'quasistatic',
          ...solid,
        },
        { kind: 'pin', id: 'hook', target: 'bar', selection },
        ...regions.map((region, k) => ({
          kind: 'materialRegion',
          id: `region-${k}`,
          target: 'bar',
          poissonRatio: 0,
          ...LOWER,
          ...region,
        })),
      ],
    },
    catalogue,
  );
}

async function lastFrame(scene: Scene, options?: ShotOptions) {
  const shot = await runShot(scene, options);
  shot.advanceTo(scene.range.last);
  const frame = shot.simulation.currentFrame();
  shot.dispose();
  return frame;
}

/** How far the lower end is below its place at rest, m: the mean of its corners, which tetrahedra of one cell across let down unevenly. */
function sagOf([{ positions }]: ReturnType<typeof meshesIn>): number {
  const heights = [...positions.keys()].filter((k) => k % 3 === 1).map((k) => positions[k]);
  const end = Math.min(...heights);
  const lowest = heights.filter((y) => y < end + 0.01 * LENGTH);
  return -half - lowest.reduce((sum, y) => sum + y, 0) / lowest.length;
}

describe('a bar of two materials', () => {
  test.each(SELECTIONS)('hangs as two springs in series: %s', async (_name, selection) => {
    const sag = sagOf(meshesIn(await lastFrame(bar({}, [{ selection }]))));
    expect(sag / SAG).toBeCloseTo(1, 2);
  });

  test('is the material of the last region where regions overlap, and of the solid where one is disabled', async () => {
    const [, box] = SELECTIONS[0];
    const stiff = { ...UPPER, selection: box };
    const [uniform, over, off] = await Promise.all(
      [bar({}, []), bar({}, [{ selection: box }, stiff]), bar({}, [{ selection: box, enabled: false }])].map(
        async (scene) => sagOf(meshesIn(await lastFrame(scene))),
      ),
    );
    expect(over / uniform).toBeCloseTo(1, 4);
    expect(off).toBe(uniform);
  });

  test.each(['semi-implicit', 'implicit', 'implicit-second-order'])(
    'comes to rest as springs in series do: %s',
    async (integration) => {
      const [, selection] = SELECTIONS[0];
      const damped = { integration, material: { ...UPPER, poissonRatio: 0, dampingTime: 0.1, massDamping: 6 } };
      const scene = bar(damped, [{ selection, dampingTime: 0.1 }], 73);
      const frame = await lastFrame(scene);
      expect(sagOf(meshesIn(frame)) / SAG).toBeCloseTo(1, 1.7);
    },
  );

  test.each([
    [
      'keyed density',
      {
        material: {
          density: {
            keys: [
              { frame: 1, value: 1 },
              { frame: 2, value: 2 },
            ],
          },
        },
      },
      {},
    ],
    ['no element', {}, { selection: { kind: 'sphere', centre: [9, 9, 9], radius: 0.1 } }],
    ['an element that there is not', {}, { selection: { kind: 'elements', indices: [100_000] } }],
    [
      'numbers of elements that tear',
      { fracture: { enabled: true }, integration: 'semi-implicit' },
      { selection: SELECTIONS[2][1] },
    ],
  ])('is refused before the first frame with %s', async (_name, solid, region) => {
    const selection = SELECTIONS[0][1];
    await expect(runShot(bar(solid, [{ selection, ...region }]))).rejects.toMatchObject({ code: 'document-invalid' });
  });

  test('follows keys of the material of the solid beside its regions', async () => {
    const [, selection] = SELECTIONS[0];
    const youngsModulus = {
      keys: [
        { frame: 1, value: 0.5 * UPPER.youngsModulus },
        { frame: 2, value: UPPER.youngsModulus },
      ],
    };
    const keyed = bar({ material: { ...UPPER, youngsModulus, poissonRatio: 0, dampingTime: 0.01 } }, [{ selection }]);
    const sag = sagOf(meshesIn(await lastFrame(keyed)));
    expect(sag / SAG).toBeCloseTo(1, 2);
  });
});
