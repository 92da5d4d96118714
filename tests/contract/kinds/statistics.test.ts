import { expect, test } from 'vitest';
import info from '../../../src/cli/commands/info.ts';
import type { CommandContext } from '../../../src/cli/Command.ts';
import { quietJob } from '../../../src/base/job.ts';
import { encodeFrame } from '../../../src/frames/Frame.ts';
import { entityNotes, shownStatistics } from '../../../src/frames/shownStatistics.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { kindOf } from '../../../src/scene/capabilities.ts';
import { kinds } from '../../../src/scene/kindRegistry.ts';
import { documentVersion, type Scene } from '../../../src/scene/Scene.ts';
import { statisticInfo } from '../../../src/scene/statistics/statistic.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { filled } from '../../support/liquidShot.ts';
import { simulateStored, storeShot } from '../../support/shotRuns.ts';
import { runShot } from '../../support/shots.ts';

const LAST = 4;
const block = {
  kind: 'procedural',
  form: { shape: 'block', size: [0.2, 0.2, 0.2], cells: [2, 2, 2], elements: 'tets' },
};
const sheet = { kind: 'procedural', form: { shape: 'sheet', width: 0.8, depth: 0.6, edge: 0.2 } };
const place = (x: number) => ({ position: [x, 1, 0] });

function shotOf(entities: readonly Record<string, unknown>[]): Scene {
  const project = '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11';
  const document = {
    format: 'ductile-shot',
    version: documentVersion,
    project,
    range: { first: 1, last: LAST },
    entities,
  };
  return validateScene(structuredClone(document), catalogue);
}

const everyKind = shotOf([
  { id: 'ball', kind: 'marble' },
  { id: 'wax', kind: 'solid', source: block, transform: place(1), plasticity: {} },
  { id: 'rubber', kind: 'solid', source: block, transform: place(2), volumeConservation: { enabled: true } },
  { id: 'glass', kind: 'solid', source: block, transform: place(3), fracture: { enabled: true } },
  { id: 'steel', kind: 'solid', source: block, transform: place(4), integration: 'implicit' },
  {
    id: 'still',
    kind: 'solid',
    source: block,
    transform: place(5),
    integration: 'quasistatic',
  },
  { id: 'hold', kind: 'pin', target: 'still', selection: { kind: 'box', min: [4, 1.05, -1], max: [6, 2, 1] } },
  {
    id: 'sheet',
    kind: 'cloth',
    source: sheet,
    volumeConservation: { enabled: true, keeps: 'area' },
    transform: place(6),
  },
  {
    id: 'water',
    kind: 'liquid',
    domain: { centre: [0, 0.25, 0], size: [0.5, 0.5, 0.5] },
    cellSize: 0.05,
    spray: { enabled: true },
  },
  filled(0.2),
]);

test('every number of a section is declared with a label and a unit', () => {
  for (const { type, statistics = {} } of kinds.all()) {
    for (const { shape } of Object.values(statistics)) {
      for (const [number, schema] of Object.entries(shape)) {
        expect(statisticInfo(schema)?.label, `${type} ${number}`).toMatch(/^[A-Z][^.]+$/);
        expect(statisticInfo(schema)?.unit, `${type} ${number}`).toBeTypeOf('string');
      }
    }
  }
});

/** The sections that frames of a scene have, each checked by the schema that the kind declares. */
async function sectionsOf(scene: Scene): Promise<string[]> {
  const shot = await runShot(scene);
  shot.advanceTo(LAST);
  const { entities } = shot.simulation.currentFrame().stats;
  shot.dispose();
  return scene.entities.flatMap((entity) => {
    if (!(entity.id in entities)) return [];
    const { statistics = {} } = kindOf(entity);
    return Object.entries(entities[entity.id].sections ?? {}).map(([section, numbers]) => {
      statistics[section].parse(numbers);
      return `${entity.id} ${section}`;
    });
  });
}

test('systems give the sections that their kinds declare, and no others', async () => {
  expect((await sectionsOf(everyKind)).sort()).toEqual([
    'ball spring',
    'glass fracture',
    'rubber volumeConservation',
    'sheet volumeConservation',
    'steel integration',
    'still equilibrium',
    'water divergence',
    'water liquid',
    'water spray',
    'wax plasticity',
  ]);
});

test('totals of a frame are sums over its entities, whatever kind they are of', async () => {
  const shot = await runShot(everyKind);
  shot.advanceTo(LAST);
  const { stats } = shot.simulation.currentFrame();
  shot.dispose();
  const all = Object.values(stats.entities);
  const sum = (read: (one: (typeof all)[number]) => number | undefined) =>
    all.reduce((total, one) => total + (read(one) ?? 0), 0);
  expect(all).toHaveLength(8);
  expect(stats.volume).toBeCloseTo(
    sum(({ volume }) => volume),
    12,
  );
  expect(stats.energies.kinetic).toBeCloseTo(
    sum(({ energies }) => energies.kinetic),
    9,
  );
  expect(stats.cgIterations).toBe(sum(({ iterations }) => iterations));
  expect(stats.substeps).toBe(Math.max(...all.map(({ substeps = 0 }) => substeps)));
  expect(stats.entities['ball'].substeps).toBeGreaterThan(0);
});

test('a number that a kind adds is in notes of frames and in `ductile info`', async () => {
  const scene = shotOf([{ id: 'ball', kind: 'marble', start: [0.2, 0, 0] }]);
  const path = await storeShot(scene);
  const { outcomes } = await simulateStored(path);
  const { stats } = outcomes.at(-1)!;
  const extension = stats.entities['ball'].sections!.spring!.extension;
  expect(extension).toBeGreaterThan(0.01);
  const [ball] = scene.entities;
  expect(shownStatistics(kindOf(ball), stats.entities['ball'])).toContainEqual({
    label: 'Spring extension',
    unit: 'm',
    noted: true,
    value: extension,
  });
  expect(entityNotes(scene.entities, stats).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^spring extension \d+(\.\d+)? m?m$/),
  ]);
  const lines: string[] = [];
  const objects: unknown[] = [];
  const context: CommandContext = {
    json: false,
    job: quietJob,
    print: (line) => void lines.push(line),
    emit: (value) => void objects.push(value),
    warn: () => undefined,
    secondsSinceStart: () => 0,
  };
  await info.run({ values: {}, positionals: [path] }, context);
  expect(lines.join('\n')).toMatch(/'ball' in frame 4 at draft quality: volume .*, spring extension \d/);
  expect(lines.join('\n')).toMatch(/'ball' at draft quality: 1 ball, [\d.]+ kB a frame/);
  expect(objects).toContainEqual(
    expect.objectContaining({ statistics: [expect.objectContaining({ id: 'ball', frame: LAST, quality: 'draft' })] }),
  );
});

test('what an entity takes is said by its system or by its kind, of those of which something is known', async () => {
  const shot = await runShot(everyKind);
  const estimates = shot.simulation.estimates();
  shot.dispose();
  expect([...estimates].map(([id, { count, counted }]) => `${id}: ${count} ${counted}`)).toEqual([
    'ball: 1 ball',
    ...['wax', 'rubber', 'glass', 'steel', 'still'].map((id) => `${id}: 48 tetrahedra`),
    'sheet: 27 triangles',
    'water: 1000 cells',
  ]);
  expect(estimates.get('wax')!.memoryBytes).toBeGreaterThan(48 * 660);
  const ball = estimates.get('ball')!;
  const alone = await runShot(shotOf([{ id: 'ball', kind: 'marble' }]));
  const bytes = encodeFrame(alone.simulation.currentFrame()).length;
  alone.dispose();
  expect(Math.abs(ball.frameBytes / bytes - 1)).toBeLessThan(0.1);
});
