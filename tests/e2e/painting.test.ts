import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { openCachedFile } from '../../src/cache/cachedFile.ts';
import { decodeFrame } from '../../src/frames/Frame.ts';
import { positionsOf, streamOf } from '../../src/frames/Stream.ts';
import { isAccessible } from './support/accessibility.ts';
import { blockShot } from './support/blockShot.ts';
import { cachedFrames } from './support/cacheFiles.ts';
import { pictures, useStories } from './support/story.ts';
import {
  elementsAreShown,
  frames,
  framesAre,
  goToFrame,
  keptFrames,
  keptFramesAre,
  picksObject,
  simulateAll,
} from './support/workbench.ts';

const LAST = 12;
const CELLS = 3;
/** Frame by which the block has hit the floor. */
const TORN = 12;
/** Vertices of the block nearest to the middle of its top, as it starts. */
const HELD = [-1 / 6, 1 / 6].flatMap((x) => [-1 / 6, 1 / 6].map((z) => [x, 1.9, z]));
/** m: reaches those, and no others. */
const RADIUS = 0.3;

const story = useStories();

test('what is painted on the top of a block stays where it is; undo makes the frames from before valid at once', () =>
  story('painting', { shot: blockShot({ last: LAST, cells: CELLS }), size: 'large' }, async ({ page, workspace }) => {
    await simulateAll(page);
    await keptFramesAre(page, LAST);
    const before = cachedFrames(workspace);
    await picksObject(page, 'block');
    await frames(page, 'selected');
    await page.keyboard.press('Numpad7');

    await page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name: 'New painted pin' }).click();
    const bar = page.getByRole('toolbar', { name: 'Painting' });
    const legend = page.getByRole('complementary', { name: 'Colours: painted Pinned' });
    await legend.getByText('nothing pinned yet').waitFor();
    await setsBrush(page, 'Radius', `${RADIUS} m`);
    await setsBrush(page, 'Hardness', '1');
    await isAccessible(page, 'painting');

    await dabs(page);
    await page.getByRole('button', { name: /^Undo: Paint pin 'block pin'/ }).waitFor();
    await legend.getByText(`pinned: ${HELD.length} of ${(CELLS + 1) ** 3}`).waitFor();
    await expect.poll(() => keptFrames(page)).toBeLessThan(LAST);
    await pictures(page, 'painting-pin');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });

    await simulateAll(page);
    const after = cachedFrames(workspace);
    const made = [...after.keys()].filter((name) => !before.has(name));
    expect(made.length).toBeGreaterThanOrEqual(LAST - 1);
    for (const name of made) expect(await heldIn(workspace, name), name).toBe(HELD.length);
    // Left alone it falls.
    const held = await Promise.all([...before.keys()].map((name) => heldIn(workspace, name)));
    expect(held.filter((count) => count === HELD.length).length).toBeLessThan(3);
    await pictures(page, 'painting-simulated');

    await page.getByRole('button', { name: /^Undo: Paint pin 'block pin'/ }).click();
    await page.getByRole('button', { name: /^Undo: Add painted pin 'block pin'/ }).click();
    await keptFramesAre(page, LAST);
    expect(cachedFrames(workspace)).toEqual(after);
  }));

test('the brush is taken up and laid down by keys, and strokes are one step of undo each', () =>
  story('brush', { shot: blockShot({ last: 2, cells: CELLS }) }, async ({ page }) => {
    await elementsAreShown(page, { more: 6, fewer: 1000 });
    await picksObject(page, 'block');
    await frames(page, 'selected');
    await page.keyboard.press('KeyB');
    const bar = page.getByRole('toolbar', { name: 'Painting' });
    await bar.getByRole('button', { name: 'Painting: block, Strength' }).waitFor();
    const radius = bar.getByRole('textbox', { name: 'Radius of the brush' });
    await expect.poll(() => radius.inputValue()).not.toBe('');
    await frames(page, 'selected');
    const first = Number(await radius.inputValue());
    await page.keyboard.press('BracketRight');
    await expect.poll(async () => Number(await radius.inputValue())).toBeGreaterThan(first);

    const undo = (name: RegExp) => page.getByRole('button', { name });
    await dabs(page);
    await undo(/^Undo: Paint strength of 'block'/).waitFor();
    await dabs(page);
    await page.getByRole('region', { name: 'Inspector' }).getByText('2 strokes').waitFor();
    await pictures(page, 'painting-strength');
    await bar.getByRole('button', { name: 'Clear the painted values' }).click();
    await undo(/^Undo: Clear strength of 'block'/).click();
    await undo(/^Undo: Paint strength of 'block'/).click();
    await page.getByRole('region', { name: 'Inspector' }).getByText('1 stroke', { exact: true }).waitFor();
    await undo(/^Undo: Paint strength of 'block'/).click();

    // Other things to paint, by the menu.
    await bar.getByRole('button', { name: /^Painting: / }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Detail' }).press('Enter');
    await bar.getByText('elements of its own').waitFor();
    await pictures(page, 'painting-detail');
    await page.locator('[data-panel="viewport"]').focus();
    await page.keyboard.press('KeyB');
    await bar.waitFor({ state: 'detached' });
  }));

test('a block tears where it is painted weak: the surface that it then has is counted, and undo brings the whole one back', () =>
  story('toughness', { shot: brittle(blockShot({ last: TORN, cells: CELLS })) }, async ({ page }) => {
    await simulateAll(page);
    await goToFrame(page, TORN);
    const whole = await triangles(page, (count) => count > 0);
    await picksObject(page, 'block');
    await frames(page, 'selected');

    await page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name: 'Paint… toughness of' }).click();
    await page
      .getByRole('complementary', { name: 'Colours: painted Toughness' })
      .getByText('× the breaking value')
      .waitFor();
    // It is painted as it is at rest, and brought into view for that.
    const radius = page.getByRole('textbox', { name: 'Radius of the brush' });
    await expect.poll(() => radius.inputValue()).not.toBe('');
    await setsBrush(page, 'Radius', `${RADIUS} m`);
    await dabs(page);
    await page.getByRole('button', { name: /^Undo: Paint toughness of 'block'/ }).waitFor();
    await pictures(page, 'painting-toughness');
    await page.keyboard.press('Escape');
    await framesAre(page, 'Stale', TORN);

    await simulateAll(page);
    const torn = await triangles(page, (count) => count > whole);
    await pictures(page, 'painting-torn');
    await page.getByRole('button', { name: /^Undo: Paint toughness of 'block'/ }).click();
    await framesAre(page, 'Stale', 0);
    await triangles(page, (count) => count === whole);
    await page.getByRole('button', { name: /^Redo: Paint toughness of 'block'/ }).click();
    await triangles(page, (count) => count === torn);
  }));

/** The shot with a block that only tears where it has no toughness. */
function brittle({ entities = [], ...shot }: SceneInput): SceneInput {
  const [block, ...others] = entities;
  return { ...shot, entities: [{ ...block, fracture: { enabled: true, strain: 10 } }, ...others] } as SceneInput;
}

/** Triangles of the shown frame, once they are as many as they should be. */
async function triangles(page: Page, holds: (count: number) => boolean): Promise<number> {
  const shown = page.locator('.viewport-statistics dt:text-is("Triangles") + dd');
  const count = async () => Number((await shown.textContent())?.replace(/\D/g, ''));
  await expect.poll(async () => holds(await count())).toBe(true);
  return count();
}

async function setsBrush(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: `${label} of the brush` });
  await field.fill(text);
  await field.press('Enter');
}

/** A click in the middle of the viewport, where the selected object was brought. */
async function dabs(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.locator('.viewport canvas').first().boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.up();
}

/** How many of the held vertices stand where they started, in a cached frame. */
async function heldIn(workspace: string, name: string): Promise<number> {
  const bytes = new Uint8Array(readFileSync(join(workspace, 'ductile-cache', name)));
  const { content } = await openCachedFile(bytes, { kind: 'frame' });
  const positions = positionsOf(streamOf(decodeFrame(content), 'block', 'mesh')!);
  const stands = ([x, y, z]: readonly number[]) => {
    for (let at = 0; at < positions.length; at += 3) {
      if (Math.hypot(positions[at] - x, positions[at + 1] - y, positions[at + 2] - z) < 1e-5) return true;
    }
    return false;
  };
  return HELD.filter(stands).length;
}
