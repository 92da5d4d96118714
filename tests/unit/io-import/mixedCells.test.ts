import { describe, expect, it } from 'vitest';
import { cellShapeOf, countShapes } from '../../../src/geometry/elements/collapsedHex.ts';
import { boxSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { manifoldReport } from '../../../src/geometry/manifoldReport.ts';
import { surfaceTriangles } from '../../../src/simulation/contact/bodyContactSurface.ts';
import { hexQuality } from '../../../src/geometry/hexQuality.ts';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { encodeGmsh2, encodeGmsh4 } from '../../../src/io/exporters/volume/encodeGmsh.ts';
import { encodeVtk } from '../../../src/io/exporters/volume/encodeVtk.ts';
import type { FrameContent } from '../../../src/io/exporters/shared/collectFrame.ts';
import { boxOfTets, mixedBox, quadratic } from '../../support/bodies.ts';
import { readAs } from '../../support/memorySource.ts';
import { gmshText, meditText, vtkText } from '../../support/mixedFiles.ts';

const size = [0.6, 0.4, 0.5] as const;
const mixed = mixedBox([3, 2, 2], size);
const embedding = { size: 8, vertices: new Uint32Array(0), weights: new Float64Array(0) } as const;
const cellCount = mixed.elements.length / 8;

/** The cells as sets of vertices, in any order of cells. */
const sets = (hexes: Uint32Array) =>
  Array.from({ length: hexes.length / 8 }, (_, c) =>
    [...new Set(hexes.subarray(8 * c, 8 * c + 8))].sort((a, b) => a - b).join(' '),
  ).sort();

describe('meshes of hexahedra, prisms, pyramids and tetrahedra', () => {
  it.each([
    ['gmsh', gmshText(mixed)],
    ['vtk', vtkText(mixed)],
  ])('%s: are hexahedra with coincident corners, in the order of the file', async (type, text) => {
    const { hexes, tets, warnings } = await readAs(type, text);
    expect(tets).toBeUndefined();
    expect(warnings).toEqual([]);
    expect([...hexes!.hexes]).toEqual([...mixed.elements]);
    expect(countShapes(hexes!.hexes)).toEqual([
      ['hex', 9],
      ['prism', 4],
      ['pyramid', 5],
      ['tet', 2],
    ]);
  });

  it('medit: a table after the other', async () => {
    const { hexes, warnings } = await readAs('medit', meditText(mixed));
    expect(warnings).toEqual([]);
    expect(sets(hexes!.hexes)).toEqual(sets(mixed.elements));
  });

  it('have a closed boundary of quadrilaterals and triangles around their volume', async () => {
    const { surface } = await readAs('vtk', vtkText(mixed));
    const report = preflight(surface);
    expect(report).toMatchObject({ closed: true, outward: true, vertexManifold: true });
    expect(report.signedVolume).toBeCloseTo(0.6 * 0.4 * 0.5, 12);
    const corners = Array.from(surface.faceOffsets.subarray(1), (end, face) => end - surface.faceOffsets[face]);
    // Of 32 faces of cells, that of the split pyramid is two triangles, and so are the ends of the column of prisms.
    expect(corners.filter((count) => count === 3)).toHaveLength(6);
    expect(corners.filter((count) => count === 4)).toHaveLength(29);
  });

  it('touch others with the triangles of that boundary', () => {
    const volume = { kind: 'hex', mesh: { positions: mixed.restPositions, hexes: mixed.elements } } as const;
    const triangles = surfaceTriangles({ ...volume, surface: boxSurface(size, [1, 1, 1]), embedding });
    const report = manifoldReport(triangles, mixed.restPositions.length / 3);
    expect(report).toMatchObject({ manifold: true, components: 1, eulerCharacteristic: 2 });
    expect(triangles).toHaveLength(3 * (2 * 29 + 6));
  });

  it('are turned where they are inside out, and keep their shapes', async () => {
    const flipped = { ...mixed, restPositions: mixed.restPositions.map((x, k) => (k % 3 === 0 ? -x : x)) };
    const { hexes, warnings } = await readAs('vtk', vtkText(flipped));
    expect(warnings).toEqual([
      `hexahedra that were inside out, turned: ${cellCount - 2}`,
      'tetrahedra that were inside out, turned: 2',
    ]);
    const shapes = (cells: Uint32Array) => Array.from({ length: cellCount }, (_, c) => cellShapeOf(cells, 8 * c));
    expect(shapes(hexes!.hexes)).toEqual(shapes(mixed.elements));
    expect(hexQuality({ positions: flipped.restPositions, hexes: hexes!.hexes }).inverted).toBe(0);
  });

  it('read collapsed hexahedra of other programs, along whichever edges', async () => {
    // A prism whose coincident corners are two edges along the last axis of the file's order.
    const body = mixedBox([3, 1, 1], size);
    const [a, b, c, d, e, f] = [0, 1, 3, 4, 5, 7].map((corner) => body.elements[corner]);
    const vertices = [a, a, b, c, d, d, e, f];
    const { hexes } = await readAs('vtk', vtkText(body, [{ shape: 'hex', vertices }]));
    expect(cellShapeOf(hexes!.hexes, 0)).toBe('prism');
    expect(sets(hexes!.hexes)).toEqual([[...new Set(vertices)].sort((p, q) => p - q).join(' ')]);
  });

  it('are refused where coincident corners make no shape, or faces do not match', async () => {
    const bad = vtkText(mixed, [{ shape: 'hex', vertices: [0, 1, 2, 3, 4, 5, 0, 7] }]);
    await expect(readAs('vtk', bad)).rejects.toMatchObject({ code: 'geometry-invalid', place: 'line 44' });
    const tets = boxOfTets([1, 1, 1], [1, 1, 1]);
    const positions = [...tets.restPositions, 2, 0, 0, 2, 1, 0, 2, 0, 1, 2, 1, 1];
    const hanging = {
      elementKind: 'hex' as const,
      restPositions: Float64Array.from(positions),
      elements: new Uint32Array(0),
    };
    const cells = Array.from({ length: 6 }, (_, t) => ({
      shape: 'tet' as const,
      vertices: [...tets.elements.subarray(4 * t, 4 * t + 4)],
    }));
    const text = vtkText(hanging, [...cells, { shape: 'hex', vertices: [1, 8, 9, 3, 5, 10, 11, 7] }]);
    await expect(readAs('vtk', text)).rejects.toMatchObject({
      code: 'geometry-invalid',
      message: expect.stringContaining('quadrilateral face') as string,
    });
  });

  it('measure the angles of each shape at its own corners', () => {
    const { restPositions: positions, elements } = mixedBox([3, 1, 1], [3, 1, 1]);
    const report = hexQuality({ positions, hexes: elements });
    expect(report.inverted).toBe(0);
    // Between the halves of a cube, and between the base of a pyramid and its sides.
    expect(report.minDihedral).toBeCloseTo(45, 9);
    expect(report.worstAspect).toBeCloseTo(Math.SQRT2 / (Math.sqrt(3) / 2), 9);
  });
});

/** A frame with the body twice, once in tetrahedra. */
const frame: FrameContent = {
  frame: 1,
  meshes: [],
  points: [],
  volumes: [mixed, boxOfTets([1, 1, 1], [1, 1, 1])].map(({ restPositions, elements, elementKind }) => ({
    name: elementKind,
    positions: Float32Array.from(restPositions),
    cells: elements,
    cellSize: elementKind === 'tet' ? 4 : 8,
    vertexFields: [],
    elementFields: [],
  })),
};

describe('mixed meshes that are exported', () => {
  it.each([
    ['vtk', encodeVtk(frame, 'mixed')],
    ['gmsh', encodeGmsh2(frame)],
    ['gmsh', encodeGmsh4(frame)],
  ])('%s: come back as they were', async (type, bytes) => {
    const { hexes, warnings } = await readAs(type, bytes);
    expect(warnings).toEqual([]);
    expect([...hexes!.hexes.subarray(0, mixed.elements.length)]).toEqual([...mixed.elements]);
    expect(hexes!.hexes).toHaveLength(mixed.elements.length + 8 * 6);
    for (let cell = cellCount; cell < cellCount + 6; cell++) expect(cellShapeOf(hexes!.hexes, 8 * cell)).toBe('tet');
  });
});

describe('quadratic tetrahedra that are exported', () => {
  const body = quadratic(boxOfTets([1, 1, 1], [1, 1, 1]));
  const cells = Uint32Array.from({ length: 24 }, (_, k) => body.elements[10 * (k >> 2) + (k & 3)]);
  const midpoints = Uint32Array.from({ length: 36 }, (_, k) => body.elements[10 * Math.floor(k / 6) + 4 + (k % 6)]);
  const positions = Float32Array.from(body.restPositions);
  const tets = { name: 'tets', positions, cells, cellSize: 4, midpoints, vertexFields: [], elementFields: [] } as const;
  const content: FrameContent = { frame: 1, meshes: [], points: [], volumes: [tets] };
  // Gmsh, "node ordering", and VTK, vtkQuadraticTetra.
  const gmshEdges = [
    [0, 1],
    [1, 2],
    [2, 0],
    [3, 0],
    [2, 3],
    [1, 3],
  ];
  const vtkEdges = [...gmshEdges.slice(0, 4), [1, 3], [2, 3]];
  const files: [string, string, Uint8Array, string, (view: DataView, at: number) => number, number[][]][] = [
    [
      'gmsh',
      'MSH 2.2',
      encodeGmsh2(content),
      '$Elements\n6\n',
      (view, k) => view.getInt32(24 + 52 * Math.floor(k / 10) + 4 * (k % 10), true) - 1,
      gmshEdges,
    ],
    [
      'gmsh',
      'MSH 4.1',
      encodeGmsh4(content),
      '$Elements\n',
      (view, k) => view.getInt32(60 + 88 * Math.floor(k / 10) + 8 * (k % 10), true) - 1,
      gmshEdges,
    ],
    [
      'vtk',
      'VTK',
      encodeVtk(content, 'ten'),
      'CELLS 6 66\n',
      (view, k) => view.getInt32(4 + 44 * Math.floor(k / 10) + 4 * (k % 10), false),
      vtkEdges,
    ],
  ];

  it.each(files)('%s: have their midpoints in the order of %s', async (type, _name, bytes, head, vertex, edges) => {
    const start = Buffer.from(bytes).indexOf(head) + head.length;
    const view = new DataView(bytes.buffer, bytes.byteOffset + start);
    for (let tet = 0; tet < 6; tet++) {
      const place = (k: number) =>
        positions.subarray(3 * vertex(view, 10 * tet + k), 3 * vertex(view, 10 * tet + k) + 3);
      edges.forEach(([a, b], e) => {
        for (let axis = 0; axis < 3; axis++) expect(place(4 + e)[axis]).toBe((place(a)[axis] + place(b)[axis]) / 2);
      });
    }
    const { tets: found, warnings } = await readAs(type, bytes);
    expect([...found!.tets]).toEqual([...cells]);
    expect([...found!.midpoints!]).toEqual([...midpoints]);
    expect(warnings).toEqual([]);
  });
});
