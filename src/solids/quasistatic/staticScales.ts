import { findBox } from '../../collision/findBox.ts';
import type { SolidBodyInput } from '../SolidOperators.ts';

/** How many times longer than a shear wave needs through the body the step is whose inertia steadies the solve. */
const SLOW = 64;

/** Diagonal of the bounding box at rest, m. */
export function bodyLength({ restPositions }: Pick<SolidBodyInput, 'restPositions'>): number {
  const box = new Float64Array(6);
  findBox(restPositions, box);
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

/** Force, N, that shears a cube of the body's material of edge `length` (m) by 45 degrees: mu length^2. */
export function typicalForce({ models }: Pick<SolidBodyInput, 'models'>, length: number): number {
  return Math.min(...models.map(({ mu }) => mu)) * length * length;
}

/** h, s, for which M / h^2 is small beside the stiffness of the body's softest motions. */
export function staticStep(body: Pick<SolidBodyInput, 'restPositions' | 'models' | 'density'>): number {
  const mu = Math.min(...body.models.map((model) => model.mu));
  return SLOW * bodyLength(body) * Math.sqrt(body.density / mu);
}
