import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { joinedMeshes, polygonMesh } from './polygonMesh.ts';

type Point = readonly [number, number, number];

/** A closed tube of `radius(t)` around a path for t from 0 to 1, capped by fans, or a ring where the path closes. */
function tube(path: (t: number) => Point, radius: (t: number) => number, steps: number, closed: boolean, sides = 12) {
  const points: number[][] = [];
  const faces: number[][] = [];
  const count = closed ? steps : steps + 1;
  let normal = [0.123, 0.987, 0.456];
  for (let k = 0; k < count; k++) {
    const t = k / steps;
    const here = path(t);
    const ahead = path(closed ? (t + 1e-4) % 1 : Math.min(1, t + 1e-4));
    const behind = path(closed ? (t + 1 - 1e-4) % 1 : Math.max(0, t - 1e-4));
    const along = unit(ahead.map((x, axis) => x - behind[axis]));
    const dot = normal.reduce((sum, x, axis) => sum + x * along[axis], 0);
    normal = unit(normal.map((x, axis) => x - dot * along[axis]));
    const side = [
      along[1] * normal[2] - along[2] * normal[1],
      along[2] * normal[0] - along[0] * normal[2],
      along[0] * normal[1] - along[1] * normal[0],
    ];
    for (let s = 0; s < sides; s++) {
      const angle = (2 * Math.PI * s) / sides;
      points.push(
        here.map((x, axis) => x + radius(t) * (Math.cos(angle) * normal[axis] + Math.sin(angle) * side[axis])),
      );
    }
  }
  for (let k = 0; k < steps; k++) {
    const next = closed && k === steps - 1 ? ringStart(points, sides) : [];
    for (let s = 0; s < sides; s++) {
      const up = (ring: number, offset: number) =>
        ring < count ? sides * ring + ((s + offset) % sides) : next[(s + offset) % sides];
      faces.push([up(k, 0), up(k, 1), up(k + 1, 1), up(k + 1, 0)]);
    }
  }
  if (!closed) {
    faces.push(Array.from({ length: sides }, (_, s) => sides - 1 - s));
    faces.push(Array.from({ length: sides }, (_, s) => sides * steps + s));
  }
  return polygonMesh(points, faces);
}

/** The first ring's vertices in the order in which the last ring meets them: the frame has turned on its way round. */
function ringStart(points: readonly number[][], sides: number): number[] {
  const last = points.slice(-sides);
  const distance = (shift: number) =>
    last.reduce((sum, p, s) => sum + Math.hypot(...p.map((x, axis) => x - points[(s + shift) % sides][axis])), 0);
  let best = 0;
  for (let shift = 1; shift < sides; shift++) if (distance(shift) < distance(best)) best = shift;
  return Array.from({ length: sides }, (_, s) => (s + best) % sides);
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

/** A polygon in the plane z = 0 (counter-clockwise), extruded to both sides. */
function extruded(outline: readonly (readonly [number, number])[], thickness: number): SurfaceMesh {
  const count = outline.length;
  const points = [-0.5, 0.5].flatMap((side) => outline.map(([x, y]) => [x, y, side * thickness]));
  const sides = outline.map((_, k) => [k, (k + 1) % count, count + ((k + 1) % count), count + k]);
  const front = Array.from({ length: count }, (_, k) => count + k);
  const back = Array.from({ length: count }, (_, k) => count - 1 - k);
  return polygonMesh(points, [...sides, front, back]);
}

/** A (2, 3) torus knot of a thin tube, about 2 m across. */
export function knot(radius: number): SurfaceMesh {
  const path = (t: number): Point => {
    const a = 2 * Math.PI * t;
    const r = 0.7 + 0.3 * Math.cos(3 * a);
    return [r * Math.cos(2 * a), 0.3 * Math.sin(3 * a), r * Math.sin(2 * a)];
  };
  return tube(path, () => radius, 160, true);
}

/** A ball of .5 m radius with a bent horn that tapers from `thick` to a tenth of it. */
export function hornedBall(thick: number): SurfaceMesh {
  const profile = (t: number) =>
    t < 0.5
      ? Math.max(0.02, 0.5 * Math.sqrt(Math.max(0, 1 - (4 * t - 1) ** 2)), t > 0.25 ? thick : 0)
      : thick * (1 - 1.8 * (t - 0.5));
  const path = (t: number): Point => {
    if (t < 0.5) return [0, 2 * t - 0.5, 0];
    const s = 2 * (t - 0.5);
    return [0.5 * s * s, 0.5 + 0.9 * s, 0.3 * s * s];
  };
  return tube(path, profile, 120, false, 16);
}

/** A comb: a back of .3 m and teeth of `tooth` with gaps of `gap` between them, m. */
export function comb(teeth: number, tooth: number, gap: number): SurfaceMesh {
  const width = teeth * tooth + (teeth - 1) * gap;
  const outline: [number, number][] = [
    [0, 0],
    [0, -0.3],
    [width, -0.3],
    [width, 0],
  ];
  outline[0] = [0, 0.8];
  outline[3] = [width, 0.8];
  for (let k = teeth - 1; k > 0; k--) {
    const right = k * (tooth + gap);
    outline.push([right, 0.8], [right, 0], [right - gap, 0], [right - gap, 0.8]);
  }
  return extruded(outline, 0.25);
}

/** Two plates of `thick`, `gap` apart, which hang together at one side (`hinged`) or not at all. */
export function plates(thick: number, gap: number, hinged: boolean): SurfaceMesh {
  const high = thick + gap / 2;
  const low = gap / 2;
  if (!hinged) {
    const plate = (y: number) =>
      extruded(
        [
          [-0.5, y],
          [0.5, y],
          [0.5, y + thick],
          [-0.5, y + thick],
        ],
        0.7,
      );
    return joinedMeshes(plate(low), plate(-high));
  }
  return extruded(
    [
      [0.5, low],
      [0.5, high],
      [-0.5, high],
      [-0.5, -high],
      [0.5, -high],
      [0.5, -low],
      [-0.4, -low],
      [-0.4, low],
    ],
    0.7,
  );
}

/** A curved hair, 1.5 m long and of constant radius. */
export function hair(radius: number): SurfaceMesh {
  return tube(
    (t) => [1.5 * t, 0.3 * Math.sin(4 * t), 0.2 * t * t],
    () => radius,
    60,
    false,
    6,
  );
}

/** Two cones that share their tip, a vertex, and nothing else: `width` at a metre's distance from it, m. */
export function tipToTip(width: number): SurfaceMesh {
  const sides = 12;
  const heights = [0.01, 0.1, 0.5];
  const points: number[][] = [[0, 0, 0]];
  const faces: number[][] = [];
  for (const up of [1, -1]) {
    const ring = (k: number, s: number) => base + sides * k + ((((up * s) % sides) + sides) % sides);
    const base = points.length;
    for (const height of heights) {
      for (let s = 0; s < sides; s++) {
        const angle = (2 * Math.PI * s) / sides;
        points.push([0.5 * width * height * Math.cos(angle), up * height, 0.5 * width * height * Math.sin(angle)]);
      }
    }
    for (let s = 0; s < sides; s++) {
      faces.push([0, ring(0, s + 1), ring(0, s)]);
      for (let k = 0; k + 1 < heights.length; k++) {
        faces.push([ring(k, s), ring(k, s + 1), ring(k + 1, s + 1), ring(k + 1, s)]);
      }
    }
    faces.push(Array.from({ length: sides }, (_, s) => ring(heights.length - 1, s)));
  }
  return polygonMesh(points, faces);
}
