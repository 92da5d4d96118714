import { expect, test } from 'vitest';
import { createBackend } from '../../../src/host/simulation/solverBackend.ts';
import { ShotSimulation } from '../../../src/systems/ShotSimulation.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';

/*
 * Symptom: Ctrl+C and SIGTERM were not heard before the first frame of a liquid in a large box. Cause: only substeps asked whether the job was cancelled;
 * regions filled all cells first.
 */
test('regions ask whether the shot was cancelled while they fill a box', () => {
  const scene = liquidShot([filled(0.4)], { cell: 0.02 });
  const backend = createBackend('reference', 1);
  let asked = 0;
  const cancelled = () => ++asked > 3;
  const assets = { volumes: new Map(), meshShapes: new Map() };
  const simulation = new ShotSimulation(scene, assets, { quality: 'final', ...backend, cancelled });
  expect(() => simulation.currentFrame()).toThrow(expect.objectContaining({ code: 'cancelled' }));
  expect(asked).toBe(4);
  simulation.dispose();
  backend.dispose();
});
