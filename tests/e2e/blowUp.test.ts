import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { picture } from './support/editor.ts';
import { SIMULATION_PATIENCE } from './support/patience.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, shotIsOpen, simulationIs, startsSimulation } from './support/workbench.ts';

const story = useStories();
/** A later frame may fail for another reason. */
const MOST_REMEDIES = 3;

/** A beam as stiff as rubber that may take no more substeps than jelly needs. */
const shot = {
  format: 'ductile-shot',
  version: documentVersion,
  project: 'c3f2b7de-53a5-45a4-bb0e-8f4f5f7f9b33',
  name: 'Bumper',
  range: { first: 1, last: 10 },
  quality: { draft: { minSubsteps: 2, maxSubsteps: 12 } },
  entities: [
    {
      kind: 'solid',
      id: 'beam',
      name: 'Beam',
      source: { kind: 'procedural', form: { shape: 'block', size: [2, 0.5, 0.5], cells: [8, 3, 3], elements: 'tets' } },
      material: { model: 'neo-hookean', youngsModulus: 3e5, dampingTime: 0.001 },
      transform: { position: [0, 0.4, 0] },
      velocity: [0, -12, 0],
    },
    { kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } },
  ],
} as unknown as SceneInput;

test('a shot that breaks down names the element and the cause, and passes once the advice is taken', () =>
  story('blow-up', { shot }, async ({ page, task }) => {
    const mending = task('blow-up');
    await shotIsOpen(page);
    await mending.part(() => startsSimulation(page));
    await simulationIs(page, 'failed');
    await framesAre(page, 'Failed', 1);
    await picture(page, 'failed-frame-told');
    const simulation = page.getByRole('group', { name: 'Simulation' });
    await simulation.getByText(/^Frame \d+ failed$/).waitFor();
    await mending.part(() => simulation.getByRole('button', { name: 'Why it failed' }).click());
    await simulation.getByRole('button', { name: 'Why it failed', pressed: true }).waitFor();
    const reason = page.getByRole('region', { name: 'Why it failed' });
    expect(await reason.getByRole('alert').textContent()).toMatch(/Frame \d+ failed.*Beam, element \d+/);
    await page.getByRole('treeitem', { name: 'Beam' }).getByLabel('failed').waitFor();
    await reason.getByRole('button', { name: /^Isolate element/ }).click();
    await page.getByText(/Isolating 1 \+ \d+ elements/).waitFor();
    await pictures(page, 'failed-frame');
    await page
      .getByRole('region', { name: /^Element \d+ of Beam$/ })
      .getByRole('button', { name: 'Cut the body here' })
      .click();
    await page.getByRole('group', { name: 'Cut away' }).waitFor();
    const modes = page.getByRole('group', { name: 'View mode' });
    expect(await modes.getByRole('button', { name: 'Cut away' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByText(/^tet \d+$/).waitFor();
    await pictures(page, 'failed-frame-cut');
    await mending.part(() => takeAdvice(page));
    mending.done();
    await picture(page, 'failed-frame-cured');
    await simulation.getByRole('button', { name: 'Why it failed' }).waitFor({ state: 'detached' });
    // The advice was one step: without it the frame fails as before, and nothing has to be simulated to know.
    await page.getByRole('button', { name: /^Undo: / }).click();
    await framesAre(page, 'Failed', 1);
    await page.getByRole('button', { name: /^Redo: / }).click();
    await simulationIs(page, 'complete');
  }));

/** Applies the most promising remedy and simulates, until every frame is there. */
async function takeAdvice(page: Page): Promise<void> {
  const remedy = page.getByRole('region', { name: 'Why it failed' }).getByRole('button', { name: 'Apply' }).first();
  for (let tries = 0; tries < MOST_REMEDIES; tries++) {
    await remedy.click();
    // The remedy is taken once the frame no longer counts as failed.
    await framesAre(page, 'Failed', 0);
    // What had failed can be explained until its frame is there.
    const simulation = page.getByRole('group', { name: 'Simulation' });
    await simulation.getByRole('button', { name: 'Why it failed' }).waitFor();
    await startsSimulation(page);
    const ended = page.locator('[aria-label="Simulation"]:is([data-state=complete], [data-state=failed])');
    await ended.waitFor({ timeout: SIMULATION_PATIENCE });
    if ((await ended.getAttribute('data-state')) === 'complete') return;
  }
  throw new Error(`${MOST_REMEDIES} remedies did not help`);
}
