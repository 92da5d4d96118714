import { CoreError } from '../../../base/errors.ts';
import { triangulate } from '../../../geometry/triangulate.ts';
import type { ArchiveObject } from '../../alembic/ArchiveReader.ts';
import { isEmptyBox } from '../../alembic/BoundsProperty.ts';
import { PointsReader } from '../../alembic/PointsReader.ts';
import { PolyMeshReader } from '../../alembic/PolyMeshReader.ts';
import { float32Values, float64Values, int32Values, uint64Values } from '../../alembic/propertyValues.ts';
import type { PropertyReader } from '../../alembic/PropertyReader.ts';
import { MOST_VERTICES, requireBudget, requireSurfaceBudget } from '../../reading/meshBudget.ts';
import { NO_TRIANGLES, type StoredGeometry } from '../shared/MovingGeometry.ts';
import { finiteValues } from '../shared/finiteValues.ts';
import type { SampleTimes } from './SampleTimes.ts';

/** Reads the samples of a mesh or of points, in the object's own space. */
export abstract class ArchiveGeometry {
  readonly object: ArchiveObject;
  /** Times of the samples, s: those of the positions, or of whatever else changes where these are constant. */
  readonly times: Float64Array;
  abstract readonly type: 'mesh' | 'points';
  /** Whether vertices keep their meaning in all samples. */
  abstract readonly constant: boolean;
  protected readonly sampleTimes: SampleTimes;
  protected readonly positions: PropertyReader;
  protected readonly velocities: PropertyReader | undefined;
  private readonly boxes: PropertyReader | undefined;
  /** What the samples consist of. */
  private readonly members: readonly PropertyReader[];

  protected constructor(
    object: ArchiveObject,
    sampleTimes: SampleTimes,
    property: (name: string) => PropertyReader | undefined,
    topology: readonly string[],
  ) {
    this.object = object;
    this.sampleTimes = sampleTimes;
    const positions = property('P');
    if (positions === undefined)
      throw new CoreError('format-malformed', 'P is missing', { place: object.path, remedy: 'Export it again.' });
    this.positions = positions;
    this.velocities = property('.velocities');
    this.boxes = property('.selfBnds');
    this.members = [positions, this.velocities, ...topology.map(property)].filter((member) => member !== undefined);
    const lists = this.members.map((member) => sampleTimes.of(member));
    this.times = lists.find(({ length }) => length > 1) ?? lists[0];
  }

  /** Reads sample number `index`. */
  abstract read(index: number): StoredGeometry;

  /** Number of triangles of the first sample. */
  abstract triangleCount(): number;

  get vertices(): number {
    return this.positions.elementCount(0);
  }

  /** Whether the file has a velocity for each vertex of the first sample. */
  get velocitiesStated(): boolean {
    return this.velocities !== undefined && this.velocities.elementCount(0) === this.vertices;
  }

  get velocitiesUnusable(): boolean {
    return this.velocities !== undefined && !this.velocitiesStated;
  }

  /** Returns the box that the file states for a sample; undefined where it states none, or one that cannot be right. */
  statedBounds(index: number): Float64Array | undefined {
    if (this.boxes === undefined) return undefined;
    const box = float64Values(this.boxes, this.indexOf(this.boxes, index), 6);
    if (!box.every(Number.isFinite)) return undefined;
    const empty = isEmptyBox(box) || box.every((value) => value === 0);
    return empty && this.positions.elementCount(this.indexOf(this.positions, index)) > 0 ? undefined : box;
  }

  /** Identifies what samples `first` to `last` hold, by the keys that the archive stores. */
  keys(first: number, last: number): string[] {
    const keys: string[] = [];
    for (let index = first; index <= last; index++) {
      for (const member of this.members) keys.push(member.key(this.indexOf(member, index)));
    }
    return keys;
  }

  /** Returns the sample of `property` that belongs to sample `index` of the object. */
  protected indexOf(property: PropertyReader, index: number): number {
    return this.sampleTimes.indexAt(property, this.times[index]);
  }

  protected readPositions(index: number): Float32Array {
    const at = this.indexOf(this.positions, index);
    requireBudget(this.positions.elementCount(at), MOST_VERTICES, 'vertices', undefined, this.place(index));
    return finiteValues(float32Values(this.positions, at, 3), 'vertex', this.place(index));
  }

  /** Returns the velocities of a sample; undefined where their number is not that of the vertices. */
  protected readVelocities(index: number, length: number): Float32Array | undefined {
    if (this.velocities === undefined) return undefined;
    const at = this.indexOf(this.velocities, index);
    if (3 * this.velocities.elementCount(at) !== length) return undefined;
    return finiteValues(float32Values(this.velocities, at, 3), 'velocity', this.place(index));
  }

  protected place(index: number): string {
    return `${this.object.path} sample ${index}`;
  }
}

/** A polygon mesh, or the cage of a subdivision surface. */
export class ArchiveMesh extends ArchiveGeometry {
  readonly type = 'mesh';
  readonly constant: boolean;
  private readonly mesh: PolyMeshReader;
  private readonly topology: readonly PropertyReader[];
  /** The topologies that were used last, the newer one first. */
  private held: { readonly key: string; readonly triangles: Uint32Array }[] = [];

  constructor(object: ArchiveObject, times: SampleTimes) {
    const mesh = new PolyMeshReader(object);
    super(object, times, (name) => mesh.property(name), ['.faceIndices', '.faceCounts']);
    this.mesh = mesh;
    this.topology = ['.faceIndices', '.faceCounts'].map((name) => mesh.property(name)!);
    this.constant = mesh.constantTopology;
  }

  read(index: number): StoredGeometry {
    const positions = this.readPositions(index);
    const velocities = this.readVelocities(index, positions.length);
    return { positions, velocities, triangles: this.triangles(index, positions) };
  }

  triangleCount(): number {
    const corners = int32Values(this.topology[1], this.indexOf(this.topology[1], 0));
    let count = 0;
    for (let face = 0; face < corners.length; face++) count += Math.max(0, corners[face] - 2);
    return count;
  }

  private triangles(index: number, positions: Float32Array): Uint32Array {
    const key = this.topologyKey(index, positions.length);
    const known = this.held.find((entry) => entry.key === key);
    if (known !== undefined) return known.triangles;
    const triangles = this.readTriangles(index, key, positions);
    this.held = [{ key, triangles }, ...this.held.slice(0, 1)];
    return triangles;
  }

  /** Identifies the faces of a sample: their stored keys, and the number of vertices that they may name. */
  private topologyKey(index: number, length: number): string {
    if (this.constant) return String(length);
    return `${this.topology.map((property) => property.key(this.indexOf(property, index))).join(' ')} ${length}`;
  }

  private readTriangles(index: number, key: string, positions: Float32Array): Uint32Array {
    const vertices = positions.length / 3;
    const place = this.place(index);
    const faces = this.indexOf(this.topology[0], index);
    const { faceOffsets, faceVertices } = this.mesh.topology(faces, vertices);
    requireSurfaceBudget(vertices, faceOffsets, this.object.path, () => place);
    const polygons = withoutStubs(faceOffsets, faceVertices);
    const simple = polygons.faceVertices.length === 3 * (polygons.faceOffsets.length - 1);
    const shape = simple ? positions : this.firstPositions(index, key, positions);
    const surface = { name: '', positions: Float64Array.from(shape), ...polygons, groups: [], vertexAttributes: [] };
    return triangulate(surface).mesh.triangles;
  }

  /**
   * Returns the positions by which polygons are divided: those of the first of the samples before this one that have the same faces. Thus the
   * triangles do not depend on which sample was asked for first.
   */
  private firstPositions(index: number, key: string, positions: Float32Array): Float32Array {
    let first = this.constant ? 0 : index;
    while (first > 0 && this.topologyKey(first - 1, this.lengthAt(first - 1)) === key) first--;
    const found = first === index ? positions : this.readPositions(first);
    return found.length === positions.length ? found : positions;
  }

  private lengthAt(index: number): number {
    return 3 * this.positions.elementCount(this.indexOf(this.positions, index));
  }
}

/** Points: particles, known from sample to sample by their ids. */
export class ArchivePoints extends ArchiveGeometry {
  readonly type = 'points';
  readonly constant: boolean;
  private readonly ids: PropertyReader | undefined;

  constructor(object: ArchiveObject, times: SampleTimes) {
    const points = new PointsReader(object);
    super(object, times, (name) => points.property(name), ['.pointIds']);
    this.ids = points.property('.pointIds');
    this.constant = this.ids?.header.constant ?? false;
  }

  read(index: number): StoredGeometry {
    const positions = this.readPositions(index);
    const velocities = this.readVelocities(index, positions.length);
    const ids = this.ids === undefined ? undefined : uint64Values(this.ids, this.indexOf(this.ids, index));
    return { positions, velocities, triangles: NO_TRIANGLES, ids };
  }

  triangleCount(): number {
    return 0;
  }
}

/** Returns the faces that have three corners or more. */
function withoutStubs(faceOffsets: Uint32Array, faceVertices: Uint32Array) {
  const whole: number[] = [];
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    if (faceOffsets[face + 1] - faceOffsets[face] >= 3) whole.push(face);
  }
  if (whole.length + 1 === faceOffsets.length) return { faceOffsets, faceVertices };
  const kept = new Uint32Array(whole.length + 1);
  const corners = whole.flatMap((face) => [...faceVertices.subarray(faceOffsets[face], faceOffsets[face + 1])]);
  whole.forEach((face, at) => (kept[at + 1] = kept[at] + faceOffsets[face + 1] - faceOffsets[face]));
  return { faceOffsets: kept, faceVertices: Uint32Array.from(corners) };
}
