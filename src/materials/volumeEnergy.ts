/**
 * Writes out = the second derivative of lambda/2 (J - restVolume)^2 with respect to the stretches, J = s_0 s_1 s_2:
 * lambda (J_i J_j + (J - restVolume) J_ij), with J_i the product of the other two stretches. Pa, 3x3 row-major.
 */
export function volumeStiffness(s: Float64Array, lambda: number, restVolume: number, out: Float64Array): void {
  const pressure = lambda * (s[0] * s[1] * s[2] - restVolume);
  for (let i = 0; i < 3; i++) {
    const areaI = s[(i + 1) % 3] * s[(i + 2) % 3];
    for (let j = 0; j < 3; j++) {
      const areaJ = s[(j + 1) % 3] * s[(j + 2) % 3];
      out[3 * i + j] = lambda * (areaI * areaJ) + (i === j ? 0 : pressure * s[3 - i - j]);
    }
  }
}
