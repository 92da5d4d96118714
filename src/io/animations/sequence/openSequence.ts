import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { CoreError } from '../../../base/errors.ts';
import { readPlainFileSync } from '../../../cache/plainFile.ts';
import { triangulate } from '../../../geometry/triangulate.ts';
import type { SurfaceMesh } from '../../../geometry/TriMesh.ts';
import { emptyBox, growBox, isEmptyBox } from '../../alembic/BoundsProperty.ts';
import type { AnimatedSource, AnimationOptions } from '../../AnimatedSource.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { mostMeshBytes } from '../../MeshFileSource.ts';
import { gunzip, isGzip } from '../../reading/gunzip.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { MovingGeometry, type StoredGeometry } from '../shared/MovingGeometry.ts';
import { DEFAULT_FRAME_RATE, samplesBetween } from '../shared/sampleTimes.ts';
import { findFrameFiles, sequencePattern, type FrameFiles } from './frameFiles.ts';

/** Reads the mesh of one file of a sequence. */
export type ReadFrame = (path: string, bytes: Uint8Array) => ImportedMesh;

/**
 * Opens a sequence of mesh files, one per frame: reads the first and the last. Frame n is at n / rate seconds; over gaps the motion is linear where the
 * topology is the same on both sides.
 */
export function openSequence(path: string, options: AnimationOptions, readFrame: ReadFrame): AnimatedSource {
  const files = findFrameFiles(path);
  const rate = options.framesPerSecond ?? DEFAULT_FRAME_RATE;
  const reader = new SequenceReader(files, readFrame);
  const times = Float64Array.from(files.frames, (frame) => frame / rate);
  const moving = new MovingGeometry(times, (index) => reader.read(index));
  const last = times.length - 1;
  const first = moving.stored(0);
  const doubts = sequenceDoubts(files, options.framesPerSecond === undefined, reader.warnings);
  const final = moving.stored(last);
  const isConstant = final.triangles === first.triangles && final.positions.length === first.positions.length;
  if (last > 1) doubts.push(`topology and bounds are those of the first and the last of ${last + 1} frames`);
  if (!isConstant) doubts.push('the topology changes and there are no velocities: the mesh jumps from frame to frame');
  const box = emptyBox();
  for (const { positions } of [first, final]) growBox(box, positions);
  const name = basename(sequencePattern(path) ?? path);
  return {
    header: {
      framesPerSecond: rate,
      objects: [
        {
          name,
          type: 'mesh',
          times,
          vertices: first.positions.length / 3,
          triangles: first.triangles.length / 3,
          topology: isConstant ? 'constant' : 'changing',
          velocities: 'samples',
          bounds: isEmptyBox(box) ? undefined : [...box],
          boundedSamples: Math.min(2, times.length),
        },
      ],
      doubts,
    },
    sample: (_object, time) => moving.sample(time),
    fingerprint: (_object, from, to) => {
      const [start, end] = samplesBetween(times, from, to);
      const hash = createHash('sha256').update(times.subarray(start, end + 1).join(' '));
      for (let index = start; index <= end; index++) hash.update(reader.digest(index));
      return hash.digest('hex');
    },
    close: () => undefined,
  };
}

/** Reads the files of a sequence. */
class SequenceReader {
  /** What the reader of the first file passed over. */
  warnings: readonly string[] = [];
  private readonly files: FrameFiles;
  private readonly readFrame: ReadFrame;
  private readonly digests = new Map<number, string>();
  /** The faces of the first file. */
  private first: { readonly faces: SurfaceMesh; readonly triangles: Uint32Array } | undefined;
  /** The triangles of the last file with other faces. */
  private others: Uint32Array | undefined;

  constructor(files: FrameFiles, readFrame: ReadFrame) {
    this.files = files;
    this.readFrame = readFrame;
  }

  read(index: number): StoredGeometry {
    const path = this.files.paths[index];
    const { surface, warnings } = this.surfaceOf(path);
    if (index === 0) this.warnings = warnings;
    return { positions: surface.positions, triangles: this.trianglesOf(surface) };
  }

  /** SHA-256 of a file as it was when it was first asked for. */
  digest(index: number): string {
    const known = this.digests.get(index);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(readStored(this.files.paths[index])).digest('hex');
    this.digests.set(index, digest);
    return digest;
  }

  private surfaceOf(path: string): ImportedMesh {
    const stored = readStored(path);
    try {
      return this.readFrame(path, isGzip(stored) ? gunzip(stored, path, mostMeshBytes) : stored);
    } catch (error) {
      if (error instanceof CoreError) throw error.within({ file: path });
      throw error;
    }
  }

  /**
   * Returns the triangles of a file: those of the first where the faces are the same, else its own. Which polygons are divided how depends on no
   * file that was read before, so that frames are the same in whatever order they are asked for.
   */
  private trianglesOf(surface: SurfaceMesh): Uint32Array {
    if (this.first !== undefined && sameFaces(this.first.faces, surface)) return this.first.triangles;
    const { triangles } = triangulate(surface).mesh;
    if (this.first === undefined) {
      const { name, faceOffsets, faceVertices } = surface;
      const faces = { name, faceOffsets, faceVertices, positions: NOTHING, groups: [], vertexAttributes: [] };
      this.first = { faces, triangles };
      return triangles;
    }
    if (this.others === undefined || !equal(this.others, triangles)) this.others = triangles;
    return this.others;
  }
}

/** An empty array for positions that are not kept. */
const NOTHING = new Float64Array(0);

function readStored(path: string): Uint8Array {
  return readPlainFileSync(path, { maxBytes: mostMeshBytes, remedy: 'Reduce the mesh before importing it.' });
}

function sameFaces(a: SurfaceMesh, b: SurfaceMesh): boolean {
  return equal(a.faceOffsets, b.faceOffsets) && equal(a.faceVertices, b.faceVertices);
}

function equal(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

function sequenceDoubts(
  { step, gaps, doubled }: FrameFiles,
  isRateAssumed: boolean,
  warnings: readonly string[],
): string[] {
  const doubts = new WarningList();
  for (const { first, last } of gaps) {
    const missing = first === last ? `frame ${first} is missing` : `frames ${first}-${last} are missing`;
    doubts.add('gaps', () => `${missing}: the motion is linear across the gap`);
  }
  if (step > 1) doubts.add('steps', () => `one frame in ${step} has a file: the motion is linear in between`);
  for (const name of doubled)
    doubts.add('doubled frames', () => `${name} is passed over: another file has its frame number`);
  if (isRateAssumed) {
    doubts.add('rate', () => `files of a sequence have no rate: ${DEFAULT_FRAME_RATE} frames per second are assumed`);
  }
  return [...doubts.sentences(), ...warnings];
}
