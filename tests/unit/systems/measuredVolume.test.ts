import { expect, test } from 'vitest';
import { smallShot } from '../../support/smallShot.ts';
import { runShot } from '../../support/shots.ts';

// Symptom: coarse solids at rest had 29 % more or less volume than at rest: statistics measure what their elements are filled with.
test.each(['muscle-arm', 'hex-puddle', 'torus-puddle', 'torn-bar', 'jelly-in-tank', 'balloon'])(
  'where %s begins, bodies have the volume that their constant data say',
  async (template) => {
    const { scene, sources } = await smallShot(template);
    const { simulation, dispose } = await runShot(scene, { sources });
    const { entities } = simulation.currentFrame().stats;
    const known = simulation
      .statics()
      .streams.flatMap((stream) => (stream.type === 'mesh' && stream.measuredVolume !== undefined ? [stream] : []));
    expect(known.length).toBeGreaterThan(0);
    for (const { entity, measuredVolume } of known) {
      expect(entities[entity].volume / measuredVolume!).toBeCloseTo(1, 6);
    }
    dispose();
  },
);
