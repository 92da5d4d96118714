import { type Embedding, embedPositions, type VolumeMesh } from '../../geometry/TetMesh.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { escapeSpeed } from '../../collision/escapeSpeed.ts';
import type { SolidBodyInput } from '../../solids/SolidOperators.ts';
import { meanElementSize } from '../../solids/timeStep.ts';
import type { StartingSolid } from './startOverlaps.ts';

/** Depth inside something at the start that is not told, m, and as a share of the mean edge. */
const LEAST_TOLD = 5e-4;
const TOLD_SHARE = 0.01;

/** What is drawn of a solid whose vertices begin at `start`, m, in world axes; `pinned`: those that pins constrain. */
export function startingSolid(
  { id }: Solid,
  volume: VolumeMesh,
  start: Float64Array,
  body: SolidBodyInput,
  pinned: ReadonlySet<number>,
): StartingSolid {
  const { embedding, surface } = volume;
  const positions = new Float64Array(surface.positions.length);
  embedPositions(embedding, start, positions);
  const elements = { ...body, restPositions: volume.mesh.positions };
  return {
    id,
    surface: { ...surface, positions },
    held: heldPoints(embedding, pinned),
    tolerance: Math.max(LEAST_TOLD, TOLD_SHARE * meanElementSize(elements)),
    escapeSpeed: escapeSpeed(start),
  };
}

/** 1 for the drawn vertices that ride on pinned vertices for the most part. */
function heldPoints({ size, vertices, weights }: Embedding, pinned: ReadonlySet<number>): Uint8Array {
  return Uint8Array.from({ length: weights.length / size }, (_, point) => {
    let held = 0;
    for (let k = size * point; k < size * (point + 1); k++) if (pinned.has(vertices[k])) held += weights[k];
    return held > 0.5 ? 1 : 0;
  });
}
