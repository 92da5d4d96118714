import { BATCH as BATCH_GROUPS, WORK_AT, WORK_BYTES } from '../../bodyFields';
import { field } from '../body';

// What the stages hand on: each thread's scratch for a batch of groups of four lanes, as arrays that stay in the first-level cache.

/** Groups that go through all stages together. */
export const BATCH: usize = BATCH_GROUPS;

/** Bytes of a 3x3 matrix of four lanes, row-major; of U then V; of three numbers of four lanes. */
export const MATRIX: usize = 144;
export const ROTATIONS: usize = 288;
export const TRIPLE: usize = 48;

const F: usize = 0;
const TURNS: usize = F + BATCH * MATRIX;
const STRETCHES: usize = TURNS + BATCH * ROTATIONS;
const STRESSES: usize = STRETCHES + BATCH * TRIPLE;
const PULLS: usize = STRESSES + BATCH * TRIPLE;

/** Returns the scratch of a thread, whose arrays the functions below find. */
export function workOf(body: usize, thread: u32): usize {
  return field(body, WORK_AT) + <usize>thread * WORK_BYTES;
}

/** Deformation gradients F [group][9][lane]. */
export function workGradients(work: usize): usize {
  return work + F;
}

/** U then V [group][18][lane]. */
export function workRotations(work: usize): usize {
  return work + TURNS;
}

/** Principal stretches [group][3][lane]. */
export function workStretches(work: usize): usize {
  return work + STRETCHES;
}

/** Principal stresses [group][3][lane], Pa. */
export function workStresses(work: usize): usize {
  return work + STRESSES;
}

/** Pulls T / lambda of fibres [group][lane], Pa. */
export function workPulls(work: usize): usize {
  return work + PULLS;
}
