import type { z } from 'zod';
import type { ExporterDefinition } from '../Exporter.ts';
import { encodePlyPoints, mergedPoints, readPlyPoints } from './ply/plyPoints.ts';
import { plyParams } from './ply/plyParams.ts';
import { exportSequence } from './sequence/exportSequence.ts';

/** PLY, binary little-endian, a file per frame: the particles of liquids with ids, widths and velocities, and no faces. */
const plyPoints: ExporterDefinition<z.infer<typeof plyParams>> = {
  type: 'ply-points',
  label: 'PLY sequence of particles',
  reference: 'Turk, The PLY Polygon File Format (1994)',
  extensions: ['ply'],
  sequence: true,
  params: plyParams,
  write(job, { velocities, fields }, context) {
    return exportSequence(
      job,
      {
        extension: 'ply',
        holds: 'points',
        options: { normals: false, velocities, fields },
        encode: (content) => encodePlyPoints(content, job.application),
        isEmpty: () => false,
        positions: ({ points }) => points.map(({ positions }) => positions),
        read: (path, bytes) => Promise.resolve(readPlyPoints(path, bytes)),
        compare(found, content, checks) {
          const place = { frame: content.frame };
          const expected = mergedPoints(content);
          checks.equal('columns', [...found.keys()].join(' '), expected.map(({ name }) => name).join(' '), place);
          for (const { name, label, values } of expected) checks.arrays(label, found.get(name) ?? [], values, 0, place);
        },
      },
      context,
    );
  },
};

export default plyPoints;
