import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveWriter } from '../../src/io/alembic/ArchiveWriter.ts';
import { FileSink, type ByteSink } from '../../src/io/alembic/ByteSink.ts';
import { PolyMeshWriter } from '../../src/io/alembic/PolyMeshWriter.ts';
import { openAnimation } from '../../src/io/openAnimation.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot } from '../support/shots.ts';
import { at24 } from '../support/animationSamples.ts';
import { fanSurface } from '../unit/alembic/archiveFixtures.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, stopwatch, type Times } from './timing.ts';

const MEGABYTE = 1e6;
const FRAMES = 240;
/** Vertices of a character, and of a mesh whose 240 frames are 4 GB. */
const CHARACTER = 100_000;
const HUGE = 1_400_000;
/** The frame by which the sheet hangs on the limb, and how many frames are measured from there. */
const TOUCHING = 9;
const MEASURED = 10;
/** Bytes of a blob beyond which the sparse file has a hole. */
const WRITTEN_OF_BLOB = 4096;

/** Reading animated geometry: a frame of a character, and what opening a large archive takes. */
export async function runAnimationsBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ductile-animations-'));
  try {
    const character = join(folder, 'character.abc');
    writeFan(new FileSink(character), CHARACTER);
    const huge = join(folder, 'huge.abc');
    writeFan(new SparseSink(huge), HUGE);
    return [...(await frameRows(character)), await openingRow(huge), await colliderRow()];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeFan(sink: ByteSink, vertices: number): void {
  const surface = fanSurface(vertices - 2);
  const archive = new ArchiveWriter(sink, {});
  const options = { sampling: archive.timeSampling(at24), velocities: false, normals: false, surface, faceSets: [] };
  const mesh = new PolyMeshWriter(archive.top, 'fan', options);
  const positions = new Float32Array(3 * vertices);
  for (let frame = 0; frame < FRAMES; frame++) {
    positions.fill(frame + 1, 0, 300);
    mesh.write({ positions, surface });
  }
  archive.close();
}

/** Writes the beginning of each blob alone and leaves holes, so that a file of 4 GB takes little of the disk. */
class SparseSink implements ByteSink {
  private readonly descriptor: number;
  private size = 0;

  constructor(path: string) {
    this.descriptor = openSync(path, 'w');
  }

  append(bytes: Uint8Array): void {
    const isSample = bytes.length > 8 * HUGE;
    this.patch(this.size, isSample ? bytes.subarray(0, WRITTEN_OF_BLOB) : bytes);
    this.size += bytes.length;
  }

  patch(offset: number, bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) done += writeSync(this.descriptor, bytes, done, bytes.length - done, offset + done);
  }

  close(): void {
    ftruncateSync(this.descriptor, this.size);
    closeSync(this.descriptor);
  }
}

async function frameRows(path: string): Promise<BenchRow[]> {
  const { source } = await openAnimation(path);
  const times: Times[] = [];
  let most = 0;
  for (let frame = 1; frame <= FRAMES; frame++) {
    const elapsed = stopwatch();
    source.sample(0, (frame + 0.5) / 24);
    times.push(elapsed());
    const { rss } = process.memoryUsage();
    most = Math.max(most, rss);
  }
  source.close();
  const note = `${FRAMES} frames of ${CHARACTER} vertices one after the other; half of them within ${(1e3 * quantile(times, 0.5).processor).toFixed(1)} ms of processor time`;
  return [
    { name: 'Alembic, a frame, 95 of 100', unit: 'ms', measured: byProcessor(quantile(times, 0.95), 1e3), note },
    {
      name: 'Alembic, memory of the process',
      unit: 'MB',
      measured: { by: 'figure', figure: most / MEGABYTE },
      note: 'the program itself and what it has read, at its most',
    },
  ];
}

/** A sheet falls on a limb of 100 000 vertices that bends: what a frame takes where they touch. */
async function colliderRow(): Promise<BenchRow> {
  const shot = await runShot(sheetOnLimb());
  shot.advanceTo(TOUCHING);
  const elapsed = stopwatch();
  shot.advanceTo(TOUCHING + MEASURED);
  const { clock, processor } = elapsed();
  shot.dispose();
  return {
    name: 'deforming collider, a frame',
    unit: 'ms',
    measured: byProcessor({ clock: clock / MEASURED, processor: processor / MEASURED }, 1e3),
    note: `102 000 vertices under a sheet of 2 700, 4 substeps; ${FRAMES} frames take ${((FRAMES * processor) / MEASURED).toFixed(0)} s`,
  };
}

function sheetOnLimb(): Scene {
  const limb = { shape: 'limb', radius: 0.1, length: 0.8, edge: 0.00262 };
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a13',
      range: { first: 1, last: FRAMES },
      entities: [
        {
          kind: 'importedAnimation',
          id: 'limb',
          source: { kind: 'procedural', form: limb },
          transform: { position: [0, 1, 0] },
        },
        {
          kind: 'cloth',
          id: 'sheet',
          source: { kind: 'procedural', form: { shape: 'sheet', width: 1, depth: 1, edge: 0.02 } },
          transform: { position: [0, 1.12, 0] },
        },
      ],
    },
    catalogue,
  );
}

/** The time that a share of all frames takes at most, each of the two times by itself. */
function quantile(times: readonly Times[], share: number): Times {
  const sorted = (kind: keyof Times) => times.map((time) => time[kind]).sort((a, b) => a - b);
  const at = Math.floor(share * times.length);
  return { clock: sorted('clock')[at], processor: sorted('processor')[at] };
}

async function openingRow(path: string): Promise<BenchRow> {
  const elapsed = stopwatch();
  const { source } = await openAnimation(path);
  const opening = elapsed();
  const sampling = stopwatch();
  source.sample(0, 200.5 / 24);
  const first = sampling().processor;
  source.close();
  return {
    name: 'Alembic of 4 GB, opening',
    unit: 'ms',
    measured: byProcessor(opening, 1e3),
    note: `${FRAMES} frames of ${HUGE} vertices; the first sample takes ${(1e3 * first).toFixed(0)} ms of processor time`,
  };
}
