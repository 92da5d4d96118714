import { PAIR } from '../kernels/solid/elementOrder.ts';
import type { SolidKernelBody } from '../kernels/solid/SolidKernelBody.ts';
import { hasFibres, type FibreState } from './FibreState.ts';
import { PrincipalTangent, TANGENT_SIZE } from './principalTangent.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/** What the kernels of a body leave to TypeScript, in the order of their lanes: stresses and stress derivatives of models without a kernel, and the stiffness of fibres. */
export class OutsideModels {
  private readonly input: SolidBodyInput;
  private readonly body: SolidKernelBody;
  private readonly fibre: FibreState;
  private readonly fibrous: boolean;
  private readonly stretch = new Float64Array(3);
  private readonly stress = new Float64Array(3);
  private readonly tangent = new PrincipalTangent();

  /** `fibre`: with the present activation whenever stiffness is asked for. */
  constructor(input: SolidBodyInput, body: SolidKernelBody, fibre: FibreState) {
    this.input = input;
    this.body = body;
    this.fibre = fibre;
    this.fibrous = hasFibres(input);
  }

  /** Computes the principal stresses of the models that have no kernel. */
  computeStresses(): void {
    const { stretches, principal, order } = this.body;
    const { models } = this.input;
    const { stretch, stress } = this;
    for (let m = 0; m < models.length; m++) {
      if (models[m].kernel !== undefined) continue;
      // Padding lanes come along: they are points of no volume.
      for (let lane = PAIR * order.pairStart[m]; lane < PAIR * order.pairStart[m + 1]; lane++) {
        for (let k = 0; k < 3; k++) stretch[k] = stretches[3 * lane + k];
        models[m].principalStress(stretch, stress);
        for (let k = 0; k < 3; k++) principal[3 * lane + k] = stress[k];
      }
    }
  }

  /** Computes the stress derivatives of the models that have no kernel, and those of fibres. */
  computeTangents(): void {
    const { models } = this.input;
    for (let m = 0; m < models.length; m++) {
      if (models[m].kernel === undefined) this.computePrincipalTangents(m);
      if (this.fibrous) this.computeFibreTangents(m);
    }
  }

  /** Stress derivatives of one material, in the kernel's order. */
  private computePrincipalTangents(material: number): void {
    const { stretches, tangents, order } = this.body;
    const { stretch, tangent } = this;
    const model = this.input.models[material];
    for (let lane = PAIR * order.pairStart[material]; lane < PAIR * order.pairStart[material + 1]; lane++) {
      for (let k = 0; k < 3; k++) stretch[k] = stretches[3 * lane + k];
      tangent.measure(model, stretch);
      const first = 4 * TANGENT_SIZE * (lane >> 2) + (lane & 3);
      for (let k = 0; k < TANGENT_SIZE; k++) tangents[first + 4 * k] = tangent.values[k];
    }
  }

  /** Stiffness of the fibres of one material, in the kernel's order. */
  private computeFibreTangents(material: number): void {
    const { fibreVectors, fibreTangents, order } = this.body;
    const { fibre } = this;
    const model = this.input.models[material];
    for (let lane = PAIR * order.pairStart[material]; lane < PAIR * order.pairStart[material + 1]; lane++) {
      const from = 12 * (lane >> 2) + (lane & 3);
      for (let axis = 0; axis < 3; axis++) fibre.direction[axis] = fibreVectors[from + 4 * axis];
      if (fibre.measure(model)) fibre.measureStiffness();
      else fibre.stiffness.fill(0);
      const to = 24 * (lane >> 2) + (lane & 3);
      for (let k = 0; k < 6; k++) fibreTangents[to + 4 * k] = fibre.stiffness[k];
    }
  }
}
