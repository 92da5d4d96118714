import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ContactRun } from '../support/contactScenes/ContactRun.ts';
import type { ReadOptions } from '../support/contactScenes/ContactScene.ts';
import { readContactScene } from '../support/contactScenes/readContactScene.ts';
import { contactSceneNames } from '../support/contactScenes/sceneNames.ts';
import { watchRun } from '../support/contactScenes/watchRun.ts';

/** Folder of the contact suite of PolyFEM. */
const folder = process.env['DUCTILE_BENCHMARKS'];
const available = folder !== undefined && existsSync(folder);

/** Scenes, how many of their frames are run, and how their bodies are read. */
const CHEAP: readonly { name: string; frames: number; options?: ReadOptions }[] = [
  { name: 'unit-tests/2-cubes', frames: 2 },
  { name: 'unit-tests/5-cubes', frames: 12 },
  { name: 'unit-tests/edge-edge', frames: 30 },
  { name: 'unit-tests/edge-edge-parallel', frames: 40 },
  { name: 'unit-tests/face-vertex', frames: 40 },
  { name: 'unit-tests/vertex-vertex', frames: 40 },
  { name: 'unit-tests/tet-corner', frames: 40 },
  { name: 'unit-tests/erleben/cliff-edges', frames: 20 },
  { name: 'unit-tests/erleben/internal-edges', frames: 20 },
  { name: 'unit-tests/erleben/spike-in-crack', frames: 160 },
  { name: 'unit-tests/erleben/spike-in-hole', frames: 160 },
  { name: 'unit-tests/erleben/spikes', frames: 50 },
  { name: 'unit-tests/erleben/wedge-in-crack', frames: 160 },
  { name: 'unit-tests/erleben/wedges', frames: 50 },
  { name: 'friction/high-school-physics-slopetest-mu=0.49', frames: 100 },
  { name: 'friction/high-school-physics-slopetest-mu=0.50', frames: 100 },
  { name: 'friction/high-school-physics-slopetest-mu=0.49', frames: 100, options: { rigid: true } },
  { name: 'friction/high-school-physics-slopetest-mu=0.50', frames: 100, options: { rigid: true } },
];

describe.skipIf(!available)(`contact scenes${available ? '' : ' (skipped: DUCTILE_BENCHMARKS is not set)'}`, () => {
  test.each(CHEAP)('$name $options: nothing crosses, and it ends as it is named', async ({ name, frames, options }) => {
    const run = await ContactRun.start(await readContactScene(folder!, name, options));
    const { crossings, failure, holds, inverted } = watchRun(run, frames);
    expect(failure).toBeUndefined();
    expect(crossings).toBe(0);
    expect(inverted).toBe(0);
    expect(holds).not.toBe(false);
    run.dispose();
  });

  test('every scene of the suite is read', async () => {
    for (const name of contactSceneNames(folder!)) {
      const given = await readContactScene(folder!, name);
      expect(given.scene.entities.length, name).toBeGreaterThan(1);
    }
  });
});
