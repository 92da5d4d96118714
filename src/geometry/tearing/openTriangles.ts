import { UnionFind } from '../UnionFind.ts';
import type { CrackCap } from './crackCap.ts';
import type { CrackSegment } from './splitFaces.ts';

/** A crack on the surface. */
export interface CutLine {
  readonly segments: readonly CrackSegment[];
  readonly cap: CrackCap;
}

/**
 * Returns the visible triangles of a cap, ascending: those of cut tets (`isOpen`) that are connected to an open position on the surface, except those
 * that would make edges of four faces, i.e. two triangles beside an edge whose ends are both on the crack front. The others open later,
 * with the next cuts.
 */
export function openTriangles(line: CutLine, isOpen: (tet: number) => boolean): number[] {
  const { tets } = line.cap;
  const open = Uint8Array.from(tets, (tet) => (isOpen(tet) ? 1 : 0));
  const rim = new Set(line.cap.rim);
  for (let changed = true; changed;) changed = closeHidden(line, open, rim) || closePinched(line, open, rim);
  return [...open.keys()].filter((t) => open[t] === 1);
}

/** Returns the open triangle across an edge, or -1. */
function beyond({ neighbours }: CrackCap, open: Uint8Array, rim: ReadonlySet<number>, edge: number): number {
  const other = neighbours[edge];
  if (other < 0 || open[other] === 0 || rim.has(edge)) return -1;
  const back = [0, 1, 2].find((j) => neighbours[3 * other + j] === Math.floor(edge / 3));
  return back === undefined || rim.has(3 * other + back) ? -1 : other;
}

/** Closes components that do not reach the surface. Returns whether any was closed. */
function closeHidden({ cap }: CutLine, open: Uint8Array, rim: ReadonlySet<number>): boolean {
  const joined = new UnionFind(open.length);
  for (let edge = 0; edge < cap.neighbours.length; edge++) {
    const t = Math.floor(edge / 3);
    const other = open[t] === 0 ? -1 : beyond(cap, open, rim, edge);
    if (other >= 0) joined.join(t, other);
  }
  const reaches = new Uint8Array(open.length);
  for (const edge of rim)
    if (edge >= 0 && open[Math.floor(edge / 3)] === 1) reaches[joined.root(Math.floor(edge / 3))] = 1;
  let closed = false;
  for (let t = 0; t < open.length; t++) {
    if (open[t] === 0 || reaches[joined.root(t)] === 1) continue;
    open[t] = 0;
    closed = true;
  }
  return closed;
}

/** Closes the triangles at edges whose ends are both on the front. Returns whether any was closed. */
function closePinched(line: CutLine, open: Uint8Array, rim: ReadonlySet<number>): boolean {
  const { cap } = line;
  const front = frontVertices(line, open, rim);
  const pinched: number[] = [];
  for (let edge = 0; edge < cap.triangles.length; edge++) {
    const t = Math.floor(edge / 3);
    if (open[t] === 0 || !(rim.has(edge) || beyond(cap, open, rim, edge) >= 0)) continue;
    if ([1, 2].every((k) => front.has(cap.triangles[3 * t + ((edge + k) % 3)]))) pinched.push(t);
  }
  for (const t of pinched) open[t] = 0;
  return pinched.length > 0;
}

/** Returns the vertices of the crack front, where both sides of the crack meet. */
function frontVertices({ segments, cap }: CutLine, open: Uint8Array, rim: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  const passed = new Map<number, number>();
  segments.forEach(({ from, to }, k) => {
    const opened = cap.rim[k] >= 0 && open[Math.floor(cap.rim[k] / 3)] === 1;
    for (const vertex of [from, to]) {
      passed.set(vertex, (passed.get(vertex) ?? 0) + 1);
      if (!opened) found.add(vertex);
    }
  });
  for (const [vertex, count] of passed) if (count < 2) found.add(vertex);
  for (let edge = 0; edge < cap.triangles.length; edge++) {
    const t = Math.floor(edge / 3);
    if (open[t] === 0 || rim.has(edge) || beyond(cap, open, rim, edge) >= 0) continue;
    for (const k of [1, 2]) found.add(cap.triangles[3 * t + ((edge + k) % 3)]);
  }
  return found;
}
