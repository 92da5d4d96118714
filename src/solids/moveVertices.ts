/** What one move of a body found. */
export interface FastestVertex {
  /** Squared speed against the mean motion, m2/s2; one entry. */
  readonly square: Float64Array;
  vertex: number;
}

/**
 * to = from + dt velocity (m, s, m/s), xyz interleaved; `fastest` becomes the vertex that is fastest against `meanVelocity`, those with a
 * non-zero `held` entry left out.
 */
export function moveVertices(
  from: Float64Array,
  velocity: Float64Array,
  dt: number,
  to: Float64Array,
  meanVelocity: Float64Array,
  held: Uint8Array,
  fastest: FastestVertex,
): void {
  const { square } = fastest;
  fastest.vertex = 0;
  square[0] = 0;
  for (let v = 0; v < velocity.length / 3; v++) {
    const k = 3 * v;
    let speed = 0;
    for (let axis = 0; axis < 3; axis++) {
      to[k + axis] = from[k + axis] + dt * velocity[k + axis];
      const relative = velocity[k + axis] - meanVelocity[axis];
      speed += relative * relative;
    }
    if (speed <= square[0] || held[v] !== 0) continue;
    square[0] = speed;
    fastest.vertex = v;
  }
}
