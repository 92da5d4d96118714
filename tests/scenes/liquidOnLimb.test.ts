import { expect, test } from 'vitest';
import { positionsOf } from '../../src/frames/Stream.ts';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot } from '../support/shots.ts';

const LAST = 9;
const CELL = 0.05;

test('a bending limb pushes a pool aside: the liquid keeps its volume and stays out of it', async () => {
  const scene = validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a15',
      range: { first: 1, last: LAST },
      entities: [
        {
          kind: 'importedAnimation',
          id: 'limb',
          source: {
            kind: 'procedural',
            form: { shape: 'limb', radius: 0.12, length: 0.5, edge: 0.06, angle: 1, period: 0.8 },
          },
          transform: { position: [0, 0.8, 0] },
        },
        { kind: 'liquid', id: 'pool', domain: { centre: [0, 0.4, 0], size: [1, 0.8, 0.6] }, cellSize: CELL },
        {
          kind: 'region',
          id: 'fill',
          liquid: 'pool',
          role: { kind: 'fill' },
          shape: { kind: 'registered', type: 'box', params: { sizeX: 1, sizeY: 0.5, sizeZ: 0.6 } },
          transform: { position: [0, 0.25, 0] },
        },
      ],
    },
    catalogue,
  );
  const shot = await runShot(scene);
  const limb = shot.simulation.statics().streams.find(({ entity }) => entity === 'limb');
  if (limb?.type !== 'mesh' || limb.mesh.kind !== 'shell') throw new Error('the limb is no surface');
  const { triangles } = limb.mesh.mesh;
  const first = shot.simulation.currentFrame().stats;
  expect(first.warnings.join()).not.toMatch(/pass through/);
  shot.advanceTo(LAST);
  const { stats, streams } = shot.simulation.currentFrame();
  const at = Float64Array.from(positionsOf(streams.find(({ entity }) => entity === 'limb')!));
  const query = new SurfaceQuery({ positions: at, triangles });
  const points = streams.find(({ entity, type }) => entity === 'pool' && type === 'points');
  const x = positionsOf(points!);
  let deepest = 0;
  for (let k = 0; k < x.length; k += 3) deepest = Math.min(deepest, query.signedDistance(x[k], x[k + 1], x[k + 2]));
  expect(x.length).toBeGreaterThan(3000);
  // Cells are what the liquid sees of a surface.
  expect(deepest).toBeGreaterThan(-0.5 * CELL);
  expect(Math.abs(stats.entities['pool'].volume! / first.entities['pool'].volume! - 1)).toBeLessThan(0.05);
  // What the limb covers is not filled.
  expect(first.entities['pool'].volume!).toBeLessThan(0.98 * 1 * 0.5 * 0.6);
  shot.dispose();
});
