import { produce, type Draft } from 'immer';
import { describe, expect, it } from 'vitest';
import { samePicture, sameStart } from '../../../app/viewport/engine/followStores.ts';
import type { FrameCell } from '../../../app/state/framesStore.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { keyedShot } from '../../support/keyedShot.ts';

const scene = keyedShot();
const edited = (change: (draft: Draft<Scene>) => void) => produce(scene, change);
const solidOf = (draft: Draft<Scene>) => {
  const solid = draft.entities.find(({ kind }) => kind === 'solid');
  if (solid?.kind !== 'solid') throw new Error('no solid');
  return solid;
};

describe('a picture', () => {
  it('stays where only the physics is edited', () => {
    expect(
      samePicture(
        scene,
        edited((draft) => void (draft.name = 'other')),
      ),
    ).toBe(true);
    expect(
      samePicture(
        scene,
        edited((draft) => void (solidOf(draft).material.density = 2000)),
      ),
    ).toBe(true);
    expect(
      samePicture(
        scene,
        edited((draft) => void (draft.physics.seed += 1)),
      ),
    ).toBe(true);
    expect(
      samePicture(
        scene,
        edited((draft) => void (draft.quality.draft.maxSubsteps += 1)),
      ),
    ).toBe(true);
  });

  it('is drawn anew for everything else', () => {
    const edits: ((draft: Draft<Scene>) => void)[] = [
      (draft) => void (solidOf(draft).transform.position[0] += 1),
      (draft) => void (solidOf(draft).display.visible = false),
      (draft) => void (solidOf(draft).name = 'other'),
      (draft) => void (solidOf(draft).enabled = false),
      (draft) => void (draft.range.last += 1),
      (draft) => void draft.entities.pop(),
      (draft) => void draft.entities.reverse(),
    ];
    for (const edit of edits) expect(samePicture(scene, edited(edit))).toBe(false);
    expect(samePicture(undefined, scene)).toBe(false);
    expect(samePicture(undefined, undefined)).toBe(true);
  });

  it('depends on the states of frames at the first one alone', () => {
    const cell = (frame: number, state: FrameCell['state']): FrameCell => ({
      frame,
      state,
      key: 'k',
      storedKey: undefined,
      checkpoint: false,
      failure: undefined,
    });
    const cells = [cell(1, 'cached'), cell(2, 'missing')];
    expect(sameStart(cells, [cell(1, 'cached'), cell(2, 'computing')])).toBe(true);
    expect(sameStart(cells, [cell(1, 'stale'), cell(2, 'missing')])).toBe(false);
    expect(sameStart([cell(1, 'stale')], [cell(1, 'missing')])).toBe(true);
    expect(sameStart(cells, [])).toBe(false);
    expect(sameStart([], [])).toBe(true);
  });
});
