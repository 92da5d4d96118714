import { uniqueName } from '../../alembic/objectNames.ts';
import type { ExportField } from '../../Exporter.ts';
import type { FrameVolume } from '../shared/collectFrame.ts';

/** The fields that any of some volumes has, all volumes one after the other; 0 in those that do not have one. */
export interface MergedFields {
  readonly vertices: readonly ExportField[];
  readonly elements: readonly ExportField[];
}

/** Names are letters, digits and `_`, none of them twice or in `taken`. */
export function mergedFields(volumes: readonly FrameVolume[], taken: readonly string[]): MergedFields {
  const used = new Set(taken);
  return {
    vertices: merged(
      volumes,
      used,
      (volume) => volume.vertexFields,
      ({ positions }) => positions.length / 3,
    ),
    elements: merged(
      volumes,
      used,
      (volume) => volume.elementFields,
      ({ cells, cellSize }) => cells.length / cellSize,
    ),
  };
}

function merged(
  volumes: readonly FrameVolume[],
  used: Set<string>,
  fieldsOf: (volume: FrameVolume) => readonly ExportField[],
  countOf: (volume: FrameVolume) => number,
): ExportField[] {
  const total = volumes.reduce((sum, volume) => sum + countOf(volume), 0);
  const shapes = volumes.flatMap(fieldsOf).map(({ name, size }) => [`${size} ${name}`, { name, size }] as const);
  return [...new Map(shapes).values()].map(({ name, size }) => {
    const values = new Float32Array(size * total);
    let at = 0;
    for (const volume of volumes) {
      const found = fieldsOf(volume).find((field) => field.name === name && field.size === size);
      if (found !== undefined) values.set(found.values, at);
      at += size * countOf(volume);
    }
    return { name: uniqueName(name, used), size, values };
  });
}
