import { CoreError } from '../../base/errors.ts';
import type { ArchiveObject, CompoundReader } from './ArchiveReader.ts';
import { GeometryParameterReader } from './GeometryParameterReader.ts';
import { requireProperty } from './PolyMeshReader.ts';
import { float32Values, float64Values, uint64Values } from './propertyValues.ts';
import type { PropertyReader } from './PropertyReader.ts';
import { POINTS } from './schemas.ts';

export interface PointsSample {
  readonly positions: Float32Array;
  readonly ids: BigUint64Array;
  readonly velocities?: Float32Array;
  /** Diameters: one per point, or a single one for all. */
  readonly widths?: Float32Array;
  readonly bounds: Float64Array;
}

/** Reads the frames of a particle cloud. */
export class PointsReader {
  readonly object: ArchiveObject;
  readonly sampleCount: number;
  readonly sampling: number;
  private readonly geom: CompoundReader;
  private readonly points: PropertyReader;
  private readonly widths: GeometryParameterReader | undefined;

  constructor(object: ArchiveObject) {
    this.object = object;
    const geom = object.properties.compounds.get(POINTS.compound);
    if (geom === undefined)
      throw new CoreError('format-malformed', 'points without .geom', {
        place: object.path,
        remedy: 'Export it again.',
      });
    this.geom = geom;
    this.points = requireProperty(object, geom, 'P');
    this.sampleCount = this.points.header.sampleCount;
    this.sampling = this.points.header.sampling;
    this.widths = GeometryParameterReader.find(geom, '.widths');
  }

  attribute(name: string): GeometryParameterReader | undefined {
    return GeometryParameterReader.find(this.geom.compounds.get('.arbGeomParams'), name);
  }

  /** Names of the parameters beside those of the schema. */
  get attributes(): string[] {
    return [...(this.geom.compounds.get('.arbGeomParams')?.properties.keys() ?? [])];
  }

  /** The properties of the points by their names in the file: `P`, `.pointIds`, `.velocities`, `.selfBnds` ... */
  property(name: string): PropertyReader | undefined {
    const property = this.geom.properties.get(name);
    return property === undefined || property.header.sampleCount === 0 ? undefined : property;
  }

  pointCount(index: number): number {
    return this.points.elementCount(index);
  }

  bounds(index: number): Float64Array {
    return float64Values(requireProperty(this.object, this.geom, '.selfBnds'), index, 6);
  }

  sample(index: number): PointsSample {
    const velocities = this.geom.properties.get('.velocities');
    return {
      positions: float32Values(this.points, index, 3),
      ids: uint64Values(requireProperty(this.object, this.geom, '.pointIds'), index),
      velocities: velocities === undefined ? undefined : float32Values(velocities, index, 3),
      widths: this.widths?.sample(index).values,
      bounds: this.bounds(index),
    };
  }
}
