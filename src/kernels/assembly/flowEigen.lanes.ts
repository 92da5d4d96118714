import { ROW } from './flowRows';

// Two pairs of points run interleaved (tools/buildKernels.mjs).
const LANE_A: usize = 0;
const LANE_B: usize = 1;

/** Most sweeps; four or five are usual. */
const SWEEPS: i32 = 12;
/** Squared off-diagonal part, over the square of the diagonal's, that counts as zero. */
const NEGLIGIBLE: f64 = 1e-31;
/** 3 + 2 sqrt(2): the approximate rotation is taken while its angle is below pi/4. */
const ROTATION_LIMIT: f64 = 5.82842712474619;
const SQRT_HALF: f64 = 0.7071067811865476;

/**
 * Diagonalises the symmetric matrices of a batch, rows xx, xy, xz, yy, yz, zz at `matrix`, by Jacobi rotations that are approximate at first
 * (McAdams et al. 2011): eigenvalues are left in xx, yy, zz, eigenvectors in the nine rows at `vectors`, row-major, as columns. A matrix whose
 * off-diagonal entries are negligible stays as it is to the bit, so that a point does not depend on the others of its batch.
 */
export function diagonalise(scratch: usize, matrix: usize, vectors: usize): void {
  const one = f64x2.splat(1.0);
  const zero = f64x2.splat(0.0);
  for (let at: usize = 0; at < ROW; at += 32) {
    const m$ = scratch + matrix + at + 16 * LANE_$;
    const v$ = scratch + vectors + at + 16 * LANE_$;
    let xx$ = v128.load(m$);
    let xy$ = v128.load(m$, ROW);
    let xz$ = v128.load(m$, 2 * ROW);
    let yy$ = v128.load(m$, 3 * ROW);
    let yz$ = v128.load(m$, 4 * ROW);
    let zz$ = v128.load(m$, 5 * ROW);
    let v00$ = one;
    let v01$ = zero;
    let v02$ = zero;
    let v10$ = zero;
    let v11$ = one;
    let v12$ = zero;
    let v20$ = zero;
    let v21$ = zero;
    let v22$ = one;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const sum$ = f64x2.add(f64x2.add(f64x2.abs(xx$), f64x2.abs(yy$)), f64x2.abs(zz$));
      const off$ = f64x2.add(f64x2.add(f64x2.mul(xy$, xy$), f64x2.mul(xz$, xz$)), f64x2.mul(yz$, yz$));
      const turns$ = f64x2.gt(off$, f64x2.mul(f64x2.splat(NEGLIGIBLE), f64x2.mul(sum$, sum$)));
      if (!v128.any_true(v128.or(turnsA, turnsB))) break;
      // x and y.
      let d$ = f64x2.sub(xx$, yy$);
      d$ = f64x2.add(d$, d$);
      let d2$ = f64x2.mul(d$, d$);
      let o2$ = f64x2.mul(xy$, xy$);
      let near$ = f64x2.lt(f64x2.mul(f64x2.splat(ROTATION_LIMIT), o2$), d2$);
      let r$ = f64x2.div(one, f64x2.add(d2$, o2$));
      let c$ = v128.bitselect(f64x2.mul(f64x2.sub(d2$, o2$), r$), f64x2.splat(SQRT_HALF), near$);
      let s$ = v128.bitselect(f64x2.mul(f64x2.mul(f64x2.add(d$, d$), xy$), r$), f64x2.splat(SQRT_HALF), near$);
      c$ = v128.bitselect(c$, one, turns$);
      s$ = v128.and(s$, turns$);
      let cp$ = f64x2.add(f64x2.mul(c$, xx$), f64x2.mul(s$, xy$));
      let cq$ = f64x2.add(f64x2.mul(c$, xy$), f64x2.mul(s$, yy$));
      let next$ = f64x2.add(f64x2.mul(c$, cp$), f64x2.mul(s$, cq$));
      xy$ = f64x2.sub(f64x2.mul(c$, cq$), f64x2.mul(s$, cp$));
      yy$ = f64x2.sub(yy$, f64x2.sub(next$, xx$));
      xx$ = next$;
      let k$ = xz$;
      xz$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, yz$));
      yz$ = f64x2.sub(f64x2.mul(c$, yz$), f64x2.mul(s$, k$));
      k$ = v00$;
      v00$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v01$));
      v01$ = f64x2.sub(f64x2.mul(c$, v01$), f64x2.mul(s$, k$));
      k$ = v10$;
      v10$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v11$));
      v11$ = f64x2.sub(f64x2.mul(c$, v11$), f64x2.mul(s$, k$));
      k$ = v20$;
      v20$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v21$));
      v21$ = f64x2.sub(f64x2.mul(c$, v21$), f64x2.mul(s$, k$));
      // x and z.
      d$ = f64x2.sub(xx$, zz$);
      d$ = f64x2.add(d$, d$);
      d2$ = f64x2.mul(d$, d$);
      o2$ = f64x2.mul(xz$, xz$);
      near$ = f64x2.lt(f64x2.mul(f64x2.splat(ROTATION_LIMIT), o2$), d2$);
      r$ = f64x2.div(one, f64x2.add(d2$, o2$));
      c$ = v128.bitselect(f64x2.mul(f64x2.sub(d2$, o2$), r$), f64x2.splat(SQRT_HALF), near$);
      s$ = v128.bitselect(f64x2.mul(f64x2.mul(f64x2.add(d$, d$), xz$), r$), f64x2.splat(SQRT_HALF), near$);
      c$ = v128.bitselect(c$, one, turns$);
      s$ = v128.and(s$, turns$);
      cp$ = f64x2.add(f64x2.mul(c$, xx$), f64x2.mul(s$, xz$));
      cq$ = f64x2.add(f64x2.mul(c$, xz$), f64x2.mul(s$, zz$));
      next$ = f64x2.add(f64x2.mul(c$, cp$), f64x2.mul(s$, cq$));
      xz$ = f64x2.sub(f64x2.mul(c$, cq$), f64x2.mul(s$, cp$));
      zz$ = f64x2.sub(zz$, f64x2.sub(next$, xx$));
      xx$ = next$;
      k$ = xy$;
      xy$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, yz$));
      yz$ = f64x2.sub(f64x2.mul(c$, yz$), f64x2.mul(s$, k$));
      k$ = v00$;
      v00$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v02$));
      v02$ = f64x2.sub(f64x2.mul(c$, v02$), f64x2.mul(s$, k$));
      k$ = v10$;
      v10$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v12$));
      v12$ = f64x2.sub(f64x2.mul(c$, v12$), f64x2.mul(s$, k$));
      k$ = v20$;
      v20$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v22$));
      v22$ = f64x2.sub(f64x2.mul(c$, v22$), f64x2.mul(s$, k$));
      // y and z.
      d$ = f64x2.sub(yy$, zz$);
      d$ = f64x2.add(d$, d$);
      d2$ = f64x2.mul(d$, d$);
      o2$ = f64x2.mul(yz$, yz$);
      near$ = f64x2.lt(f64x2.mul(f64x2.splat(ROTATION_LIMIT), o2$), d2$);
      r$ = f64x2.div(one, f64x2.add(d2$, o2$));
      c$ = v128.bitselect(f64x2.mul(f64x2.sub(d2$, o2$), r$), f64x2.splat(SQRT_HALF), near$);
      s$ = v128.bitselect(f64x2.mul(f64x2.mul(f64x2.add(d$, d$), yz$), r$), f64x2.splat(SQRT_HALF), near$);
      c$ = v128.bitselect(c$, one, turns$);
      s$ = v128.and(s$, turns$);
      cp$ = f64x2.add(f64x2.mul(c$, yy$), f64x2.mul(s$, yz$));
      cq$ = f64x2.add(f64x2.mul(c$, yz$), f64x2.mul(s$, zz$));
      next$ = f64x2.add(f64x2.mul(c$, cp$), f64x2.mul(s$, cq$));
      yz$ = f64x2.sub(f64x2.mul(c$, cq$), f64x2.mul(s$, cp$));
      zz$ = f64x2.sub(zz$, f64x2.sub(next$, yy$));
      yy$ = next$;
      k$ = xy$;
      xy$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, xz$));
      xz$ = f64x2.sub(f64x2.mul(c$, xz$), f64x2.mul(s$, k$));
      k$ = v01$;
      v01$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v02$));
      v02$ = f64x2.sub(f64x2.mul(c$, v02$), f64x2.mul(s$, k$));
      k$ = v11$;
      v11$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v12$));
      v12$ = f64x2.sub(f64x2.mul(c$, v12$), f64x2.mul(s$, k$));
      k$ = v21$;
      v21$ = f64x2.add(f64x2.mul(c$, k$), f64x2.mul(s$, v22$));
      v22$ = f64x2.sub(f64x2.mul(c$, v22$), f64x2.mul(s$, k$));
    }
    v128.store(m$, xx$);
    v128.store(m$, yy$, 3 * ROW);
    v128.store(m$, zz$, 5 * ROW);
    v128.store(v$, v00$);
    v128.store(v$, v01$, ROW);
    v128.store(v$, v02$, 2 * ROW);
    v128.store(v$, v10$, 3 * ROW);
    v128.store(v$, v11$, 4 * ROW);
    v128.store(v$, v12$, 5 * ROW);
    v128.store(v$, v20$, 6 * ROW);
    v128.store(v$, v21$, 7 * ROW);
    v128.store(v$, v22$, 8 * ROW);
  }
}
