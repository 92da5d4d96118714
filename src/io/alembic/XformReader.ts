import { CoreError } from '../../base/errors.ts';
import { identity4, multiply4, type Matrix4 } from '../../math/matrix4.ts';
import type { ArchiveObject, CompoundReader } from './ArchiveReader.ts';
import type { PropertyReader } from './PropertyReader.ts';
import { XFORM } from './schemas.ts';

const CHANNELS: Readonly<Record<number, number>> = { 0: 3, 1: 3, 2: 4, 3: 16, 4: 1, 5: 1, 6: 1 };
const RADIANS = Math.PI / 180;

/** Reads the frames of a transform node. */
export class XformReader {
  readonly object: ArchiveObject;
  readonly sampleCount: number;
  readonly sampling: number;
  /** False where the node does not move with its parent. */
  readonly inherits: boolean;
  private readonly operations: Uint8Array;
  private readonly values: PropertyReader | undefined;

  constructor(object: ArchiveObject) {
    this.object = object;
    const compound = object.properties.compounds.get(XFORM.compound);
    this.operations = readOperations(compound);
    const inherits = compound?.properties.get('.inherits');
    this.inherits = inherits === undefined || inherits.header.sampleCount === 0 || inherits.sample(0).bytes[0] !== 0;
    const values = compound?.properties.get('.vals');
    this.values = values !== undefined && values.header.sampleCount > 0 ? values : undefined;
    this.sampleCount = this.values?.header.sampleCount ?? 0;
    this.sampling = this.values?.header.sampling ?? 0;
  }

  /** The property whose samples move the node; undefined for a group. */
  get moving(): PropertyReader | undefined {
    return this.values;
  }

  /** Returns the column-major 4x4 matrix for column vectors; the identity where the node is only a group. */
  matrix(index: number): Matrix4 {
    let result = identity4();
    if (this.values === undefined) return result;
    const bytes = this.values.sample(index).bytes.slice();
    if (this.values.header.data.type !== 'float64_t') this.reject('.vals must be float64_t');
    const channels = new Float64Array(bytes.buffer);
    let next = 0;
    for (const operation of this.operations) {
      const count = CHANNELS[operation >> 4];
      if (count === undefined) this.reject(`unknown operation ${operation}`);
      if (next + count > channels.length) this.reject('fewer channels than the operations need');
      const own = operationMatrix(operation >> 4, channels.subarray(next, next + count));
      result = multiply4(result, own, new Float64Array(16));
      next += count;
    }
    return result;
  }

  private reject(message: string): never {
    throw new CoreError('format-malformed', message, { place: this.object.path, remedy: 'Export it again.' });
  }
}

function readOperations(compound: CompoundReader | undefined): Uint8Array {
  const property = compound?.properties.get('.ops');
  return property === undefined || property.header.sampleCount === 0 ? new Uint8Array(0) : property.sample(0).bytes;
}

/** Returns the matrix of an operation. Types: 0 scale, 1 translate, 2 rotate about an axis, 3 matrix, 4 5 6 rotate about x y z (degrees). */
function operationMatrix(type: number, channels: Float64Array): Matrix4 {
  const matrix = identity4();
  if (type === 3) matrix.set(channels);
  else if (type === 1) matrix.set(channels, 12);
  else if (type === 0) for (let i = 0; i < 3; i++) matrix[5 * i] = channels[i];
  else if (type === 2) setRotation(matrix, [channels[0], channels[1], channels[2]], channels[3] * RADIANS);
  else setRotation(matrix, [type === 4 ? 1 : 0, type === 5 ? 1 : 0, type === 6 ? 1 : 0], channels[0] * RADIANS);
  return matrix;
}

/** Writes Rodrigues' rotation about `axis` (any length) by `angle` radians. */
function setRotation(matrix: Matrix4, axis: readonly number[], angle: number): void {
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  if (length === 0) return;
  const [x, y, z] = axis.map((component) => component / length);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const t = 1 - c;
  matrix.set([t * x * x + c, t * x * y + s * z, t * x * z - s * y], 0);
  matrix.set([t * x * y - s * z, t * y * y + c, t * y * z + s * x], 4);
  matrix.set([t * x * z + s * y, t * y * z - s * x, t * z * z + c], 8);
}
