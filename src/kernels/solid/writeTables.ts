import * as Field from '../bodyFields.ts';
import { MATERIAL_WORDS } from './arrayBytes.ts';
import type { Incidence } from './blockPattern.ts';
import type { BodyTables } from './bodyTables.ts';
import { PAIR, type ElementOrder } from './elementOrder.ts';
import type { KernelArrays } from './KernelArrays.ts';
import type { KernelCoarseSpace, KernelDamping, SolidKernelInput } from './SolidKernelInput.ts';

/** Lanes of a group. */
const LANES = 4;

/** Writes the constant tables of a body: counts, coefficients, materials, masses, volumes and incidence. */
export function writeTables(arrays: KernelArrays, input: SolidKernelInput, tables: BodyTables, patience: number): void {
  writeSettings(arrays, input, tables);
  writeDamping(arrays, input, input.damping, tables);
  arrays.fields[Field.PATIENCE] = patience;
  writeMaterials(arrays, input, tables.order);
  writeVolumes(arrays, input, tables);
  writeFibres(arrays, input, tables);
  writeCornerOffsets(arrays, tables);
  writeIncidence(arrays, tables.incidence);
  writePattern(arrays, tables);
  if (input.implicit === true) writeEdgeStiffness(arrays, tables);
  writeCoarseSpace(arrays, tables.coarse);
  arrays.f64(Field.MASSES_AT, input.vertexCount).set(input.masses);
}

function writeSettings({ fields }: KernelArrays, input: SolidKernelInput, tables: BodyTables): void {
  fields[Field.VERTEX_COUNT] = input.vertexCount;
  fields[Field.PAIR_COUNT] = tables.laneCount / PAIR;
  fields[Field.MATERIAL_COUNT] = input.materials.length;
  fields[Field.EDGE_COUNT] = tables.pattern.edgeBlocks.length / 2;
  fields[Field.CORNER_COUNT] = tables.corners.size;
  fields[Field.POINT_GROUPS] = Math.floor(tables.order.lanesPerSlot / LANES);
  fields[Field.CONSERVING] = input.conserving ? 1 : 0;
  fields[Field.IMPLICIT] = input.implicit === true ? 1 : 0;
  fields[Field.FIBROUS] = input.fibres === undefined ? 0 : 1;
}

/** Coefficients of rotated damping: those of the body, or tables of those of its elements. */
export function writeDamping(
  arrays: KernelArrays,
  { volumes }: Pick<SolidKernelInput, 'volumes'>,
  damping: readonly KernelDamping[],
  { order, laneCount }: Pick<BodyTables, 'order' | 'laneCount'>,
): void {
  const { fields, scalars } = arrays;
  const varies = damping.length > 1;
  fields[Field.DAMPED] = damping.some(({ beta, alpha }) => beta !== 0 || alpha !== 0) ? 1 : 0;
  fields[Field.DAMPING_VARIES] = varies ? 1 : 0;
  scalars[Field.BETA] = varies ? 1 : damping[0].beta;
  scalars[Field.ALPHA] = varies ? 1 : damping[0].alpha;
  if (!varies) return;
  const { elementOfSlot, lanesPerSlot: points, pairStart } = order;
  const weights = arrays.f32(Field.DAMPING_WEIGHTS_AT, laneCount);
  const ratios = arrays.f32(Field.DAMPING_RATIOS_AT, elementOfSlot.length);
  for (let slot = 0, material = 0; slot < elementOfSlot.length; slot++) {
    while (points * slot >= PAIR * pairStart[material + 1]) material++;
    const element = elementOfSlot[slot];
    if (element < 0) continue;
    const { beta, alpha } = damping[material];
    ratios[slot] = beta > 0 ? alpha / beta : 0;
    for (let q = 0; q < points; q++) weights[points * slot + q] = beta * volumes[points * element + q];
  }
}

function writeMaterials(
  arrays: KernelArrays,
  { materials, smallStrain, fibres }: SolidKernelInput,
  { pairStart }: ElementOrder,
): void {
  const records = arrays.u32(Field.MATERIALS_AT, MATERIAL_WORDS * materials.length);
  const firstParams = arrays.fields[Field.MATERIALS_AT] + 4 * records.length;
  materials.forEach((material, m) => {
    const paramsAt = firstParams + 4 * Field.PARAM_COUNT * m;
    const isSmall = smallStrain[m] ? 1 : 0;
    records.set([material?.number ?? 0, pairStart[m], pairStart[m + 1], paramsAt, isSmall], MATERIAL_WORDS * m);
    const params = new Float32Array(arrays.memory.buffer, paramsAt, Field.PARAM_COUNT);
    params.set(fibres?.params[m] ?? [], Field.FIBRE_PARAMS);
  });
  writeModelParams(arrays, materials);
}

/** Parameters of the materials' models, behind their records. */
export function writeModelParams(arrays: KernelArrays, materials: SolidKernelInput['materials']): void {
  const firstParams = arrays.fields[Field.MATERIALS_AT] + 4 * MATERIAL_WORDS * materials.length;
  for (let m = 0; m < materials.length; m++) {
    const paramsAt = firstParams + 4 * Field.PARAM_COUNT * m;
    const params = materials[m]?.params;
    if (params !== undefined) new Float32Array(arrays.memory.buffer, paramsAt, Field.FIBRE_PARAMS).set(params);
  }
}

/** Volumes of the lanes; padding lanes stay zero. */
function writeVolumes(arrays: KernelArrays, { volumes }: SolidKernelInput, { order, laneCount }: BodyTables): void {
  const { elementOfSlot, lanesPerSlot } = order;
  const packed = arrays.f32(Field.VOLUMES_AT, laneCount);
  for (let slot = 0; slot < elementOfSlot.length; slot++) {
    const element = elementOfSlot[slot];
    if (element < 0) continue;
    for (let q = 0; q < lanesPerSlot; q++) packed[lanesPerSlot * slot + q] = volumes[lanesPerSlot * element + q];
  }
}

/** Directions of the fibres in groups of four lanes, the same at all points of an element; padding lanes stay zero. */
function writeFibres(arrays: KernelArrays, { fibres }: SolidKernelInput, { order, laneCount }: BodyTables): void {
  if (fibres === undefined) return;
  const packed = arrays.f32(Field.FIBRES_AT, 3 * laneCount);
  for (let lane = 0; lane < laneCount; lane++) {
    const element = order.elementOfSlot[Math.floor(lane / order.lanesPerSlot)];
    if (element < 0) continue;
    const to = 12 * (lane >> 2) + (lane & 3);
    for (let axis = 0; axis < 3; axis++) packed[to + 4 * axis] = fibres.directions[3 * element + axis];
  }
}

/** Corner offsets of elements, in groups of four where a lane is a tetrahedron; those of padding stay zero. */
function writeCornerOffsets(arrays: KernelArrays, { corners: { vertices }, order }: BodyTables): void {
  const offsets = arrays.u32(Field.CORNERS_AT, vertices.length);
  for (let k = 0; k < vertices.length; k++) {
    if (vertices[k] < 0) continue;
    const slot = k >> 2;
    const at = order.lanesPerSlot > 1 ? k : 16 * (slot >> 2) + 4 * (k & 3) + (slot & 3);
    offsets[at] = 16 * vertices[k];
  }
}

function writeIncidence(arrays: KernelArrays, { start, corners }: Incidence): void {
  arrays.u32(Field.INCIDENCE_START_AT, start.length).set(start);
  const offsets = arrays.u32(Field.INCIDENCE_AT, corners.length);
  for (let k = 0; k < corners.length; k++) offsets[k] = 16 * corners[k];
}

function writePattern(arrays: KernelArrays, { pattern, order }: BodyTables): void {
  const { rowStart, columns, diagonal, edgeStart, edgeBlocks, edgeCorners } = pattern;
  arrays.u32(Field.ROW_START_AT, rowStart.length).set(rowStart);
  arrays.u32(Field.DIAGONAL_AT, diagonal.length).set(diagonal);
  arrays.u32(Field.EDGE_START_AT, edgeStart.length).set(edgeStart);
  arrays.u32(Field.EDGE_BLOCKS_AT, edgeBlocks.length).set(edgeBlocks);
  const vectors = arrays.u32(Field.EDGE_CORNERS_AT, edgeCorners.length);
  for (let k = 0; k < edgeCorners.length; k++) vectors[k] = 16 * order.lanesPerSlot * edgeCorners[k];
  const offsets = arrays.u32(Field.COLUMNS_AT, columns.length);
  for (let k = 0; k < columns.length; k++) offsets[k] = 16 * columns[k];
}

/** Writes where K_ab of the corners of each edge incidence lies: see `EDGE_STIFFNESS_AT`. */
function writeEdgeStiffness(arrays: KernelArrays, { pattern: { edgeCorners }, corners: { size } }: BodyTables): void {
  const places = arrays.u32(Field.EDGE_STIFFNESS_AT, edgeCorners.length / 2);
  for (let k = 0; k < places.length; k++) {
    const [i, j] = [edgeCorners[2 * k], edgeCorners[2 * k + 1]];
    const [a, b] = [Math.min(i, j) % size, Math.max(i, j) % size];
    const pair = (a * (2 * size - a - 1)) / 2 + b - a - 1;
    const pairs = (size * (size - 1)) / 2;
    places[k] = Field.STIFFNESS_BYTES * (pairs * Math.floor(i / size) + pair) + (i < j ? 0 : 1);
  }
}

function writeCoarseSpace(arrays: KernelArrays, coarse: KernelCoarseSpace | undefined): void {
  if (coarse === undefined) return;
  arrays.fields[Field.COARSE_COUNT] = coarse.count;
  const { memberStart, members, aggregates, factor } = coarse;
  arrays.u32(Field.COARSE_START_AT, memberStart.length).set(memberStart);
  arrays.u32(Field.COARSE_MEMBERS_AT, members.length).set(members.map((vertex) => 16 * vertex));
  arrays.u32(Field.COARSE_OF_AT, aggregates.length).set(aggregates.map((aggregate) => 24 * aggregate));
  arrays.u32(Field.COARSE_ROWS_AT, factor.rowStart.length).set(factor.rowStart);
  writeCoarseFactor(arrays, coarse);
}

/** Copies the present coarse factor. */
export function writeCoarseFactor(arrays: KernelArrays, { factor }: KernelCoarseSpace): void {
  const { entries, inverseDiagonal } = factor;
  arrays.f32(Field.COARSE_ENTRIES_AT, entries.length).set(entries);
  arrays.f32(Field.COARSE_INVERSES_AT, inverseDiagonal.length).set(inverseDiagonal);
}
