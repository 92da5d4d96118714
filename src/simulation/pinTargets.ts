import type { Pin } from '../scene/entities/pin.ts';
import { paintedValues } from '../scene/paintedField.ts';
import { createPose, evaluatePose } from '../scene/poses.ts';
import type { NodeTargets } from '../solids/NodeTargets.ts';
import { CoreError } from '../base/errors.ts';
import type { KeyedInputs } from './KeyedInputs.ts';

/** Least value of a painted place that a pin holds: hard pins hold it or not, soft ones as strongly as it is painted. */
const PAINTED_HARD = 0.5;
const PAINTED_SOFT = 0.02;

/** Volume vertices that a region holds at the first frame; `positions` in world axes, m. */
export function selectVertices(
  selection: Exclude<Pin['selection'], { kind: 'painted' }>,
  positions: Float64Array,
): Uint32Array {
  const count = positions.length / 3;
  const chosen: number[] = [];
  if (selection.kind === 'vertices') return Uint32Array.from(selection.indices);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    const inside =
      selection.kind === 'sphere'
        ? Math.hypot(x - selection.centre[0], y - selection.centre[1], z - selection.centre[2]) <= selection.radius
        : [x, y, z].every((value, axis) => value >= selection.min[axis] && value <= selection.max[axis]);
    if (inside) chosen.push(v);
  }
  return Uint32Array.from(chosen);
}

/** The vertices of the body that a pin acts on, where they stand and what they weigh. */
export interface PinnedBody {
  /** At the first frame in world axes, m. */
  readonly positions: Float64Array;
  /** The same vertices in the solid's own frame, where pins are painted, m. */
  readonly ownPositions: Float64Array;
  /** kg. */
  readonly masses: Float64Array;
}

/** Vertices that a pin holds; `shares` says how strongly where the pin is soft and painted. */
interface HeldVertices {
  readonly vertices: Uint32Array;
  readonly shares?: Float64Array;
}

function heldVertices({ selection, hold }: Pin, { positions, ownPositions }: PinnedBody): HeldVertices {
  if (selection.kind !== 'painted') return { vertices: selectVertices(selection, positions) };
  const values = paintedValues(selection.field, ownPositions, new Float64Array(ownPositions.length / 3));
  const numbers = Uint32Array.from(values.keys());
  if (hold.kind === 'hard') return { vertices: numbers.filter((v) => values[v] >= PAINTED_HARD) };
  const vertices = numbers.filter((v) => values[v] > PAINTED_SOFT);
  return { vertices, shares: Float64Array.from(vertices, (v) => values[v]) };
}

/**
 * A pin as targets of the integrator. Soft pins are springs of the wanted frequency per unit mass: the stiffness uses the mean
 * mass of the held vertices. Throws `document-invalid` when nothing is held, or a vertex number is too large.
 */
export function pinTargets(pin: Pin, body: PinnedBody, inputs: KeyedInputs): NodeTargets {
  const { positions, masses } = body;
  const { vertices, shares } = heldVertices(pin, body);
  checkSelection(pin, vertices, masses.length);
  const rest = new Float64Array(3 * vertices.length);
  vertices.forEach((v, i) => rest.set(positions.subarray(3 * v, 3 * v + 3), 3 * i));
  const pose = createPose();
  return {
    vertices,
    spring: pin.hold.kind === 'soft' ? { ...spring(pin.hold, vertices, masses), shares } : undefined,
    activeAt: (time) => inputs.value(inputs.interval.pins[pin.id].held, time) > 0,
    positionsAt(time, out) {
      evaluatePose(inputs.interval.pins[pin.id], inputs.at(time), pose);
      movePoints(rest, pin.pivot, pose, out);
    },
  };
}

function spring(hold: Extract<Pin['hold'], { kind: 'soft' }>, vertices: Uint32Array, masses: Float64Array) {
  const mass = vertices.reduce((sum, v) => sum + masses[v], 0) / vertices.length;
  return { stiffness: mass * (2 * Math.PI * hold.frequency) ** 2, dampingRatio: hold.dampingRatio };
}

const REMEDIES: Record<Pin['selection']['kind'], string> = {
  sphere: 'Move or enlarge its sphere.',
  box: 'Move or enlarge its box.',
  vertices: 'Correct the vertex numbers.',
  painted: 'Paint more of the solid, or with a brush that is larger than its elements.',
};

function checkSelection(pin: Pin, vertices: Uint32Array, vertexCount: number): void {
  const tooLarge = vertices.find((v) => v >= vertexCount);
  if (vertices.length > 0 && tooLarge === undefined) return;
  const message =
    tooLarge === undefined
      ? `the pin holds no vertex of '${pin.target}'`
      : `the pin holds vertex ${tooLarge}, but '${pin.target}' has ${vertexCount} vertices`;
  throw new CoreError('document-invalid', message, {
    place: `pin '${pin.id}'`,
    remedy: REMEDIES[pin.selection.kind],
  });
}

/** out = R (x - pivot) + pivot + translation for every point. */
function movePoints(
  points: Float64Array,
  pivot: readonly number[],
  pose: { readonly rotation: Float64Array; readonly translation: Float64Array },
  out: Float64Array,
): void {
  const qx = pose.rotation[0];
  const qy = pose.rotation[1];
  const qz = pose.rotation[2];
  const qw = pose.rotation[3];
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - pivot[0];
    const y = points[i + 1] - pivot[1];
    const z = points[i + 2] - pivot[2];
    // x + 2 w (q x x) + 2 q x (q x x)
    const cx = qy * z - qz * y;
    const cy = qz * x - qx * z;
    const cz = qx * y - qy * x;
    out[i] = x + 2 * (qw * cx + qy * cz - qz * cy) + pivot[0] + pose.translation[0];
    out[i + 1] = y + 2 * (qw * cy + qz * cx - qx * cz) + pivot[1] + pose.translation[1];
    out[i + 2] = z + 2 * (qw * cz + qx * cy - qy * cx) + pivot[2] + pose.translation[2];
  }
}
