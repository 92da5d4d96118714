import { cellShapeOf, hexCornersOfFile, type CellShape } from '../../src/geometry/elements/collapsedHex.ts';
import type { TestBody } from './bodies.ts';

/** The cells of a body as a file has them: their shapes, and vertex numbers from 0 in its order. */
function fileCells({ elements }: TestBody): { shape: CellShape; vertices: number[] }[] {
  return Array.from({ length: elements.length / 8 }, (_, cell) => {
    const shape = cellShapeOf(elements, 8 * cell) ?? 'hex';
    return { shape, vertices: hexCornersOfFile(shape).map((corner) => elements[8 * cell + corner]) };
  });
}

const rows = (positions: Float64Array, tail = '') =>
  Array.from({ length: positions.length / 3 }, (_, v) => [...positions.subarray(3 * v, 3 * v + 3)].join(' ') + tail);

/** The body as Gmsh 2.2, text. */
export function gmshText(body: TestBody): string {
  const types = { tet: 4, hex: 5, prism: 6, pyramid: 7 };
  const nodes = rows(body.restPositions).map((row, v) => `${v + 1} ${row}`);
  const cells = fileCells(body).map(
    ({ shape, vertices }, c) => `${c + 1} ${types[shape]} 0 ${vertices.map((v) => v + 1).join(' ')}`,
  );
  return `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n${nodes.length}\n${nodes.join('\n')}\n$EndNodes\n$Elements\n${cells.length}\n${cells.join('\n')}\n$EndElements\n`;
}

/** The body as Medit, text. */
export function meditText(body: TestBody): string {
  const tables = { hex: 'Hexahedra', prism: 'Prisms', pyramid: 'Pyramids', tet: 'Tetrahedra' };
  const nodes = rows(body.restPositions, ' 0');
  const cells = Object.entries(tables).map(([shape, table]) => {
    const own = fileCells(body).filter((cell) => cell.shape === shape);
    return `${table}\n${own.length}\n${own.map(({ vertices }) => `${vertices.map((v) => v + 1).join(' ')} 0`).join('\n')}\n`;
  });
  return `MeshVersionFormatted 2\nDimension 3\nVertices\n${nodes.length}\n${nodes.join('\n')}\n${cells.join('')}End\n`;
}

/** The body, or other cells on its vertices, as legacy VTK, text. */
export function vtkText(body: TestBody, cells = fileCells(body)): string {
  const types = { tet: 10, hex: 12, prism: 13, pyramid: 14 };
  const wedge = [0, 2, 1, 3, 5, 4];
  const lines = cells.map(({ shape, vertices }) => {
    const ordered = shape === 'prism' ? wedge.map((k) => vertices[k]) : vertices;
    return `${ordered.length} ${ordered.join(' ')}`;
  });
  const numbers = cells.reduce((sum, { vertices }) => sum + vertices.length + 1, 0);
  return (
    `# vtk DataFile Version 3.0\nmixed\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS ${body.restPositions.length / 3} double\n` +
    `${rows(body.restPositions).join('\n')}\nCELLS ${cells.length} ${numbers}\n${lines.join('\n')}\n` +
    `CELL_TYPES ${cells.length}\n${cells.map(({ shape }) => types[shape]).join('\n')}\n`
  );
}
