import { CoreError } from '../../base/errors.ts';
import { type BodyMesh, embedPositions, type VolumeMesh } from '../TetMesh.ts';
import type { CornerAttribute, FaceGroup, SurfaceMesh } from '../TriMesh.ts';

/** Corner attribute of added faces. */
export interface AddedCorners {
  /** Values appended to those of the body at rest, `size` numbers each. */
  readonly values: Float32Array;
  /** One index per corner of the added faces, into the values of the body at rest and then these; -1 for none. */
  readonly indices: Int32Array;
}

/**
 * Difference between a torn body of tetrahedra and the untorn one. Unlisted vertices, elements and faces are unchanged and keep their numbers
 * (faces move up where earlier ones were removed).
 */
export interface TopologyChange {
  /** The vertex that each added node is a copy of; added nodes are numbered after the vertices. */
  readonly nodeVertices: Uint32Array;
  /** Cut tets, ascending; four nodes of the first part of each, and of the second, which is an element after all tets. */
  readonly cutTets: Uint32Array;
  readonly firstNodes: Uint32Array;
  readonly secondNodes: Uint32Array;
  /** Surface vertices embedded in a cut tet, ascending, with the nodes (four each) that replace those of the untorn tet. */
  readonly reboundVertices: Uint32Array;
  readonly reboundNodes: Uint32Array;
  /** Added surface vertices, each with four nodes and weights. */
  readonly vertexNodes: Uint32Array;
  readonly vertexWeights: Float64Array;
  /** Removed faces, ascending. */
  readonly removedFaces: Uint32Array;
  /** Faces added at the end: corner offsets, corners, and the removed face that each is a part of, -1 for crack faces. */
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
  readonly faceParents: Int32Array;
  /** Uvs of the added faces, where the surface has uvs. */
  readonly uvs?: AddedCorners;
  readonly normals?: AddedCorners;
  /** Values of the added vertices, for each attribute of the surface. */
  readonly attributes: readonly Float32Array[];
}

/** Name of the face set of crack faces. */
const TORN_FACES = 'torn';

/**
 * Returns the body after a change. Added nodes have the rest positions of the vertices that they copy. Throws `format-malformed` for a change
 * of another body.
 */
export function tornVolume(whole: BodyMesh, change: TopologyChange): VolumeMesh {
  if (whole.kind !== 'tet' || !fitsBody(whole, change)) {
    throw new CoreError('format-malformed', 'the change of topology belongs to another body', {
      remedy: 'Simulate the frame again.',
    });
  }
  const { mesh, embedding } = whole;
  const positions = new Float64Array(mesh.positions.length + 3 * change.nodeVertices.length);
  positions.set(mesh.positions);
  change.nodeVertices.forEach((vertex, k) => {
    positions.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), mesh.positions.length + 3 * k);
  });
  const tets = new Uint32Array(mesh.tets.length + change.secondNodes.length);
  tets.set(mesh.tets);
  change.cutTets.forEach((t, k) => tets.set(change.firstNodes.subarray(4 * k, 4 * k + 4), 4 * t));
  tets.set(change.secondNodes, mesh.tets.length);
  const vertices = joined(Uint32Array, embedding.vertices, change.vertexNodes);
  change.reboundVertices.forEach((v, k) => vertices.set(change.reboundNodes.subarray(4 * k, 4 * k + 4), 4 * v));
  const weights = joined(Float64Array, embedding.weights, change.vertexWeights);
  const added = new Float64Array((3 * change.vertexWeights.length) / 4);
  embedPositions({ size: 4, vertices: change.vertexNodes, weights: change.vertexWeights }, positions, added);
  return {
    kind: 'tet',
    mesh: { positions, tets },
    surface: tornSurface(whole.surface, change, added),
    embedding: { size: 4, vertices, weights },
  };
}

/** Returns a surface with the face set that tearing will fill, for file formats that name their sets once. */
export function tearableSurface(surface: SurfaceMesh): SurfaceMesh {
  return { ...surface, groups: withOpenFaces(surface.groups, new Uint32Array(0)) };
}

/** Returns whether all indices of a change exist in the body. */
function fitsBody(
  { mesh, surface, embedding }: VolumeMesh & { readonly kind: 'tet' },
  change: TopologyChange,
): boolean {
  const faces = surface.faceOffsets.length - 1;
  const vertices = embedding.weights.length / 4;
  const below = (values: Uint32Array | Int32Array, count: number) => values.every((value) => value < count);
  const corners = (['uvs', 'normals'] as const).every((kind) => {
    const [base, added] = [surface[kind], change[kind]];
    if (base === undefined || added === undefined) return base === undefined && added === undefined;
    return below(added.indices, (base.values.length + added.values.length) / base.size);
  });
  const nodeCount = mesh.positions.length / 3 + change.nodeVertices.length;
  const nodes = [change.firstNodes, change.secondNodes, change.reboundNodes, change.vertexNodes];
  return (
    corners &&
    nodes.every((numbers) => below(numbers, nodeCount)) &&
    below(change.nodeVertices, mesh.positions.length / 3) &&
    below(change.cutTets, mesh.tets.length / 4) &&
    below(change.reboundVertices, vertices) &&
    below(change.removedFaces, faces) &&
    below(change.faceParents, faces) &&
    below(change.faceVertices, vertices + change.vertexNodes.length / 4) &&
    change.attributes.length === surface.vertexAttributes.length
  );
}

/** Returns the body's surface after a change; `added`: rest positions of added vertices. */
function tornSurface(surface: SurfaceMesh, change: TopologyChange, added: Float64Array): SurfaceMesh {
  const { faceOffsets, faceVertices } = surface;
  const faceCount = faceOffsets.length - 1;
  const numbers = keptNumbers(faceCount, change.removedFaces);
  const kept = faceCount - change.removedFaces.length;
  const corners = new Uint32Array(faceVertices.length);
  const offsets = new Uint32Array(kept + change.faceOffsets.length);
  let at = 0;
  for (let face = 0; face < faceCount; face++) {
    if (numbers[face] < 0) continue;
    for (let corner = faceOffsets[face]; corner < faceOffsets[face + 1]; corner++) corners[at++] = corner;
    offsets[numbers[face] + 1] = at;
  }
  const keptCorners = corners.subarray(0, at);
  change.faceOffsets.forEach((offset, k) => (offsets[kept + k] = at + offset));
  return {
    name: surface.name,
    positions: joined(Float64Array, surface.positions, added),
    faceOffsets: offsets,
    faceVertices: joined(
      Uint32Array,
      keptCorners.map((corner) => faceVertices[corner]),
      change.faceVertices,
    ),
    groups: tornGroups(surface.groups, numbers, kept, change.faceParents),
    uvs: tornCorners(surface.uvs, keptCorners, change.uvs),
    normals: tornCorners(surface.normals, keptCorners, change.normals),
    vertexAttributes: surface.vertexAttributes.map((attribute, k) => ({
      ...attribute,
      values: joined(Float32Array, attribute.values, change.attributes[k]),
    })),
  };
}

/** Returns the new number of each remaining face, -1 for the others. */
function keptNumbers(faceCount: number, removed: Uint32Array): Int32Array {
  const numbers = new Int32Array(faceCount);
  for (const face of removed) numbers[face] = -1;
  let next = 0;
  for (let face = 0; face < faceCount; face++) if (numbers[face] === 0) numbers[face] = next++;
  return numbers;
}

function tornCorners(
  whole: CornerAttribute | undefined,
  keptCorners: Uint32Array,
  added: AddedCorners | undefined,
): CornerAttribute | undefined {
  if (whole === undefined || added === undefined) return undefined;
  const indices = new Int32Array(keptCorners.length + added.indices.length);
  keptCorners.forEach((corner, k) => (indices[k] = whole.indices[corner]));
  indices.set(added.indices, keptCorners.length);
  return { size: whole.size, values: joined(Float32Array, whole.values, added.values), indices };
}

/** Returns the face sets: parts of a face in the sets of that face, and last the crack faces, as a set of the kind that the surface has. */
function tornGroups(
  groups: readonly FaceGroup[],
  numbers: Int32Array,
  kept: number,
  parents: Int32Array,
): readonly FaceGroup[] {
  const children = new Map<number, number[]>();
  const open: number[] = [];
  parents.forEach((parent, k) => {
    if (parent < 0) open.push(kept + k);
    else children.set(parent, [...(children.get(parent) ?? []), kept + k]);
  });
  const moved = groups
    .filter(({ name }) => name !== TORN_FACES)
    .map(({ kind, name, faces }) => {
      const found: number[] = [];
      for (const face of faces) {
        if (numbers[face] >= 0) found.push(numbers[face]);
        else found.push(...(children.get(face) ?? []));
      }
      return { kind, name, faces: Uint32Array.from(found).sort() };
    });
  return withOpenFaces(moved, Uint32Array.from(open));
}

/** Adds the crack faces as a set of the kind that the surface has. */
function withOpenFaces(groups: readonly FaceGroup[], faces: Uint32Array): readonly FaceGroup[] {
  const kind = groups.some((group) => group.kind === 'material') ? ('material' as const) : ('group' as const);
  return [...groups.filter(({ name }) => name !== TORN_FACES), { kind, name: TORN_FACES, faces }];
}

type NumberArray = Float32Array | Float64Array | Uint32Array;

function joined<A extends NumberArray>(Type: new (length: number) => A, first: A, second: A): A {
  const out = new Type(first.length + second.length);
  out.set(first);
  out.set(second, first.length);
  return out;
}
