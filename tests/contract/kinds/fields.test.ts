import { expect, test } from 'vitest';
import { colourAttributes } from '../../../src/frames/derived/derivedAttributes.ts';
import { decodeFrame, encodeFrame } from '../../../src/frames/Frame.ts';
import { decodeStatics, encodeStatics } from '../../../src/frames/Statics.ts';
import { attributeOf } from '../../../src/frames/Stream.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { SheetBodies } from '../../../src/host/export/SheetBodies.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';

const FPS = 24;
const form = { shape: 'block', size: [0.2, 0.2, 0.2], cells: [2, 2, 2], elements: 'tets' };

/** A block that falls freely. */
function fallingBlock(more: object = {}) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
      frameRate: { numerator: FPS },
      range: { first: 1, last: 10 },
      physics: { gravity: [0, -9.8, 0] },
      entities: [{ id: 'block', kind: 'solid', source: { kind: 'procedural', form }, ...more }],
    },
    catalogue,
  );
}

// A field of solids that is one file and exists for tests alone.
test('is in frames and statics, declared once and computed from the state', async () => {
  const shot = await runShot(fallingBlock());
  shot.advanceTo(7);
  const statics = decodeStatics(encodeStatics(shot.simulation.statics()));
  const { streams } = decodeFrame(encodeFrame(shot.simulation.currentFrame()));
  const field = attributeOf(streams[0], 'displacement')!;
  const fallen = 0.5 * 9.8 * (6 / FPS) ** 2;
  expect(field).toMatchObject({ unit: 'm', location: 'vertex', components: 1 });
  expect(field.values.length).toBe(27);
  for (const value of field.values) expect(value).toBeCloseTo(fallen, 3);
  const names = colourAttributes(statics).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['von Mises stress', 'displacement']);
  shot.dispose();
});

test('stands beside those that a solid has, and colours it on contact sheets', async () => {
  const scene = fallingBlock({ plasticity: {}, volumeConservation: { enabled: true } });
  const shot = await runShot(scene);
  shot.advanceTo(4);
  const frame = shot.simulation.currentFrame();
  const statics = shot.simulation.statics();
  const own = statics.streams[0].attributes.map(({ name }) => name).slice(-4);
  expect(own).toEqual(['plastic strain', 'von Mises stress', 'one-ring volume', 'displacement']);
  const colouring = colourAttributes(statics).find(({ name }) => name === 'displacement')!;
  const frames = { statics, surface: () => Promise.reject(new Error('there is no surface')) };
  const [{ scalars }] = await new SheetBodies(frames, scene, new Set(), colouring).at(4, frame);
  for (const value of scalars!) expect(value).toBeCloseTo(0.5 * 9.8 * (3 / FPS) ** 2, 2);
  shot.dispose();
});
