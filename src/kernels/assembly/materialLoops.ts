// What a model of `materials/` is called by. Each loop is compiled for each model, with the model's functions inlined: `materialDispatch`, which the
// kernel build writes from the folder, chooses among them once per batch.

/** Principal stresses p [group][3][lane] of `count` groups with the stretches s [group][3][lane]. */
export function stressLoop<Model>(params: usize, s: usize, p: usize, count: usize): void {
  const model = changetype<Model>(params);
  const end = s + count * 48;
  for (; s < end; s += 48) {
    model.stress(v128.load(s), v128.load(s, 16), v128.load(s, 32), p);
    p += 48;
  }
}

/** H and p of `count` groups, 192 bytes apart: H_00, H_11, H_22, H_01, H_02, H_12 = dp_i/ds_j, then p. */
export function tangentLoop<Model>(params: usize, s: usize, out: usize, count: usize): void {
  const model = changetype<Model>(params);
  const end = s + count * 48;
  for (; s < end; s += 48) {
    model.tangent(v128.load(s), v128.load(s, 16), v128.load(s, 32), out, out + 96);
    out += 192;
  }
}
