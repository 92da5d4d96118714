import { FIBRES_AT, FIBRE_VECTORS_AT } from '../../bodyFields';
import { field } from '../body';
import { mul3 } from '../lanes';
import { MATRIX, TRIPLE } from './work';

/** Writes F a, the fibres of `count` groups as they are deformed, to FIBRE_VECTORS_AT. */
export function fibreVectors(body: usize, first: usize, gradients: usize, count: usize): void {
  const end = gradients + count * MATRIX;
  let rest = field(body, FIBRES_AT) + first * TRIPLE;
  let out = field(body, FIBRE_VECTORS_AT) + first * TRIPLE;
  for (; gradients < end; gradients += MATRIX) {
    const x = v128.load(rest);
    const y = v128.load(rest, 16);
    const z = v128.load(rest, 32);
    for (let row: usize = 0; row < 3; row++) {
      const f = gradients + row * 48;
      v128.store(out + (row << 4), mul3(v128.load(f), x, v128.load(f, 16), y, v128.load(f, 32), z));
    }
    rest += TRIPLE;
    out += TRIPLE;
  }
}
