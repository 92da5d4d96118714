import { CoreError } from '../../base/errors.ts';
import { bytesOf } from './elementType.ts';
import { boxProperty, writeBox, type Box } from './BoundsProperty.ts';
import type { CompoundWriter, ObjectWriter } from './ObjectWriter.ts';
import type { PropertyWriter } from './PropertyWriter.ts';
import { XFORM } from './schemas.ts';

const MATRIX_OP = 0x30;
const MATRIX_CHANNELS = 16;

/** Writes a transform node that contains other objects: a matrix per frame, or only a group. */
export class XformWriter {
  readonly object: ObjectWriter;
  private readonly matrix: MatrixProperties | undefined;

  /** `animated` false: a plain group, which every program reads as the identity. */
  constructor(parent: ObjectWriter, name: string, options: { readonly sampling: number; readonly animated: boolean }) {
    this.object = parent.child(name, XFORM.objectMetadata);
    const compound = this.object.properties.compound(XFORM.compound, XFORM.compoundMetadata);
    if (options.animated) this.matrix = new MatrixProperties(compound, options.sampling);
  }

  /** Writes a frame: a column-major 4x4 matrix for column vectors, and the box of the children (before the matrix). */
  write(matrix: Float64Array, childBox: Box): void {
    if (!matrix.every(Number.isFinite)) {
      throw new CoreError('geometry-invalid', 'a transform is not a number', { place: this.object.name });
    }
    this.matrix?.write(matrix, childBox);
  }

  /** Ends the node, after the last frame. */
  finish(): void {
    this.matrix?.finish();
  }
}

/** The properties of a matrix transform. */
class MatrixProperties {
  private readonly childBounds: PropertyWriter;
  private readonly inherits: PropertyWriter;
  private readonly operations: PropertyWriter;
  private readonly values: PropertyWriter;
  private readonly notIdentity: PropertyWriter;
  private readonly channels: PropertyWriter;
  private readonly changing = new Set<number>();
  private first: Float64Array | undefined;

  constructor(compound: CompoundWriter, sampling: number) {
    const flag = { type: 'bool_t', extent: 1 } as const;
    this.childBounds = boxProperty(compound, '.childBnds', sampling);
    this.inherits = compound.property({ kind: 'scalar', name: '.inherits', data: flag, sampling });
    this.operations = compound.property({ kind: 'scalar', name: '.ops', data: { type: 'uint8_t', extent: 1 } });
    const values = { type: 'float64_t', extent: MATRIX_CHANNELS } as const;
    this.values = compound.property({ kind: 'scalar', name: '.vals', data: values, sampling });
    this.notIdentity = compound.property({ kind: 'scalar', name: 'isNotConstantIdentity', data: flag });
    const channels = { type: 'uint32_t', extent: 1 } as const;
    this.channels = compound.property({ kind: 'array', name: '.animChans', data: channels, sampling });
  }

  write(matrix: Float64Array, childBox: Box): void {
    this.first ??= matrix.slice();
    for (let i = 0; i < MATRIX_CHANNELS; i++) if (matrix[i] !== this.first[i]) this.changing.add(i);
    this.inherits.write(Uint8Array.of(1));
    this.operations.write(Uint8Array.of(MATRIX_OP));
    this.values.write(bytesOf(matrix));
    if (this.notIdentity.sampleCount === 0) this.notIdentity.write(Uint8Array.of(1));
    writeBox(this.childBounds, childBox);
  }

  finish(): void {
    if (this.values.sampleCount > 0) this.channels.write(bytesOf(Uint32Array.from(this.changing).sort()));
  }
}
