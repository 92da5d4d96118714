/**
 * Triangles of a surface's polygons, in the order of its faces: quads along the diagonal that keeps both halves on the face's side,
 * larger faces by cutting ears in the plane of the face. Counter-clockwise as the faces.
 */
export function surfaceTriangles(
  positions: ArrayLike<number>,
  faceOffsets: Uint32Array,
  faceVertices: Uint32Array,
): Uint32Array {
  const faceCount = faceOffsets.length - 1;
  let count = 0;
  for (let face = 0; face < faceCount; face++) count += Math.max(0, faceOffsets[face + 1] - faceOffsets[face] - 2);
  const triangles = new Uint32Array(3 * count);
  let at = 0;
  const add = (a: number, b: number, c: number): void => {
    triangles[at++] = a;
    triangles[at++] = b;
    triangles[at++] = c;
  };
  for (let face = 0; face < faceCount; face++) {
    const corners = faceVertices.subarray(faceOffsets[face], faceOffsets[face + 1]);
    if (corners.length === 3) add(corners[0], corners[1], corners[2]);
    else if (corners.length > 3) cutEars(positions, corners, add);
  }
  return triangles;
}

/** Cuts ears off a polygon; where none is left (a polygon that crosses itself) the next corner is cut, so that it always ends. */
function cutEars(
  positions: ArrayLike<number>,
  corners: Uint32Array,
  add: (a: number, b: number, c: number) => void,
): void {
  const flat = flattened(positions, corners);
  const left = Array.from(corners.keys());
  while (left.length > 3) {
    let ear = 0;
    let best = -Infinity;
    for (let k = 0; k < left.length; k++) {
      const before = left[(k + left.length - 1) % left.length];
      const after = left[(k + 1) % left.length];
      const quality = earQuality(flat, before, left[k], after, left);
      if (quality > best) {
        best = quality;
        ear = k;
      }
    }
    const before = left[(ear + left.length - 1) % left.length];
    const after = left[(ear + 1) % left.length];
    add(corners[before], corners[left[ear]], corners[after]);
    left.splice(ear, 1);
  }
  add(corners[left[0]], corners[left[1]], corners[left[2]]);
}

/** Area over squared edges of the ear a b c: the roundest ear goes first; negative for a reflex corner or one that holds another corner. */
function earQuality(flat: Float64Array, a: number, b: number, c: number, left: readonly number[]): number {
  const area = turn(flat, a, b, c);
  const edges = squaredDistance(flat, a, b) + squaredDistance(flat, b, c) + squaredDistance(flat, c, a);
  const quality = edges > 0 ? area / edges : 0;
  if (area <= 0) return quality - 1;
  for (const other of left) {
    if (other === a || other === b || other === c) continue;
    if (turn(flat, a, b, other) > 0 && turn(flat, b, c, other) > 0 && turn(flat, c, a, other) > 0) return quality - 1;
  }
  return quality;
}

function turn(flat: Float64Array, a: number, b: number, c: number): number {
  return (
    (flat[2 * b] - flat[2 * a]) * (flat[2 * c + 1] - flat[2 * a + 1]) -
    (flat[2 * b + 1] - flat[2 * a + 1]) * (flat[2 * c] - flat[2 * a])
  );
}

function squaredDistance(flat: Float64Array, a: number, b: number): number {
  return (flat[2 * a] - flat[2 * b]) ** 2 + (flat[2 * a + 1] - flat[2 * b + 1]) ** 2;
}

/** xy per corner in the plane of the polygon's area vector (Newell), counter-clockwise. */
function flattened(positions: ArrayLike<number>, corners: Uint32Array): Float64Array {
  const normal = [0, 0, 0];
  for (let k = 0; k < corners.length; k++) {
    const a = 3 * corners[k];
    const b = 3 * corners[(k + 1) % corners.length];
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      normal[axis] += (positions[a + u] - positions[b + u]) * (positions[a + v] + positions[b + v]);
    }
  }
  const sizes = normal.map(Math.abs);
  const drop = sizes.indexOf(Math.max(...sizes));
  const u = (drop + 1) % 3;
  const v = (drop + 2) % 3;
  const flip = normal[drop] < 0 ? -1 : 1;
  const flat = new Float64Array(2 * corners.length);
  corners.forEach((corner, k) => {
    flat[2 * k] = flip * positions[3 * corner + u];
    flat[2 * k + 1] = positions[3 * corner + v];
  });
  return flat;
}
