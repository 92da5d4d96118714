import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { ArchiveReader } from '../../src/io/alembic/ArchiveReader.ts';
import { MemorySource } from '../../src/io/alembic/ByteSource.ts';
import { PolyMeshReader } from '../../src/io/alembic/PolyMeshReader.ts';
import { readMesh } from '../../src/io/readMesh.ts';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { runDuctile } from '../support/ductileProcess.ts';
import { builtWithKinds } from './support/builtWithKinds.ts';
import { keepPicture, sizes } from './support/editor.ts';
import { cachedFrames } from './support/cacheFiles.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import {
  exportsShot,
  frames,
  goToFrame,
  keptFramesAre,
  picksObject,
  setValue,
  shotIsOpen,
  simulateAll,
  simulationIs,
} from './support/workbench.ts';

type Box = Record<'y' | 'height', number>;
/** m. */
type Place = [number, number, number];

const LAST = 24;
const FPS = 24;
const FIRST_KEY = 8;
/** Frame at which the spring of the ball has no stiffness any more. */
const LET_GO = 12;
const BRANCH = 16;
/** Frame at which the spring of the ball becomes stiff again in the second take. */
const HELD = 20;
const STIFFNESS = 40;
const MASS = 2;
const ANCHOR: Place = [0, 1, 0];
const OTHER_ANCHOR: Place = [0.6, 1, 0];
const START: Place = [0.2, 0, 0];
const RADIUS = 0.1;
/** CSS pixels. */
const LEAST_SHIFT = 50;

const SHOT: SceneInput = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '5f4b0a47-6a3f-4be6-9f0f-0d1d2f6d0c11',
  name: 'marbles',
  frameRate: { numerator: FPS },
  range: { first: 1, last: LAST },
  physics: { gravity: [0, 0, 0] },
  entities: [
    {
      kind: 'marble',
      id: 'ball',
      name: 'Ball',
      radius: RADIUS,
      mass: MASS,
      stiffness: STIFFNESS,
      anchor: ANCHOR,
      start: START,
    },
  ],
};

const built = builtWithKinds('tests/support/kinds');
const story = useStories();

test('a kind of entity that is three files is added, simulated, keyed, branched, coloured, probed and exported', () =>
  story('marble', { shot: SHOT, built }, async ({ page, workspace, shotPath }) => {
    await shotIsOpen(page);
    await addsAnother(page);
    await simulateAll(page);
    await keptFramesAre(page, LAST);
    await frames(page, 'everything');
    await pictures(page, 'marble-1-simulated', () => everythingFits(page));
    await looksByColour(page);
    await simulatesFromKey(page, workspace);
    await comparesTakes(page, workspace);
    await page.keyboard.press('Control+S');
    await page.getByRole('img', { name: 'Not saved' }).waitFor({ state: 'detached' });
    await makesSheets(workspace, shotPath);
    const file = await exportsAlembic(page, workspace);
    alembicIsRight(file);
    // OFF is written by an exporter that is one file beside those of the kind.
    for (const format of ['obj', 'off']) await sequenceIsRight(format, file, workspace, shotPath);
  }));

/** One from the add menu, whose properties the inspector edits by the form that follows from the schema. */
async function addsAnother(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to the shot' }).click();
  await page.getByRole('menuitem', { name: 'Marble' }).click();
  await page.getByRole('button', { name: /^Undo: Add Marble/ }).waitFor();
  await page.getByRole('treeitem', { name: /^Marble(,|$)/, selected: true }).waitFor();
  await setValue(page, 'Anchor X', String(OTHER_ANCHOR[0]));
  await setValue(page, 'Mass', String(2 * MASS));
  await page.getByRole('button', { name: /^Undo: Change mass of Marble/ }).waitFor();
}

/** The field is in the colour menu, the legend and the probe, and the ball is drawn where it is at the frame. */
async function looksByColour(page: Page): Promise<void> {
  await goToFrame(page, 1);
  await picksObject(page, 'Ball');
  await frames(page, 'selected');
  await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Probe' }).click();
  const { x, y, width, height } = (await page.locator('.viewport canvas').first().boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  const probe = page.getByRole('status', { name: 'Probe' });
  await probe.getByText(/^triangle \d+$/).waitFor();
  await page.getByRole('button', { name: 'Colour: Surface' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Spring force' }).click();
  await page.getByRole('complementary', { name: 'Colours: Spring force' }).waitFor();
  // At rest at the start: the force is k |x - a|.
  const force = STIFFNESS * START[0];
  await expect.poll(() => probe.innerText()).toMatch(new RegExp(`Spring force\\s+${force.toFixed(2)}\\d* N`));
  await readsStatistics(page, START[0]);
  await frames(page, 'everything');
  await pictures(page, 'marble-2-colour', () => everythingFits(page));
  // The probe stays on the ball: in a third of a second that comes nearer to its anchor by more than its radius.
  const ring = page.locator('.viewport-probe circle');
  const place = async () => parseFloat((await ring.getAttribute('cx')) ?? '');
  let start = NaN;
  const standsStill = async () => {
    const before = start;
    start = await place();
    return start === before;
  };
  await expect.poll(standsStill, { interval: 500 }).toBe(true);
  await goToFrame(page, FIRST_KEY);
  await expect.poll(async () => start - (await place())).toBeGreaterThan(LEAST_SHIFT);
  await expect.poll(() => probe.innerText()).toMatch(/Spring force\s+[12]\.\d+ N/);
  await pictures(page, 'marble-3-moved');
}

/** The number that the system adds is in the readout of the inspector, with its unit. */
async function readsStatistics(page: Page, extension: number): Promise<void> {
  const head = page.getByRole('button', { name: /^Statistics/ });
  await head.click();
  const list = page.getByLabel('Statistics of the selected object');
  await expect.poll(() => list.innerText()).toMatch(new RegExp(`Spring extension\\s+${1000 * extension}\\smm`));
  await head.click();
}

/** The keyed property makes frames stale from its first change on; they are simulated from the checkpoint before. */
async function simulatesFromKey(page: Page, workspace: string): Promise<void> {
  const first = cachedFrames(workspace);
  expect(first.size).toBe(LAST);
  await page.getByRole('button', { name: 'Set key of Ball stiffness' }).first().click();
  await page.getByRole('button', { name: 'Remove key of Ball stiffness' }).first().waitFor();
  const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
  await lanes.filter({ hasText: 'Stiffness' }).filter({ hasText: 'Ball' }).waitFor();
  await goToFrame(page, LET_GO);
  await setValue(page, 'Stiffness', '0');
  await keptFramesAre(page, FIRST_KEY);
  await page.getByRole('button', { name: `Stale ${LAST - FIRST_KEY}: go to the first` }).click();
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('dialog', { name: 'Why stale?' });
  await why.getByText('Ball › Stiffness').waitFor();
  await pictures(page, 'marble-4-stale');
  await why.getByRole('button', { name: `Simulate from ${FIRST_KEY + 1}` }).click();
  // That it goes on from a checkpoint is told while it runs, which frames of a millisecond may end before it is drawn.
  await simulationIs(page, 'complete');
  await keptFramesAre(page, LAST);
  const second = cachedFrames(workspace);
  expect(second.size).toBe(2 * LAST - FIRST_KEY);
  // None of the frames from before was written again.
  for (const [name, file] of first) expect(second.get(name)).toEqual(file);
}

async function comparesTakes(page: Page, workspace: string): Promise<void> {
  const takes = page.getByRole('list', { name: 'Takes' });
  const { size } = cachedFrames(workspace);
  await goToFrame(page, BRANCH);
  await page.setViewportSize(sizes.small);
  await page.getByRole('button', { name: 'Branch take at the playhead' }).click();
  const current = takes.locator('[aria-current=true]', { hasText: 'Take 2' });
  await current.waitFor();
  // The list is low in this window, and shows the take that is worked on.
  await expect.poll(async () => hiddenHeight(await current.boundingBox(), await takes.boundingBox())).toBeLessThan(2);
  await page.setViewportSize(sizes.large);
  await keptFramesAre(page, LAST);
  await page.getByRole('button', { name: 'Set key of Ball stiffness' }).first().click();
  await goToFrame(page, HELD);
  await setValue(page, 'Stiffness', String(20 * STIFFNESS));
  await keptFramesAre(page, BRANCH);
  await simulateAll(page);
  expect(cachedFrames(workspace).size).toBe(size + LAST - BRANCH);
  await goToFrame(page, LAST);
  await page.getByRole('button', { name: 'Compare with another take' }).click();
  const names = page.locator('.viewport-compare-name');
  await expect.poll(() => names.allInnerTexts()).toEqual(['Take 2', 'Main']);
  await frames(page, 'everything');
  await pictures(page, 'marble-5-takes');
  await page.getByRole('button', { name: 'Stop comparing' }).first().click();
  await takes.getByRole('button', { name: 'Main' }).click();
  await takes.locator('[aria-current=true]', { hasText: 'Main' }).waitFor();
  await keptFramesAre(page, LAST);
}

/** px of a box that lie above or below another. */
function hiddenHeight(inner: Box | null, outer: Box | null): number {
  const [bottom, end] = [inner!.y + inner!.height, outer!.y + outer!.height];
  return Math.max(0, outer!.y - inner!.y) + Math.max(0, bottom - end);
}

const cli = (args: readonly string[], workspace: string) => runDuctile(args, workspace, join(built, 'ductile.js'));

/** The command of the same build knows the kind and its field. */
async function makesSheets(workspace: string, shotPath: string): Promise<void> {
  const [plain, coloured] = await Promise.all(
    [[], ['--colour', 'spring force']].map(async (colour, k) => {
      const path = join(workspace, `sheet-${k}.png`);
      const made = await cli(['sheet', shotPath, '-o', path, '--width', '320', '--json', ...colour], workspace);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(made.objects.at(-1)).toMatchObject({ missing: 0 });
      return readFileSync(path);
    }),
  );
  expect(coloured.equals(plain)).toBe(false);
  keepPicture('marble-7-sheet', coloured);
}

async function exportsAlembic(page: Page, workspace: string): Promise<string> {
  await exportsShot(page);
  await pictures(page, 'marble-6-exported');
  return join(workspace, 'export', 'shot.abc');
}

/** Both balls are in the file, with the velocities that their positions show and the forces that their springs have there. */
function alembicIsRight(file: string): void {
  const archive = new ArchiveReader(new MemorySource(readFileSync(file)));
  for (const [name, anchor] of [
    ['Ball', ANCHOR],
    ['Marble', OTHER_ANCHOR],
  ] as const) {
    const mesh = meshOf(archive, name);
    expect(mesh.sampleCount).toBe(LAST);
    expect(mesh.constantTopology).toBe(true);
    const samples = Array.from({ length: LAST }, (_, k) => mesh.sample(k));
    const centres = samples.map(({ positions }) => centreOf(positions));
    centres[0].forEach((value, axis) => expect(value).toBeCloseTo(anchor[axis] + START[axis], 5));
    for (let k = 1; k < FIRST_KEY; k++) {
      const between = ((centres[k + 1][0] - centres[k - 1][0]) * FPS) / 2;
      expect(Math.abs(samples[k].velocities![0] - between)).toBeLessThan(0.05);
      const force = STIFFNESS * Math.abs(centres[k][0] - anchor[0]);
      const values = mesh.attribute('spring_force')!.sample(k).values;
      expect(values.length).toBe(samples[k].positions.length / 3);
      for (const value of values) expect(value).toBeCloseTo(force, 3);
    }
  }
  // Let go, the ball has no force and goes on as it moves.
  const ball = meshOf(archive, 'Ball');
  expect([...new Set(ball.attribute('spring_force')!.sample(LAST - 1).values)]).toEqual([0]);
  const [a, b, c] = [LAST - 3, LAST - 2, LAST - 1].map((k) => centreOf(ball.sample(k).positions)[0]);
  expect(Math.abs(b - a)).toBeGreaterThan(1e-3);
  expect(c - b).toBeCloseTo(b - a, 5);
}

/** The files of the command have the vertices of the file that the editor wrote. */
async function sequenceIsRight(format: string, alembic: string, workspace: string, shotPath: string): Promise<void> {
  mkdirSync(join(workspace, format));
  const out = join(workspace, format, `marbles.####.${format}`);
  const written = await cli(['export', shotPath, '--format', format, '-o', out, '--json'], workspace);
  expect(written).toMatchObject({ code: 0, stderr: '' });
  const archive = new ArchiveReader(new MemorySource(readFileSync(alembic)));
  const meshes = ['Ball', 'Marble'].map((name) => meshOf(archive, name));
  for (const frame of [1, LAST]) {
    const { mesh } = await readMesh(out.replace('####', String(frame).padStart(4, '0')));
    const expected = meshes.flatMap((one) => [...one.sample(frame - 1).positions]);
    expect(mesh.surface.positions.length).toBe(expected.length);
    mesh.surface.positions.forEach((value, k) => expect(value).toBeCloseTo(expected[k], 5));
  }
}

function meshOf(archive: ArchiveReader, name: string): PolyMeshReader {
  return new PolyMeshReader(archive.objects().find((object) => object.name === `${name}Shape`)!);
}

/** Mean of the vertices, m. */
function centreOf(positions: ArrayLike<number>): number[] {
  const sum = [0, 0, 0];
  for (let k = 0; k < positions.length; k++) sum[k % 3] += positions[k];
  return sum.map((value) => (3 * value) / positions.length);
}
