import { CoreError } from '../../../base/errors.ts';
import type { VertexAttribute } from '../../../geometry/TriMesh.ts';
import { MOST_VERTICES, requireBudget } from '../../reading/meshBudget.ts';
import type { WarningList } from '../../reading/WarningList.ts';
import { numberBytes, type NumberType, type ValueReader } from '../../reading/ValueReader.ts';
import type { PlyElement, PlyProperty } from './plyHeader.ts';
import { skipProperty } from './plyLists.ts';

/** The element `vertex`, by its properties. */
export interface PlyVertices {
  readonly positions: Float64Array;
  readonly normals?: Float32Array;
  readonly uvs?: Float32Array;
  /** `color` (3 or 4 components, 0 .. 1) and every further number under its own name. */
  readonly attributes: readonly VertexAttribute[];
  /** Describes the position of vertex `v` in the file. */
  places(vertex: number): string;
}

/** Largest number of values of all properties of all vertices together. */
const MOST_VALUES = 2 ** 26;

/** Property names that programs use for uvs. */
const uvNames: readonly (readonly [string, string])[] = [
  ['u', 'v'],
  ['s', 't'],
  ['texture_u', 'texture_v'],
  ['texture_s', 'texture_t'],
];
const colourNames = ['red', 'green', 'blue', 'alpha'];

/** Target of a property's values: `target[size * vertex + offset] = scale * value`. */
interface Column {
  readonly property: PlyProperty;
  readonly target: Float64Array | Float32Array;
  readonly size: number;
  readonly offset: number;
  readonly scale: number;
}

export function vertexColumns(
  element: PlyElement,
  values: ValueReader,
  file: string,
  warnings: WarningList,
): PlyVertices {
  const { count, properties } = element;
  requireBudget(count, MOST_VERTICES, 'vertices', file, 'header');
  requireBudget(count * properties.length, MOST_VALUES, 'values of vertices', file, 'header');
  const plan = planColumns(element, file);
  const start = values.position;
  let rubbish = 0;
  const sink: Column[] = properties.map(
    (property) =>
      plan.columns.find((column) => column.property === property) ?? {
        property,
        target: new Float32Array(1),
        size: 0,
        offset: 0,
        scale: 1,
      },
  );
  for (let vertex = 0; vertex < count; vertex++) {
    for (const { property, target, size, offset, scale } of sink) {
      if (property.countType !== undefined) {
        skipProperty(property, values, file);
        continue;
      }
      const value = scale * values.next(property.type);
      const finite = Number.isFinite(value) || target === plan.positions;
      if (!finite) rubbish++;
      target[size * vertex + offset] = finite ? value : 0;
    }
  }
  if (rubbish > 0)
    warnings.add('values that are no numbers', () => `${rubbish} vertex values that are no numbers set to 0`);
  return { ...plan, places: placesOf(element, values, start) };
}

function placesOf(element: PlyElement, values: ValueReader, start: number): (vertex: number) => string {
  const rowBytes = element.properties.reduce((sum, property) => sum + numberBytes[property.type], 0);
  const binary =
    values.placeAt(start).startsWith('byte') && element.properties.every((one) => one.countType === undefined);
  return (vertex) => (binary ? values.placeAt(start + rowBytes * vertex) : `vertex ${vertex}`);
}

function planColumns(element: PlyElement, file: string) {
  const { count, properties } = element;
  const columns: Column[] = [];
  const used = new Set<PlyProperty>();
  const scalars = properties.filter((property) => property.countType === undefined);
  const named = (name: string): PlyProperty | undefined => scalars.find((property) => property.name === name);
  const take = <A extends Float64Array | Float32Array>(found: readonly PlyProperty[], target: A, scaled = false): A => {
    found.forEach((property, offset) => {
      columns.push({ property, target, size: found.length, offset, scale: scaled ? colourScale(property.type) : 1 });
      used.add(property);
    });
    return target;
  };
  const all = (names: readonly string[]): PlyProperty[] | undefined => {
    const found = names.map(named).filter((property) => property !== undefined);
    return found.length === names.length ? found : undefined;
  };
  const xyz = all(['x', 'y', 'z']);
  if (xyz === undefined) {
    throw new CoreError('format-malformed', "the element 'vertex' lacks x, y or z", {
      file,
      place: 'header',
      remedy: 'Export it with vertex positions.',
    });
  }
  const positions = take(xyz, new Float64Array(3 * count));
  const normalProperties = all(['nx', 'ny', 'nz']);
  const normals = normalProperties && take(normalProperties, new Float32Array(3 * count));
  const uvProperties = uvNames.map(all).find((found) => found !== undefined);
  const uvs = uvProperties && take(uvProperties, new Float32Array(2 * count));
  const colours = all(colourNames) ?? all(colourNames.slice(0, 3));
  const attributes: VertexAttribute[] = [];
  if (colours !== undefined) {
    const target = take(colours, new Float32Array(colours.length * count), true);
    attributes.push({ name: 'color', size: colours.length, values: target });
  }
  for (const property of scalars.filter((one) => !used.has(one))) {
    attributes.push({ name: property.name, size: 1, values: take([property], new Float32Array(count)) });
  }
  return { columns, positions, normals, uvs, attributes };
}

/** Returns the scale of a colour: integer colours range to their type's largest value, others from 0 to 1. */
function colourScale(type: NumberType): number {
  if (type === 'uint8') return 1 / 255;
  if (type === 'uint16') return 1 / 65535;
  return 1;
}
