import { describe, expect, it } from 'vitest';
import { embedPositions } from '../../../src/geometry/TetMesh.ts';
import { TearableSurface } from '../../../src/geometry/tearing/TearableSurface.ts';
import { tornVolume } from '../../../src/geometry/tearing/TopologyChange.ts';
import { manifoldReport } from '../../../src/geometry/manifoldReport.ts';
import { triangulate } from '../../../src/geometry/triangulate.ts';
import { cutTopology } from '../../../src/solids/fracture/virtualNodes.ts';
import { addTo, bar, cracksOf, startAt, type TetVolume, tornNow } from '../../support/tornBar.ts';

function reportOf({ surface }: TetVolume) {
  return manifoldReport(triangulate(surface).mesh.triangles, surface.positions.length / 3);
}

/** Enclosed by all pieces together, m3. */
function enclosed({ surface }: TetVolume): number {
  const { positions, triangles } = triangulate(surface).mesh;
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

describe('TearableSurface', () => {
  for (const [label, outside] of [
    ['level with the elements', 0],
    ['outside of the elements', 0.03],
    ['inside of the elements', -0.03],
  ] as const) {
    it(`stays closed at every step of a crack, and ends in two closed pieces: surface ${label}`, () => {
      const volume = bar([9, 3, 3], outside);
      const cracks = cracksOf(volume, 0.03);
      const surface = new TearableSurface(volume);
      startAt(cracks, 0.47, [0.96, 0.28, 0]);
      addTo(surface, cracks, 0);
      const whole = enclosed(volume);
      for (let front = cracks.front(); ; front = cracks.front()) {
        const torn = tornNow(volume, surface, cracks);
        const { manifold, components } = reportOf(torn);
        expect(manifold).toBe(true);
        expect(components).toBe(front.length === 0 ? 2 : 1);
        // Cuts along edges of flat faces change no volume, where the rough crack meets edges of the box it is a chord.
        expect(Math.abs(enclosed(torn) / whole - 1)).toBeLessThan(2e-3);
        if (front.length === 0) break;
        for (const t of front.slice(0, 3)) cracks.cut[t] = 1;
      }
    });
  }

  it('lets every vertex ride on the piece that it belongs to, where it was at rest', () => {
    const volume = bar([9, 3, 3], 0.02);
    const cracks = cracksOf(volume, 0.03);
    const surface = new TearableSurface(volume);
    startAt(cracks, 0.47, [1, 0, 0]);
    addTo(surface, cracks, 0);
    for (let front = cracks.front(); front.length > 0; front = cracks.front()) for (const t of front) cracks.cut[t] = 1;
    const torn = tornNow(volume, surface, cracks);
    const at = new Float64Array(torn.surface.positions.length);
    embedPositions(torn.embedding, torn.mesh.positions, at);
    at.forEach((value, k) => expect(Math.abs(value - torn.surface.positions[k])).toBeLessThan(1e-12));
    // Pulls the pieces apart: every face stays as large as it was.
    const { elements, vertexOf } = cutTopology(cracks.body, cracks.sides());
    const moved = torn.mesh.positions.slice();
    const right = nodesOfPiece(elements, vertexOf.length, torn.mesh.positions);
    right.forEach((flag, node) => (moved[3 * node] += flag));
    embedPositions(torn.embedding, moved, at);
    const { triangles } = triangulate(torn.surface).mesh;
    for (let k = 0; k < triangles.length; k++) {
      const next = triangles[3 * Math.floor(k / 3) + ((k + 1) % 3)];
      const length = Math.hypot(...[0, 1, 2].map((axis) => at[3 * triangles[k] + axis] - at[3 * next + axis]));
      expect(length).toBeLessThan(0.3);
    }
  });

  it('carries uvs over and gives what is laid open uvs and a set of faces of its own', () => {
    const volume = bar([9, 3, 3], 0);
    const cracks = cracksOf(volume, 0);
    const surface = new TearableSurface(volume);
    startAt(cracks, 0.47, [1, 0, 0]);
    addTo(surface, cracks, 0);
    for (let front = cracks.front(); front.length > 0; front = cracks.front()) for (const t of front) cracks.cut[t] = 1;
    const { surface: torn } = tornNow(volume, surface, cracks);
    expect(torn.uvs?.indices.length).toBe(torn.faceVertices.length);
    const open = torn.groups.find(({ name }) => name === 'torn');
    expect(open!.faces.length).toBeGreaterThan(10);
    expect(faceAreas(torn.positions, torn, open!.faces)).toBeCloseTo(2 * 0.09, 4);
    for (const index of torn.uvs!.indices) expect(index).toBeGreaterThanOrEqual(0);
    expect(Math.max(...torn.uvs!.indices)).toBeLessThan(torn.uvs!.values.length / 2);
    // The map of the box keeps its area: the parts of a face have the uvs that it had there.
    const kept = [...Array(torn.faceOffsets.length - 1).keys()].filter((face) => !open!.faces.includes(face));
    const before = [...Array(volume.surface.faceOffsets.length - 1).keys()];
    expect(uvArea(torn, kept)).toBeCloseTo(uvArea(volume.surface, before), 4);
  });

  it('opens several cracks, each closed', () => {
    const volume = bar([16, 3, 3], 0.01);
    const cracks = cracksOf(volume, 0.02);
    const surface = new TearableSurface(volume);
    startAt(cracks, 0.4, [1, 0, 0]);
    addTo(surface, cracks, 0);
    startAt(cracks, 1.1, [0.7, 0.7, 0.14]);
    addTo(surface, cracks, 1);
    for (let front = cracks.front(); front.length > 0; front = cracks.front()) for (const t of front) cracks.cut[t] = 1;
    expect(reportOf(tornNow(volume, surface, cracks))).toMatchObject({ manifold: true, components: 3 });
  });

  it('is closed also where a crack ends at another', () => {
    const volume = bar([8, 8, 3], 0.01);
    const cracks = cracksOf(volume, 0.02);
    const surface = new TearableSurface(volume);
    startAt(cracks, 0.3, [1, 0, 0]);
    addTo(surface, cracks, 0);
    startAt(cracks, 0.73, [0, 1, 0]);
    addTo(surface, cracks, 1);
    for (let front = cracks.front(); front.length > 0; front = cracks.front()) {
      for (const t of front) cracks.cut[t] = 1;
      expect(reportOf(tornNow(volume, surface, cracks)).manifold).toBe(true);
    }
  });
});

/** 1 for the nodes of the elements that hang together with the last vertex. */
function nodesOfPiece(elements: Uint32Array, nodes: number, positions: Float64Array): Uint8Array {
  const piece = new Uint8Array(nodes);
  piece[positions.reduce((best, x, k) => (k % 3 === 0 && x > positions[3 * best] ? k / 3 : best), 0)] = 1;
  for (let changed = true; changed;) {
    changed = false;
    for (let e = 0; e < elements.length; e += 4) {
      const four = elements.subarray(e, e + 4);
      if (!four.some((node) => piece[node] === 1) || four.every((node) => piece[node] === 1)) continue;
      for (const node of four) piece[node] = 1;
      changed = true;
    }
  }
  return piece;
}

interface Faces {
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
}

/** Sums the areas of faces by fans of triangles, m2. */
function faceAreas(x: Float64Array, { faceOffsets, faceVertices }: Faces, faces: Iterable<number>): number {
  let sum = 0;
  for (const face of faces) {
    const at = (corner: number) => x.subarray(3 * faceVertices[corner], 3 * faceVertices[corner] + 3);
    const first = faceOffsets[face];
    for (let k = first + 2; k < faceOffsets[face + 1]; k++) {
      const u = at(k - 1).map((value, axis) => value - at(first)[axis]);
      const v = at(k).map((value, axis) => value - at(first)[axis]);
      sum += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    }
  }
  return sum;
}

function uvArea(surface: TetVolume['surface'], faces: Iterable<number>): number {
  const { values, indices } = surface.uvs!;
  let sum = 0;
  for (const face of faces) {
    const [first, end] = [surface.faceOffsets[face], surface.faceOffsets[face + 1]];
    for (let k = first; k < end; k++) {
      const [a, b] = [2 * indices[k], 2 * indices[k + 1 === end ? first : k + 1]];
      sum += (values[a] * values[b + 1] - values[a + 1] * values[b]) / 2;
    }
  }
  return sum;
}

it('refuses what is torn of another body', () => {
  const volume = bar([9, 3, 3], 0);
  const cracks = cracksOf(volume, 0);
  const surface = new TearableSurface(volume);
  startAt(cracks, 0.47, [1, 0, 0]);
  addTo(surface, cracks, 0);
  for (const t of cracks.front()) cracks.cut[t] = 1;
  const change = surface.change(cutTopology(cracks.body, cracks.sides()));
  expect(() => tornVolume(bar([1, 1, 1], 0), change)).toThrow(/another body/);
});
