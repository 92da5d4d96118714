import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { templates } from '../../src/scene/templates.ts';
import { isBody } from '../../src/scene/Scene.ts';
import { picture } from './support/editor.ts';
import { runByPalette } from './support/keyboard.ts';
import { everythingFits } from './support/layout.ts';
import { useStories } from './support/story.ts';
import { templateShot } from './support/templateShot.ts';
import { goToFrame, playheadSays, simulationIs } from './support/workbench.ts';

/** A sample of the gallery that shows a figure, made small. */
interface Sample {
  readonly template: string;
  readonly params: Readonly<Record<string, number>>;
  /** Frames after the first: until it has moved. */
  readonly frames: number;
}

/** Samples of figures of Irving 2007 and of Irving, Teran and Fedkiw 2006, one of each kind of thing that is drawn: muscles, a shell, hexahedra, cloth on what moves, bodies in contact, and one that tears. */
const SAMPLES: readonly Sample[] = [
  { template: 'muscle-arm', params: { percent: 10 }, frames: 4 },
  { template: 'half-torus-shell', params: { edge: 0.08, height: 0.05 }, frames: 4 },
  { template: 'hex-puddle', params: { percent: 8 }, frames: 4 },
  { template: 'cape', params: { edge: 0.08, percent: 16 }, frames: 4 },
  { template: 'tori-pile', params: { count: 3, percent: 16 }, frames: 4 },
  { template: 'torn-bar', params: { percent: 8 }, frames: 5 },
];

/** A sample as it lies in the workspace: what is on its card, and its first body. */
interface SmallShot {
  readonly label: string;
  readonly body: string;
}

const story = useStories();

test('the samples of the figures open from the gallery, are simulated, selected and scrubbed', () =>
  story('walk-through', { size: 'small' }, async ({ page, workspace }) => {
    const shots = SAMPLES.map((sample) => ({ ...sample, ...writeSmall(workspace, sample) }));
    for (const shot of shots) {
      await opens(page, shot);
      await looks(page, shot);
      await runByPalette(page, 'start page', 'Start page');
      await page.locator('.sample-card').first().waitFor();
    }
  }));

/** Puts a sample where the gallery finds it, with fewer elements and frames than it would make. */
function writeSmall(workspace: string, { template, params, frames: count }: Sample): SmallShot {
  const shot = templateShot(template, params);
  const { label } = templates.get(template);
  const range = { first: shot.range.first, last: shot.range.first + count };
  writeFileSync(join(workspace, `${template}.ductile`), JSON.stringify({ ...shot, name: label, range }));
  return { label, body: shot.entities.find(isBody)!.name };
}

async function opens(page: Page, { label }: SmallShot): Promise<void> {
  await page.locator('.sample-card').filter({ hasText: label }).click();
  await page.getByRole('group', { name: 'States of frames' }).getByRole('button').first().waitFor();
  expect(await page.title()).toBe(`${label} — Ductile`);
  await page.getByRole('banner').getByText(label, { exact: true }).waitFor();
  // It plays by itself, which keeps a processor that draws from simulating.
  await page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Pause' }).click();
  await simulationIs(page, 'complete');
}

async function looks(page: Page, { template, body, frames: count }: Sample & SmallShot): Promise<void> {
  // Pins of a body are called after it, and stand below it.
  const named = page.getByRole('treeitem', { name: new RegExp(`^${body}(,|$)`) });
  await named.first().click();
  expect(await page.locator('.inspector-head h2').innerText()).toBe(body);
  await expect.poll(() => countOf(page)).toBeGreaterThan(0);
  // Its balls lie apart also in the second shot, whose viewport comes after another one went.
  expect(new Set(await axisPlaces(page)).size, 'places of the six axes').toBe(6);
  await page.locator('[data-panel="viewport"]').focus();
  await page.keyboard.press('KeyA');
  await shows(page, 1);
  const before = await drawn(page);
  await shows(page, 1 + count);
  // What is drawn of the shot, between the tools and numbers at the sides of the view, is another picture.
  expect(await drawn(page)).not.toEqual(before);
  expect(await page.locator('[data-sonner-toast][data-type="error"]').count()).toBe(0);
  await everythingFits(page, template);
  await picture(page, `walk-through-${template}`);
}

/** Scrubs to a frame and waits until the numbers are those of it. */
async function shows(page: Page, frame: number): Promise<void> {
  await goToFrame(page, frame);
  await playheadSays(page, /memory/);
  const shown = page.locator('.viewport-statistics dt:text-is("Frame") + dd');
  await expect.poll(() => shown.innerText()).toMatch(new RegExp(`^${frame}\\b`));
}

/** Returns the places of the balls of the axis gizmo. */
async function axisPlaces(page: Page): Promise<readonly string[]> {
  const balls = page.getByRole('group', { name: 'View axes' }).getByRole('button');
  return balls.evaluateAll((found) => found.map((ball) => (ball as SVGGElement).style.transform));
}

/** Elements of what is selected, whatever they are. */
async function countOf(page: Page): Promise<number> {
  const counts = page.locator('.viewport-statistics dt:text-matches("^(Tets|Hexes|Triangles|Elements)$") + dd');
  return Number((await counts.first().innerText()).replaceAll(/\D/g, ''));
}

/** The middle of the view as a PNG. */
async function drawn(page: Page): Promise<Buffer> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const box = (await page.locator('.viewport canvas').first().boundingBox())!;
  const clip = {
    x: box.x + 0.25 * box.width,
    y: box.y + 0.2 * box.height,
    width: 0.5 * box.width,
    height: 0.7 * box.height,
  };
  return page.screenshot({ clip });
}
