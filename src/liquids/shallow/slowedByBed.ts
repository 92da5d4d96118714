/**
 * Returns the share of its velocity that water keeps over a step on a rough bed: 1 / (1 + dt g n^2 |u| / h^(4/3)), Manning's law integrated implicitly (Manning 1891). `drag`: dt g n^2.
 * The cube root of the depth, m, comes from Halley's iteration, so that kernels find the same bytes with additions, products, quotients and square roots.
 */
export function slowedByBed(depth: number, speed: number, drag: number): number {
  const h = depth > LEAST ? depth : LEAST;
  let root = Math.sqrt(Math.sqrt(h));
  for (let k = 0; k < ITERATIONS; k++) {
    const cube = root * root * root;
    root *= (cube + 2 * h) / (2 * cube + h);
  }
  return 1 / (1 + (drag * speed) / (h * root));
}

/** Depth, m, below which the bed drags no more than at it. */
const LEAST = 1e-6;
/** Halley's iterations from the fourth root: the cube root is then true to 1e-12 for depths between `LEAST` and 1 km. */
const ITERATIONS = 4;
