import type { SurfaceMesh } from '../TriMesh.ts';

/** A point of a parametric surface for (u, v) in [0, 1]^2: writes xyz at `out[offset ..]`. */
export type ParametricPoint = (u: number, v: number, out: Float64Array, offset: number) => void;

/**
 * Quads of a surface that closes in both parameters (a torus): `uCount` x `vCount` vertices and as many faces, with one
 * uv chart whose seam lies at u = v = 0. Faces are counter-clockwise in (u, v).
 */
export function periodicGridSurface(name: string, uCount: number, vCount: number, point: ParametricPoint): SurfaceMesh {
  const positions = new Float64Array(3 * uCount * vCount);
  const faceOffsets = Uint32Array.from({ length: uCount * vCount + 1 }, (_, face) => 4 * face);
  const faceVertices = new Uint32Array(4 * uCount * vCount);
  const uvValues = new Float32Array(2 * (uCount + 1) * (vCount + 1));
  const uvIndices = new Int32Array(faceVertices.length);
  for (let j = 0; j < vCount; j++) {
    for (let i = 0; i < uCount; i++) {
      point(i / uCount, j / vCount, positions, 3 * (i + uCount * j));
      const corner = 4 * (i + uCount * j);
      for (let k = 0; k < 4; k++) {
        const di = k === 1 || k === 2 ? 1 : 0;
        const dj = k >= 2 ? 1 : 0;
        faceVertices[corner + k] = ((i + di) % uCount) + uCount * ((j + dj) % vCount);
        uvIndices[corner + k] = i + di + (uCount + 1) * (j + dj);
      }
    }
  }
  for (let j = 0; j <= vCount; j++)
    for (let i = 0; i <= uCount; i++) uvValues.set([i / uCount, j / vCount], 2 * (i + (uCount + 1) * j));
  const uvs = { size: 2, values: uvValues, indices: uvIndices };
  return { name, positions, faceOffsets, faceVertices, groups: [], uvs, vertexAttributes: [] };
}

/**
 * Six square patches of `cells` x `cells` quads over the surface of the cube [-1, 1]^3, welded along its edges and mapped by
 * `map` (which moves one point in place). Each patch has its own uv square. Faces look outward.
 */
export function cubePatchSurface(
  name: string,
  cells: readonly [number, number, number],
  map: (out: Float64Array, offset: number) => void,
): SurfaceMesh {
  const [nx, ny, nz] = cells;
  const index = new Map<number, number>();
  const points: number[] = [];
  const vertexAt = (i: number, j: number, k: number) => {
    const key = i + (nx + 1) * (j + (ny + 1) * k);
    const known = index.get(key);
    if (known !== undefined) return known;
    const vertex = points.length / 3;
    points.push((2 * i) / nx - 1, (2 * j) / ny - 1, (2 * k) / nz - 1);
    index.set(key, vertex);
    return vertex;
  };
  const faceVertices: number[] = [];
  const uvs: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) addPatch(axis, side, cells, vertexAt, faceVertices, uvs);
  }
  const positions = Float64Array.from(points);
  for (let offset = 0; offset < positions.length; offset += 3) map(positions, offset);
  return {
    name,
    positions,
    faceOffsets: Uint32Array.from({ length: faceVertices.length / 4 + 1 }, (_, face) => 4 * face),
    faceVertices: Uint32Array.from(faceVertices),
    groups: [],
    uvs: {
      size: 2,
      values: Float32Array.from(uvs),
      indices: Int32Array.from({ length: faceVertices.length }, (_, corner) => corner),
    },
    vertexAttributes: [],
  };
}

function addPatch(
  axis: number,
  side: number,
  cells: readonly [number, number, number],
  vertexAt: (i: number, j: number, k: number) => number,
  faceVertices: number[],
  uvs: number[],
): void {
  const a = (axis + 1) % 3;
  const b = (axis + 2) % 3;
  const corners = side === 1 ? [0, 1, 2, 3] : [0, 3, 2, 1];
  const grid: [number, number, number] = [0, 0, 0];
  grid[axis] = side * cells[axis];
  for (let q = 0; q < cells[b]; q++) {
    for (let p = 0; p < cells[a]; p++) {
      for (const corner of corners) {
        const da = corner === 1 || corner === 2 ? 1 : 0;
        const db = corner >= 2 ? 1 : 0;
        grid[a] = p + da;
        grid[b] = q + db;
        faceVertices.push(vertexAt(...grid));
        uvs.push((p + da) / cells[a], (q + db) / cells[b]);
      }
    }
  }
}
