import type { Locator, Page } from '@playwright/test';
import { expect } from 'vitest';
import { SIMULATION_PATIENCE } from './patience.ts';

/** States of frames that the timeline counts. */
export type FrameKind = 'Memory' | 'Disk' | 'Computing' | 'Stale' | 'Missing' | 'Failed';

/** How the simulation stands. */
export type SimulationState = 'idle' | 'running' | 'held' | 'stopped' | 'failed' | 'complete';

/** What the timeline counts frames with. */
const COUNTS = '[aria-label="States of frames"] button';

/** How many frames are in which state, as the timeline counts them. */
export async function frameCounts(page: Page): Promise<Readonly<Partial<Record<FrameKind, number>>>> {
  // Asked for again and again: by names alone, without the roles of everything on the page.
  const names = await page.evaluate((buttons) => {
    return [...document.querySelectorAll(buttons)].map((button) => button.getAttribute('aria-label') ?? '');
  }, COUNTS);
  return Object.fromEntries(
    names
      .map((name) => /^(\w+) (\d+)/.exec(name))
      .flatMap((found) => (found === null ? [] : [[found[1], Number(found[2])]])),
  );
}

/** Frames that can be shown: in memory or on the disk. */
export async function keptFrames(page: Page): Promise<number> {
  const { Memory = 0, Disk = 0 } = await frameCounts(page);
  return Memory + Disk;
}

/**
 * Writes down what the timeline counts from now on, whenever that changes: what a story that fails is told with. Gives what was counted so far, each with
 * milliseconds since then.
 */
export async function recordsCounts(page: Page): Promise<() => Promise<string>> {
  const history = await page.evaluateHandle((buttons) => {
    const lines: string[] = [];
    const began = performance.now();
    let last = '';
    const note = () => {
      const labels = [...document.querySelectorAll(buttons)].map(
        (button) => button.getAttribute('aria-label')?.split(':')[0],
      );
      const now = labels.join(', ');
      if (now !== last) lines.push(`${Math.round(performance.now() - began)} ms: ${now}`);
      last = now;
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    return lines;
  }, COUNTS);
  return () => history.evaluate((lines) => lines.join('\n'));
}

/** Waits until so many frames are in a state. */
export async function framesAre(page: Page, kind: FrameKind, count: number): Promise<void> {
  await expect.poll(async () => (await frameCounts(page))[kind] ?? 0).toBe(count);
}

/** Waits until exactly so many frames can be shown. */
export async function keptFramesAre(page: Page, count: number): Promise<void> {
  await expect.poll(() => keptFrames(page)).toBe(count);
}

/** Waits until at least so many frames can be shown. */
export async function keptFramesReach(page: Page, count: number): Promise<void> {
  await expect.poll(() => keptFrames(page)).toBeGreaterThanOrEqual(count);
}

/** Waits until the workbench shows a shot with the states of its frames. */
export async function shotIsOpen(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'States of frames' }).getByRole('button').first().waitFor();
}

/** Waits until the simulation stands so. */
export async function simulationIs(page: Page, state: SimulationState): Promise<void> {
  await page.locator(`[aria-label="Simulation"][data-state="${state}"]`).waitFor({ timeout: SIMULATION_PATIENCE });
}

/** Presses the main button of the simulation. */
export async function startsSimulation(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: 'Simulation' })
    .getByRole('button', { name: /^Simulate/ })
    .click();
}

/** Simulates what is missing or stale, and waits until every frame is there. */
export async function simulateAll(page: Page): Promise<void> {
  await startsSimulation(page);
  await simulationIs(page, 'complete');
}

/** Moves the playhead by typing the frame. */
export async function goToFrame(page: Page, frame: number): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Frame', exact: true });
  await field.fill(String(frame));
  await field.press('Enter');
  await playheadIsAt(page, frame);
}

export async function playheadIsAt(page: Page, frame: number): Promise<void> {
  await page.locator(`[role=slider][aria-label="Playhead"][aria-valuenow="${frame}"]`).waitFor();
}

/** Waits until the playhead says so of its frame: `Frame 4, 0.125 s, memory`. */
export async function playheadSays(page: Page, text: RegExp): Promise<void> {
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await expect.poll(() => playhead.getAttribute('aria-valuetext')).toMatch(text);
}

/** Types a value into a field of the inspector and accepts it. */
export async function setValue(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: label, exact: true });
  await field.fill(text);
  await field.press('Enter');
}

/** Selects an object in the outliner. */
export async function picksObject(page: Page, name: string): Promise<void> {
  const named = new RegExp(`^${name}(,|$)`);
  await page.getByRole('treeitem', { name: named }).click();
  await page.getByRole('treeitem', { name: named, selected: true }).waitFor();
}

/** Waits until the viewport shows so many elements of the shot's solids. */
export async function elementsAreShown(page: Page, wanted: { more: number; fewer: number }): Promise<void> {
  const tets = page.locator('.viewport-statistics dt:text-is("Tets") + dd');
  const shown = async () => {
    const count = Number((await tets.innerText()).replaceAll(/\D/g, ''));
    return count > wanted.more && count < wanted.fewer;
  };
  await expect.poll(shown).toBe(true);
}

/** Turns the view so that all objects are in sight, or those that are selected, by the keys of the viewport: once there are shapes to be seen. */
export async function frames(page: Page, what: 'everything' | 'selected'): Promise<void> {
  const counted = page.locator('.viewport-statistics dt:text-matches("^(Tets|Hexes|Triangles|Elements)$") + dd');
  // While something is painted or takes are compared, the numbers make room.
  await counted
    .filter({ hasText: /[1-9]/ })
    .or(page.getByRole('toolbar', { name: 'Painting' }))
    .or(page.locator('.viewport-compare-name'))
    .filter({ visible: true })
    .first()
    .waitFor();
  // What is counted is drawn with the next picture; before that there is nothing of it to frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.locator('[data-panel="viewport"]').focus();
  await page.keyboard.press(what === 'everything' ? 'KeyA' : 'KeyF');
}

/** Exports the shot as the task proposes, and waits for a hand-off report that has passed. Returns the task. */
export async function exportsShot(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
  const task = page.getByRole('region', { name: 'Export' });
  await task.getByRole('button', { name: 'Export', exact: true }).click();
  const report = task.getByRole('region', { name: 'Hand-off report' });
  await report.waitFor();
  expect(await report.getAttribute('data-passed')).toBe('true');
  return task;
}
