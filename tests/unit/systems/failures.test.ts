import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import type { SimulationFailure } from '../../../src/base/failure.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { simulationFailure } from '../../../src/protocol/failure.ts';
import { fromWireError, toWireError } from '../../../src/protocol/wireError.ts';
import { applyChanges } from '../../../src/scene/documentChanges.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

interface Changes {
  readonly block?: Record<string, unknown>;
  readonly draft?: Record<string, unknown>;
  readonly last?: number;
}

function shot({ block = {}, draft = {}, last = 6 }: Changes): Scene {
  const input = tinyShotInput(last);
  const [solid, floor] = input.entities;
  return validateScene({ ...input, quality: { draft }, entities: [{ ...solid, ...block }, floor] }, catalogue);
}

/** Simulates a shot to its end, or to the failure. */
async function failureOf(scene: Scene): Promise<CoreError | undefined> {
  const run = await runShot(scene, { backend: 'reference' });
  try {
    run.advanceTo(scene.range.last);
    return undefined;
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  } finally {
    run.dispose();
  }
}

const material = (changes: Record<string, unknown>) => ({ material: { youngsModulus: 5e4, ...changes } });

const failing: [string, Changes, string[]][] = [
  [
    'a stiff block with somewhat too few substeps',
    { block: material({ youngsModulus: 1e7, dampingTime: 0 }), draft: { maxSubsteps: 20 } },
    ['quality.draft.maxSubsteps', 'entities.block.integration', 'entities.block.material.youngsModulus'],
  ],
  [
    'a block of steel',
    { block: material({ youngsModulus: 2e11, density: 7800, dampingTime: 0 }), draft: { maxSubsteps: 20 } },
    ['entities.block.integration', 'entities.block.material.youngsModulus', 'entities.block.material.dampingTime'],
  ],
  [
    'a block that spins fast',
    { block: { ...material({}), angularVelocity: [0, 900, 0] }, draft: { maxSubsteps: 4 }, last: 3 },
    ['quality.draft.maxSubsteps'],
  ],
];

describe('a shot that breaks down', () => {
  test.each(failing)('%s names itself, and its first suggestion makes it pass', async (_name, changes, paths) => {
    const scene = shot(changes);
    const error = await failureOf(scene);
    expect(error).toMatchObject({
      code: 'simulation-failed',
      place: expect.stringContaining("solid 'block'") as string,
    });
    const failure = error!.failure!;
    expect(failure).toMatchObject({ cause: 'too-many-substeps', entity: 'block', unit: 'substeps' });
    expect(failure.frame).toBeGreaterThan(1);
    expect(failure.measured).toBeGreaterThan(failure.limit!);
    expect(failure.limit).toBe(scene.quality.draft.maxSubsteps);
    const suggested = failure.suggestions.map((suggestion) => suggestion.changes[0].path);
    expect(suggested.slice(0, paths.length)).toEqual(paths);
    const cured = validateScene(applyChanges(scene, failure.suggestions[0].changes), catalogue);
    expect(await failureOf(cured)).toBeUndefined();
  });

  test('is told alike on the other side of the connection', async () => {
    const error = (await failureOf(shot(failing[0][1])))!;
    expect(simulationFailure.parse(error.failure)).toEqual(error.failure);
    expect(fromWireError(toWireError(error))).toMatchObject({ failure: error.failure, place: error.place });
  });

  test('may be cured by each of its suggestions', async () => {
    const scene = shot(failing[0][1]);
    const { suggestions } = (await failureOf(scene))!.failure as SimulationFailure;
    expect(suggestions).toHaveLength(3);
    for (const { title, detail, changes } of suggestions) {
      const cured = validateScene(applyChanges(scene, changes), catalogue);
      expect(await failureOf(cured), title).toBeUndefined();
      expect(detail).toMatch(/\d/);
    }
  });
});
