import { CoreError } from '../../base/errors.ts';
import { ArchiveReader, type ArchiveObject } from './ArchiveReader.ts';
import { emptyBox, growBoxByBox, isEmptyBox } from './BoundsProperty.ts';
import { FileSource, MemorySource } from './ByteSource.ts';
import { PointsReader } from './PointsReader.ts';
import { PolyMeshReader } from './PolyMeshReader.ts';
import { float64Values } from './propertyValues.ts';
import { POINTS, POLY_MESH, XFORM } from './schemas.ts';
import { sampleTime } from './TimeSampling.ts';
import { XformReader } from './XformReader.ts';

/** Number of frames whose boxes are read; longer archives are sampled evenly. */
const BOUNDS_FRAMES = 2000;

export interface ObjectDescription {
  readonly path: string;
  /** `PolyMesh`, `Xform`, `Points`, `FaceSet`, `SubD` ...; empty for an object without a schema. */
  readonly schema: string;
  readonly samples: number;
  /** Seconds of the first and last sample. */
  readonly firstTime?: number;
  readonly lastTime?: number;
  /** First sample's counts. */
  readonly vertices?: number;
  readonly faces?: number;
  readonly constantTopology?: boolean;
  readonly has?: readonly string[];
  /** Bounding box over the samples, in the object's own space: min xyz, max xyz. Missing when all samples are empty. */
  readonly bounds?: readonly number[];
}

export interface ArchiveDescription {
  readonly application: string;
  readonly library: string;
  readonly description: string;
  /** Frame rate from the file's hint, or from uniform sample times. */
  readonly framesPerSecond?: number;
  readonly firstTime?: number;
  readonly lastTime?: number;
  readonly samples: number;
  readonly objects: readonly ObjectDescription[];
  /** Bounding box of the whole scene where the file has it, else of all objects in their own spaces. */
  readonly bounds?: readonly number[];
}

/** Describes an Alembic file. `input`: a path, or the bytes themselves. Errors as the reader's. */
export function describeArchive(input: string | Uint8Array): ArchiveDescription {
  const source = typeof input === 'string' ? new FileSource(input) : new MemorySource(input);
  try {
    return describe(new ArchiveReader(source));
  } catch (cause) {
    if (!(cause instanceof CoreError) || cause.file !== undefined) throw cause;
    const { code, message, place, remedy } = cause;
    throw new CoreError(code, message, { file: source.name, place, remedy, cause });
  } finally {
    source.close();
  }
}

function describe(archive: ArchiveReader): ArchiveDescription {
  const objects = archive.objects().map((object) => describeObject(archive, object));
  const box = sceneBox(archive, objects);
  const times = objects
    .flatMap(({ firstTime, lastTime }) => [firstTime, lastTime])
    .filter((time) => time !== undefined);
  return {
    application: archive.metadata.get('_ai_Application') ?? '',
    library: archive.metadata.get('_ai_AlembicVersion') ?? String(archive.libraryVersion),
    description: archive.metadata.get('_ai_Description') ?? '',
    framesPerSecond: archiveFrameRate(archive),
    firstTime: times.length === 0 ? undefined : Math.min(...times),
    lastTime: times.length === 0 ? undefined : Math.max(...times),
    samples: objects.reduce((most, { samples }) => Math.max(most, samples), 0),
    objects,
    bounds: isEmptyBox(box) ? undefined : [...box],
  };
}

/** Returns the archive's box of the whole scene, or the union of the boxes of its objects. */
function sceneBox(archive: ArchiveReader, objects: readonly ObjectDescription[]): Float64Array {
  const box = emptyBox();
  const stated = archive.top.properties.properties.get('.childBnds');
  if (stated !== undefined && stated.header.sampleCount > 0) {
    const bounds = (index: number) => float64Values(stated, index, 6);
    growBoxByBox(box, union({ sampleCount: stated.header.sampleCount, bounds }) ?? emptyBox());
  }
  if (isEmptyBox(box)) for (const { bounds } of objects) if (bounds !== undefined) growBoxByBox(box, bounds);
  return box;
}

/** Returns the frame rate that the archive hints at, or that of its first uniform sampling, frames per second. */
export function archiveFrameRate(archive: ArchiveReader): number | undefined {
  const hint = Number(archive.metadata.get('_ai_DCC_FPS') ?? NaN);
  if (Number.isFinite(hint) && hint > 0) return hint;
  const uniform = archive.samplings
    .slice(1)
    .find(({ times, timePerCycle }) => times.length === 1 && timePerCycle < 1e6);
  return uniform === undefined || uniform.timePerCycle <= 0 ? undefined : 1 / uniform.timePerCycle;
}

function describeObject(archive: ArchiveReader, object: ArchiveObject): ObjectDescription {
  const schema = object.metadata.get('schema') ?? '';
  const short = schema.replace(/^AbcGeom_/, '').replace(/_v\d+$/, '');
  const base = { path: object.path, schema: short };
  if (schema === POLY_MESH.schema) {
    const mesh = new PolyMeshReader(object);
    const { vertices, faces } = mesh.counts(0);
    const has = [...Object.entries(mesh.has).flatMap(([name, present]) => (present ? [name] : [])), ...mesh.attributes];
    const times = sampleTimes(archive, mesh.sampling, mesh.sampleCount);
    return { ...base, ...times, vertices, faces, constantTopology: mesh.constantTopology, has, bounds: union(mesh) };
  }
  if (schema === POINTS.schema) {
    const points = new PointsReader(object);
    const times = sampleTimes(archive, points.sampling, points.sampleCount);
    const has = points.attributes.length > 0 && { has: points.attributes };
    return { ...base, ...times, vertices: points.pointCount(0), ...has, bounds: union(points) };
  }
  if (schema === XFORM.schema) {
    const xform = new XformReader(object);
    return { ...base, ...sampleTimes(archive, xform.sampling, xform.sampleCount) };
  }
  return { ...base, samples: 0 };
}

function sampleTimes(archive: ArchiveReader, sampling: number, samples: number) {
  if (samples === 0) return { samples };
  const times = archive.samplings[sampling];
  return { samples, firstTime: sampleTime(times, 0), lastTime: sampleTime(times, samples - 1) };
}

function union(reader: { readonly sampleCount: number; bounds(index: number): Float64Array }): number[] | undefined {
  const box = emptyBox();
  const step = Math.max(1, Math.ceil(reader.sampleCount / BOUNDS_FRAMES));
  for (let i = 0; i < reader.sampleCount; i += step) growBoxByBox(box, reader.bounds(i));
  growBoxByBox(box, reader.bounds(reader.sampleCount - 1));
  return isEmptyBox(box) ? undefined : [...box];
}
