import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { createFromTemplate } from '../../src/scene/templates.ts';
import { blockShot } from './support/blockShot.ts';
import { cachedFrames } from './support/cacheFiles.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { goToFrame, picksObject, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();

/** A dam that breaks, coarse and short. */
function damShot(): SceneInput {
  const { project } = blockShot({ last: 9, cells: 2 });
  return createFromTemplate('dam-break', { cells: 24, frames: 14 }, { project, name: 'dam' }, catalogue);
}

function whitewaterFiles(workspace: string): number {
  const files = readdirSync(join(workspace, 'ductile-cache'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.whitewater')).length;
}

test('whitewater is turned on after a simulation: frames are shown at once, and with it once it is made', () =>
  story('whitewater', { shot: damShot() }, async ({ page, workspace }) => {
    await shotIsOpen(page);
    await simulateAll(page);
    await goToFrame(page, 14);
    await picksObject(page, 'Water');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await inspector.getByRole('button', { name: /^Whitewater/, expanded: false }).click();
    const before = cachedFrames(workspace);
    await inspector.getByRole('switch', { name: 'Whitewater' }).click();
    await inspector.getByRole('textbox', { name: 'Lifetime' }).waitFor();
    // Those after the first follow from the one before.
    await expect.poll(() => whitewaterFiles(workspace)).toBe(14);
    const overlay = page.locator('.viewport-statistics dt:text-is("Whitewater") + dd');
    await expect.poll(async () => Number((await overlay.textContent()) ?? 0)).toBeGreaterThan(10);
    await pictures(page, 'whitewater-1', () => everythingFits(page));
    expect(cachedFrames(workspace)).toEqual(before);

    await inspector.getByRole('combobox', { name: 'Advection' }).click();
    await page.getByRole('option', { name: /level set/i }).click();
    await inspector.getByText('This liquid has no particles that could make whitewater.').waitFor();
    await pictures(page, 'whitewater-2-none', () => everythingFits(page));
  }));
