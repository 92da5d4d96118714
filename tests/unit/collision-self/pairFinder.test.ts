import { describe, expect, it } from 'vitest';
import type { ContactSurface } from '../../../src/collision/selfContact/ContactSurface.ts';
import { IntList } from '../../../src/collision/selfContact/IntList.ts';
import { PairFinder } from '../../../src/collision/selfContact/PairFinder.ts';
import { PairImpact } from '../../../src/collision/selfContact/PairImpact.ts';
import { createRandom } from '../../support/random.ts';
import { contactSurface, equilateralSheet } from '../../support/contactSheets.ts';

const EDGE = 0.02;
const ROW = EDGE * Math.sqrt(0.75);
const CELLS = 6;
const CASES = 24;
type Random = () => number;

/** A surface, where it is and how it moves, m. */
interface Crease {
  readonly surface: ContactSurface;
  readonly x: Float64Array;
  readonly u: Float64Array;
  /** Vertices that move. */
  readonly changed: IntList;
}

/**
 * A sheet folded along a row of its vertices, whose stars are as folded as flat ones may be. The rows beside it close the crease, each by up to half their thickness
 * (as far as they may stray from paths that stand still), and `pulled` vertices about it are pulled along it, by more than that.
 */
function closingCrease(random: Random, pulled: number): Crease {
  const sheet = equilateralSheet(CELLS, CELLS, EDGE);
  const flat = sheet.positions;
  const surface = contactSurface([sheet], { thickness: 0.5 * EDGE });
  const x = flat.slice();
  const u = new Float64Array(x.length);
  const changed = new IntList();
  const open = 0.45;
  const near: number[] = [];
  for (let v = 0; v < x.length / 3; v++) {
    const y = flat[3 * v + 1];
    x[3 * v + 1] = Math.abs(y) * Math.cos(open / 2);
    x[3 * v + 2] = y * Math.sin(open / 2);
    if (Math.abs(y) < 1.1 * ROW) near.push(v);
    if (Math.abs(y) < 0.1 * ROW || Math.abs(y) > 1.1 * ROW) continue;
    u[3 * v + 2] = -Math.sign(y) * (0.15 + 0.1 * random()) * EDGE;
    changed.push(v);
  }
  for (let k = 0; k < pulled; k++) {
    const v = near[Math.floor(random() * near.length)];
    for (let axis = 0; axis < 2; axis++) u[3 * v + axis] += EDGE * (random() - 0.5);
    changed.push(v);
  }
  return { surface, x, u, changed };
}

/** The primitives of a surface that share no vertex, four vertices each: a point and a triangle, then two edges. */
function pairsOf({ triangles, masses }: ContactSurface): [number[][], number[][]] {
  const edges = new Map<string, number[]>();
  const points: number[][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)];
    corners.forEach((v, k) => {
      const edge = [v, corners[(k + 1) % 3]].sort((a, b) => a - b);
      edges.set(edge.join(), edge);
    });
    masses.forEach((_, v) => {
      if (!corners.includes(v)) points.push([v, ...corners]);
    });
  }
  const list = [...edges.values()];
  const both = list.flatMap((e, i) =>
    list.slice(i + 1).flatMap((f) => (e.some((v) => f.includes(v)) ? [] : [[...e, ...f]])),
  );
  return [points, both];
}

/** Returns a name of a pair, which is the same whichever way its vertices are listed. */
function nameOf(edges: boolean, [a, b, c, d]: Iterable<number>): string {
  const pair = (v: number, w: number) => [v, w].sort((p, q) => p - q).join('-');
  return edges ? [pair(a, b), pair(c, d)].sort().join('|') : `${a}:${[b, c, d].sort((p, q) => p - q).join('-')}`;
}

function candidatesOf({ candidates }: PairFinder): Set<string> {
  const names = new Set<string>();
  for (let k = 0; k < candidates.count; k++) {
    if (candidates.isGone(k)) continue;
    names.add(nameOf(candidates.edges[k] === 1, candidates.vertices.subarray(4 * k, 4 * k + 4)));
  }
  return names;
}

/** The pairs that collide, by their names. */
function collidingPairs({ surface, x, u }: Crease, gap: number): string[] {
  const impact = new PairImpact();
  impact.gap = gap;
  return pairsOf(surface).flatMap((pairs, kind) =>
    pairs
      .filter(([a, b, c, d]) => {
        impact.load(x, u, a, b, c, d);
        return impact.find(kind === 1);
      })
      .map((pair) => nameOf(kind === 1, pair)),
  );
}

describe('a crease that closes', () => {
  it('has all that collides among its candidates, whichever vertices stray from their paths', () => {
    const random = createRandom('candidates of creases');
    let colliding = 0;
    for (let k = 0; k < CASES; k++) {
      const crease = closingCrease(random, k % 4);
      const finder = new PairFinder(crease.surface);
      finder.find(crease.x, new Float64Array(crease.u.length));
      // As sweeps do, which look for the candidates of a vertex.
      if (k % 2 === 1) finder.candidates.list();
      finder.extend(crease.x, crease.u, crease.changed);
      const names = candidatesOf(finder);
      const wanted = collidingPairs(crease, finder.gap[0]);
      colliding += wanted.length;
      expect(
        wanted.filter((name) => !names.has(name)),
        `case ${k}`,
      ).toEqual([]);
    }
    expect(colliding).toBeGreaterThan(1000);
  });
});
