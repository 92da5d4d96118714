import { elementTypes } from '../geometry/elements/elementTypes.ts';
import type { ElementKind } from '../geometry/elements/ElementType.ts';
import { CoreError } from '../base/errors.ts';
import { FrameFailure, StepFailure } from '../solids/StepFailure.ts';

interface StoredTopology {
  readonly elements: Uint32Array;
  readonly elementKind: ElementKind | 'shell';
}

/** Largest number of a stored frame: frames are float32. */
const LARGEST_STORED = 3.4028234663852886e38;

/**
 * Throws `simulation-failed`, naming the vertex and an element of it, where a vertex is so far away or so fast at `time` (s) that a frame,
 * whose numbers are float32, would hold an infinite one. `dt`, s: the last substep.
 */
export function checkStorable(
  motion: { readonly positions: Float64Array; readonly velocities: Float64Array },
  body: StoredTopology,
  time: number,
  dt: number,
): void {
  const { positions, velocities } = motion;
  const [place, speed] = [beyond(positions), beyond(velocities)];
  const found = place ?? speed;
  if (found === undefined) return;
  const vertex = Math.floor(found / 3);
  const value = Math.abs((place === undefined ? velocities : positions)[found]).toExponential(1);
  const told = place === undefined ? `moves at ${value} m/s` : `is ${value} m away`;
  const what = `vertex ${vertex} ${told}, more than a frame can store`;
  const element = elementOf(body, vertex);
  throw new CoreError('simulation-failed', `the simulation failed at ${time.toPrecision(4)} s: ${what}`, {
    place: `element ${element}`,
    remedy:
      'Check for a velocity, a pin or a force that is far too large; then increase the damping or lower the stiffness.',
    cause: new FrameFailure(time, dt, new StepFailure(what, element)),
  });
}

function beyond(values: Float64Array): number | undefined {
  for (let k = 0; k < values.length; k++) if (!(Math.abs(values[k]) <= LARGEST_STORED)) return k;
  return undefined;
}

function elementOf({ elements, elementKind }: StoredTopology, vertex: number): number {
  const corners = elementKind === 'shell' ? 3 : elementTypes[elementKind].size;
  return Math.max(0, Math.floor(elements.indexOf(vertex) / corners));
}
