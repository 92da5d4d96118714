import { z } from 'zod';
import type { ExporterDefinition } from '../Exporter.ts';
import { exportSequence } from './sequence/exportSequence.ts';
import { readByImporter } from './sequence/readByImporter.ts';
import { compareVolumes, hasNoCells } from './volume/compareVolumes.ts';
import { encodeVtk } from './volume/encodeVtk.ts';

const params = z.strictObject({
  fields: z.boolean().default(true).meta({
    label: 'Fields',
    help: 'Writes fields of vertices and elements, such as plastic strain, as point and cell data.',
  }),
});

/** Legacy VTK, binary, a file per frame: the simulated tetrahedra or hexahedra. */
const vtk: ExporterDefinition<z.infer<typeof params>> = {
  type: 'vtk',
  label: 'VTK legacy sequence (volume)',
  reference: "Kitware, The VTK User's Guide, VTK file formats: simple legacy formats",
  extensions: ['vtk'],
  sequence: true,
  params,
  write(job, { fields }, context) {
    return exportSequence(
      job,
      {
        extension: 'vtk',
        read: readByImporter('vtk'),
        holds: 'volumes',
        options: { normals: false, velocities: false, fields },
        encode: (content) => encodeVtk(content, job.application),
        isEmpty: hasNoCells,
        compare: compareVolumes,
        positions: (content) => content.volumes.map(({ positions }) => positions),
      },
      context,
    );
  },
};

export default vtk;
