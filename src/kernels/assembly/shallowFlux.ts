/** Returns whichever of two differences is nearer to zero; 0 where their signs differ. */
@inline
export function minmod(a: v128, b: v128): v128 {
  const zero = f64x2.splat(0.0);
  return f64x2.add(f64x2.pmax(zero, f64x2.pmin(b, a)), f64x2.pmin(zero, f64x2.pmax(b, a)));
}

/**
 * Writes the fluxes through two faces from the states below (L) and above (R) them: at `out` the volume, m2/s, and `next` bytes on each the momentum across the faces less the pressure
 * of the lower and of the upper cell at the face, and the momentum along them, m3/s2 (`ReferenceShallowSteps`).
 */
@inline
export function writeFlux(
  out: usize,
  next: usize,
  levelL: v128,
  depthL: v128,
  uL: v128,
  alongL: v128,
  levelR: v128,
  depthR: v128,
  uR: v128,
  alongR: v128,
  g: v128,
  halfG: v128,
): void {
  const zero = f64x2.splat(0.0);
  const bed = f64x2.pmax(f64x2.sub(levelR, depthR), f64x2.sub(levelL, depthL));
  const hL = f64x2.pmax(zero, f64x2.sub(levelL, bed));
  const hR = f64x2.pmax(zero, f64x2.sub(levelR, bed));
  const waveL = f64x2.sqrt(f64x2.mul(g, hL));
  const waveR = f64x2.sqrt(f64x2.mul(g, hR));
  const slowest = f64x2.pmin(zero, f64x2.pmin(f64x2.sub(uR, waveR), f64x2.sub(uL, waveL)));
  const fastest = f64x2.pmax(zero, f64x2.pmax(f64x2.add(uR, waveR), f64x2.add(uL, waveL)));
  const width = f64x2.sub(fastest, slowest);
  const inverse = v128.and(f64x2.div(f64x2.splat(1.0), width), f64x2.gt(width, zero));
  const product = f64x2.mul(slowest, fastest);
  const qL = f64x2.mul(hL, uL);
  const qR = f64x2.mul(hR, uR);
  const rise = f64x2.sub(hR, hL);
  const mass = f64x2.mul(
    f64x2.add(f64x2.sub(f64x2.mul(fastest, qL), f64x2.mul(slowest, qR)), f64x2.mul(product, rise)),
    inverse,
  );
  const momentum = f64x2.add(
    f64x2.sub(f64x2.mul(fastest, f64x2.mul(qL, uL)), f64x2.mul(slowest, f64x2.mul(qR, uR))),
    f64x2.mul(product, f64x2.sub(qR, qL)),
  );
  const jump = f64x2.mul(halfG, f64x2.mul(rise, f64x2.add(hR, hL)));
  v128.store(out, mass);
  v128.store(out + next, f64x2.mul(f64x2.sub(momentum, f64x2.mul(slowest, jump)), inverse));
  v128.store(out + 2 * next, f64x2.mul(f64x2.sub(momentum, f64x2.mul(fastest, jump)), inverse));
  v128.store(out + 3 * next, f64x2.mul(mass, v128.bitselect(alongL, alongR, f64x2.gt(mass, zero))));
}
