import { selectFaces } from '../selectFaces.ts';
import type { CornerAttribute, SurfaceMesh } from '../TriMesh.ts';
import { weldExact } from '../welding/weldExact.ts';
import { closeHoles } from './closeHoles.ts';
import { buildEdgeTable } from './EdgeTable.ts';
import { faceFaults, type FaceFaults } from './faceFaults.ts';
import type { PreflightFacts, RepairId, RepairOffer } from './PreflightReport.ts';
import { findShells, insideOutShells } from './shells.ts';
import { superfluousCopies } from './superfluousCopies.ts';
import { superfluousFlatFaces } from './superfluousFlatFaces.ts';

export interface Repaired {
  readonly mesh: SurfaceMesh;
  /** Number of vertices or faces that changed; 0: `mesh` is the given one. */
  readonly changed: number;
  /** Description of the change. */
  readonly sentence: string;
}

/** Whether repairs of faces would change something: faulty faces stay where their removal would open the surface. */
export interface FaceRepairs {
  readonly flat: boolean;
  readonly copies: boolean;
  readonly turnable: boolean;
}

/** All repairs, in the order of execution. */
export const repairIds: readonly RepairId[] = [
  'weld',
  'drop-degenerate',
  'drop-duplicate',
  'drop-unreferenced',
  'orient',
  'close-holes',
];

/** Returns the repairs that would change something, in the order of execution. */
export function offerRepairs(facts: PreflightFacts, faces: FaceRepairs): RepairOffer[] {
  const offers: RepairOffer[] = [];
  const offer = (id: RepairId, applies: boolean, sentence: string): void => {
    if (applies) offers.push({ id, sentence });
  };
  offer('weld', facts.coincidentVertices > 0, 'Merge vertices at the same position.');
  offer('drop-degenerate', faces.flat, 'Remove faces without area.');
  offer('drop-duplicate', faces.copies, 'Remove duplicate faces.');
  offer('drop-unreferenced', facts.unreferencedVertices > 0, 'Remove vertices that no face uses.');
  offer('orient', faces.turnable, 'Orient faces so that all point outwards.');
  return offers;
}

/** Applies one repair. The given mesh is not changed. */
export function repair(surface: SurfaceMesh, id: RepairId): Repaired {
  switch (id) {
    case 'weld':
      return weldCoincident(surface);
    case 'drop-degenerate':
      return dropFaces(surface, flatToDrop, 'faces without area removed');
    case 'drop-duplicate':
      return dropFaces(surface, copiesToDrop, 'duplicate faces removed');
    case 'drop-unreferenced':
      return dropUnreferenced(surface);
    case 'orient':
      return orientOutward(surface);
    case 'close-holes':
      return closeAllHoles(surface);
  }
}

/** Merges vertices at exactly equal positions; the first one's attributes stay. Uvs and normals belong to corners and stay. */
export function weldCoincident(surface: SurfaceMesh): Repaired {
  const { place, first } = weldExact(surface.positions);
  const changed = place.length - first.length;
  if (changed === 0) return { mesh: surface, changed, sentence: 'no vertices at the same position' };
  const mesh = withVertices(surface, first, (vertex) => place[vertex]);
  return { mesh, changed, sentence: `${changed} vertices merged with others at the same position` };
}

/** Removes vertices that no face uses. */
export function dropUnreferenced(surface: SurfaceMesh): Repaired {
  const vertexCount = surface.positions.length / 3;
  const used = new Uint8Array(vertexCount);
  for (const vertex of surface.faceVertices) used[vertex] = 1;
  const kept = Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex).filter((vertex) => used[vertex] === 1);
  const changed = vertexCount - kept.length;
  if (changed === 0) return { mesh: surface, changed, sentence: 'no unused vertices' };
  const newVertex = new Uint32Array(vertexCount);
  kept.forEach((vertex, at) => (newVertex[vertex] = at));
  const mesh = withVertices(surface, kept, (vertex) => newVertex[vertex]);
  return { mesh, changed, sentence: `${changed} unused vertices removed` };
}

/**
 * Orients faces: within each connected piece the minority is flipped, then closed pieces that are oriented inwards and
 * bound no cavity are flipped as a whole. Open pieces keep the orientation of most of their faces.
 */
export function orientOutward(surface: SurfaceMesh): Repaired {
  const { place } = weldExact(surface.positions);
  const places = surface.faceVertices.map((vertex) => place[vertex]);
  const { collapsed } = faceFaults(surface, places);
  const shells = findShells(surface, buildEdgeTable(surface, places, collapsed), collapsed);
  const turned = new Uint8Array(surface.faceOffsets.length - 1);
  for (const shell of shells) for (const face of shell.turned) turned[face] ^= 1;
  for (const shell of insideOutShells(surface, shells)) for (const face of shell.faces) turned[face] ^= 1;
  const changed = turned.reduce((sum, flag) => sum + flag, 0);
  if (changed === 0) return { mesh: surface, changed, sentence: 'no faces to orient' };
  return { mesh: turnFaces(surface, turned), changed, sentence: `${changed} faces reoriented` };
}

/** Closes every hole; the changed faces are the added ones. */
function closeAllHoles(surface: SurfaceMesh): Repaired {
  const { mesh, triangles, holes, largest, area, leftEdges } = closeHoles(surface);
  const left =
    leftEdges === 0 ? '' : `; ${leftEdges} open edges are left, whose faces are inconsistent or not manifold`;
  if (triangles === 0) return { mesh, changed: 0, sentence: `no holes to close${left}` };
  const what = `${holes} ${holes === 1 ? 'hole' : 'holes'} closed with ${triangles} triangles`;
  const size = `the largest has ${largest} edges, all have an area of ${Number(area.toPrecision(3))}`;
  return { mesh, changed: triangles, sentence: `${what} (${size})${left}` };
}

function flatToDrop(surface: SurfaceMesh, faults: FaceFaults, places: Uint32Array): Uint8Array {
  return superfluousFlatFaces(surface, faults, buildEdgeTable(surface, places, faults.collapsed));
}

function copiesToDrop(surface: SurfaceMesh, faults: FaceFaults, places: Uint32Array): Uint8Array {
  return superfluousCopies(surface, places, faults, buildEdgeTable(surface, places, faults.collapsed));
}

/** Removes the faces flagged by `flag`. */
function dropFaces(
  surface: SurfaceMesh,
  flag: (surface: SurfaceMesh, faults: FaceFaults, places: Uint32Array) => Uint8Array,
  what: string,
): Repaired {
  const { place } = weldExact(surface.positions);
  const places = surface.faceVertices.map((vertex) => place[vertex]);
  const dropped = flag(surface, faceFaults(surface, places), places);
  const faceCount = dropped.length;
  const kept = Uint32Array.from({ length: faceCount }, (_, face) => face).filter((face) => dropped[face] === 0);
  const changed = faceCount - kept.length;
  if (changed === 0) return { mesh: surface, changed, sentence: `0 ${what}` };
  return { mesh: { ...surface, ...selectFaces(surface, kept) }, changed, sentence: `${changed} ${what}` };
}

/** Returns the surface over the vertices `kept`; `newVertex` maps old to new numbers. */
function withVertices(surface: SurfaceMesh, kept: Uint32Array, newVertex: (vertex: number) => number): SurfaceMesh {
  const positions = new Float64Array(3 * kept.length);
  kept.forEach((vertex, at) => positions.set(surface.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * at));
  const vertexAttributes = surface.vertexAttributes.map((attribute) => {
    const { size } = attribute;
    const values = new Float32Array(size * kept.length);
    kept.forEach((vertex, at) => values.set(attribute.values.subarray(size * vertex, size * (vertex + 1)), size * at));
    return { ...attribute, values };
  });
  return { ...surface, positions, faceVertices: surface.faceVertices.map(newVertex), vertexAttributes };
}

/** Reverses the corners of the flagged faces, with their uvs and normals (whose values stay). */
function turnFaces(surface: SurfaceMesh, turned: Uint8Array): SurfaceMesh {
  const faceVertices = surface.faceVertices.slice();
  const reversed = (attribute: CornerAttribute | undefined): CornerAttribute | undefined =>
    attribute && { ...attribute, indices: attribute.indices.slice() };
  const uvs = reversed(surface.uvs);
  const normals = reversed(surface.normals);
  for (let face = 0; face < turned.length; face++) {
    if (turned[face] === 0) continue;
    const start = surface.faceOffsets[face];
    const end = surface.faceOffsets[face + 1];
    faceVertices.subarray(start, end).reverse();
    uvs?.indices.subarray(start, end).reverse();
    normals?.indices.subarray(start, end).reverse();
  }
  return { ...surface, faceVertices, uvs, normals };
}
