import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { createFromTemplate } from '../../src/scene/templates.ts';
import { runByPalette } from './support/keyboard.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { goToFrame, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();
const DAM = createFromTemplate(
  'dam-break',
  { cells: 32, frames: 9 },
  { project: '6f1d3a52-7c1e-4b7e-8a3e-54a1c2a0f7d1', name: 'Dam' },
  catalogue,
);

test('a liquid is cut open: pressure, speed and kinds of its cells, with a legend and the cell under the pointer', () =>
  story('slices', { shot: DAM }, async ({ page }) => {
    await shotIsOpen(page);
    await runByPalette(page, 'cut away', 'Cut away');
    const controls = page.getByRole('group', { name: 'Cut away' });
    const legend = page.getByRole('complementary', { name: /^Cells of the cut/ });
    await legend.getByText('Simulate the frame to see its cells.').waitFor();
    await simulateAll(page);
    await goToFrame(page, 8);
    await controls.getByRole('radio', { name: 'Z' }).click();
    await legend.getByText(/layer z 7, frame 8/).waitFor();
    expect(await legend.textContent()).toMatch(/max \d.*Pa/);
    await pictures(page, 'slices-1-pressure', () => everythingFits(page));

    const show = async (name: string) => {
      await controls.getByRole('combobox', { name: 'Cells of the liquid in the cut' }).click();
      await page.getByRole('option', { name, exact: true }).click();
      await page
        .getByRole('complementary', { name: `Cells of the cut: ${name}` })
        .getByText(/layer z 7, frame 8/)
        .waitFor();
    };
    for (const name of ['Speed', 'Divergence', 'Distance φ', 'Cells']) {
      await show(name);
      await pictures(page, `slices-2-${name.split(' ')[0].toLowerCase()}`);
    }
    await show('Pressure');
    await controls.getByRole('slider', { name: 'Position of the cut' }).fill('0.3');
    await legend.getByText(/layer z 4, frame 8/).waitFor();
    const { x, y, width, height } = (await page.locator('.viewport canvas').first().boundingBox())!;
    await page.mouse.move(x + 0.42 * width, y + 0.5 * height);
    await legend
      .getByRole('status', { name: 'Cell under the pointer' })
      .getByText(/^\d+ \d+ 4/)
      .waitFor();
    await pictures(page, 'slices-3-probe');
    await goToFrame(page, 4);
    await legend.getByText(/frame 4/).waitFor();
  }));
