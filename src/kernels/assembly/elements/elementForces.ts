import {
  CONSERVING,
  DAMPED,
  DEFORMATIONS_AT,
  FIBROUS,
  FRAMES_AT,
  IMPLICIT,
  MATERIAL_COUNT,
  POINT_GROUPS,
  PRINCIPAL_AT,
  ROTATIONS_AT,
  STRETCHES_AT,
} from '../../bodyFields';
import { field, share } from '../body';
import { fibrePulls } from '../fibres';
import { principalStresses } from '../materialDispatch';
import { endPair, firstPair, materialAt, measuresSmallStrain, modelOf, paramsOf } from '../materialRecord';
import { dampingFrames } from './dampingFrames';
import { deformationGradients } from './deformationGradients';
import { fibreVectors } from './fibreVectors';
import { rightRotations } from './rightRotations.lanes';
import { signedSvd } from './signedSvd.lanes';
import { smallStrains } from './smallStrains';
import { stressForces } from './stressForces';
import { packTriples, unpackTriples } from './triples';
import { BATCH, MATRIX, ROTATIONS, TRIPLE, workGradients, workOf, workPulls, workRotations, workStresses, workStretches } from './work';

/** Number of a material whose principal stress is computed outside the kernel. */
export const OUTSIDE: u32 = 0;

/**
 * F, its signed singular value decomposition or the principal small strains, damping frames, stress and corner forces of this thread's share of every material (Irving 2007, 2.5
 * and 2.6). Where lanes are points F is read from DEFORMATIONS_AT and the stress left there. Materials without a kernel stop before the stress.
 */
export function elementForces(thread: u32, threads: u32, body: usize): void {
  const count = field(body, MATERIAL_COUNT);
  const work = workOf(body, thread);
  for (let m: usize = 0; m < count; m++) {
    const material = materialAt(body, m);
    const first = firstPair(material);
    const pairs = endPair(material) - first;
    const end = 2 * <usize>(first + share(pairs, thread + 1, threads));
    for (let group = 2 * <usize>(first + share(pairs, thread, threads)); group < end; group += BATCH) {
      batchForces(body, group, min(BATCH, end - group), material, work);
    }
  }
}

/** All stages of one batch, one after the other. */
function batchForces(body: usize, first: usize, count: usize, material: usize, work: usize): void {
  const model = modelOf(material);
  const params = paramsOf(material);
  const smallStrain = measuresSmallStrain(material);
  const points = field(body, POINT_GROUPS) != 0;
  const keepsRotations = field(body, IMPLICIT) != 0 || model == OUTSIDE;
  const gradients = points ? field(body, DEFORMATIONS_AT) + first * MATRIX : workGradients(work);
  const rotations = keepsRotations ? field(body, ROTATIONS_AT) + first * ROTATIONS : workRotations(work);
  const stretches = workStretches(work);

  if (!points) deformationGradients(body, first, count, gradients);
  if (field(body, FIBROUS) != 0) fibreVectors(body, first, gradients, count);
  rightRotations(gradients, rotations, smallStrain, count);
  if (smallStrain) smallStrains(gradients, rotations, stretches, count);
  else signedSvd(gradients, rotations, stretches, count);
  packTriples(stretches, field(body, STRETCHES_AT) + first * TRIPLE, count);
  if (field(body, DAMPED) != 0) {
    const frames = field(body, FRAMES_AT) + first * MATRIX;
    // U = V of a small strain: M = I, its strain rate as it stands.
    dampingFrames(rotations, stretches, !smallStrain && field(body, CONSERVING) != 0, frames, count);
  }
  if (model == OUTSIDE) return;
  principalStresses(model, params, stretches, workStresses(work), count);
  applyStresses(body, first, params, rotations, work, count);
}

/** Corner forces of the principal stresses in the scratch, and of fibres. */
function applyStresses(body: usize, first: usize, params: usize, rotations: usize, work: usize, count: usize): void {
  const pulls = workPulls(work);
  if (field(body, FIBROUS) != 0) fibrePulls(body, first, params, pulls, count);
  stressForces(body, first, rotations, workStresses(work), pulls, count);
}

/** Corner forces of the materials whose principal stress was computed outside, from the stored U and V. */
export function outsideForces(thread: u32, threads: u32, body: usize): void {
  const count = field(body, MATERIAL_COUNT);
  const work = workOf(body, thread);
  const stresses = workStresses(work);
  for (let m: usize = 0; m < count; m++) {
    const material = materialAt(body, m);
    if (modelOf(material) != OUTSIDE) continue;
    const first: u32 = firstPair(material) << 1;
    const groups: u32 = (endPair(material) << 1) - first;
    const params = paramsOf(material);
    const end = <usize>(first + share(groups, thread + 1, threads));
    for (let group = <usize>(first + share(groups, thread, threads)); group < end; group += BATCH) {
      const size = min(BATCH, end - group);
      const rotations = field(body, ROTATIONS_AT) + group * ROTATIONS;
      unpackTriples(field(body, PRINCIPAL_AT) + group * TRIPLE, stresses, size);
      applyStresses(body, group, params, rotations, work, size);
    }
  }
}
