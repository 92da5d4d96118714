/**
 * What simulating a body takes in memory, beside the program itself: the kernels' arena, the integrator's vectors and the copies of the
 * state around a frame, by elements and vertices, and its meshes as they are stored. Fitted to the growth of the resident memory of
 * whole runs; README.md says how far it is off.
 */
const BYTES = {
  tet: { element: 660, vertex: 1080 },
  hex: { element: 6500, vertex: 1700 },
} as const;

/** Bytes of the header, statistics and envelope of a frame of one body. */
const FRAME_HEADER = 830;
/** Position and velocity, float32. */
const FRAME_VERTEX = 24;

/** Bytes that simulating a body takes. `staticsBytes`: of its encoded statics. */
export function simulationBytes(
  kind: 'tet' | 'hex',
  { elements, vertices, staticsBytes }: { elements: number; vertices: number; staticsBytes: number },
): number {
  return BYTES[kind].element * elements + BYTES[kind].vertex * vertices + staticsBytes;
}

/** Bytes of one stored frame of a body. */
export function frameBytes(vertices: number): number {
  return FRAME_HEADER + FRAME_VERTEX * vertices;
}
