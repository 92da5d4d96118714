import type { ExportField } from '../../Exporter.ts';
import type { FrameContent } from '../shared/collectFrame.ts';
import { BinaryText, HEX_ORDER, TET_ORDER } from './BinaryText.ts';
import { mergedVolume } from './compareVolumes.ts';
import { mergedFields } from './mergedFields.ts';

const VTK_TETRA = 10;
const VTK_HEXAHEDRON = 12;

/** A frame as legacy VTK, binary (big-endian): an unstructured grid with the object's number per cell. */
export function encodeVtk(content: FrameContent, title: string): Uint8Array {
  const { positions, cells, cellSize } = mergedVolume(content);
  const order = cellSize === 4 ? TET_ORDER : HEX_ORDER;
  const cellCount = cells.length / cellSize;
  const out = new BinaryText();
  out.text(`# vtk DataFile Version 3.0\n${title.replace(/[\r\n]+/g, ' ').slice(0, 250)}\nBINARY\n`);
  out.text(`DATASET UNSTRUCTURED_GRID\nPOINTS ${positions.length / 3} float\n`);
  out.binary(4 * positions.length, (view) => {
    for (let i = 0; i < positions.length; i++) view.setFloat32(4 * i, positions[i], false);
  });
  out.text(`\nCELLS ${cellCount} ${cellCount * (cellSize + 1)}\n`);
  out.binary(4 * cellCount * (cellSize + 1), (view) => {
    for (let cell = 0; cell < cellCount; cell++) {
      const at = 4 * cell * (cellSize + 1);
      view.setInt32(at, cellSize, false);
      for (let k = 0; k < cellSize; k++) view.setInt32(at + 4 * k + 4, cells[cellSize * cell + order[k]], false);
    }
  });
  out.text(`\nCELL_TYPES ${cellCount}\n`);
  out.binary(4 * cellCount, (view) => {
    const type = cellSize === 4 ? VTK_TETRA : VTK_HEXAHEDRON;
    for (let cell = 0; cell < cellCount; cell++) view.setInt32(4 * cell, type, false);
  });
  out.text(`\nCELL_DATA ${cellCount}\nSCALARS object int 1\nLOOKUP_TABLE default\n`);
  out.binary(4 * cellCount, (view) => {
    let cell = 0;
    content.volumes.forEach((volume, object) => {
      for (let i = 0; i < volume.cells.length / cellSize; i++) view.setInt32(4 * cell++, object, false);
    });
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
