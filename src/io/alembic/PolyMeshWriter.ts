import { assert, CoreError } from '../../base/errors.ts';
import type { CornerAttribute, SurfaceMesh, VertexAttribute } from '../../geometry/TriMesh.ts';
import { boxProperty, emptyBox, growBox, writeBox, type Box } from './BoundsProperty.ts';
import { bytesOf } from './elementType.ts';
import { FaceSetWriter } from './FaceSetWriter.ts';
import { FieldWriter, type FieldFrame, type FieldShape } from './FieldWriter.ts';
import { uniqueName } from './objectNames.ts';
import type { CompoundWriter, ObjectWriter } from './ObjectWriter.ts';
import type { PropertyWriter } from './PropertyWriter.ts';
import { geometryParameterMetadata, POLY_MESH } from './schemas.ts';
import { reversedCorners } from './winding.ts';

/** Contents of a mesh in every frame, fixed by its first frame. */
export interface PolyMeshOptions {
  readonly sampling: number;
  readonly velocities: boolean;
  readonly normals: boolean;
  /** The mesh that determines which uvs, groups and vertex attributes the archive has. */
  readonly surface: SurfaceMesh;
  /** Names of the face groups that become face sets. */
  readonly faceSets: readonly string[];
  /** Fields that every frame has. */
  readonly fields?: readonly FieldShape[];
}

export interface PolyMeshFrame {
  readonly positions: Float32Array;
  /** Faces, uvs, groups. The same object as in the preceding frame means constant topology. */
  readonly surface: SurfaceMesh;
  /** Velocities, units per second, one per vertex. */
  readonly velocities?: Float32Array;
  /** Unit normals with an index per corner. */
  readonly normals?: CornerAttribute;
  /** Values per vertex; missing: none. */
  readonly fields?: readonly FieldFrame[];
}

interface IndexedParameter {
  readonly values: PropertyWriter;
  readonly indices: PropertyWriter;
}

interface PointParameter {
  readonly name: string;
  readonly size: number;
  readonly property: PropertyWriter;
}

/**
 * Writes a polygon mesh with constant or changing topology. Takes counter-clockwise faces and stores them clockwise, as Alembic
 * requires; uvs and normals per corner are reordered with them.
 */
export class PolyMeshWriter {
  readonly object: ObjectWriter;
  private readonly options: PolyMeshOptions;
  private readonly bounds: PropertyWriter;
  private readonly points: PropertyWriter;
  private readonly faceIndices: PropertyWriter;
  private readonly faceCounts: PropertyWriter;
  private readonly velocities: PropertyWriter | undefined;
  private readonly uvs: IndexedParameter | undefined;
  private readonly normals: IndexedParameter | undefined;
  private readonly attributes: readonly PointParameter[] = [];
  private readonly fields: FieldWriter | undefined;
  private readonly faceSets: readonly FaceSetWriter[];
  private previous: SurfaceMesh | undefined;
  private previousNormalIndices: Int32Array | undefined;

  constructor(parent: ObjectWriter, name: string, options: PolyMeshOptions) {
    this.options = options;
    this.object = parent.child(name, POLY_MESH.objectMetadata);
    const { sampling, surface } = options;
    const geom = this.object.properties.compound(POLY_MESH.compound, POLY_MESH.compoundMetadata);
    this.bounds = boxProperty(geom, '.selfBnds', sampling);
    const points = { type: 'float32_t', extent: 3 } as const;
    const integers = { type: 'int32_t', extent: 1 } as const;
    const pointMetadata = 'geoScope=vtx;interpretation=point';
    this.points = geom.property({ kind: 'array', name: 'P', data: points, metadata: pointMetadata, sampling });
    this.faceIndices = geom.property({ kind: 'array', name: '.faceIndices', data: integers, sampling });
    this.faceCounts = geom.property({ kind: 'array', name: '.faceCounts', data: integers, sampling });
    if (options.velocities) {
      const metadata = 'interpretation=vector';
      this.velocities = geom.property({ kind: 'array', name: '.velocities', data: points, metadata, sampling });
    }
    if (surface.uvs !== undefined) this.uvs = indexedParameter(geom, 'uv', 'vector', 2, sampling);
    if (options.normals) this.normals = indexedParameter(geom, 'N', 'normal', 3, sampling);
    const { fields = [] } = options;
    const usable = surface.vertexAttributes.filter(({ size }) => size >= 1 && size <= 16);
    if (usable.length + fields.length > 0) {
      const parent = geom.compound('.arbGeomParams');
      const names = new Set<string>();
      this.attributes = pointParameters(parent, usable, sampling, names);
      if (fields.length > 0) this.fields = new FieldWriter(parent, fields, sampling, names);
    }
    const used = new Set<string>();
    this.faceSets = options.faceSets.map(
      (group) => new FaceSetWriter(this.object, uniqueName(group, used), group, sampling),
    );
  }

  /** Writes a frame; returns its box. */
  write(frame: PolyMeshFrame): Box {
    this.requireFit(frame);
    const box = emptyBox();
    growBox(box, frame.positions);
    writeBox(this.bounds, box);
    this.points.write(bytesOf(frame.positions));
    this.velocities?.write(bytesOf(frame.velocities ?? new Float32Array(0)));
    if (frame.surface === this.previous) this.holdTopology();
    else this.writeTopology(frame.surface);
    this.fields?.write(frame.fields ?? [], frame.positions.length / 3);
    this.writeNormals(frame);
    this.previous = frame.surface;
    return box;
  }

  private requireFit(frame: PolyMeshFrame): void {
    const { positions, velocities, surface } = frame;
    const name = this.object.name;
    if (!positions.every(Number.isFinite) || velocities?.every(Number.isFinite) === false) {
      throw new CoreError('geometry-invalid', 'a position or velocity is not a number', { place: name });
    }
    assert(positions.length % 3 === 0, 'positions are xyz', { name, length: positions.length });
    assert(this.options.velocities === (velocities !== undefined), 'velocities in all frames or none', { name });
    assert(this.options.normals === (frame.normals !== undefined), 'normals in all frames or none', { name });
    assert(velocities === undefined || velocities.length === positions.length, 'a velocity per vertex', { name });
    if (surface === this.previous) return;
    const vertexCount = positions.length / 3;
    assert(
      surface.faceVertices.every((vertex) => vertex < vertexCount),
      'face corners must exist',
      { name },
    );
  }

  private writeTopology(surface: SurfaceMesh): void {
    const { faceOffsets, faceVertices } = surface;
    this.faceIndices.write(bytesOf(reversedCorners(faceOffsets, Int32Array.from(faceVertices))));
    const faceCount = faceOffsets.length - 1;
    const counts = Int32Array.from({ length: faceCount }, (_, face) => faceOffsets[face + 1] - faceOffsets[face]);
    this.faceCounts.write(bytesOf(counts));
    if (this.uvs !== undefined) writeIndexed(this.uvs, surface, surface.uvs);
    for (const { name, size, property } of this.attributes) {
      const found = surface.vertexAttributes.find((candidate) => candidate.name === name && candidate.size === size);
      property.write(bytesOf(found?.values ?? new Float32Array(0)));
    }
    for (const faceSet of this.faceSets) faceSet.write(surface);
  }

  private holdTopology(): void {
    this.faceIndices.hold();
    this.faceCounts.hold();
    this.uvs?.values.hold();
    this.uvs?.indices.hold();
    for (const { property } of this.attributes) property.hold();
    for (const faceSet of this.faceSets) faceSet.hold();
  }

  private writeNormals(frame: PolyMeshFrame): void {
    const { normals } = frame;
    if (this.normals === undefined || normals === undefined) return;
    if (frame.surface === this.previous && normals.indices === this.previousNormalIndices) {
      this.normals.values.write(bytesOf(normals.values));
      this.normals.indices.hold();
    } else {
      writeIndexed(this.normals, frame.surface, normals);
    }
    this.previousNormalIndices = normals.indices;
  }
}

function indexedParameter(
  geom: CompoundWriter,
  name: string,
  interpretation: string,
  extent: number,
  sampling: number,
): IndexedParameter {
  const metadata = geometryParameterMetadata('fvr', interpretation, extent);
  const parameter = geom.compound(name, metadata);
  const data = { type: 'float32_t', extent } as const;
  return {
    values: parameter.property({ kind: 'array', name: '.vals', data, metadata, sampling }),
    indices: parameter.property({ kind: 'array', name: '.indices', data: { type: 'uint32_t', extent: 1 }, sampling }),
  };
}

/** Writes values and indices; corners without a value get an additional one of zeros. */
function writeIndexed(parameter: IndexedParameter, surface: SurfaceMesh, attribute: CornerAttribute | undefined): void {
  if (attribute === undefined) {
    parameter.values.write(new Uint8Array(0));
    parameter.indices.write(new Uint8Array(0));
    return;
  }
  const { size, values, indices } = attribute;
  const hasGaps = indices.includes(-1);
  const extended = hasGaps ? new Float32Array(values.length + size) : values;
  if (hasGaps) extended.set(values);
  parameter.values.write(bytesOf(extended));
  const gap = values.length / size;
  const filled = Uint32Array.from(indices, (index) => (index < 0 ? gap : index));
  parameter.indices.write(bytesOf(reversedCorners(surface.faceOffsets, filled)));
}

/** Writes colours and other per-vertex values as plain parameters in `.arbGeomParams`. */
function pointParameters(
  parent: CompoundWriter,
  usable: readonly VertexAttribute[],
  sampling: number,
  used: Set<string>,
): PointParameter[] {
  return usable.map(({ name, size }) => {
    const isColour = /^(colou?rs?|rgba?|cd|cs)$/i.test(name) && (size === 3 || size === 4);
    const interpretation = isColour ? (size === 3 ? 'rgb' : 'rgba') : '';
    const property = parent.property({
      kind: 'array',
      name: uniqueName(isColour ? 'Cd' : name, used),
      data: { type: 'float32_t', extent: size },
      metadata: geometryParameterMetadata('vtx', interpretation, size),
      sampling,
    });
    return { name, size, property };
  });
}
