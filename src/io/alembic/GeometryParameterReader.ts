import type { CompoundReader } from './ArchiveReader.ts';
import { float32Values, uint32Values } from './propertyValues.ts';
import type { PropertyReader } from './PropertyReader.ts';
import type { Scope } from './schemas.ts';

export interface ParameterSample {
  readonly values: Float32Array;
  /** Missing: value i belongs to item i. */
  readonly indices?: Uint32Array;
}

const SCOPES: Readonly<Record<string, Scope>> = { con: 'con', uni: 'uni', var: 'var', vtx: 'vtx', fvr: 'fvr' };

/** A float geometry parameter (uv, N, widths, colours), plain or indexed. */
export class GeometryParameterReader {
  readonly extent: number;
  readonly scope: Scope;
  private readonly values: PropertyReader;
  private readonly indices: PropertyReader | undefined;

  private constructor(values: PropertyReader, indices: PropertyReader | undefined, scope: string | undefined) {
    this.values = values;
    this.indices = indices;
    this.extent = values.header.data.extent;
    this.scope = SCOPES[scope ?? ''] ?? 'con';
  }

  /** Undefined where the compound has no such parameter, or not one of float32 values. */
  static find(parent: CompoundReader | undefined, name: string): GeometryParameterReader | undefined {
    const plain = parent?.properties.get(name);
    const compound = parent?.compounds.get(name);
    const values = plain ?? compound?.properties.get('.vals');
    if (values === undefined || values.header.data.type !== 'float32_t' || values.header.sampleCount === 0)
      return undefined;
    const metadata = compound?.metadata ?? values.header.metadata;
    return new GeometryParameterReader(values, compound?.properties.get('.indices'), metadata.get('geoScope'));
  }

  sample(index: number): ParameterSample {
    const values = float32Values(this.values, index, this.extent);
    if (this.indices === undefined) return { values };
    return { values, indices: uint32Values(this.indices, index) };
  }
}
