import { high2, low2 } from '../lanes';
import { TRIPLE } from './work';

// Three numbers of each lane, as [group][lane][3] in the arrays of the body and as [group][3][lane] in the stages.

/** Writes out [group][lane][3] from at [group][3][lane]. */
export function packTriples(at: usize, out: usize, count: usize): void {
  for (const end = at + count * TRIPLE; at < end; at += TRIPLE) {
    const x = v128.load(at);
    const y = v128.load(at, 16);
    const z = v128.load(at, 32);
    v128.store(out, v128.shuffle<f32>(low2(x, y), v128.shuffle<f32>(z, x, 0, 5, 0, 5), 0, 1, 4, 5));
    v128.store(out, v128.shuffle<f32>(v128.shuffle<f32>(y, z, 1, 5, 1, 5), high2(x, y), 0, 1, 4, 5), 16);
    v128.store(
      out,
      v128.shuffle<f32>(v128.shuffle<f32>(z, x, 2, 7, 2, 7), v128.shuffle<f32>(y, z, 3, 7, 3, 7), 0, 1, 4, 5),
      32,
    );
    out += TRIPLE;
  }
}

/** Writes out [group][3][lane] from at [group][lane][3]. */
export function unpackTriples(at: usize, out: usize, count: usize): void {
  for (const end = at + count * TRIPLE; at < end; at += TRIPLE) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    v128.store(out, v128.shuffle<f32>(v128.shuffle<f32>(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5));
    v128.store(out, v128.shuffle<f32>(v128.shuffle<f32>(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6), 16);
    v128.store(out, v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7), 32);
    out += TRIPLE;
  }
}
