import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveWriter } from '../../src/io/alembic/ArchiveWriter.ts';
import { emptyBox } from '../../src/io/alembic/BoundsProperty.ts';
import { MemorySink } from '../../src/io/alembic/ByteSink.ts';
import type { ObjectWriter } from '../../src/io/alembic/ObjectWriter.ts';
import { PointsWriter } from '../../src/io/alembic/PointsWriter.ts';
import { PolyMeshWriter } from '../../src/io/alembic/PolyMeshWriter.ts';
import type { TimeSampling } from '../../src/io/alembic/TimeSampling.ts';
import { XformWriter } from '../../src/io/alembic/XformWriter.ts';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import type { AnimationOptions } from '../../src/io/AnimatedSource.ts';
import { BinaryWriter } from './BinaryWriter.ts';
import { bytesOf, type MemoryFiles } from './memorySource.ts';
import { cubeCorners, cubeQuads, objCube, plyTextCube } from './meshSamples.ts';

/** Small animated geometry of a format, in files of one folder. */
export interface AnimationSample {
  /** The format. */
  readonly type: string;
  readonly files: MemoryFiles;
  /** The file that is opened, or the pattern of its sequence. */
  readonly main: string;
  readonly options?: AnimationOptions;
}

/** A sample of each format: something that moves over at least three samples. */
export function animationSamples(): AnimationSample[] {
  const numbered = (ending: string, content: (frame: number) => string) => {
    return Object.fromEntries([1, 2, 3, 4].map((frame) => [`walk.000${frame}.${ending}`, content(frame)]));
  };
  return [
    { type: 'alembic', files: { 'walk.abc': sampleArchive() }, main: 'walk.abc' },
    { type: 'gltf', files: bendGltf(), main: 'bend.gltf' },
    { type: 'mdd', files: { 'walk.mdd': cubeMdd(), 'walk.obj': objCube }, main: 'walk.mdd' },
    { type: 'objSequence', files: numbered('obj', movedObj), main: 'walk.####.obj' },
    { type: 'pc2', files: { 'walk.pc2': cubePc2(), 'walk.obj': objCube }, main: 'walk.pc2' },
    {
      type: 'plySequence',
      files: numbered('ply', (frame) => plyTextCube.replace('\n0 0 0\n', `\n0 0 -${frame}\n`)),
      main: 'walk.%04d.ply',
    },
  ];
}

/** Writes files to a folder; returns the path of `main`. */
export function writeFiles(folder: string, files: MemoryFiles, main: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), bytesOf(content));
  return join(folder, main);
}

/** Positions of the unit cube, moved along x by `shift`. */
export function cubeAt(shift: number): number[] {
  return cubeCorners.flatMap(([x, y, z]) => [x + shift, y, z]);
}

const movedObj = (frame: number): string =>
  objCube.replaceAll(/^v (\S+)/gm, (_, x: string) => `v ${Number(x) + frame}`);

/** A cube that moves along x by `speed` units per sample, as a PC2 file. */
export function cubePc2({ samples = 5, start = 1, step = 1, speed = 0.5 } = {}): Uint8Array {
  const writer = new BinaryWriter().text('POINTCACHE2\0').int32(1, 8).float32(start, step).int32(samples);
  for (let sample = 0; sample < samples; sample++) writer.float32(...cubeAt(sample * speed));
  return writer.bytes();
}

/** A cube that moves along x by `speed` units per sample, as an MDD file: big-endian, times in seconds. */
export function cubeMdd({ times = [0, 1, 2, 3, 4].map((frame) => frame / 24), speed = 0.5 } = {}): Uint8Array {
  const writer = new BinaryWriter(false).int32(times.length, 8).float32(...times);
  times.forEach((_, sample) => writer.float32(...cubeAt(sample * speed)));
  return writer.bytes();
}

export function cubeSurface(): SurfaceMesh {
  return {
    name: 'cube',
    positions: Float64Array.from(cubeCorners.flat()),
    faceOffsets: Uint32Array.from({ length: 7 }, (_, face) => 4 * face),
    faceVertices: Uint32Array.from(cubeQuads.flat()),
    groups: [],
    vertexAttributes: [],
  };
}

/** Writes an archive in memory. */
export function archiveBytes(build: (archive: ArchiveWriter) => void): Uint8Array {
  const sink = new MemorySink();
  const archive = new ArchiveWriter(sink, { _ai_Application: 'test' });
  build(archive);
  archive.close();
  return sink.bytes().slice();
}

/** Adds a cube below `parent` whose sample `i` has the positions `at(i)`. */
export function addCube(
  parent: ObjectWriter,
  name: string,
  { sampling, samples, at }: { sampling: number; samples: number; at: (sample: number) => readonly number[] },
  velocities?: (sample: number) => readonly number[],
): void {
  const surface = cubeSurface();
  const options = { sampling, velocities: velocities !== undefined, normals: false, surface, faceSets: [] };
  const mesh = new PolyMeshWriter(parent, name, options);
  for (let sample = 0; sample < samples; sample++) {
    const stated = velocities && Float32Array.from(velocities(sample));
    mesh.write({ positions: Float32Array.from(at(sample)), surface, velocities: stated });
  }
}

/** Adds a transform below `parent` whose sample `i` is `at(i)`, a matrix by columns. */
export function addTransform(
  parent: ObjectWriter,
  name: string,
  { sampling, samples, at }: { sampling: number; samples: number; at: (sample: number) => ArrayLike<number> },
): ObjectWriter {
  const node = new XformWriter(parent, name, { sampling, animated: true });
  for (let sample = 0; sample < samples; sample++) node.write(Float64Array.from(at(sample)), emptyBox());
  node.finish();
  return node.object;
}

/** A rotation about z by `angle` rad and a translation, by columns. */
export function turnedZ(angle: number, [x, y, z]: readonly number[] = [0, 0, 0]): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

export const at24: TimeSampling = { timePerCycle: 1 / 24, times: [1 / 24] };

/** A cube under two transforms, and points whose number grows. */
function sampleArchive(): Uint8Array {
  return archiveBytes((archive) => {
    const sampling = archive.timeSampling(at24);
    const outer = addTransform(archive.top, 'outer', { sampling, samples: 4, at: (i) => turnedZ(0.2 * i, [i, 0, 0]) });
    addCube(outer, 'cube', { sampling, samples: 4, at: (i) => cubeAt(0.1 * i) }, () => cubeAt(2.4));
    const dust = new PointsWriter(archive.top, 'dust', { sampling, velocities: true, widths: false });
    for (let sample = 0; sample < 4; sample++) {
      const positions = Float32Array.from({ length: 3 * sample }, (_, k) => k);
      dust.write({
        positions,
        velocities: positions,
        ids: BigUint64Array.from({ length: sample }, (_, k) => BigInt(k)),
      });
    }
  });
}

/** Times of the keys of `bendGltf`, s. */
export const bendTimes = [0, 0.5, 1];

/**
 * A strip along y, bound below y = 1 to a joint at the origin and above to its child at y = 1, half to each in between. The child turns
 * about z, from 0 to a right angle in a second; the armature stands at x = 5, the strip's own node elsewhere. `change` edits the document.
 */
export function bendGltf(change: (json: BendJson) => void = () => undefined): MemoryFiles {
  const data = new BinaryWriter();
  const views: object[] = [];
  const accessors: object[] = [];
  const add = (type: string, componentType: number, count: number, write: () => void): number => {
    const byteOffset = data.length;
    write();
    views.push({ buffer: 0, byteOffset, byteLength: data.length - byteOffset });
    accessors.push({ bufferView: views.length - 1, componentType, count, type });
    return accessors.length - 1;
  };
  const floats = (type: string, count: number, ...values: number[]) =>
    add(type, 5126, count, () => data.float32(...values));
  const rows = [0, 1, 2].flatMap((y) => [0, 1].map((x) => [x, y]));
  const position = floats('VEC3', 6, ...rows.flatMap(([x, y]) => [x, y, 0]));
  const joints = add('VEC4', 5121, 6, () => rows.forEach(() => data.uint8(0, 1, 0, 0)));
  const weights = floats('VEC4', 6, ...rows.flatMap(([, y]) => [1 - y / 2, y / 2, 0, 0]));
  const indices = add('SCALAR', 5123, 12, () => data.uint16(0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4));
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const binds = floats('MAT4', 2, ...identity, ...identity.slice(0, 13), -1, 0, 1);
  const times = floats('SCALAR', 3, ...bendTimes);
  const turns = floats('VEC4', 3, ...[0, 45, 90].flatMap((degrees) => quaternionZ((degrees * Math.PI) / 180)));
  const json = {
    asset: { version: '2.0', generator: 'by hand' },
    scenes: [{ nodes: [0, 3] }],
    nodes: [
      { name: 'armature', translation: [5, 0, 0], children: [1] },
      { name: 'lower', children: [2] },
      { name: 'upper', translation: [0, 1, 0] },
      { name: 'strip', mesh: 0, skin: 0, translation: [100, 0, 0] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: position, JOINTS_0: joints, WEIGHTS_0: weights }, indices }] }],
    skins: [{ joints: [1, 2], inverseBindMatrices: binds }],
    animations: [
      {
        name: 'bend',
        channels: [{ sampler: 0, target: { node: 2, path: 'rotation' } }],
        samplers: [{ input: times, output: turns }],
      },
    ],
    accessors,
    bufferViews: views,
    buffers: [{ uri: 'bend.bin', byteLength: 0 }],
  };
  const context: BendJson = { json, floats, times };
  change(context);
  json.buffers[0].byteLength = data.length;
  return { 'bend.gltf': JSON.stringify(json), 'bend.bin': data.bytes() };
}

/** What `bendGltf` lets its caller edit. */
export interface BendJson {
  readonly json: Record<string, unknown[] | object>;
  /** Adds an accessor of floats; returns its number. */
  readonly floats: (type: string, count: number, ...values: number[]) => number;
  /** The accessor of `bendTimes`. */
  readonly times: number;
}

export function quaternionZ(angle: number): number[] {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}
