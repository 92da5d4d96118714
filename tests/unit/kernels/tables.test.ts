import { materialKernels } from '#kernels/materialKernels';
import { describe, expect, it } from 'vitest';
import { ArenaLayout } from '../../../src/kernels/ArenaLayout.ts';
import { detectKernelSupport } from '../../../src/kernels/kernelSupport.ts';
import { FIBRE_PARAMS, PARAM_COUNT } from '../../../src/kernels/bodyFields.ts';
import { fibreParams } from '../../../src/kernels/fibreParams.ts';
import { blockPattern, cornerIncidence, type ElementCorners } from '../../../src/kernels/solid/blockPattern.ts';
import { edgeRuns } from '../../../src/kernels/solid/edgeRuns.ts';
import { orderElements, PAIR } from '../../../src/kernels/solid/elementOrder.ts';
import { BlockSparseMatrix } from '../../../src/math/BlockSparseMatrix.ts';
import { freudenthalBox } from '../../support/freudenthalBox.ts';

describe('kernel support', () => {
  it('finds lanes and shared memory in this runtime', () => {
    expect(detectKernelSupport()).toEqual({ simd: true, threads: true });
  });
});

describe('kernels of models', () => {
  it('have numbers of their own and parameters that fit', () => {
    const kernels = Object.values(materialKernels);
    expect(new Set(kernels.map((kernel) => kernel.number)).size).toBe(kernels.length);
    for (const { number, params } of kernels) {
      expect(number).toBeGreaterThan(0);
      expect(params.length).toBeLessThanOrEqual(FIBRE_PARAMS);
    }
    expect(fibreParams.length).toBeLessThanOrEqual(PARAM_COUNT - FIBRE_PARAMS);
  });
});

describe('arena layout', () => {
  it('keeps arrays apart, aligned and inside the memory', () => {
    const layout = new ArenaLayout();
    const sizes = [1, 64, 65, 100_000, 7];
    const addresses = sizes.map((size) => layout.reserve(size));
    addresses.forEach((address, k) => {
      expect(address % 64).toBe(0);
      if (k > 0) expect(address).toBeGreaterThanOrEqual(addresses[k - 1] + sizes[k - 1]);
    });
    const memory = layout.createMemory(false);
    expect(memory.buffer.byteLength).toBeGreaterThanOrEqual(layout.byteLength);
    expect(layout.createMemory(true).buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('refuses more than four gigabytes with a remedy', () => {
    const layout = new ArenaLayout();
    layout.reserve(5e9);
    expect(() => layout.createMemory(false)).toThrow('kernel memory');
  });
});

describe('element order', () => {
  it('is the identity, padded, for one material', () => {
    const order = orderElements(11, 1, undefined);
    expect(order.identity).toBe(true);
    expect([...order.elementOfSlot]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -1, -1, -1, -1]);
  });

  it('groups materials in whole pairs and keeps their order', () => {
    const material = Uint8Array.from({ length: 30 }, (_, e) => (e % 3 === 0 ? 2 : 0));
    const order = orderElements(30, 3, material);
    expect([...order.pairStart]).toEqual([0, 3, 3, 5]);
    for (let m = 0; m < 3; m++) {
      const slots = order.elementOfSlot.subarray(PAIR * order.pairStart[m], PAIR * order.pairStart[m + 1]);
      const elements = [...slots].filter((e) => e >= 0);
      expect(elements).toEqual([...Array(30).keys()].filter((e) => material[e] === m));
    }
  });
});

describe('block pattern', () => {
  const mesh = freudenthalBox(3, 2, 2, 1);
  const vertexCount = mesh.positions.length / 3;
  const vertexOfCorner = Int32Array.from([...mesh.tets, -1, -1, -1, -1]);
  const corners: ElementCorners = { size: 4, vertices: vertexOfCorner };
  const incidence = cornerIncidence(vertexCount, corners);
  const pattern = blockPattern(vertexCount, corners, incidence);

  it('is the pattern of the reference matrix', () => {
    const reference = new BlockSparseMatrix(vertexCount, mesh.tets, 4);
    expect([...pattern.rowStart]).toEqual([...reference.rowStart]);
    expect([...pattern.columns]).toEqual([...reference.columns]);
    expect([...pattern.diagonal]).toEqual([...reference.diagonal]);
  });

  it('visits every corner of every vertex once', () => {
    expect([...incidence.corners].sort((a, b) => a - b)).toEqual([...Array(mesh.tets.length).keys()]);
    for (let v = 0; v < vertexCount; v++) {
      for (let k = incidence.start[v]; k < incidence.start[v + 1]; k++) {
        expect(vertexOfCorner[incidence.corners[k]]).toBe(v);
      }
    }
  });

  it.each([
    ['by rows', pattern],
    ['in runs', edgeRuns(pattern)],
  ])('pairs each upper block with its mirror and lists the elements that meet there: %s', (_, edges) => {
    const rowOf = (block: number) =>
      pattern.rowStart.findIndex((start, row) => start <= block && block < pattern.rowStart[row + 1]);
    const edgeCount = edges.edgeBlocks.length / 2;
    expect(edges.edgeStart[edgeCount]).toBe((6 * mesh.tets.length) / 4);
    expect(new Set(edges.edgeBlocks).size).toBe(pattern.columns.length - vertexCount);
    for (let edge = 0; edge < edgeCount; edge++) {
      const [upper, lower] = edges.edgeBlocks.subarray(2 * edge, 2 * edge + 2);
      const [i, j] = [rowOf(upper), pattern.columns[upper]];
      expect(i).toBeLessThan(j);
      expect([rowOf(lower), pattern.columns[lower]]).toEqual([j, i]);
      for (let n = edges.edgeStart[edge]; n < edges.edgeStart[edge + 1]; n++) {
        const a = edges.edgeCorners[2 * n];
        const b = edges.edgeCorners[2 * n + 1];
        expect([vertexOfCorner[a], vertexOfCorner[b], a >> 2]).toEqual([i, j, b >> 2]);
      }
    }
  });

  it('puts edges of as many elements one behind the other in runs, with their elements in the same order', () => {
    const elementsOf = ({
      edgeStart,
      edgeBlocks,
      edgeCorners,
    }: Omit<typeof pattern, 'rowStart' | 'columns' | 'diagonal'>) =>
      Array.from({ length: edgeStart.length - 1 }, (_, edge) => ({
        block: edgeBlocks[2 * edge],
        corners: [...edgeCorners.subarray(2 * edgeStart[edge], 2 * edgeStart[edge + 1])],
      }));
    const changes = (edges: ReturnType<typeof elementsOf>) =>
      edges.filter(({ corners }, edge) => edge > 0 && corners.length !== edges[edge - 1].corners.length).length;
    const [rows, runs] = [elementsOf(pattern), elementsOf(edgeRuns(pattern))];
    expect([...runs].sort((a, b) => a.block - b.block)).toEqual(rows);
    expect(changes(runs)).toBeLessThan(0.3 * changes(rows));
  });
});
