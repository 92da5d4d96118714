/** Writes R - 1 by rows, R = exp(t [w]) the turn about the angular velocity `w` (1/s), whose length is `speed`, in `t` (s) (Rodrigues). */
export function writeTurn(w: Float64Array, speed: number, t: number, out: Float64Array): void {
  const sine = Math.sin(speed * t) / speed;
  const versine = (1 - Math.cos(speed * t)) / (speed * speed);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      out[3 * row + column] = versine * (w[row] * w[column] - (row === column ? speed * speed : 0));
    }
  }
  out[1] -= sine * w[2];
  out[2] += sine * w[1];
  out[3] += sine * w[2];
  out[5] -= sine * w[0];
  out[6] -= sine * w[1];
  out[7] += sine * w[0];
}
