import { CoreError } from '../../../base/errors.ts';
import type { CornerAttribute, SurfaceMesh } from '../../../geometry/TriMesh.ts';
import type { ExportField, ExportJob, ExportObject, ExportSample } from '../../Exporter.ts';
import { shadingNormals } from './shadingNormals.ts';

export interface FrameMesh {
  readonly source: ExportObject;
  readonly name: string;
  /** Faces, uvs, groups; its own positions are not used. The same object for every frame of constant topology. */
  readonly surface: SurfaceMesh;
  readonly positions: Float32Array;
  readonly velocities?: Float32Array;
  readonly normals?: CornerAttribute;
  /** A value per vertex of each. */
  readonly fields: readonly ExportField[];
}

export interface FramePoints {
  readonly source: ExportObject;
  readonly name: string;
  readonly positions: Float32Array;
  readonly ids?: BigUint64Array;
  readonly velocities?: Float32Array;
  readonly widths?: Float32Array;
  /** A value per point of each. */
  readonly fields: readonly ExportField[];
}

export interface FrameVolume {
  readonly name: string;
  readonly positions: Float32Array;
  /** Four vertices per tetrahedron or eight per hexahedron, as TetMesh and HexMesh order them. */
  readonly cells: Uint32Array;
  readonly cellSize: 4 | 8;
  /** The midpoints of quadratic tetrahedra, six each, as TetMesh orders them. */
  readonly midpoints?: Uint32Array;
  readonly vertexFields: readonly ExportField[];
  readonly elementFields: readonly ExportField[];
}

/** One frame of everything that is exported, checked: sizes fit and every number is finite. */
export interface FrameContent {
  readonly frame: number;
  readonly meshes: readonly FrameMesh[];
  readonly points: readonly FramePoints[];
  readonly volumes: readonly FrameVolume[];
  /** Column-major transforms of objects that have one and whose geometry was not moved by it; left out where none has. */
  readonly transforms?: ReadonlyMap<ExportObject, Float64Array>;
}

export interface FrameOptions {
  /** Moves positions and velocities by the objects' transforms, for formats that have none, and where they are not wanted. */
  readonly bakeTransforms: boolean;
  readonly normals: boolean;
  readonly velocities: boolean;
  /** Fields of the simulation beside the geometry. */
  readonly fields: boolean;
}

export async function collectFrame(job: ExportJob, frame: number, options: FrameOptions): Promise<FrameContent> {
  const meshes: FrameMesh[] = [];
  const points: FramePoints[] = [];
  const volumes: FrameVolume[] = [];
  const transforms = new Map<ExportObject, Float64Array>();
  for (const object of job.objects) {
    const matrix = await object.transform?.(frame);
    const move = options.bakeTransforms && object.kind !== 'transform' ? matrix : undefined;
    if (matrix !== undefined && move === undefined) transforms.set(object, matrix);
    if (object.kind === 'transform') continue;
    const sample = await object.sample(frame);
    const place = `frame ${frame}, object ${object.name}`;
    if (object.kind === 'points') points.push(pointsOf(object, sample, options, move, place));
    else if (object.surface !== undefined || sample.topology !== undefined) {
      meshes.push(meshOf(object, sample, options, move, place));
    }
    const volume = volumeOf(object, sample, options, move, place);
    if (volume !== undefined) volumes.push(volume);
  }
  return { frame, meshes, points, volumes, transforms };
}

function meshOf(
  object: ExportObject,
  sample: ExportSample,
  options: FrameOptions,
  move: Float64Array | undefined,
  place: string,
): FrameMesh {
  const surface = sample.topology ?? object.surface;
  if (surface === undefined) throw invalid('the object has no surface', place);
  // A frame's own topology says nothing of positions: their number is that of the sample's.
  const vertexCount = (sample.topology === undefined ? surface.positions.length : sample.positions.length) / 3;
  requireVectors(sample.positions, vertexCount, 'positions', place);
  requireCorners(surface, vertexCount, place);
  const positions = movePoints(sample.positions, move);
  const velocities = options.velocities ? sample.velocities : undefined;
  if (velocities !== undefined) requireVectors(velocities, vertexCount, 'velocities', place);
  const wantsNormals = options.normals && (object.surface ?? surface).normals !== undefined;
  return {
    source: object,
    name: object.name,
    surface,
    positions,
    velocities: velocities && moveVectors(velocities, move),
    normals: wantsNormals ? shadingNormals(surface, positions) : undefined,
    fields: options.fields ? checkedFields(sample.fields, vertexCount, move, place) : [],
  };
}

function pointsOf(
  object: ExportObject,
  sample: ExportSample,
  options: FrameOptions,
  move: Float64Array | undefined,
  place: string,
): FramePoints {
  const count = sample.positions.length / 3;
  requireVectors(sample.positions, count, 'positions', place);
  const { ids, widths } = sample;
  const velocities = options.velocities ? sample.velocities : undefined;
  if (velocities !== undefined) requireVectors(velocities, count, 'velocities', place);
  if (ids !== undefined && ids.length !== count) throw invalid(`${ids.length} ids for ${count} points`, place);
  if (widths !== undefined && (widths.length !== count || !widths.every(Number.isFinite))) {
    throw invalid(`${widths.length} widths for ${count} points, or one is not a number`, place);
  }
  const positions = movePoints(sample.positions, move);
  return {
    source: object,
    name: object.name,
    positions,
    ids,
    widths,
    velocities: velocities && moveVectors(velocities, move),
    fields: options.fields ? checkedFields(sample.fields, count, move, place) : [],
  };
}

function volumeOf(
  object: ExportObject,
  sample: ExportSample,
  options: FrameOptions,
  move: Float64Array | undefined,
  place: string,
): FrameVolume | undefined {
  const { hexes } = object;
  const tets = sample.tets ?? object.tets;
  if (sample.volumePositions === undefined || (tets === undefined && hexes === undefined)) return undefined;
  const rest = tets?.positions ?? hexes?.positions ?? new Float64Array(0);
  requireVectors(sample.volumePositions, rest.length / 3, 'volume positions', place);
  const positions = movePoints(sample.volumePositions, move);
  const cells = tets?.tets ?? hexes?.hexes ?? new Uint32Array(0);
  const cellSize = tets === undefined ? 8 : 4;
  const { vertices = [], elements = [] } = (options.fields ? sample.volumeFields : undefined) ?? {};
  return {
    name: object.name,
    positions,
    cells,
    cellSize,
    ...(tets?.midpoints !== undefined && { midpoints: tets.midpoints }),
    vertexFields: checkedFields(vertices, rest.length / 3, move, place),
    elementFields: checkedFields(elements, cells.length / cellSize, move, place),
  };
}

function checkedFields(
  fields: readonly ExportField[] = [],
  count: number,
  move: Float64Array | undefined,
  place: string,
): readonly ExportField[] {
  return fields.map((field) => {
    const { name, size, values } = field;
    if (values.length !== size * count || !values.every(Number.isFinite)) {
      throw invalid(`'${name}' does not have ${count} values, or one is not a number`, place);
    }
    return size === 3 ? { ...field, values: moveVectors(values, move) } : field;
  });
}

function invalid(message: string, place: string): CoreError {
  return new CoreError('geometry-invalid', message, { place, remedy: 'Simulate the frame again, then export.' });
}

function requireVectors(values: Float32Array, count: number, what: string, place: string): void {
  if (values.length !== 3 * count) throw invalid(`${values.length / 3} ${what} for ${count} vertices`, place);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw invalid(`${what}: vertex ${Math.floor(i / 3)} is not a number`, place);
  }
}

/** Surfaces whose corners are known to be below a vertex count. */
const checkedCorners = new WeakMap<SurfaceMesh, number>();

function requireCorners(surface: SurfaceMesh, vertexCount: number, place: string): void {
  if (checkedCorners.get(surface) === vertexCount) return;
  const { faceVertices } = surface;
  for (let corner = 0; corner < faceVertices.length; corner++) {
    if (faceVertices[corner] >= vertexCount) {
      throw invalid(`a face uses vertex ${faceVertices[corner]} of ${vertexCount}`, place);
    }
  }
  checkedCorners.set(surface, vertexCount);
}

/** p' = M p for a column-major 4x4 matrix. */
function movePoints(points: Float32Array, matrix: Float64Array | undefined): Float32Array {
  return matrix === undefined ? points : applyMatrix(points, matrix, 1);
}

/** v' = the linear part of M times v (the matrix's own motion adds nothing). */
function moveVectors(vectors: Float32Array, matrix: Float64Array | undefined): Float32Array {
  return matrix === undefined ? vectors : applyMatrix(vectors, matrix, 0);
}

function applyMatrix(vectors: Float32Array, m: Float64Array, w: 0 | 1): Float32Array {
  const out = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += 3) {
    const x = vectors[i];
    const y = vectors[i + 1];
    const z = vectors[i + 2];
    for (let row = 0; row < 3; row++) out[i + row] = m[row] * x + m[row + 4] * y + m[row + 8] * z + w * m[row + 12];
  }
  return out;
}
