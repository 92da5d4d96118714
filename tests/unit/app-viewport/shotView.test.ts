import { Box3, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { Session } from '../../../app/session/Session.ts';
import { CameraRig } from '../../../app/viewport/camera/CameraRig.ts';
import { ShotView, type ShotViewHost } from '../../../app/viewport/engine/ShotView.ts';
import { smallScene } from '../../support/scenes.ts';

/** A shot whose body has been seen in `box` so far. */
function opened(box: Box3) {
  const rig = new CameraRig();
  rig.instant = true;
  rig.resize(1600, 900);
  const objects = {
    views: { all: [{}] },
    boxes: { heroBox: () => box, sweptBox: () => box },
  };
  const session = { document: { scene: smallScene() }, timeline: { getState: () => ({ frame: 1 }) } };
  const store = { getState: () => ({ lookThrough: undefined }), setState: () => undefined };
  const host = { rig, objects, store, opened: () => undefined } as unknown as ShotViewHost;
  const view = new ShotView(session as unknown as Session, host);
  view.update();
  return { rig, view };
}

const standing = () => new Box3(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 0.3, 0.5));

// It was framed anew only where its way was larger than the picture: a torus that sprang up left it above.
test('what jumps out of the picture takes the view along, though its way would fit into it', () => {
  const box = standing();
  const { rig, view } = opened(box);
  expect(rig.reach(box)).toBeLessThan(0.97);
  box.max.y = 0.53;
  expect(rig.share(box)).toBeLessThan(0.97);
  expect(rig.reach(box)).toBeGreaterThan(0.97);
  view.update();
  expect(rig.reach(box)).toBeLessThan(0.8);
});

test('a view that the artist has taken stays, whatever leaves it', () => {
  const box = standing();
  const { rig, view } = opened(box);
  rig.zoom(200);
  const taken = rig.view;
  box.max.y = 5;
  view.update();
  expect(rig.view).toEqual(taken);
});
