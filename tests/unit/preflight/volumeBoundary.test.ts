import { describe, expect, it } from 'vitest';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { volumeBoundary } from '../../../src/geometry/volumeBoundary.ts';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';

function report(positions: Float64Array, cells: Uint32Array, cellSize: 4 | 8) {
  const { faceSize, faceVertices } = volumeBoundary(cells, cellSize);
  const faceOffsets = Uint32Array.from({ length: faceVertices.length / faceSize + 1 }, (_, at) => faceSize * at);
  return preflight({ name: 'box', positions, faceOffsets, faceVertices, groups: [], vertexAttributes: [] });
}

describe('volumeBoundary', () => {
  it('is closed, outward and encloses the volume of a box of tets', () => {
    const { positions, tets } = boxTets([2, 3, 4], [3, 2, 4]);
    const box = report(positions, tets, 4);
    expect(box).toMatchObject({
      closed: true,
      outward: true,
      vertexManifold: true,
      faceCount: 4 * (3 * 2 + 2 * 4 + 3 * 4),
    });
    expect(box.signedVolume).toBeCloseTo(24, 10);
  });

  it('is closed, outward and encloses the volume of hexes', () => {
    const count = [2, 3, 2];
    const vertex = (i: number, j: number, k: number): number => i + 3 * (j + 4 * k);
    const positions: number[] = [];
    for (let k = 0; k <= count[2]; k++)
      for (let j = 0; j <= count[1]; j++) for (let i = 0; i <= count[0]; i++) positions.push(i, j, k);
    const hexes: number[] = [];
    for (let k = 0; k < count[2]; k++) {
      for (let j = 0; j < count[1]; j++) {
        for (let i = 0; i < count[0]; i++) {
          for (let c = 0; c < 8; c++) hexes.push(vertex(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)));
        }
      }
    }
    const box = report(Float64Array.from(positions), Uint32Array.from(hexes), 8);
    expect(box).toMatchObject({ closed: true, outward: true, vertexManifold: true, faceCount: 32 });
    expect(box.signedVolume).toBeCloseTo(12, 12);
  });

  it('names the cell of each face and counts faces of three cells', () => {
    const tets = Uint32Array.of(0, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 5);
    const { faceCells, crowdedFaces, faceVertices } = volumeBoundary(tets, 4);
    expect(crowdedFaces).toBe(1);
    expect([...faceCells]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect([...faceVertices.subarray(0, 3)]).toEqual([0, 3, 2]);
  });
});
