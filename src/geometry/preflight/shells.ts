import type { SurfaceMesh } from '../TriMesh.ts';
import { UnionFind } from '../UnionFind.ts';
import type { EdgeTable } from './EdgeTable.ts';

/** A patch of faces connected across edges of exactly two faces. */
export interface Shell {
  readonly faces: Uint32Array;
  /** Faces to flip for a consistent orientation of the patch (the minority); empty where no orientation is consistent. */
  readonly turned: Uint32Array;
  /** Whether no edge of the patch is open or has more than two faces. */
  readonly closed: boolean;
  /** False where no orientation is consistent (a Moebius strip). */
  readonly orientable: boolean;
  /** Signed volume after flipping, in cubed units: positive when the faces are oriented outwards. Meaningful for closed patches. */
  readonly volume: number;
}

/** Largest number of shells; the orientation of further ones, in triangle soups, is not examined. */
const shellLimit = 50_000;

/**
 * Splits a surface into shells, by breadth-first search over its edges. Faces flagged in `skipped` are in none; nor are those
 * beyond the first 50 000 shells.
 */
export function findShells(surface: SurfaceMesh, edges: EdgeTable, skipped: Uint8Array): Shell[] {
  const faceCount = surface.faceOffsets.length - 1;
  // 0: not reached; 1: as given; 2: to be turned.
  const state = new Uint8Array(faceCount);
  const shells: Shell[] = [];
  for (let seed = 0; seed < faceCount && shells.length < shellLimit; seed++) {
    if (state[seed] !== 0 || skipped[seed] === 1) continue;
    shells.push(growShell(surface, edges, state, seed));
  }
  return shells;
}

function growShell(surface: SurfaceMesh, edges: EdgeTable, state: Uint8Array, seed: number): Shell {
  const { faceOffsets } = surface;
  const members = [seed];
  let closed = true;
  // Sides of edges whose two faces run both ways round: as given, and with the faces of one state turned.
  let mixed = 0;
  let conflicts = 0;
  state[seed] = 1;
  for (let at = 0; at < members.length; at++) {
    const face = members[at];
    for (let halfEdge = faceOffsets[face]; halfEdge < faceOffsets[face + 1]; halfEdge++) {
      const edge = edges.edgeOf[halfEdge];
      if (edge < 0) continue;
      const start = edges.first[edge];
      if (edges.first[edge + 1] - start !== 2) {
        closed = false;
        continue;
      }
      const other = edges.halfEdges[start] === halfEdge ? edges.halfEdges[start + 1] : edges.halfEdges[start];
      const neighbour = edges.faceOfCorner[other];
      if (edges.forward[edge] !== 1) mixed++;
      const wanted = edges.forward[edge] === 1 ? state[face] : 3 - state[face];
      if (state[neighbour] === 0) {
        state[neighbour] = wanted;
        members.push(neighbour);
      } else if (state[neighbour] !== wanted) conflicts++;
    }
  }
  const faces = Uint32Array.from(members).sort();
  const asGiven = faces.filter((face) => state[face] === 1);
  const turned = faces.filter((face) => state[face] === 2);
  const smaller = turned.length <= asGiven.length ? turned : asGiven;
  const toTurn = conflicts < mixed ? smaller : new Uint32Array(0);
  const volume = signedVolume(surface, faces, new Set(toTurn));
  return { faces, turned: toTurn, closed, orientable: conflicts === 0, volume };
}

/** Sum over the faces' fans of det(a - o, b - o, c - o) / 6, with o the first corner of the first face. */
function signedVolume(
  { positions, faceOffsets, faceVertices }: SurfaceMesh,
  faces: Uint32Array,
  turned: Set<number>,
): number {
  const origin = 3 * faceVertices[faceOffsets[faces[0]]];
  const x = positions[origin];
  const y = positions[origin + 1];
  const z = positions[origin + 2];
  let volume = 0;
  for (const face of faces) {
    let share = 0;
    const a = 3 * faceVertices[faceOffsets[face]];
    const ax = positions[a] - x;
    const ay = positions[a + 1] - y;
    const az = positions[a + 2] - z;
    for (let corner = faceOffsets[face] + 2; corner < faceOffsets[face + 1]; corner++) {
      const b = 3 * faceVertices[corner - 1];
      const c = 3 * faceVertices[corner];
      const bx = positions[b] - x;
      const by = positions[b + 1] - y;
      const bz = positions[b + 2] - z;
      const cx = positions[c] - x;
      const cy = positions[c + 1] - y;
      const cz = positions[c + 2] - z;
      share += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
    volume += turned.has(face) ? -share : share;
  }
  return volume / 6;
}

/** Shells with less volume than this fraction of their extent cubed have no significant inside. */
const flatVolume = 1e-12;

/** Triangles tested in the search for enclosing shells, about a second; beyond it shells count as not enclosed. */
const enclosureBudget = 4_000_000;

/**
 * Returns the closed shells that are oriented inwards although no shell encloses them. A shell inside another one may be oriented inwards: it bounds a
 * cavity.
 */
export function insideOutShells(surface: SurfaceMesh, shells: readonly Shell[]): Shell[] {
  const closed = shells
    .filter((shell) => shell.closed && shell.orientable)
    .map((shell) => ({ shell, box: boxOf(surface, shell) }));
  const isInward = ({ shell, box }: Boxed): boolean => shell.volume < -flatVolume * extentOf(box) ** 3;
  const outer = closed.filter((one) => !isInward(one));
  let budget = enclosureBudget;
  const isEnclosed = (inner: Boxed): boolean =>
    outer.some((other) => {
      if (budget <= 0 || !contains(other.box, inner.box)) return false;
      budget -= other.shell.faces.length;
      return encloses(surface, other.shell, inner.shell);
    });
  return closed.filter((one) => isInward(one) && !isEnclosed(one)).map(({ shell }) => shell);
}

/** Pieces whose longest side is below this fraction of the whole surface's are tiny. */
const tinyShare = 0.01;

/**
 * Returns connected pieces (shells that share a position are one) that are small compared with the whole surface, whose longest side is `extent`: the shells
 * of each. `places`: position number of each corner.
 */
export function tinyPieces(
  surface: SurfaceMesh,
  places: Uint32Array,
  shells: readonly Shell[],
  extent: number,
): Shell[][] {
  const pieces = new UnionFind(places.reduce((most, place) => Math.max(most, place + 1), 0));
  const placeOf = (shell: Shell): number => places[surface.faceOffsets[shell.faces[0]]];
  for (const shell of shells) {
    for (const face of shell.faces)
      for (let corner = surface.faceOffsets[face]; corner < surface.faceOffsets[face + 1]; corner++)
        pieces.join(placeOf(shell), places[corner]);
  }
  const shellsOf = new Map<number, Shell[]>();
  for (const shell of shells) {
    const root = pieces.root(placeOf(shell));
    const others = shellsOf.get(root);
    if (others === undefined) shellsOf.set(root, [shell]);
    else others.push(shell);
  }
  return [...shellsOf.values()].filter((piece) => {
    const boxes = piece.map((shell) => boxOf(surface, shell));
    return extentOf(boxes.reduce(unitedBox)) < tinyShare * extent;
  });
}

function unitedBox(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => (at < 3 ? Math.min(value, b[at]) : Math.max(value, b[at])));
}

/** A shell with its bounding box: min xyz, max xyz. */
interface Boxed {
  readonly shell: Shell;
  readonly box: readonly number[];
}

function boxOf({ positions, faceOffsets, faceVertices }: SurfaceMesh, shell: Shell): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const face of shell.faces) {
    for (let corner = faceOffsets[face]; corner < faceOffsets[face + 1]; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * faceVertices[corner] + axis];
        box[axis] = Math.min(box[axis], value);
        box[axis + 3] = Math.max(box[axis + 3], value);
      }
    }
  }
  return box;
}

function extentOf(box: readonly number[]): number {
  return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

function contains(outer: readonly number[], inner: readonly number[]): boolean {
  return [0, 1, 2].every((axis) => outer[axis] <= inner[axis] && outer[axis + 3] >= inner[axis + 3]);
}

/** Returns whether the winding number of `outer` around a vertex of `inner` exceeds one half (van Oosterom and Strackee 1983). */
function encloses(surface: SurfaceMesh, outer: Shell, inner: Shell): boolean {
  const { positions, faceOffsets, faceVertices } = surface;
  const point = 3 * faceVertices[faceOffsets[inner.faces[0]]];
  const turned = new Set(outer.turned);
  const corner = (at: number): number[] => {
    const vertex = 3 * faceVertices[at];
    return [0, 1, 2].map((axis) => positions[vertex + axis] - positions[point + axis]);
  };
  let angle = 0;
  for (const face of outer.faces) {
    const sign = turned.has(face) ? -1 : 1;
    const a = corner(faceOffsets[face]);
    for (let at = faceOffsets[face] + 2; at < faceOffsets[face + 1]; at++) {
      angle += sign * solidAngle(a, corner(at - 1), corner(at));
    }
  }
  return angle > 2 * Math.PI;
}

/** Returns the solid angle of a triangle seen from the origin: tan(angle / 2) = det(a, b, c) / (|a||b||c| + (a.b)|c| + ...). */
function solidAngle(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(v[0], v[1], v[2]));
  const dot = (u: readonly number[], v: readonly number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const determinant =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  return 2 * Math.atan2(determinant, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}
