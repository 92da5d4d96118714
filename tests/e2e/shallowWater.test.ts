import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { createFromTemplate } from '../../src/scene/templates.ts';
import { blockShot } from './support/blockShot.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { exportsShot, goToFrame, picksObject, setValue, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();

/** A flood in a valley, coarse and short. */
function flood(): SceneInput {
  const { project } = blockShot({ last: 9, cells: 2 });
  return createFromTemplate('flooded-valley', { cells: 90, frames: 37 }, { project, name: 'flood' }, catalogue);
}

test('shallow water floods a valley: its method asks for what it needs, and its sheet is exported', () =>
  story('shallow-water', { shot: flood() }, async ({ page }) => {
    await shotIsOpen(page);
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await picksObject(page, 'Water');
    await inspector.getByText(/90 × 54/).waitFor();
    expect(await inspector.getByText('Viscosity').count()).toBe(0);
    await setValue(page, 'Bed roughness', '0.04');
    await simulateAll(page);
    await goToFrame(page, 37);
    await pictures(page, 'shallow-water-1-flooded', () => everythingFits(page));

    await inspector.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: /Full 3D/ }).click();
    await inspector.getByText('Viscosity').waitFor();
    await page.getByRole('button', { name: /^Undo: Change method/ }).click();
    await inspector.getByText(/90 × 54/).waitFor();

    await exportsShot(page);
  }));
