import { expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../../src/frames/Frame.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { runShot } from '../../support/shots.ts';

/*
 * Symptom: a shot with a collider that moves through a liquid had other frames when it was resumed. Cause: the liquid began among colliders as they stand at the
 * first frame, and at rest, as they had not moved since the checkpoint.
 */
test('a resumed liquid meets a moving collider where it is, and as it moves', async () => {
  const keys = [
    { frame: 1, value: 0.4 },
    { frame: 8, value: 0.15 },
  ];
  const ball = {
    kind: 'collider',
    id: 'ball',
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.12 } },
    transform: { position: [0, { keys }, 0] },
  };
  const scene = liquidShot([filled(0.25), ball], { cell: 1 / 24 });
  const one = await runShot(scene);
  one.advanceTo(5);
  const resumed = await runShot(scene);
  resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(one.simulation.checkpoint())));
  for (const frame of [6, 7, 8, 9]) {
    const [there, here] = [one, resumed].map((shot) => {
      shot.advanceTo(frame);
      return Buffer.from(encodeFrame(shot.simulation.currentFrame()));
    });
    expect(here.equals(there)).toBe(true);
  }
  for (const shot of [one, resumed]) shot.dispose();
});
