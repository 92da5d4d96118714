import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { boxSurface } from '../support/changingBoxes.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, shotIsOpen, simulateAll } from './support/workbench.ts';

const LAST = 8;

const SHOT: SceneInput = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '0b6c7c0e-5d61-4f3e-9d0a-2d7a5b1f3c46',
  name: 'Growing',
  range: { first: 1, last: LAST },
  entities: [
    {
      kind: 'rigidBody',
      id: 'crate',
      name: 'Crate',
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.3, sizeY: 0.3, sizeZ: 0.3 } },
      transform: { position: [0, 1.2, 0] },
    },
    { kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } },
  ],
};

/** A box as an OBJ file, divided otherwise in every frame. */
function objOf(frame: number): string {
  const { positions, triangles } = boxSurface([1, 1 + 0.05 * frame, 1], 2 + (frame % 3));
  const lines: string[] = [];
  for (let k = 0; k < positions.length; k += 3) {
    lines.push(`v ${[positions[k], positions[k + 1] + 0.5, positions[k + 2]].map((x) => x.toFixed(5)).join(' ')}`);
  }
  for (let k = 0; k < triangles.length; k += 3) {
    lines.push(`f ${triangles[k] + 1} ${triangles[k + 1] + 1} ${triangles[k + 2] + 1}`);
  }
  return `${lines.join('\n')}\n`;
}

const story = useStories();

test('a sequence whose triangles change is looked at, imported as it is, shown and met', () =>
  story('changing-animation', { shot: SHOT }, async ({ page, workspace }) => {
    for (let frame = 1; frame <= LAST; frame++) writeFileSync(join(workspace, `grow.000${frame}.obj`), objOf(frame));
    await shotIsOpen(page);
    await page.getByRole('button', { name: 'Add to the shot' }).click();
    await page.getByRole('menuitem', { name: 'Import animation…' }).click();
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await page.getByRole('dialog').getByText('grow.0001.obj').dblclick();
    const panel = page.getByRole('region', { name: 'Import animation' });
    await panel.getByText('8 samples · changing topology').waitFor();
    // All of its samples are there to be looked at; it is shown, and an open surface cannot be met.
    const time = panel.getByRole('slider', { name: 'Time of the preview' });
    expect(await time.getAttribute('max')).toBe('7');
    await time.fill('6');
    await panel.getByText(/^frame 7 · /).waitFor();
    expect(await panel.getByRole('radio', { name: 'Show' }).getAttribute('data-state')).toBe('on');
    await panel.getByRole('radio', { name: 'Collider' }).click();
    expect(await panel.getByRole('radio', { name: 'Open' }).isDisabled()).toBe(true);
    expect(await panel.getByRole('radio', { name: 'Bind pose' }).isDisabled()).toBe(true);
    await pictures(page, 'changing-import', () => everythingFits(page));
    await panel.getByRole('button', { name: 'Import animation' }).click();
    await page.getByRole('treeitem', { name: /^grow/, selected: true }).waitFor();
    await simulateAll(page);
    await framesAre(page, 'Memory', LAST);
    await goToFrame(page, LAST);
    await pictures(page, 'changing-frame', () => everythingFits(page));
  }));
