/** What the affine map that takes `from` to `to` best (least squares) leaves of each coordinate of `to`. */
export function affineRests(from: ArrayLike<number>, to: ArrayLike<number>): Float64Array {
  const count = from.length / 3;
  const row = (v: number) => [from[3 * v], from[3 * v + 1], from[3 * v + 2], 1];
  const rests = new Float64Array(to.length);
  for (let axis = 0; axis < 3; axis++) {
    const system = Array.from({ length: 4 }, () => new Float64Array(5));
    for (let v = 0; v < count; v++) {
      const own = row(v);
      for (let i = 0; i < 4; i++) {
        for (let j = 0; j < 4; j++) system[i][j] += own[i] * own[j];
        system[i][4] += own[i] * to[3 * v + axis];
      }
    }
    const map = solve(system);
    for (let v = 0; v < count; v++) {
      rests[3 * v + axis] = to[3 * v + axis] - row(v).reduce((sum, x, i) => sum + x * map[i], 0);
    }
  }
  return rests;
}

/** Gauss and Jordan on a definite system with its right-hand side in the last column. */
function solve(system: Float64Array[]): number[] {
  for (let i = 0; i < system.length; i++) {
    const pivot = system[i][i];
    for (let k = 0; k < system[i].length; k++) system[i][k] /= pivot;
    for (let j = 0; j < system.length; j++) {
      const factor = system[j][i];
      if (j !== i) for (let k = 0; k < system[j].length; k++) system[j][k] -= factor * system[i][k];
    }
  }
  return system.map((equation) => equation[equation.length - 1]);
}
