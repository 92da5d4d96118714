import { encodeFrame } from '../../src/frames/Frame.ts';
import type { VolumeMesh } from '../../src/geometry/TetMesh.ts';
import { heldBytes } from '../support/heldBytes.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, stopwatch } from './timing.ts';

/** Frames of each shot that are timed; those before them bring it to where something happens. */
const MEASURED = 8;
const MEGABYTE = 2 ** 20;

/** One shot for each part of the methods, at its draft quality, and the frame before the first one that is timed. */
const SHOTS: readonly (readonly [part: string, template: string, from: number])[] = [
  ['invertible tetrahedra', 'torus-puddle', 20],
  ['invertible hexahedra', 'hex-puddle', 20],
  ['muscle', 'muscle-arm', 20],
  ['plasticity', 'clay-press', 20],
  ['goal', 'goal-disk', 40],
  ['shell', 'half-torus-shell', 12],
  ['cloth', 'cloth-drape', 16],
  ['kept volume', 'pressed-sphere', 8],
  ['bodies in contact', 'tori-pile', 16],
  ['fracture', 'torn-bar', 30],
  ['liquid', 'dam-break', 8],
  ['liquid and solid', 'jelly-in-tank', 8],
];

function elementsOf(volumes: ReadonlyMap<string, VolumeMesh>): number {
  let count = 0;
  for (const volume of volumes.values()) {
    count += volume.kind === 'tet' ? volume.mesh.tets.length / 4 : volume.mesh.hexes.length / 8;
  }
  return count;
}

async function shotRow(part: string, template: string, from: number): Promise<BenchRow> {
  const shot = await runShot(templateScene(template), { threads: 1 });
  const { simulation, volumes } = shot;
  shot.advanceTo(from);
  const elapsed = stopwatch();
  let substeps = 0;
  let stored = 0;
  for (let k = 0; k < MEASURED; k++) {
    simulation.advance(() => false);
    const frame = simulation.currentFrame();
    stored = encodeFrame(frame).byteLength;
    substeps += frame.stats.substeps / MEASURED;
  }
  const measured = byProcessor(elapsed(), 1 / MEASURED);
  const held = heldBytes(simulation) / MEGABYTE;
  shot.dispose();
  const elements = elementsOf(volumes);
  return {
    name: `${part}: ${template}`,
    unit: 's/frame',
    measured,
    note:
      `${elements > 0 ? `${elements} elements, ` : ''}one thread, frames ${from + 1} to ${from + MEASURED}, ${substeps.toFixed(1)} substeps each; ` +
      `${held.toFixed(1)} MiB held, ${(stored / MEGABYTE).toFixed(2)} MiB a frame`,
  };
}

/** Whole frames of a sample shot of each part, their bytes made: processor time and memory. */
export async function* runShotBench(): AsyncIterable<BenchRow> {
  for (const [part, template, from] of SHOTS) yield await shotRow(part, template, from);
}
