import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietJob } from '../../src/base/job.ts';
import { cacheFolder } from '../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../src/cache/FrameCache.ts';
import { embedPositions, type VolumeMesh } from '../../src/geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { createShot } from '../../src/host/shot/createShot.ts';
import { ShotFrames } from '../../src/host/frames/ShotFrames.ts';
import { simulateShot } from '../../src/host/simulation/simulateShot.ts';
import { createBackend } from '../../src/host/simulation/solverBackend.ts';
import { readMesh } from '../../src/io/readMesh.ts';
import { loadShot } from '../../src/io/shotFile.ts';
import { meshers } from '../../src/meshing/Mesher.ts';
import { meshingSurface } from '../../src/meshing/meshingSurface.ts';
import { surfacePieces } from '../../src/meshing/surfacePieces.ts';
import { countPieces } from '../../src/meshing/wholeness.ts';
import { boundsDiagonal } from '../../src/simulation/rest/boundsDiagonal.ts';
import { DrawnStretch } from '../../src/simulation/judging/DrawnStretch.ts';
import { comb, hair, hornedBall, knot, plates } from '../support/thinShapes.ts';
import { meshesIn, staticMeshesIn } from '../support/streams.ts';

/** Frames of a drop from half a diagonal of a body with a diagonal of 1 m: the blow is in the ninth. */
const FRAMES = 16;
const SCANS = [
  'dino-toy.off',
  'octopus_decimated.obj',
  'hand_decimated.obj',
  'elephant.off',
  'homer.obj',
  'triceratops.off',
  'knot1.off',
  'koala.obj',
  'spot.obj',
  'bunny_watertight.obj',
  'sphere.obj',
];
const GENERATED: Readonly<Record<string, () => SurfaceMesh>> = {
  knot: () => knot(0.03),
  wire: () => knot(0.004),
  horn: () => hornedBall(0.05),
  comb: () => comb(5, 0.1, 0.02),
  plates: () => plates(0.03, 0.01, false),
  hinge: () => plates(0.03, 0.01, true),
  hair: () => hair(0.002),
};

function objText({ positions, faceOffsets, faceVertices }: SurfaceMesh): string {
  const lines: string[] = [];
  for (let at = 0; at < positions.length; at += 3) lines.push(`v ${positions.slice(at, at + 3).join(' ')}`);
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const own = faceVertices.slice(faceOffsets[face], faceOffsets[face + 1]);
    lines.push(`f ${Array.from(own, (vertex) => vertex + 1).join(' ')}`);
  }
  return lines.join('\n');
}

/** What a drop does to the drawn surface: its largest stretch, that over its elements', and its lowest point, m above the floor. */
async function drop(path: string, method: string, percent: number, folder: string) {
  const { surface } = (await readMesh(path)).mesh;
  const metresPerUnit = 1 / boundsDiagonal(surface.positions);
  const shotPath = join(folder, `${method}-${percent}.ductile`);
  const params = { method, percent, frames: FRAMES };
  await createShot({
    type: 'drop-test',
    params,
    path: shotPath,
    mesh: { path, metresPerUnit, upAxis: 'y' },
    replace: true,
  });
  const shot = await loadShot(shotPath, catalogue);
  const cache = await FrameCache.open(cacheFolder(shotPath, shot.scene.project));
  const backend = createBackend(undefined, 1);
  const { first, last } = shot.scene.range;
  try {
    await simulateShot({ shot, cache, backend, quality: 'draft', first, last }, quietJob, { frame: () => undefined });
    const frames = await ShotFrames.open({ shot, quality: 'draft', cache, backend: backend.name }, quietJob);
    const { mesh: volume } = staticMeshesIn(frames.statics)[0];
    if (volume.kind === 'shell') throw new Error('a drop test has a solid');
    return { volume, ...(await watch(frames, volume, last)) };
  } finally {
    backend.dispose();
  }
}

async function watch(frames: ShotFrames, volume: VolumeMesh, last: number) {
  const stretch = new DrawnStretch(volume);
  const drawn = new Float64Array(volume.surface.positions.length);
  const worst = { largest: 0, relative: 0, lowest: Infinity };
  for (let number = 1; number <= last; number++) {
    const [body] = meshesIn(await frames.frame(number));
    const positions = Float64Array.from(body.positions);
    const { largest, relative } = stretch.measure(positions);
    worst.largest = Math.max(worst.largest, largest);
    worst.relative = Math.max(worst.relative, relative);
    embedPositions(volume.embedding, positions, drawn);
    for (let at = 1; at < drawn.length; at += 3) worst.lowest = Math.min(worst.lowest, drawn[at]);
  }
  return worst;
}

async function row(name: string, path: string, method: string, percent: number, folder: string): Promise<string> {
  const { volume, largest, relative, lowest } = await drop(path, method, percent, folder);
  const edge = percent / 100;
  const pieces = countPieces(volume);
  const wanted = surfacePieces(meshingSurface(volume.surface, edge).mesh).count;
  const least = volume.embedding.weights.reduce((low, weight) => Math.min(low, weight), 0);
  const below = Math.max(0, -lowest);
  const failed = [
    pieces !== wanted && 'pieces',
    largest >= 3 && 'stretch',
    below > Math.max(0.5e-3, 0.01 * edge) && 'floor',
  ].filter(Boolean);
  return [
    name.padEnd(22),
    method.padEnd(16),
    `${percent}%`.padEnd(4),
    (volume.note === undefined ? '' : 'whole cells').padEnd(12),
    String(volume.mesh.positions.length / 3).padStart(8),
    `${pieces}/${wanted}`.padStart(7),
    least.toFixed(2).padStart(7),
    largest.toFixed(2).padStart(8),
    relative.toFixed(2).padStart(9),
    (1000 * below).toFixed(2).padStart(9),
    failed.length === 0 ? ' ok' : ` FAILS ${failed.join(' ')}`,
  ].join(' ');
}

/** Prints what becomes of thin parts in a drop: `node dist/wholeTable.js FOLDER [method,...] [percent,...] [shape,...]`. */
async function main(args: readonly string[]): Promise<void> {
  const [folder = process.env['DUCTILE_TEST_DATA'] ?? '.', methods, percents, shapes] = args;
  const work = await mkdtemp(join(tmpdir(), 'ductile-whole-'));
  console.log(
    'shape                  method           edge filled by    vertices  pieces  weight  stretch  relative  below mm',
  );
  try {
    for (const name of shapes?.split(',') ?? [...SCANS, ...Object.keys(GENERATED)]) {
      const path = name in GENERATED ? join(work, `${name}.obj`) : join(folder, name);
      if (name in GENERATED) await writeFile(path, objText(GENERATED[name]()));
      for (const method of methods?.split(',') ?? meshers.types()) {
        for (const percent of percents?.split(',') ?? ['4', '8']) {
          const own = await mkdtemp(join(work, 'row-'));
          const found = await row(name, path, method, Number(percent), own).catch(
            (error: unknown) => `${name} ${method} ${percent}% FAILS ${String(error)}`,
          );
          console.log(found);
          await rm(own, { recursive: true, force: true });
        }
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
