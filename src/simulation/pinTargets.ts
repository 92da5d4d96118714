import type { Pin } from '../scene/entities/pin.ts';
import { createPose, evaluatePose } from '../scene/poses.ts';
import type { NodeTargets } from '../solids/NodeTargets.ts';
import { CoreError } from '../base/errors.ts';
import type { KeyedInputs } from './KeyedInputs.ts';

/** Volume vertices that a pin's selection holds at the first frame; `positions` in world axes, m. */
export function selectVertices(selection: Pin['selection'], positions: Float64Array): Uint32Array {
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

/**
 * A pin as targets of the integrator. Soft pins are springs of the wanted frequency per unit mass: the stiffness uses the mean
 * mass of the held vertices. Throws `document-invalid` when nothing is held, or a vertex number is too large.
 */
export function pinTargets(pin: Pin, positions: Float64Array, masses: Float64Array, inputs: KeyedInputs): NodeTargets {
  const vertices = selectVertices(pin.selection, positions);
  checkSelection(pin, vertices, masses.length);
  const rest = new Float64Array(3 * vertices.length);
  vertices.forEach((v, i) => rest.set(positions.subarray(3 * v, 3 * v + 3), 3 * i));
  const pose = createPose();
  return {
    vertices,
    spring: pin.hold.kind === 'soft' ? spring(pin.hold, vertices, masses) : undefined,
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

function checkSelection(pin: Pin, vertices: Uint32Array, vertexCount: number): void {
  const tooLarge = vertices.find((v) => v >= vertexCount);
  if (vertices.length > 0 && tooLarge === undefined) return;
  const message =
    tooLarge === undefined
      ? `the pin holds no vertex of '${pin.target}'`
      : `the pin holds vertex ${tooLarge}, but '${pin.target}' has ${vertexCount} vertices`;
  throw new CoreError('document-invalid', message, {
    place: `pin '${pin.id}'`,
    remedy: 'Move or enlarge its region, or correct the vertex numbers.',
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
