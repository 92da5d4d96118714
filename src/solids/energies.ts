/** J. */
export interface Energies {
  readonly kinetic: number;
  readonly elastic: number;
  readonly gravitational: number;
}

/** sum m v^2 / 2, J; `velocities` in m/s, xyz interleaved. Ends with its loop, like `vectorSums`. */
export function kineticEnergy(masses: Float64Array, velocities: Float64Array): number {
  let energy = 0;
  for (let v = 0; v < masses.length; v++) {
    for (let k = 3 * v; k < 3 * v + 3; k++) energy += 0.5 * masses[v] * velocities[k] * velocities[k];
  }
  return energy;
}

/** -sum m g . x, J: zero at the origin; `gravity` in m/s2, `positions` in m. */
export function gravitationalEnergy(masses: Float64Array, gravity: Float64Array, positions: Float64Array): number {
  let energy = 0;
  for (let v = 0; v < masses.length; v++) {
    for (let axis = 0; axis < 3; axis++) energy -= masses[v] * gravity[axis] * positions[3 * v + axis];
  }
  return energy;
}
