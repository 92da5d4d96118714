import type { ExportField } from '../../Exporter.ts';
import type { FrameContent } from '../shared/collectFrame.ts';
import type { CellShape } from '../../../geometry/elements/collapsedHex.ts';
import { BinaryText } from './BinaryText.ts';
import { cellRuns, type CellRun } from './cellRuns.ts';
import { mergedFields } from './mergedFields.ts';
import { mergedVolume } from './mergedVolume.ts';

const VTK_TYPES: Readonly<Record<CellShape, number>> = { tet: 10, hex: 12, prism: 13, pyramid: 14 };
/** The base of VTK's wedge turns the other way: its normal points away from the top. */
const WEDGE = [0, 2, 1, 3, 5, 4] as const;

/** Corners of a cell in the order of VTK, which is that of Gmsh but for prisms. */
function vtkCorners({ shape, corners }: CellRun): readonly number[] {
  return shape === 'prism' ? WEDGE.map((k) => corners[k]) : corners;
}

/** A frame as legacy VTK, binary (big-endian): an unstructured grid with the object's number per cell. */
export function encodeVtk(content: FrameContent, title: string): Uint8Array {
  const volume = mergedVolume(content);
  const { positions, cells, cellSize } = volume;
  const runs = cellRuns(content, volume);
  const cellCount = cells.length / cellSize;
  const numbers = runs.reduce((sum, { corners, first, end }) => sum + (corners.length + 1) * (end - first), 0);
  const out = new BinaryText();
  out.text(`# vtk DataFile Version 3.0\n${title.replace(/[\r\n]+/g, ' ').slice(0, 250)}\nBINARY\n`);
  out.text(`DATASET UNSTRUCTURED_GRID\nPOINTS ${positions.length / 3} float\n`);
  out.binary(4 * positions.length, (view) => {
    for (let i = 0; i < positions.length; i++) view.setFloat32(4 * i, positions[i], false);
  });
  out.text(`\nCELLS ${cellCount} ${numbers}\n`);
  out.binary(4 * numbers, (view) => {
    let at = 0;
    for (const run of runs) {
      const corners = vtkCorners(run);
      for (let cell = run.first; cell < run.end; cell++) {
        view.setInt32(at, corners.length, false);
        at += 4;
        for (const corner of corners) {
          view.setInt32(at, cells[cellSize * cell + corner], false);
          at += 4;
        }
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
