/** A patch over a hole: the points of its rim first, then those inside. */
export interface Patch {
  /** xyz. */
  readonly positions: Float64Array;
  readonly triangles: readonly number[];
  readonly area: number;
}

/** A triangle is subdivided while its centroid is farther from its corners than this times the length of the rim edges there (Liepa 2003 uses sqrt 2). */
const DENSITY = Math.SQRT2;
/** Rounds of subdivision, and of edge flips after each. */
const ROUNDS = 8;
const TURNS = 6;
/** Largest number of interior vertices per rim vertex. */
const MOST_INSIDE = 12;

/**
 * Subdivides the triangles of a patch until they are about as large as the edges of its rim, and flips edges that are longer than the other diagonal of
 * their two triangles (Liepa 2003, sections 3 and 4, with the shorter diagonal instead of the circumsphere test). `triangles`: three indices into the rim each;
 * undefined: a fan from the centre of the rim. `isTaken`: two corners of the rim must not be connected.
 */
export function refinePatch(
  rim: Float64Array,
  triangles: readonly number[] | undefined,
  isTaken: (a: number, b: number) => boolean,
): Patch {
  const positions = [...rim];
  const count = rim.length / 3;
  const scale = Array.from({ length: count }, (_, k) => {
    const [before, after] = [(k + count - 1) % count, (k + 1) % count];
    return (distance(positions, k, before) + distance(positions, k, after)) / 2;
  });
  let faces = triangles === undefined ? fan(positions, scale) : [...triangles];
  const mayJoin = (a: number, b: number) => a >= count || b >= count || !isTaken(a, b);
  for (let round = 0; round < ROUNDS; round++) {
    const divided = divide(positions, scale, faces, count * (1 + MOST_INSIDE));
    if (divided === undefined) break;
    faces = divided;
    for (let turn = 0; turn < TURNS && turnEdges(positions, faces, mayJoin); turn++);
  }
  let area = 0;
  for (let face = 0; face < faces.length; face += 3) area += areaOf(positions, faces, face);
  return { positions: Float64Array.from(positions), triangles: faces, area };
}

/** Adds a vertex at the centroid of every triangle that is too large; returns undefined where none is. */
function divide(positions: number[], scale: number[], faces: readonly number[], most: number): number[] | undefined {
  const out: number[] = [];
  let divided = false;
  for (let face = 0; face < faces.length; face += 3) {
    const [a, b, c] = faces.slice(face, face + 3);
    const wanted = (scale[a] + scale[b] + scale[c]) / 3;
    const centre = [0, 1, 2].map((k) => (positions[3 * a + k] + positions[3 * b + k] + positions[3 * c + k]) / 3);
    const isLarge = [a, b, c].every(
      (corner) =>
        DENSITY * Math.hypot(...centre.map((value, k) => value - positions[3 * corner + k])) >
        Math.max(wanted, scale[corner]),
    );
    if (!isLarge || scale.length >= most) {
      out.push(a, b, c);
      continue;
    }
    const middle = scale.length;
    positions.push(...centre);
    scale.push(wanted);
    out.push(a, b, middle, b, c, middle, c, a, middle);
    divided = true;
  }
  return divided ? out : undefined;
}

/** Flips edges between two triangles of the patch whose other diagonal is shorter and does not fold it. Returns whether any was flipped. */
function turnEdges(positions: readonly number[], faces: number[], mayJoin: (a: number, b: number) => boolean): boolean {
  const vertices = positions.length / 3;
  const sides = new Map<number, number>();
  for (let corner = 0; corner < faces.length; corner++)
    sides.set(faces[corner] * vertices + faces[nextOf(corner)], corner);
  let turned = false;
  const changed = new Set<number>();
  for (const [side, corner] of sides) {
    const [a, b] = [Math.floor(side / vertices), side % vertices];
    const other = sides.get(b * vertices + a);
    if (other === undefined || a > b) continue;
    const [face, otherFace] = [corner - (corner % 3), other - (other % 3)];
    if (changed.has(face) || changed.has(otherFace)) continue;
    const c = faces[nextOf(nextOf(corner))];
    const d = faces[nextOf(nextOf(other))];
    // Existing edges and non-convex quadrilaterals are not flipped.
    if (c === d || sides.has(c * vertices + d) || sides.has(d * vertices + c) || !mayJoin(c, d)) continue;
    if (distance(positions, c, d) >= 0.999 * distance(positions, a, b)) continue;
    if (!looksTheSameWay(positions, [a, d, c], [d, b, c], [a, b, c])) continue;
    faces.splice(face, 3, a, d, c);
    faces.splice(otherFace, 3, d, b, c);
    changed.add(face).add(otherFace);
    turned = true;
  }
  return turned;
}

function looksTheSameWay(positions: readonly number[], ...triangles: readonly (readonly number[])[]): boolean {
  const [first, second, before] = triangles.map((corners) => normalOf(positions, corners));
  const dot = (u: readonly number[], v: readonly number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  return dot(first, second) > 0 && dot(first, before) > 0;
}

/** Connects every edge of the rim with its centre, which is appended to the positions. */
function fan(positions: number[], scale: number[]): number[] {
  const count = scale.length;
  const middle = [0, 0, 0];
  for (let k = 0; k < 3 * count; k++) middle[k % 3] += positions[k] / count;
  positions.push(...middle);
  scale.push(scale.reduce((sum, one) => sum + one, 0) / count);
  return Array.from({ length: count }, (_, k) => [k, (k + 1) % count, count]).flat();
}

function normalOf(positions: readonly number[], [a, b, c]: readonly number[]): number[] {
  const [ux, uy, uz] = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
  const [vx, vy, vz] = [0, 1, 2].map((k) => positions[3 * c + k] - positions[3 * a + k]);
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function areaOf(positions: readonly number[], faces: readonly number[], face: number): number {
  return Math.hypot(...normalOf(positions, faces.slice(face, face + 3))) / 2;
}

function nextOf(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

function distance(positions: readonly number[], a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
