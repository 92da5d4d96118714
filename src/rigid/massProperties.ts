import { CoreError } from '../base/errors.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import { quaternionFromRotation } from '../math/quaternions.ts';
import { symmetricEigen } from '../math/symmetricEigen.ts';

/** What the motion of a rigid body depends on, in the frame of its shape. */
export interface MassProperties {
  /** m3. */
  readonly volume: number;
  /** kg. */
  readonly mass: number;
  /** Centre of mass, m. */
  readonly centre: Float64Array;
  /** Principal moments of inertia about the centre of mass, kg m2. */
  readonly moments: Float64Array;
  /** Unit quaternion x, y, z, w that turns the principal axes into those of the shape. */
  readonly axes: Float64Array;
}

/** Volume, first and second moments of a body of density 1: the second ones about its centre, packed xx, xy, xz, yy, yz, zz, m5. */
export interface VolumeMoments {
  /** m3. */
  readonly volume: number;
  /** m. */
  readonly centre: Float64Array;
  readonly second: Float64Array;
}

/**
 * Returns the moments of what closed, outward triangles enclose, exact but for rounding: of the tetrahedra between them and one of their vertices o, with d = a . (b x c)
 * and s = a + b + c, V = sum d / 6, V (c - o) = sum d s / 24 and S = sum d (a a^T + b b^T + c c^T + s s^T) / 120 (Blow and Binstock 2004), so that bodies far from the origin
 * lose no digits. Throws `geometry-invalid` where they enclose no volume.
 */
export function volumeMoments({ positions: x, triangles }: TriMesh): VolumeMoments {
  const o = 3 * triangles[0];
  let volume = 0;
  const first = new Float64Array(3);
  const second = new Float64Array(6);
  const corners = [new Float64Array(3), new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const [a, b, c, s] = corners;
  for (let at = 0; at < triangles.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < 3; k++) corners[k][axis] = x[3 * triangles[at + k] + axis] - x[o + axis];
      s[axis] = a[axis] + b[axis] + c[axis];
    }
    const d =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    volume += d / 6;
    for (let axis = 0; axis < 3; axis++) first[axis] += (d * s[axis]) / 24;
    for (let i = 0, packed = 0; i < 3; i++) {
      for (let j = i; j < 3; j++, packed++) {
        for (let k = 0; k < 4; k++) second[packed] += (d * corners[k][i] * corners[k][j]) / 120;
      }
    }
  }
  if (!(volume > 0)) {
    throw new CoreError('geometry-invalid', 'the surface of a rigid body encloses no volume', {
      remedy: 'Close its holes, or give it a thickness.',
    });
  }
  for (let axis = 0; axis < 3; axis++) first[axis] /= volume;
  for (let i = 0, packed = 0; i < 3; i++) {
    for (let j = i; j < 3; j++, packed++) second[packed] -= volume * first[i] * first[j];
  }
  return { volume, centre: first.map((value, axis) => value + x[o + axis]), second };
}

/** Returns the moments of all points within `radius` (m) of a segment of `length` (m) along y about the origin: a ball where that is 0. */
export function capsuleMoments(radius: number, length: number): VolumeMoments {
  const ball = (4 / 3) * Math.PI * radius ** 3;
  const tube = Math.PI * radius * radius * length;
  const across = (ball * radius * radius) / 5 + (tube * radius * radius) / 4;
  // Half balls of volume V / 2 with their centres 3 r / 8 beyond the ends of the tube.
  const along =
    (ball * radius * radius) / 5 + ball * (length / 2) * (length / 2 + 0.75 * radius) + (tube * (length * length)) / 12;
  return { volume: ball + tube, centre: new Float64Array(3), second: Float64Array.of(across, 0, 0, along, 0, across) };
}

/** Returns the mass properties of a body with these moments whose mass is `mass` (kg), evenly spread. The inertia tensor is tr(S) 1 - S. */
export function massProperties({ volume, centre, second: s }: VolumeMoments, mass: number): MassProperties {
  const density = mass / volume;
  const trace = s[0] + s[3] + s[5];
  const inertia = s.map(
    (value, packed) => density * ((packed === 0 || packed === 3 || packed === 5 ? trace : 0) - value),
  );
  const moments = new Float64Array(3);
  const vectors = new Float64Array(9);
  symmetricEigen(inertia, moments, vectors);
  const axes = new Float64Array(4);
  quaternionFromRotation(vectors, axes);
  return { volume, mass, centre, moments, axes };
}
