import { expect, test } from 'vitest';
import { FrameShapes } from '../../src/frames/FrameShapes.ts';
import { manifoldReport } from '../../src/geometry/manifoldReport.ts';
import { triangulate } from '../../src/geometry/triangulate.ts';
import { importers } from '../../src/io/Importer.ts';
import { sampleMesh } from '../../src/io/sampleMeshes.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

/** A coarse bar that is drawn out quickly, its solid changed. */
function tornScene(change: Partial<Extract<Scene['entities'][number], { kind: 'solid' }>>): Scene {
  const scene = templateScene('torn-bar', { percent: 12, frames: 19 });
  const entities = scene.entities.map((entity) => (entity.kind === 'solid' ? { ...entity, ...change } : entity));
  return { ...scene, entities };
}

/** Its pieces at the last frame, with the most elements inverted on the way. */
async function tear(scene: Scene, backend?: string) {
  const shot = await runShot(scene, { backend });
  shot.advanceTo(scene.range.last);
  const { stats } = shot.simulation.currentFrame();
  shot.dispose();
  return stats;
}

test.each([
  [
    'keeps its volume',
    { volumeConservation: { enabled: true, recoveryTime: 0.1, tolerance: 0.01, maxIterations: 5000 } },
  ],
  ['is integrated implicitly', { integration: 'implicit' as const }],
])(
  'a bar that %s tears in two',
  async (_label, change) => {
    const { entities, invertedElements } = await tear(tornScene(change));
    expect(entities['bar'].sections!.fracture).toMatchObject({ pieces: 2 });
    expect(entities['bar'].sections!.fracture!.smallestPiece).toBeGreaterThan(0.01);
    expect(invertedElements).toBeLessThan(5);
  },
  60_000,
);

test('an elastic bar tears where its stress is too large, and a tough one does not', async () => {
  const scene = tornScene({ plasticity: undefined });
  const solid = scene.entities.find((entity) => entity.kind === 'solid')!;
  const fracture = { ...solid.fracture!, measure: 'stress' as const, stress: 1e5, paintedToughness: undefined };
  const torn = await tear(tornScene({ plasticity: undefined, fracture }));
  expect(torn.entities['bar'].sections!.fracture!.pieces).toBeGreaterThan(1);
  const tough = await tear(tornScene({ plasticity: undefined, fracture: { ...fracture, toughness: 100 } }));
  expect(tough.entities['bar'].sections?.fracture).toEqual({ pieces: 1, smallestPiece: 1, cracks: 0, cutElements: 0 });
});

test('keyed toughness lets a bar go at its frame', async () => {
  const solid = templateScene('torn-bar').entities.find((entity) => entity.kind === 'solid')!;
  const keys = [
    { frame: 14, value: 100, interpolation: 'step' as const },
    { frame: 15, value: 1, interpolation: 'step' as const },
  ];
  const scene = tornScene({ fracture: { ...solid.fracture!, toughness: { keys } } });
  const shot = await runShot(scene);
  shot.advanceTo(14);
  expect(shot.simulation.currentFrame().stats.entities['bar'].sections!.fracture!.cracks).toBe(0);
  shot.advanceTo(19);
  expect(shot.simulation.currentFrame().stats.entities['bar'].sections!.fracture!.cutElements).toBeGreaterThan(10);
  shot.dispose();
});

test('a scan tears in clean pieces with closed surfaces', async () => {
  const { fileName, bytes } = sampleMesh('rabbit');
  const mesh = await importers.get('obj').read({ path: fileName, bytes, sibling: () => Promise.resolve(undefined) });
  const sides = [0, 1, 2].map((axis) => extent(mesh.surface.positions, axis));
  const bounds = [...sides.map(({ min }) => min), ...sides.map(({ max }) => max)];
  const template = { path: fileName, sha256: '0'.repeat(64), metresPerUnit: 1, upAxis: 'y' as const, bounds };
  const scene = templateScene('torn-scan', { percent: 6, frames: 37 }, template);
  const shot = await runShot(scene, { sources: new Map([['scan', mesh]]) });
  const shapes = new FrameShapes(shot.volumes.get('scan')!);
  let most = 0;
  for (let frame = 2; frame <= 22; frame++) {
    shot.advanceTo(frame);
    const present = shot.simulation.currentFrame();
    const { stats } = present;
    const { surface } = shapes.at(meshesIn(present)[0].stream);
    const report = manifoldReport(triangulate(surface).mesh.triangles, surface.positions.length / 3);
    expect(report.manifold).toBe(true);
    const { pieces, smallestPiece } = stats.entities['scan'].sections!.fracture!;
    expect(smallestPiece).toBeGreaterThan(0.01);
    most = Math.max(most, pieces);
  }
  expect(most).toBe(2);
  shot.dispose();
});
