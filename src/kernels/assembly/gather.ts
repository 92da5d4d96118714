import { CORNER_VECTORS_AT, FORCES_AT, INCIDENCE_AT, INCIDENCE_START_AT, VERTEX_COUNT } from '../bodyFields';
import { field, share } from './body';

/**
 * Nodal forces f64: the sum of the incident corner forces in the fixed order of the table, hence the same bytes for any number
 * of threads.
 */
export function gatherForces(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const start = field(body, INCIDENCE_START_AT);
  const incidence = field(body, INCIDENCE_AT);
  const vectors = field(body, CORNER_VECTORS_AT);
  const end = share(count, thread + 1, threads);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    let at = incidence + ((<usize>load<u32>(start + ((<usize>v) << 2))) << 2);
    const last = incidence + ((<usize>load<u32>(start + ((<usize>v) << 2), 4)) << 2);
    let xy = f64x2.splat(0.0);
    let zw = f64x2.splat(0.0);
    for (; at < last; at += 4) {
      const force = v128.load(vectors + <usize>load<u32>(at));
      xy = f64x2.add(xy, f64x2.promote_low_f32x4(force));
      zw = f64x2.add(zw, f64x2.promote_low_f32x4(v128.shuffle<f32>(force, force, 2, 3, 2, 3)));
    }
    const out = field(body, FORCES_AT) + <usize>v * 24;
    v128.store(out, xy);
    store<f64>(out, f64x2.extract_lane(zw, 0), 16);
  }
}
