import { SystemState } from '../../base/state/SystemState.ts';
import type { Bending } from './Bending.ts';
import type { Membrane } from './Membrane.ts';

/** Rest angles go no further than this: a hinge folded onto itself would turn inside out. */
const MOST_BENT = 0.9 * Math.PI;
/** Triangles squeezed below this do not flow: their directions mean nothing. */
const SQUEEZED = 0.1;
/** Farthest that a triangle is sheared for good, as a stretch. */
const MOST_SHEARED = 4;

/** Yield strains of a shell. */
export interface ShellYield {
  /** Strain at the faces of the sheet above which bends stay. */
  readonly bendStrain: number;
  /** Half the difference of the logarithmic principal stretches above which shear stays. */
  readonly stretchStrain: number;
  /** Thickness of the material, m. */
  readonly thickness: number;
}

/**
 * Shells that keep dents (Irving 2007, 2.8). Rest angles follow the bend beyond theta_y = (2 epsilon_y / t) (|N1| + |N2|) / (6 |E|), the angle at
 * which the faces of a sheet of thickness t are strained by epsilon_y. In the plane, logarithmic shear beyond y_a flows:
 * F_p <- V S'^-1 S V^T F_p with the area kept, which the gradients of the triangle take up: b <- V S^-1 S' V^T b.
 */
export class ShellPlasticity {
  /** Everything that later flow depends on. */
  readonly state: SystemState;
  private readonly membrane: Membrane;
  private readonly bending: Bending;
  private readonly yields: ShellYield;
  /** theta_y per hinge. */
  private readonly bendLimits: Float64Array;
  private readonly initialAngles: Float64Array;
  private readonly initialGradients: Float64Array;

  constructor(membrane: Membrane, bending: Bending, yields: ShellYield) {
    this.membrane = membrane;
    this.bending = bending;
    this.yields = yields;
    this.initialAngles = bending.restAngles.slice();
    this.initialGradients = membrane.gradients.slice();
    this.state = new SystemState().array('restAngles', bending.restAngles).array('gradients', membrane.gradients);
    const scale = (2 * yields.bendStrain) / (6 * yields.thickness);
    this.bendLimits = bending.restAreas.map((area, hinge) => (scale * area) / bending.restLengths[hinge]);
  }

  /** Flow at `positions`, m. Returns whether anything yields. */
  advance(positions: Float64Array): boolean {
    this.bending.measureAll(positions);
    let yields = this.flowBends();
    this.membrane.decomposeAll(positions);
    const { triangleCount } = this.membrane;
    for (let t = 0; t < triangleCount; t++) if (this.flowTriangle(t)) yields = true;
    return yields;
  }

  /** Whether any hinge yields. */
  private flowBends(): boolean {
    const { bendLimits } = this;
    const { angles, restAngles, hingeCount } = this.bending;
    let yields = false;
    for (let hinge = 0; hinge < hingeCount; hinge++) {
      let bend = angles[hinge] - restAngles[hinge];
      if (bend > Math.PI) bend -= 2 * Math.PI;
      else if (bend < -Math.PI) bend += 2 * Math.PI;
      const beyond = Math.abs(bend) - bendLimits[hinge];
      if (!(beyond > 0)) continue;
      yields = true;
      const rest = restAngles[hinge] + (bend > 0 ? beyond : -beyond);
      restAngles[hinge] = Math.max(-MOST_BENT, Math.min(MOST_BENT, rest));
    }
    return yields;
  }

  /** Whether a triangle yields. */
  private flowTriangle(t: number): boolean {
    const { stretches, gradients } = this.membrane;
    const s1 = stretches[2 * t];
    const s2 = stretches[2 * t + 1];
    if (!(s2 > SQUEEZED)) return false;
    const shear = 0.5 * Math.log(s1 / s2);
    const beyond = shear - this.yields.stretchStrain;
    if (!(beyond > 0)) return false;
    const shrink = Math.exp(-beyond);
    this.membrane.principal.scaleGradients(t, shrink, 1 / shrink);
    if (this.shearOf(t) <= MOST_SHEARED) return true;
    this.membrane.principal.scaleGradients(t, 1 / shrink, shrink);
    for (let k = 6 * t; k < 6 * t + 6; k++) if (!Number.isFinite(gradients[k])) gradients[k] = this.initialGradients[k];
    return true;
  }

  /** Larger principal stretch of F_p: the Frobenius norm of its inverse, whose determinant is 1, says it. */
  private shearOf(t: number): number {
    const { gradients } = this.membrane;
    const { initialGradients } = this;
    // F_p^-T = B B0^-1 over corners 1 and 2.
    const k = 6 * t + 2;
    const a = initialGradients[k];
    const b = initialGradients[k + 1];
    const c = initialGradients[k + 2];
    const d = initialGradients[k + 3];
    const determinant = a * d - b * c;
    if (determinant === 0) return 1;
    let square = 0;
    for (let axis = 0; axis < 2; axis++) {
      const p = gradients[k + axis];
      const q = gradients[k + 2 + axis];
      const x = (p * d - q * b) / determinant;
      const y = (q * a - p * c) / determinant;
      square += x * x + y * y;
    }
    return Math.sqrt(0.5 * (square + Math.sqrt(Math.max(0, square * square - 4))));
  }

  /** Writes the largest plastic strain of each triangle, of its faces by bending of a hinge of it, or logarithmic in its plane. */
  strains(triangles: Uint32Array, out: Float32Array): void {
    const { triangleCount } = this.membrane;
    const { hinges, restAngles, restAreas, restLengths, hingeCount } = this.bending;
    const atVertices = new Float32Array(triangles.reduce((most, vertex) => Math.max(most, vertex), 0) + 1);
    for (let hinge = 0; hinge < hingeCount; hinge++) {
      const curvature =
        (6 * restLengths[hinge] * Math.abs(restAngles[hinge] - this.initialAngles[hinge])) / restAreas[hinge];
      const strain = 0.5 * this.yields.thickness * curvature;
      if (!Number.isFinite(strain)) continue;
      for (let k = 4 * hinge; k < 4 * hinge + 2; k++) atVertices[hinges[k]] = Math.max(atVertices[hinges[k]], strain);
    }
    for (let t = 0; t < triangleCount; t++) {
      out[t] = Math.log(this.shearOf(t));
      let bent = 0;
      for (let k = 3 * t; k < 3 * t + 3; k++) bent += atVertices[triangles[k]] / 3;
      out[t] = Math.max(out[t], bent);
    }
  }
}
