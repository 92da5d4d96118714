import type { ExportField } from '../../Exporter.ts';
import type { FrameContent } from '../shared/collectFrame.ts';
import { BinaryText } from './BinaryText.ts';
import { cellRuns, cellVertices, type FileShape } from './cellRuns.ts';
import { mergedFields } from './mergedFields.ts';
import { mergedVolume } from './mergedVolume.ts';

const VTK_TYPES: Readonly<Record<FileShape, number>> = { tet: 10, hex: 12, prism: 13, pyramid: 14, tet10: 24 };
/** Vertices of shapes that VTK numbers otherwise than Gmsh: the normal of a wedge's base is away from its top; the last edges of a quadratic tetrahedron are (1,3) (2,3). */
const VTK_ORDERS: Partial<Record<FileShape, readonly number[]>> = {
  prism: [0, 2, 1, 3, 5, 4],
  tet10: [0, 1, 2, 3, 4, 5, 6, 7, 9, 8],
};

/** A frame as legacy VTK, binary (big-endian): an unstructured grid with the object's number per cell. */
export function encodeVtk(content: FrameContent, title: string): Uint8Array {
  const volume = mergedVolume(content);
  const { positions, cells, cellSize } = volume;
  const runs = cellRuns(content, volume);
  const cellCount = cells.length / cellSize;
  const numbers = runs.reduce((sum, { size, first, end }) => sum + (size + 1) * (end - first), 0);
  const out = new BinaryText();
  out.text(`# vtk DataFile Version 3.0\n${title.replace(/[\r\n]+/g, ' ').slice(0, 250)}\nBINARY\n`);
  out.text(`DATASET UNSTRUCTURED_GRID\nPOINTS ${positions.length / 3} float\n`);
  out.binary(4 * positions.length, (view) => {
    for (let i = 0; i < positions.length; i++) view.setFloat32(4 * i, positions[i], false);
  });
  out.text(`\nCELLS ${cellCount} ${numbers}\n`);
  out.binary(4 * numbers, (view) => {
    let at = 0;
    for (const { shape, size, first, end } of runs) {
      const order = VTK_ORDERS[shape];
      for (let cell = first; cell < end; cell++, at += 4 * (size + 1)) {
        const vertices = cellVertices(volume, shape, cell);
        view.setInt32(at, size, false);
        for (let k = 0; k < size; k++) view.setInt32(at + 4 * k + 4, vertices[order?.[k] ?? k], false);
      }
    }
  });
  out.text(`\nCELL_TYPES ${cellCount}\n`);
  out.binary(4 * cellCount, (view) => {
    for (const { shape, first, end } of runs) {
      for (let cell = first; cell < end; cell++) view.setInt32(4 * cell, VTK_TYPES[shape], false);
    }
  });
  out.text(`\nCELL_DATA ${cellCount}\nSCALARS object int 1\nLOOKUP_TABLE default\n`);
  out.binary(4 * cellCount, (view) => {
    for (const { object, first, end } of runs) {
      for (let cell = first; cell < end; cell++) view.setInt32(4 * cell, object, false);
    }
  });
  out.text('\n');
  const fields = mergedFields(content.volumes, ['object']);
  writeFields(out, fields.elements);
  if (fields.vertices.length > 0) out.text(`POINT_DATA ${positions.length / 3}\n`);
  writeFields(out, fields.vertices);
  return out.bytes();
}

/** Vectors of three, others as fields of their size. */
function writeFields(out: BinaryText, fields: readonly ExportField[]): void {
  for (const { name, size, values } of fields) {
    if (size === 3) out.text(`VECTORS ${name} float\n`);
    else out.text(`FIELD ${name}_data 1\n${name} ${size} ${values.length / size} float\n`);
    out.binary(4 * values.length, (view) => {
      values.forEach((value, k) => {
        view.setFloat32(4 * k, value, false);
      });
    });
    out.text('\n');
  }
}
