import { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { Judgement } from '../../frames/judgements.ts';
import { orientedTriangles } from '../../geometry/surfaceQuery/orientedTriangles.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { findBox } from '../../collision/findBox.ts';
import type { KeyedCollider } from '../keyed/KeyedCollider.ts';

/** What is drawn of a solid where it begins. */
export interface StartingSolid {
  readonly id: string;
  /** Its vertices, m. */
  readonly surface: SurfaceMesh;
  /** Flags that are not 0 for vertices that pins constrain, which may be inside anything. */
  readonly held: Uint8Array;
  /** Depth that counts for nothing, m. */
  readonly tolerance: number;
  /** How fast it is led out of a collider, m/s. */
  readonly escapeSpeed: number;
}

/** A solid that begins inside a collider or another solid. */
export interface StartOverlap {
  readonly entity: string;
  /** What it is inside of: an obstacle, or something that deforms; `label` is what messages name it by. */
  readonly other: { readonly id: string; readonly label: string; readonly isObstacle: boolean };
  /** How many of the solid's free vertices are inside, and how deep the deepest is, m. */
  readonly inside: number;
  readonly of: number;
  readonly depth: number;
  /** Translation that takes the solid out of all colliders and of the solids before it, m; undefined where none was found. */
  readonly move: readonly [number, number, number] | undefined;
  /** The first frame at which it is out, because what it is in has gone, or because it has been led out; undefined where neither is known. */
  readonly freeAt: number | undefined;
}

/** Vertices of a solid that ways out are tried with. */
const TRIED_POINTS = 600;
/** Steps along one direction. */
const STEPS = 60;
/** Share of its way that a solid is moved farther, so that it is out for certain. */
const SPARE = 1e-3;
/** A way is taken instead of one that people mean before it where it is this much shorter. */
const SHORTER = 0.99;
/** m that are told with. */
const MILLIMETRES = 1000;

/** A signed distance of several things together, m. */
type Distance = (x: number, y: number, z: number) => number;

/** A solid of the shot, with what asks for distances to it. */
class Body {
  readonly solid: StartingSolid;
  readonly box = new Float64Array(6);
  private made: SurfaceQuery | undefined;

  constructor(solid: StartingSolid) {
    this.solid = solid;
    findBox(solid.surface.positions, this.box);
  }

  get query(): SurfaceQuery {
    this.made ??= createSurfaceQuery(orientedTriangles(this.solid.surface));
    return this.made;
  }

  /** Signed distance, m; infinite where the box around the body is not reached. */
  distance(x: number, y: number, z: number): number {
    const { box } = this;
    if (x < box[0] || y < box[1] || z < box[2] || x > box[3] || y > box[4] || z > box[5]) return Infinity;
    return this.query.signedDistance(x, y, z);
  }

  meets(other: Body): boolean {
    return [0, 1, 2].every((axis) => this.box[axis] <= other.box[3 + axis] && other.box[axis] <= this.box[3 + axis]);
  }
}

/**
 * Finds the solids that begin inside colliders, and inside solids before them that they touch (`touching`, by their indices). Colliders stand as at `time`, s. The frame at which a solid is free of a
 * collider is reported where `freeFrame` knows it.
 */
export function startOverlaps(
  solids: readonly StartingSolid[],
  colliders: readonly KeyedCollider[],
  touching: (a: number, b: number) => boolean,
  time: number,
  freeFrame: (solid: StartingSolid, collider: KeyedCollider, depth: number) => number | undefined,
): StartOverlap[] {
  const bodies = solids.map((solid) => new Body(solid));
  const placed = colliders.map((collider) => colliderDistance(collider, time));
  return bodies.flatMap((body, index) => {
    const { solid } = body;
    const before = bodies.filter((other, b) => b < index && touching(b, index) && other.meets(body));
    const found = [
      ...colliders.map((collider, c) => ({
        other: { id: collider.id, label: 'collider', isObstacle: true },
        ...depthOf(solid, placed[c]),
        freeAt: (depth: number) => freeFrame(solid, collider, depth),
      })),
      ...before.map((other) => ({
        other: { id: other.solid.id, label: 'solid', isObstacle: false },
        ...mutualDepth(body, other),
        freeAt: () => undefined,
      })),
    ].filter(({ inside }) => inside > 0);
    if (found.length === 0) return [];
    const move = wayOut(body, placed, before);
    return found.map(({ other, inside, of, depth, freeAt }) => ({
      entity: solid.id,
      other,
      inside,
      of,
      depth,
      move,
      freeAt: freeAt(depth),
    }));
  });
}

/** Signed distance to a collider at `time`, s. */
export function colliderDistance(collider: KeyedCollider, time: number): Distance {
  const placed = new PlacedCollider(collider);
  placed.place(time, time);
  const point = new Float64Array(3);
  const answer = new Float64Array(4);
  return (x, y, z) => {
    point[0] = x;
    point[1] = y;
    point[2] = z;
    placed.signedDistance(point, 0, answer);
    return answer[DISTANCE];
  };
}

/** How many free vertices of a solid are inside, of how many, and how deep the deepest is, m. */
export function depthOf({ surface: { positions }, held, tolerance }: StartingSolid, distance: Distance) {
  let inside = 0;
  let of = 0;
  let depth = 0;
  for (let v = 0; v < held.length; v++) {
    if (held[v] !== 0) continue;
    of++;
    const d = distance(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
    if (!(d < -tolerance)) continue;
    inside++;
    depth = Math.max(depth, -d);
  }
  return { inside, of, depth };
}

/** Returns the depth of two bodies in each other: where none of the first is in the second, of the second in the first. */
function mutualDepth(body: Body, other: Body) {
  const own = depthOf(body.solid, (x, y, z) => other.distance(x, y, z));
  const back = depthOf(other.solid, (x, y, z) => body.distance(x, y, z));
  return own.inside > 0 ? { ...own, depth: Math.max(own.depth, back.depth) } : { ...back, of: own.of };
}

/** The shortest of some ways out of everything: along the axes, and against the first push of what the body is in. */
function wayOut(body: Body, colliders: readonly Distance[], others: readonly Body[]): StartOverlap['move'] {
  const { positions } = body.solid.surface;
  const free = Array.from({ length: positions.length / 3 }, (_, v) => v).filter((v) => body.solid.held[v] === 0);
  const tried = spread(free, TRIED_POINTS);
  const around = others.map((other) => ({
    other,
    points: spread(
      Array.from({ length: other.solid.surface.positions.length / 3 }, (_, v) => v),
      TRIED_POINTS,
    ),
  }));
  /** How deep something is where the body has moved by t d, m. */
  const deepest = (d: readonly number[], t: number): number => {
    let depth = 0;
    for (const v of tried) {
      const x = positions[3 * v] + t * d[0];
      const y = positions[3 * v + 1] + t * d[1];
      const z = positions[3 * v + 2] + t * d[2];
      for (const distance of colliders) depth = Math.max(depth, -distance(x, y, z));
      for (const other of others) depth = Math.max(depth, -other.distance(x, y, z));
    }
    for (const { other, points } of around) {
      const theirs = other.solid.surface.positions;
      for (const v of points) {
        const at = [0, 1, 2].map((axis) => theirs[3 * v + axis] - t * d[axis]);
        depth = Math.max(depth, -body.distance(at[0], at[1], at[2]));
      }
    }
    return depth;
  };
  const size = Math.hypot(...[0, 1, 2].map((axis) => body.box[3 + axis] - body.box[axis]));
  const least = SPARE * size;
  let best: { readonly d: readonly number[]; readonly t: number } | undefined;
  for (const d of DIRECTIONS) {
    let t = 0;
    for (let step = 0; step < STEPS && (best === undefined || t < SHORTER * best.t); step++) {
      const depth = deepest(d, t);
      if (depth <= 0.1 * body.solid.tolerance) {
        best = { d, t: t + least };
        break;
      }
      t += Math.max(depth, least);
    }
  }
  if (best === undefined) return undefined;
  const { d, t } = best;
  return [d[0] * t, d[1] * t, d[2] * t];
}

/** Directions of moves, up first: of two moves that are as long, that one is what people mean. */
const DIRECTIONS = [
  [0, 1, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
  [0, -1, 0],
] as const;

function spread(vertices: readonly number[], most: number): number[] {
  const stride = Math.max(1, Math.ceil(vertices.length / most));
  return vertices.filter((_, k) => k % stride === 0);
}

/** Whether a solid is in a collider with all that is free of it: led out, it would be torn to all sides. */
export function isSwallowed({ other, inside, of }: StartOverlap): boolean {
  return other.isObstacle && inside === of;
}

/** The overlaps as what is told of the first frame: the deepest of each solid, and how many others there are. */
export function judgeOverlaps(overlaps: readonly StartOverlap[]): Judgement[] {
  const deepest = new Map<string, StartOverlap>();
  for (const overlap of overlaps) {
    const known = deepest.get(overlap.entity);
    if (known === undefined || overlap.depth > known.depth) deepest.set(overlap.entity, overlap);
  }
  return [...deepest.values()].map((overlap) => {
    const others = overlaps.filter(({ entity }) => entity === overlap.entity).length - 1;
    return {
      kind: 'start-overlap',
      severity: isSwallowed(overlap) || !overlap.other.isObstacle ? ('broken' as const) : ('warning' as const),
      entity: overlap.entity,
      value: overlap.depth,
      limit: 0,
      unit: 'm',
      label: `starts ${lengthText(overlap.depth)} inside`,
      sentence: overlapSentence(overlap) + (others > 0 ? `, and inside ${others} more` : ''),
      remedy: overlapRemedy(overlap),
      ...(overlap.move && { move: [...overlap.move] as [number, number, number] }),
    };
  });
}

/** `solid 'ball' begins inside collider 'box', 12 of 400 vertices, up to 30 mm deep: ...`. */
export function overlapSentence(overlap: StartOverlap): string {
  const { entity, other, inside, of, depth, freeAt } = overlap;
  const where = isSwallowed(overlap) ? 'wholly' : `with ${inside} of ${of} vertices`;
  const then = freeAt === undefined ? '' : `, free from about frame ${freeAt} on`;
  return `solid '${entity}' starts ${where} inside ${other.label} '${other.id}', up to ${lengthText(depth)} deep${then}`;
}

export function overlapRemedy({ entity, move }: StartOverlap): string {
  if (move === undefined) return `move '${entity}' out, or pin the part that should stay inside`;
  const way = move.map((metres) => Number(metres.toPrecision(4))).join(', ');
  return `move it out, by (${way}) m, or pin the part that should stay inside`;
}

function lengthText(metres: number): string {
  return metres < 1 ? `${Number((MILLIMETRES * metres).toPrecision(2))} mm` : `${Number(metres.toPrecision(3))} m`;
}
