import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { physicsSchema, qualitySchema, type Scene, type SceneInput } from '../../../src/scene/Scene.ts';
import { alternatives, type Change } from '../../support/sweep/alternatives.ts';
import { leavesOf, possibleLeaves, type Leaf } from '../../support/sweep/leaves.ts';
import { SweepRunner, type Outcome } from '../../support/sweep/outcome.ts';
import { writeFilesShot, writeRigidFile } from '../../support/sweep/filesShot.ts';
import { writeAnimationsShot } from '../../support/sweep/animationsShot.ts';
import { sweepShots } from '../../support/sweep/shots.ts';
import type { SweepShot } from '../../support/sweep/SweepShot.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

/** Names of properties that changed frames, and of all that stand in a shot. */
const alive = new Set<string>();
const seen = new Set<string>();
/** Properties that frames do not depend on, and were found so. */
const shown = new Set<string>();

/** Properties of a scene, with the place of what they belong to. */
function propertiesOf(scene: Scene): { leaf: Leaf; place: readonly (string | number)[] }[] {
  const entities = scene.entities.flatMap((entity, k) =>
    leavesOf(entitySchema, entity).map((leaf) => ({ leaf, place: ['entities', k] })),
  );
  const physics = leavesOf(physicsSchema, scene.physics).map((leaf) => ({
    leaf: { ...leaf, name: `physics.${leaf.name}` },
    place: ['physics'],
  }));
  const quality = leavesOf(qualitySchema.shape.draft, scene.quality.draft).map((leaf) => ({
    leaf: { ...leaf, name: `quality.${leaf.name}` },
    place: ['quality', 'draft'],
  }));
  return [...entities, ...physics, ...quality];
}

/** Ids stand in other places, and files are named by their content. */
const NOT_CHANGED = /\.id$|sha256$/;

/** Other values of what is only shown that are tried: more, less, much more and much less of a number. */
const SHOWN_VALUES = 4;

/** What a document can say without effect, and why. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  '<solid>.fibres.direction<painted>.field.base': 'strokes say where fibres run; where none are, neighbours do',
  '<solid>.fibres.direction<painted>.field.strokes[].hardness':
    'a stroke along fibres has a direction, and no soft edge',
};

/** A shot that was run as it stands, and what runs it again with one property changed. */
interface Sweep {
  readonly frames: number;
  readonly document: SceneInput;
  readonly scene: Scene;
  readonly runner: SweepRunner;
  readonly before: Outcome;
}

type ShotIn = (folder: string) => SweepShot;

const opened = new Map<ShotIn, Promise<Sweep>>();
const parent = suiteFolder();
afterAll(async () => {
  for (const sweep of opened.values()) (await sweep).runner.dispose();
});

async function openSweep(shotIn: ShotIn): Promise<Sweep> {
  const folder = mkdtempSync(join(parent, 'shot-'));
  const { document, frames } = shotIn(folder);
  const runner = await SweepRunner.open(folder);
  const shot = await runner.load(document);
  const before = await runner.run(shot, frames);
  expect(before.frames.join()).not.toMatch(/Error/);
  return { frames, document, scene: shot.scene, runner, before };
}

/** Every shot is run as it stands once. */
function sweepOf(shotIn: ShotIn): Promise<Sweep> {
  const sweep = opened.get(shotIn) ?? openSweep(shotIn);
  opened.set(shotIn, sweep);
  return sweep;
}

const valueAt = (root: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], root);

interface Property {
  readonly leaf: Leaf;
  readonly path: readonly (string | number)[];
  readonly changes: readonly Change[];
}

/** The properties that no shot decided on yet. */
function undecided({ scene, document }: Sweep, which: 'given' | 'all'): Property[] {
  return propertiesOf(scene)
    .map(({ leaf, place }) => ({ leaf, path: [...place, ...leaf.path], changes: alternatives(leaf, scene) }))
    .filter(({ leaf, path }) => {
      seen.add(leaf.name);
      const decided = NOT_CHANGED.test(leaf.name) || alive.has(leaf.name) || shown.has(leaf.name);
      return !decided && (which === 'all' || valueAt(document, path) !== undefined);
    });
}

/** The shot with properties at their `n`-th other value; undefined where that is refused or changes nothing. */
async function changed({ scene, runner }: Sweep, properties: readonly Property[], n: number) {
  const other = structuredClone(scene);
  let changes = 0;
  for (const { path, changes: all } of properties) {
    const owner = valueAt(other, path.slice(0, -1));
    if (owner === undefined || n >= all.length) continue;
    all[n](owner as Record<string | number, unknown>, path.at(-1)!);
    changes++;
  }
  return changes === 0 ? undefined : runner.load(other).catch(nothingIfRefused);
}

function nothingIfRefused(error: unknown): undefined {
  if (!(error instanceof CoreError)) throw error;
}

const mostChanges = (properties: readonly Property[]): number =>
  properties.reduce((most, { changes }) => Math.max(most, changes.length), 0);

/**
 * What acts, by the first other value that changes a frame. All properties have their turn before the next value of any:
 * one that does nothing here may do something in another place.
 */
async function sweepActing(sweep: Sweep, properties: readonly Property[]): Promise<string[]> {
  const { frames, runner, before } = sweep;
  const faults: string[] = [];
  for (let n = 0; n < mostChanges(properties); n++) {
    for (const property of properties) {
      const { name } = property.leaf;
      if (alive.has(name)) continue;
      const other = await changed(sweep, [property], n);
      if (other === undefined) continue;
      const after = await runner.run(other, frames, before);
      const fault = faultOf(before, after, property.leaf);
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
      if (after.statics !== before.statics || framesOf(after) !== framesOf(before)) alive.add(name);
    }
  }
  return faults;
}

/** What is only shown: all properties at once, and each alone where those are refused or one is at fault. */
async function sweepShown(sweep: Sweep, properties: readonly Property[]): Promise<string[]> {
  const { frames, runner, before } = sweep;
  const faults: string[] = [];
  for (let n = 0; n < Math.min(mostChanges(properties), SHOWN_VALUES); n++) {
    const together = await changed(sweep, properties, n);
    if (together !== undefined) {
      const after = await runner.run(together, frames, before);
      if (properties.every(({ leaf }) => faultOf(before, after, leaf) === undefined)) continue;
    }
    for (const property of properties) {
      const alone = await changed(sweep, [property], n);
      const fault = alone && faultOf(before, await runner.run(alone, frames, before), property.leaf);
      if (fault !== undefined) faults.push(`${property.leaf.name}: ${fault}`);
    }
  }
  return faults;
}

async function sweep(shotIn: ShotIn, which: 'given' | 'all'): Promise<string[]> {
  const sweep = await sweepOf(shotIn);
  const properties = undecided(sweep, which);
  const isShown = ({ leaf }: Property) => leaf.marks.display === true;
  // Left out, it may be of something that cannot have it.
  const onlyShown = properties.filter((property) => isShown(property) && property.leaf.value !== undefined);
  for (const { leaf } of onlyShown) shown.add(leaf.name);
  return [
    ...(await sweepShown(
      sweep,
      onlyShown.filter(({ leaf }) => !mayChangeStatics(leaf)),
    )),
    ...(await sweepShown(
      sweep,
      onlyShown.filter(({ leaf }) => mayChangeStatics(leaf)),
    )),
    ...(await sweepActing(
      sweep,
      properties.filter((property) => !isShown(property)),
    )),
  ];
}

const framesOf = ({ frames }: Outcome): string => frames.join();

/**
 * Statics may change though the key does not: the name of a file is that of an object in an OBJ, and the host extracts surfaces and makes whitewater by what
 * statics say.
 */
const mayChangeStatics = ({ marks }: Leaf): boolean => marks.file === true || marks.derives === true;

function faultOf(before: Outcome, after: Outcome, leaf: Leaf): string | undefined {
  const bytes = (outcome: Outcome) => (mayChangeStatics(leaf) ? '' : outcome.statics) + framesOf(outcome);
  const changes = bytes(after) !== bytes(before);
  if (leaf.marks.display !== true)
    return changes && after.key === before.key ? 'frames change, but not their key' : undefined;
  if (after.key !== before.key) return 'is only shown, but the key changes';
  return changes ? 'is only shown, but frames change' : undefined;
}

/** All shots that are swept, the last ones with the files that they are made of. */
const SHOTS: readonly (readonly [string, ShotIn])[] = [
  ...sweepShots.map((shot) => [shot.name, () => shot] as const),
  ['rigid file', writeRigidFile],
  ['files', writeFilesShot],
  ['animations', writeAnimationsShot],
];

describe('every property of every kind', () => {
  test.each(SHOTS)('that the shot of %s gives counts as it acts', async (_, shotIn) => {
    expect(await sweep(shotIn, 'given')).toEqual([]);
  });

  test.each(SHOTS)('that the shot of %s leaves out counts as it acts', async (_, shotIn) => {
    expect(await sweep(shotIn, 'all')).toEqual([]);
  });

  test('does something', () => {
    const all = [
      ...possibleLeaves(entitySchema),
      ...possibleLeaves(physicsSchema).map((name) => `physics.${name}`),
      ...possibleLeaves(qualitySchema.shape.draft).map((name) => `quality.${name}`),
    ];
    expect(
      all.filter((name) => !seen.has(name)),
      'in no shot',
    ).toEqual([]);
    const dead = all.filter((name) => !alive.has(name) && !shown.has(name) && !NOT_CHANGED.test(name));
    expect(dead, 'a control that does nothing').toEqual(Object.keys(WITHOUT_EFFECT));
  });
});
