import { expect, test } from 'vitest';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();

/** A bar across which two linear elements lie, held at its end. */
const shot = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '0d1f6a0e-4a62-4a0f-8b1c-6f9d2f1c7a22',
  name: 'Springboard',
  range: { first: 1, last: 3 },
  entities: [
    {
      kind: 'solid',
      id: 'bar',
      name: 'Bar',
      source: { kind: 'procedural', form: { shape: 'box', size: [1, 0.1, 0.1] } },
      meshing: { method: 'graded-stuffing', edge: { percent: 5 } },
      material: { youngsModulus: 2e5 },
      transform: { position: [0, 1, 0] },
    },
    {
      kind: 'pin',
      id: 'grip',
      name: 'Grip',
      target: 'bar',
      selection: { kind: 'box', min: [-0.51, 0.9, -0.1], max: [-0.45, 1.1, 0.1] },
    },
  ],
} as unknown as SceneInput;

test('a thin bar of linear elements is said to be too stiff, is cured with a click, and bends', () =>
  story('bending', { shot }, async ({ page }) => {
    await shotIsOpen(page);
    await page.getByRole('treeitem', { name: /Bar/ }).click();
    await page.getByRole('button', { name: 'Remesh…' }).click();
    const task = page.getByRole('region', { name: 'Mesh', exact: true }).first();
    const said = task.getByText(/lie across the thinnest part/).first();
    await said.waitFor();
    await expect.poll(() => said.textContent()).toMatch(/^2 linear elements .* about (19|2\d) % too stiff\.$/);
    await pictures(page, 'bending-linear');
    await task.getByRole('button', { name: 'Shorter edges where thin' }).click();
    await expect.poll(() => said.textContent()).toMatch(/^4 linear elements .* about 5 % too stiff\.$/);
    await pictures(page, 'bending-shorter');
    const across = task.getByRole('textbox', { name: 'Edges across thin parts' });
    await across.fill('');
    await across.press('Enter');
    await expect.poll(() => said.textContent()).toMatch(/^2 linear elements/);
    await task.getByRole('button', { name: 'Use quadratic elements' }).click();
    await expect.poll(() => said.textContent()).toMatch(/^2 quadratic elements .* right to one percent\.$/);
    await expect.poll(() => task.getByRole('combobox', { name: 'Element order' }).textContent()).toMatch('Quadratic');
    await everythingFits(page);
    await task.getByRole('button', { name: 'Use this mesh' }).click();
    await simulateAll(page);
    await framesAre(page, 'Memory', 3);
    await page.keyboard.press('End');
    await pictures(page, 'bending-quadratic');
  }));
