import { POSITIONS_AT, SPLIT_AT, TRIANGLE_GROUPS, VERTEX_COUNT } from '../clothFields';
import { field, share } from './body';
import { sheetForces } from './membrane/sheetForces';
import { sheetLaw } from './membrane/sheetLaw';
import { sheetStretches } from './membrane/sheetStretches';
import { BATCH, workOf } from './membrane/work';

// Stretching and shearing of triangles, four a group, as `solids/cloth/Membrane.ts` has it; batches of groups go through the stages of `membrane/` one after the other.

/** Splits the positions of this thread's vertices into sums of two f32. */
export function splitPositions(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const end = share(count, thread + 1, threads);
  const from = field(body, POSITIONS_AT);
  const to = field(body, SPLIT_AT);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    const x = from + <usize>v * 24;
    const out = to + ((<usize>v) << 5);
    for (let axis: usize = 0; axis < 3; axis++) {
      const value = load<f64>(x + (axis << 3));
      const rounded = <f32>value;
      store<f32>(out + (axis << 2), rounded);
      store<f32>(out + (axis << 2), <f32>(value - <f64>rounded), 16);
    }
  }
}

/** Computes the forces of this thread's triangles, and the factors of their stiffness. */
export function membranes(thread: u32, threads: u32, body: usize): void {
  const groups = <u32>field(body, TRIANGLE_GROUPS);
  const end = <usize>share(groups, thread + 1, threads);
  const work = workOf(body, thread);
  for (let group = <usize>share(groups, thread, threads); group < end; group += BATCH) {
    const count = min(BATCH, end - group);
    sheetStretches(body, group, count, work);
    sheetLaw(body, count, work);
    sheetForces(body, group, count, work);
  }
}
