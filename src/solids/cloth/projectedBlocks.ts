import { Constraint } from '../../collision/VelocityConstraints.ts';

/** block <- P block, P = I - n n^T (normal), n n^T (line) or 0 (fixed). */
export function projectRows(block: Float64Array, m: number, kind: number, n: Float64Array, at: number): void {
  if (kind === Constraint.fixed) {
    block.fill(0, m, m + 9);
    return;
  }
  for (let c = 0; c < 3; c++) {
    const along = n[at] * block[m + c] + n[at + 1] * block[m + 3 + c] + n[at + 2] * block[m + 6 + c];
    for (let r = 0; r < 3; r++) {
      const k = m + 3 * r + c;
      block[k] = kind === Constraint.line ? along * n[at + r] : block[k] - along * n[at + r];
    }
  }
}

/** block <- block P. */
export function projectColumns(block: Float64Array, m: number, kind: number, n: Float64Array, at: number): void {
  if (kind === Constraint.fixed) {
    block.fill(0, m, m + 9);
    return;
  }
  for (let r = m; r < m + 9; r += 3) {
    const along = block[r] * n[at] + block[r + 1] * n[at + 1] + block[r + 2] * n[at + 2];
    for (let c = 0; c < 3; c++) {
      block[r + c] = kind === Constraint.line ? along * n[at + c] : block[r + c] - along * n[at + c];
    }
  }
}

/** block += scale[0] (I - P). */
export function addComplement(
  block: Float64Array,
  scale: Float64Array,
  kind: number,
  n: Float64Array,
  at: number,
): void {
  const s = scale[0];
  for (let r = 0; r < 3; r++) {
    if (kind !== Constraint.normal) block[4 * r] += s;
    if (kind === Constraint.fixed) continue;
    const sign = kind === Constraint.normal ? s : -s;
    for (let c = 0; c < 3; c++) block[3 * r + c] += sign * n[at + r] * n[at + c];
  }
}
