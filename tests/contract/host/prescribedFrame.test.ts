import { expect, test } from 'vitest';
import { decodeFrame } from '../../../src/frames/Frame.ts';
import { positionsOf } from '../../../src/frames/Stream.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { openHosted } from '../../support/hostConnection.ts';
import { runShot } from '../../support/shots.ts';

test('a frame of what moves as prescribed is made of it alone, as a simulation would show it, and not stored', async () => {
  const scene = validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a12',
      range: { first: 1, last: 40 },
      entities: [
        { kind: 'importedAnimation', id: 'limb', source: { kind: 'procedural', form: { shape: 'limb', edge: 0.1 } } },
        { kind: 'cloth', id: 'sheet', source: { kind: 'procedural', form: { shape: 'sheet', edge: 0.3 } } },
      ],
    },
    catalogue,
  );
  const {
    connection: { client },
  } = await openHosted(scene);
  const { bytes } = await client.call('prescribedFrame', { quality: 'draft', frame: 20 });
  const { streams } = decodeFrame(bytes);
  expect(streams.map(({ entity }) => entity)).toEqual(['limb']);
  const alone = { ...scene, entities: scene.entities.slice(0, 1) };
  const shot = await runShot(alone);
  const rest = positionsOf(shot.simulation.currentFrame().streams[0]).slice();
  shot.advanceTo(20);
  expect(positionsOf(streams[0])).toEqual(positionsOf(shot.simulation.currentFrame().streams[0]));
  expect(positionsOf(streams[0])).not.toEqual(rest);
  const { states } = await client.call('frameStates', { quality: 'draft', first: 20, last: 20 });
  expect(states).toMatchObject([{ state: 'missing' }]);
  shot.dispose();
});
