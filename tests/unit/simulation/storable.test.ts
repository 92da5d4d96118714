import { expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { simulationFailure } from '../../../src/protocol/failure.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const members = [
  ['velocities', /vertex 5 moves at 1\.0e\+39 m\/s, more than a frame can store/],
  ['positions', /vertex 5 is 1\.0e\+39 m away, more than a frame can store/],
] as const;

test.each(members)('%s beyond float32 fail the frame, by solid, frame, vertex and element', async (member, message) => {
  const shot = await runShot(tinyShot(4), { backend: 'reference' });
  const motion = shot.simulation.motionOf('block');
  // Stands in for a step that float64 carries and float32 does not: bodies that deform fail much earlier.
  const still = {
    maxStep: () => Infinity,
    predict: () => {},
    integratePositions: () => {},
    integrateVelocities: () => {},
  };
  Object.assign(motion, { ...still, commit: () => (motion[member][16] = -1e39) });
  let error: unknown;
  try {
    shot.advanceTo(2);
  } catch (thrown) {
    error = thrown;
  }
  shot.dispose();
  if (!(error instanceof CoreError)) throw new Error(`no frame failed: ${String(error)}`);
  expect(error).toMatchObject({ code: 'simulation-failed' });
  expect(error.place).toMatch(/^solid 'block', frame 2, element \d+$/);
  expect(error.message).toMatch(message);
  expect(error.remedy).toContain('far too large');
  expect(simulationFailure.parse(error.failure)).toMatchObject({ frame: 2, entity: 'block', cause: 'not-finite' });
  expect(shot.simulation.frame).toBe(1);
});
