import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runDuctile } from '../support/ductileProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { blockShot } from './support/blockShot.ts';
import { cachedFrames, contents } from './support/cacheFiles.ts';
import { picture } from './support/editor.ts';
import { pictures, useStories } from './support/story.ts';
import {
  goToFrame,
  keptFramesAre,
  keptFramesReach,
  playheadSays,
  recordsCounts,
  setValue,
  simulationIs,
  startsSimulation,
} from './support/workbench.ts';

const LAST = 40;
const SHOT = blockShot({ last: LAST, cells: 12, solverTolerance: 1e-10 });

const story = useStories();

test('a run that is cancelled keeps its frames for scrubbing, and resumed ends with the bytes of a whole one', async () => {
  const whole = await uninterruptedFrames();
  await story('cancel', { shot: SHOT }, async ({ page, workspace, task }) => {
    const changing = task('cancel-and-change');
    const counted = await recordsCounts(page);
    await changing.part(() => startsSimulation(page));
    await keptFramesReach(page, 3);
    const simulation = page.getByRole('group', { name: 'Simulation' });
    await changing.part(() => simulation.getByRole('button', { name: 'Cancel' }).click());
    await simulationIs(page, 'stopped');
    const first = cachedFrames(workspace);
    const kept = first.size;
    expect(kept, await counted()).toBeGreaterThanOrEqual(3);
    expect(kept).toBeLessThan(LAST);
    await keptFramesAre(page, kept);

    // Scrubbing goes on over what is there, and says so of what is not.
    for (const frame of [2, 3, 1, kept]) {
      await goToFrame(page, frame);
      await playheadSays(page, /, memory$/);
    }
    await goToFrame(page, LAST);
    await playheadSays(page, /, missing$/);
    await pictures(page, 'cancel-stopped');

    // A range that ends before what was asked for is no dead end.
    await changing.part(async () => {
      await page.getByRole('tab', { name: 'Shot' }).click();
      await setValue(page, 'Last frame', String(kept));
      await simulationIs(page, 'complete');
    });
    changing.done();
    await page.getByRole('button', { name: /^Undo: / }).click();
    await simulationIs(page, 'stopped');

    await simulation.getByRole('button', { name: /^Resume at \d+$/ }).click();
    await simulation.getByRole('button', { name: 'Pause' }).click();
    await simulation.getByText(/^paused/).waitFor();
    await picture(page, 'cancel-paused');
    // An edited run goes on with its own settings and offers to begin again with the edit.
    await page.getByRole('treeitem', { name: 'block' }).click();
    await page.getByRole('tab', { name: 'Object' }).click();
    await setValue(page, 'Density', '900 kg/m³');
    await simulation.getByRole('button', { name: /^Restart from \d+$/ }).waitFor();
    await pictures(page, 'cancel-edited');
    await page.getByRole('button', { name: /^Undo: / }).click();
    await simulation.getByRole('button', { name: /^Restart from/ }).waitFor({ state: 'detached' });
    await simulation.getByRole('button', { name: 'Resume' }).click();
    await simulationIs(page, 'complete');
    await playheadSays(page, /, (memory|disk)$/);
    await picture(page, 'cancel-resumed');
    const all = cachedFrames(workspace);
    for (const [name, file] of first) expect(all.get(name)).toEqual(file);
    expect(contents(all)).toEqual(whole);
  });
});

/** Contents of the frames of the same shot that was simulated in one go, by the command. */
async function uninterruptedFrames(): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  const path = join(folder, 'shot.ductile');
  await writeFile(path, JSON.stringify(SHOT));
  const { code } = await runDuctile(['simulate', path, '--json'], folder);
  expect(code).toBe(0);
  const frames = contents(cachedFrames(folder));
  expect(Object.keys(frames)).toHaveLength(LAST);
  return frames;
}
