import { quadraticShapes } from '../../geometry/elements/tet10.ts';
import { barycentricOfQuadratic } from '../../geometry/elements/quadraticVolume.ts';
import { elementsOfVolume, tetrahedraOf } from '../../geometry/elements/elementTypes.ts';
import { ContactPoints, type WeightedPoints } from '../../collision/ContactPoints.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { Embedding, VolumeMesh } from '../../geometry/TetMesh.ts';
import { volumeBoundary } from '../../geometry/volumeBoundary.ts';
import { meshingSurface } from '../../meshing/meshingSurface.ts';
import { barycentricWeights } from '../../meshing/tetLocator.ts';
import { meanElementSize } from '../../solids/timeStep.ts';

/** Share of the mean edge by which vertices and the drawn surface may differ before points of the surface collide for them: what may end inside a collider. */
const CLOSE = 0.01;
/** A body is of whole cells where at least this share of the corners of its boundary lie further outside the drawn surface than this share of the mean edge. */
const BEYOND_SHARE = 0.25;
const BEYOND = 0.25;
/** A point rides on one vertex alone where that has all but this of the weight. */
const ALONE = 1e-6;

/** Elements of a volume mesh, `size` vertices each, and the corners of its boundary's faces. */
interface Elements {
  readonly positions: Float64Array;
  readonly corners: Uint32Array;
  readonly size: number;
  readonly boundary: Uint32Array;
}

/**
 * Returns the points at which a solid touches colliders: vertices inside its drawn surface or within a hundredth of an edge of it, vertices of that surface that could lie outside these, and for
 * elements that the surface crosses without a vertex in them the point of it that is nearest to their middle. Vertices outside the surface do not collide: nobody sees them. Undefined where all
 * vertices do, and nothing else does: in hexahedra, in bodies whose surface is their boundary, and in those whose boundary follows it, where `pressed` says that they conserve their volume between
 * colliders. `volume`: at rest, m.
 */
export function surfaceContactPoints(volume: VolumeMesh, pressed: boolean): ContactPoints | undefined {
  const { surface, embedding } = volume;
  const elements = elementsOf(volume);
  // Hexahedra that keep their volume, or that are few, do not come to rest on such points: their vertices collide, below which nothing is drawn.
  if (volume.kind === 'hex' || ridesOnVertices(embedding)) return undefined;
  const { size, corners, positions } = elements;
  const { kind } = elementsOfVolume(volume).type;
  const body = { restPositions: positions, elements: corners, elementKind: kind };
  const edge = meanElementSize(body);
  const { query } = meshingSurface(surface, edge);
  // Vertices that hover over a plate while points between them touch it are pushed by the pressures of a film as if nothing were there: many substeps, worse volumes.
  if (pressed && !isOfWholeCells(elements, query, edge)) return undefined;
  const solid = solidVertices(elements, query, CLOSE * edge);
  const drawn = drawnPoints(embedding, solid);
  const between = pointsBetween(elements, solid, drawn, query);
  const own: number[] = [];
  for (let v = 0; v < solid.length; v++) if (solid[v] !== 0) own.push(v);
  if (own.length === solid.length && drawn.weights.length === 0) return undefined;
  return new ContactPoints(own, [drawn, { size, ...between }]);
}

/** Whether the surface lies in elements that reach far beyond it, rather than along their boundary. */
function isOfWholeCells(elements: Elements, query: SurfaceQuery, edge: number): boolean {
  const near = solidVertices(elements, query, BEYOND * edge);
  let beyond = 0;
  for (const vertex of elements.boundary) if (near[vertex] === 0) beyond++;
  return beyond > BEYOND_SHARE * elements.boundary.length;
}

function elementsOf(volume: VolumeMesh): Elements {
  const elements = elementsOfVolume(volume);
  const { size } = elements.type;
  const { faceVertices } =
    size === 8 ? volumeBoundary(elements.vertices, 8) : volumeBoundary(tetrahedraOf(elements), 4);
  return { positions: volume.mesh.positions, corners: elements.vertices, size, boundary: faceVertices };
}

/** Whether every point of the surface is a vertex of the mesh. */
function ridesOnVertices({ size, weights }: Embedding): boolean {
  for (let first = 0; first < weights.length; first += size) {
    let largest = 0;
    for (let k = first; k < first + size; k++) largest = Math.max(largest, weights[k]);
    if (!(largest > 1 - ALONE)) return false;
  }
  return true;
}

/** 1 for the vertices that are in the drawn surface or within `close` (m) of it. Only elements at the boundary are looked at: what lies deeper is inside. */
function solidVertices(
  { positions, corners, size, boundary }: Elements,
  query: SurfaceQuery,
  close: number,
): Uint8Array {
  const solid = new Uint8Array(positions.length / 3).fill(1);
  const outer = new Uint8Array(solid.length);
  for (const v of boundary) outer[v] = 1;
  const asked = outer.slice();
  for (let first = 0; first < corners.length; first += size) {
    let atBoundary = false;
    for (let k = first; k < first + size; k++) atBoundary ||= outer[corners[k]] !== 0;
    if (atBoundary) for (let k = first; k < first + size; k++) asked[corners[k]] = 1;
  }
  let hint = -1;
  const closest = new Float64Array(4);
  for (let v = 0; v < solid.length; v++) {
    if (asked[v] === 0) continue;
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    const found = query.closestPointWithin(x, y, z, close, closest, hint);
    if (found >= 0) hint = found;
    else if (!(query.windingNumber(x, y, z) > 0.5)) solid[v] = 0;
  }
  return solid;
}

/** The vertices of the drawn surface that may end inside a flat collider although the `solid` vertices of the mesh do not. */
function drawnPoints({ size, vertices, weights }: Embedding, solid: Uint8Array): WeightedPoints {
  const kept: number[] = [];
  // Quadratic weights are negative inside, too: what counts is where a point is between the corners.
  const corners = size === 10 ? 4 : size;
  const between = new Float64Array(corners);
  for (let first = 0; first < weights.length; first += size) {
    if (size === 10) barycentricOfQuadratic(weights, first, between);
    else between.set(weights.subarray(first, first + size));
    let covered = true;
    for (let k = 0; k < corners; k++) {
      covered &&= between[k] >= -CLOSE && (between[k] <= ALONE || solid[vertices[first + k]] !== 0);
    }
    if (!covered) kept.push(first);
  }
  const pick = (from: ArrayLike<number>) =>
    kept.flatMap((first) => Array.from({ length: size }, (_, k) => from[first + k]));
  return { size, vertices: pick(vertices), weights: pick(weights) };
}

/** Returns, for elements that reach out of the surface and contain none of the `drawn` points, the point of the surface nearest to their middle, if that is in them. */
function pointsBetween(
  elements: Elements,
  solid: Uint8Array,
  drawn: WeightedPoints,
  query: SurfaceQuery,
): Omit<WeightedPoints, 'size'> {
  const { positions, corners, size } = elements;
  const carrying = carryingElements(elements, drawn);
  const vertices: number[] = [];
  const weights: number[] = [];
  const middle = new Float64Array(3);
  const closest = new Float64Array(4);
  const own = new Float64Array(size);
  let hint = -1;
  for (let e = 0; size * e < corners.length; e++) {
    if (carrying[e] !== 0) continue;
    let reachesOut = false;
    middle.fill(0);
    for (let k = size * e; k < size * (e + 1); k++) {
      reachesOut ||= solid[corners[k]] === 0;
      for (let axis = 0; axis < 3; axis++) middle[axis] += positions[3 * corners[k] + axis] / size;
    }
    if (!reachesOut) continue;
    hint = query.closestPoint(middle[0], middle[1], middle[2], closest, hint);
    if (hint < 0 || !weightsIn(elements, e, closest, own)) continue;
    for (let k = 0; k < size; k++) {
      vertices.push(corners[size * e + k]);
      weights.push(own[k]);
    }
  }
  return { vertices, weights };
}

/** 1 for the elements that carry one of the points. */
function carryingElements({ positions, corners, size }: Elements, drawn: WeightedPoints): Uint8Array {
  const count = corners.length / size;
  const starts = new Uint32Array(positions.length / 3 + 1);
  for (let e = 0; e < count; e++) starts[corners[size * e] + 1]++;
  for (let v = 1; v < starts.length; v++) starts[v] += starts[v - 1];
  const next = starts.slice();
  const byFirst = new Uint32Array(count);
  for (let e = 0; e < count; e++) byFirst[next[corners[size * e]]++] = e;
  const carrying = new Uint8Array(count);
  for (let first = 0; first < drawn.weights.length; first += size) {
    const v = drawn.vertices[first];
    for (let k = starts[v]; k < starts[v + 1]; k++) {
      const e = byFirst[k];
      let same = true;
      for (let corner = 0; corner < size; corner++) {
        same &&= corners[size * e + corner] === drawn.vertices[first + corner];
      }
      if (same) carrying[e] = 1;
    }
  }
  return carrying;
}

/** Weights of the corners of element `e` that give `point`; false where it is outside. Hexahedra are taken for the boxes that meshers make. */
function weightsIn({ positions, corners, size }: Elements, e: number, point: Float64Array, out: Float64Array): boolean {
  if (size !== 8) {
    const tets = corners.subarray(size * e, size * e + 4);
    if (!barycentricWeights({ positions, tets }, 0, point[0], point[1], point[2], out, -ALONE)) return false;
    if (size === 10) quadraticShapes(out.slice(0, 4), out);
    return true;
  }
  const origin = 3 * corners[8 * e];
  const shares = [0, 1, 2].map((axis) => {
    const far = 3 * corners[8 * e + (1 << axis)];
    return (point[axis] - positions[origin + axis]) / (positions[far + axis] - positions[origin + axis]);
  });
  if (!shares.every((share) => share >= -ALONE && share <= 1 + ALONE)) return false;
  for (let corner = 0; corner < 8; corner++) {
    out[corner] = shares.reduce((product, share, axis) => product * ((corner >> axis) & 1 ? share : 1 - share), 1);
  }
  return true;
}
