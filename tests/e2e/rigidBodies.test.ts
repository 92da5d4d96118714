import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMesh } from '../../src/io/readMesh.ts';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { runDuctile } from '../support/ductileProcess.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, setValue, shotIsOpen, simulateAll } from './support/workbench.ts';

const LAST = 24;
/** m. */
const SIDE = 0.4;
const RADIUS = 0.2;

const SHOT: SceneInput = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '0b6c7c0e-5d61-4f3e-9d0a-2d7a5b1f3c44',
  name: 'Crates',
  range: { first: 1, last: LAST },
  entities: [
    {
      kind: 'rigidBody',
      id: 'crate',
      name: 'Crate',
      shape: { kind: 'registered', type: 'box', params: { sizeX: SIDE, sizeY: SIDE, sizeZ: SIDE } },
      transform: { position: [0, SIDE / 2, 0] },
    },
    { kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } },
  ],
};

const story = useStories();

test('a rigid ball from the menu falls on a crate, and both leave as they lie', () =>
  story('rigid-bodies', { shot: SHOT }, async ({ page, workspace, shotPath }) => {
    await shotIsOpen(page);
    await page.getByRole('button', { name: 'Add to the shot' }).click();
    await page.getByRole('menuitem', { name: 'Rigid body' }).hover();
    await page.getByRole('menuitem', { name: 'Sphere' }).click();
    await page.getByRole('treeitem', { name: /^Rigid sphere(,|$)/, selected: true }).waitFor();
    await setValue(page, 'Radius', `${RADIUS} m`);
    await setValue(page, 'Density', '7800');
    await pictures(page, 'rigid-bodies-added', () => everythingFits(page));
    await simulateAll(page);
    await framesAre(page, 'Memory', LAST);
    await goToFrame(page, LAST);
    // What presses on what, of the selected ball and of all; a pair is selected by its row.
    const contacts = page.getByRole('group', { name: 'Contacts in this frame' });
    await contacts.getByRole('button', { name: /^Crate \d 0\.5 / }).waitFor();
    await contacts.scrollIntoViewIfNeeded();
    await pictures(page, 'rigid-bodies-contacts', () => everythingFits(page));
    await page.getByRole('tab', { name: 'Shot' }).click();
    const onFloor = contacts.getByRole('button', { name: /^Floor · Crate|^Crate · Floor/ });
    await onFloor.scrollIntoViewIfNeeded();
    await onFloor.click();
    await page.getByRole('treeitem', { name: /^Crate(,|$)/, selected: true }).waitFor();
    await pictures(page, 'rigid-bodies-fallen', () => everythingFits(page));

    await page.keyboard.press('Control+S');
    await page.getByRole('img', { name: 'Not saved' }).waitFor({ state: 'detached' });
    const out = join(workspace, 'crates.####.obj');
    const written = await runDuctile(['export', shotPath, '--format', 'obj', '-o', out], workspace);
    expect(written).toMatchObject({ code: 0, stderr: '' });
    const heights = await heightsIn(out.replace('####', String(LAST).padStart(4, '0')));
    // The crate stands on the floor; nothing of the ball is below its lid, beyond which it has rolled at most.
    expect(Math.min(...heights)).toBeGreaterThan(-1e-3);
    expect(Math.max(...heights)).toBeLessThan(SIDE + 2 * RADIUS + 0.01);
    expect(heights.filter((y) => y > SIDE + RADIUS / 2).length).toBeGreaterThan(10);
  }));

/** Heights of all vertices of a file, m. */
async function heightsIn(path: string): Promise<number[]> {
  const { mesh } = await readMesh(path);
  return [...mesh.surface.positions].filter((_, k) => k % 3 === 1);
}
