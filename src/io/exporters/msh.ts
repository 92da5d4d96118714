import { z } from 'zod';
import type { ExporterDefinition } from '../Exporter.ts';
import { exportSequence } from './sequence/exportSequence.ts';
import { readByImporter } from './sequence/readByImporter.ts';
import { compareVolumes, hasNoCells } from './volume/compareVolumes.ts';
import { encodeGmsh2, encodeGmsh4 } from './volume/encodeGmsh.ts';

const params = z.strictObject({
  version: z
    .enum(['4.1', '2.2'])
    .default('4.1')
    .meta({ label: 'Version', help: 'Version of the file format. Older programs read only 2.2.' }),
  fields: z.boolean().default(true).meta({
    label: 'Fields',
    help: 'Writes fields of nodes and elements, such as plastic strain, as node and element data.',
  }),
});

/** Gmsh MSH, binary, a file per frame: the simulated tetrahedra or hexahedra. */
const msh: ExporterDefinition<z.infer<typeof params>> = {
  type: 'msh',
  label: 'Gmsh MSH sequence (volume)',
  reference: 'Geuzaine and Remacle, Gmsh Reference Manual, sections 10.1 and 10.2 (file formats)',
  extensions: ['msh'],
  sequence: true,
  params,
  write(job, { version, fields }, context) {
    return exportSequence(
      job,
      {
        extension: 'msh',
        read: readByImporter('msh'),
        holds: 'volumes',
        options: { normals: false, velocities: false, fields },
        encode: version === '4.1' ? encodeGmsh4 : encodeGmsh2,
        isEmpty: hasNoCells,
        compare: compareVolumes,
        positions: (content) => content.volumes.map(({ positions }) => positions),
      },
      context,
    );
  },
};

export default msh;
