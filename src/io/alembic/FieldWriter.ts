import { assert } from '../../base/errors.ts';
import { bytesOf } from './elementType.ts';
import { uniqueName } from './objectNames.ts';
import type { CompoundWriter } from './ObjectWriter.ts';
import type { PropertyWriter } from './PropertyWriter.ts';
import { geometryParameterMetadata } from './schemas.ts';

/** What a field is, whatever its values are. */
export interface FieldShape {
  readonly name: string;
  /** Numbers of each value. */
  readonly size: number;
}

export interface FieldFrame extends FieldShape {
  readonly values: Float32Array;
}

/** Names of geometry parameters for fields, in their order: letters, digits and `_`, none twice and none that is in `used`. */
export function fieldNames(fields: readonly FieldShape[], used: Set<string>): string[] {
  return fields.map(({ name }) => uniqueName(name, used));
}

/** Values per vertex or point that change with every frame, as geometry parameters with the scope `vtx`. The fields are the same in all frames. */
export class FieldWriter {
  private readonly fields: readonly FieldShape[];
  private readonly properties: readonly PropertyWriter[];

  /** `parent`: `.arbGeomParams`. `used`: the names that are taken there. */
  constructor(parent: CompoundWriter, fields: readonly FieldShape[], sampling: number, used: Set<string>) {
    this.fields = fields.map(({ name, size }) => ({ name, size }));
    const names = fieldNames(fields, used);
    this.properties = fields.map(({ size }, k) =>
      parent.property({
        kind: 'array',
        name: names[k],
        data: { type: 'float32_t', extent: size },
        metadata: geometryParameterMetadata('vtx', size === 3 ? 'vector' : '', size),
        sampling,
      }),
    );
  }

  /** `count`: of the vertices or points. */
  write(fields: readonly FieldFrame[], count: number): void {
    const same = fields.length === this.fields.length;
    assert(same, 'the same fields in all frames', { found: fields.length, expected: this.fields.length });
    fields.forEach(({ name, size, values }, k) => {
      const expected = this.fields[k];
      assert(name === expected.name && size === expected.size, 'the same fields in all frames', { name });
      assert(values.length === size * count, 'a value per vertex or point', { name, length: values.length });
      this.properties[k].write(bytesOf(values));
    });
  }
}
