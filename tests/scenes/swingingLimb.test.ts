import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot } from '../support/shots.ts';

/** A limb that bends by `angle` in half a `period` under a cloth. */
function clothOnLimb(limb: Record<string, unknown>, last = 25) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
      range: { first: 1, last },
      entities: [
        {
          id: 'limb',
          kind: 'importedAnimation',
          source: { kind: 'procedural', form: { shape: 'limb', ...limb } },
          transform: { position: [0, 1, 0], rotation: [0, 0, Math.PI / 2] },
        },
        {
          id: 'sheet',
          kind: 'cloth',
          source: { kind: 'procedural', form: { shape: 'sheet', width: 0.5, depth: 0.5, edge: 0.025 } },
          transform: { position: [0.35, 1.1, 0] },
        },
      ],
    },
    catalogue,
  );
}

test('cloth that falls on a limb that swings at 5 m/s never crosses it', async () => {
  const shot = await runShot(clothOnLimb({ angle: 2, period: 0.5 }));
  const limb = () => shot.simulation.currentFrame();
  for (let frame = 1; frame <= 25; frame++) {
    shot.advanceTo(frame);
    const { stats, streams } = limb();
    const v = streams[0].attributes[1].values;
    let top = 0;
    for (let k = 0; k < v.length; k += 3) top = Math.max(top, Math.hypot(v[k], v[k + 1], v[k + 2]));
    console.log(
      frame,
      top.toFixed(2),
      stats.substeps,
      JSON.stringify(stats.bodyContact),
      stats.warnings,
      stats.judgements?.map((j) => j.sentence),
    );
    expect(stats.bodyContact?.intersectingPairs).toBe(0);
  }
  shot.dispose();
});
