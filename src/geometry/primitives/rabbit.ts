import type { SurfaceMesh } from '../TriMesh.ts';
import { blended, distanceToPart, distanceToParts, sampledSurface, type Part } from './blendedParts.ts';

/** The middle of the body, about 1 high, the feet at y = 0, looking along -x: rump, chest, tail. */
const BODY: readonly Part[] = [
  [[0.2, 0.26, 0], 0.25, [-0.02, 0.27, 0], 0.225],
  [[-0.02, 0.29, 0], 0.225, [-0.19, 0.33, 0], 0.17],
  [[-0.18, 0.37, 0], 0.15, [-0.27, 0.55, 0], 0.13],
  [[0.44, 0.18, 0], 0.09, [0.46, 0.21, 0], 0.085],
];
/** The right half of the legs: thigh, hind foot, forearm, paw. */
const LEGS: readonly Part[] = [
  [[0.21, 0.23, 0.14], 0.155, [0.06, 0.16, 0.19], 0.115],
  [[0.2, 0.065, 0.2], 0.065, [-0.1, 0.06, 0.215], 0.06],
  [[-0.18, 0.27, 0.085], 0.1, [-0.24, 0.08, 0.09], 0.07],
  [[-0.24, 0.06, 0.09], 0.06, [-0.31, 0.055, 0.095], 0.055],
];
/** The right half of the head before its rotation: skull, muzzle, cheek. */
const HEAD: readonly Part[] = [
  [[-0.27, 0.615, 0], 0.135, [-0.33, 0.6, 0], 0.12],
  [[-0.33, 0.6, 0], 0.11, [-0.445, 0.555, 0.012], 0.058],
  [[-0.33, 0.56, 0.06], 0.075, [-0.38, 0.55, 0.04], 0.06],
];
/** The right ear from its root to its tip. */
const EAR: readonly Part[] = [
  [[-0.22, 0.68, 0.055], 0.07, [-0.16, 0.84, 0.085], 0.09],
  [[-0.16, 0.84, 0.085], 0.09, [-0.05, 1.02, 0.1], 0.055],
];
/** Ears are flatter in z than they are broad, by this factor, about this z. */
const EAR_FLATNESS = 1.4;
const EAR_MIDDLE = 0.08;
/** A small ball for an eye. */
const EYE: Part = [[-0.37, 0.64, 0.086], 0.045, [-0.38, 0.64, 0.086], 0.045];

/** Lengths over which the parts of the body, and the details on it, are blended. */
const BLEND = 0.06;
const FINE_BLEND = 0.02;
/** Rotation of the head about y, rad, and its centre in (x, z). */
const HEAD_TURN = 0.35;
const NECK = [-0.24, 0] as const;
/** Rotation of one ear, rad, and its root in (x, y). */
const EAR_LEAN = 0.45;
const EAR_ROOT = [-0.22, 0.68] as const;

/** Sampling region; 40 samples per height make 4 978 vertices, and toes and ears stay round. */
const ROOM = { low: [-0.65, -0.1, -0.45], high: [0.65, 1.15, 0.45], samples: 40 } as const;

/** A sitting rabbit, `height` m from its feet at y = 0 to the tip of its ear; its nose points along -x. */
export function rabbitSurface(height: number): SurfaceMesh {
  const surface = sampledSurface('rabbit', ROOM, distanceToRabbit);
  const { positions } = surface;
  let [low, high] = [Infinity, -Infinity];
  for (let k = 1; k < positions.length; k += 3) {
    low = Math.min(low, positions[k]);
    high = Math.max(high, positions[k]);
  }
  const scale = height / (high - low);
  for (let k = 0; k < positions.length; k++) positions[k] = scale * (positions[k] - (k % 3 === 1 ? low : 0));
  return surface;
}

function distanceToRabbit(x: number, y: number, z: number): number {
  const side = Math.abs(z);
  const body = distanceToParts(LEGS, BLEND, x, y, side);
  return blended(blended(distanceToParts(BODY, BLEND, x, y, z), body, BLEND), distanceToHead(x, y, z), BLEND);
}

/** Returns the distance to the head, evaluated in its unrotated pose. */
function distanceToHead(x: number, y: number, z: number): number {
  const [cos, sin] = [Math.cos(HEAD_TURN), Math.sin(HEAD_TURN)];
  const [dx, dz] = [x - NECK[0], z - NECK[1]];
  const hx = NECK[0] + cos * dx - sin * dz;
  const hz = NECK[1] + sin * dx + cos * dz;
  const skull = distanceToParts(HEAD, BLEND, hx, y, Math.abs(hz));
  const face = blended(skull, distanceToPart(EYE, hx, y, Math.abs(hz)), FINE_BLEND);
  const ears = Math.min(distanceToEar(hx, y, hz, 0), distanceToEar(hx, y, -hz, EAR_LEAN));
  return blended(face, ears, BLEND);
}

function distanceToEar(x: number, y: number, z: number, lean: number): number {
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  const [dx, dy] = [x - EAR_ROOT[0], y - EAR_ROOT[1]];
  const ex = EAR_ROOT[0] + cos * dx - sin * dy;
  const ey = EAR_ROOT[1] + sin * dx + cos * dy;
  const distance = distanceToParts(EAR, BLEND, ex, ey, EAR_MIDDLE + EAR_FLATNESS * (z - EAR_MIDDLE));
  return distance / EAR_FLATNESS;
}
