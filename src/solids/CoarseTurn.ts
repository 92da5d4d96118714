import type { SolidKernelBody } from '../kernels/solid/SolidKernelBody.ts';
import { signedSvd } from '../math/signedSvd.ts';
import type { CoarseSpace } from './CoarseSpace.ts';

/** Turns the coarse space of a body's preconditioner along with the body. */
export class CoarseTurn {
  private readonly masses: Float64Array;
  /** Positions at rest against their centre of mass, and the sum of mass x rest^T with its decomposition. */
  private readonly centredRest: Float64Array;
  private readonly moment = new Float64Array(9);
  private readonly momentU = new Float64Array(9);
  private readonly momentS = new Float64Array(3);
  private readonly momentV = new Float64Array(9);

  constructor(restPositions: Float64Array, masses: Float64Array) {
    this.masses = masses;
    this.centredRest = centred(restPositions, masses);
  }

  /** Turns the coarse space with the body: R of the polar decomposition of sum m x X^T. */
  turn({ positions, rotation, coarseOffsets }: SolidKernelBody, { offsets }: CoarseSpace): void {
    const { masses, centredRest, moment, momentU, momentV } = this;
    moment.fill(0);
    for (let v = 0; v < masses.length; v++) {
      for (let k = 0; k < 9; k++) {
        moment[k] += masses[v] * positions[4 * v + Math.floor(k / 3)] * centredRest[3 * v + (k % 3)];
      }
    }
    signedSvd(moment, momentU, this.momentS, momentV);
    for (let k = 0; k < 9; k++) {
      const i = 3 * Math.floor(k / 3);
      const j = 3 * (k % 3);
      rotation[k] = momentU[i] * momentV[j] + momentU[i + 1] * momentV[j + 1] + momentU[i + 2] * momentV[j + 2];
    }
    for (let v = 0; v < masses.length; v++) {
      const x = offsets[3 * v];
      const y = offsets[3 * v + 1];
      const z = offsets[3 * v + 2];
      for (let i = 0; i < 3; i++) {
        coarseOffsets[4 * v + i] = rotation[3 * i] * x + rotation[3 * i + 1] * y + rotation[3 * i + 2] * z;
      }
    }
  }
}

/** Positions against their centre of mass. */
function centred(positions: Float64Array, masses: Float64Array): Float64Array {
  const centre = new Float64Array(3);
  let mass = 0;
  for (let v = 0; v < masses.length; v++) {
    mass += masses[v];
    for (let k = 0; k < 3; k++) centre[k] += masses[v] * positions[3 * v + k];
  }
  return positions.map((x, k) => x - centre[k % 3] / mass);
}
