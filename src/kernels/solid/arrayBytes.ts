import * as Field from '../bodyFields.ts';
import type { BodyTables } from './bodyTables.ts';
import type { SolidKernelInput } from './SolidKernelInput.ts';

/** Words of one material record (`MATERIALS_AT`), the last ones to spare. */
export const MATERIAL_WORDS = 8;
const BARRIER_WORDS = 16;
/** The block kernel reads four lanes from the third column of the last block. */
const BLOCK_TAIL = 16;
/** Four zeros before the coarse unknowns, and room to load four lanes from the last three. */
const COARSE_MARGIN = 32;

/** Bytes of every array of a body, by the field that holds its address. */
export function arrayBytes(input: SolidKernelInput, tables: BodyTables, threads: number): [number, number][] {
  const { corners, order, incidence, pattern, coarse, laneCount: lanes } = tables;
  const vertices = input.vertexCount;
  const { size } = corners;
  const points = order.lanesPerSlot > 1 ? 1 : 0;
  const { columns, edgeBlocks, edgeCorners } = pattern;
  const outside = tables.hasOutsideStress ? lanes : 0;
  const implicit = input.implicit === true ? 1 : 0;
  const aggregates = coarse?.count ?? 0;
  const cornerPairs = (size * (size - 1)) / 2;
  const conserving = input.conserving ? 1 : 0;
  const varied = input.damping.length > 1 ? 1 : 0;
  const fibres = input.fibres === undefined ? 0 : lanes;
  const chunks = Math.ceil(vertices / Field.CHUNK);
  return [
    [Field.CORNERS_AT, 4 * corners.vertices.length],
    [Field.GRADIENTS_AT, 12 * (points === 1 ? size : size - 1) * lanes],
    [Field.VOLUMES_AT, 4 * lanes],
    [Field.MATERIALS_AT, (4 * MATERIAL_WORDS + 4 * Field.PARAM_COUNT) * input.materials.length],
    [Field.POSITIONS_AT, 32 * vertices],
    [Field.STRETCHES_AT, 12 * lanes],
    [Field.FRAMES_AT, 36 * lanes],
    [Field.CORNER_VECTORS_AT, 16 * size * lanes],
    [Field.ROTATIONS_AT, tables.keepsRotations ? 72 * lanes : 0],
    [Field.PRINCIPAL_AT, 12 * outside],
    [Field.FRAME_SQUARES_AT, 48 * lanes * conserving],
    [Field.DEFORMATIONS_AT, 36 * lanes * points],
    [Field.TANGENTS_AT, 48 * lanes * implicit],
    [Field.FIBRES_AT, 12 * fibres],
    [Field.FIBRE_VECTORS_AT, 12 * fibres],
    [Field.FIBRE_TANGENTS_AT, 24 * fibres * implicit],
    [Field.STIFFNESS_AT, Field.STIFFNESS_BYTES * cornerPairs * order.elementOfSlot.length * implicit],
    [Field.TANGENT_VECTORS_AT, Field.TANGENT_VECTOR_BYTES * threads * implicit],
    [Field.WORK_AT, Field.WORK_BYTES * threads],
    [Field.FORCES_AT, 24 * vertices],
    [Field.INCIDENCE_START_AT, 4 * (vertices + 1)],
    [Field.INCIDENCE_AT, 4 * incidence.corners.length],
    [Field.ROW_START_AT, 4 * (vertices + 1)],
    [Field.COLUMNS_AT, 4 * columns.length],
    [Field.BLOCKS_AT, 36 * columns.length + BLOCK_TAIL],
    [Field.DIAGONAL_AT, 4 * vertices],
    [Field.TRACES_AT, 8 * vertices],
    [Field.EDGE_START_AT, 2 * edgeBlocks.length + 4],
    [Field.EDGE_BLOCKS_AT, 4 * edgeBlocks.length],
    [Field.EDGE_CORNERS_AT, 4 * edgeCorners.length],
    [Field.EDGE_METRICS_AT, 2 * edgeCorners.length * order.lanesPerSlot * conserving],
    [Field.EDGE_STIFFNESS_AT, 2 * edgeCorners.length * implicit],
    [Field.DAMPING_WEIGHTS_AT, 4 * lanes * varied],
    [Field.DAMPING_RATIOS_AT, 4 * order.elementOfSlot.length * varied],
    [Field.MASSES_AT, 8 * vertices],
    [Field.RHS_AT, 24 * vertices],
    [Field.SOLUTION_AT, 24 * vertices],
    [Field.VELOCITY_AT, 24 * vertices],
    [Field.RESIDUAL_AT, 24 * vertices],
    [Field.KINDS_AT, vertices],
    [Field.NORMALS_AT, 24 * vertices],
    [Field.DRAGS_AT, 24 * vertices],
    [Field.DIAGONALS_AT, 8 * vertices],
    [Field.X_AT, 16 * vertices],
    [Field.R_AT, 16 * vertices],
    [Field.P_AT, 16 * vertices],
    [Field.Q_AT, 16 * vertices],
    [Field.COARSE_START_AT, 4 * (aggregates + 1)],
    [Field.COARSE_MEMBERS_AT, coarse === undefined ? 0 : 4 * vertices],
    [Field.COARSE_OF_AT, coarse === undefined ? 0 : 4 * vertices],
    [Field.COARSE_OFFSETS_AT, coarse === undefined ? 0 : 16 * vertices],
    [Field.COARSE_UNKNOWNS_AT, 24 * aggregates + COARSE_MARGIN],
    [Field.COARSE_ROWS_AT, 4 * (6 * aggregates + 1)],
    [Field.COARSE_ENTRIES_AT, 4 * (coarse?.factor.entries.length ?? 0)],
    [Field.COARSE_INVERSES_AT, 24 * aggregates],
    [Field.Z_AT, coarse === undefined ? 0 : 16 * vertices],
    [Field.PARTIALS_AT, 32 * chunks],
    [Field.BARRIER_AT, 4 * BARRIER_WORDS],
  ];
}
