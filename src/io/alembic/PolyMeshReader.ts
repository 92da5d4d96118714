import { CoreError } from '../../base/errors.ts';
import type { CornerAttribute } from '../../geometry/TriMesh.ts';
import type { ArchiveObject, CompoundReader } from './ArchiveReader.ts';
import { GeometryParameterReader, type ParameterSample } from './GeometryParameterReader.ts';
import { float32Values, float64Values, int32Values } from './propertyValues.ts';
import type { PropertyReader } from './PropertyReader.ts';
import { FACE_SET, POLY_MESH } from './schemas.ts';
import { reversedCorners } from './winding.ts';

/** One frame of a mesh, counter-clockwise, with the corner order before export. */
export interface PolyMeshSample {
  readonly positions: Float32Array;
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
  readonly velocities?: Float32Array;
  readonly uvs?: CornerAttribute;
  readonly normals?: CornerAttribute;
  /** Bounding box as stored: min xyz, max xyz. */
  readonly bounds: Float64Array;
}

/** Reads the frames of a polygon mesh. */
export class PolyMeshReader {
  readonly object: ArchiveObject;
  readonly sampleCount: number;
  /** Index of the archive's time sampling. */
  readonly sampling: number;
  readonly constantTopology: boolean;
  private readonly geom: CompoundReader;
  private readonly points: PropertyReader;
  private readonly faceIndices: PropertyReader;
  private readonly faceCounts: PropertyReader;
  private readonly uvs: GeometryParameterReader | undefined;
  private readonly normals: GeometryParameterReader | undefined;

  constructor(object: ArchiveObject) {
    this.object = object;
    const geom = object.properties.compounds.get(POLY_MESH.compound);
    if (geom === undefined)
      throw new CoreError('format-malformed', 'a mesh without .geom', {
        place: object.path,
        remedy: 'Export it again.',
      });
    this.geom = geom;
    this.points = requireProperty(object, geom, 'P');
    this.faceIndices = requireProperty(object, geom, '.faceIndices');
    this.faceCounts = requireProperty(object, geom, '.faceCounts');
    this.sampling = this.points.header.sampling;
    this.sampleCount = this.points.header.sampleCount;
    this.constantTopology = this.faceIndices.header.constant && this.faceCounts.header.constant;
    this.uvs = GeometryParameterReader.find(geom, 'uv');
    this.normals = GeometryParameterReader.find(geom, 'N');
  }

  /** Returns the numbers of vertices, faces and corners, without reading the values. */
  counts(index: number): { vertices: number; faces: number; corners: number } {
    return {
      vertices: this.points.elementCount(index),
      faces: this.faceCounts.elementCount(index),
      corners: this.faceIndices.elementCount(index),
    };
  }

  bounds(index: number): Float64Array {
    return float64Values(requireProperty(this.object, this.geom, '.selfBnds'), index, 6);
  }

  attribute(name: string): GeometryParameterReader | undefined {
    return GeometryParameterReader.find(this.geom.compounds.get('.arbGeomParams'), name);
  }

  /** Names of the parameters beside those of the schema. */
  get attributes(): string[] {
    const parameters = this.geom.compounds.get('.arbGeomParams');
    return parameters === undefined ? [] : [...parameters.properties.keys(), ...parameters.compounds.keys()];
  }

  get has(): { readonly uvs: boolean; readonly normals: boolean; readonly velocities: boolean } {
    return {
      uvs: this.uvs !== undefined,
      normals: this.normals !== undefined,
      velocities: this.geom.properties.has('.velocities'),
    };
  }

  /** The properties of the mesh by their names in the file: `P`, `.faceIndices`, `.velocities`, `.selfBnds` ... */
  property(name: string): PropertyReader | undefined {
    const property = this.geom.properties.get(name);
    return property === undefined || property.header.sampleCount === 0 ? undefined : property;
  }

  sample(index: number): PolyMeshSample {
    const positions = float32Values(this.points, index, 3);
    const { faceOffsets, faceVertices } = this.topology(index, positions.length / 3);
    const velocities = this.geom.properties.get('.velocities');
    const corners = faceVertices.length;
    return {
      positions,
      faceOffsets,
      faceVertices,
      velocities: velocities === undefined ? undefined : float32Values(velocities, index, 3),
      uvs: this.cornerAttribute(this.uvs, index, faceOffsets, faceVertices, corners),
      normals: this.cornerAttribute(this.normals, index, faceOffsets, faceVertices, corners),
      bounds: this.bounds(index),
    };
  }

  /** Returns names and faces of the face sets at a sample. */
  faceSets(index: number): { readonly name: string; readonly faces: Int32Array }[] {
    const sets = this.object.children.filter((child) => child.metadata.get('schema') === FACE_SET.schema);
    return sets.map((child) => {
      const compound = child.properties.compounds.get(FACE_SET.compound);
      const faces = compound?.properties.get('.faces');
      const empty = faces === undefined || faces.header.sampleCount === 0;
      return { name: child.name, faces: empty ? new Int32Array(0) : int32Values(faces, index) };
    });
  }

  /** Returns the faces at a sample, counter-clockwise, for a sample of `vertexCount` vertices. */
  topology(index: number, vertexCount: number): { faceOffsets: Uint32Array; faceVertices: Uint32Array } {
    const counts = int32Values(this.faceCounts, index);
    const indices = int32Values(this.faceIndices, index);
    const place = `${this.object.path} sample ${index}`;
    const faceOffsets = new Uint32Array(counts.length + 1);
    let total = 0;
    for (let face = 0; face < counts.length; face++) {
      if (counts[face] < 0 || total + counts[face] > indices.length) {
        throw new CoreError('format-malformed', `face ${face} has ${counts[face]} corners, more than there are`, {
          place,
          remedy: 'Export it again.',
        });
      }
      total += counts[face];
      faceOffsets[face + 1] = total;
    }
    if (total !== indices.length) {
      throw new CoreError('format-malformed', `${indices.length} corners for faces with ${total}`, {
        place,
        remedy: 'Export it again.',
      });
    }
    for (let corner = 0; corner < indices.length; corner++) {
      if (indices[corner] < 0 || indices[corner] >= vertexCount) {
        throw new CoreError('format-malformed', `corner ${corner} uses vertex ${indices[corner]} of ${vertexCount}`, {
          place,
          remedy: 'Export it again.',
        });
      }
    }
    return { faceOffsets, faceVertices: reversedCorners(faceOffsets, Uint32Array.from(indices)) };
  }

  /** Returns a parameter of any scope as values with an index per corner; undefined where the counts do not match. */
  private cornerAttribute(
    parameter: GeometryParameterReader | undefined,
    index: number,
    faceOffsets: Uint32Array,
    faceVertices: Uint32Array,
    corners: number,
  ): CornerAttribute | undefined {
    if (parameter === undefined) return undefined;
    const sample = parameter.sample(index);
    const { extent: size, scope } = parameter;
    const items = itemPerCorner(scope, faceOffsets, faceVertices);
    const indices = new Int32Array(corners);
    const valueCount = sample.values.length / size;
    for (let corner = 0; corner < corners; corner++) {
      const value = valueIndex(sample, items[corner]);
      if (value === undefined || value >= valueCount) return undefined;
      indices[corner] = value;
    }
    return { size, values: sample.values, indices };
  }
}

function valueIndex(sample: ParameterSample, item: number): number | undefined {
  return sample.indices === undefined ? item : sample.indices[item];
}

/** Returns the item of a parameter for each corner (corners in our order). */
function itemPerCorner(scope: string, faceOffsets: Uint32Array, faceVertices: Uint32Array): Int32Array | Uint32Array {
  if (scope === 'vtx' || scope === 'var') return faceVertices;
  const items = new Int32Array(faceVertices.length);
  if (scope === 'con') return items;
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    for (let corner = faceOffsets[face]; corner < faceOffsets[face + 1]; corner++) {
      items[corner] = scope === 'uni' ? face : corner;
    }
  }
  return scope === 'fvr' ? reversedCorners(faceOffsets, items) : items;
}

/** Returns a property with at least one sample; throws otherwise. */
export function requireProperty(object: ArchiveObject, compound: CompoundReader, name: string): PropertyReader {
  const property = compound.properties.get(name);
  if (property !== undefined && property.header.sampleCount > 0) return property;
  throw new CoreError('format-malformed', `${name} is missing or has no sample`, {
    place: object.path,
    remedy: 'Export it again.',
  });
}
