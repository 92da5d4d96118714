import type { z } from 'zod';
import type { ExporterDefinition } from '../Exporter.ts';
import { columnValues, encodePly, writtenFields } from './ply/encodePly.ts';
import { plyParams } from './ply/plyParams.ts';
import { compareCorners, compareFaces } from './sequence/compareSurfaces.ts';
import { exportSequence } from './sequence/exportSequence.ts';
import { readByImporter } from './sequence/readByImporter.ts';
import { pointVelocities } from './shared/HandOffChecks.ts';

/** PLY, binary little-endian, a file per frame: polygons with uvs per corner, colours and velocities per vertex. */
const ply: ExporterDefinition<z.infer<typeof plyParams>> = {
  type: 'ply',
  label: 'PLY sequence',
  reference: 'Turk, The PLY Polygon File Format (1994)',
  extensions: ['ply'],
  sequence: true,
  params: plyParams,
  write(job, { velocities, fields }, context) {
    return exportSequence(
      job,
      {
        extension: 'ply',
        read: readByImporter('ply'),
        holds: 'surfaces',
        options: { normals: false, velocities, fields },
        encode: (content) => encodePly(content, job.application),
        isEmpty: (content) => content.meshes.every(({ surface }) => surface.faceOffsets.length <= 1),
        positions: (content) => content.meshes.map((mesh) => mesh.positions),
        compare({ surface }, content, checks) {
          compareFaces(surface, content, checks);
          compareCorners('uvs', surface.uvs, content, (mesh) => mesh.surface.uvs, checks);
          for (const column of writtenFields(content)) {
            const found = surface.vertexAttributes.find((attribute) => attribute.name === column.name);
            const place = { frame: content.frame, object: column.name };
            checks.arrays('fields', found?.values ?? [], columnValues(column), 0, place);
          }
          if (!content.meshes.every((mesh) => mesh.velocities !== undefined)) return;
          ['vx', 'vy', 'vz'].forEach((name, axis) => {
            const found = surface.vertexAttributes.find((attribute) => attribute.name === name);
            const expected = content.meshes.flatMap((mesh) =>
              componentOf(mesh.velocities ?? new Float32Array(0), axis),
            );
            checks.arrays('velocities', found?.values ?? [], expected, 0, { frame: content.frame }, pointVelocities);
          });
        },
      },
      context,
    );
  },
};

export default ply;

function componentOf(vectors: Float32Array, axis: number): number[] {
  return Array.from({ length: vectors.length / 3 }, (_, i) => vectors[3 * i + axis]);
}
