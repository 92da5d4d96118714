/** Depth, m, below which the bed drags no more than at it, and Halley's iterations for its cube root. */
const LEAST: f64 = 1e-6;
const ITERATIONS: i32 = 4;

/** Returns the share of its velocity that water keeps over a step on a rough bed (`slowedByBed` of `src/liquids/shallow`). */
@inline
export function slowedByBed(depth: v128, speed: v128, drag: v128): v128 {
  const two = f64x2.splat(2.0);
  const one = f64x2.splat(1.0);
  const h = f64x2.pmax(f64x2.splat(LEAST), depth);
  let root = f64x2.sqrt(f64x2.sqrt(h));
  for (let k = 0; k < ITERATIONS; k++) {
    const cube = f64x2.mul(f64x2.mul(root, root), root);
    const quotient = f64x2.div(f64x2.add(cube, f64x2.mul(two, h)), f64x2.add(f64x2.mul(two, cube), h));
    root = f64x2.mul(root, quotient);
  }
  return f64x2.div(one, f64x2.add(one, f64x2.div(f64x2.mul(drag, speed), f64x2.mul(h, root))));
}
