import type { BodyPairs, ContactSurface } from '../collision/selfContact/ContactSurface.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';
import { volumeBoundary } from '../geometry/volumeBoundary.ts';
import type { ContactSettings } from '../scene/properties/bodyContact.ts';

/** A triangulated surface: vertex numbers of the body, three per triangle, outward. */
type Skin = Uint32Array;

/** The boundary of a volume mesh; faces of hexahedra are two triangles. */
export function volumeSkin(volume: VolumeMesh): Skin {
  if (volume.kind === 'tet') return volumeBoundary(volume.mesh.tets, 4).faceVertices;
  const { faceVertices } = volumeBoundary(volume.mesh.hexes, 8);
  const triangles = new Uint32Array((6 * faceVertices.length) / 4);
  for (let face = 0; 4 * face < faceVertices.length; face++) {
    const [a, b, c, d] = faceVertices.subarray(4 * face, 4 * face + 4);
    triangles.set([a, b, c, a, c, d], 6 * face);
  }
  return triangles;
}

/** A body that takes part in the contact of an island. */
export interface ContactBody {
  readonly skin: Skin;
  /** Positions at the start of the shot, m, and kg, per vertex of the body. */
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  /** m. */
  readonly thickness: number;
}

/** The surface of a solid, as thick as it wants it. Of one that is cut, vertices from `wholeVertexCount` on have no material: what they span is no surface. */
export function solidContactSurface(
  volume: VolumeMesh,
  masses: Float64Array,
  { thickness }: Pick<ContactSettings, 'thickness'>,
  wholeVertexCount = Infinity,
): ContactBody {
  const { positions } = volume.mesh;
  const skin = materialSkin(volumeSkin(volume), wholeVertexCount);
  return { skin, positions, masses, thickness: (thickness / 100) * meanSkinEdge(skin, positions) };
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
  const skins = bodies.map(({ skin, masses }) => skinVertices(skin, masses.length));
  const offsets = new Uint32Array(bodies.length + 1);
  skins.forEach(({ vertices }, b) => (offsets[b + 1] = offsets[b] + vertices.length));
  const count = offsets[bodies.length];
  const vertices = new Uint32Array(count);
  const triangles = new Int32Array(bodies.reduce((sum, { skin }) => sum + skin.length, 0));
  const rest = new Float64Array(3 * count);
  const masses = new Float64Array(count);
  const thickness = new Float64Array(count);
  const owners = new Int32Array(count);
  let corner = 0;
  bodies.forEach((body, b) => {
    const { vertices: own, numbers } = skins[b];
    vertices.set(own, offsets[b]);
    for (const v of body.skin) triangles[corner++] = offsets[b] + numbers[v];
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

/** The triangles of a surface whose vertices are all below a number. */
function materialSkin(skin: Skin, count: number): Skin {
  if (count === Infinity) return skin;
  return skin.filter((_, k) => {
    const first = k - (k % 3);
    return skin[first] < count && skin[first + 1] < count && skin[first + 2] < count;
  });
}

/** Mean length of the surface's edges, m; 0 without triangles. */
function meanSkinEdge(skin: Skin, positions: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < skin.length; k++) {
    const p = 3 * skin[k];
    const q = 3 * skin[k % 3 === 2 ? k - 2 : k + 1];
    sum += Math.hypot(
      positions[q] - positions[p],
      positions[q + 1] - positions[p + 1],
      positions[q + 2] - positions[p + 2],
    );
  }
  return skin.length === 0 ? 0 : sum / skin.length;
}

/** The vertices of a surface, ascending, and the place of each vertex of the body among them. */
function skinVertices(skin: Skin, vertexCount: number): { vertices: Uint32Array; numbers: Int32Array } {
  const numbers = new Int32Array(vertexCount).fill(-1);
  for (const v of skin) numbers[v] = 0;
  const vertices: number[] = [];
  numbers.forEach((mark, v) => {
    if (mark < 0) return;
    numbers[v] = vertices.length;
    vertices.push(v);
  });
  return { vertices: Uint32Array.from(vertices), numbers };
}
