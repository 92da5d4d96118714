import { elementCountOf, elementsOfVolume } from '../geometry/elements/elementTypes.ts';
import type { BodyMesh } from '../geometry/TetMesh.ts';
import type { Estimate } from '../scene/Kinds.ts';

/**
 * What simulating a body takes in memory, beside the program itself: the kernels' arena, the integrator's vectors and the copies of the
 * state around a frame, by elements and vertices, and its meshes as they are stored. Fitted to the growth of the resident memory of
 * whole runs; README.md says how far it is off.
 */
const BYTES = {
  tet: { element: 660, vertex: 1080 },
  hex: { element: 6500, vertex: 1700 },
  tet10: { element: 4400, vertex: 1700 },
} as const;

/** Bytes of the header, statistics and envelope of a frame of one body. */
const FRAME_HEADER = 830;
/** Position and velocity, float32. */
const FRAME_VERTEX = 24;

/** What simulating a body with such a mesh takes. `staticsBytes`: of its encoded statics. The memory of shells was never measured. */
export function bodyEstimate(body: BodyMesh, staticsBytes: number): Estimate {
  const vertices = body.mesh.positions.length / 3;
  const frameBytes = FRAME_HEADER + FRAME_VERTEX * vertices;
  if (body.kind === 'shell') return { count: body.mesh.triangles.length / 3, counted: 'triangles', frameBytes };
  const { kind, label: counted } = elementsOfVolume(body).type;
  const count = elementCountOf(body);
  const memoryBytes = BYTES[kind].element * count + BYTES[kind].vertex * vertices + staticsBytes;
  return { count, counted, memoryBytes, frameBytes };
}
