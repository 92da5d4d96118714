import { z } from 'zod';
import { bytesOf } from '../memorySource.ts';
import type { ExporterDefinition } from '../../../src/io/Exporter.ts';
import { compareFaces, mergedMesh } from '../../../src/io/exporters/sequence/compareSurfaces.ts';
import { exportSequence } from '../../../src/io/exporters/sequence/exportSequence.ts';
import { readByImporter } from '../../../src/io/exporters/sequence/readByImporter.ts';
import type { FrameContent } from '../../../src/io/exporters/shared/collectFrame.ts';
import { float32Text } from '../../../src/io/exporters/shared/float32Text.ts';

/** OFF, a file per frame: the format that shows what it takes to add an exporter. */
const off: ExporterDefinition = {
  type: 'off',
  label: 'OFF sequence',
  reference: 'The Geometry Center, Geomview Manual, section 4.2.5, OFF files',
  extensions: ['off'],
  sequence: true,
  params: z.strictObject({}),
  write: (job, _params, context) =>
    exportSequence(
      job,
      {
        extension: 'off',
        read: readByImporter('off'),
        holds: 'surfaces',
        options: { normals: false, velocities: false, fields: false },
        encode,
        isEmpty: ({ meshes }) => meshes.every(({ surface }) => surface.faceOffsets.length <= 1),
        positions: ({ meshes }) => meshes.map(({ positions }) => positions),
        compare: ({ surface }, content, checks) => compareFaces(surface, content, checks),
      },
      context,
    ),
};

export default off;

function encode({ meshes }: FrameContent): Uint8Array {
  const { positions, faceOffsets, faceVertices } = mergedMesh(meshes);
  const vertices = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    return [...positions.subarray(3 * vertex, 3 * vertex + 3)].map(float32Text).join(' ');
  });
  const faces = Array.from({ length: faceOffsets.length - 1 }, (_, face) => {
    const corners = faceVertices.subarray(faceOffsets[face], faceOffsets[face + 1]);
    return [corners.length, ...corners].join(' ');
  });
  return bytesOf(['OFF', `${vertices.length} ${faces.length} 0`, ...vertices, ...faces, ''].join('\n'));
}
