import type { ShellMesh } from './TetMesh.ts';

/** Triangles as a mesh of frames: every vertex is one of the drawn surface. */
export function surfaceAsShell(name: string, positions: Float64Array, triangles: Uint32Array): ShellMesh {
  const count = positions.length / 3;
  const faceOffsets = Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, face) => 3 * face);
  const vertices = new Uint32Array(3 * count);
  const weights = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    vertices.fill(v, 3 * v, 3 * v + 3);
    weights[3 * v] = 1;
  }
  return {
    kind: 'shell',
    mesh: { positions, triangles },
    surface: { name, positions, faceOffsets, faceVertices: triangles, groups: [], vertexAttributes: [] },
    embedding: { size: 3, vertices, weights },
  };
}
