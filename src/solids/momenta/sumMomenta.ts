/** linear = sum m v, kg m/s, and angular = sum m (x - origin) cross v, kg m2/s; vectors xyz per mass. Ends with its loop, like `vectorSums`. */
export function sumMomenta(
  masses: Float64Array,
  positions: Float64Array,
  velocity: Float64Array,
  origin: Float64Array,
  linear: Float64Array,
  angular: Float64Array,
): void {
  linear.fill(0);
  angular.fill(0);
  for (let i = 0; i < masses.length; i++) {
    const m = masses[i];
    const k = 3 * i;
    const x = positions[k] - origin[0];
    const y = positions[k + 1] - origin[1];
    const z = positions[k + 2] - origin[2];
    const px = m * velocity[k];
    const py = m * velocity[k + 1];
    const pz = m * velocity[k + 2];
    linear[0] += px;
    linear[1] += py;
    linear[2] += pz;
    angular[0] += y * pz - z * py;
    angular[1] += z * px - x * pz;
    angular[2] += x * py - y * px;
  }
}
