import { extname } from 'node:path';
import { z } from 'zod';
import { FileSink } from '../alembic/ByteSink.ts';
import { FileSource } from '../alembic/ByteSource.ts';
import { isEmptyBox } from '../alembic/BoundsProperty.ts';
import type { ExporterDefinition } from '../Exporter.ts';
import { writeAlembicScene } from './alembic/AlembicScene.ts';
import { verifyAlembicScene } from './alembic/verifyAlembicScene.ts';
import { requireFrames } from './sequence/framePath.ts';
import { HandOffChecks } from './shared/HandOffChecks.ts';
import { StagedOutput } from './shared/StagedOutput.ts';

const params = z.strictObject({
  normals: z
    .boolean()
    .default(true)
    .meta({ label: 'Normals', help: 'Writes normals that follow the deformation, if the imported mesh has normals.' }),
  velocities: z
    .boolean()
    .default(true)
    .meta({ label: 'Velocities', help: 'Writes velocities per second for motion blur, if the shot has them.' }),
  fields: z.boolean().default(true).meta({
    label: 'Fields',
    help: 'Writes fields of vertices and particles, such as plastic strain, as geometry parameters.',
  }),
  faceSets: z.enum(['auto', 'all', 'none']).default('auto').meta({
    label: 'Face sets',
    help: 'Groups of faces that become face sets: materials (or groups where there are none), all of them, or none.',
  }),
  transforms: z.enum(['kept', 'baked']).default('kept').meta({
    label: 'Transforms',
    help: 'What moves as a whole, such as rigid bodies and colliders: a mesh that stays as it is under a transform with keys, or a mesh whose points move.',
  }),
});

/** Alembic, one file for all frames: meshes with constant or changing topology, particles, transforms. */
const alembic: ExporterDefinition<z.infer<typeof params>> = {
  type: 'alembic',
  label: 'Alembic',
  reference: 'Alembic 1.8 (Lucasfilm, Sony Pictures Imageworks), Ogawa container',
  extensions: ['abc'],
  sequence: false,
  params,
  async write(job, options, context) {
    requireFrames(job.firstFrame, job.lastFrame, job.framesPerSecond);
    const path = extname(job.path).toLowerCase() === '.abc' ? job.path : `${job.path}.abc`;
    const staged = await StagedOutput.open(path);
    const temporary = staged.stage(path);
    const checks = new HandOffChecks();
    try {
      const sink = new FileSink(temporary);
      const box = await writeAlembicScene(job, options, sink, context).finally(() => {
        sink.abandon();
      });
      const source = new FileSource(temporary);
      await verifyAlembicScene(job, options, source, checks, context).finally(() => {
        source.close();
      });
      const lines = checks.finish(path);
      const bytes = staged.commit();
      return { files: [path], bytes, checks: lines, bounds: isEmptyBox(box) ? [0, 0, 0, 0, 0, 0] : [...box] };
    } finally {
      staged.discard();
    }
  },
};

export default alembic;
