import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { sharedBrowser } from './support/browser.ts';
import { evidence, openEditor, picture } from './support/editor.ts';
import { MortalEditor } from './support/mortalEditor.ts';
import { SIMULATION_PATIENCE } from './support/patience.ts';
import { pictures } from './support/story.ts';
import { keptFrames, setValue, shotIsOpen, simulationIs } from './support/workbench.ts';

const LAST = 14;

/** A soft block on a floor, many substeps per frame: one takes long enough to be interrupted. */
const shot = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '5b0c7c52-7f0e-4d53-9a8e-3d2f9d2f6a11',
  name: 'Jelly',
  range: { first: 1, last: LAST },
  quality: { draft: { minSubsteps: 60 } },
  entities: [
    {
      kind: 'solid',
      id: 'jelly',
      name: 'Jelly',
      source: { kind: 'procedural', form: { shape: 'block', size: [1, 1, 1], cells: [7, 7, 7], elements: 'tets' } },
      transform: { position: [0, 1, 0] },
    },
    { kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } },
  ],
} as unknown as SceneInput;

interface Setting {
  readonly folder: string;
  readonly path: string;
  readonly editor: MortalEditor;
}

async function begin(): Promise<Setting> {
  const folder = await temporaryFolder();
  const editor = await start(folder);
  const path = join(folder, 'workspace', 'jelly.ductile');
  writeFileSync(path, JSON.stringify(shot));
  return { folder, path, editor };
}

async function start(folder: string): Promise<MortalEditor> {
  const editor = await MortalEditor.start(folder);
  onTestFinished(() => editor.stop());
  return editor;
}

async function open(address: string): Promise<Page> {
  const { page, context } = await openEditor(await sharedBrowser(), address);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await evidence(page, 'crash-failed').catch(() => undefined);
    await context.close();
  });
  return page;
}

/** Ends the window's process, as a crash does: nothing of the page runs any more. */
async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => undefined);
  await crashed;
}

/** Opens the shot's solid in the inspector. */
async function showJelly(page: Page): Promise<void> {
  await shotIsOpen(page);
  await page.getByRole('treeitem', { name: 'Jelly' }).click();
}

/** Makes the jelly denser, without saving; comes back when the program says that the edit is safe. */
async function editShot(page: Page): Promise<void> {
  await showJelly(page);
  await setValue(page, 'Density', '1234');
  await page.getByText(/^Journal saved/).waitFor();
}

async function densityIs(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Density', exact: true });
  await expect.poll(() => field.inputValue()).toContain(text);
}

async function simulateUntil(page: Page, frames: number): Promise<void> {
  const group = page.getByRole('group', { name: 'Simulation' });
  await group.getByRole('button', { name: /^Simulate/ }).click();
  await expect
    .poll(() => keptFrames(page), { timeout: SIMULATION_PATIENCE, interval: 20 })
    .toBeGreaterThanOrEqual(frames);
}

/** Makes the frames that are missing. */
async function goOn(page: Page): Promise<void> {
  const group = page.getByRole('group', { name: 'Simulation' });
  await group.getByRole('button', { name: /^(Resume at \d+|Simulate from \d+)$/ }).click();
  await simulationIs(page, 'complete');
}

/** Waits until every frame is there: by the run that went on without a window, or by one that is begun where that one ended. */
async function ends(page: Page): Promise<void> {
  const group = page.getByRole('group', { name: 'Simulation' });
  const begin = group.getByRole('button', { name: /^(Resume at \d+|Simulate from \d+)$/ });
  const complete = page.locator('[aria-label="Simulation"][data-state="complete"]');
  await begin.or(complete).first().waitFor({ timeout: SIMULATION_PATIENCE });
  if (await begin.isVisible()) await begin.click();
  await simulationIs(page, 'complete');
}

/** The document in the shot's file. */
function savedDensity(path: string): number | undefined {
  const scene = JSON.parse(readFileSync(path, 'utf8')) as { entities: { material?: { density?: number } }[] };
  return scene.entities[0].material?.density;
}

/** Frames on the disk with the number of their file: another one once it is written anew. */
function framesOnDisk(folder: string): ReadonlyMap<string, number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.frame'));
  return new Map(names.map((name) => [name, statSync(join(folder, name)).ino]));
}

test('a simulation process that is killed comes back with its reason; edits and finished frames are there', async () => {
  const { folder, path, editor } = await begin();
  const page = await open(editor.addressOf(path));
  await editShot(page);
  await simulateUntil(page, 5);
  // A frame that is shown may still be on its way to the disk.
  await expect.poll(() => framesOnDisk(folder).size).toBeGreaterThanOrEqual(5);
  editor.killHost();
  await page.getByText('Your edits are safe: you can continue working.').waitFor();
  await picture(page, 'host-killed');
  // Editing goes on while there is none.
  await setValue(page, 'Density', '2345');
  const kept = framesOnDisk(folder);
  expect(kept.size).toBeGreaterThanOrEqual(5);
  await editor.started(2);
  await page.getByText('Your edits are safe: you can continue working.').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /Log/ }).click();
  await page
    .getByText(/it was killed, perhaps because memory ran out/)
    .first()
    .waitFor();
  await pictures(page, 'host-back');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  // The frames were made before the second edit: undone, they count again.
  await page.getByRole('button', { name: /^Undo/ }).click();
  await densityIs(page, '1234');
  await expect.poll(() => keptFrames(page)).toBeGreaterThanOrEqual(5);
  await goOn(page);
  const after = framesOnDisk(folder);
  for (const [file, number] of kept) expect(after.get(file)).toBe(number);
  expect(savedDensity(path)).toBeUndefined();
});

test('a window that is killed with unsaved edits comes back with them as one step of undo', async () => {
  const { folder, path, editor } = await begin();
  const first = await open(editor.addressOf(path));
  await editShot(first);
  await simulateUntil(first, 4);
  // A frame that is shown may still be on its way to the disk.
  await expect.poll(() => framesOnDisk(folder).size).toBeGreaterThanOrEqual(4);
  await kill(first);
  const kept = framesOnDisk(folder);
  const page = await open(editor.addressOf(path));
  await page
    .getByText(/Restored the unsaved edits of Jelly/)
    .first()
    .waitFor();
  await pictures(page, 'edits-restored');
  await showJelly(page);
  await densityIs(page, '1234');
  await expect.poll(() => keptFrames(page)).toBeGreaterThanOrEqual(4);
  await page.getByRole('button', { name: 'Undo: restore unsaved edits' }).click();
  await densityIs(page, '1000');
  await page.getByRole('button', { name: /^Redo/ }).click();
  await densityIs(page, '1234');
  await ends(page);
  const after = framesOnDisk(folder);
  for (const [file, number] of kept) expect(after.get(file)).toBe(number);
});

test('when everything is killed, the start page offers the shot with its edits, and saving ends that', async () => {
  const { folder, path, editor } = await begin();
  await editShot(await open(editor.addressOf(path)));
  await editor.killAll();
  const again = await start(folder);
  const page = await open(again.address);
  const recent = page.getByRole('region', { name: 'Recent shots' });
  await recent.getByText('unsaved edits').waitFor();
  await pictures(page, 'recovery-offered');
  await recent.getByRole('button', { name: /Jelly/ }).click();
  await showJelly(page);
  await densityIs(page, '1234');
  expect(savedDensity(path)).toBeUndefined();
  await page.keyboard.press('Control+s');
  await expect.poll(() => savedDensity(path)).toBe(1234);
  await page.getByRole('button', { name: 'Start page' }).click();
  await recent.getByRole('button', { name: /Jelly/ }).waitFor();
  expect(await recent.getByText('unsaved edits').count()).toBe(0);
  await recent.getByText(/^\d+ of \d+ frames, Draft$/).waitFor();
  await recent.getByRole('button', { name: 'Remove from the list' }).click();
  await recent.getByText('Shots that you open are listed here.').waitFor();
});
