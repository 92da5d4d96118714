import { assert } from '../../src/base/errors.ts';
import { boundaryFaces } from '../../src/geometry/tetBoundary.ts';
import type { TetMesh } from '../../src/geometry/TetMesh.ts';
import { BlockSparseMatrix } from '../../src/math/BlockSparseMatrix.ts';
import { signedSvd } from '../../src/math/signedSvd.ts';
import { compactSurface, writeVertices } from '../../src/coupling/compactSurface.ts';
import type { CoupledSurface } from '../../src/coupling/CoupledSolid.ts';
import type { LinearSolid } from './FactoredSolid.ts';

export interface CorotatedMaterial {
  /** Lame's parameters, Pa. */
  readonly mu: number;
  readonly lambda: number;
  /** kg/m3 at rest. */
  readonly density: number;
  /** D = massDamping M + stiffnessDamping K: 1/s and s. */
  readonly massDamping: number;
  readonly stiffnessDamping: number;
}

/**
 * Corotational linear elasticity on tetrahedra with lumped masses and Rayleigh damping, linearised once per step (Zarifi 2017, 3; Mueller and Gross 2004).
 * The rotation is that of the signed singular value decomposition, so that inverted tetrahedra recover. As the material is isotropic, R K_t R^T is K_t of
 * the rotated gradients of the shape functions: the blocks V (lambda a b^T + mu b a^T + mu (a . b) I) of nodes with gradients a and b.
 */
export class CorotatedSolid implements LinearSolid {
  readonly matrix: BlockSparseMatrix;
  /** m. */
  readonly positions: Float64Array;
  readonly velocity: Float64Array;
  /** kg per node. */
  readonly masses: Float64Array;
  readonly fixed: Uint8Array;
  readonly surface: CoupledSurface;
  /** Walls on all sides, min xyz and max xyz, m. */
  readonly room = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);
  private readonly tets: Uint32Array;
  readonly material: CorotatedMaterial;
  /** Gradients of the four shape functions at rest, 1/m, and volumes, m3. */
  private readonly gradients: Float64Array;
  private readonly volumes: Float64Array;
  /** Sixteen blocks of the matrix per tet. */
  private readonly blockOf: Uint32Array;
  private readonly f = new Float64Array(9);
  private readonly r = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly s = new Float64Array(3);
  private readonly rotated = new Float64Array(12);

  /** `mesh` is at rest. */
  constructor({ positions, tets }: TetMesh, material: CorotatedMaterial) {
    const count = positions.length / 3;
    this.positions = positions.slice();
    this.velocity = new Float64Array(3 * count);
    this.fixed = new Uint8Array(count);
    this.tets = tets;
    this.material = material;
    this.matrix = new BlockSparseMatrix(count, tets, 4);
    this.surface = compactSurface(boundaryFaces(tets, count));
    this.masses = new Float64Array(count);
    this.gradients = new Float64Array(3 * tets.length);
    this.volumes = new Float64Array(tets.length / 4);
    this.blockOf = new Uint32Array(4 * tets.length);
    for (let t = 0; t < this.volumes.length; t++) this.prepare(t);
  }

  writeSurface(positions: Float64Array): void {
    writeVertices(this.surface, this.positions, positions);
  }

  linearize(dt: number, rhs: Float64Array): void {
    const { masses, material, matrix, velocity } = this;
    matrix.blocks.fill(0);
    for (let node = 0; node < masses.length; node++) {
      const inertia = masses[node] / dt;
      const block = 9 * matrix.diagonal[node];
      for (let axis = 0; axis < 3; axis++) {
        matrix.blocks[block + 4 * axis] = inertia + material.massDamping * masses[node];
        rhs[3 * node + axis] = inertia * velocity[3 * node + axis];
      }
    }
    for (let t = 0; t < this.volumes.length; t++) {
      this.rotate(t);
      this.addStiffness(t, dt + material.stiffnessDamping);
      this.addForces(t, rhs);
    }
  }

  /** x += dt v; what leaves the `room` (min xyz, max xyz, m) goes back to its side and loses the velocity across it (Zarifi 2017, 3.7). */
  move(dt: number): void {
    const { positions, velocity, room } = this;
    for (let k = 0; k < positions.length; k++) {
      const x = positions[k] + dt * velocity[k];
      positions[k] = Math.min(Math.max(x, room[k % 3]), room[3 + (k % 3)]);
      if (positions[k] !== x) velocity[k] = 0;
    }
  }

  /** Calls `visit` with the nodes of every tet, the gradients of its shape functions turned as it is, 1/m, valid until the next, and its volume at rest, m3. */
  forEachTet(visit: (nodes: Uint32Array, gradients: Float64Array, volume: number) => void): void {
    for (let t = 0; t < this.volumes.length; t++) {
      this.rotate(t);
      visit(this.tets.subarray(4 * t, 4 * t + 4), this.rotated, this.volumes[t]);
    }
  }

  /** Gradients, volume, mass and blocks of a tet. */
  private prepare(t: number): void {
    const { positions, tets, gradients } = this;
    const x = [0, 1, 2, 3].map((k) => positions.subarray(3 * tets[4 * t + k], 3 * tets[4 * t + k] + 3));
    const edges = [1, 2, 3].map((k) => [0, 1, 2].map((axis) => x[k][axis] - x[0][axis]));
    const normals = [cross(edges[1], edges[2]), cross(edges[2], edges[0]), cross(edges[0], edges[1])];
    const sixfold = edges[0].reduce((sum, component, axis) => sum + component * normals[0][axis], 0);
    assert(sixfold > 0, 'a tetrahedron is flat or inverted at rest', { tet: t });
    this.volumes[t] = sixfold / 6;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        const gradient = normals[k][axis] / sixfold;
        gradients[12 * t + 3 * (k + 1) + axis] = gradient;
        sum += gradient;
      }
      gradients[12 * t + axis] = -sum;
    }
    for (let a = 0; a < 4; a++) {
      this.masses[tets[4 * t + a]] += (this.material.density * this.volumes[t]) / 4;
      for (let b = 0; b < 4; b++) this.blockOf[16 * t + 4 * a + b] = this.matrix.find(tets[4 * t + a], tets[4 * t + b]);
    }
  }

  /** F, R and the rotated gradients of a tet. */
  private rotate(t: number): void {
    const { positions, tets, gradients, f, r, u, v, rotated } = this;
    f.fill(0);
    for (let a = 0; a < 4; a++) {
      const x = 3 * tets[4 * t + a];
      const g = 12 * t + 3 * a;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) f[3 * i + j] += positions[x + i] * gradients[g + j];
      }
    }
    signedSvd(f, u, this.s, v);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        r[3 * i + j] = u[3 * i] * v[3 * j] + u[3 * i + 1] * v[3 * j + 1] + u[3 * i + 2] * v[3 * j + 2];
      }
    }
    for (let a = 0; a < 4; a++) {
      const g = 12 * t + 3 * a;
      for (let i = 0; i < 3; i++) {
        rotated[3 * a + i] =
          r[3 * i] * gradients[g] + r[3 * i + 1] * gradients[g + 1] + r[3 * i + 2] * gradients[g + 2];
      }
    }
  }

  /** Adds `scale`, s, times R K_t R^T. */
  private addStiffness(t: number, scale: number): void {
    const { rotated: g, blockOf } = this;
    const { blocks } = this.matrix;
    const lambda = scale * this.volumes[t] * this.material.lambda;
    const mu = scale * this.volumes[t] * this.material.mu;
    for (let a = 0; a < 12; a += 3) {
      for (let b = 0; b < 12; b += 3) {
        const block = 9 * blockOf[16 * t + (4 * a + b) / 3];
        const along = mu * (g[a] * g[b] + g[a + 1] * g[b + 1] + g[a + 2] * g[b + 2]);
        for (let i = 0; i < 3; i++) {
          blocks[block + 4 * i] += along;
          for (let j = 0; j < 3; j++) {
            blocks[block + 3 * i + j] += lambda * g[a + i] * g[b + j] + mu * g[b + i] * g[a + j];
          }
        }
      }
    }
  }

  /** Adds the elastic forces -V P grad N with P = R (2 mu e + lambda tr e), e = sym(R^T F) - I. */
  private addForces(t: number, force: Float64Array): void {
    const { f, r, rotated, tets, material } = this;
    // R^T F is symmetric; in the rotated frame the stress is R (...) R^T, which meets the rotated gradients.
    const stress = this.u;
    let trace = -3;
    for (let k = 0; k < 3; k++) trace += r[k] * f[k] + r[k + 3] * f[k + 3] + r[k + 6] * f[k + 6];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const left = f[3 * i] * r[3 * j] + f[3 * i + 1] * r[3 * j + 1] + f[3 * i + 2] * r[3 * j + 2];
        const right = f[3 * j] * r[3 * i] + f[3 * j + 1] * r[3 * i + 1] + f[3 * j + 2] * r[3 * i + 2];
        stress[3 * i + j] = material.mu * (left + right) + (i === j ? material.lambda * trace - 2 * material.mu : 0);
      }
    }
    for (let a = 0; a < 4; a++) {
      const to = 3 * tets[4 * t + a];
      const g = 3 * a;
      for (let i = 0; i < 3; i++) {
        force[to + i] -=
          this.volumes[t] *
          (stress[3 * i] * rotated[g] + stress[3 * i + 1] * rotated[g + 1] + stress[3 * i + 2] * rotated[g + 2]);
      }
    }
  }
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
