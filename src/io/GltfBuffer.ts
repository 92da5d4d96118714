/** Component types of accessors. */
export const FLOAT = 5126;
export const UNSIGNED_BYTE = 5121;
export const UNSIGNED_SHORT = 5123;

const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };

/** The one buffer of a glTF file, in the file itself. */
export class GltfBuffer {
  private readonly pieces: Uint8Array[] = [];
  private readonly views: object[] = [];
  private readonly accessors: object[] = [];
  private length = 0;

  /** Adds an accessor; returns its number. `bounded`: with the least and the largest values. */
  add(type: string, componentType: number, values: Float32Array | Uint16Array | Uint8Array, bounded = false): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const size = SIZES[type];
    const columns = Array.from({ length: size }, (_, k) => [...values].filter((_value, at) => at % size === k));
    const extremes = bounded && {
      min: columns.map((column) => column.reduce((least, value) => Math.min(least, value), Infinity)),
      max: columns.map((column) => column.reduce((most, value) => Math.max(most, value), -Infinity)),
    };
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.length });
    this.pieces.push(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
    this.length += bytes.length + ((4 - (bytes.length % 4)) % 4);
    const accessor = { bufferView: this.views.length - 1, componentType, count: values.length / size, type };
    return this.accessors.push({ ...accessor, ...extremes }) - 1;
  }

  tables() {
    const uri = `data:application/octet-stream;base64,${Buffer.concat(this.pieces).toString('base64')}`;
    return { accessors: this.accessors, bufferViews: this.views, buffers: [{ byteLength: this.length, uri }] };
  }
}
