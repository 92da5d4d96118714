import type { SurfaceMesh } from '../TriMesh.ts';

/** Writes the point at (u, v) in [0, 1]^2 of a surface to out[offset ..]. Metres. */
type Chart = (u: number, v: number, out: Float64Array, offset: number) => void;

/**
 * Returns triangles over the unit square in rows that are staggered by half an edge: near-equilateral for conformal charts, so that they bend
 * alike in all directions. `columns` edges along u, `rows` strips along v. `closed`: u = 0 and u = 1 coincide. With uvs. Seen from the
 * side that dX/dv x dX/du points to, triangles are counter-clockwise.
 */
function staggeredSurface(name: string, columns: number, rows: number, closed: boolean, chart: Chart): SurfaceMesh {
  const starts: number[] = [];
  const points: number[] = [];
  for (let row = 0; row <= rows; row++) {
    starts.push(points.length / 2);
    for (const u of rowPlaces(columns, row, closed)) points.push(u, row / rows);
  }
  starts.push(points.length / 2);
  const positions = new Float64Array((3 * points.length) / 2);
  for (let k = 0; k < points.length / 2; k++) chart(points[2 * k], points[2 * k + 1], positions, 3 * k);
  const corners: number[] = [];
  const cornerPlaces: number[] = [];
  for (let row = 0; row < rows; row++) addStrip(columns, row, closed, starts, corners, cornerPlaces, rows);
  const faces = corners.length / 3;
  return {
    name,
    positions,
    faceOffsets: Uint32Array.from({ length: faces + 1 }, (_, face) => 3 * face),
    faceVertices: Uint32Array.from(corners),
    groups: [],
    uvs: {
      size: 2,
      values: Float32Array.from(cornerPlaces),
      indices: Int32Array.from(corners.keys()),
    },
    vertexAttributes: [],
  };
}

/** Returns u of the vertices of a row: every other row of an open sheet has both end points, and vertices offset by half an edge between them. */
function rowPlaces(columns: number, row: number, closed: boolean): number[] {
  const shift = row % 2 === 0 ? 0 : 0.5;
  if (closed) return Array.from({ length: columns }, (_, k) => (k + shift) / columns);
  if (shift === 0) return Array.from({ length: columns + 1 }, (_, k) => k / columns);
  return [0, ...Array.from({ length: columns }, (_, k) => (k + shift) / columns), 1];
}

/** Adds the triangles between a row and the next: advances along both, always on the one that is behind. */
function addStrip(
  columns: number,
  row: number,
  closed: boolean,
  starts: readonly number[],
  corners: number[],
  places: number[],
  rows: number,
): void {
  const lower = rowPlaces(columns, row, closed);
  const upper = rowPlaces(columns, row + 1, closed);
  // A closed row wraps around.
  if (closed) for (const line of [lower, upper]) line.push(line[0] + 1);
  const vertex = (line: number, k: number) => starts[line] + (closed ? k % columns : k);
  let i = 0;
  let j = 0;
  while (i + 1 < lower.length || j + 1 < upper.length) {
    const stepLower =
      j + 1 >= upper.length || (i + 1 < lower.length && lower[i + 1] + lower[i] <= upper[j + 1] + upper[j]);
    corners.push(vertex(row, i), vertex(row + 1, j), stepLower ? vertex(row, i + 1) : vertex(row + 1, j + 1));
    places.push(lower[i], row / rows, upper[j], (row + 1) / rows);
    if (stepLower) places.push(lower[++i], row / rows);
    else places.push(upper[++j], (row + 1) / rows);
  }
}

/** Returns the number of rows with the height of equilateral triangles of that edge, at least two. */
function rowCount(length: number, edge: number): number {
  return Math.max(2, Math.round(length / (edge * Math.sqrt(0.75))));
}

/** Waves along the sides of a sheet, per length of its shorter side, with their phases: of different lengths and directions, so that no two folds are alike. */
const WAVES = [
  { along: 8.3, across: 2.9, begin: 0.05 },
  { along: -4.7, across: 9.1, begin: 0.27 },
  { along: 6.2, across: -7.4, begin: 0.65 },
] as const;

/**
 * Returns a sheet in the plane y = 0, centred on the origin: `width` along x, `depth` along z, edges of about `edge`; m. Counter-clockwise seen from above. Flat, or with waves of an
 * amplitude of at most `waves`, m.
 */
export function sheetSurface(width: number, depth: number, edge: number, waves = 0): SurfaceMesh {
  const columns = Math.max(2, Math.round(width / edge));
  const side = Math.min(width, depth);
  return staggeredSurface('sheet', columns, rowCount(depth, width / columns), false, (u, v, out, offset) => {
    const x = (u - 0.5) * width;
    const z = (v - 0.5) * depth;
    out[offset] = x;
    out[offset + 1] = waves === 0 ? 0 : waves * waveAt(x / side, z / side);
    out[offset + 2] = z;
  });
}

/** Returns the wave height, between -1 and 1. */
function waveAt(x: number, z: number): number {
  let sum = 0;
  for (const { along, across, begin } of WAVES) sum += Math.sin(2 * Math.PI * (along * x + across * z + begin));
  return sum / WAVES.length;
}

/** Open tube about the x axis, centred on the origin; m. */
export function tubeSurface(radius: number, length: number, edge: number): SurfaceMesh {
  const columns = Math.max(6, Math.round((2 * Math.PI * radius) / edge));
  const rows = rowCount(length, (2 * Math.PI * radius) / columns);
  return staggeredSurface('tube', columns, rows, true, (u, v, out, offset) => {
    out[offset] = (v - 0.5) * length;
    out[offset + 1] = radius * Math.cos(2 * Math.PI * u);
    out[offset + 2] = radius * Math.sin(2 * Math.PI * u);
  });
}

/** The upper half of a torus about the y axis, open below, its rims at y = 0; m. `edge` along the crown of the ring. */
export function halfTorusSurface(majorRadius: number, minorRadius: number, edge: number): SurfaceMesh {
  const columns = Math.max(6, Math.round((2 * Math.PI * majorRadius) / edge));
  const rows = rowCount(Math.PI * minorRadius, (2 * Math.PI * majorRadius) / columns);
  return staggeredSurface('half torus', columns, rows, true, (u, v, out, offset) => {
    const radius = majorRadius - minorRadius * Math.cos(Math.PI * v);
    out[offset] = radius * Math.cos(2 * Math.PI * u);
    out[offset + 1] = minorRadius * Math.sin(Math.PI * v);
    out[offset + 2] = -radius * Math.sin(2 * Math.PI * u);
  });
}
