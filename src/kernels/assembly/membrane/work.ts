import { MEMBRANE_BATCH, MEMBRANE_WORK_BYTES, WORK_AT } from '../../clothFields';
import { field } from '../body';

// What the stages of a membrane hand on: each thread's scratch for a batch of groups of four triangles, as arrays that stay in the first-level cache.

/** Groups that go through all stages together. */
export const BATCH: usize = MEMBRANE_BATCH;

/** Bytes of a group: u, w, and the principal coefficients of corners 1 and 2; the columns of F; s1 and s2; P1, P2 and their derivative. */
export const FRAME: usize = 160;
export const COLUMNS: usize = 96;
export const STRETCHES: usize = 32;
export const LAW: usize = 96;

const COLUMNS_FROM: usize = BATCH * FRAME;
const STRETCHES_FROM: usize = COLUMNS_FROM + BATCH * COLUMNS;
const LAW_FROM: usize = STRETCHES_FROM + BATCH * STRETCHES;
const TANGENT_FROM: usize = LAW_FROM + BATCH * LAW;

/** Returns the scratch of a thread, whose arrays the functions below find. */
export function workOf(body: usize, thread: u32): usize {
  return field(body, WORK_AT) + <usize>thread * MEMBRANE_WORK_BYTES;
}

/** Principal frames [group][10][lane]: u1 (xyz), u2 (xyz), then first and second coefficient of corner 1, and of corner 2, 1/m. */
export function workFrames(work: usize): usize {
  return work;
}

/** Columns of F [group][6][lane], only of cloth with threads. */
export function workColumns(work: usize): usize {
  return work + COLUMNS_FROM;
}

/** Principal stretches [group][2][lane], the second less than 0 where a triangle is inverted. */
export function workStretches(work: usize): usize {
  return work + STRETCHES_FROM;
}

/** Principal stress and its derivative, made definite [group][6][lane], N/m: P1, P2, H_11 - H_12, H_22 - H_12, H_12 and (P1 - P2) / (s1 - s2). */
export function workLaw(work: usize): usize {
  return work + LAW_FROM;
}

/** What a model writes of one group: H in six, then P in three vectors of lanes. */
export function workTangent(work: usize): usize {
  return work + TANGENT_FROM;
}
