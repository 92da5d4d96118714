import type { PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import type { ConvexHull } from '../ConvexHull.ts';
import type { PlacedHull } from '../HullContact.ts';

/** A triangle as a polyhedron with one face. */
const TRIANGLE: ConvexHull = {
  vertices: new Float64Array(9),
  normals: new Float64Array(3),
  offsets: new Float64Array(1),
  faceStarts: Uint32Array.of(0, 3),
  faceVertices: Uint32Array.of(0, 1, 2),
  directions: new Float64Array(9),
  edges: Uint32Array.of(0, 1, 1, 2, 2, 0),
  edgeDirections: Uint32Array.of(0, 1, 2),
};

/** A triangle of a surface as contact of polyhedra sees it: its one face looks at the body. */
export class PlacedTriangle implements PlacedHull {
  readonly hull = TRIANGLE;
  readonly vertices = new Float64Array(9);
  readonly normals = new Float64Array(3);
  readonly offsets = new Float64Array(1);
  readonly directions = new Float64Array(9);

  /** Takes a triangle, seen from centres[at ...]; false where it has no area, or is seen from within a closed surface. */
  place({ tree, positions, isClosed }: PlacedTriangles, triangle: number, centres: Float64Array, at: number): boolean {
    const { vertices: x, normals: n } = this;
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * tree.triangles[3 * triangle + corner];
      for (let axis = 0; axis < 3; axis++) x[3 * corner + axis] = positions[v + axis];
    }
    const ux = x[3] - x[0];
    const uy = x[4] - x[1];
    const uz = x[5] - x[2];
    const wx = x[6] - x[0];
    const wy = x[7] - x[1];
    const wz = x[8] - x[2];
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(area > 0)) return false;
    n[0] = nx / area;
    n[1] = ny / area;
    n[2] = nz / area;
    const height = n[0] * (centres[at] - x[0]) + n[1] * (centres[at + 1] - x[1]) + n[2] * (centres[at + 2] - x[2]);
    if (height < 0) {
      if (isClosed) return false;
      this.turn();
    }
    this.offsets[0] = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
    this.findDirections();
    return true;
  }

  /** Lets its other side look at the body. */
  private turn(): void {
    const { vertices: x, normals: n } = this;
    for (let axis = 0; axis < 3; axis++) {
      n[axis] = -n[axis];
      const value = x[3 + axis];
      x[3 + axis] = x[6 + axis];
      x[6 + axis] = value;
    }
  }

  private findDirections(): void {
    const { vertices: x, directions } = this;
    for (let edge = 0; edge < 3; edge++) {
      const from = 3 * edge;
      const to = 3 * ((edge + 1) % 3);
      const ex = x[to] - x[from];
      const ey = x[to + 1] - x[from + 1];
      const ez = x[to + 2] - x[from + 2];
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
      directions[from] = ex / length;
      directions[from + 1] = ey / length;
      directions[from + 2] = ez / length;
    }
  }
}
