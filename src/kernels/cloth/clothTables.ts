import * as BodyField from '../bodyFields.ts';
import * as Field from '../clothFields.ts';
import type { KernelArrays } from '../solid/KernelArrays.ts';
import type { ClothKernelInput } from './ClothKernelInput.ts';
import { type ClothPattern, clothPattern, findNeighbours, orderRows, type RowOrder } from './clothPattern.ts';

const BARRIER_BYTES = 64;
/** Bytes that are read beyond the end of the blocks. */
const TAIL = 16;
const LANES = 4;

/** Entries per key in the order of the keys: `start[key] .. start[key+1]-1`. */
interface Lists {
  readonly start: Uint32Array;
  readonly entries: Uint32Array;
}

/** Tables derived from the mesh of a cloth. */
export interface ClothTables {
  readonly order: RowOrder;
  readonly rowOf: Uint32Array;
  readonly pattern: ClothPattern;
  readonly triangleIncidence: Lists;
  readonly hingeIncidence: Lists;
  readonly blockTriangles: Lists;
  /** Two entries per hinge and block. */
  readonly blockHinges: Lists;
}

export function clothTables({ vertexCount, triangles, hinges }: ClothKernelInput): ClothTables {
  const neighbours = findNeighbours(vertexCount, [
    { size: 3, vertices: triangles },
    { size: 4, vertices: hinges },
  ]);
  const order = orderRows(neighbours);
  const rowOf = new Uint32Array(vertexCount);
  order.vertices.forEach((vertex, row) => (rowOf[vertex] = row));
  const pattern = clothPattern(neighbours, order.vertices, rowOf);
  const blockOf = (row: number, column: number) => {
    let k = pattern.neighbourStart[row];
    while (pattern.neighbourRows[k] !== column) k++;
    return pattern.neighbourSources[k] >> 1;
  };
  const lower = (size: number, vertices: Uint32Array, entry: (element: number, i: number, j: number) => number) =>
    gather(pattern.columns.length, (visit) => {
      for (let corner = 0; corner < vertices.length; corner++) {
        const first = corner - (corner % size);
        for (let other = first; other < first + size; other++) {
          const [row, column] = [rowOf[vertices[corner]], rowOf[vertices[other]]];
          if (column < row) visit(blockOf(row, column), entry(first / size, corner - first, other - first));
        }
      }
    });
  const corners = (vertices: Uint32Array) =>
    gather(vertexCount, (visit) => vertices.forEach((vertex, corner) => visit(vertex, 16 * corner)));
  return {
    order,
    rowOf,
    pattern,
    triangleIncidence: corners(triangles),
    hingeIncidence: corners(hinges),
    blockTriangles: lower(3, triangles, (t, i, j) => 16 * t + 4 * i + j),
    blockHinges: lower(4, hinges, (hinge, i, j) => 16 * hinge + 4 * i + j),
  };
}

function gather(keys: number, visitAll: (visit: (key: number, entry: number) => void) => void): Lists {
  const start = new Uint32Array(keys + 1);
  visitAll((key) => start[key + 1]++);
  for (let key = 0; key < keys; key++) start[key + 1] += start[key];
  const next = start.slice();
  const entries = new Uint32Array(start[keys]);
  visitAll((key, entry) => (entries[next[key]++] = entry));
  return { start, entries };
}

/** Rounds elements up to whole groups of four. */
function padded(elements: number): number {
  return LANES * Math.ceil(elements / LANES);
}

/** Returns the bytes of every array of a cloth that runs on so many threads, by the field that holds its address. */
export function clothBytes(
  input: ClothKernelInput,
  tables: ClothTables,
  threads: number,
): [field: number, bytes: number][] {
  const { vertexCount: vertices, triangles, hinges } = input;
  const { pattern, order, triangleIncidence, hingeIncidence, blockTriangles, blockHinges } = tables;
  const triangleLanes = padded(triangles.length / 3);
  const hingeLanes = padded(hinges.length / 4);
  const threaded = input.warpExcess > 0 || input.weftExcess > 0;
  const wide = [
    Field.POSITIONS_AT,
    Field.FORCES_AT,
    Field.RHS_AT,
    Field.SOLUTION_AT,
    Field.RESIDUAL_AT,
    Field.VELOCITY_AT,
    Field.IMAGE_AT,
    Field.NORMALS_AT,
    Field.DRAGS_AT,
  ].map((field): [number, number] => [field, 24 * vertices]);
  const narrow = [Field.X_AT, Field.R_AT, Field.P_AT, Field.U_AT, Field.Q_AT].map((field): [number, number] => [
    field,
    16 * vertices,
  ]);
  return [
    [Field.SPLIT_AT, 32 * vertices],
    [Field.TRIANGLE_CORNERS_AT, 12 * triangleLanes],
    [Field.TRIANGLE_TABLE_AT, 20 * triangleLanes],
    [Field.SIDES_AT, input.liesOnSurface ? 12 * triangleLanes : 0],
    [Field.TRIANGLES_AT, 80 * triangleLanes],
    [Field.THREADS_AT, threaded ? 64 * triangleLanes : 0],
    [Field.TRIANGLE_FORCES_AT, 48 * triangleLanes],
    [Field.HINGE_CORNERS_AT, 16 * hingeLanes],
    [Field.HINGE_TABLE_AT, 16 * hingeLanes],
    [Field.HINGES_AT, 64 * hingeLanes],
    [Field.TRIANGLE_STARTS_AT, triangleIncidence.start.byteLength],
    [Field.TRIANGLE_INCIDENCE_AT, triangleIncidence.entries.byteLength],
    [Field.HINGE_STARTS_AT, hingeIncidence.start.byteLength],
    [Field.HINGE_INCIDENCE_AT, hingeIncidence.entries.byteLength],
    [Field.BLOCK_TRIANGLES_AT, blockTriangles.start.byteLength],
    [Field.TRIANGLE_ENTRIES_AT, blockTriangles.entries.byteLength],
    [Field.BLOCK_HINGES_AT, blockHinges.start.byteLength],
    [Field.HINGE_ENTRIES_AT, 2 * blockHinges.entries.byteLength],
    [Field.BLOCKS_AT, 36 * pattern.columns.length + TAIL],
    [Field.DIAGONALS_AT, 48 * vertices],
    [Field.NEIGHBOURS_START_AT, pattern.neighbourStart.byteLength],
    [Field.NEIGHBOURS_AT, 2 * pattern.neighbourRows.byteLength],
    [Field.ROW_START_AT, pattern.rowStart.byteLength],
    [Field.COLUMNS_AT, pattern.columns.byteLength],
    [Field.SEGMENT_START_AT, order.segmentStart.byteLength],
    [Field.VERTICES_AT, 4 * vertices],
    [Field.MASSES_AT, 8 * vertices],
    ...wide,
    [Field.KINDS_AT, vertices],
    [Field.CHANGED_AT, vertices],
    [Field.FACTORS_AT, 48 * vertices],
    [Field.SCALED_AT, 36 * pattern.columns.length + TAIL],
    ...narrow,
    [Field.SUMS_AT, 64 * (order.segmentStart.length - 1)],
    [Field.PARAMS_AT, 4 * (input.model?.params.length ?? 0)],
    [Field.WORK_AT, Field.MEMBRANE_WORK_BYTES * threads],
    [BodyField.BARRIER_AT, BARRIER_BYTES],
  ];
}

/** Writes all constant tables. */
export function writeClothTables(arrays: KernelArrays, input: ClothKernelInput, tables: ClothTables): void {
  const { fields, scalars } = arrays;
  const { pattern, order } = tables;
  fields[Field.VERTEX_COUNT] = input.vertexCount;
  fields[Field.TRIANGLE_GROUPS] = padded(input.triangles.length / 3) / LANES;
  fields[Field.HINGE_GROUPS] = padded(input.hinges.length / 4) / LANES;
  fields[Field.BLOCK_COUNT] = pattern.columns.length;
  fields[Field.GROUP_COUNT] = order.groupCount;
  fields[Field.THREADED] = input.warpExcess > 0 || input.weftExcess > 0 ? 1 : 0;
  fields[Field.SIDED] = input.liesOnSurface ? 1 : 0;
  fields[Field.MODEL] = input.model?.number ?? 0;
  scalars[Field.MU] = input.mu;
  scalars[Field.LAMBDA] = input.lambda;
  scalars[Field.WARP] = input.warpExcess;
  scalars[Field.WEFT] = input.weftExcess;
  scalars[Field.DAMPING_TIME] = input.dampingTime;
  if (input.model !== undefined) arrays.f32(Field.PARAMS_AT, input.model.params.length).set(input.model.params);
  const write = (field: number, values: Uint32Array) => arrays.u32(field, values.length).set(values);
  write(Field.TRIANGLE_CORNERS_AT, cornersByLanes(input.triangles, 3));
  write(Field.HINGE_CORNERS_AT, cornersByLanes(input.hinges, 4));
  write(Field.TRIANGLE_STARTS_AT, tables.triangleIncidence.start);
  write(Field.TRIANGLE_INCIDENCE_AT, tables.triangleIncidence.entries);
  write(Field.HINGE_STARTS_AT, tables.hingeIncidence.start);
  write(Field.HINGE_INCIDENCE_AT, tables.hingeIncidence.entries);
  write(Field.BLOCK_TRIANGLES_AT, tables.blockTriangles.start);
  write(Field.TRIANGLE_ENTRIES_AT, tables.blockTriangles.entries);
  write(Field.BLOCK_HINGES_AT, tables.blockHinges.start);
  const vectorsOf = (entry: number) => [16 * (entry >> 2), 64 * (entry >> 4) + 16 * (entry & 3)];
  write(Field.HINGE_ENTRIES_AT, pairs(tables.blockHinges.entries, vectorsOf));
  write(Field.NEIGHBOURS_START_AT, pattern.neighbourStart);
  const neighbour = (row: number, k: number) => [24 * order.vertices[row], blockSource(pattern.neighbourSources[k])];
  write(Field.NEIGHBOURS_AT, pairs(pattern.neighbourRows, neighbour));
  write(Field.ROW_START_AT, pattern.rowStart);
  write(
    Field.COLUMNS_AT,
    pattern.columns.map((row) => 16 * row),
  );
  write(Field.SEGMENT_START_AT, order.segmentStart);
  write(Field.VERTICES_AT, order.vertices);
  arrays.f64(Field.MASSES_AT, input.vertexCount).set(input.masses);
  writeHinges(arrays, input);
  const areas = arrays.f32(Field.TRIANGLE_TABLE_AT, 5 * padded(input.triangles.length / 3));
  input.areas.forEach((area, t) => (areas[20 * (t >> 2) + 16 + (t & 3)] = area));
}

/** Returns the byte offset of a block from its number times two, and its transposition flag. */
function blockSource(source: number): number {
  return 36 * (source >> 1) + (source & 1);
}

/** Writes stiffness and wings of the hinges; sin(theta0 / 2) is written once it is known. */
function writeHinges(arrays: KernelArrays, { hingeStiffness, leastAreas }: ClothKernelInput): void {
  const table = arrays.f32(Field.HINGE_TABLE_AT, 4 * padded(hingeStiffness.length));
  for (let hinge = 0; hinge < hingeStiffness.length; hinge++) {
    const at = 16 * (hinge >> 2) + (hinge & 3);
    table[at] = hingeStiffness[hinge];
    for (let wing = 0; wing < 2; wing++) {
      table[at + 8 + 4 * wing] = Math.max(leastAreas[2 * hinge + wing] ** 2, LEAST_SQUARE);
    }
  }
}

/** Lower bound of squared areas, m4: far below the accuracy of f32 in a mesh. */
const LEAST_SQUARE = 1e-30;

function cornersByLanes(vertices: Uint32Array, size: number): Uint32Array {
  const out = new Uint32Array(size * padded(vertices.length / size));
  vertices.forEach((vertex, corner) => {
    const element = Math.floor(corner / size);
    out[LANES * size * (element >> 2) + LANES * (corner % size) + (element & 3)] = 32 * vertex;
  });
  return out;
}

function pairs(values: Uint32Array, of: (value: number, index: number) => readonly number[]): Uint32Array {
  const out = new Uint32Array(2 * values.length);
  values.forEach((value, index) => out.set(of(value, index), 2 * index));
  return out;
}
