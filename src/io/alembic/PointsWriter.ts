import { assert, CoreError } from '../../base/errors.ts';
import { boxProperty, emptyBox, growBox, writeBox, type Box } from './BoundsProperty.ts';
import { bytesOf } from './elementType.ts';
import { FieldWriter, type FieldFrame, type FieldShape } from './FieldWriter.ts';
import type { ObjectWriter } from './ObjectWriter.ts';
import type { PropertyWriter } from './PropertyWriter.ts';
import { geometryParameterMetadata, POINTS } from './schemas.ts';

export interface PointsOptions {
  readonly sampling: number;
  readonly velocities: boolean;
  readonly widths: boolean;
  /** Fields that every frame has. */
  readonly fields?: readonly FieldShape[];
}

export interface PointsFrame {
  readonly positions: Float32Array;
  /** One id per point, constant for its life. Missing: 0, 1, 2 ... */
  readonly ids?: BigUint64Array;
  /** Velocities, units per second. */
  readonly velocities?: Float32Array;
  /** Diameters. */
  readonly widths?: Float32Array;
  /** Values per point; missing: none. */
  readonly fields?: readonly FieldFrame[];
}

/** Writes particles; their number may change from frame to frame. */
export class PointsWriter {
  readonly object: ObjectWriter;
  private readonly bounds: PropertyWriter;
  private readonly points: PropertyWriter;
  private readonly ids: PropertyWriter;
  private readonly velocities: PropertyWriter | undefined;
  private readonly widths: PropertyWriter | undefined;
  private readonly fields: FieldWriter | undefined;

  constructor(parent: ObjectWriter, name: string, options: PointsOptions) {
    const { sampling } = options;
    this.object = parent.child(name, POINTS.objectMetadata);
    const geom = this.object.properties.compound(POINTS.compound, POINTS.compoundMetadata);
    const vectors = { type: 'float32_t', extent: 3 } as const;
    this.bounds = boxProperty(geom, '.selfBnds', sampling);
    const pointMetadata = 'geoScope=var;interpretation=point';
    this.points = geom.property({ kind: 'array', name: 'P', data: vectors, metadata: pointMetadata, sampling });
    this.ids = geom.property({
      kind: 'array',
      name: '.pointIds',
      data: { type: 'uint64_t', extent: 1 },
      metadata: 'geoScope=var',
      sampling,
    });
    if (options.velocities) {
      const metadata = 'interpretation=vector';
      this.velocities = geom.property({ kind: 'array', name: '.velocities', data: vectors, metadata, sampling });
    }
    if (options.widths) {
      const metadata = geometryParameterMetadata('vtx', '', 1);
      const data = { type: 'float32_t', extent: 1 } as const;
      this.widths = geom.property({ kind: 'array', name: '.widths', data, metadata, sampling });
    }
    const { fields = [] } = options;
    if (fields.length > 0)
      this.fields = new FieldWriter(geom.compound('.arbGeomParams'), fields, sampling, new Set<string>());
  }

  /** Writes a frame; returns its box. */
  write(frame: PointsFrame): Box {
    const { positions, velocities, widths } = frame;
    const count = positions.length / 3;
    const name = this.object.name;
    if (!positions.every(Number.isFinite) || velocities?.every(Number.isFinite) === false) {
      throw new CoreError('geometry-invalid', 'a position or velocity is not a number', { place: name });
    }
    const ids = frame.ids ?? BigUint64Array.from({ length: count }, (_, i) => BigInt(i));
    assert(ids.length === count, 'an id per point', { name, ids: ids.length, count });
    assert((this.velocities === undefined) === (velocities === undefined), 'velocities in all frames or none', {
      name,
    });
    assert((this.widths === undefined) === (widths === undefined), 'widths in all frames or none', { name });
    assert(velocities === undefined || velocities.length === 3 * count, 'a velocity per point', { name });
    assert(widths === undefined || widths.length === count, 'a width per point', { name });
    const box = emptyBox();
    growBox(box, positions);
    writeBox(this.bounds, box);
    this.points.write(bytesOf(positions));
    this.ids.write(bytesOf(ids));
    if (velocities !== undefined) this.velocities?.write(bytesOf(velocities));
    if (widths !== undefined) this.widths?.write(bytesOf(widths));
    this.fields?.write(frame.fields ?? [], count);
    return box;
  }
}
