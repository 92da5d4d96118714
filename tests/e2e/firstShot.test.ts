import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { runDuctile } from '../support/ductileProcess.ts';
import { dropFile } from './support/dropFile.ts';
import { picture } from './support/editor.ts';
import { everythingFits } from './support/layout.ts';
import { boxObj, bumpySphereObj } from './support/meshFiles.ts';
import { pictures, useStories } from './support/story.ts';
import {
  frames,
  goToFrame,
  picksObject,
  setValue,
  elementsAreShown,
  shotIsOpen,
  simulateAll,
} from './support/workbench.ts';

const FRAMES = 16;
/** Faces of the dropped sphere: they arrive as the quads that they were. */
const SPHERE_QUADS = 6 * 6 * 6;

const story = useStories();

test('a mesh that is dropped on the start page becomes a simulated shot and an Alembic file that opens', () =>
  story('first-shot', {}, async ({ page, workspace, task }) => {
    const toAlembic = task('scan-to-abc');
    await toAlembic.part(() => startsFromDroppedMesh(page));
    await importsStep(page);
    await setsUpCoarseShortShot(page);
    await toAlembic.part(() => simulateAll(page));
    await goToFrame(page, FRAMES);
    await frames(page, 'everything');
    await pictures(page, 'first-shot-simulated');
    await toAlembic.part(() => exportsAlembic(page));
    await reportIsRight(page);
    toAlembic.done();

    const file = join(workspace, 'export', 'boulder.abc');
    expect(existsSync(file)).toBe(true);
    const { code, objects } = await runDuctile(['info', file, '--json'], workspace);
    expect(code).toBe(0);
    const [{ samples, framesPerSecond, objects: described }] = objects as unknown as Description[];
    expect({ samples, framesPerSecond }).toEqual({ samples: FRAMES, framesPerSecond: 24 });
    const meshes = described.filter(({ schema }) => schema === 'PolyMesh');
    expect(
      meshes.map(({ samples: own, faces, constantTopology }) => ({ samples: own, faces, constantTopology })),
    ).toEqual([{ samples: FRAMES, faces: SPHERE_QUADS, constantTopology: true }]);
  }));

interface Description {
  readonly samples: number;
  readonly framesPerSecond: number;
  readonly objects: readonly {
    readonly schema: string;
    readonly samples: number;
    readonly faces?: number;
    readonly constantTopology?: boolean;
  }[];
}

async function startsFromDroppedMesh(page: Page): Promise<void> {
  await page.locator('.sample-card').first().waitFor();
  await pictures(page, 'start-page');
  await dropFile(page, '.start', 'boulder.obj', bumpySphereObj(0.5, 6));
  const sheet = page.getByRole('dialog', { name: 'New shot' });
  await sheet.getByRole('button', { name: 'boulder.obj' }).waitFor();
  await picture(page, 'first-shot-new');
  await sheet.getByRole('button', { name: 'Create', exact: true }).click();
  await shotIsOpen(page);
}

/** A second mesh, dropped on the open shot, is looked at before it comes in. */
async function importsStep(page: Page): Promise<void> {
  await dropFile(page, '.workbench', 'step.obj', boxObj([1.4, 0.2, 0.6]));
  const task = page.getByRole('region', { name: 'Import mesh' });
  await task.getByRole('heading', { name: 'step.obj' }).waitFor();
  await task.getByText('all passed').waitFor();
  expect(await task.getByRole('img', { name: 'problem' }).count()).toBe(0);
  await task.getByRole('radio', { name: 'Collider' }).click();
  await picture(page, 'first-shot-import');
  await task.getByRole('button', { name: 'Add collider' }).click();
  await task.getByText('step is in the shot').waitFor();
  await task.getByRole('button', { name: 'Done' }).click();
}

async function setsUpCoarseShortShot(page: Page): Promise<void> {
  await picksObject(page, 'boulder');
  await setValue(page, 'Edge length in percent of the size', '12');
  await page.getByRole('tab', { name: 'Shot' }).click();
  await setValue(page, 'Last frame', String(FRAMES));
  await page.getByRole('tab', { name: 'Object' }).click();
  await elementsAreShown(page, { more: 50, fewer: 2000 });
  await picture(page, 'first-shot-set-up');
}

async function exportsAlembic(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
  const task = page.getByRole('region', { name: 'Export' });
  await picture(page, 'first-shot-export');
  await task.getByRole('button', { name: 'Export', exact: true }).click();
  const report = task.getByRole('region', { name: 'Hand-off report' });
  await report.waitFor();
}

async function reportIsRight(page: Page): Promise<void> {
  const report = page.getByRole('region', { name: 'Hand-off report' });
  await pictures(page, 'first-shot-report');
  expect(await report.getAttribute('data-passed')).toBe('true');
  expect(await report.getByRole('img', { name: 'failed' }).count()).toBe(0);
  const text = await copiedReport(page);
  expect(text).toMatch(/^Hand-off report: .*\nObjects: .*boulder/);
  expect(text).toContain(`Frames: 1 – ${FRAMES} · ${FRAMES} at 24 fps`);
  expect(text).toMatch(/\nok {5}Vertex positions: /);
  expect(text).not.toContain('FAILED');
  const [, sum, file] = /\n([0-9a-f]{64}) {2}(.*\.abc)\n$/.exec(text)!;
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sum);
}

/** What the button that copies the hand-off report leaves in the clipboard. */
async function copiedReport(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the report' }).click();
  await page.getByText('Copied the hand-off report').waitFor();
  // The message is there now: it lies over no control.
  await everythingFits(page);
  return page.evaluate(() => navigator.clipboard.readText());
}
