import { CoreError } from '../../../base/errors.ts';
import { readPlyHeader } from '../../importers/ply/plyHeader.ts';
import { BinaryValues } from '../../reading/ValueReader.ts';
import { columnValues, fieldColumns } from './encodePly.ts';
import type { FrameContent, FramePoints } from '../shared/collectFrame.ts';

/** A number per point. */
interface PointColumn {
  readonly name: string;
  /** What the report calls it. */
  readonly label: string;
  readonly type: 'float' | 'uint';
  readonly values: Float32Array | Uint32Array;
}

/**
 * The points of a frame, those of one object after those of another, by columns: `x y z`, then `vx vy vz` (units per second), `id` and `width` where every object has
 * them, the fields that any object has (0 in the others), and `object`, counted from 0, where there are several: ids are those of their object. Throws `format-unsupported` for ids of more than 32 bits.
 */
export function mergedPoints({ points, frame }: FrameContent): PointColumn[] {
  const vectors = (names: readonly string[], label: string, read: (part: FramePoints) => Float32Array) =>
    names.map((name, axis): PointColumn => ({ name, label, type: 'float', values: component(points.map(read), axis) }));
  const columns = vectors(['x', 'y', 'z'], 'positions', ({ positions }) => positions);
  const has = (member: 'velocities' | 'ids' | 'widths') => points.every((part) => part[member] !== undefined);
  if (has('velocities')) columns.push(...vectors(['vx', 'vy', 'vz'], 'velocities', (part) => part.velocities!));
  if (has('ids')) {
    const ids = points.flatMap((part) => Array.from(part.ids!, Number));
    const values = Uint32Array.from(ids);
    if (values.some((id, point) => id !== ids[point])) {
      throw new CoreError('format-unsupported', 'a particle has a number that does not fit 32 bits', {
        place: `frame ${frame}`,
        remedy: 'Export as Alembic.',
      });
    }
    columns.push({ name: 'id', label: 'ids', type: 'uint', values });
  }
  if (has('widths')) {
    const values = Float32Array.from(points.flatMap((part) => Array.from(part.widths!)));
    columns.push({ name: 'width', label: 'widths', type: 'float', values });
  }
  const used = new Set([...columns.map(({ name }) => name), 'object']);
  for (const column of fieldColumns(points, used)) {
    columns.push({ name: column.name, label: 'fields', type: 'float', values: columnValues(column) });
  }
  if (points.length > 1) {
    const owners = points.flatMap(({ positions }, object) => new Array<number>(positions.length / 3).fill(object));
    columns.push({ name: 'object', label: 'objects', type: 'uint', values: Uint32Array.from(owners) });
  }
  return columns;
}

/** One frame as binary little-endian PLY without faces. */
export function encodePlyPoints(content: FrameContent, application: string): Uint8Array {
  const columns = mergedPoints(content);
  const count = columns[0].values.length;
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    `comment ${application.replace(/[\r\n]+/g, ' ')}`,
    ...content.points.map(({ name }, object) => `comment object ${object} ${name.replace(/[\r\n]+/g, ' ')}`),
    `element vertex ${count}`,
    ...columns.map(({ name, type }) => `property ${type} ${name}`),
    'end_header',
    '',
  ].join('\n');
  const head = new TextEncoder().encode(header);
  const bytes = new Uint8Array(head.length + 4 * columns.length * count);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  for (let point = 0, at = head.length; point < count; point++) {
    for (const { type, values } of columns) {
      if (type === 'float') view.setFloat32(at, values[point], true);
      else view.setUint32(at, values[point], true);
      at += 4;
    }
  }
  return bytes;
}

/** The columns of such a file by name. Throws `format-*`. */
export function readPlyPoints(file: string, bytes: Uint8Array): Map<string, Float64Array> {
  const { format, elements, dataStart } = readPlyHeader(file, bytes);
  const [vertices] = elements;
  const values = new BinaryValues(file, bytes, dataStart, format === 'binary_little_endian');
  const columns = vertices.properties.map(({ name, type }) => ({
    name,
    type,
    values: new Float64Array(vertices.count),
  }));
  for (let point = 0; point < vertices.count; point++) {
    for (const column of columns) column.values[point] = values.next(column.type);
  }
  return new Map(columns.map((column) => [column.name, column.values]));
}

function component(parts: readonly Float32Array[], axis: number): Float32Array {
  const values = new Float32Array(parts.reduce((sum, part) => sum + part.length / 3, 0));
  let next = 0;
  for (const part of parts) for (let k = axis; k < part.length; k += 3) values[next++] = part[k];
  return values;
}
