import { FIND_SCALES } from '../pressureFields';
import { barrier } from './barrier';
import { field } from './body';
import {
  cellGradients,
  cellVolumes,
  edgeEntries,
  gatherVolumes,
  ringForces,
  ringRates,
  rowScales,
  vertexEntries,
} from './pressureMatrix';
import { solvePressures } from './pressureSolve';

/** Volumes of the one-rings at the positions. */
export function ringVolumesPass(thread: u32, threads: u32, body: usize): void {
  cellVolumes(thread, threads, body);
  barrier(threads, body);
  gatherVolumes(thread, threads, body);
}

/** B at the positions. */
export function ringMatrixPass(thread: u32, threads: u32, body: usize): void {
  cellGradients(thread, threads, body);
  barrier(threads, body);
  edgeEntries(thread, threads, body);
  vertexEntries(thread, threads, body);
}

/** rhs = B velocity. */
export function ringRatesPass(thread: u32, threads: u32, body: usize): void {
  ringRates(thread, threads, body);
}

/** forces = B^T pressures. */
export function ringForcesPass(thread: u32, threads: u32, body: usize): void {
  ringForces(thread, threads, body);
}

/** Scales the system under the constraints, where they or B are new, and solves it; forces = B^T pressures. */
export function pressureSolvePass(thread: u32, threads: u32, body: usize): void {
  if (field(body, FIND_SCALES) != 0) {
    rowScales(thread, threads, body);
    barrier(threads, body);
  }
  solvePressures(thread, threads, body);
  barrier(threads, body);
  ringForces(thread, threads, body);
}
