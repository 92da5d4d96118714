import { describe, expect, test } from 'vitest';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { physicsSchema, qualitySchema, type Scene } from '../../../src/scene/Scene.ts';
import { alternatives } from '../../support/sweep/alternatives.ts';
import { leavesOf, possibleLeaves, type Leaf } from '../../support/sweep/leaves.ts';
import { SweepRunner, type Outcome } from '../../support/sweep/outcome.ts';
import { rigidFile, writeFilesShot } from '../../support/sweep/filesShot.ts';
import { writeAnimationsShot } from '../../support/sweep/animationsShot.ts';
import { sweepShots } from '../../support/sweep/shots.ts';
import type { SweepShot } from '../../support/sweep/SweepShot.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

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

/** What a document can say without effect, and why. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  '<solid>.fibres.direction<painted>.field.base': 'strokes say where fibres run; where none are, neighbours do',
  '<solid>.fibres.direction<painted>.field.strokes[].hardness':
    'a stroke along fibres has a direction, and no soft edge',
};

/** What is only shown and stands in the statics all the same: the host reads it there each time it extracts a surface, and names the surface by it. */
const SHOWN_BY_STATICS = /^<liquid>\.surface\./;

async function sweep({ document, frames }: SweepShot, folder: string): Promise<string[]> {
  const runner = await SweepRunner.open(folder);
  const faults: string[] = [];
  const shot = await runner.load(document);
  const before = await runner.run(shot, frames);
  expect(before.frames.join()).not.toMatch(/Error/);
  for (const { leaf, place } of propertiesOf(shot.scene)) {
    const { name, marks } = leaf;
    seen.add(name);
    if (NOT_CHANGED.test(name) || alive.has(name) || shown.has(name)) continue;
    if (marks.display === true) {
      // Left out, it may be of something that cannot have it.
      if (leaf.value === undefined) continue;
      shown.add(name);
    }
    for (const change of alternatives(leaf, shot.scene)) {
      const changed = structuredClone(shot.scene);
      const path = [...place, ...leaf.path];
      const owner = path
        .slice(0, -1)
        .reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], changed);
      if (owner === undefined) break;
      change(owner as Record<string | number, unknown>, path.at(-1)!);
      const other = await runner.load(changed).catch(() => undefined);
      if (other === undefined) continue;
      const after = await runner.run(other, frames, before);
      // The name of a file is that of an object in an OBJ.
      const inStatics = marks.file === true || SHOWN_BY_STATICS.test(name);
      const fault = faultOf(before, after, { display: marks.display, inStatics });
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
      if (marks.display === true) continue;
      if (after.statics === before.statics && framesOf(after) === framesOf(before)) continue;
      alive.add(name);
      break;
    }
  }
  runner.dispose();
  return faults;
}

const framesOf = ({ frames }: Outcome): string => frames.join();

/** `inStatics`: statics may change though the key does not. */
function faultOf(
  before: Outcome,
  after: Outcome,
  { display = false, inStatics }: { display?: boolean | undefined; inStatics: boolean },
): string | undefined {
  const bytes = (outcome: Outcome) => (inStatics ? '' : outcome.statics) + framesOf(outcome);
  const changes = bytes(after) !== bytes(before);
  if (!display) return changes && after.key === before.key ? 'frames change, but not their key' : undefined;
  if (after.key !== before.key) return 'is only shown, but the key changes';
  return changes ? 'is only shown, but frames change' : undefined;
}

describe('every property of every kind', () => {
  test.each(sweepShots.map((shot) => [shot.name, shot] as const))(
    'of the shot of %s counts as it acts',
    async (_, shot) => {
      expect(await sweep(shot, await temporaryFolder())).toEqual([]);
    },
  );

  test('of files counts as it acts', async () => {
    const folder = await temporaryFolder();
    const files = writeFilesShot(folder);
    expect(await sweep(rigidFile, folder)).toEqual([]);
    expect(await sweep(files, folder)).toEqual([]);
  });

  test('of animations counts as it acts', async () => {
    const folder = await temporaryFolder();
    expect(await sweep(writeAnimationsShot(folder), folder)).toEqual([]);
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
