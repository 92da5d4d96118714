import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { blockShot } from './support/blockShot.ts';
import { runByPalette } from './support/keyboard.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, picksObject, setValue, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();

/** An empty shot of a few frames with a camera. */
const EMPTY = {
  ...blockShot({ last: 9, cells: 2 }),
  entities: [{ kind: 'camera', id: 'camera', position: [1.4, 1.3, 2], target: [0, 0.4, 0] }],
} as SceneInput;

test('a tank is filled and poured into; its skin is made again without simulating; it leaves as mesh and points', () =>
  story('liquid', { shot: EMPTY }, async ({ page }) => {
    await shotIsOpen(page);
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await runByPalette(page, 'add tank', 'Add tank of water');
    await inspector.getByText(/25 × 25 × 25/).waitFor();
    await inspector.getByText('Puddle', { exact: true }).click();
    await inspector.getByText(/240 × 240/).waitFor();
    await pictures(page, 'liquid-0-puddle', () => everythingFits(page));
    await page.getByRole('button', { name: 'Undo: Make Liquid a puddle' }).click();
    await inspector.getByText(/25 × 25 × 25/).waitFor();
    await inspector.getByRole('button', { name: 'Substance: Water' }).click();
    await page.getByRole('option', { name: /^Honey/ }).hover();
    await pictures(page, 'liquid-0-substances', () => everythingFits(page));
    await page.getByRole('option', { name: /^Honey/ }).click();
    await inspector.getByRole('button', { name: 'Substance: Honey' }).waitFor();
    await page.getByRole('button', { name: 'Undo: Use Honey for Liquid' }).click();
    await inspector.getByRole('button', { name: 'Substance: Water' }).waitFor();
    await setValue(page, 'Cell size', '62.5');
    await inspector.getByText(/16 × 16 × 16/).waitFor();
    await runByPalette(page, 'add emitter', 'Add emitter');
    await inspector.getByRole('heading', { name: 'Emitter' }).waitFor();
    await setValue(page, 'Flow rate', '100 l/s');
    await pictures(page, 'liquid-1-set-up', () => everythingFits(page));

    await simulateAll(page);
    await goToFrame(page, 9);
    await picksObject(page, 'Liquid');
    await pictures(page, 'liquid-2-poured', () => everythingFits(page));

    await setValue(page, 'Surface resolution', '3');
    await page.getByRole('button', { name: /^Undo: Change surface resolution/ }).waitFor();
    await framesAre(page, 'Stale', 0);
    await page.getByRole('group', { name: 'View mode' }).getByRole('button', { name: 'Points' }).click();
    await pictures(page, 'liquid-3-particles');
    await page.getByRole('group', { name: 'View mode' }).getByRole('button', { name: 'Shaded' }).click();

    await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
    const task = page.getByRole('region', { name: 'Export' });
    await task.getByRole('button', { name: 'Export', exact: true }).click();
    const report = task.getByRole('region', { name: 'Hand-off report' });
    await report.waitFor();
    await pictures(page, 'liquid-4-exported');
    expect(await report.getAttribute('data-passed')).toBe('true');
  }));
