// Passes of a projected Gauss-Seidel iteration over the contacts of a list (`ContactList`), with the operations of its `relax` in their order: the same
// bytes. Arrays are named by the addresses of their first bytes.

const NUMBER_BYTES: usize = 104;
const NORMAL: usize = 32;
const COEFFICIENT: usize = 56;
const TARGET: usize = 64;
const IMPULSE: usize = 72;
const FRICTION: usize = 80;

@inline
function xyOf(weight: f64, at: usize): v128 {
  return f64x2.mul(f64x2.splat(weight), v128.load(at));
}

@inline
function zOf(weight: f64, at: usize): f64 {
  return weight * load<f64>(at, 16);
}

@inline
function inverseOf(inverseMasses: usize, vertex: usize): f64 {
  return load<f64>(inverseMasses + (vertex << 3));
}

/** velocity += factor (p, z). */
@inline
function spread(at: usize, factor: f64, p: v128, z: f64): void {
  v128.store(at, f64x2.add(v128.load(at), f64x2.mul(f64x2.splat(factor), p)));
  store<f64>(at, load<f64>(at, 16) + factor * z, 16);
}

/** Relaxes as `ContactList.relax` does the contact whose numbers, vertices and compliance are at these addresses. */
@inline
function relax(at: usize, corners: usize, complianceAt: usize, velocity: usize, inverseMasses: usize): bool {
  const va = <usize>load<u32>(corners);
  const vb = <usize>load<u32>(corners, 4);
  const vc = <usize>load<u32>(corners, 8);
  const vd = <usize>load<u32>(corners, 12);
  const a = velocity + va * 24;
  const b = velocity + vb * 24;
  const c = velocity + vc * 24;
  const d = velocity + vd * 24;
  const wa = load<f64>(at);
  const wb = load<f64>(at, 8);
  const wc = load<f64>(at, 16);
  const wd = load<f64>(at, 24);
  const xy = f64x2.add(f64x2.add(f64x2.add(xyOf(wa, a), xyOf(wb, b)), xyOf(wc, c)), xyOf(wd, d));
  const z = zOf(wa, a) + zOf(wb, b) + zOf(wc, c) + zOf(wd, d);
  const nxy = v128.load(at, NORMAL);
  const nz = load<f64>(at, NORMAL + 16);
  const across = f64x2.mul(xy, nxy);
  const along = f64x2.extract_lane(across, 0) + f64x2.extract_lane(across, 1) + z * nz;
  const before = load<f64>(at, IMPULSE);
  const target = load<f64>(at, TARGET);
  if (before == 0.0 && along >= target) return false;
  const fa = wa * inverseOf(inverseMasses, va);
  const fb = wb * inverseOf(inverseMasses, vb);
  const fc = wc * inverseOf(inverseMasses, vc);
  const fd = wd * inverseOf(inverseMasses, vd);
  let compliance = load<f64>(complianceAt);
  if (compliance == 0.0) {
    compliance =
      wa * wa * inverseOf(inverseMasses, va) +
      wb * wb * inverseOf(inverseMasses, vb) +
      wc * wc * inverseOf(inverseMasses, vc) +
      wd * wd * inverseOf(inverseMasses, vd);
    store<f64>(complianceAt, compliance);
    if (compliance == 0.0) return false;
  }
  const wanted = before + (target - along) / compliance;
  const impulse: f64 = wanted > 0.0 ? wanted : 0.0;
  if (impulse == 0.0 && before == 0.0) return false;
  const frictionXy = v128.load(at, FRICTION);
  const frictionZ = load<f64>(at, FRICTION + 16);
  const slip = f64x2.sub(xy, f64x2.mul(f64x2.splat(along), nxy));
  const txy = f64x2.sub(frictionXy, f64x2.div(slip, f64x2.splat(compliance)));
  const tz = frictionZ - (z - along * nz) / compliance;
  const squares = f64x2.mul(txy, txy);
  const size = Math.sqrt(f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + tz * tz);
  const most = load<f64>(at, COEFFICIENT) * impulse;
  const share: f64 = size > most ? most / size : 1.0;
  const nextXy = f64x2.mul(f64x2.splat(share), txy);
  const nextZ = share * tz;
  const change = impulse - before;
  const p = f64x2.add(f64x2.mul(f64x2.splat(change), nxy), f64x2.sub(nextXy, frictionXy));
  const pz = change * nz + (nextZ - frictionZ);
  store<f64>(at, impulse, IMPULSE);
  v128.store(at, nextXy, FRICTION);
  store<f64>(at, nextZ, FRICTION + 16);
  spread(a, fa, p, pz);
  spread(b, fb, p, pz);
  spread(c, fc, p, pz);
  spread(d, fd, p, pz);
  return true;
}

/** Runs one pass over `count` contacts; writes those with an impulse (i32) to `pushing` and returns their number. */
export function relaxAll(
  count: u32,
  numbers: usize,
  vertices: usize,
  compliances: usize,
  velocity: usize,
  inverseMasses: usize,
  pushing: usize,
): u32 {
  let found = pushing;
  for (let k: usize = 0; k < <usize>count; k++) {
    const pushes = relax(
      numbers + k * NUMBER_BYTES,
      vertices + (k << 4),
      compliances + (k << 3),
      velocity,
      inverseMasses,
    );
    if (!pushes) continue;
    store<u32>(found, <u32>k);
    found += 4;
  }
  return <u32>((found - pushing) >> 2);
}

/** Runs one pass over the `count` contacts whose numbers (i32) are at `chosen`. */
export function relaxChosen(
  count: u32,
  numbers: usize,
  vertices: usize,
  compliances: usize,
  velocity: usize,
  inverseMasses: usize,
  chosen: usize,
): void {
  const end = chosen + ((<usize>count) << 2);
  for (let at = chosen; at < end; at += 4) {
    const k = <usize>load<u32>(at);
    relax(numbers + k * NUMBER_BYTES, vertices + (k << 4), compliances + (k << 3), velocity, inverseMasses);
  }
}
