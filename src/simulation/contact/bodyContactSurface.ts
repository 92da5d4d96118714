import { elementsOfVolume, tetrahedraOf } from '../../geometry/elements/elementTypes.ts';
import type { BodyPairs, ContactSurface } from '../../collision/selfContact/ContactSurface.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { boundaryTriangles, volumeBoundary } from '../../geometry/volumeBoundary.ts';
import { cutContactSurface, type CutElements } from './cutContactSurface.ts';
import type { ContactSettings } from '../../scene/properties/bodyContact.ts';

/** A triangulated surface: vertex numbers of the body, three per triangle, outward. */
type Triangles = Uint32Array;

/** The boundary of a volume mesh; faces of hexahedra are two triangles, those of quadratic tetrahedra four. */
export function surfaceTriangles(volume: VolumeMesh): Triangles {
  if (volume.kind === 'tet') return volumeBoundary(tetrahedraOf(elementsOfVolume(volume)), 4).faceVertices;
  return boundaryTriangles(volumeBoundary(volume.mesh.hexes, 8));
}

/** A body that takes part in the contact of an island. */
export interface ContactBody {
  readonly triangles: Triangles;
  /** Positions at the start of the shot, m, and kg, per vertex of the body. */
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  /** m. */
  readonly thickness: number;
}

/** The surface of a solid, as thick as it wants it; `cut` tells of one that tears where it is cut. */
export function solidContactSurface(
  volume: VolumeMesh,
  masses: Float64Array,
  { thickness }: Pick<ContactSettings, 'thickness'>,
  cut?: CutElements,
): ContactBody {
  const { positions } = volume.mesh;
  const triangles =
    cut === undefined ? surfaceTriangles(volume) : cutContactSurface(tetrahedraOf(elementsOfVolume(volume)), cut);
  return { triangles, positions, masses, thickness: (thickness / 100) * meanSurfaceEdge(triangles, positions) };
}

/** The surfaces of an island, and where their vertices are in their bodies. */
export interface GatheredSurface {
  readonly surface: ContactSurface;
  /** Vertex of its body, for every vertex of the surface: those of the first body in ascending order, then of the next. */
  readonly vertices: Uint32Array;
  /** First vertex of the surface of each body, and after the last. */
  readonly offsets: Uint32Array;
}

/** The surfaces of the bodies as one: only vertices on them take part. */
export function gatherSurface(bodies: readonly ContactBody[], pairs: BodyPairs): GatheredSurface {
  const surfaces = bodies.map(({ triangles, masses }) => surfaceVertices(triangles, masses.length));
  const offsets = new Uint32Array(bodies.length + 1);
  surfaces.forEach(({ vertices }, b) => (offsets[b + 1] = offsets[b] + vertices.length));
  const count = offsets[bodies.length];
  const vertices = new Uint32Array(count);
  const triangles = new Int32Array(bodies.reduce((sum, { triangles }) => sum + triangles.length, 0));
  const rest = new Float64Array(3 * count);
  const masses = new Float64Array(count);
  const thickness = new Float64Array(count);
  const owners = new Int32Array(count);
  let corner = 0;
  bodies.forEach((body, b) => {
    const { vertices: own, numbers } = surfaces[b];
    vertices.set(own, offsets[b]);
    for (const v of body.triangles) triangles[corner++] = offsets[b] + numbers[v];
    own.forEach((v, i) => {
      const at = offsets[b] + i;
      rest.set(body.positions.subarray(3 * v, 3 * v + 3), 3 * at);
      masses[at] = body.masses[v];
      thickness[at] = body.thickness;
      owners[at] = b;
    });
  });
  return { surface: { triangles, rest, masses, thickness, bodies: owners, pairs }, vertices, offsets };
}

/** Takes over the masses of the bodies, kg, which a keyed density changes. */
export function gatherMasses({ surface, vertices, offsets }: GatheredSurface, bodies: readonly Weighed[]): void {
  for (let b = 0; b < bodies.length; b++) {
    const { masses } = bodies[b];
    for (let at = offsets[b]; at < offsets[b + 1]; at++) surface.masses[at] = masses[vertices[at]];
  }
}

interface Weighed {
  readonly masses: Float64Array;
}

/** Mean length of the surface's edges, m; 0 without triangles. */
function meanSurfaceEdge(triangles: Triangles, positions: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k++) {
    const p = 3 * triangles[k];
    const q = 3 * triangles[k % 3 === 2 ? k - 2 : k + 1];
    sum += Math.hypot(
      positions[q] - positions[p],
      positions[q + 1] - positions[p + 1],
      positions[q + 2] - positions[p + 2],
    );
  }
  return triangles.length === 0 ? 0 : sum / triangles.length;
}

/** The vertices of a surface, ascending, and the place of each vertex of the body among them. */
function surfaceVertices(triangles: Triangles, vertexCount: number): { vertices: Uint32Array; numbers: Int32Array } {
  const numbers = new Int32Array(vertexCount).fill(-1);
  for (const v of triangles) numbers[v] = 0;
  const vertices: number[] = [];
  numbers.forEach((mark, v) => {
    if (mark < 0) return;
    numbers[v] = vertices.length;
    vertices.push(v);
  });
  return { vertices: Uint32Array.from(vertices), numbers };
}
