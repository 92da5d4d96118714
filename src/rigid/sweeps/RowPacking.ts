import {
  ARM_A,
  ARM_B,
  CLOSING,
  DRIFT,
  FRICTION,
  GAP,
  IMPULSE,
  MASS,
  NORMAL,
  RESPONSE,
  RESTITUTION,
  ROW,
  STEP,
  TANGENT,
} from '../../kernels/contacts/contactRow.ts';
import { DT, type RowArrays } from '../../kernels/contacts/RowArrays.ts';
import type { BodyVelocities } from '../BodyVelocities.ts';
import type { ContactList } from '../ContactList.ts';

/** Writes contacts to rows in the order of their sweeps. */
export class RowPacking {
  /** How the relative velocity of both bodies at a point answers an impulse there: K, symmetric, packed xx, xy, xz, yy, yz, zz, 1/kg. */
  private readonly response = new Float64Array(6);

  /** Writes the contacts of a list to rows in an order, with their effective masses, and how bodies answer impulses, for a substep of `dt`, s. */
  pack(contacts: ContactList, order: Int32Array, bodies: BodyVelocities, dt: number, arrays: RowArrays): void {
    const { rows, ends, limits, inverseMasses, inverseInertias } = arrays;
    const { count, first, second, gaps, friction, restitution, impulses } = contacts;
    limits[DT] = dt;
    inverseMasses.set(bodies.inverseMasses);
    inverseInertias.set(bodies.inverseInertias);
    for (let k = 0; k < count; k++) {
      const row = order[k];
      const r = ROW * k;
      ends[2 * k] = first[row];
      ends[2 * k + 1] = second[row];
      for (let axis = 0; axis < 3; axis++) {
        const at = 3 * row + axis;
        rows[r + NORMAL + axis] = contacts.normals[at];
        rows[r + ARM_A + axis] = contacts.armsA[at];
        rows[r + ARM_B + axis] = contacts.armsB[at];
        rows[r + TANGENT + axis] = contacts.tangents[at];
        rows[r + DRIFT + axis] = contacts.drifts[at];
      }
      rows[r + FRICTION] = friction[row];
      rows[r + RESTITUTION] = restitution[row];
      rows[r + GAP] = gaps[row];
      rows[r + CLOSING] = gaps[row] > 0 ? gaps[row] / dt : 0;
      rows[r + IMPULSE] = impulses[row];
      this.response.fill(0);
      this.addResponse(bodies, first[row], rows, r + ARM_A);
      this.addResponse(bodies, second[row], rows, r + ARM_B);
      this.findMasses(rows, r);
    }
  }

  /** Adds the response of a body at an arm: 1 / m - [r] J^-1 [r], with [r] the matrix of the cross product. */
  private addResponse(bodies: BodyVelocities, body: number, arms: Float64Array, at: number): void {
    const inverse = bodies.inverseMasses[body];
    if (inverse === 0) return;
    const { inverseInertias: j } = bodies;
    const { response } = this;
    const m = 6 * body;
    const x = arms[at];
    const y = arms[at + 1];
    const z = arms[at + 2];
    const xx = j[m];
    const xy = j[m + 1];
    const xz = j[m + 2];
    const yy = j[m + 3];
    const yz = j[m + 4];
    const zz = j[m + 5];
    response[0] += inverse + z * (z * yy - y * yz) - y * (z * yz - y * zz);
    response[1] += z * (x * yz - z * xy) - y * (x * zz - z * xz);
    response[2] += z * (y * xy - x * yy) - y * (y * xz - x * yz);
    response[3] += inverse + x * (x * zz - z * xz) - z * (x * xz - z * xx);
    response[4] += x * (y * xz - x * yz) - z * (y * xx - x * xy);
    response[5] += inverse + y * (y * xx - x * xy) - x * (y * xy - x * yy);
  }

  /** Writes the effective mass along the normal, and the step across it: the inverse of the larger eigenvalue there, the same in all directions, so that friction is opposite to sliding. */
  private findMasses(rows: Float64Array, r: number): void {
    const { response: k } = this;
    const x = rows[r + NORMAL];
    const y = rows[r + NORMAL + 1];
    const z = rows[r + NORMAL + 2];
    const nx = k[0] * x + k[1] * y + k[2] * z;
    const ny = k[1] * x + k[3] * y + k[4] * z;
    const nz = k[2] * x + k[4] * y + k[5] * z;
    rows[r + RESPONSE] = nx;
    rows[r + RESPONSE + 1] = ny;
    rows[r + RESPONSE + 2] = nz;
    rows[r + MASS] = 1 / (x * nx + y * ny + z * nz);
    // Two directions across the normal (Duff et al. 2017).
    const sign = z >= 0 ? 1 : -1;
    const s = -1 / (sign + z);
    const c = x * y * s;
    const ax = 1 + sign * x * x * s;
    const ay = sign * c;
    const az = -sign * x;
    const by = sign + y * y * s;
    const kax = k[0] * ax + k[1] * ay + k[2] * az;
    const kay = k[1] * ax + k[3] * ay + k[4] * az;
    const kaz = k[2] * ax + k[4] * ay + k[5] * az;
    const aa = ax * kax + ay * kay + az * kaz;
    const ab = c * kax + by * kay - y * kaz;
    const bb =
      c * (k[0] * c + k[1] * by - k[2] * y) +
      by * (k[1] * c + k[3] * by - k[4] * y) -
      y * (k[2] * c + k[4] * by - k[5] * y);
    const half = (aa - bb) / 2;
    rows[r + STEP] = 1 / ((aa + bb) / 2 + Math.sqrt(half * half + ab * ab));
  }
}
